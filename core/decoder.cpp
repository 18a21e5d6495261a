#include "core/decoder.h"

#include <cassert>

namespace decodescope {

template <class T>
Decoder::Runner<T>::Runner(const ModelPtr& model) : engine(model), cache(model->config) {}

Decoder::Decoder(const Recording& recording, Capture capture)
    : recipe_(recording.recipe()),
      capture_(capture),
      next_tokens_(recording.prompt()),
      runner_(MakeRunner(recipe_.model)) {
    assert(recording.pass_count() == 0);
}

Decoder::AnyRunner Decoder::MakeRunner(const ModelPtr& model) {
    if (model->precision() == Precision::Float64) return Runner<double>(model);
    return Runner<float>(model);
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
        Select<T>(recipe_.rule, pass_index_, trace.MutableRow<T>(Value::Logits, 0, last),
                  recipe_.model->config.vocabulary_size,
                  trace.MutableRow<T>(Value::FinalProbabilities, 0, last));

    auto pass = std::make_shared<Pass>(Pass{
        .index = pass_index_,
        .kind = pass_index_ == 0 ? PassKind::Prefill : PassKind::Decode,
        .first_position = first,
        .tokens = std::move(next_tokens_),
        .cache_length_before = first,
        .cache_length_after = runner.cache.length(),
        .counts = counts,
        .trace = std::move(trace),
        .selection = std::move(selection),
    });
    ++pass_index_;
    stop_reason_ = StopReasonAfter(recipe_, *pass);
    // The selected token is only an ID here. Its K and V come from the next pass, which processes it.
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
