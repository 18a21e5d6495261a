#include "app/views/disaggregation/disaggregation_view.h"

#include <algorithm>

#include "app/apply/view_state_commands.h"
#include "app/views/disaggregation/disaggregation_log.h"
#include "app/views/disaggregation/disaggregation_parts.h"
#include "app/views/disaggregation/disaggregation_worker.h"
#include "app/widgets/controls.h"
#include "app/widgets/text.h"

namespace decodescope {
namespace {

// Below the view's upper edge, at scale 1.
constexpr float kTitleLine = 30, kControls = 54, kWordsLine = 120, kWorkersTop = 150;
constexpr float kWorkersLeast = 318, kWorkersMost = 560;
constexpr float kProtocolWidth = 148, kCountRoom = 12;

void EmitStep(const Panel& panel, int step) {
    DisaggregationViewState look = panel.state.ui.disaggregation;
    look.step = step;
    panel.Emit(SetViewState{look});
}

void DrawTitle(const Panel& panel, Area area) {
    const Palette& c = panel.theme.colors();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float y = area.min.y + panel.Px(kTitleLine);
    const float x =
        DrawText(list, panel.theme, FontRole::PassTitle, {area.min.x, y}, c.ink, "Hand-over") +
        panel.Px(12);
    DrawText(
        list, panel.theme, FontRole::Sentence, {x, y}, c.muted,
        Shortened(panel.theme, FontRole::Sentence,
                  "One worker runs the prefill and ships its cache; another one decodes from it.",
                  area.max.x - x));
}

// Back, on, and how far it has come.
void DrawStepper(const Panel& panel, Area row, const DisaggregationViewData& scene) {
    const float size = row.height();
    const float gap = panel.Px(panel.theme.metrics.button_gap);
    const Area back = AreaAt(row.min.x, row.min.y, size, size);
    const Area on = AreaAt(back.max.x + gap, row.min.y, size, size);
    const bool can_go_back = scene.step > 0, can_go_on = scene.step + 1 < scene.step_count;
    if (IconButton("handover.previous", panel.theme, back, Icon::PreviousStage,
                   {.enabled = can_go_back})) {
        EmitStep(panel, scene.step - 1);
    }
    if (IconButton("handover.next", panel.theme, on, Icon::NextStage, {.enabled = can_go_on})) {
        EmitStep(panel, scene.step + 1);
    }
    Tip(panel.theme, back, "One step back");
    Tip(panel.theme, on, "One step on");
    panel.Spot("handover.previous", back);
    panel.Spot("handover.next", on);
    const std::string count =
        "step " + std::to_string(scene.step + 1) + " of " + std::to_string(scene.step_count);
    DrawText(*ImGui::GetWindowDrawList(), panel.theme, FontRole::Label,
             {on.max.x + panel.Px(kCountRoom), row.center().y}, panel.theme.colors().muted, count);
}

struct ProtocolRow {
    TransferProtocol protocol;
    const char* hotspot;
    const char* name;
    const char* tip;
};

constexpr ProtocolRow kProtocols[] = {
    {TransferProtocol::FirstToken, "handover.protocol.first-token", "First token",
     "The prefill worker selects the first token and ships all N positions; the token travels as "
     "an ID."},
    {TransferProtocol::LastPosition, "handover.protocol.last-position", "N − 1 positions",
     "The prefill worker ships N − 1 positions; the decode worker processes the last one again and "
     "selects the first token itself."},
};

void DrawProtocols(const Panel& panel, Area row) {
    const float width = panel.Px(kProtocolWidth), gap = panel.Px(panel.theme.metrics.gap);
    float x = row.max.x - 2 * width - gap;
    DrawText(*ImGui::GetWindowDrawList(), panel.theme, FontRole::Label,
             {x - panel.Px(kCountRoom), row.center().y}, panel.theme.colors().muted, "protocol",
             Anchor::Right);
    for (const ProtocolRow& protocol : kProtocols) {
        const Area button = AreaAt(x, row.min.y, width, row.height());
        const bool is_chosen = panel.state.ui.disaggregation.protocol == protocol.protocol;
        if (TextButton(protocol.hotspot, panel.theme, button, std::nullopt, protocol.name,
                       {.solid = is_chosen})) {
            DisaggregationViewState look = panel.state.ui.disaggregation;
            look.protocol = protocol.protocol;
            panel.Emit(SetViewState{look});
        }
        Tip(panel.theme, button, protocol.tip);
        panel.Spot(protocol.hotspot, button);
        x += width + gap;
    }
}

// What the step is, and what happens in it.
void DrawWords(const Panel& panel, Area area, const DisaggregationViewData& scene) {
    const ImU32 ink = panel.theme.colors().ink;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float y = area.min.y + panel.Px(kWordsLine);
    const float x =
        DrawText(list, panel.theme, FontRole::PanelTitle, {area.min.x, y}, ink, scene.title + ".") +
        panel.Px(panel.theme.metrics.gap);
    const float room = area.max.x - x;
    const int lines = ParagraphLines(panel.theme, FontRole::Sentence, scene.sentence, room);
    const float up = lines > 1 ? panel.Px(panel.theme.metrics.line_height) / 4 : 0;
    DrawParagraph(list, panel.theme, FontRole::Sentence, {x, y - up}, ink, scene.sentence, room, 2);
    panel.Spot("handover.words", {{area.min.x, y - panel.Px(12)}, {area.max.x, y + panel.Px(12)}});
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
    .log = DisaggregationJson,
    .make_worker = MakeWorker<DisaggregationWorker>,
};

void DrawDisaggregationView(const Panel& panel, Area area) {
    const Metrics& m = panel.theme.metrics;
    BeginPanel("handover", panel.theme, area, panel.theme.colors().canvas, true);
    const float margin = panel.Px(m.margin), top = ImGui::GetCursorScreenPos().y;
    const Area inside{{area.min.x + margin, top}, {area.max.x - margin, top + area.height()}};
    const DisaggregationViewState& look = panel.state.ui.disaggregation;
    const DisaggregationViewData scene =
        DisaggregationViewDataAt(panel.recording(), look.protocol, look.step);

    DrawTitle(panel, inside);
    const Area controls =
        AreaAt(inside.min.x, top + panel.Px(kControls), inside.width(), panel.Px(m.button));
    DrawStepper(panel, controls, scene);
    DrawProtocols(panel, controls);
    DrawWords(panel, inside, scene);

    const float tables = panel.Px(kDisaggregationTables);
    const float room = area.height() - panel.Px(kWorkersTop) - tables - 2 * margin;
    const float height = std::clamp(room, panel.Px(kWorkersLeast), panel.Px(kWorkersMost));
    const Area workers = AreaAt(inside.min.x, top + panel.Px(kWorkersTop), inside.width(), height);
    DrawWorkers(panel, workers, scene);

    const float y = workers.max.y + margin;
    const float middle = std::round(inside.min.x + (inside.width() - margin) * 0.46f);
    DrawLinks(panel, {{inside.min.x, y}, {middle, y + tables}});
    DrawTransferCheck(panel, {{middle + margin, y}, {inside.max.x, y + tables}});
    ImGui::SetCursorScreenPos({area.min.x, y + tables});
    ImGui::Dummy({1, 1});  // how far it scrolls
    EndPanel();
}

}  // namespace decodescope
