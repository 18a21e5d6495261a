#include "core/checkpoint/dequantizer.h"

#include <algorithm>
#include <atomic>
#include <cassert>
#include <thread>

namespace decodescope {
namespace {

constexpr std::int64_t kNumbersOfJob = std::int64_t{1} << 18;
constexpr std::int64_t kFewNumbers = std::int64_t{1} << 21;  // done sooner than threads begin

// The numbers [first, first + count) of a tensor, which are whole blocks.
void Dequantize(const StoredTensor& tensor, std::int64_t first, std::int64_t count, float* to) {
    const StoredType& type = *tensor.type;
    assert(first % type.block_numbers == 0 && count % type.block_numbers == 0);
    type.dequantize(tensor.bytes.data() + type.BytesFor(first), count / type.block_numbers, to);
}

// Rows of a parameter, one after the other.
void DequantizeRows(const StoredPlace& place, std::int64_t first_row, std::int64_t rows,
                    std::int64_t columns, float* to) {
    const StoredTensor& tensor = *place.tensor;
    const std::int64_t first = place.first + first_row;
    if (!place.is_transposed) {
        Dequantize(tensor, first * columns, rows * columns, to);
        return;
    }
    std::vector<float> column(static_cast<std::size_t>(rows));
    for (std::int64_t c = 0; c < columns; ++c) {
        Dequantize(tensor, c * tensor.shape.back() + first, rows, column.data());
        for (std::int64_t r = 0; r < rows; ++r) {
            to[r * columns + c] = column[static_cast<std::size_t>(r)];
        }
    }
}

}  // namespace

std::int64_t StoredPlace::IndexOf(int row, int column, int columns) const {
    if (!is_transposed) return (first + row) * columns + column;
    return std::int64_t{column} * tensor->shape.back() + first + row;
}

void Dequantizer::Add(const StoredPlace& place, PackedMatrix<float>& to) {
    if (!place.is_transposed) to.ResizeAs(place.tensor->type->kept_as, to.rows(), to.cols());
    Add(place, to.rows(), to.cols(), &to, nullptr);
}
void Dequantizer::Add(const StoredPlace& place, Matrix<float>& to) {
    Add(place, to.rows(), to.cols(), nullptr, to.data());
}
void Dequantizer::Add(const StoredPlace& place, Vector<float>& to) {
    Add(place, 1, to.size(), nullptr, to.data());
}

void Dequantizer::Add(const StoredPlace& place, std::int64_t rows, std::int64_t columns,
                      PackedMatrix<float>* packed, float* to) {
    numbers_ += rows * columns;
    // Whole panels, so that no two jobs write to one.
    const std::int64_t panels = std::max<std::int64_t>(1, kNumbersOfJob / columns / kPanelRows);
    const std::int64_t rows_of_job = panels * kPanelRows;
    for (std::int64_t row = 0; row < rows; row += rows_of_job) {
        const std::int64_t count = std::min(rows_of_job, rows - row);
        jobs_.push_back(
            {place, row, count, columns, packed, packed ? nullptr : to + row * columns});
    }
}

// Rows that are kept as they are stored.
void Dequantizer::Keep(const Job& job) {
    const StoredTensor& tensor = *job.place.tensor;
    for (std::int64_t row = job.first_row; row < job.first_row + job.rows; ++row) {
        const std::int64_t number = (job.place.first + row) * job.columns;
        job.packed->SetStoredRow(row, tensor.bytes.data() + tensor.type->BytesFor(number));
    }
}

void Dequantizer::Do(const Job& job) {
    if (job.packed != nullptr && job.packed->stored_as() != StoredForm::Numbers) return Keep(job);
    std::vector<float> numbers;
    float* to = job.to;
    if (job.packed != nullptr) {
        numbers.resize(static_cast<std::size_t>(job.rows * job.columns));
        to = numbers.data();
    }
    DequantizeRows(job.place, job.first_row, job.rows, job.columns, to);
    if (job.packed == nullptr) return;
    for (std::int64_t row = 0; row < job.rows; ++row) {
        job.packed->SetRow(job.first_row + row, to + row * job.columns);
    }
}

void Dequantizer::Run(WorkProgress* progress) {
    if (progress != nullptr) progress->Begin(numbers_);
    std::atomic<std::size_t> next{0};
    const auto work = [&] {
        for (std::size_t i = next++; i < jobs_.size(); i = next++) {
            if (progress != nullptr && progress->is_called_off()) return;
            Do(jobs_[i]);
            if (progress != nullptr) progress->Advance(jobs_[i].rows * jobs_[i].columns);
        }
    };
    const unsigned processors = std::clamp(std::thread::hardware_concurrency(), 1u, 16u);
    std::vector<std::jthread> threads;
    if (numbers_ > kFewNumbers) {
        for (unsigned i = 1; i < processors; ++i) threads.emplace_back(work);
    }
    work();
    threads.clear();
    if (progress != nullptr) progress->RequireWanted();
}

}  // namespace decodescope
