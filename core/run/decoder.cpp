#include "core/run/decoder.h"

#include "core/run/branches.h"

namespace decodescope {
namespace {

// A cache with the rows that the passes of a recording appended, in order.
KvCache CacheOf(const Recording& recording) {
    KvCache cache(recording.model());
    if (recording.pass_count() == 0) return cache;
    const TensorId key = CachedKSource(recording.config());
    for (int position = 0; position < recording.passes().back()->cache_length_after; ++position) {
        const Trace& trace = recording.PassOfPosition(position)->trace();
        for (int layer = 0; layer < recording.config().layers; ++layer) {
            cache.Append(layer, trace.Row(key, layer, position),
                         trace.Row(TensorId::V, layer, position));
        }
    }
    return cache;
}

// What the pass after a recording's last one processes.
std::vector<TokenId> NextTokens(const Recording& recording) {
    if (recording.pass_count() == 0) return recording.prompt();
    return {recording.ids().back()};
}

}  // namespace

Decoder::Decoder(const Recording& recording, Capture capture)
    : recipe_(recording.recipe()),
      capture_(capture),
      engine_(recipe_.model),
      cache_(CacheOf(recording)),
      next_tokens_(NextTokens(recording)),
      pass_index_(recording.pass_count()),
      finish_reason_(recording.finish_reason()) {}

PassPtr Decoder::Step() {
    if (finish_reason_ != FinishReason::None) return nullptr;
    const int first = cache_.length();
    Counts counts;
    Trace trace = engine_.Run(next_tokens_, cache_, capture_, counts);
    std::optional<Selection> selection = SelectIn(recipe_, pass_index_, trace, cache_.length() - 1);

    auto pass = std::make_shared<Pass>(Pass{
        .index = pass_index_,
        .kind = pass_index_ == 0 ? PassKind::Prefill : PassKind::Decode,
        .first_position = first,
        .tokens = std::move(next_tokens_),
        .cache_length_before = first,
        .cache_length_after = cache_.length(),
        .counts = counts,
        .kept = std::make_shared<const Trace>(std::move(trace)),
        .selection = std::move(selection),
    });
    ++pass_index_;
    finish_reason_ = FinishReasonAfter(recipe_, *pass);
    // The selected token is only an ID here. Its K and V come from the next pass, which processes
    // it.
    if (pass->selection) next_tokens_ = {pass->selection->id};
    return pass;
}

Recording Record(const Recipe& recipe, Capture capture, const std::function<void(int)>& after) {
    Recording recording(recipe);
    Decoder decoder(recording, capture);
    while (PassPtr pass = decoder.Step()) {
        recording.Append(std::move(pass));
        if (after) after(recording.pass_count());
    }
    return recording;
}

}  // namespace decodescope
