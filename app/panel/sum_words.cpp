#include "app/panel/sum_words.h"

#include "core/explain/narrate.h"
#include "core/model/formula.h"

namespace decodescope {
namespace {

// What distinguishes the terms of one sum: the row or the column of their first cell.
struct Distinction {
    bool by_row = false;
    Axis axis = Axis::One;
};

Distinction DistinctionOf(const Derivation& derivation) {
    const Cell* first = derivation.terms.empty() ? nullptr : FirstCell(derivation.terms.front());
    const Cell* last = derivation.terms.empty() ? nullptr : FirstCell(derivation.terms.back());
    if (!first || !last || first->tensor != last->tensor) return {};
    const TensorInfo& info = InfoOf(first->tensor);
    if (first->row != last->row) return {true, info.rows};
    return {false, info.columns};
}

}  // namespace

Heading HeadingOf(const Recording& recording, const Cell& cell) {
    const TensorInfo& info = InfoOf(cell.tensor);
    Heading heading{.symbol = std::string(info.symbol), .subscript = "", .of = ""};
    if (info.columns == Axis::Vocabulary) {
        heading.symbol += "(" + TokenText(recording, cell.column) + ")";
    } else if (info.columns == Axis::KeyPosition) {
        heading.of = " on " + TokenWithPosition(recording, cell.column);
    } else if (info.columns != Axis::One) {
        heading.subscript = std::to_string(cell.column);
    }
    if (info.rows == Axis::Position) {
        const bool names_itself = info.columns == Axis::Vocabulary;
        if (!names_itself) heading.of = "of " + TokenWithPosition(recording, cell.row) + heading.of;
    } else if (info.rows == Axis::Vocabulary) {
        heading.of = "of " + TokenText(recording, cell.row);
    } else if (info.rows != Axis::One) {
        heading.subscript = std::to_string(cell.row) + "," + heading.subscript;
    }
    return heading;
}

std::string FormulaLine(const Recording& recording, const Cell& cell) {
    const TensorInfo& info = InfoOf(cell.tensor);
    const Config& config = recording.config();
    std::string text = FormulaOf(recording.model(), cell.tensor, cell.layer);
    if (text.empty()) text = info.title;
    if (config.layers > 1 && info.per_layer) text += ", layer " + std::to_string(cell.layer);
    if (HeadCount(config, cell.tensor) > 1) {
        text += info.per_head == PerHead::Kv ? ", KV head " : ", head ";
        text += std::to_string(cell.head);
    }
    return text;
}

const Cell* FirstCell(const Term& term) {
    for (const Factor& factor : term.factors) {
        if (factor.cell) return &*factor.cell;
    }
    return nullptr;
}

std::string TermLabel(const Recording& recording, const Derivation& derivation, const Term& term) {
    const Distinction distinction = DistinctionOf(derivation);
    const Cell* cell = FirstCell(term);
    if (!cell) return term.factors.empty() ? "" : term.factors.front().label;
    const int index = distinction.by_row ? cell->row : cell->column;
    switch (distinction.axis) {
        case Axis::Vocabulary: return TokenText(recording, index);
        case Axis::Position:
        case Axis::KeyPosition: return TokenWithPosition(recording, index);
        case Axis::One: return std::string(InfoOf(cell->tensor).symbol);
        default: return "dim " + std::to_string(index);
    }
}

}  // namespace decodescope
