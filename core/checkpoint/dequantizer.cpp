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

}  // namespace

std::int64_t StoredPlace::IndexOf(int row, int column, int columns) const {
    if (!is_transposed) return (first + row) * columns + column;
    return std::int64_t{column} * tensor->shape.back() + first + row;
}

void Dequantizer::Add(const StoredPlace& place, std::int64_t rows, std::int64_t columns,
                      float* to) {
    numbers_ += rows * columns;
    const std::int64_t rows_of_job = std::max<std::int64_t>(1, kNumbersOfJob / columns);
    for (std::int64_t row = 0; row < rows; row += rows_of_job) {
        const std::int64_t count = std::min(rows_of_job, rows - row);
        jobs_.push_back({place, row, count, columns, to + row * columns});
    }
}

void Dequantizer::Do(const Job& job) {
    const StoredTensor& tensor = *job.place.tensor;
    const std::int64_t first = job.place.first + job.first_row;
    if (!job.place.is_transposed) {
        Dequantize(tensor, first * job.columns, job.rows * job.columns, job.to);
        return;
    }
    std::vector<float> column(static_cast<std::size_t>(job.rows));
    for (std::int64_t c = 0; c < job.columns; ++c) {
        Dequantize(tensor, c * tensor.shape.back() + first, job.rows, column.data());
        for (std::int64_t r = 0; r < job.rows; ++r) {
            job.to[r * job.columns + c] = column[static_cast<std::size_t>(r)];
        }
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
