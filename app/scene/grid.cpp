#include "app/scene/grid.h"

#include <algorithm>

#include "app/scene/heat.h"
#include "app/scene/scene_builder.h"
#include "app/scene/words.h"
#include "core/run/comparison.h"

namespace decodescope {
namespace {

// By the edit that is being looked at, else by the last step.
bool IsChanged(const SceneBuilder& builder, const Grid& grid, const Cell& cell) {
    if (builder.view.before) return Differs(*builder.view.before, builder.recording, cell);
    return grid.state == BlockState::Current;
}

bool IsAnyChanged(const SceneBuilder& builder, const Grid& grid, const HeatMap& map) {
    if (!builder.view.before) return grid.state == BlockState::Current;
    for (int row = 0; row < map.rows && !map.ghost; ++row) {
        for (int column = 0; column < map.columns; ++column) {
            Cell cell = map.first;
            cell.row += row;
            cell.column += column;
            if (IsChanged(builder, grid, cell)) return true;
        }
    }
    return false;
}

// The token, or as much of it as there is room for; nothing where not even a letter is.
std::string FittingToken(const SceneBuilder& builder, std::string token, float room) {
    const auto fits = [&](const std::string& words) {
        return builder.view.measure(TextStyle::Strong, words) <= room;
    };
    token = Shortened(std::move(token), fits);
    return fits(token) && token != "…" ? token : "";
}

}  // namespace

int ColumnsOf(const SceneBuilder& builder, TensorId tensor) {
    const Axis axis = InfoOf(tensor).columns;
    return axis == Axis::KeyPosition ? builder.shape.cache_after() : Length(builder.config, axis);
}

bool FitsAsNumbers(const SceneBuilder& builder, TensorId tensor, int columns, float width) {
    constexpr float kSlack = 0.1f;
    return static_cast<float>(columns) * builder.layout.CellWidthOf(tensor) <= width + kSlack;
}

float WidthOf(const SceneBuilder& builder, const Cell& cell) {
    if (!builder.recording.Has(cell)) return builder.layout.cell_width;
    return builder.view.measure(TextStyle::Mono,
                                FormatNumber(builder.recording.At(cell), builder.view.numbers)) +
           16;
}

CellBox BoxOf(const SceneBuilder& builder, const Grid& grid, const Cell& cell, Rect place) {
    CellBox box{.block = grid.block, .place = place, .cell = cell, .number = {}, .fill = grid.fill};
    const bool per_key = InfoOf(cell.tensor).columns == Axis::KeyPosition;
    if (grid.state == BlockState::Ghost) {
        box.kind = CellKind::Empty;
    } else if (per_key && cell.column > cell.row) {
        box.kind = CellKind::Masked;
    } else if (!builder.recording.Has(cell)) {
        box.kind = CellKind::Empty;
    } else {
        const double number = builder.recording.At(cell);
        box.number = FormatNumber(number, builder.view.numbers);
        box.share = static_cast<float>(std::clamp(number, 0.0, 1.0));
        box.changed = IsChanged(builder, grid, cell);
    }
    return box;
}

void AddNumberRow(SceneBuilder& builder, const Grid& grid, int position, Rect row, int columns) {
    const int head = HeadOf(builder.config, grid.tensor, builder.view.query_head);
    const float width = builder.layout.CellWidthOf(grid.tensor);
    for (int column = 0; column < columns; ++column) {
        const Rect place{row.x + static_cast<float>(column) * width + 1, row.y + 1, width - 2,
                         row.height - 2};
        builder.scene.cells.push_back(
            BoxOf(builder, grid, {grid.tensor, grid.layer, head, position, column}, place));
    }
}

void AddHeatRows(SceneBuilder& builder, const Grid& grid, int first_position, int rows, Rect place,
                 int columns) {
    HeatMap map{
        .block = grid.block,
        .place = place,
        .first = {grid.tensor, grid.layer,
                  HeadOf(builder.config, grid.tensor, builder.view.query_head), first_position, 0},
        .rows = rows,
        .columns = columns,
        .scale = grid.scale,
        .shares = {},
        .ghost = grid.state == BlockState::Ghost,
        .changed = false};
    map.changed = IsAnyChanged(builder, grid, map);
    if (!map.ghost) FillMap(builder.recording, map, rows, columns);
    builder.scene.maps.push_back(std::move(map));
}

void AddGrid(SceneBuilder& builder, const Grid& grid) {
    const int columns = ColumnsOf(builder, grid.tensor);
    const bool numbers = FitsAsNumbers(builder, grid.tensor, columns, grid.width);
    const float width = numbers
                            ? static_cast<float>(columns) * builder.layout.CellWidthOf(grid.tensor)
                            : grid.width;
    const std::vector<float>& heights = builder.layout.rows.heights;
    float y = grid.corner.y;
    for (size_t row = 0; row < heights.size();) {
        const int position = builder.shape.first_position + static_cast<int>(row);
        if (numbers && heights[row] >= builder.layout.number_row) {
            AddNumberRow(builder, grid, position, {grid.corner.x, y, width, heights[row]}, columns);
            y += heights[row++];
            continue;
        }
        size_t end = row;
        float height = 0;
        while (end < heights.size() && heights[end] == heights[row]) height += heights[end++];
        AddHeatRows(builder, grid, position, static_cast<int>(end - row),
                    {grid.corner.x, y, width, height}, columns);
        y += height;
        row = end;
    }
}

void AddRowLabels(SceneBuilder& builder, const Rect& block, float y, BlockState state) {
    const SceneView& view = builder.view;
    const PassLayout& layout = builder.layout;
    const std::vector<float>& heights = layout.rows.heights;
    const TagKind kind = state == BlockState::Ghost ? TagKind::Ghost : TagKind::RowLabel;
    const bool is_input =
        block.y == layout.PlaceOf(BlockId::Input).y && block.x == layout.PlaceOf(BlockId::Input).x;
    const bool has_room = layout.rows.total() >= 20 &&
                          std::ranges::none_of(heights, [](float height) { return height >= 20; });
    for (size_t row = 0; row < heights.size(); ++row) {
        const int position = builder.shape.first_position + static_cast<int>(row);
        const bool is_last = row + 1 == heights.size();
        if (heights[row] >= 20 || (is_last && has_room)) {
            const float height = std::clamp(heights[row] - 2, 20.0f, 22.0f);
            const float center =
                heights[row] >= 20 ? y + heights[row] / 2 : y + heights[row] - height / 2;
            Tag tag = builder.TagOf(
                kind, {block.x + 8, center - height / 2, layout.tag_width, height}, position);
            const float room = layout.tag_width - 12 - view.measure(TextStyle::Mono, tag.position);
            tag.token = FittingToken(builder, tag.token, room + 1);
            if (kind != TagKind::Ghost || is_input) builder.scene.tags.push_back(tag);
        } else if (is_last && kind != TagKind::Ghost && layout.rows.total() < 20) {
            // Too low for tags: the positions, first and last, beside the middle of the rows.
            const std::string first = std::to_string(builder.shape.first_position);
            const std::string last = std::to_string(position);
            const bool fits =
                view.measure(TextStyle::Mono, first + "–" + last) <= layout.tag_width + 4;
            const float middle = y + heights[row] - layout.rows.total() / 2;
            builder.AddText({block.x + 4, middle - 10, layout.tag_width + 4, 20},
                            row > 0 && fits ? first + "–" + last : last, TextStyle::Mono,
                            Tone::Muted, Align::Right);
        }
        y += heights[row];
    }
}

void AddSectionLabel(SceneBuilder& builder, const Rect& block, float y, std::string words) {
    words = words.substr(0, words.find(" of "));  // "norm", beside a row of q
    builder.AddText(
        {block.x + 4, y + builder.layout.rows.total() / 2 - 10, builder.layout.tag_width + 4, 20},
        std::move(words), TextStyle::Plain, Tone::Muted, Align::Right);
}

void AddKeyLabels(SceneBuilder& builder, const Rect& block, float y, BlockState state) {
    if (state == BlockState::Ghost) return;
    const int keys = builder.shape.cache_after();
    const float x = builder.layout.CellsFrom(block);
    const float width = block.right() - 8 - x;
    const bool numbers = FitsAsNumbers(builder, TensorId::Scores, keys, width);
    const float step = numbers ? builder.layout.key_width : width / static_cast<float>(keys);
    const int every = numbers ? 1 : std::max(1, (keys - 1) / 2);
    for (int key = 0; key < keys; key += every) {
        const bool is_last_of_thinned = !numbers && keys - 1 - key < every;
        const int shown = is_last_of_thinned ? keys - 1 : key;
        const Rect slot{x + static_cast<float>(shown) * step, y, step, kAxisHeight};
        Tag tag = builder.TagOf(TagKind::RowLabel, slot, shown);
        const float position = builder.view.measure(TextStyle::Mono, tag.position);
        tag.token = numbers ? FittingToken(builder, tag.token, step - 6 - position) : "";
        if (!tag.token.empty()) {
            const float token = builder.view.measure(TextStyle::Strong, tag.token);
            const float left = slot.center().x - (token + 4 + position) / 2;
            builder.AddText({left, y, token, kAxisHeight}, tag.token, TextStyle::Strong,
                            Tone::Muted);
            builder.AddText({left + token + 4, y, position, kAxisHeight}, tag.position,
                            TextStyle::Mono, Tone::Muted);
        } else {
            const float left = std::clamp(slot.center().x - position / 2, x, x + width - position);
            builder.AddText({left, y, position, kAxisHeight}, tag.position, TextStyle::Mono,
                            Tone::Muted);
        }
        if (is_last_of_thinned) break;
    }
}

void AddRowNote(SceneBuilder& builder, const Rect& block, float y, int row, float cells,
                std::string words) {
    const PassLayout& layout = builder.layout;
    const std::vector<float>& heights = layout.rows.heights;
    if (heights[static_cast<size_t>(row)] < 20) return;
    for (int above = 0; above < row; ++above) y += heights[static_cast<size_t>(above)];
    const float x = layout.CellsFrom(block) + cells + 12;
    const float width = builder.view.measure(TextStyle::Plain, words);
    if (x + width > block.right() - 8) return;
    builder.AddText({x, y, width, heights[static_cast<size_t>(row)]}, std::move(words),
                    TextStyle::Plain, Tone::Muted);
}

}  // namespace decodescope
