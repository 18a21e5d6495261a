#include "app/views/disaggregation/disaggregation_view.h"

#include <algorithm>

#include "app/apply/disaggregation_commands.h"
#include "app/apply/playhead_commands.h"
#include "app/panel/view_state_change.h"
#include "app/views/disaggregation/disaggregation_cache.h"
#include "app/views/disaggregation/disaggregation_cards.h"
#include "app/views/disaggregation/disaggregation_hotspot.h"
#include "app/views/disaggregation/disaggregation_log.h"
#include "app/views/disaggregation/disaggregation_pair.h"
#include "app/views/disaggregation/disaggregation_tables.h"
#include "app/views/disaggregation/disaggregation_view_data.h"
#include "app/views/disaggregation/disaggregation_worker.h"
#include "app/widgets/controls.h"
#include "app/widgets/text.h"

namespace decodescope {
namespace {

// At scale 1: the middles of the first lines from the view's upper edge, and sizes.
constexpr float kTitleLine = 26, kWordsLine = 60, kWorkersTop = 82;
constexpr float kControl = 30, kProtocolWidth = 140, kCountRoom = 12, kBottom = 8;
constexpr float kWideFrom = 1000;  // narrower, the sentence under the title is left out

// "3 of 8"
std::string CountOf(int step, int count) {
    return std::to_string(step + 1) + " of " + std::to_string(count);
}

// Title and sentence, up to `right`.
void DrawTitle(const Panel& panel, Area line, float right) {
    const Pen title = panel.pen().In(FontRole::PassTitle);
    const std::string_view words = "Disaggregated";
    title.WriteIn({line.min, {right, line.max.y}}, words);
    if (line.width() < panel.Px(kWideFrom)) return;
    const float x = line.min.x + title.Width(words) + panel.Px(kCountRoom);
    panel.pen()
        .In(FontRole::Sentence)
        .Muted()
        .WriteIn({{x, line.min.y}, {right, line.max.y}},
                 "One worker runs the prefill and sends its cache; another decodes from it.");
}

// Back, forward, and which step this is. The buttons are the transport's, close to what they move.
// Returns where they begin.
float DrawStepper(const Panel& panel, Area row, const DisaggregationViewData& data) {
    const Pen pen = panel.pen();
    const float size = row.height();
    const float gap = panel.Px(panel.theme.metrics.button_gap);
    const Area forward = AreaAt(row.max.x - size, row.min.y, size, size);
    const Area back = AreaAt(forward.min.x - gap - size, row.min.y, size, size);
    const bool can_go_back = data.step > 0, can_go_forward = data.step + 1 < data.step_count;
    if (IconButton("disaggregated.previous", panel.theme, back, Icon::PreviousStage,
                   {.enabled = can_go_back})) {
        panel.Emit(GoToPreviousStage{});
    }
    if (IconButton("disaggregated.next", panel.theme, forward, Icon::NextStage,
                   {.enabled = can_go_forward})) {
        panel.Emit(GoToNextStage{});
    }
    Tip(panel.theme, back, "Previous step");
    Tip(panel.theme, forward, "Next step");
    SpotInView(panel, "previous", back);
    SpotInView(panel, "next", forward);
    const std::string count = "step " + CountOf(data.step, data.step_count);
    const float right = back.min.x - panel.Px(kCountRoom);
    pen.Muted().WriteRight({right, row.center().y}, count);
    return right - pen.Width(count) - panel.Px(2 * kCountRoom);
}

struct ProtocolRow {
    TransferProtocol protocol;
    const char* hotspot;
    const char* name;
    const char* tip;
};

constexpr ProtocolRow kProtocols[] = {
    {TransferProtocol::FirstToken, "protocol.first-token", "First token",
     "The prefill worker selects the first token and sends all N positions; the token is sent as "
     "an ID."},
    {TransferProtocol::LastPosition, "protocol.last-position", "N − 1 positions",
     "The prefill worker sends N − 1 positions; the decode worker processes the last one again and "
     "selects the first token itself."},
};

// Returns where they begin.
float DrawProtocols(const Panel& panel, Area row) {
    const Pen pen = panel.pen();
    const float width = std::min(panel.Px(kProtocolWidth), row.width() / 4);
    const float gap = panel.Px(panel.theme.metrics.number_gap);
    float x = row.max.x - 2 * width - gap;
    const float left = x - panel.Px(kCountRoom);
    pen.Muted().WriteRight({left, row.center().y}, "protocol");
    for (const ProtocolRow& protocol : kProtocols) {
        const Area button = AreaAt(x, row.min.y, width, row.height());
        const bool is_chosen = panel.state.ui.disaggregation.protocol == protocol.protocol;
        if (TextButton(protocol.hotspot, panel.theme, button, std::nullopt, protocol.name,
                       {.solid = is_chosen})) {
            ChangeViewState<DisaggregationViewState>(
                panel, [&](DisaggregationViewState& view) { view.protocol = protocol.protocol; });
        }
        Tip(panel.theme, button, protocol.tip);
        SpotInView(panel, protocol.hotspot, button);
        x += width + gap;
    }
    return left - pen.Width("protocol") - panel.Px(kCountRoom);
}

// What happens in the step, in one line or two. Returns how much more than one line it took.
float DrawWords(const Panel& panel, Area line, const DisaggregationViewData& data) {
    const Pen pen = panel.pen();
    const float y = line.center().y;
    const float x = pen.In(FontRole::PanelTitle).Write({line.min.x, y}, data.title + ".") +
                    panel.Px(panel.theme.metrics.gap);
    const float end =
        pen.In(FontRole::Sentence).WriteParagraph({x, y}, data.sentence, line.max.x - x);
    const float more = end - y - panel.Px(panel.theme.metrics.line_height);
    SpotInView(panel, "words", {line.min, {line.max.x, line.max.y + more}});
    return more;
}

// The workers take the room that their rows need. Below them are the tables, or where there is no
// room for those, the same in short.
void DrawBody(const Panel& panel, Area room, const DisaggregationViewData& data) {
    const float margin = panel.Px(panel.theme.metrics.label_gap);
    const int positions = PositionsAtEnd(panel.recording());
    const float large = WorkerPairHeight(panel, positions, true);
    const float small = WorkerPairHeight(panel, positions, false);
    const float tables = panel.Px(kDisaggregationTables), cards = panel.Px(kDisaggregationCards);
    const bool has_tables = room.height() >= small + margin + tables &&
                            room.width() >= panel.Px(kDisaggregationTablesWidth);
    const bool presents = panel.state.ui.presents;  // the rows are what is to be seen
    const float below = presents ? 0 : has_tables ? tables : cards;
    const float least = WorkerPairHeight(panel, kFewestRows, false);
    const float height = std::max(std::min(large, room.height() - margin - below), least);
    const Area workers{room.min, {room.max.x, room.min.y + height}};
    DrawWorkerPair(panel, workers, data);
    if (presents) return EndColumn({room.min.x, room.max.x, workers.max.y});
    const Area rest = AreaAt(room.min.x, workers.max.y + margin, room.width(), below);
    if (has_tables) {
        const float gap = panel.Px(panel.theme.metrics.margin);
        const float middle = std::round(rest.min.x + (rest.width() - gap) * 0.46f);
        const float top = rest.min.y + margin;
        DrawLinks(panel, {{rest.min.x, top}, {middle, rest.max.y}});
        DrawTransferCheck(panel, {{middle + gap, top}, rest.max});
    } else {
        DrawDisaggregationCards(panel, rest);
    }
    EndColumn({room.min.x, room.max.x, rest.max.y + panel.Px(kBottom) - 1});
}

ViewSteps StepsOf(const AppState& state, const ViewWorker*) {
    const Recording& recording = *state.recording;
    const DisaggregationViewState& view = state.ui.disaggregation;
    const DisaggregationViewData data =
        DisaggregationViewDataAt(recording, view.protocol, view.step);
    return {.now = data.step,
            .first = 0,
            .count = data.step_count,
            .is_complete = recording.finish_reason() != FinishReason::None,
            .title = "Step " + CountOf(data.step, data.step_count) + ": " + data.title};
}

}  // namespace

constinit const ViewRow kDisaggregatedView{
    .view = View::Disaggregated,
    .name = "disaggregated",
    .alias = "handover",
    .title = "Disaggregated",
    .tip = "Prefill on one worker, decode on another",
    .key = U'4',
    .draw = DrawDisaggregationView,
    .steps = StepsOf,
    .set_step = [](int step, bool keeps_playing) -> Command {
        return GoToDisaggregationStep{step, keeps_playing};
    },
    .log = DisaggregationJson,
    .make_worker = MakeWorker<DisaggregationWorker>,
};

void DrawDisaggregationView(const Panel& panel, Area area) {
    const Metrics& m = panel.theme.metrics;
    BeginPanel("disaggregated", panel.theme, area, panel.theme.colors().canvas, true);
    const float margin = panel.Px(m.margin), top = ImGui::GetCursorScreenPos().y;
    const DisaggregationViewState& view = panel.state.ui.disaggregation;
    const DisaggregationViewData data =
        DisaggregationViewDataAt(panel.recording(), view.protocol, view.step);
    const auto line_at = [&](float middle) {
        const float y = top + panel.Px(middle), half = panel.Px(kControl) / 2;
        return Area{{area.min.x + margin, y - half}, {area.max.x - margin, y + half}};
    };
    Area controls = line_at(kTitleLine);
    controls.max.x = DrawStepper(panel, controls, data);
    controls.max.x = DrawProtocols(panel, controls);
    DrawTitle(panel, line_at(kTitleLine), controls.max.x);
    const float more = DrawWords(panel, line_at(kWordsLine), data);
    const Area room{{area.min.x + margin, top + panel.Px(kWorkersTop) + more},
                    {area.max.x - margin, top + area.height() - panel.Px(kBottom)}};
    DrawBody(panel, room, data);
    EndPanel();
}

}  // namespace decodescope
