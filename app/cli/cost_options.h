// What can be typed behind `cost`, beside what all verbs share.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace decodescope {

constexpr std::int64_t kMostBatch = 1'000'000, kMostContext = 100'000'000;

struct CostOptions {
    std::optional<std::string> hardware, shape, weights, cache;
    std::optional<std::int64_t> batch, context;

    // Whether something of the modelled part was asked for without a machine to model.
    bool lacks_hardware() const {
        return !hardware && (shape || weights || cache || batch || context);
    }
};

}  // namespace decodescope
