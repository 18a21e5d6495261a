#include "core/engine/engine.h"

#include <cassert>
#include <utility>

#include "core/engine/forward.h"
#include "core/model/weights.h"

namespace decodescope {

Engine::Engine(ModelPtr model) : model_(std::move(model)) {}

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
        return Forward(model_->config, weights, sequences, capture, weight_bytes_read);
    };
    return std::visit(run, *model_->weights);
}

}  // namespace decodescope
