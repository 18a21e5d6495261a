#include "app/shell/file_page.h"

#include <algorithm>
#include <ctime>

#include "app/apply/browse_commands.h"
#include "app/look/imgui_compat.h"
#include "app/panel/edit_text.h"
#include "app/widgets/controls.h"
#include "app/widgets/text.h"
#include "core/base/utf8.h"

namespace decodescope {
namespace {

// At scale 1.
constexpr float kWidth = 760, kHeight = 620;
constexpr float kSizeColumn = 180, kDateColumn = 16;  // from the right end of a row
constexpr float kButtonWidth = 112;

std::string FormatDate(std::int64_t seconds) {
    const std::time_t time = static_cast<std::time_t>(seconds);
    std::tm local{};
    char text[32] = "";
    if (!::localtime_r(&time, &local)) return text;
    std::strftime(text, sizeof text, "%Y-%m-%d %H:%M", &local);
    return text;
}

// The end of a path, which says more than its beginning, where there is no room for all of it.
std::string ShortenedPath(const Theme& theme, FontRole role, const std::string& path, float width) {
    std::string shown = path;
    while (TextWidth(theme, role, shown) > width) {
        const size_t slash = path.find('/', path.size() - shown.size() + (shown == path ? 1 : 4));
        if (slash == std::string::npos) return Shortened(theme, role, shown, width);
        shown = "…" + path.substr(slash);
    }
    return shown;
}

// --- The list of entries

void DrawEntry(const Panel& panel, Area row, const FolderEntry& entry, int index) {
    const Palette& c = panel.theme.colors();
    const FileBrowser& browser = panel.state.ui.browser;
    const std::string name = "files.entry." + std::to_string(index);
    const Touch touch = TouchArea(name.c_str(), row);
    if (touch.clicked) panel.Emit(HighlightEntry{index});
    if (touch.hovered && ImGui::IsMouseDoubleClicked(0)) panel.Emit(EnterPath{});

    const Pen pen = panel.pen();
    const bool is_highlighted = browser.highlighted == index;
    if (is_highlighted || touch.hovered) {
        pen.In(is_highlighted ? c.line : c.neutral_cell).Fill(row);
    }
    const float y = row.center().y, left = row.min.x + panel.Px(panel.theme.metrics.field_padding);
    const float size_at = row.max.x - panel.Px(kSizeColumn);
    const float date_at = row.max.x - panel.Px(kDateColumn);
    const bool has_columns = size_at - left > panel.Px(kSizeColumn);
    const FontRole role = entry.is_folder ? FontRole::LabelStrong : FontRole::Label;
    const float room = (has_columns ? size_at - panel.Px(kSizeColumn) / 2 : row.max.x) - left;
    pen.In(role).WriteShortened({left, y}, entry.name + (entry.is_folder ? "/" : ""), room);
    if (has_columns && !entry.is_folder) {
        pen.Muted().WriteRight({size_at, y},
                               FormatBytes(static_cast<std::int64_t>(entry.size), panel.point()));
        pen.Muted().WriteRight({date_at, y}, FormatDate(entry.modified));
    }
    panel.Spot(name, row);
}

// Keeps the highlighted row in sight when the keys have moved it.
void ScrollTo(int row, float pitch, float height) {
    const float top = static_cast<float>(row) * pitch;
    if (top < ImGui::GetScrollY()) ImGui::SetScrollY(top);
    if (top + pitch > ImGui::GetScrollY() + height) ImGui::SetScrollY(top + pitch - height);
}

void MoveHighlight(const Panel& panel, int row_count, float pitch, float height) {
    const int by = (IsDownPressed() ? 1 : 0) - (IsUpPressed() ? 1 : 0);
    if (by == 0 || row_count == 0 || panel.state.ui.question.is_open()) return;
    const int row = std::clamp(panel.state.ui.browser.highlighted + by, 0, row_count - 1);
    panel.Emit(HighlightEntry{row});
    ScrollTo(row, pitch, height);
}

void DrawList(const Panel& panel, Area area) {
    const Pen pen = panel.pen();  // of the page: the rows are drawn in a window of their own
    const Palette& c = panel.theme.colors();
    const FileBrowser& browser = panel.state.ui.browser;
    const std::vector<int> rows = RowsOf(browser);
    const float pitch = panel.Px(panel.theme.metrics.row_height);
    pen.In(c.block).Fill(area);

    ImGui::SetCursorScreenPos(area.min);
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
    ImGui::BeginChild("files.list", area.size(), false, ImGuiWindowFlags_NoNav);
    const ImVec2 origin = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    ImGuiListClipper clipper;
    clipper.Begin(static_cast<int>(rows.size()), pitch);
    while (clipper.Step()) {
        for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
            const int entry = rows[static_cast<size_t>(i)];
            DrawEntry(panel,
                      AreaAt(origin.x, origin.y + static_cast<float>(i) * pitch, width, pitch),
                      browser.entries[static_cast<size_t>(entry)], i);
        }
    }
    ImGui::SetCursorScreenPos({origin.x, origin.y + static_cast<float>(rows.size()) * pitch});
    ImGui::Dummy({1, 1});
    MoveHighlight(panel, static_cast<int>(rows.size()), pitch, area.height());
    ImGui::EndChild();
    ImGui::PopStyleVar();

