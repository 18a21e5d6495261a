#include "app/views/pass/pass_panel.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "app/apply/branch_commands.h"
#include "app/apply/inspect_commands.h"
#include "app/apply/view_commands.h"
#include "app/look/fonts.h"
#include "app/paint/paint.h"
#include "app/paint/paint_text.h"
#include "app/panel/edit_notice.h"
#include "app/panel/inline_edit.h"
#include "app/scene/build.h"
#include "app/scene/pick.h"
#include "app/scene/zoom.h"
#include "app/state/changes.h"
#include "app/views/pass/corner_note.h"
#include "app/views/pass/pass_walk.h"
#include "app/views/pass/sum_float.h"
#include "app/widgets/controls.h"
#include "core/explain/narrate.h"

namespace decodescope {
namespace {

// At scale 1.
constexpr float kLineHeight = 21;
constexpr float kOverlap = 16;  // of the last line's own height and the scene's margin
constexpr float kHintPadding = 10, kSentenceFoot = 5;

void DrawTitle(const Panel& panel, Area area) {
    const Pen pen = panel.pen();
    const Recording& recording = panel.recording();
    const Playhead playhead = panel.state.ui.playhead;
    const float y = area.min.y + panel.Px(panel.theme.metrics.title_line);
    const float left = area.min.x + panel.Px(panel.theme.metrics.margin);
    const float right = area.max.x - panel.Px(panel.theme.metrics.margin);

    const int total = recording.step_count();
    const std::string stage = playhead.step < 0 ? std::to_string(total) + " stages per pass"
                                                : "stage " + std::to_string(playhead.step + 1) +
                                                      " of " + std::to_string(total);
    const bool is_recorded = playhead.pass < recording.pass_count();
    const std::string title = is_recorded ? PassTitle(recording.pass(playhead.pass)) : "Prefill";
    const float x = pen.In(FontRole::PassTitle).Write({left, y}, title) + panel.Px(12);
    const float gap = panel.Px(16), free_right = right - pen.Width(stage) - gap;
    if (free_right < x) return;
    pen.Muted().WriteRight({right, y}, stage);
    if (!is_recorded) return;
    const std::string subtitle = PassSubtitle(recording, recording.pass(playhead.pass));
    const Pen words = pen.In(FontRole::Sentence).Muted();
    const float after = WriteCornerNote(panel, x + words.Width(subtitle) + gap, free_right, y);
    words.WriteShortened({x, y}, subtitle, after - (after < free_right ? gap : 0) - x);
}

// "Select.  Greedy takes the largest probability: A." The step's name runs into its sentence, which
// takes as many lines as it needs.
struct Sentence {
    std::string name;
    float first_left = 0;  // where its first line begins, after the name
    std::vector<std::string> lines;
};

Sentence SentenceOf(const Panel& panel, Area area, Playhead playhead) {
    const Recording& recording = panel.recording();
    const bool is_recorded = playhead.pass < recording.pass_count() || playhead.step < 0;
    if (!is_recorded) return {};
    const float margin = panel.Px(panel.theme.metrics.margin);
    const float left = area.min.x + margin, right = area.max.x - margin;
    const Pen pen = panel.pen();
    Sentence sentence;
    sentence.name = StepTitle(recording, playhead) + ".";
    sentence.first_left = left + pen.In(FontRole::PanelTitle).Width(sentence.name) + panel.Px(8);

    const std::string words = StepSentence(recording, playhead);
    std::string line;
    for (size_t from = 0; from < words.size();) {
        const size_t to = std::min(words.find(' ', from), words.size());
        const std::string word = words.substr(from, to - from);
        const std::string longer = line.empty() ? word : line + " " + word;
        const float x = sentence.lines.empty() ? sentence.first_left : left;
        if (!line.empty() && x + pen.In(FontRole::Sentence).Width(longer) > right) {
            sentence.lines.push_back(line);
            line = word;
        } else {
            line = longer;
        }
        from = to + 1;
    }
    sentence.lines.push_back(line);
    return sentence;
}

void DrawSentence(const Panel& panel, Area area, const Sentence& sentence) {
    const Pen pen = panel.pen();
    const float left = area.min.x + panel.Px(panel.theme.metrics.margin);
    float x = sentence.first_left, y = area.min.y + panel.Px(panel.theme.metrics.sentence_line);
    pen.In(FontRole::PanelTitle).Write({left, y}, sentence.name);
    for (const std::string& line : sentence.lines) {
        pen.In(FontRole::Sentence).Write({x, y}, line);
        x = left;
        y += panel.Px(kLineHeight);
    }
}

// The lines of the longest sentence of this pass, so that no step moves the scene.
float LinesOfSentences(const Panel& panel, Area area) {
    const Recording& recording = panel.recording();
    const int pass = panel.state.ui.playhead.pass;
    size_t most = 1;
    for (int step = pass == 0 ? -1 : 0; step < recording.step_count(); ++step) {
        most = std::max(most, SentenceOf(panel, area, {pass, step}).lines.size());
    }
    return static_cast<float>(most);
}

// The same, counted once for a pass and a width.
float SentenceLines(const Panel& panel, Area area) {
    const auto count = [&] { return static_cast<int>(LinesOfSentences(panel, area)); };
    return static_cast<float>(panel.scenes.SentenceLines(panel.state.recording,
                                                         panel.state.ui.playhead.pass, area.width(),
                                                         {.scale = panel.theme.scale}, count));
}

// The room of the scene in the window at another UI scale, at that scale.
Point RoomAt(const Panel& panel, float scale, float least_width) {
    const ImVec2 window = ImGui::GetIO().DisplaySize;
    Theme theme = panel.theme;
    theme.scale = scale;
    theme.metrics = MetricsFor(window.y / scale);
    const Area pass = LayoutFor(theme, window, panel.state.preferences.panels, least_width).pass;
    // Lines break where they would here, in a panel of the same width in letters.
    const float width = pass.width() / scale * panel.theme.scale;
    const float lines = LinesOfSentences(panel, {{0, 0}, {width, 1}});
    return {pass.width() / scale,
            pass.height() / scale - (theme.metrics.sentence_line + kLineHeight * lines - kOverlap)};
}

// A larger UI scale takes room from the pass, but it never makes its text smaller than it would be
// at a smaller scale, from the usual one on: rather, not all of the pass is in sight.
float TextFloor(const Panel& panel, const SceneView& view) {
    constexpr float kStep = 0.125f;
    const float scale = panel.theme.scale;
    // The monitor's scale; at least 1 where the window limits the person's own.
    const float usual = std::min(scale, std::max(1.0f, scale / panel.state.preferences.scale));
    if (panel.state.ui.presents || scale <= usual) return 0;
    const ImVec2 window = ImGui::GetIO().DisplaySize;
    const auto find = [&] {
        const float least_width = panel.scenes.LeastWidthOf(panel.state.recording, view);
        float most = 0;
        for (float at = usual; at < scale - kStep / 2; at += kStep * usual) {
            SceneView there = view;
            there.size = RoomAt(panel, at, least_width);
            if (there.size.x <= 1 || there.size.y <= 1) break;
            most = std::max(most, FitPass(panel.recording(), there).digits * at);
        }
        return most / scale;
    };
    return panel.scenes.TextFloor({panel.state.recording,
                                   view.playhead.pass,
                                   view.layer,
                                   {window.x, window.y},
                                   scale,
                                   panel.state.preferences.panels,
                                   view.numbers},
                                  find);
}

// The position that a person chose; what is only under the mouse moves nothing.
std::optional<int> PositionLookedAt(const Panel& panel) {
    const UiState& ui = panel.state.ui;
    const std::optional<Cell> cell = ui.pinned ? ui.pinned : ui.focused;
    if (!cell || InfoOf(cell->tensor).rows != Axis::Position) return std::nullopt;
    return cell->row;
}

Camera CameraFor(const Panel& panel, const Scene& scene, Point window) {
    const Camera& camera = panel.state.ui.camera;
    const bool fits = camera.fits || (panel.state.ui.presents && camera.follows);
    if (fits) return Fitting(scene.bounds, window, scene.zoom);
    if (!camera.follows) return camera;
    const bool may_shrink = panel.state.preferences.scale <= 1;
    return Following(scene.bounds, scene.focus, window, scene.zoom,
                     may_shrink ? kReadableZoom : scene.zoom);
}

void EmitCamera(const Panel& panel, const Canvas& canvas, const Scene& scene, const Touch& touch) {
    const ImGuiIO& io = ImGui::GetIO();
    const float scale = panel.theme.scale;
    if (touch.hovered && io.MouseWheel != 0) {
        const Point mouse{(io.MousePos.x - canvas.area.min.x) / scale,
                          (io.MousePos.y - canvas.area.min.y) / scale};
        panel.Emit(LookAt{Zoomed(canvas.camera, mouse, std::pow(1.15f, io.MouseWheel))});
    }
    const bool is_dragging = touch.held && ImGui::IsMouseDragging(ImGuiMouseButton_Left);
    if (is_dragging && (io.MouseDelta.x != 0 || io.MouseDelta.y != 0)) {
        panel.Emit(
            LookAt{Dragged(canvas.camera, {io.MouseDelta.x / scale, io.MouseDelta.y / scale})});
    }
    const bool is_double = touch.hovered && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left);
    const std::optional<Cell> cell = PickCell(scene, canvas.PointAt(io.MousePos));
    if (is_double && cell) EmitInlineEdit(panel, *cell, "cell." + NameOf(*cell));
    if (is_double && !cell) {
        panel.Emit(LookAt{.camera = {.fits = !panel.state.ui.camera.fits}});
    }
}

void EmitClicks(const Panel& panel, const Canvas& canvas, const Scene& scene, const Touch& touch) {
    if (!touch.hovered && !touch.clicked) return;
    const ImGuiIO& io = ImGui::GetIO();
    const Point mouse = canvas.PointAt(io.MousePos);
    const std::optional<Cell> cell = PickCell(scene, mouse);
    if (cell) panel.hovered = cell;
    const bool takes_over =
        cell && panel.state.ui.focused && (io.MouseDelta.x != 0 || io.MouseDelta.y != 0);
    if (takes_over || (touch.clicked && panel.state.ui.focused)) panel.Emit(Focus{std::nullopt});
    if (const auto position = PickPosition(scene, mouse)) panel.hovered_position = position;
    const bool was_dragged =
        io.MouseDragMaxDistanceSqr[0] > io.MouseDragThreshold * io.MouseDragThreshold;
    if (!touch.clicked || was_dragged) return;
    if (const std::optional<Choice> choice = PickChoice(scene, mouse)) {
        switch (choice->kind) {
            case Choice::Kind::Layer: panel.Emit(ChooseLayer{choice->index}); break;
            case Choice::Kind::Head: panel.Emit(ChooseHead{choice->index}); break;
            case Choice::Kind::Map: panel.Emit(OpenHead{choice->layer, choice->index}); break;
            case Choice::Kind::Overview: panel.Emit(ToggleOverview{}); break;
            case Choice::Kind::Candidate:
                if (!choice->chosen) {
                    panel.Emit(TakeCandidate{panel.state.ui.playhead.pass, choice->index});
                }
                break;
            case Choice::Kind::Stage:
                panel.Emit(OpenStage{static_cast<Stage>(choice->index)});
                break;
        }
    } else if (cell && panel.state.ui.pinned != cell) {
        panel.Emit(Pin{cell});
    } else if (panel.state.ui.pinned) {
        panel.Emit(Pin{std::nullopt});
    }
}

// The scene as it is at this moment: on its way, or seen from so near that heat becomes numbers.
void PaintShown(const Panel& panel, const Canvas& canvas, const Scene& scene,
                const SceneView& view) {
    if (panel.transition.kind != TransitionKind::None) {
        PaintScene(canvas, InTransition(scene, panel.transition), panel.derived.highlights,
                   panel.hotspots);
        return;
    }
    std::vector<CellBox> numbers =
        NumbersInMaps(panel.recording(), scene, canvas.camera, canvas.Size(), view);
    if (numbers.empty()) {
        PaintScene(canvas, scene, panel.derived.highlights, panel.hotspots);
        return;
    }
    Scene near = scene;
    near.cells.insert(near.cells.end(), numbers.begin(), numbers.end());
    PaintScene(canvas, near, panel.derived.highlights, panel.hotspots);
}

// Where a following camera shows only a part: how to see all of it. Empty where there is no need,
// or where it would hide what little there is.
constexpr std::string_view kHint = "F: whole pass";

Area PlaceOfHint(const Panel& panel, const Canvas& canvas, const Scene& scene) {
    const Point size = canvas.Size();
    const float zoom = canvas.camera.zoom;
    const bool is_part =
        scene.bounds.width * zoom > size.x + 1 || scene.bounds.height * zoom > size.y + 1;
    const float height = panel.Px(kLineHeight + 3), gap = panel.Px(panel.theme.metrics.gap);
    if (panel.state.ui.camera.fits || !panel.state.ui.camera.follows || !is_part) return {};
    if (canvas.area.height() < 4 * height) return {};
    return AreaAt(std::round(canvas.area.min.x + gap), std::round(canvas.area.max.y - gap - height),
                  panel.pen().Width(kHint) + 2 * panel.Px(kHintPadding), height);
}

void DrawHint(const Panel& panel, Area place) {
    if (place.empty()) return;
    const Palette& c = panel.theme.colors();
    const Pen pen = panel.pen();
    const Touch touch = TouchArea("pass.whole", place);
    if (touch.clicked) panel.Emit(LookAt{.camera = {.fits = true}});
    panel.Spot("pass.whole", place);
    pen.In(c.panel).Fill(place, panel.theme.metrics.field_radius);
    pen.In(c.field_border).Ring(place, panel.theme.metrics.field_radius, 1 / panel.theme.scale);
    pen.Muted().WriteMiddle(place.center(), kHint);
}

}  // namespace

