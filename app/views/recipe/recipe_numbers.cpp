#include "app/views/recipe/recipe_numbers.h"

#include <algorithm>
#include <array>
#include <initializer_list>

#include "app/apply/model_commands.h"
#include "app/look/token_label.h"
#include "app/panel/number_edit.h"
#include "app/views/recipe/recipe_form.h"
#include "app/views/recipe/recipe_vocabulary.h"
#include "app/widgets/number_cell.h"
#include "core/model/parameters.h"

namespace decodescope {
namespace {

// Parameters belong to the recipe, highlights to the recording made of it.
CellStyle StyleOf(const Panel& panel, const Cell& cell) {
    if (panel.derived.highlights.IsInspected(cell)) return CellStyle::Inverted;
    return panel.derived.highlights.IsSource(cell) ? CellStyle::Ringed : CellStyle::Plain;
}

struct MatrixStyle {
    TensorId tensor;
    ImU32 fill;
    float cell_width;
};

// The width of a cell in which every number of the first layer's matrices can be read as typed, at
// most `most`.
float CellWidth(const Panel& panel, std::initializer_list<TensorId> tensors, float least,
                float most) {
    const Pen digits = panel.pen().In(FontRole::Mono).Strong();
    float width = least;
    for (const TensorId tensor : tensors) {
        const ParameterShape shape = ShapeOf(ModelOf(panel), tensor, 0);
        for (int row = 0; row < shape.rows; ++row) {
            for (int column = 0; column < shape.columns; ++column) {
                const double number = ParameterAt(ModelOf(panel), {tensor, 0, 0, row, column});
                const std::string words = FormatInput(number, panel.state.preferences.numbers);
                width = std::max(width, digits.Width(words) + panel.Px(6));
            }
        }
    }
    return std::max(least, std::min(width, most));
}

// The width of the tokens before their rows: that of the longest name, within limits.
float KeyWidth(const Panel& panel) {
    constexpr float kMost = 88;  // at scale 1
    const Metrics& m = panel.theme.metrics;
    const Model& model = ModelOf(panel);
    float width = panel.Px(m.key_chip_width);
    for (TokenId token = 0; token < model.config.vocabulary_size; ++token) {
        const std::string name = DisplayText(model.tokenizer, token);
        width = std::max(width, panel.pen().Strong().Width(name) + panel.Px(2 * m.text_gap));
    }
    return std::min(width, panel.Px(kMost));
}

float KeyIndent(const Panel& panel) {
    const Metrics& m = panel.theme.metrics;
    return KeyWidth(panel) + panel.Px(m.embedding_indent - m.key_chip_width);
}

// A matrix of the first layer as a small grid.
void DrawMatrix(const Panel& panel, const MatrixStyle& style, ImVec2 at) {
    const Metrics& m = panel.theme.metrics;
    const ParameterShape shape = ShapeOf(ModelOf(panel), style.tensor, 0);
    for (int row = 0; row < shape.rows; ++row) {
        for (int column = 0; column < shape.columns; ++column) {
            const Cell cell{style.tensor, 0, 0, row, column};
            const float x =
                at.x + static_cast<float>(column) * (style.cell_width + panel.Px(m.cell_gap));
            const float y = at.y + static_cast<float>(row) * panel.Px(m.matrix_pitch);
            DrawParameter(
                panel, cell, AreaAt(x, y, style.cell_width, panel.Px(m.matrix_cell)),
                {.framed = false, .fill = style.fill, .centered = true, .as_typed = true});
        }
    }
}

void DrawTwoTone(const Panel& panel, ImVec2 middle, std::string_view first, std::string_view second,
                 ImU32 color) {
    const Pen pen = panel.pen().Strong();
    const float width = pen.Width(first) + pen.Width(second);
    const float x = pen.Write({middle.x - width / 2, middle.y}, first);
    pen.In(color).Write({x, middle.y}, second);
}

}  // namespace

void DrawParameter(const Panel& panel, const Cell& cell, Area area, NumberStyle style,
                   std::string extra_hotspot) {
    const CellStyle cell_style = StyleOf(panel, cell);
    style.ringed = cell_style == CellStyle::Ringed;
    style.inverted = cell_style == CellStyle::Inverted;
    const std::string name = "cell." + NameOf(cell);
    const NumberEdit edit =
        NumberField(name.c_str(), panel.theme, area, ParameterAt(ModelOf(panel), cell),
                    panel.state.preferences.numbers, style);
    if (edit.changed) panel.Emit(SetParameter{cell, *edit.changed});
    EmitEditEnd(panel, name, edit);
    if (edit.hovered) panel.hovered = cell;
    panel.Spot(name, area);
    if (!extra_hotspot.empty()) panel.Spot(std::move(extra_hotspot), area);
}

bool ShowsAllNumbers(const Model& model) {
    constexpr int kMostColumns = 4, kMostRows = 12;
    return model.config.layers == 1 && model.config.d_model <= kMostColumns &&
           model.config.query_width() <= kMostColumns && model.config.vocabulary_size <= kMostRows;
}

void DrawEmbeddings(const Panel& panel, Column& column) {
    const Metrics& m = panel.theme.metrics;
    const Model& model = ModelOf(panel);
    DrawAddToken(panel, {{column.left, column.y}, {column.right, column.y}});
    DrawSectionLabel(panel, column, "Token embeddings E");
    column.y += panel.Px(m.number_gap);
    const float height = panel.Px(m.number_height), gap = panel.Px(m.number_gap);
    const float left = column.left + KeyIndent(panel), key = KeyWidth(panel);
    constexpr int kColumns = 2;  // in one row; longer vectors continue below
    const float width = (column.right - left - gap) / kColumns;
    for (TokenId token = 0; token < model.config.vocabulary_size; ++token) {
        const Area chip = AreaAt(column.left, column.y, key, height);
        DrawToken(panel, chip, token);
        for (int i = 0; i < model.config.d_model; ++i) {
            if (i > 0 && i % kColumns == 0) column.y += height + gap;
            const Area field = AreaAt(left + static_cast<float>(i % kColumns) * (width + gap),
                                      column.y, width, height);
            DrawParameter(panel, {TensorId::TokenEmbedding, 0, 0, token, i}, field, {},
                          "recipe.embedding." + std::to_string(token) + "." + std::to_string(i));
        }
        column.y += height + gap;
    }
    column.y += panel.Px(m.section_gap) - gap;
}

void DrawWeights(const Panel& panel, Column& column) {
    const Metrics& m = panel.theme.metrics;
    const Palette& c = panel.theme.colors();
    struct WeightsRow {
        TensorId tensor;
        std::string_view letter;
        const Shade& shade;
    };
    const std::array<WeightsRow, 3> rows{{{TensorId::QueryWeight, "Q", c.q},
                                          {TensorId::KeyWeight, "K", c.k},
                                          {TensorId::ValueWeight, "V", c.v}}};
    DrawSectionLabel(panel, column, "Weights");
    const int columns = ModelOf(panel).config.d_model;
    const float room = column.width() / static_cast<float>(columns) - panel.Px(m.cell_gap);
    const float needed =
        CellWidth(panel, {TensorId::QueryWeight, TensorId::KeyWeight, TensorId::ValueWeight},
                  panel.Px(m.matrix_cell), room);
    const float pitch = panel.Px(m.matrix_column);
    const bool side_by_side = (needed + panel.Px(m.cell_gap)) * static_cast<float>(columns) <=
                              pitch - panel.Px(m.number_gap);
    float lowest = column.y;
    for (size_t i = 0; i < rows.size(); ++i) {
        const ParameterShape shape = ShapeOf(ModelOf(panel), rows[i].tensor, 0);
        const float cell_width = side_by_side ? needed : room;
        const float x = side_by_side ? column.left + static_cast<float>(i) * pitch : column.left;
        const float width = static_cast<float>(shape.columns) * (cell_width + panel.Px(m.cell_gap));
        const float y = side_by_side ? column.y : lowest;
        DrawTwoTone(panel, {x + width / 2, y + panel.Px(m.matrix_head) / 2}, "W", rows[i].letter,
                    rows[i].shade.text);
        const float top = y + panel.Px(m.matrix_head);
        DrawMatrix(panel, {rows[i].tensor, rows[i].shade.tint, cell_width}, {x, top});
        lowest = std::max(lowest, top + static_cast<float>(shape.rows) * panel.Px(m.matrix_pitch));
    }
    column.y = lowest + panel.Px(m.section_gap);
}

void DrawOutputMatrix(const Panel& panel, Column& column) {
    const Metrics& m = panel.theme.metrics;
    const Palette& c = panel.theme.colors();
    const Model& model = ModelOf(panel);
    if (model.config.tied_output) {
        DrawSectionLabel(panel, column, "Output matrix WU = E");
        column.y += panel.Px(m.section_gap) - panel.Px(m.label_gap) / 2;
        return;
    }
    DrawSectionLabel(panel, column, "Output matrix WU");
    const ParameterShape shape = ShapeOf(model, TensorId::OutputWeight, 0);
    const float left = column.left + KeyIndent(panel);
    for (int row = 0; row < shape.rows; ++row) {
        const float y = column.y + static_cast<float>(row) * panel.Px(m.matrix_pitch) +
                        panel.Px(m.matrix_cell) / 2;
        const float half = panel.Px(m.matrix_cell) / 2;
        const Area place{{column.left, y - half}, {left - panel.Px(m.number_gap), y + half}};
        const Pen name = panel.pen().Strong();
        const auto fits = [&](const std::string& words) {
            return name.Width(words) <= place.width();
        };
        name.WriteIn(place, TokenLabel(DisplayText(model.tokenizer, row), row, fits),
                     Anchor::Middle);
    }
    const float most = (column.right - left) / static_cast<float>(std::max(1, shape.columns)) -
                       panel.Px(m.cell_gap);
    DrawMatrix(
        panel,
        {TensorId::OutputWeight, c.neutral_cell,
         CellWidth(panel, {TensorId::OutputWeight}, std::min(panel.Px(m.output_cell), most), most)},
        {left, column.y});
    column.y += static_cast<float>(shape.rows) * panel.Px(m.matrix_pitch) + panel.Px(m.section_gap);
}

}  // namespace decodescope