    if (rows.empty()) {
        pen.Muted().Write(
            {area.min.x + panel.Px(panel.theme.metrics.field_padding), area.min.y + pitch / 2},
            browser.entries.empty() ? "This folder is empty."
                                    : "No folder, model or recipe of this name.");
    }
    pen.In(c.line).Frame(area);
}

// --- Around it

void DrawHead(const Panel& panel, Area head, const char* title) {
    const Metrics& m = panel.theme.metrics;
    const FileBrowser& browser = panel.state.ui.browser;
    const Pen pen = panel.pen();
    pen.In(FontRole::PassTitle).Write({head.min.x, head.min.y + panel.Px(m.gap)}, title);

    const float size = panel.Px(m.field_height);
    const Area up = AreaAt(head.min.x, head.max.y - size, size, size);
    const std::string parent = ParentOf(browser.folder);
    if (IconButton("files.up", panel.theme, up, Icon::Up, {.enabled = parent != browser.folder})) {
        panel.Emit(BrowseTo{parent});
    }
    Tip(panel.theme, up, "Parent folder");
    panel.Spot("files.up", up);

    const std::string_view all = browser.shows_all ? "Models and recipes only" : "All files";
    const float all_width = pen.Strong().Width(all) + 2 * panel.Px(m.field_padding);
    const Area show = AreaAt(head.max.x - all_width, up.min.y, all_width, size);
    if (TextButton("files.all", panel.theme, show, std::nullopt, all)) {
        panel.Emit(ShowAllFiles{!browser.shows_all});
    }
    panel.Spot("files.all", show);

    const float left = up.max.x + panel.Px(m.field_padding);
    pen.Muted().Write({left, up.center().y},
                      ShortenedPath(panel.theme, FontRole::Label, browser.folder,
                                    show.min.x - panel.Px(m.field_padding) - left));
}

// The field keeps the focus, so that typing always goes there.
void DrawField(const Panel& panel, Area field) {
    const FileBrowser& browser = panel.state.ui.browser;
    const bool opens = browser.field == PathField::Open;
    const bool asks = panel.state.ui.question.is_open();  // over this page
    const bool was_empty = browser.typed.empty();
    // A field that is being typed into does not look at what the program sets; a new one does.
    const std::string id = "##path" + std::to_string(browser.fills);
    const bool is_text = !FirstInvalidUtf8(browser.typed);
    const FieldEdit<std::string> edit =
        EditText(panel, id.c_str(), field,
                 is_text ? browser.typed : Displayable(panel.theme, FontRole::Mono, browser.typed),
                 {.wrong = !browser.problem.empty(),
                  .hint = opens ? "type a name or a path" : "a name, such as recipe.toml",
                  .take_focus = !asks && !ImGui::IsAnyItemActive() && !ImGui::IsMouseDown(0)});
    if (edit.changed) panel.Emit(TypePath{*edit.changed});
    const bool has_focus = ImGui::IsAnyItemActive();  // it comes back a frame later
    if (!asks && (edit.entered || (!has_focus && IsEnterPressed()))) panel.Emit(EnterPath{});
    if (was_empty && !edit.changed && !asks && IsBackspacePressed()) {
        panel.Emit(BrowseTo{ParentOf(browser.folder)});
    }
    panel.Spot("files.path", field);
}

void DrawFoot(const Panel& panel, Area foot) {
    const Pen pen = panel.pen();
    const Metrics& m = panel.theme.metrics;
    const FileBrowser& browser = panel.state.ui.browser;
    const bool opens = browser.field == PathField::Open;
    const float width = panel.Px(kButtonWidth), height = panel.Px(m.field_height);
    const Area enter = AreaAt(foot.max.x - width, foot.max.y - height, width, height);
    const Area cancel = AreaAt(enter.min.x - panel.Px(m.gap) - width, enter.min.y, width, height);
    if (TextButton("files.open", panel.theme, enter, std::nullopt, opens ? "Open" : "Save",
                   {.solid = true})) {
        panel.Emit(EnterPath{});
    }
    panel.Spot("files.open", enter);
    if (TextButton("files.cancel", panel.theme, cancel, std::nullopt, "Cancel")) {
        panel.Emit(ShowPathField{PathField::None});
    }
    panel.Spot("files.cancel", cancel);

    constexpr int kMostLines = 3;
    const bool is_problem = !browser.problem.empty();
    pen.Muted(!is_problem)
        .WriteParagraph({foot.min.x, foot.min.y + panel.Px(m.line_height) / 2},
                        is_problem
                            ? browser.problem
                            : "Up and Down choose, Enter opens, Backspace goes up, Esc closes.",
                        cancel.min.x - panel.Px(m.margin) - foot.min.x, kMostLines);
    if (is_problem) panel.Spot("files.problem", {foot.min, {cancel.min.x, foot.max.y}});
}

}  // namespace