SceneView PassViewOf(const Panel& panel, Point size) {
    const UiState& ui = panel.state.ui;
    const Theme& theme = panel.theme;
    return {.playhead = ui.playhead,
            .layer = ui.layer,
            .query_head = ui.head,
            .size = size,
            .least_digits = ui.presents ? kPresentedDigits : kLeastDigits,
            .numbers = panel.state.preferences.numbers,
            .position = ui.shows_overview && panel.derived.highlights.position
                            ? panel.derived.highlights.position
                            : PositionLookedAt(panel),
            .open_stage = ui.open_stage,
            .is_overview = ui.shows_overview,
            .lens = panel.derived.lens,
            .measure =
                [&theme](TextStyle style, std::string_view words) {
                    return TextWidth(theme, FontOf(style), words) / theme.scale;
                },
            .measure_at =
                [&theme](TextStyle style, std::string_view words, float zoom) {
                    const FontRole role = FontOf(style);
                    return TextWidthAt(theme, role, Displayable(theme, role, words), zoom) /
                           theme.scale / zoom;
                },
            .before = MarkedAgainst(panel.state)};
}

void DrawPassPanel(const Panel& panel, Area area) {
    BeginPanel("pass", panel.theme, area, panel.theme.colors().canvas);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    if (!panel.state.ui.presents) DrawTitle(panel, area);
    DrawSentence(panel, area, SentenceOf(panel, area, panel.state.ui.playhead));
    Area below = area;
    below.min.y += std::round(panel.Px(panel.theme.metrics.sentence_line +
                                       kLineHeight * SentenceLines(panel, area) - kOverlap));
    if (below.height() > 1 && below.width() > 1) {
        Canvas canvas{.list = list,
                      .theme = panel.theme,
                      .textures = panel.textures,
                      .area = below,
                      .camera = {}};
        SceneView view = PassViewOf(panel, canvas.Size());
        view.shown_digits = TextFloor(panel, view);
        const Scene& scene =
            panel.scenes.Get(panel.state.recording, view, {panel.theme.scale, panel.theme.zoom});
        canvas.camera = CameraFor(panel, scene, canvas.Size());
        canvas.covered = PlaceOfHint(panel, canvas, scene);
        if (panel.text_zoom) *panel.text_zoom = canvas.text_zoom();
        // The last line of the sentence reaches into the scene's margin: nothing is painted over
        // it.
        list.PushClipRect({below.min.x, below.min.y + panel.Px(kSentenceFoot)}, below.max, true);
        PaintShown(panel, canvas, scene, view);
        list.PopClipRect();
        DrawHint(panel, canvas.covered);  // before the scene's own area, so that it gets the click
        const Area sum = PlaceOfSumFloat(panel, canvas, scene);
        // A pinned one keeps the mouse from what it covers.
        if (panel.state.ui.pinned && !sum.empty()) TouchArea("float", sum);
        const Touch touch = TouchArea("scene", below);
        panel.Spot("pass.scene", below);
        EmitCamera(panel, canvas, scene, touch);
        EmitClicks(panel, canvas, scene, touch);
        EmitWalks(panel, scene, canvas.camera, canvas.Size());
        DrawSumFloat(panel, canvas, scene, sum);
        DrawRecomputing(panel, below);
    }
    EndPanel();
}

}  // namespace decodescope
