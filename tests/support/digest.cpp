#include "tests/support/digest.h"

#include "core/base/bytes.h"
#include "core/base/sha256.h"
#include "core/run/decoder.h"

namespace decodescope {

std::string DigestOfRun(const Recipe& recipe) {
    const Recording recording = Record(recipe, Capture::Everything);
    const Config& config = recording.config();
    Sha256 hash;
    for (const PassPtr& pass : recording.passes()) {
        const SharedTrace trace = recording.TraceOf(*pass);
        const int first = pass->first_position, end = pass->last_position() + 1;
        const Trace rows(config, recipe.model->precision(), first, end - first,
                         Capture::Everything);  // says which there are
        ForEachRow(config, rows, first, end,
                   [&](TensorId tensor, int layer, int position, int head) {
                       std::string bytes;
                       AppendRow(bytes, trace.Row(tensor, layer, position, head));
                       hash.Add(bytes);
                   });
        std::string selected;
        AppendBytes(selected, pass->selection ? pass->selection->id : -1);
        hash.Add(selected);
    }
    return HexOf(hash.Finish());
}

}  // namespace decodescope
