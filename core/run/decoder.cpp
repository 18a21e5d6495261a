#include "core/run/decoder.h"

#include "core/run/branches.h"

namespace decodescope {
namespace {

// The rows that the passes of a recording appended, in order, appended again.
template <class T>
void FillCache(const Recording& recording, KvCache<T>& cache) {
    const Config& config = recording.config();
    const TensorId key = CachedKSource(config);
    const auto width = static_cast<size_t>(config.kv_width());
    std::vector<T> k(width), v(width);
    const auto copy = [](const Numbers& from, std::vector<T>& to) {
        for (int i = 0; i < from.size(); ++i) to[static_cast<size_t>(i)] = static_cast<T>(from[i]);
    };
    if (recording.pass_count() == 0) return;
    for (int position = 0; position < recording.passes().back()->cache_length_after; ++position) {
        const Trace& trace = recording.PassOfPosition(position)->trace();
        for (int layer = 0; layer < config.layers; ++layer) {
            copy(trace.Row(key, layer, position), k);
            copy(trace.Row(TensorId::V, layer, position), v);
            cache.Append(layer, k.data(), v.data());
        }
    }
}

// What the pass behind a recording's last one processes.
std::vector<TokenId> NextTokens(const Recording& recording) {
    if (recording.pass_count() == 0) return recording.prompt();
    return {recording.ids().back()};
}

}  // namespace

template <class T>
Decoder::Runner<T>::Runner(const Recording& begun)
    : engine(begun.recipe().model), cache(begun.config()) {
    FillCache(begun, cache);
}

Decoder::Decoder(const Recording& recording, Capture capture)
    : recipe_(recording.recipe()),
      capture_(capture),
      next_tokens_(NextTokens(recording)),
      pass_index_(recording.pass_count()),
      stop_reason_(recording.stop_reason()),
      runner_(MakeRunner(recording)) {}

Decoder::AnyRunner Decoder::MakeRunner(const Recording& begun) {
    if (begun.model().precision() == Precision::Float64) return Runner<double>(begun);
    return Runner<float>(begun);
}

PassPtr Decoder::Step() {
    if (stop_reason_ != StopReason::None) return nullptr;
    return std::visit([this](auto& runner) { return StepWith(runner); }, runner_);
}

template <class T>
PassPtr Decoder::StepWith(Runner<T>& runner) {
    const int first = runner.cache.length();
    Counts counts;
    Trace trace = runner.engine.Run(next_tokens_, runner.cache, capture_, counts);

    const int last = first + static_cast<int>(next_tokens_.size()) - 1;
    std::optional<Selection> selection =
        SelectIn<T>(recipe_, pass_index_, trace.MutableRow<T>(TensorId::Logits, 0, last),
                    trace.MutableRow<T>(TensorId::FinalProbabilities, 0, last));

    auto pass = std::make_shared<Pass>(Pass{
        .index = pass_index_,
        .kind = pass_index_ == 0 ? PassKind::Prefill : PassKind::Decode,
        .first_position = first,
        .tokens = std::move(next_tokens_),
        .cache_length_before = first,
        .cache_length_after = runner.cache.length(),
        .counts = counts,
        .kept = std::make_shared<const Trace>(std::move(trace)),
        .selection = std::move(selection),
    });
    ++pass_index_;
    stop_reason_ = StopReasonAfter(recipe_, *pass);
    // The selected token is only an ID here. Its K and V come from the next pass, which processes
    // it.
    if (pass->selection) next_tokens_ = {pass->selection->id};
    return pass;
}

Recording Record(const Recipe& recipe, Capture capture) {
    Recording recording(recipe);
    Decoder decoder(recording, capture);
    while (PassPtr pass = decoder.Step()) recording.Append(std::move(pass));
    return recording;
}

}  // namespace decodescope
