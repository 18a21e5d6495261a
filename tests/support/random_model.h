// Small models with random weights in any configuration, and the toy, for tests and benchmarks.
#pragma once

#include <cstdint>

#include "core/model/model.h"

namespace decodescope {

// A valid configuration with every choice made at random: small, but with several layers, heads and
// groups. The same seed gives the same configuration.
Config RandomConfig(std::uint64_t seed);

// Random weights for a configuration, of the given precision; the vocabulary is "t0", "t1", ...
// `identity_share`: how often a projection is the identity where its sizes allow that.
Model RandomModel(const Config& config, std::uint64_t seed,
                  Precision precision = Precision::Float64, double identity_share = 0.2);

// The three-letter toy model, built in code.
Model ToyModel();

// The parts of a Llama, whose sizes are still to be set: RMSNorm, RoPE, residuals, a SwiGLU and an
// output projection.
Config LlamaParts();

// The shape of stories260K, for timing where the file is missing.
Config Stories260KConfig();

}  // namespace decodescope
