#include "app/views/recipe/recipe_parameters.h"

#include <algorithm>
#include <vector>

#include "app/apply/view_commands.h"
#include "app/look/token_label.h"
#include "app/state/parameter_tables.h"
#include "app/views/recipe/recipe_form.h"
#include "app/views/recipe/recipe_numbers.h"
#include "core/model/parameters.h"

namespace decodescope {
namespace {

// At scale 1.
constexpr float kRowHead = 44, kColumnHead = 24, kScrollBar = 14;
constexpr int kMostRows = 8;  // before it scrolls

// What a toy shows directly needs no table.
bool IsShownAbove(const Model& model, const ParameterTable& table) {
    if (!ShowsAllNumbers(model)) return false;
    switch (table.tensor) {
        case TensorId::TokenEmbedding:
        case TensorId::QueryWeight:
        case TensorId::KeyWeight:
        case TensorId::ValueWeight:
        case TensorId::OutputWeight: return true;
        default: return false;
    }
}

struct Range {
    int first = 0;
    int end = 0;
};

Range InSight(float scroll, float room, float size, int count) {
    return {std::clamp(static_cast<int>(scroll / size), 0, count),
            std::clamp(static_cast<int>((scroll + room) / size) + 1, 0, count)};
}

struct Table {
    ParameterTable which;
    ParameterShape shape;
    Area cells;
    float cell_width, cell_height;
    float bar;  // room for the lower scroll bar
    ImVec2 scroll;
};

Cell CellAt(const Table& table, int row, int column) {
    return {table.which.tensor, table.which.layer, 0, row, column};
}

// The cells, in a child window that scrolls both ways. Notes how far it is scrolled.
void DrawCells(const Panel& panel, Table& table) {
    const Metrics& m = panel.theme.metrics;
    const float gap = panel.Px(m.cell_gap);
    ImGui::SetCursorScreenPos(table.cells.min);
    const std::string name = "parameters " + std::string(InfoOf(table.which.tensor).name);
    ImGui::BeginChild(name.c_str(), table.cells.size(), false,
                      ImGuiWindowFlags_HorizontalScrollbar);
    const ImVec2 origin = ImGui::GetCursorScreenPos();
    table.scroll = {ImGui::GetScrollX(), ImGui::GetScrollY()};
    const Range rows =
        InSight(table.scroll.y, table.cells.height(), table.cell_height, table.shape.rows);
    const Range columns =
        InSight(table.scroll.x, table.cells.width(), table.cell_width, table.shape.columns);
    for (int row = rows.first; row < rows.end; ++row) {
        for (int column = columns.first; column < columns.end; ++column) {
            const Area area = AreaAt(origin.x + static_cast<float>(column) * table.cell_width,
                                     origin.y + static_cast<float>(row) * table.cell_height,
                                     table.cell_width - gap, table.cell_height - gap);
            DrawParameter(panel, CellAt(table, row, column), area,
                          {.framed = false, .fill = panel.theme.colors().neutral_cell});
        }
    }
    ImGui::SetCursorScreenPos(
        {origin.x + static_cast<float>(table.shape.columns) * table.cell_width - gap,
         origin.y + static_cast<float>(table.shape.rows) * table.cell_height - gap});
    ImGui::Dummy({1, 1});
    ImGui::EndChild();
}

// The name of a row or a column: a token if there are few, else its number, which the list of the
// vocabulary explains.
std::string HeadText(const Panel& panel, Axis axis, int index) {
    const Model& model = ModelOf(panel);
    const bool is_token = axis == Axis::Vocabulary && ShowsAllNumbers(model);
    return is_token ? DisplayText(model.tokenizer, index) : std::to_string(index);
}

// To the left of the rows and above the columns: numbers or tokens.
void DrawHeads(const Panel& panel, const Table& table) {
    const TensorInfo& info = InfoOf(table.which.tensor);
    const Pen pen = panel.pen().Muted();
    const Area cells = table.cells;
    const float gap = panel.Px(panel.theme.metrics.gap), head = panel.Px(kRowHead);
    const auto draw = [&](ImVec2 at, Axis axis, int index, float room, bool is_row) {
        const std::string words =
            TokenLabel(HeadText(panel, axis, index), index,
                       [&](const std::string& label) { return pen.Width(label) <= room; });
        is_row ? pen.WriteRight(at, words) : pen.WriteMiddle(at, words);
    };
    const Range rows = InSight(table.scroll.y, cells.height(), table.cell_height, table.shape.rows);
    const Range columns =
        InSight(table.scroll.x, cells.width(), table.cell_width, table.shape.columns);
    pen.list.PushClipRect({cells.min.x - head, cells.min.y}, {cells.min.x, cells.max.y - table.bar},
                          true);
    for (int row = rows.first; row < rows.end; ++row) {
        const float y =
            cells.min.y - table.scroll.y + (static_cast<float>(row) + 0.5f) * table.cell_height;
        draw({cells.min.x - gap, y}, info.rows, row, head - gap, true);
    }
    pen.list.PopClipRect();
    pen.list.PushClipRect({cells.min.x, cells.min.y - panel.Px(kColumnHead)},
                          {cells.max.x, cells.min.y}, true);
    for (int column = columns.first; column < columns.end; ++column) {
        const float x =
            cells.min.x - table.scroll.x + (static_cast<float>(column) + 0.5f) * table.cell_width;
        draw({x, cells.min.y - panel.Px(kColumnHead) / 2}, info.columns, column, table.cell_width,
             false);
    }
    pen.list.PopClipRect();
}

void DrawTable(const Panel& panel, Column& column, const ParameterTable& which) {
    const Metrics& m = panel.theme.metrics;
    Table table{.which = which,
                .shape = ShapeOf(ModelOf(panel), which.tensor, which.layer),
                .cells = {},
                .cell_width = 0,
                .cell_height = panel.Px(m.matrix_pitch),
                .bar = 0,
                .scroll = {}};
    const std::string wide = FormatNumber(-1, panel.state.preferences.numbers);
    table.cell_width =
        panel.pen().In(FontRole::Mono).Width(wide) + panel.Px(2 * m.text_gap + m.cell_gap);
    const auto rows = static_cast<float>(std::min(table.shape.rows, kMostRows));
    const float wanted = table.cell_width * static_cast<float>(table.shape.columns);
    const float room = column.width() - panel.Px(kRowHead);
    table.bar = wanted > room ? panel.Px(kScrollBar) : 0;
    const Area all = AreaAt(column.left, column.y, column.width(),
                            panel.Px(kColumnHead) + rows * table.cell_height + table.bar);
    table.cells = {{all.min.x + panel.Px(kRowHead), all.min.y + panel.Px(kColumnHead)}, all.max};
    DrawCells(panel, table);
    DrawHeads(panel, table);
    panel.Spot("recipe.parameters", table.cells);
    column.y = all.max.y + panel.Px(m.section_gap);
}

}  // namespace

void DrawParameterTable(const Panel& panel, Column& column) {
    const Metrics& m = panel.theme.metrics;
    const Model& model = ModelOf(panel);
    std::vector<ParameterTable> tables = TablesOf(model);
    std::erase_if(tables, [&](const ParameterTable& table) { return IsShownAbove(model, table); });
    if (tables.empty()) return;

    const float label_y = column.y;
    DrawSectionLabel(panel, column, ShowsAllNumbers(model) ? "Other parameters" : "Parameters");
    const Area field = column.Block(panel.Px(m.field_height));
    const auto found = std::ranges::find(tables, panel.state.ui.parameters);
    const int chosen = found == tables.end() ? 0 : static_cast<int>(found - tables.begin());
    const auto name_of = [&](int i) { return NameOf(model, tables[static_cast<size_t>(i)]); };
    if (const auto choice = ChoiceField("##parameters", panel.theme, field, chosen,
                                        static_cast<int>(tables.size()), name_of)) {
        panel.Emit(ChooseParameters{tables[static_cast<size_t>(*choice)]});
    }
    panel.Spot("recipe.parameter", field);
    column.y = field.max.y + panel.Px(m.number_gap);

    const ParameterTable& which = tables[static_cast<size_t>(chosen)];
    const ParameterShape shape = ShapeOf(model, which.tensor, which.layer);
    panel.pen()
        .In(FontRole::Mono)
        .Muted()
        .WriteRight({column.right, label_y},
                    FormatCount(shape.rows) + "×" + FormatCount(shape.columns));
    DrawTable(panel, column, which);
}

}  // namespace decodescope
