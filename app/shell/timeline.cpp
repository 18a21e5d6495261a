#include "app/shell/timeline.h"

#include <algorithm>
#include <cmath>

#include "app/apply/playhead_commands.h"
#include "app/panel/edit_notice.h"
#include "app/shell/timeline_box.h"
#include "app/widgets/controls.h"
#include "app/widgets/text.h"
#include "core/explain/narrate.h"
#include "core/run/playhead.h"

namespace decodescope {
namespace {

constexpr const char* kTextTitle = "Text";

// The boxes that stand for one part of the run.
struct Group {
    enum class Kind { Stages, Passes } kind = Kind::Stages;
    int first_pass = 0;
    int pass_count = 1;
    float share = 1;  // of the width left over by the gaps
};

std::string PassName(int pass) { return pass == 0 ? "Prefill" : "Pass " + std::to_string(pass); }

// What the timeline shows of the run.
struct Run {
    int passes = 0;  // as many as there will be, as far as is known
    int recorded = 0;
    int steps = 0;
    Playhead playhead;
};

Run RunOf(const Panel& panel) {
    const Recording& recording = panel.recording();
    const bool is_whole = recording.finish_reason() != FinishReason::None;
    const int expected = is_whole ? recording.pass_count() : recording.recipe().tokens;
    return {.passes = std::max({1, expected, recording.pass_count()}),
            .recorded = recording.pass_count(),
            .steps = recording.step_count(),
            .playhead = panel.state.ui.shows_text
                            ? Playhead{recording.pass_count() - 1, recording.step_count()}
                            : panel.state.ui.playhead};
}

std::vector<Group> OpenGroups(const Run& run) {
    std::vector<Group> groups;
    for (int pass = 0; pass < run.passes; ++pass) {
        groups.push_back({Group::Kind::Stages, pass, 1, 1.0f});
    }
    return groups;
}

// The present pass open; before it the prefill and the other past passes, after it the rest.
std::vector<Group> FoldedGroups(const Run& run, float open_share) {
    const int now = run.playhead.pass;
    const int past = std::max(0, now - 1), future = run.passes - 1 - now;
    const float rest = 1 - open_share;
    const float prefill_share = now > 0 ? rest * 0.12f : 0;
    const float others = static_cast<float>(std::max(1, past + future));
    const float left = (rest - prefill_share) / others;
    std::vector<Group> groups;
    if (now > 0) groups.push_back({Group::Kind::Passes, 0, 1, prefill_share});
    const float least = rest * 0.2f;  // of a side that has any
    float past_share = past ? std::max(least, left * static_cast<float>(past)) : 0;
    float future_share = future ? std::max(least, left * static_cast<float>(future)) : 0;
    const float scale = (rest - prefill_share) / std::max(1e-6f, past_share + future_share);
    if (past) groups.push_back({Group::Kind::Passes, 1, past, past_share * scale});
    groups.push_back({Group::Kind::Stages, now, 1, open_share});
    if (future) groups.push_back({Group::Kind::Passes, now + 1, future, future_share * scale});
    if (!past && !future) groups.back().share = 1;
    return groups;
}

std::vector<Group> GroupsOf(const Panel& panel, const Run& run, float width) {
    const Metrics& m = panel.theme.metrics;
    const float boxes = static_cast<float>(run.passes * run.steps);
    const float gaps = static_cast<float>(run.passes - 1) * panel.Px(m.group_gap);
    const bool all_fit = (width - gaps) / boxes >= panel.Px(m.box_least + m.box_gap);
    if (all_fit) return OpenGroups(run);
    const float wanted = static_cast<float>(run.steps) * panel.Px(m.box_least + m.box_gap) / width;
    return FoldedGroups(run, std::clamp(wanted, m.open_pass_least, m.open_pass_most));
}

// --- Boxes ---------------------------------------------------------------------------------------

// Steps of one layer are close together; `gap` separates layers from each other and from the rest.
float LayerGapsBefore(const Recording& recording, int step, float gap) {
    float sum = 0;
    const std::vector<StageStep>& steps = recording.steps();
    for (int i = 1; i <= step; ++i) {
        const StageStep& a = steps[static_cast<size_t>(i) - 1];
        const StageStep& b = steps[static_cast<size_t>(i)];
        const bool leaves = InfoOf(a.stage).per_layer != InfoOf(b.stage).per_layer;
        if (recording.config().layers > 1 && (leaves || a.layer != b.layer)) sum += gap;
    }
    return sum;
}

// A box begins and ends at whole pixels, so that none is wider than the others by chance.
Area StageBox(const Panel& panel, Area boxes, int step) {
    const Recording& recording = panel.recording();
    const float gap = std::min(panel.Px(panel.theme.metrics.layer_gap), boxes.width() / 60);
    const int last = recording.step_count() - 1;
    const float width = boxes.width() - LayerGapsBefore(recording, last, gap);
    const float pitch = width / static_cast<float>(recording.step_count());
    const float between = std::min(panel.Px(panel.theme.metrics.box_gap), pitch / 4);
    const float x =
        boxes.min.x + pitch * static_cast<float>(step) + LayerGapsBefore(recording, step, gap);
    return {{std::round(x), boxes.min.y},
            {std::max(std::round(x) + 1, std::round(x + pitch - between)), boxes.max.y}};
}

BoxState StageState(const Run& run, int pass, int step) {
    if (run.playhead == Playhead{pass, step}) return BoxState::Now;
    if (Playhead{pass, step} < run.playhead) return BoxState::Done;
    return pass < run.recorded ? BoxState::Ahead : BoxState::Missing;
}

std::string StageTip(const Recording& recording, int pass, int step) {
    const StageStep& at = recording.steps()[static_cast<size_t>(step)];
    std::string tip = PassName(pass) + ": ";
    tip += InfoOf(at.stage).title;
    if (recording.config().layers > 1 && InfoOf(at.stage).per_layer) {
        tip += ", layer " + std::to_string(at.layer);
    }
    return tip;
}

void DrawStages(const Panel& panel, const Run& run, int pass, Area boxes) {
    int now = -1;
    for (int step = 0; step < run.steps; ++step) {
        const Area box = StageBox(panel, boxes, step);
        // The gap after a box belongs to it: no place on the timeline is dead.
        const Area touchable{{box.min.x, boxes.min.y - panel.Px(8)},
                             {box.max.x + panel.Px(2), boxes.max.y + panel.Px(8)}};
        const std::string name =
            "transport.stage." + std::to_string(pass) + "." + std::to_string(step);
        const Touch touch = TouchArea(name.c_str(), touchable);
        if (touch.clicked && pass < run.recorded) panel.Emit(GoTo{{pass, step}});
        panel.Spot(name, box);
        const BoxState state = StageState(run, pass, step);
        if (state == BoxState::Now) now = step;
        DrawBox(panel, box, state, touch.hovered);
        if (touch.hovered) Tip(panel.theme, touchable, StageTip(panel.recording(), pass, step));
    }
    if (now >= 0) DrawBox(panel, StageBox(panel, boxes, now), BoxState::Now, false);
}

void DrawLayerNames(const Panel& panel, const Run& run, Area boxes) {
    const Recording& recording = panel.recording();
    if (recording.config().layers < 2) return;
    const Palette& c = panel.theme.colors();
    const Pen pen = panel.pen();
    const float y = boxes.max.y + panel.Px(panel.theme.metrics.layer_name);
    const int step_now = run.playhead.step;
    const float share = boxes.width() / static_cast<float>(recording.config().layers + 1);
    const std::string longest = "layer " + std::to_string(recording.config().layers - 1);
    const bool fits = pen.Strong().Width(longest) + panel.Px(panel.theme.metrics.gap) <= share;
    if (share < 2 * pen.Strong().Width("0")) return;  // not even numbers fit
    const float line = panel.Px(panel.theme.metrics.line_height);
    if (y + line / 2 > ImGui::GetWindowPos().y + ImGui::GetWindowHeight()) return;
    for (int layer = 0; layer < recording.config().layers; ++layer) {
        const int first = recording.StepOf(Stage::Project, layer);
        int last = first;
        const auto in_layer = [&](int step) {
            const StageStep& at = recording.steps()[static_cast<size_t>(step)];
            return InfoOf(at.stage).per_layer && at.layer == layer;
        };
        int begin = first;
        while (begin > 0 && in_layer(begin - 1)) --begin;
        while (last + 1 < run.steps && in_layer(last + 1)) ++last;
        const Area from = StageBox(panel, boxes, begin), to = StageBox(panel, boxes, last);
        const bool is_now = begin <= step_now && step_now <= last;
        const FontRole font = is_now ? FontRole::LabelStrong : FontRole::Label;
        pen.In(font, is_now ? c.ink : c.muted)
            .WriteMiddle({(from.min.x + to.max.x) / 2, y},
                         (fits ? "layer " : "") + std::to_string(layer));
    }
}

BoxState PassState(const Run& run, int pass) {
    if (pass < run.playhead.pass) return BoxState::Done;
    return pass < run.recorded ? BoxState::Ahead : BoxState::Missing;
}

// Closed passes: one box each, or if these would be too small, as many boxes as fit, each for
// several passes.
void DrawPasses(const Panel& panel, const Run& run, const Group& group, Area boxes) {
    const Metrics& m = panel.theme.metrics;
    const int most = std::max(1, static_cast<int>(boxes.width() / panel.Px(m.closed_box_least)));
    const int count = std::min(group.pass_count, most);
    for (int i = 0; i < count; ++i) {
        const float pitch = boxes.width() / static_cast<float>(count);
        const float x = boxes.min.x + pitch * static_cast<float>(i);
        const float gap = std::min(panel.Px(m.box_gap), pitch / 4);
        const Area box{{std::round(x), boxes.min.y}, {std::round(x + pitch - gap), boxes.max.y}};
        const int pass = group.first_pass + i * group.pass_count / count;
        const std::string name = "transport.pass." + std::to_string(pass);
        const Touch touch = TouchArea(name.c_str(), box);
        if (touch.clicked && pass < run.recorded) panel.Emit(GoTo{{pass, run.steps - 1}});
        panel.Spot(name, box);
        DrawBox(panel, box, PassState(run, pass), touch.hovered);
        Tip(panel.theme, box, PassName(pass));
        const int end = group.first_pass + (i + 1) * group.pass_count / count;
        DrawFlipMarkOfPasses(panel, pass, end, AsCurrent(panel, box));
    }
}

// --- Titles --------------------------------------------------------------------------------------

std::string GroupName(const Group& group) {
    if (group.pass_count == 1) return PassName(group.first_pass);
    return std::to_string(group.first_pass) + " – " +
           std::to_string(group.first_pass + group.pass_count - 1);
}

// The longest of its names that there is room for; the shortest is empty.
std::string FittingName(const Panel& panel, const Group& group, FontRole font, float width) {
    const Pen pen = panel.pen();
    const bool is_prefill = group.first_pass == 0 && group.pass_count == 1;
    const std::string number = is_prefill ? "Pre" : std::to_string(group.first_pass);
    for (const std::string& name : {GroupName(group), number}) {
        if (pen.In(font).Width(name) <= width) return name;
    }
    return "";
}

void DrawTitle(const Panel& panel, const Run& run, const Group& group, ImVec2 at, float width) {
    const Palette& c = panel.theme.colors();
    const Pen pen = panel.pen();
    const bool is_now = group.kind == Group::Kind::Stages && group.first_pass == run.playhead.pass;
    const FontRole font = is_now ? FontRole::LabelStrong : FontRole::Label;
    const std::string name = FittingName(panel, group, font, width);
    const float x = pen.In(font, is_now ? c.ink : c.muted).Write(at, name);
    if (!is_now) return;
    const std::string stage =
        run.playhead.step < 0 ? "not begun"
        : run.playhead.step >= run.steps
            ? "ended"
            : std::string(
                  InfoOf(panel.recording().steps()[static_cast<size_t>(run.playhead.step)].stage)
                      .title);
    const float left = at.x + width - x - panel.Px(10);
    if (left > panel.Px(24)) {
        pen.WriteShortened({x + panel.Px(10), at.y}, stage, left);
    }
}

void DrawStagesAndPasses(const Panel& panel, Area area) {
    const Metrics& m = panel.theme.metrics;
    const Run run = RunOf(panel);
    const std::vector<Group> groups = GroupsOf(panel, run, area.width());
    float shares = 0;
    for (const Group& group : groups) shares += group.share;
    const float gaps = panel.Px(m.group_gap) * static_cast<float>(groups.size() - 1);
    const float room = std::max(1.0f, area.width() - gaps);

    float x = area.min.x;
    for (const Group& group : groups) {
        const float width = room * group.share / shares;
        const Area boxes =
            AreaAt(x, area.min.y + panel.Px(m.box_top), width, panel.Px(m.box_height));
        DrawTitle(panel, run, group, {x, area.min.y + panel.Px(m.box_title)}, width);
        if (group.kind == Group::Kind::Stages) {
            DrawStages(panel, run, group.first_pass, boxes);
            DrawFlipMarkOfPasses(panel, group.first_pass, group.first_pass + 1,
                                 AsCurrent(panel, StageBox(panel, boxes, run.steps - 1)));
            if (group.first_pass == run.playhead.pass) DrawLayerNames(panel, run, boxes);
        } else {
            DrawPasses(panel, run, group, boxes);
        }
        x += width + panel.Px(m.group_gap);
    }
}

// After the run: its text. Muted until the run has ended.
void DrawTextBox(const Panel& panel, Area area) {
    const Pen pen = panel.pen();
    const Metrics& m = panel.theme.metrics;
    const bool is_now = panel.state.ui.shows_text;
    const bool is_ready = panel.recording().finish_reason() != FinishReason::None;
    pen.Strong(is_now).Muted(!is_now).Write({area.min.x, area.min.y + panel.Px(m.box_title)},
                                            kTextTitle);
    const Area box =
        AreaAt(area.min.x, area.min.y + panel.Px(m.box_top), area.width(), panel.Px(m.box_height));
    const Touch touch = TouchArea("transport.text", box);
    if (touch.clicked && is_ready) panel.Emit(ShowText{});
    panel.Spot("transport.text", box);
    DrawBox(panel, box,
            is_now     ? BoxState::Now
            : is_ready ? BoxState::Ahead
                       : BoxState::Missing,
            touch.hovered);
    Tip(panel.theme, box, "The run's IDs, detokenized");
}

}  // namespace

void DrawTimeline(const Panel& panel, Area whole) {
    const Pen pen = panel.pen();
    const float text_width = pen.Strong().Width(kTextTitle);
    const float text_left = whole.max.x - text_width;
    const Area area{whole.min, {text_left - panel.Px(panel.theme.metrics.group_gap), whole.max.y}};
    if (area.empty()) return;
    DrawTextBox(panel, {{text_left, whole.min.y}, whole.max});
    DrawStagesAndPasses(panel, area);
    panel.Spot("transport.timeline", area);
}

}  // namespace decodescope
