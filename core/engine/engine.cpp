#include "core/engine/engine.h"

#include <cassert>
#include <utility>

#include "core/engine/forward.h"
#include "core/model/weights.h"

namespace decodescope {
namespace {

std::int64_t WeightCount(const Model& model) {
    std::int64_t count = 0;
    const auto add = [&](TensorAt, const auto& numbers) { count += numbers.size(); };
    std::visit([&](const auto& weights) { ForEachParameter(weights, add); }, *model.weights);
    return count;
}

}  // namespace

Engine::Engine(ModelPtr model)
    : model_(std::move(model)),
      threads_(std::make_shared<Threads>(ThreadsFor(WeightCount(*model_)))) {
    if (model_->config.positions == Positions::Rope) {
        rope_frequencies_ = RopeFrequenciesOf(model_->config);
    }
}

Trace Engine::Run(std::span<const TokenId> tokens, KvCache& cache, Capture capture,
                  Counts& counts) const {
    SequenceInput sequence{tokens, &cache};
    std::vector<Trace> traces = RunTogether({&sequence, 1}, capture, counts.weight_bytes_read);
    counts += sequence.counts;
    return std::move(traces.front());
}

std::vector<Trace> Engine::RunTogether(std::span<SequenceInput> sequences, Capture capture,
                                       std::int64_t& weight_bytes_read) const {
    assert(capture <= Capture::Checked);
    const auto run = [&](const auto& weights) {
        return Forward(model_->config, rope_frequencies_, weights, *threads_, sequences, capture,
                       weight_bytes_read);
    };
    return std::visit(run, *model_->weights);
}

}  // namespace decodescope
