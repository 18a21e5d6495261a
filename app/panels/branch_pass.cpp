#include "app/panels/branch_pass.h"

#include "app/scene/build.h"
#include "app/scene/paint.h"
#include "app/scene/pick.h"
#include "app/widgets/controls.h"
#include "app/widgets/text.h"
#include "core/narrate.h"

namespace decodescope {
namespace {

constexpr float kNameLine = 20, kTextLine = 44, kSceneTop = 60;  // from the top, at scale 1

// The text as far as the playhead has come.
std::string TextAt(const Recording& recording, Playhead playhead) {
    std::string text;
    for (const SequenceToken& token : SequenceAt(recording, playhead)) {
        text += (text.empty() ? "" : " ") + TokenText(recording, token.id);
    }
    return text;
}

SceneView ViewOf(const Panel& panel, const BranchPass& branch, Point size) {
    const UiState& ui = panel.state.ui;
    const Theme& theme = panel.theme;
    return {.playhead = ui.playhead,
            .layer = ui.layer,
            .query_head = ui.head,
            .size = size,
            .numbers = panel.state.preferences.numbers,
            .open_stage = ui.open_stage,
            .measure = [&theme](TextStyle style, std::string_view words) {
                return TextWidth(theme, FontOf(style), words) / theme.scale;
            },
            .before = branch.other};
}

void DrawScene(const Panel& panel, Area area, const BranchPass& branch) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    Canvas canvas{.list = list,
                  .theme = panel.theme,
                  .textures = branch.textures,
                  .area = area,
                  .camera = {}};
    const SceneView view = ViewOf(panel, branch, canvas.Size());
    const Scene& scene = branch.scenes.Get(branch.recording, view, panel.theme.scale);
    canvas.camera = Fitting(scene.bounds, canvas.Size());
    list.PushClipRect(area.min, area.max, true);
    Hotspots drawn;
    PaintScene(canvas, scene, panel.findings.linked, drawn);
    list.PopClipRect();
    for (const Hotspot& spot : drawn.all()) panel.hotspots.Add(branch.prefix + spot.name, spot.min, spot.max);
    const Touch touch = TouchArea((branch.prefix + "scene").c_str(), area);
    if (!touch.hovered) return;
    if (const auto cell = PickCell(scene, canvas.PointAt(ImGui::GetIO().MousePos))) panel.hovered = cell;
}

}  // namespace

void DrawBranchPass(const Panel& panel, Area area, const BranchPass& branch) {
    const Palette& c = panel.theme.colors();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const Playhead playhead = panel.state.ui.playhead;
    DrawText(list, panel.theme, FontRole::PanelTitle, {area.min.x, area.min.y + panel.Px(kNameLine)}, c.ink,
             Shortened(panel.theme, FontRole::PanelTitle, branch.name, area.width()));
    const ImVec2 below{area.min.x, area.min.y + panel.Px(kTextLine)};
    if (!branch.recording || playhead.pass >= branch.recording->pass_count()) {
        const bool has_ended = branch.recording && branch.recording->stop_reason() != StopReason::None;
        const std::string words =
            has_ended ? "This branch has no pass " + std::to_string(playhead.pass) + ". " +
                            Describe(branch.recording->stop_reason(), branch.recording->recipe())
                      : "This pass is still being computed …";
        DrawParagraph(list, panel.theme, FontRole::Label, below, c.muted, words, area.width());
        return;
    }
    // The end of the text, which is where branches differ.
    std::string text = TextAt(*branch.recording, playhead);
    while (TextWidth(panel.theme, FontRole::Label, text) > area.width() && text.find(' ', 4) != std::string::npos) {
        text = "… " + text.substr(text.find(' ', text.starts_with("…") ? 4 : 0) + 1);
    }
    DrawText(list, panel.theme, FontRole::Label, below, c.muted, text);
    panel.Spot(branch.prefix + "text", {{below.x, below.y - panel.Px(10)}, {area.max.x, below.y + panel.Px(10)}});
    const Area scene{{area.min.x, area.min.y + panel.Px(kSceneTop)}, area.max};
    if (scene.width() > 1 && scene.height() > 1) DrawScene(panel, scene, branch);
}

}  // namespace decodescope
