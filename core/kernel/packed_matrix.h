// A matrix packed for the kernels: rows in panels of 16, number by number.
//
//              columns                      in memory, one panel after the other:
//            +---------+
//     row  0 | a0 a1 … |  panel 0           a0 b0 c0 … (16 rows) | a1 b1 c1 … | …
//          1 | b0 b1 … |
//          2 | c0 c1 … |                    So W x computes 16 rows at once, reads memory from one
//          ⋮ |         |                    end to the other, and adds the products of each row in
//     row 16 |         |  panel 1           index order (kernels.h).
//            +---------+
//
// This is the only form of a model's matrices: reading, editing and saving go through it. The last
// panel is filled up with zeros, which nothing reads as rows. The numbers may also be kept as a
// file has them (StoredForm), and are then converted where they are multiplied.
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <new>
#include <vector>

#include "core/base/numbers.h"
#include "core/base/tensor.h"
#include "core/kernel/kernels.h"

namespace decodescope {

// Memory that begins with a cache line, so that no register is loaded from two.
template <class T>
struct CacheLineAllocator {
    using value_type = T;
    static constexpr std::align_val_t kAlignment{64};

    CacheLineAllocator() = default;
    template <class U>
    CacheLineAllocator(const CacheLineAllocator<U>&) {}  // NOLINT: allocators convert

    T* allocate(std::size_t count) {
        return static_cast<T*>(::operator new(count * sizeof(T), kAlignment));
    }
    void deallocate(T* at, std::size_t) { ::operator delete(at, kAlignment); }
    bool operator==(const CacheLineAllocator&) const { return true; }
};

template <class T>
using AlignedVector = std::vector<T, CacheLineAllocator<T>>;

template <class T>
class PackedMatrix {
public:
    using Scalar = T;
    static constexpr bool IsVectorAtCompileTime = false;  // as Eigen says it of its own

    PackedMatrix() = default;
    PackedMatrix(Eigen::Index rows, Eigen::Index columns) { resize(rows, columns); }
    PackedMatrix(const Matrix<T>& matrix);  // NOLINT: the same numbers in another order

    static PackedMatrix Identity(Eigen::Index rows, Eigen::Index columns);

    Eigen::Index rows() const { return rows_; }
    Eigen::Index cols() const { return columns_; }
    Eigen::Index size() const { return rows_ * columns_; }

    T operator()(Eigen::Index row, Eigen::Index column) const {
        assert(row < rows_ && column < columns_);
        return stored_as_ == StoredForm::Numbers ? numbers_[At(row, column)]
                                                 : StoredAt(row, column);
    }

    // A matrix that is stored as in a file is unpacked first: a number that a person sets need not
    // fit the form.
    void Set(Eigen::Index row, Eigen::Index column, T number);

    // A whole row: [columns].
    void CopyRow(Eigen::Index row, T* to) const;
    void SetRow(Eigen::Index row, const T* numbers);

    // Zeros, whatever it was.
    void resize(Eigen::Index rows, Eigen::Index columns);

    // --- As a file has them (T is float): a quarter to half of the memory.

    StoredForm stored_as() const { return stored_as_; }

    // Zeros in another form. Q8_0 has whole blocks of columns.
    void ResizeAs(StoredForm form, Eigen::Index rows, Eigen::Index columns);

    // A row in the bytes that files have for it: numbers of 16 bits, the lower byte first, or of
    // Q8_0 blocks of a scale and 32 bytes.
    void SetStoredRow(Eigen::Index row, const char* bytes);

    // --- A matrix that grows.

    // A whole row: [columns]. It must be stored as numbers.
    Numbers Row(Eigen::Index row) const {
        assert(stored_as_ == StoredForm::Numbers);
        return Numbers(numbers_.data() + At(row, 0), static_cast<int>(columns_), kPanelRows);
    }

    // A row after the last one; `Reserve` makes room for this many in all. All have as many numbers
    // as the first, or as a matrix of 0 rows was given.
    void AppendRow(Numbers row);
    void Reserve(Eigen::Index rows);

    template <class U>
    PackedMatrix<U> cast() const {
        PackedMatrix<U> other(rows_, columns_);
        for (Eigen::Index row = 0; row < rows_; ++row) {
            for (Eigen::Index column = 0; column < columns_; ++column) {
                other.Set(row, column, static_cast<U>((*this)(row, column)));
            }
        }
        return other;
    }

    // --- For the kernels.

    int panels() const { return static_cast<int>((rows_ + kPanelRows - 1) / kPanelRows); }

    // A panel; where it is stored as numbers, from one of its columns on.
    const void* Panel(int panel, Eigen::Index column = 0) const {
        if (stored_as_ == StoredForm::Numbers) {
            return numbers_.data() + At(Eigen::Index{panel} * kPanelRows, column);
        }
        assert(column == 0);
        return stored_.data() + static_cast<std::size_t>(panel) * PanelBytes();
    }

private:
    T StoredAt(Eigen::Index row, Eigen::Index column) const;
    std::size_t PanelBytes() const;  // of stored_
    void Unpack();

    std::size_t At(Eigen::Index row, Eigen::Index column) const {
        const Eigen::Index panel = row / kPanelRows;
        return static_cast<std::size_t>((panel * columns_ + column) * kPanelRows +
                                        row % kPanelRows);
    }
    std::size_t SizeFor(Eigen::Index rows) const {
        return At((rows + kPanelRows - 1) / kPanelRows * kPanelRows, 0);
    }

    Eigen::Index rows_ = 0, columns_ = 0;
    StoredForm stored_as_ = StoredForm::Numbers;
    AlignedVector<T> numbers_;            // empty in any other form
    AlignedVector<std::uint8_t> stored_;  // panels in that form
};

// The same numbers row by row. What is no packed matrix is returned as it is.
template <class T>
Matrix<T> Unpacked(const PackedMatrix<T>& packed) {
    Matrix<T> matrix(packed.rows(), packed.cols());
    for (Eigen::Index row = 0; row < matrix.rows(); ++row) {
        packed.CopyRow(row, matrix.row(row).data());
    }
    return matrix;
}
template <class Dense>
const Dense& Unpacked(const Dense& numbers) {
    return numbers;
}

template <class T>
bool operator==(const PackedMatrix<T>& a, const PackedMatrix<T>& b) {
    return Unpacked(a) == Unpacked(b);
}

extern template class PackedMatrix<float>;
extern template class PackedMatrix<double>;

}  // namespace decodescope
