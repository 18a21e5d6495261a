#include "core/run/first_odd_number.h"

#include <cmath>

#include "core/run/terms.h"

namespace decodescope {
namespace {

bool IsOdd(double number) { return !std::isfinite(number); }

// The first odd number of a row, if it has one.
std::optional<Cell> InRow(const Recording& recording, Cell cell) {
    const Numbers row = recording.Row(cell.tensor, cell.layer, cell.head, cell.row);
    for (cell.column = 0; cell.column < row.size(); ++cell.column) {
        if (IsOdd(row[cell.column])) return cell;
    }
    return std::nullopt;
}

std::optional<Cell> InStep(const Recording& recording, const Pass& pass, const StageStep& step) {
    for (const TensorInfo& info : AllTensors()) {
        const bool is_of_step = !info.is_parameter && info.stage == step.stage;
        if (!is_of_step || !Has(recording.config(), info.tensor)) continue;
        for (int position = pass.first_position; position <= pass.last_position(); ++position) {
            for (int head = 0; head < HeadCount(recording.config(), info.tensor); ++head) {
                const Cell row{info.tensor, step.layer, head, position, 0};
                if (!recording.Has(row)) continue;
                if (const std::optional<Cell> odd = InRow(recording, row)) return odd;
            }
        }
    }
    return std::nullopt;
}

// The parameter that a number is odd because of, or the number itself.
Cell SourceOf(const Recording& recording, const Cell& cell) {
    for (const Term& term : Terms(recording, cell).terms) {
        for (const Factor& factor : term.factors) {
            const bool is_source = factor.cell && InfoOf(factor.cell->tensor).is_parameter;
            if (is_source && IsOdd(factor.value)) return *factor.cell;
        }
    }
    return cell;
}

}  // namespace

std::optional<Cell> FirstOddNumber(const Recording& recording, int last_pass) {
    for (int index = 0; index <= last_pass && index < recording.pass_count(); ++index) {
        for (const StageStep& step : recording.steps()) {
            const std::optional<Cell> odd = InStep(recording, recording.pass(index), step);
            if (odd) return SourceOf(recording, *odd);
        }
    }
    return std::nullopt;
}

}  // namespace decodescope
