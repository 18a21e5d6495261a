#include "app/views/inspector/derivation_view.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>

#include "app/apply/inspect_commands.h"
#include "app/panel/inline_edit.h"
#include "app/panel/sum_words.h"
#include "app/widgets/controls.h"
#include "app/widgets/number_cell.h"
#include "app/widgets/text.h"
#include "app/widgets/token_chip.h"
#include "core/explain/narrate.h"
#include "core/run/terms_text.h"

namespace decodescope {
namespace {

// Where the parts of a row are.
struct Columns {
    float label, first, second, equals, result;
    float cell_width, cell_height;
};

Columns ColumnsOf(const Panel& panel, Area area) {
    const Metrics& m = panel.theme.metrics;
    Columns columns{};
    columns.cell_width = panel.Px(m.cell_width);
    columns.cell_height = panel.Px(m.matrix_cell);
    columns.result = area.max.x;
    columns.equals = columns.result - panel.Px(m.term_result);
    columns.second = columns.equals - panel.Px(m.term_equals) - columns.cell_width;
    columns.first = columns.second - panel.Px(m.term_dot) - columns.cell_width;
    columns.label = area.min.x;
    return columns;
}

ImU32 FillOf(const Palette& c, TensorId tensor) {
    switch (InfoOf(tensor).qkv) {
        case Qkv::Q: return c.q.tint;
        case Qkv::K: return c.k.tint;
        case Qkv::V: return c.v.tint;
        case Qkv::None: break;
    }
    return c.neutral_cell;
}

// Whether something is subtracted or divided before the factor is multiplied, so that it needs the
// room of two: "exp( 0.000 − 0.707 )". Softmax subtracts even where the largest is 0.
bool IsWide(const Factor& factor) {
    return factor.function == Function::Exp || factor.offset != 0 || factor.divisor != 1;
}

// "dim 12" is only "12" where there is no room for both.
std::string FittingLabel(const Pen& pen, const std::string& label, float room) {
    constexpr std::string_view kDimension = "dim ";
    const bool is_cut = pen.Width(label) > room;
    if (is_cut && label.starts_with(kDimension)) return label.substr(kDimension.size());
    return pen.Shortened(label, room);
}

// --- Rows ----------------------------------------------------------------------------------------

void DrawFactor(const Panel& panel, const Factor& factor, float x, float y,
                const Columns& columns) {
    const Pen pen = panel.pen();
    const Area area =
        AreaAt(x, y - columns.cell_height / 2, columns.cell_width, columns.cell_height);
    if (!factor.cell) {
        pen.In(FontRole::Mono)
            .Muted()
            .WriteRight({area.max.x - panel.Px(6), y},
                        FormatNumber(factor.value, panel.state.preferences.numbers));
        return;
    }
    DrawNumberCell(pen, area, FillOf(panel.theme.colors(), factor.cell->tensor),
                   FormatNumber(factor.argument, panel.state.preferences.numbers),
                   CellStyle::Ringed);
    const std::string name = "inspector." + NameOf(*factor.cell);
    const Touch touch = TouchArea((name + "@" + std::to_string(y)).c_str(), area);
    panel.Spot(name, area);
    // A parameter is edited with one click, as in the recipe: nothing more could be said about it.
    if (touch.clicked && InfoOf(factor.cell->tensor).is_parameter) {
        EmitInlineEdit(panel, *factor.cell, name);
    } else if (touch.clicked) {
        panel.Emit(Pin{factor.cell});
    }
}

void DrawResult(const Panel& panel, double number, float y, const Columns& columns, FontRole font) {
    panel.pen().In(font).WriteRight({columns.result, y},
                                    FormatNumber(number, panel.state.preferences.numbers));
}

void DrawSign(const Panel& panel, float x, float y, std::string_view sign) {
    panel.pen().In(FontRole::Mono).Muted().WriteMiddle({x, y}, sign);
}

// A wide factor, over both columns: the cell, then what is subtracted and divided by. Returns where
// the label to its left must end.
float DrawWide(const Panel& panel, const Factor& factor, float y, const Columns& columns) {
    const NumberFormat& format = panel.state.preferences.numbers;
    const Pen pen = panel.pen().In(FontRole::Mono).Muted();
    DrawFactor(panel, factor, columns.first, y, columns);
    const bool is_divided = factor.divisor != 1;
    const std::string before = std::string(NameOf(factor.function)) + (is_divided ? "((" : "(");
    std::string after = "− " + FormatNumber(factor.offset, format) + ")";
    if (is_divided) after += "/" + FormatNumber(factor.divisor, format) + ")";
    const float gap = panel.Px(4);
    pen.Write({columns.first + columns.cell_width + gap, y}, after);
    pen.WriteRight({columns.first - gap, y}, before);
    return columns.first - pen.Width(before) - 2 * gap;
}

// One or two factors of a term, in their columns, with what is done to the last before it is
// multiplied. Returns where the label to their left must end.
float DrawFactors(const Panel& panel, std::span<const Factor> factors, float y,
                  const Columns& columns) {
    if (IsWide(factors.front())) return DrawWide(panel, factors.front(), y, columns);
    const float half_gap = panel.Px(panel.theme.metrics.term_dot) / 2;
    const bool is_pair = factors.size() == 2;
    const float left = is_pair ? columns.first : columns.second;
    if (is_pair) {
        DrawFactor(panel, factors.front(), columns.first, y, columns);
        DrawSign(panel, columns.second - half_gap, y, "·");
    }
    DrawFactor(panel, factors.back(), columns.second, y, columns);
    const std::string_view function = NameOf(factors.back().function);
    if (function.empty()) return left - half_gap;
    const Pen pen = panel.pen().In(FontRole::Mono).Muted();
    pen.WriteRight({left - half_gap, y}, function);
    return left - half_gap - pen.Width(function) - half_gap;
}

// How many of the factors go on one line: two, but a wide one alone.
size_t FactorsOnLine(std::span<const Factor> factors) {
    if (factors.size() < 2 || IsWide(factors[0]) || IsWide(factors[1])) return 1;
    return 2;
}

// The product is after the last line. Returns where the next term begins.
float DrawTerm(const Panel& panel, const Term& term, const std::string& label, float y,
               const Columns& columns) {
    const Pen pen = panel.pen();
    const std::span<const Factor> factors(term.factors);
    for (size_t first = 0, count = 0; first < factors.size(); first += count) {
        count = FactorsOnLine(factors.subspan(first));
        if (first > 0) y += panel.Px(panel.theme.metrics.term_row);
        const auto line = factors.subspan(first, count);
        const float left = DrawFactors(panel, line, y, columns);
        if (first > 0) {
            DrawSign(panel, left, y, "·");
        } else {
            pen.Write({columns.label, y}, FittingLabel(pen, label, left - columns.label));
        }
    }
    DrawSign(panel, columns.equals, y, "=");
    DrawResult(panel, term.value, y, columns, FontRole::Mono);
    return y + panel.Px(panel.theme.metrics.term_row);
}

// The symbols above the columns, where each column holds cells of one tensor.
void DrawHeads(const Panel& panel, const Derivation& derivation, float y, const Columns& columns) {
    const Pen pen = panel.pen();
    const Term& term = derivation.terms.front();
    if (term.factors.size() == 1 && term.factors.front().function == Function::Exp) {
        pen.Muted().WriteShortened({columns.label, y},
                                   "the largest of the row is subtracted first: no share changes",
                                   columns.result - columns.label);
        return;
    }
    if (term.factors.size() != 2 || IsWide(term.factors[0])) return;
    const float xs[] = {columns.first, columns.second};
    for (size_t i = 0; i < 2; ++i) {
        const Factor& factor = term.factors[i];
        const bool same =
            factor.cell && std::ranges::all_of(derivation.terms, [&](const Term& other) {
                return other.factors.size() == 2 && other.factors[i].cell &&
                       other.factors[i].cell->tensor == factor.cell->tensor;
            });
        if (!same) continue;
        pen.Strong().WriteMiddle({xs[i] + columns.cell_width / 2, y},
                                 InfoOf(factor.cell->tensor).symbol);
    }
}

float DrawSum(const Panel& panel, const Derivation& derivation, float y, const Columns& columns) {
    const Metrics& m = panel.theme.metrics;
    const Pen pen = panel.pen();
    pen.Horizontal(columns.equals + panel.Px(m.term_equals) / 2, columns.result,
                   y - panel.Px(m.term_row) / 2 + panel.Px(2));
    pen.Muted().Write({columns.label, y}, "sum");
    const bool is_end = derivation.finish == Finish::Sum;
    DrawResult(panel, derivation.sum, y, columns, is_end ? FontRole::MonoStrong : FontRole::Mono);
    return y + panel.Px(m.term_row);
}

std::string FinishText(const Derivation& derivation, const NumberFormat& format) {
    const std::string sum = FormatNumber(derivation.sum, format);
    const std::string constant = FormatNumber(derivation.constant, format);
    switch (derivation.finish) {
        case Finish::Sum: return "";
        case Finish::Scale: return sum + " · " + constant;
        case Finish::InverseRoot: return "1 / √(" + sum + " · " + constant + " + ε)";
        case Finish::Share: {
            const size_t which = static_cast<size_t>(derivation.share_of);
            return FormatNumber(derivation.terms[which].value, format) + " / " + sum;
        }
    }
    return "";
}

}  // namespace

float DrawDerivation(const Panel& panel, const Derivation& derivation, Area area, float y) {
    if (derivation.terms.empty()) return y;
    const Metrics& m = panel.theme.metrics;
    const Pen pen = panel.pen();
    const Columns columns = ColumnsOf(panel, area);
    const FoldedTerms folded = Fold(derivation);

    DrawHeads(panel, derivation, y, columns);
    y += panel.Px(m.term_heads);
    for (const Term& term : folded.shown) {
        y = DrawTerm(panel, term, TermLabel(panel.recording(), derivation, term), y, columns);
    }
    if (folded.folded_count > 0) {
        pen.Muted().Write({columns.label, y}, FormatCount(folded.folded_count) + " more");
        DrawSign(panel, columns.equals, y, "=");
        DrawResult(panel, folded.folded_sum, y, columns, FontRole::Mono);
        y += panel.Px(m.term_row);
    }
    const bool is_single = derivation.terms.size() == 1 && derivation.finish == Finish::Sum;
    if (is_single) return y;
    y = DrawSum(panel, derivation, y, columns);
    if (derivation.finish == Finish::Sum) return y;

    pen.In(panel.theme.colors().line)
        .Horizontal(columns.label, columns.result, y - panel.Px(m.term_row) / 2 + panel.Px(2));
    pen.In(FontRole::Mono)
        .Write({columns.label, y}, FinishText(derivation, panel.state.preferences.numbers));
    DrawSign(panel, columns.equals, y, "=");
    DrawResult(panel, derivation.value, y, columns, FontRole::MonoStrong);
    return y + panel.Px(m.term_row);
}

}  // namespace decodescope
