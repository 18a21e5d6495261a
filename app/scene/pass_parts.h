// The parts of a block that can be shown or folded away, and which of them a step needs: those that
// hold a number that its stage reads or writes.
#pragma once

#include <cstdint>
#include <optional>

#include "app/scene/scene.h"
#include "core/run/recording.h"

namespace decodescope {

enum class Part {
    Input,
    NormedInput,
    Query,
    NormedQuery,
    RotatedQuery,
    Key,
    NormedKey,
    RotatedKey,
    Value,
    Cache,
    Score,
    Softmax,
    WeightedSum,
    PostAttention,
    Candidates,
    Tray,
    Count,
};

constexpr size_t kPartCount = static_cast<size_t>(Part::Count);

// A set of parts.
class Parts {
public:
    static constexpr Parts All() {
        Parts all;
        all.bits_ = (std::uint32_t{1} << kPartCount) - 1;
        return all;
    }

    constexpr bool Has(Part part) const { return (bits_ & Bit(part)) != 0; }
    constexpr void Add(Part part) { bits_ |= Bit(part); }
    constexpr void Remove(Part part) { bits_ &= ~Bit(part); }

    friend bool operator==(const Parts&, const Parts&) = default;

private:
    static constexpr std::uint32_t Bit(Part part) {
        return std::uint32_t{1} << static_cast<std::uint32_t>(part);
    }
    std::uint32_t bits_ = 0;
};

// The part that shows a tensor in the picture of a layer, if one does.
std::optional<Part> PartOf(const Config& config, const TensorAt& at, int layer);

// What the stage of a step reads and writes in a layer, as far as the picture of that layer has it.
// Nothing for step −1, which is before the pass.
Parts PartsOfStep(const Recording& recording, int step, int layer);

}  // namespace decodescope
