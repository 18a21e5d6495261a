#include "app/shell/transport.h"

#include "app/apply/playback_commands.h"
#include "app/apply/playhead_commands.h"
#include "app/shell/step_timeline.h"
#include "app/shell/timeline.h"
#include "app/shell/view_transport.h"
#include "app/shell/views.h"
#include "app/widgets/controls.h"
#include "app/work/playback.h"
#include "core/run/playhead.h"

namespace decodescope {
namespace {

struct ButtonRow {
    const char* hotspot;
    Icon icon;
    Command command;
    const char* tip;
    const char* step_tip;  // in a view that has steps of its own
    bool goes_back;
};

// From left to right.
const ButtonRow kButtons[] = {
    {"transport.first", Icon::First, GoToFirst{}, "Before the prefill (Home)",
     "The beginning (Home)", true},
    {"transport.previous_pass", Icon::PreviousPass, GoToPreviousPass{}, "Previous pass (Page Up)",
     "Previous step (Page Up)", true},
    {"transport.previous_stage", Icon::PreviousStage, GoToPreviousStage{}, "Previous stage (←)",
     "Previous step (←)", true},
    {"transport.next_stage", Icon::NextStage, GoToNextStage{}, "Next stage (→)", "Next step (→)",
     false},
    {"transport.next_pass", Icon::NextPass, GoToNextPass{}, "Next pass (Page Down)",
     "Next step (Page Down)", false},
    {"transport.last", Icon::Last, GoToLast{}, "End of the run (End)", "The last step (End)",
     false},
};

struct SwitchRow {
    const char* hotspot;
    Icon icon;
    Command command;
    const char* tip;
    bool Preferences::*is_on;
};

const SwitchRow kSwitches[] = {
    {"transport.loop", Icon::Loop, ToggleLoop{}, "Loop", &Preferences::loops},
    {"transport.stop_at_selection", Icon::StopAt, ToggleStopAtSelection{}, "Stop at each selection",
     &Preferences::stops_at_selection},
};

// How it plays, to the right of the Play button, if there is room; the Playback menu has the same.
// Returns the x where it ends.
float DrawPaces(const Panel& panel, Area play) {
    const Metrics& m = panel.theme.metrics;
    const Preferences& now = panel.state.preferences;
    if (ImGui::GetIO().DisplaySize.x < panel.Px(m.recipe_window)) return play.max.x;
    const float size = panel.Px(m.button);
    float x = play.max.x + panel.Px(m.button_gap);
    const Area speed = AreaAt(x, play.min.y, panel.Px(m.speed_width), size);
    const auto name_of = [&now](int i) {
        return SpeedText(kSpeeds[static_cast<size_t>(i)], now.numbers);
    };
    if (const auto choice =
            ChoiceField("##transport.speed", panel.theme, speed, NearestSpeed(SpeedOf(now)),
                        static_cast<int>(kSpeeds.size()), name_of)) {
        panel.Emit(SetPlaySpeed{kSpeeds[static_cast<size_t>(*choice)]});
    }
    panel.Spot("transport.speed", speed);
    Tip(panel.theme, speed, "Play speed (< and >)");
    x = speed.max.x + panel.Px(m.button_gap);
    for (const SwitchRow& row : kSwitches) {
        const Area place = AreaAt(x, play.min.y, size, size);
        if (IconButton(row.hotspot, panel.theme, place, row.icon, {.solid = now.*row.is_on})) {
            panel.Emit(row.command);
        }
        panel.Spot(row.hotspot, place);
        Tip(panel.theme, place, row.tip);
        x += size + panel.Px(m.button_gap);
    }
    return x - panel.Px(m.button_gap);
}

}  // namespace

void DrawTransport(const Panel& panel, Area area) {
    const Metrics& m = panel.theme.metrics;
    BeginPanel("transport", panel.theme, area, panel.theme.colors().panel);
    panel.pen().In(panel.theme.colors().line).Horizontal(area.min.x, area.max.x, area.min.y);

    const Playhead playhead = panel.state.ui.playhead;
    const std::optional<ViewSteps> steps = StepsOf(panel.state, panel.worker);
    const bool is_last = playhead == Last(panel.recording());
    const bool has_text = panel.state.ui.view == View::Pass &&
                          panel.recording().finish_reason() != FinishReason::None;
    const bool at_start = steps ? steps->now <= steps->first : playhead == kStart;
    const bool at_end =
        steps ? steps->now >= steps->last() : is_last && (panel.state.ui.shows_text || !has_text);
    const bool can_play = !steps || steps->has_any();
    if (panel.state.ui.presents && !steps) {  // the keys are enough: only how far the run has come
        const float margin = panel.Px(m.margin);
        DrawTimeline(panel, {{area.min.x + margin, area.min.y}, {area.max.x - margin, area.max.y}});
        return EndPanel();
    }
    const float size = panel.Px(m.button);
    const float y = std::round(area.center().y - size / 2);
    float x = area.min.x + panel.Px(m.margin);
    for (const ButtonRow& row : kButtons) {
        const Area place = AreaAt(x, y, size, size);
        const ButtonStyle look{.enabled = row.goes_back ? !at_start : !at_end};
        if (IconButton(row.hotspot, panel.theme, place, row.icon, look)) panel.Emit(row.command);
        panel.Spot(row.hotspot, place);
        Tip(panel.theme, place, steps ? row.step_tip : row.tip);
        x += size + panel.Px(m.button_gap);
    }

    x += panel.Px(m.play_gap) - panel.Px(m.button_gap);
    const Area play = AreaAt(x, y, panel.Px(m.play_width), size);
    const bool playing = panel.state.ui.playing;
    if (TextButton("transport.play", panel.theme, play, playing ? Icon::Pause : Icon::Play,
                   playing ? "Pause" : "Play", {.enabled = can_play, .solid = true})) {
        panel.Emit(TogglePlay{});
    }
    panel.Spot("transport.play", play);
    Tip(panel.theme, play, "Play or pause (Space)");

    const float right = DrawPaces(panel, play);
    const Area timeline{{right + panel.Px(m.timeline_gap), area.min.y},
                        {area.max.x - panel.Px(m.margin), area.max.y}};
    if (timeline.empty()) return EndPanel();
    if (steps)
        DrawStepTimeline(panel, RowOf(panel.state.ui.view), *steps, timeline);
    else
        DrawTimeline(panel, timeline);
    EndPanel();
}

}  // namespace decodescope
