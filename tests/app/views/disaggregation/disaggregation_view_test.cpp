#include "app/views/disaggregation/disaggregation_view.h"

#include "app/apply/apply.h"
#include "app/apply/playhead_commands.h"
#include "app/apply/screen_commands.h"
#include "app/apply/view_state_commands.h"
#include "app/shell/ui_log.h"
#include "app/views/disaggregation/disaggregation_worker.h"
#include "core/serve/link_model.h"
#include "tests/support/catch.h"
#include "tests/support/headless_ui.h"
#include "tests/support/scene_fixture.h"

namespace decodescope {
namespace {

void DrawView(const Panel& panel) { DrawDisaggregationView(panel, {{0, 0}, {1360, 784}}); }

AppState Shown(AppState state) {
    state.ui.view = View::Disaggregated;
    return state;
}

}  // namespace

TEST_CASE("Its buttons ask for the next step, the one before and the other protocol") {
    PanelBench bench(Shown(AbcState()), DrawView);
    bench.ui.Click("handover.next");
    REQUIRE(bench.commands.size() == 1);
    CHECK(bench.commands.front().Is<GoToNextStage>());
    bench.commands.clear();
    bench.state.ui.disaggregation.step = 3;
    bench.ui.Click("handover.previous");
    REQUIRE(bench.commands.size() == 1);
    CHECK(bench.commands.front().Is<GoToPreviousStage>());
    bench.commands.clear();
    bench.ui.Click("handover.protocol.last-position");
    CHECK(bench.OnlyCommand<SetViewState<DisaggregationViewState>>().view.protocol ==
          TransferProtocol::LastPosition);
    bench.commands.clear();
    bench.ui.Click("handover.link.6");
    CHECK(bench.OnlyCommand<SetViewState<DisaggregationViewState>>().view.link == 6);
}

TEST_CASE("The first step has none before it, and the last has none after it") {
    PanelBench bench(Shown(AbcState()), DrawView);
    bench.ui.Click("handover.previous");
    CHECK(bench.commands.empty());
    bench.state.ui.disaggregation.step =
        DisaggregationSteps(*bench.state.recording, TransferProtocol::FirstToken) - 1;
    bench.ui.Click("handover.next");
    CHECK(bench.commands.empty());
}

TEST_CASE("A state of the Disaggregated view that is out of range is brought into it") {
    AppState state = AbcState();
    Execute(state,
            SetViewState<DisaggregationViewState>{{.protocol = TransferProtocol::LastPosition,
                                                   .step = 100,
                                                   .link = 100,
                                                   .own_gigabytes = -1}});
    CHECK(state.ui.disaggregation.step ==
          DisaggregationSteps(*state.recording, TransferProtocol::LastPosition) - 1);
    CHECK(state.ui.disaggregation.link == static_cast<int>(Links().size()) - 1);
    CHECK(state.ui.disaggregation.own_gigabytes == kLeastGigabytes);
    Execute(state, SetViewState<DisaggregationViewState>{{.step = -1, .link = -1}});
    CHECK(state.ui.disaggregation.step == 0);
    CHECK(state.ui.disaggregation.link == 0);
}

TEST_CASE("The whole view is drawn at every step in both themes and in small and large windows") {
    for (const ImVec2 size : {ImVec2{1600, 900}, ImVec2{1024, 700}}) {
        App app(Shown(DrinksState()), "", [] {});
        double now = 0;
        HeadlessUi ui(
            [&](Hotspots& spots) {
                app.Frame(now += 0.01);
                spots = app.hotspots();
            },
            size, HeadlessUi::Fonts::Own);
        ui.before_frame = [&] { app.LoadLook(); };
        ui.Settle();
        for (const ThemeKind theme : {ThemeKind::Light, ThemeKind::Dark}) {
            app.Do(SetTheme{theme});
            app.Do(SetViewState{DisaggregationViewState{}});
            ui.Settle();
            for (const char* name :
                 {"handover.previous", "handover.next", "handover.prefill", "handover.decode",
                  "handover.shipment", "handover.words", "handover.protocol.first-token",
                  "handover.proof", "handover.links"}) {
                INFO(name);
                CHECK(ui.Has(name));
                CHECK(ui.At(name).min.x >= 0);
                CHECK(ui.At(name).max.x <= size.x);
            }
            const int steps =
                DisaggregationSteps(*app.state().recording, TransferProtocol::FirstToken);
            for (int step = 1; step < steps; ++step) ui.Click("handover.next");
            CHECK(app.state().ui.disaggregation.step == steps - 1);
        }
    }
}

TEST_CASE("The UI log has the disaggregated view under both names while it is shown") {
    const HeadlessUi context([](Hotspots&) {});  // the log asks whether something is being typed
    AppState state = AbcState();
    DisaggregationWorker worker([] {});
    CHECK(DescribeFrame(state, {}, nullptr, {}).find("\"handover\":{") == std::string::npos);
    state = Shown(std::move(state));
    worker.Update(state);
    REQUIRE(worker.checks().size() == 2);
    for (const TransferCheck& check : worker.checks()) CHECK(check.agrees());
    const std::string line = DescribeFrame(state, {}, &worker, {});
    for (const char* name : {"\"disaggregated\":{", "\"handover\":{"}) {
        CHECK(line.find(name) != std::string::npos);
    }
    CHECK(line.find("\"view\":\"disaggregated\",\"view_alias\":\"handover\"") != std::string::npos);
    CHECK(line.find("\"protocol\":\"first-token\"") != std::string::npos);
    CHECK(line.find("\"max_abs_difference\":0.0") != std::string::npos);
}

}  // namespace decodescope