void DrawFilePage(const Panel& panel, Area window) {
    const FileBrowser& browser = panel.state.ui.browser;
    if (!browser.is_open()) return;
    const Metrics& m = panel.theme.metrics;
    const float margin = panel.Px(m.margin), field_height = panel.Px(m.field_height);
    const float width = std::min(panel.Px(kWidth), window.width() - 2 * margin);
    const float height = std::min(panel.Px(kHeight), window.height() - 2 * margin);
    const Area page = AreaAt(std::round(window.center().x - width / 2),
                             std::round(window.center().y - height / 2), width, height);
    const Area inside = page.Grown(-margin);
    const Area head{inside.min,
                    {inside.max.x, inside.min.y + panel.Px(m.title_gap) + field_height}};
    const Area foot{{inside.min.x, inside.max.y - 3 * panel.Px(m.line_height)}, inside.max};
    const Area field{{inside.min.x, foot.min.y - margin / 2 - field_height},
                     {inside.max.x, foot.min.y - margin / 2}};

    BeginVeil("files", panel.theme, window);
    DrawPageFrame(panel.pen(), page);
    DrawHead(panel, head, browser.field == PathField::Open ? "Open" : "Save as");
    const Area list{{inside.min.x, head.max.y + margin / 2},
                    {inside.max.x, field.min.y - margin / 2}};
    if (!list.empty()) DrawList(panel, list);
    DrawField(panel, field);
    DrawFoot(panel, foot);
    EndPanel();
}

}  // namespace decodescope
