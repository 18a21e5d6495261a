// Stored numbers made into single precision, or packed as they are stored (StoredType::kept_as), by
// all processors where there are many of them.
#pragma once

#include <cstdint>
#include <vector>

#include "core/base/tensor.h"
#include "core/base/work_progress.h"
#include "core/checkpoint/tensor_source.h"
#include "core/kernel/packed_matrix.h"

namespace decodescope {

// Where a parameter's numbers are in a tensor.
struct StoredPlace {
    const StoredTensor* tensor = nullptr;
    std::int64_t first = 0;      // of its rows, of a tensor that has several matrices
    bool is_transposed = false;  // the tensor is (in, out)

    // The number in the tensor's own order: of a parameter with this many columns.
    std::int64_t IndexOf(int row, int column, int columns) const;
};

class Dequantizer {
public:
    // Run will fill a parameter, which has its size. The tensor must have the numbers
    // (CheckpointWeights has looked).
    void Add(const StoredPlace& place, PackedMatrix<float>& to);
    void Add(const StoredPlace& place, Matrix<float>& to);
    void Add(const StoredPlace& place, Vector<float>& to);

    // `progress` counts numbers; it may be null.
    void Run(WorkProgress* progress);

private:
    // Some rows of a parameter.
    struct Job {
        StoredPlace place;
        std::int64_t first_row, rows, columns;
        PackedMatrix<float>* packed;  // or, where this is null, to
        float* to;
    };

    void Add(const StoredPlace& place, std::int64_t rows, std::int64_t columns,
             PackedMatrix<float>* packed, float* to);
    static void Do(const Job& job);
    static void Keep(const Job& job);

    std::vector<Job> jobs_;
    std::int64_t numbers_ = 0;
};

}  // namespace decodescope
