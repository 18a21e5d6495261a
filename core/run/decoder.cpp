#include "core/run/decoder.h"

#include "core/run/branches.h"
#include "core/run/run_again.h"

namespace decodescope {
namespace {

// Positions that the passes of a recording have cached.
int CachedBy(const Recording& recording) {
    return recording.pass_count() == 0 ? 0 : recording.passes().back()->cache_length_after;
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
      cache_(CacheOf(recording, CachedBy(recording))),
      next_tokens_(NextTokens(recording)),
      pass_index_(recording.pass_count()),
      finish_reason_(recording.finish_reason()),
      memory_(recording.memory()) {}

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
        .kept = Keep(std::move(trace), first),
        .selection = std::move(selection),
    });
    ++pass_index_;
    finish_reason_ = FinishReasonAfter(recipe_, *pass);
    // The selected token is only an ID here. Its K and V come from the next pass, which processes
    // it.
    if (pass->selection) next_tokens_ = {pass->selection->id};
    return pass;
}

// Of a pass that captured everything, only what lasts stays in any case.
KeptTrace Decoder::Keep(Trace trace, int first_position) const {
    if (capture_ != Capture::Everything) return KeptTrace(SharedTrace(std::move(trace)));
    const Model& model = *recipe_.model;
    Trace lasting(model.config, model.precision(), first_position, cache_.length() - first_position,
                  Capture::Lasting);
    lasting.CopyRowsFrom(trace, model.config);
    return {SharedTrace(std::move(lasting)), SharedTrace(std::move(trace)), memory_};
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
