// Rows of numbers or of colour, with their labels.

#include <algorithm>

#include "app/scene/heat.h"
#include "app/scene/scene_builder.h"
#include "app/scene/words.h"
#include "app/state/changes.h"

namespace decodescope {

int Builder::ColumnsOf(TensorId tensor) const {
    const Axis axis = InfoOf(tensor).columns;
    return axis == Axis::KeyPosition ? shape_.cache_after() : Length(config_, axis);
}

bool Builder::FitsAsNumbers(int columns, float width) const {
    return static_cast<float>(columns) * layout_.cell_width <= width;
}

// What one number needs, with some room around it.
float Builder::WidthOf(const Cell& cell) const {
    if (!recording_.Has(cell)) return layout_.cell_width;
    return view_.measure(TextStyle::Mono, FormatNumber(recording_.At(cell), view_.numbers)) + 16;
}

// By the edit that is being looked at, else by the last step.
bool Builder::IsChanged(const Grid& grid, const Cell& cell) const {
    if (view_.before) return Differs(*view_.before, recording_, cell);
    return grid.state == BlockState::Current;
}

bool Builder::IsAnyChanged(const Grid& grid, const HeatMap& map) const {
    if (!view_.before) return grid.state == BlockState::Current;
    for (int row = 0; row < map.rows && !map.ghost; ++row) {
        for (int column = 0; column < map.columns; ++column) {
            Cell cell = map.first;
            cell.row += row;
            cell.column += column;
            if (IsChanged(grid, cell)) return true;
        }
    }
    return false;
}

// One cell drawn as a number, or as what stands where there is none.
CellBox Builder::BoxOf(const Grid& grid, const Cell& cell, Rect place) const {
    CellBox box{.block = grid.block, .place = place, .cell = cell, .number = {}, .fill = grid.fill};
    const bool per_key = InfoOf(cell.tensor).columns == Axis::KeyPosition;
    if (grid.state == BlockState::Ghost) {
        box.kind = CellKind::Empty;
    } else if (per_key && cell.column > cell.row) {
        box.kind = CellKind::Masked;
    } else if (!recording_.Has(cell)) {
        box.kind = CellKind::Empty;
    } else {
        const double number = recording_.At(cell);
        box.number = FormatNumber(number, view_.numbers);
        box.share = static_cast<float>(std::clamp(number, 0.0, 1.0));
        box.changed = IsChanged(grid, cell);
    }
    return box;
}

void Builder::AddNumberRow(const Grid& grid, int position, Rect row, int columns) {
    const int head = HeadOf(config_, grid.tensor, view_.query_head);
    const float width = layout_.cell_width;
    for (int column = 0; column < columns; ++column) {
        const Rect place{row.x + static_cast<float>(column) * width + 1, row.y + 1, width - 2,
                         row.height - 2};
        scene_.cells.push_back(
            BoxOf(grid, {grid.tensor, grid.layer, head, position, column}, place));
    }
}

void Builder::AddHeatRows(const Grid& grid, int first_position, int rows, Rect place, int columns) {
    HeatMap map{.block = grid.block,
                .place = place,
                .first = {grid.tensor, grid.layer, HeadOf(config_, grid.tensor, view_.query_head),
                          first_position, 0},
                .rows = rows,
                .columns = columns,
                .scale = grid.scale,
                .shares = {},
                .ghost = grid.state == BlockState::Ghost,
                .changed = false};
    map.changed = IsAnyChanged(grid, map);
    if (!map.ghost) FillMap(recording_, map, rows, columns);
    scene_.maps.push_back(std::move(map));
}

// Rows high enough hold numbers; runs of lower ones become one map.
void Builder::AddGrid(const Grid& grid) {
    const int columns = ColumnsOf(grid.tensor);
    const bool numbers = FitsAsNumbers(columns, grid.width);
    const float width = numbers ? static_cast<float>(columns) * layout_.cell_width : grid.width;
    const std::vector<float>& heights = layout_.rows.heights;
    float y = grid.corner.y;
    for (size_t row = 0; row < heights.size();) {
        const int position = shape_.first_position + static_cast<int>(row);
        if (numbers && heights[row] >= kNumberRow) {
            AddNumberRow(grid, position, {grid.corner.x, y, width, heights[row]}, columns);
            y += heights[row++];
            continue;
        }
        size_t end = row;
        float height = 0;
        while (end < heights.size() && heights[end] == heights[row]) height += heights[end++];
        AddHeatRows(grid, position, static_cast<int>(end - row), {grid.corner.x, y, width, height},
                    columns);
        y += height;
        row = end;
    }
}

// One tag a row where the rows are high enough, else the first and last position.
void Builder::AddRowLabels(const Rect& block, float y, BlockState state) {
    const std::vector<float>& heights = layout_.rows.heights;
    const TagKind kind = state == BlockState::Ghost ? TagKind::Ghost : TagKind::RowLabel;
    const bool is_input = block.y == layout_.PlaceOf(BlockId::Input).y &&
                          block.x == layout_.PlaceOf(BlockId::Input).x;
    const bool has_room = layout_.rows.total() >= 20 &&
                          std::ranges::none_of(heights, [](float height) { return height >= 20; });
    for (size_t row = 0; row < heights.size(); ++row) {
        const int position = shape_.first_position + static_cast<int>(row);
        const bool is_last = row + 1 == heights.size();
        if (heights[row] >= 20 || (is_last && has_room)) {
            const float height = std::clamp(heights[row] - 2, 20.0f, 22.0f);
            const float center =
                heights[row] >= 20 ? y + heights[row] / 2 : y + heights[row] - height / 2;
            Tag tag = TagOf(kind, {block.x + 8, center - height / 2, layout_.tag_width, height},
                            position);
            const float room =
                layout_.tag_width - 12 - view_.measure(TextStyle::Mono, tag.position);
            if (view_.measure(TextStyle::Strong, tag.token) > room + 1) tag.token.clear();
            if (kind != TagKind::Ghost || is_input) scene_.tags.push_back(tag);
        } else if (is_last && kind != TagKind::Ghost && layout_.rows.total() < 20) {
            // Too low for tags: the positions, first and last, beside the middle of the rows.
            const std::string first = std::to_string(shape_.first_position);
            const std::string last = std::to_string(position);
            const bool fits =
                view_.measure(TextStyle::Mono, first + "–" + last) <= layout_.tag_width + 4;
            const float middle = y + heights[row] - layout_.rows.total() / 2;
            AddText({block.x + 4, middle - 10, layout_.tag_width + 4, 20},
                    row > 0 && fits ? first + "–" + last : last, TextStyle::Mono, Tone::Muted,
                    Align::Right);
        }
        y += heights[row];
    }
}

// Beside rows that show what became of those above them.
void Builder::AddSectionLabel(const Rect& block, float y, std::string words) {
    AddText({block.x + 4, y + layout_.rows.total() / 2 - 10, layout_.tag_width + 4, 20},
            std::move(words), TextStyle::Plain, Tone::Muted, Align::Right);
}

// Above the columns of scores and weights: each key, or the first, middle and last.
void Builder::AddKeyLabels(const Rect& block, float y, BlockState state) {
    if (state == BlockState::Ghost) return;
    const int keys = shape_.cache_after();
    const float x = layout_.CellsFrom(block);
    const float width = block.right() - 8 - x;
    const bool numbers = FitsAsNumbers(keys, width);
    const float step = numbers ? layout_.cell_width : width / static_cast<float>(keys);
    const int every = numbers ? 1 : std::max(1, (keys - 1) / 2);
    for (int key = 0; key < keys; key += every) {
        const bool is_last_of_thinned = !numbers && keys - 1 - key < every;
        const int shown = is_last_of_thinned ? keys - 1 : key;
        const Rect slot{x + static_cast<float>(shown) * step, y, step, kAxisHeight};
        const Tag tag = TagOf(TagKind::RowLabel, slot, shown);
        const float token = view_.measure(TextStyle::Strong, tag.token);
        const float position = view_.measure(TextStyle::Mono, tag.position);
        if (numbers && token + 4 + position <= step) {
            const float left = slot.center().x - (token + 4 + position) / 2;
            AddText({left, y, token, kAxisHeight}, tag.token, TextStyle::Strong, Tone::Muted);
            AddText({left + token + 4, y, position, kAxisHeight}, tag.position, TextStyle::Mono,
                    Tone::Muted);
        } else {
            const float left = std::clamp(slot.center().x - position / 2, x, x + width - position);
            AddText({left, y, position, kAxisHeight}, tag.position, TextStyle::Mono, Tone::Muted);
        }
        if (is_last_of_thinned) break;
    }
}

// Words right of a row, where there is room for them.
void Builder::AddRowNote(const Rect& block, float y, int row, int columns, std::string words) {
    const std::vector<float>& heights = layout_.rows.heights;
    if (heights[static_cast<size_t>(row)] < 20) return;
    for (int above = 0; above < row; ++above) y += heights[static_cast<size_t>(above)];
    const float x =
        layout_.CellsFrom(block) + static_cast<float>(columns) * layout_.cell_width + 12;
    const float width = view_.measure(TextStyle::Plain, words);
    if (x + width > block.right() - 8) return;
    AddText({x, y, width, heights[static_cast<size_t>(row)]}, std::move(words), TextStyle::Plain,
            Tone::Muted);
}

}  // namespace decodescope
