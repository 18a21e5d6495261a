// Rows of numbers that others own, read without caring about their precision.
#pragma once

#include <cassert>
#include <cstddef>
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
    // `stride`: how far one number is from the next.
    Numbers(const float* data, int size, int stride = 1)
        : floats_(data), size_(size), stride_(stride) {}
    Numbers(const double* data, int size, int stride = 1)
        : doubles_(data), size_(size), stride_(stride) {}
    Numbers(const std::vector<double>& row)  // NOLINT: a vector of doubles is a row of numbers
        : Numbers(row.data(), static_cast<int>(row.size())) {}

    int size() const { return size_; }
    bool empty() const { return size_ == 0; }
    Precision precision() const { return floats_ ? Precision::Float32 : Precision::Float64; }

    double operator[](int i) const {
        assert(0 <= i && i < size_);
        const std::ptrdiff_t at = std::ptrdiff_t{i} * stride_;
        return floats_ ? static_cast<double>(floats_[at]) : doubles_[at];
    }

    // Writes all entries to `to`: [size], rounded where T is the smaller precision.
    template <class T>
    void CopyTo(T* to) const {
        if (floats_)
            CopyFrom(floats_, to);
        else
            CopyFrom(doubles_, to);
    }

    std::vector<double> ToVector() const {
        std::vector<double> row(static_cast<size_t>(size_));
        CopyTo(row.data());
        return row;
    }

    // Entries [first, first + count).
    Numbers Slice(int first, int count) const {
        assert(0 <= first && first + count <= size_);
        const std::ptrdiff_t at = std::ptrdiff_t{first} * stride_;
        Numbers slice = *this;
        if (floats_)
            slice.floats_ += at;
        else
            slice.doubles_ += at;
        slice.size_ = count;
        return slice;
    }

    // The same numbers, which keep their owner alive from here on.
    Numbers HeldBy(std::shared_ptr<const void> owner) && {
        owner_ = std::move(owner);
        return std::move(*this);
    }

private:
    template <class From, class T>
    void CopyFrom(const From* from, T* to) const {
        if (stride_ == 1) {
            for (int i = 0; i < size_; ++i) to[i] = static_cast<T>(from[i]);
        } else {
            for (int i = 0; i < size_; ++i)
                to[i] = static_cast<T>(from[std::ptrdiff_t{i} * stride_]);
        }
    }

    const float* floats_ = nullptr;
    const double* doubles_ = nullptr;
    int size_ = 0;
    int stride_ = 1;
    std::shared_ptr<const void> owner_;  // null: someone else keeps it alive
};

}  // namespace decodescope
