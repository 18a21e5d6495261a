// The arithmetic of a pass. Engine (engine.h) is its public face; forward.cpp is where to read it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/engine/engine.h"
#include "core/engine/math.h"
#include "core/model/weights.h"

namespace decodescope {

// Runs one pass with weights of one precision: Engine::RunTogether.
template <class T>
std::vector<Trace> Forward(const Config& config, const RopeFrequencies& frequencies,
                           const Weights<T>& weights, Threads& threads,
                           std::span<SequenceInput> sequences, Capture capture,
                           std::int64_t& weight_bytes_read);

extern template std::vector<Trace> Forward(const Config&, const RopeFrequencies&,
                                           const Weights<double>&, Threads&,
                                           std::span<SequenceInput>, Capture, std::int64_t&);
extern template std::vector<Trace> Forward(const Config&, const RopeFrequencies&,
                                           const Weights<float>&, Threads&,
                                           std::span<SequenceInput>, Capture, std::int64_t&);

}  // namespace decodescope
