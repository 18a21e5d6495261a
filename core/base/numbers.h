// Rows of numbers that somebody else owns, read without caring about their precision.
#pragma once

#include <algorithm>
#include <cassert>

namespace decodescope {

// What one number is stored as, and all arithmetic done in.
enum class Precision { Float32, Float64 };

template <class T>
constexpr Precision kPrecisionOf = sizeof(T) == 4 ? Precision::Float32 : Precision::Float64;

// One row of numbers of either precision, read as doubles (exactly: every float is a double).
// It does not own them; it is valid as long as the trace or model it was read from.
class Numbers {
public:
    Numbers() = default;
    Numbers(const float* data, int size) : floats_(data), size_(size) {}
    Numbers(const double* data, int size) : doubles_(data), size_(size) {}

    int size() const { return size_; }
    bool empty() const { return size_ == 0; }

    double operator[](int i) const {
        assert(0 <= i && i < size_);
        return floats_ ? static_cast<double>(floats_[i]) : doubles_[i];
    }

    // Writes all entries to `to`, as floats: [size].
    void CopyTo(float* to) const {
        if (floats_)
            std::copy_n(floats_, size_, to);
        else
            std::transform(doubles_, doubles_ + size_, to,
                           [](double number) { return static_cast<float>(number); });
    }

    // Entries [first, first + count).
    Numbers Slice(int first, int count) const {
        assert(0 <= first && first + count <= size_);
        return floats_ ? Numbers(floats_ + first, count) : Numbers(doubles_ + first, count);
    }

private:
    const float* floats_ = nullptr;
    const double* doubles_ = nullptr;
    int size_ = 0;
};

}  // namespace decodescope
