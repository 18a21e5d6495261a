#include "core/run/run_again.h"

#include "core/engine/engine.h"
#include "core/run/branches.h"
#include "core/run/recording.h"

namespace decodescope {

KvCache CacheOf(const Recording& recording, int positions) {
    KvCache cache(recording.model());
    cache.Reserve(positions);
    const TensorId key = CachedKSource(recording.config());
    for (int position = 0; position < positions; ++position) {
        const SharedTrace& rows = recording.PassOfPosition(position)->kept.lasting();
        for (int layer = 0; layer < recording.config().layers; ++layer) {
            cache.Append(layer, rows.Row(key, layer, position),
                         rows.Row(TensorId::V, layer, position));
        }
    }
    return cache;
}

Trace RunAgain(const Recording& recording, const Pass& pass) {
    KvCache cache = CacheOf(recording, pass.cache_length_before);
    Counts counts;
    Trace trace =
        Engine(recording.recipe().model).Run(pass.tokens, cache, Capture::Everything, counts);
    // What the rule makes of the probabilities is in the trace too.
    SelectIn(recording.recipe(), pass.index, trace, pass.last_position());
    return trace;
}

}  // namespace decodescope
