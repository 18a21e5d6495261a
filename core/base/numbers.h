// Rows of numbers that others own, read without caring about their precision.
#pragma once

#include <algorithm>
#include <cassert>
#include <memory>
#include <utility>
#include <vector>

namespace decodescope {

// What one number is stored as, and all arithmetic done in.
enum class Precision { Float32, Float64 };

template <class T>
constexpr Precision kPrecisionOf = sizeof(T) == 4 ? Precision::Float32 : Precision::Float64;

constexpr int BytesPerNumber(Precision precision) {
    return precision == Precision::Float32 ? 4 : 8;
}

// How far two correct ways of computing a number may differ by rounding, relative to its size.
constexpr double RoundingTolerance(Precision precision) {
    return precision == Precision::Float32 ? 1e-4 : 1e-9;
}

// One row of numbers of either precision, read as doubles (exactly: every float is a double).
// It is valid as long as the trace, cache or model it was read from, which it holds only where
// HeldBy says so.
class Numbers {
public:
    Numbers() = default;
    Numbers(const float* data, int size) : floats_(data), size_(size) {}
    Numbers(const double* data, int size) : doubles_(data), size_(size) {}
    Numbers(const std::vector<double>& row)  // NOLINT: a vector of doubles is a row of numbers
        : Numbers(row.data(), static_cast<int>(row.size())) {}

    int size() const { return size_; }
    bool empty() const { return size_ == 0; }
    Precision precision() const { return floats_ ? Precision::Float32 : Precision::Float64; }

    double operator[](int i) const {
        assert(0 <= i && i < size_);
        return floats_ ? static_cast<double>(floats_[i]) : doubles_[i];
    }

    // Writes all entries to `to`: [size], rounded where T is the smaller precision.
    template <class T>
    void CopyTo(T* to) const {
        const auto convert = [](auto number) { return static_cast<T>(number); };
        if (floats_)
            std::transform(floats_, floats_ + size_, to, convert);
        else
            std::transform(doubles_, doubles_ + size_, to, convert);
    }

    std::vector<double> ToVector() const {
        std::vector<double> row(static_cast<size_t>(size_));
        CopyTo(row.data());
        return row;
    }

    // Entries [first, first + count).
    Numbers Slice(int first, int count) const {
        assert(0 <= first && first + count <= size_);
        Numbers slice = *this;
        if (floats_)
            slice.floats_ += first;
        else
            slice.doubles_ += first;
        slice.size_ = count;
        return slice;
    }

    // The same numbers, which keep their owner alive from here on.
    Numbers HeldBy(std::shared_ptr<const void> owner) && {
        owner_ = std::move(owner);
        return std::move(*this);
    }

private:
    const float* floats_ = nullptr;
    const double* doubles_ = nullptr;
    int size_ = 0;
    std::shared_ptr<const void> owner_;  // null: someone else keeps it alive
};

}  // namespace decodescope
