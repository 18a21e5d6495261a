#include "app/panels/pass_panel.h"

#include <cmath>

#include "app/scene/build.h"
#include "app/scene/paint.h"
#include "app/scene/pick.h"
#include "app/widgets/controls.h"
#include "app/widgets/text.h"
#include "core/narrate.h"

namespace decodescope {
namespace {

// Below the panel's upper edge, at scale 1.
constexpr float kTitleLine = 28, kSentenceLine = 54, kLineHeight = 21;
constexpr float kWideEnoughForTwoLines = 900;

int SentenceLines(const Panel& panel, Area area) {
    return area.width() >= panel.Px(kWideEnoughForTwoLines) ? 2 : 3;
}

void DrawTitle(const Panel& panel, ImDrawList& list, Area area) {
    const Palette& colors = panel.theme.colors();
    const Recording& recording = panel.recording();
    const Playhead playhead = panel.state.ui.playhead;
    const float y = area.min.y + panel.Px(kTitleLine);
    const float left = area.min.x + panel.Px(panel.theme.metrics.margin);
    const float right = area.max.x - panel.Px(panel.theme.metrics.margin);

    const int total = recording.step_count();
    const std::string stage = playhead.step < 0 ? std::to_string(total) + " stages a pass"
                                                : "stage " + std::to_string(playhead.step + 1) +
                                                      " of " + std::to_string(total);
    DrawText(list, panel.theme, FontRole::Label, {right, y}, colors.muted, stage, Anchor::Right);
    const bool is_recorded = playhead.pass < recording.pass_count();
    const std::string title = is_recorded ? PassTitle(recording.pass(playhead.pass)) : "Prefill";
    const float x = DrawText(list, panel.theme, FontRole::PassTitle, {left, y}, colors.ink, title) +
                    panel.Px(12);
    if (!is_recorded) return;
    const float room = right - TextWidth(panel.theme, FontRole::Label, stage) - panel.Px(16) - x;
    const std::string subtitle = PassSubtitle(recording, recording.pass(playhead.pass));
    DrawText(list, panel.theme, FontRole::Sentence, {x, y}, colors.muted,
             Shortened(panel.theme, FontRole::Sentence, subtitle, room));
}

// "Select.  Greedy takes the largest probability: A." The step's name runs into its sentence.
void DrawSentence(const Panel& panel, ImDrawList& list, Area area) {
    const Recording& recording = panel.recording();
    const Playhead playhead = panel.state.ui.playhead;
    const bool is_recorded = playhead.pass < recording.pass_count() || playhead.step < 0;
    if (!is_recorded) return;
    const ImU32 ink = panel.theme.colors().ink;
    const float left = area.min.x + panel.Px(panel.theme.metrics.margin);
    const float right = area.max.x - panel.Px(panel.theme.metrics.margin);
    float y = area.min.y + panel.Px(kSentenceLine);
    float x = DrawText(list, panel.theme, FontRole::PanelTitle, {left, y}, ink,
                       StepTitle(recording, playhead) + ".") +
              panel.Px(8);

    const std::string sentence = StepSentence(recording, playhead);
    const float space = TextWidth(panel.theme, FontRole::Sentence, " ");
    std::string line;
    float line_width = 0;
    const auto flush = [&] {
        DrawText(list, panel.theme, FontRole::Sentence, {x, y}, ink, line);
        line.clear();
        line_width = 0;
        x = left;
        y += panel.Px(kLineHeight);
    };
    for (size_t from = 0; from < sentence.size();) {
        const size_t to = std::min(sentence.find(' ', from), sentence.size());
        const std::string word = sentence.substr(from, to - from);
        const float width = TextWidth(panel.theme, FontRole::Sentence, word);
        if (!line.empty() && x + line_width + space + width > right) flush();
        line += line.empty() ? word : " " + word;
        line_width += (line_width > 0 ? space : 0) + width;
        from = to + 1;
    }
    flush();
}

SceneView ViewOf(const Panel& panel, Point size) {
    const UiState& ui = panel.state.ui;
    const Theme& theme = panel.theme;
    return {.playhead = ui.playhead,
            .layer = ui.layer,
            .query_head = ui.head,
            .size = size,
            .numbers = ui.numbers,
            .measure = [&theme](TextStyle style, std::string_view words) {
                return TextWidth(theme, FontOf(style), words) / theme.scale;
            }};
}

Camera CameraFor(const Panel& panel, const Scene& scene, Point window) {
    const Camera& camera = panel.state.ui.camera;
    return camera.follows ? Following(scene.bounds, scene.focus, window) : camera;
}

void WishCamera(const Panel& panel, const Canvas& canvas, const Scene& scene, const Touch& touch) {
    const ImGuiIO& io = ImGui::GetIO();
    const float scale = panel.theme.scale;
    if (touch.hovered && io.MouseWheel != 0) {
        const Point mouse{(io.MousePos.x - canvas.area.min.x) / scale,
                          (io.MousePos.y - canvas.area.min.y) / scale};
        panel.Wish(LookAt{Zoomed(canvas.camera, mouse, std::pow(1.15f, io.MouseWheel))});
    }
    const bool is_dragging = touch.held && ImGui::IsMouseDragging(ImGuiMouseButton_Left);
    if (is_dragging && (io.MouseDelta.x != 0 || io.MouseDelta.y != 0)) {
        panel.Wish(
            LookAt{Dragged(canvas.camera, {io.MouseDelta.x / scale, io.MouseDelta.y / scale})});
    }
    const bool is_double = touch.hovered && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left);
    if (is_double && !PickCell(scene, canvas.PointAt(io.MousePos))) {
        const Camera fitting = Fitting(scene.bounds, canvas.Size());
        panel.Wish(LookAt{fitting.zoom == 1 ? Camera{} : fitting});
    }
}

void WishClicks(const Panel& panel, const Canvas& canvas, const Scene& scene, const Touch& touch) {
    if (!touch.hovered && !touch.clicked) return;
    const ImGuiIO& io = ImGui::GetIO();
    const Point mouse = canvas.PointAt(io.MousePos);
    const std::optional<Cell> cell = PickCell(scene, mouse);
    if (cell) panel.hovered = cell;
    const bool was_dragged =
        io.MouseDragMaxDistanceSqr[0] > io.MouseDragThreshold * io.MouseDragThreshold;
    if (!touch.clicked || was_dragged) return;
    if (const std::optional<Choice> choice = PickChoice(scene, mouse)) {
        if (choice->kind == Choice::Kind::Layer)
            panel.Wish(ChooseLayer{choice->index});
        else
            panel.Wish(ChooseHead{choice->index});
    } else if (cell && panel.state.ui.pinned != cell) {
        panel.Wish(Pin{cell});
    } else if (panel.state.ui.pinned) {
        panel.Wish(Pin{std::nullopt});
    }
}

}  // namespace

void DrawPassPanel(const Panel& panel, Area area) {
    BeginPanel("pass", panel.theme, area, panel.theme.colors().canvas);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    DrawTitle(panel, list, area);
    DrawSentence(panel, list, area);

    const float lines = static_cast<float>(SentenceLines(panel, area));
    Area below = area;
    below.min.y += std::round(panel.Px(kSentenceLine + kLineHeight * lines - 16));
    if (below.height() > 1 && below.width() > 1) {
        Canvas canvas{.list = list, .theme = panel.theme, .area = below, .camera = {}};
        const Scene scene = BuildScene(panel.recording(), ViewOf(panel, canvas.Size()));
        canvas.camera = CameraFor(panel, scene, canvas.Size());
        const Touch touch = TouchArea("scene", below);
        PaintScene(canvas, scene, panel.findings.linked, panel.hotspots);
        WishCamera(panel, canvas, scene, touch);
        WishClicks(panel, canvas, scene, touch);
    }
    EndPanel();
}

}  // namespace decodescope
