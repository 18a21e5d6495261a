#include "app/state/copy.h"

#include "core/base/number.h"
#include "core/model/parameters.h"
#include "core/run/terms.h"
#include "core/run/terms_text.h"

namespace decodescope {
namespace {

// The rows and columns that a block shows: all of a parameter, all of the cache up to the cell's
// pass, else those of the cell's pass.
struct Extent {
    int first_row = 0;
    int rows = 0;
    int columns = 0;
};

Extent ExtentOf(const Recording& recording, const Cell& cell) {
    const TensorInfo& info = InfoOf(cell.tensor);
    if (info.is_parameter) {
        const ParameterShape shape = ShapeOf(recording.model(), cell.tensor, cell.layer);
        return {0, shape.rows, shape.columns};
    }
    const Pass& pass = *recording.PassOfPosition(cell.row);
    const bool is_cached = cell.tensor == TensorId::CachedK || cell.tensor == TensorId::CachedV;
    const int first = is_cached ? 0 : pass.first_position;
    const int columns = info.columns == Axis::KeyPosition
                            ? pass.last_position() + 1
                            : Length(recording.config(), info.columns);
    return {first, pass.last_position() - first + 1, columns};
}

// RFC 4180 with one header line; later positions of a row are empty.
std::string BlockCsv(const Recording& recording, const Cell& cell) {
    const Extent extent = ExtentOf(recording, cell);
    std::string csv = "row";
    for (int column = 0; column < extent.columns; ++column) csv += "," + std::to_string(column);
    csv += "\n";
    for (int row = extent.first_row; row < extent.first_row + extent.rows; ++row) {
        Cell at{cell.tensor, cell.layer, cell.head, row, 0};
        if (!recording.Has(at)) continue;  // not captured: logits of all but the last position
        csv += std::to_string(row);
        for (; at.column < extent.columns; ++at.column) {
            csv += ",";
            if (recording.Has(at)) csv += FormatShortest(recording.At(at));
        }
        csv += "\n";
    }
    return csv;
}

}  // namespace

std::string CopyText(const Recording& recording, const Cell& cell, CopyKind kind) {
    switch (kind) {
        case CopyKind::Number: return FormatShortest(recording.At(cell));
        case CopyKind::Sum: return FilledIn(recording, cell);
        case CopyKind::Block: return BlockCsv(recording, cell);
    }
    return {};
}

}  // namespace decodescope
