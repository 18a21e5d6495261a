#include "app/views/pass/sum_float.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "app/panel/sum_words.h"
#include "app/scene/float_place.h"
#include "app/scene/pick.h"
#include "app/widgets/number_cell.h"
#include "core/run/terms_text.h"

namespace decodescope {
namespace {

// At scale 1.
constexpr float kPadding = 14, kTitle = 40, kHeads = 24, kRow = 28, kCellHeight = 26;
constexpr float kResult = 28, kColumnGap = 4, kLabelGap = 12, kFoot = 10;
constexpr float kTail = 9, kRadius = 8, kBorder = 2, kMargin = 6;

// What the float says, before it has a place.
struct SumTable {
    Heading heading;
    std::string formula;
    std::string value;
    std::vector<std::string> heads;  // of the columns, one for each term that is shown
    struct Row {
        std::string label;
        std::vector<std::string> cells;  // "" where a term has no such factor
        bool is_ringed = false;
        ImU32 fill = 0;
    };
    std::vector<Row> rows;
    std::string more;    // "12 more", in the last column
    std::string finish;  // what is done to the sum

    float label_width = 0, cell_width = 0, more_width = 0;
    ImVec2 size;
};

ImU32 FillFor(const Palette& c, const Cell& cell) {
    switch (InfoOf(cell.tensor).qkv) {
        case Qkv::Q: return c.q.tint;
        case Qkv::K: return c.k.tint;
        case Qkv::V: return c.v.tint;
        case Qkv::None: break;
    }
    return c.neutral_cell;
}

// The symbol of the tensor that all factors of a row are cells of.
std::string LabelOf(const std::vector<Term>& terms, size_t factor) {
    std::string label;
    for (const Term& term : terms) {
        if (factor >= term.factors.size()) continue;
        const Factor& one = term.factors[factor];
        const std::string symbol = one.cell ? std::string(InfoOf(one.cell->tensor).symbol) : "";
        if (!label.empty() && symbol != label) return "";
        label = symbol;
    }
    return label;
}

void AddFactorRows(const Panel& panel, const std::vector<Term>& terms, SumTable& table) {
    const NumberFormat& format = panel.state.preferences.numbers;
    size_t most = 0;
    for (const Term& term : terms) most = std::max(most, term.factors.size());
    for (size_t i = 0; i < most; ++i) {
        SumTable::Row row{.label = LabelOf(terms, i), .cells = {}};
        SumTable::Row after{.label = {}, .cells = {}};
        const Factor* changed = nullptr;  // by a function, or by what is subtracted
        for (const Term& term : terms) {
            if (i >= term.factors.size()) {
                row.cells.emplace_back();
                after.cells.emplace_back();
                continue;
            }
            const Factor& factor = term.factors[i];
            row.is_ringed |= factor.cell.has_value();
            if (factor.cell) row.fill = FillFor(panel.theme.colors(), *factor.cell);
            row.cells.push_back(FormatNumber(factor.argument, format));
            const bool is_changed =
                factor.function != Function::None || factor.offset != 0 || factor.divisor != 1;
            if (is_changed) changed = &factor;
            after.cells.push_back(FormatNumber(factor.value, format));
        }
        table.rows.push_back(std::move(row));
        if (!changed) continue;
        const std::string divided =
            changed->divisor == 1 ? "" : " / " + FormatNumber(changed->divisor, format);
        const std::string less =
            changed->offset == 0 ? "" : " − " + FormatNumber(changed->offset, format);
        after.label = std::string(NameOf(changed->function)) + "(" + table.rows.back().label +
                      less + divided + ")";
        table.rows.push_back(std::move(after));
    }
}

std::string FinishOf(const Derivation& derivation, const NumberFormat& format) {
    const auto number = [&](double value) { return FormatNumber(value, format); };
    switch (derivation.finish) {
        case Finish::Sum: return "";
        case Finish::Scale:
            return "sum " + number(derivation.sum) + " · " + number(derivation.constant);
        case Finish::InverseRoot:
            return "1 / √(" + number(derivation.sum) + " · " + number(derivation.constant) +
                   " + ε)";
        case Finish::Share: {
            const size_t which = static_cast<size_t>(derivation.share_of);
            return number(derivation.terms[which].value) + " / " + number(derivation.sum);
        }
    }
    return "";
}

void Measure(const Panel& panel, SumTable& table) {
    const Pen pen = panel.pen(), mono = pen.In(FontRole::MonoStrong);
    float widest = mono.Width("0.000");
    for (const SumTable::Row& row : table.rows) {
        for (const std::string& cell : row.cells) widest = std::max(widest, mono.Width(cell));
        table.label_width = std::max(table.label_width, pen.Strong().Width(row.label));
    }
    for (const std::string& head : table.heads) widest = std::max(widest, pen.Width(head));
    table.cell_width = std::round(widest + panel.Px(14));
    table.more_width = table.more.empty() ? 0 : pen.Width(table.more) + panel.Px(kLabelGap);
    const auto columns = static_cast<float>(table.heads.size());
    const float of_table = table.label_width + panel.Px(kLabelGap) +
                           columns * (table.cell_width + panel.Px(kColumnGap)) + table.more_width;
    const float of_title =
        pen.In(FontRole::MonoLarge).Width(table.heading.symbol + table.heading.subscript) +
        pen.Width(table.heading.of + " = " + table.formula) + mono.Width(table.value) +
        panel.Px(70);
    const float of_finish = pen.In(FontRole::Mono).Width(table.finish + table.value) + panel.Px(60);
    const float rows = static_cast<float>(table.rows.size());
    table.size = {
        std::max({of_table, of_title, table.finish.empty() ? 0 : of_finish}) +
            2 * panel.Px(kPadding),
        panel.Px(kTitle + kHeads + kRow * rows + kFoot + (table.finish.empty() ? 0 : kResult))};
    table.size = {std::ceil(table.size.x), std::ceil(table.size.y)};
}

SumTable TableOf(const Panel& panel, const Derivation& derivation) {
    const Recording& recording = panel.recording();
    const NumberFormat& format = panel.state.preferences.numbers;
    SumTable table{.heading = HeadingOf(recording, derivation.cell),
                   .formula = FormulaLine(recording, derivation.cell),
                   .value = FormatNumber(derivation.value, format)};
    const size_t equals = table.formula.find(" = ");
    if (equals != std::string::npos) table.formula = table.formula.substr(equals + 3);
    const FoldedTerms folded = Fold(derivation);
    for (const Term& term : folded.shown) {
        table.heads.push_back(TermLabel(recording, derivation, term));
    }
    if (!folded.shown.empty()) AddFactorRows(panel, folded.shown, table);
    const bool has_products =
        std::ranges::any_of(folded.shown, [](const Term& term) { return term.factors.size() > 1; });
    if (has_products || folded.folded_count > 0) {
        SumTable::Row products{.label = "=", .cells = {}};
        for (const Term& term : folded.shown) {
            products.cells.push_back(FormatNumber(term.value, format));
        }
        table.rows.push_back(std::move(products));
    }
    if (folded.folded_count > 0) {
        table.more = "+ " + FormatNumber(folded.folded_sum, format) + "  (" +
                     FormatCount(folded.folded_count) + " more)";
    }
    table.finish = FinishOf(derivation, format);
    Measure(panel, table);
    return table;
}

void DrawTitle(const Panel& panel, const SumTable& table, Area place) {
    const Pen pen = panel.pen();
    const float y = place.min.y + panel.Px(kTitle) / 2 + panel.Px(2);
    const float value_width = pen.In(FontRole::MonoStrong).Width(table.value) + panel.Px(16);
    const Area value =
        AreaAt(place.max.x - panel.Px(kPadding) - value_width,
               std::round(y - panel.Px(kCellHeight) / 2), value_width, panel.Px(kCellHeight));
    pen.Fill(value, panel.theme.metrics.cell_radius);
    pen.In(FontRole::MonoStrong, panel.theme.colors().on_ink)
        .WriteMiddle(value.center(), table.value);
    panel.Spot("float.value", value);
    float x = place.min.x + panel.Px(kPadding);
    if (panel.state.ui.pinned) {
        pen.Draw(Icon::Pin, {x + panel.Px(6), y});
        x += panel.Px(20);
    }
    x = pen.In(FontRole::MonoStrong)
            .WriteSubscripted({x, y}, table.heading.symbol, table.heading.subscript);
    const std::string words =
        table.heading.of + (table.formula.empty() ? "" : " = " + table.formula);
    pen.Muted().WriteShortened({x + panel.Px(8), y}, words,
                               value.min.x - panel.Px(10) - x - panel.Px(8));
}

void DrawRows(const Panel& panel, const SumTable& table, Area place) {
    const Pen pen = panel.pen(), mono = pen.In(FontRole::Mono);
    const float left = place.min.x + panel.Px(kPadding);
    const float first = left + table.label_width + panel.Px(kLabelGap);
    const float step = table.cell_width + panel.Px(kColumnGap);
    float y = place.min.y + panel.Px(kTitle + kHeads / 2);
    for (size_t i = 0; i < table.heads.size(); ++i) {
        const float x = first + static_cast<float>(i) * step;
        pen.Muted().WriteMiddle({x + table.cell_width / 2, y}, table.heads[i]);
    }
    y += panel.Px(kHeads / 2 + kRow / 2);
    for (const SumTable::Row& row : table.rows) {
        const bool is_result = row.label == "=";
        const float height = panel.Px(kCellHeight);
        if (is_result) {
            pen.Horizontal(first, place.max.x - panel.Px(kPadding), y - panel.Px(kRow) / 2);
        }
        pen.Strong(!is_result).Write({left, y}, row.label);
        for (size_t i = 0; i < row.cells.size(); ++i) {
            const float x = first + static_cast<float>(i) * step;
            const Area cell = AreaAt(x, std::round(y - height / 2), table.cell_width, height);
            if (row.is_ringed && !row.cells[i].empty()) {
                DrawNumberCell(pen, cell, row.fill, row.cells[i], CellStyle::Ringed);
            } else {
                mono.WriteRight({cell.max.x - panel.Px(4), y}, row.cells[i]);
            }
        }
        if (is_result && !table.more.empty()) {
            const float x = first + static_cast<float>(row.cells.size()) * step;
            pen.Muted().Write({x + panel.Px(kLabelGap) / 2, y}, table.more);
        }
        y += panel.Px(kRow);
    }
    if (table.finish.empty()) return;
    pen.In(panel.theme.colors().line)
        .Horizontal(left, place.max.x - panel.Px(kPadding), y - panel.Px(kResult) / 2);
    mono.WriteRight({place.max.x - panel.Px(kPadding), y + panel.Px(2)},
                    table.finish + " = " + table.value);
}

// From the number to the float, where that is right below or above it.
void DrawTail(const Panel& panel, Area number, Area place) {
    const Palette& c = panel.theme.colors();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float half = panel.Px(kTail), x = number.center().x;
    if (x < place.min.x + 2 * half || x > place.max.x - 2 * half) return;
    const bool is_below = place.min.y >= number.max.y;
    if (!is_below && place.max.y > number.min.y) return;
    const float from = is_below ? place.min.y : place.max.y;
    const float to = is_below ? number.max.y : number.min.y;
    if (std::abs(from - to) > panel.Px(40)) return;
    const float inside = from + (is_below ? panel.Px(kBorder) : -panel.Px(kBorder));
    list.AddTriangleFilled({x - half, inside}, {x + half, inside}, {x, to}, c.panel);
    list.AddLine({x - half, from}, {x, to}, c.ink, panel.Px(kBorder));
    list.AddLine({x, to}, {x + half, from}, c.ink, panel.Px(kBorder));
}

Area InWindow(const Canvas& canvas, const Scene& scene, const Cell& cell) {
    const std::vector<Rect> places = PlacesOf(scene, cell);
    return places.empty() ? Area{} : canvas.At(places.front());
}

bool IsWanted(const Panel& panel, const Canvas& canvas, const Scene& scene) {
    if (!panel.derived.derivation || panel.state.ui.shows_overview) return false;
    if (!panel.state.ui.presents && panel.state.ui.shows_inspector) return false;
    const Area number = InWindow(canvas, scene, panel.derived.derivation->cell);
    return !number.empty() && canvas.area.Contains(number.center());
}

}  // namespace

Area PlaceOfSumFloat(const Panel& panel, const Canvas& canvas, const Scene& scene) {
    if (!IsWanted(panel, canvas, scene)) return {};
    const Derivation& derivation = *panel.derived.derivation;
    const SumTable table = TableOf(panel, derivation);
    const float one = panel.theme.scale * canvas.zoom();  // window pixels for a scene pixel
    const Point corner = canvas.PointAt(canvas.area.min), end = canvas.PointAt(canvas.area.max);
    FloatRequest request{.size = {table.size.x / one, table.size.y / one},
                         .window = {corner.x + kMargin, corner.y + kMargin,
                                    end.x - corner.x - 2 * kMargin, end.y - corner.y - 2 * kMargin},
                         .number = PlacesOf(scene, derivation.cell).front(),
                         .links = {}};
    for (const Term& term : derivation.terms) {
        for (const Factor& factor : term.factors) {
            if (!factor.cell) continue;
            const std::vector<Rect> places = PlacesOf(scene, *factor.cell);
            request.links.insert(request.links.end(), places.begin(), places.end());
        }
    }
    return canvas.At(PlaceFloat(scene, request));
}

void DrawSumFloat(const Panel& panel, const Canvas& canvas, const Scene& scene, Area place) {
    if (place.empty()) return;
    const Derivation& derivation = *panel.derived.derivation;
    const Palette& c = panel.theme.colors();
    const Pen pen = panel.pen();
    constexpr float kShadow = 3;
    const float shadow = panel.Px(kShadow);
    pen.In(Faded(c.ink, 0.12f))
        .Fill({{place.min.x + shadow, place.min.y + shadow},
               {place.max.x + shadow, place.max.y + shadow}},
              kRadius);
    pen.In(c.panel).Fill(place, kRadius);
    pen.Ring(place, kRadius, kBorder);
    DrawTail(panel, InWindow(canvas, scene, derivation.cell), place);
    const SumTable table = TableOf(panel, derivation);
    ImGui::GetWindowDrawList()->PushClipRect(place.min, place.max, true);
    DrawTitle(panel, table, place);
    DrawRows(panel, table, place);
    ImGui::GetWindowDrawList()->PopClipRect();
    panel.Spot("float", place);
}

}  // namespace decodescope
