#include "core/kernel/packed_matrix.h"

#include <cstring>
#include <utility>

#include "core/kernel/half.h"

namespace decodescope {
namespace {

constexpr int kStoredBlockBytes = 2 + kBlockColumns;  // of one row of Q8_0, as files have it

std::uint16_t HalfAt(const std::uint8_t* bytes) {
    return static_cast<std::uint16_t>(bytes[0] | bytes[1] << 8);
}

// The row's part of each column, or of each block: `size` bytes, `count` times.
void Spread(const char* bytes, Eigen::Index count, Eigen::Index size, std::uint8_t* to) {
    for (Eigen::Index i = 0; i < count; ++i) {
        std::memcpy(to + i * size * kPanelRows, bytes + i * size, static_cast<std::size_t>(size));
    }
}

}  // namespace

template <class T>
PackedMatrix<T>::PackedMatrix(const Matrix<T>& matrix) {
    resize(matrix.rows(), matrix.cols());
    for (Eigen::Index row = 0; row < rows_; ++row) SetRow(row, matrix.row(row).data());
}

template <class T>
PackedMatrix<T> PackedMatrix<T>::Identity(Eigen::Index rows, Eigen::Index columns) {
    PackedMatrix identity(rows, columns);
    for (Eigen::Index i = 0; i < rows && i < columns; ++i) identity.Set(i, i, T(1));
    return identity;
}

template <class T>
void PackedMatrix<T>::resize(Eigen::Index rows, Eigen::Index columns) {
    rows_ = rows;
    columns_ = columns;
    stored_as_ = StoredForm::Numbers;
    stored_ = {};
    numbers_.assign(SizeFor(rows), T(0));
}

template <class T>
void PackedMatrix<T>::Set(Eigen::Index row, Eigen::Index column, T number) {
    assert(row < rows_ && column < columns_);
    Unpack();
    numbers_[At(row, column)] = number;
}

template <class T>
void PackedMatrix<T>::CopyRow(Eigen::Index row, T* to) const {
    if (stored_as_ == StoredForm::Numbers) return Row(row).CopyTo(to);
    for (Eigen::Index column = 0; column < columns_; ++column) to[column] = StoredAt(row, column);
}

template <class T>
void PackedMatrix<T>::SetRow(Eigen::Index row, const T* numbers) {
    assert(row < rows_);
    Unpack();
    T* const to = numbers_.data() + At(row, 0);
    for (Eigen::Index i = 0; i < columns_; ++i) to[i * kPanelRows] = numbers[i];
}

template <class T>
void PackedMatrix<T>::AppendRow(Numbers row) {
    if (rows_ == 0) columns_ = row.size();
    assert(row.size() == columns_ && stored_as_ == StoredForm::Numbers);
    ++rows_;
    if (rows_ % kPanelRows == 1) numbers_.resize(SizeFor(rows_));
    T* const to = numbers_.data() + At(rows_ - 1, 0);
    for (int i = 0; i < row.size(); ++i) to[i * kPanelRows] = static_cast<T>(row[i]);
}

template <class T>
void PackedMatrix<T>::Reserve(Eigen::Index rows) {
    numbers_.reserve(SizeFor(rows));
}

// --- As files have them ------------------------------------------------------------------------

template <class T>
std::size_t PackedMatrix<T>::PanelBytes() const {
    const auto columns = static_cast<std::size_t>(columns_);
    if (stored_as_ == StoredForm::Q8_0) return columns / kBlockColumns * kBlockBytes;
    return columns * kPanelRows * sizeof(std::uint16_t);
}

template <class T>
void PackedMatrix<T>::ResizeAs(StoredForm form, Eigen::Index rows, Eigen::Index columns) {
    if (form == StoredForm::Numbers) return resize(rows, columns);
    assert(sizeof(T) == sizeof(float));
    assert(form != StoredForm::Q8_0 || columns % kBlockColumns == 0);
    rows_ = rows;
    columns_ = columns;
    stored_as_ = form;
    numbers_ = {};
    stored_.assign(static_cast<std::size_t>(panels()) * PanelBytes(), 0);
}

template <class T>
void PackedMatrix<T>::SetStoredRow(Eigen::Index row, const char* bytes) {
    assert(row < rows_ && stored_as_ != StoredForm::Numbers);
    const Eigen::Index in_panel = row % kPanelRows;
    std::uint8_t* const panel =
        stored_.data() + static_cast<std::size_t>(row / kPanelRows) * PanelBytes();
    if (stored_as_ != StoredForm::Q8_0) {
        return Spread(bytes, columns_, 2, panel + 2 * in_panel);
    }
    for (Eigen::Index block = 0; block < columns_ / kBlockColumns; ++block) {
        const char* const from = bytes + block * kStoredBlockBytes;
        std::uint8_t* const to = panel + block * kBlockBytes;
        Spread(from, 1, 2, to + 2 * in_panel);
        Spread(from + 2, kBlockColumns, 1, to + kScaleBytes + in_panel);
    }
}

template <class T>
T PackedMatrix<T>::StoredAt(Eigen::Index row, Eigen::Index column) const {
    const Eigen::Index in_panel = row % kPanelRows;
    const std::uint8_t* const panel =
        stored_.data() + static_cast<std::size_t>(row / kPanelRows) * PanelBytes();
    if (stored_as_ == StoredForm::Q8_0) {
        const std::uint8_t* const block = panel + column / kBlockColumns * kBlockBytes;
        const float scale = HalfToFloat(HalfAt(block + 2 * in_panel));
        const std::uint8_t byte =
            block[kScaleBytes + column % kBlockColumns * kPanelRows + in_panel];
        return static_cast<T>(static_cast<float>(static_cast<std::int8_t>(byte)) * scale);
    }
    const std::uint16_t bits = HalfAt(panel + 2 * (column * kPanelRows + in_panel));
    return static_cast<T>(stored_as_ == StoredForm::F16 ? HalfToFloat(bits) : BfloatToFloat(bits));
}

template <class T>
void PackedMatrix<T>::Unpack() {
    if (stored_as_ == StoredForm::Numbers) return;
    PackedMatrix unpacked(rows_, columns_);
    for (Eigen::Index row = 0; row < rows_; ++row) {
        for (Eigen::Index column = 0; column < columns_; ++column) {
            unpacked.numbers_[At(row, column)] = StoredAt(row, column);
        }
    }
    *this = std::move(unpacked);
}

template class PackedMatrix<float>;
template class PackedMatrix<double>;

}  // namespace decodescope
