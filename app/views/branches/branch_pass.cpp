#include "app/views/branches/branch_pass.h"

#include "app/paint/paint.h"
#include "app/scene/pick.h"
#include "app/views/pass/pass_panel.h"
#include "app/widgets/controls.h"
#include "app/widgets/text.h"
#include "core/explain/narrate.h"

namespace decodescope {
namespace {

constexpr float kNameLine = 20, kTextLine = 44, kSceneTop = 60;  // from the top, at scale 1

bool IsSameIn(const Recording* other, const SequenceToken& token) {
    const auto at = static_cast<size_t>(token.position);
    return other == nullptr || (at < other->ids().size() && other->ids()[at] == token.id);
}

// The tokens as far as the playhead has come, or their end, where branches differ; those that are
// not the other branch's are strong.
void DrawTextSoFar(const Panel& panel, ImVec2 at, float width, const BranchPass& branch) {
    const Pen pen = panel.pen();
    const std::vector<SequenceToken> tokens =
        SequenceAt(*branch.recording, panel.state.ui.playhead);
    const float space = pen.Width(" ");
    const auto pen_for = [&](const SequenceToken& token) {
        const bool is_other = !IsSameIn(branch.other, token);
        return pen.Strong(is_other).Muted(!is_other);
    };
    const std::string_view dots = "… ";
    float used = pen.Width(dots);
    size_t first = tokens.size();
    while (first > 0) {
        const SequenceToken& token = tokens[first - 1];
        used += space + pen_for(token).Width(TokenText(*branch.recording, token.id));
        if (used > width) break;
        --first;
    }
    float x = at.x;
    if (first > 0) x = pen.Muted().Write({x, at.y}, dots);
    for (size_t i = first; i < tokens.size(); ++i) {
        x = pen_for(tokens[i]).Write({x, at.y}, TokenText(*branch.recording, tokens[i].id)) + space;
    }
}

// As in the pass panel, but for what is marked.
SceneView ViewOf(const Panel& panel, const BranchPass& branch, Point size) {
    SceneView view = PassViewOf(panel, size);
    view.is_overview = false;
    view.before = branch.other;
    return view;
}

void DrawScene(const Panel& panel, Area area, const BranchPass& branch) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    Canvas canvas{
        .list = list, .theme = panel.theme, .textures = panel.textures, .area = area, .camera = {}};
    const SceneView view = ViewOf(panel, branch, canvas.Size());
    const Scene& scene =
        branch.scenes.Get(branch.recording, view, {panel.theme.scale, panel.theme.zoom});
    canvas.camera = Fitting(scene.bounds, canvas.Size(), scene.zoom);
    if (panel.text_zoom) *panel.text_zoom = canvas.text_zoom();
    list.PushClipRect(area.min, area.max, true);
    Hotspots drawn;
    PaintScene(canvas, scene, panel.derived.highlights, drawn);
    list.PopClipRect();
    for (const Hotspot& spot : drawn.all())
        panel.hotspots.Add(branch.prefix + spot.name, spot.min, spot.max);
    const Touch touch = TouchArea((branch.prefix + "scene").c_str(), area);
    if (!touch.hovered) return;
    if (const auto cell = PickCell(scene, canvas.PointAt(ImGui::GetIO().MousePos)))
        panel.hovered = cell;
}

}  // namespace

void DrawBranchPass(const Panel& panel, Area area, const BranchPass& branch) {
    const Pen pen = panel.pen();
    const Playhead playhead = panel.state.ui.playhead;
    pen.In(FontRole::PanelTitle)
        .WriteShortened({area.min.x, area.min.y + panel.Px(kNameLine)}, branch.name, area.width());
    const ImVec2 below{area.min.x, area.min.y + panel.Px(kTextLine)};
    if (!branch.recording || playhead.pass >= branch.recording->pass_count()) {
        const bool has_ended =
            branch.recording && branch.recording->finish_reason() != FinishReason::None;
        const std::string words =
            has_ended ? "This branch has no pass " + std::to_string(playhead.pass) + ". " +
                            Describe(branch.recording->finish_reason(), branch.recording->recipe())
                      : "This pass is still being computed …";
        pen.Muted().WriteParagraph(below, words, area.width());
        return;
    }
    DrawTextSoFar(panel, below, area.width(), branch);
    panel.Spot(branch.prefix + "text",
               {{below.x, below.y - panel.Px(10)}, {area.max.x, below.y + panel.Px(10)}});
    const Area scene{{area.min.x, area.min.y + panel.Px(kSceneTop)}, area.max};
    if (scene.width() > 1 && scene.height() > 1) DrawScene(panel, scene, branch);
}

}  // namespace decodescope
