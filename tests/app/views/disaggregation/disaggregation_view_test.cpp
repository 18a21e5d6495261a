// The Disaggregated view: what its steps show, and what its controls emit.

#include "app/views/disaggregation/disaggregation_view.h"

#include "app/apply/apply.h"
#include "app/apply/screen_commands.h"
#include "app/apply/view_state_commands.h"
#include "app/shell/ui_log.h"
#include "app/views/disaggregation/disaggregation_tables.h"
#include "app/views/disaggregation/disaggregation_view_data.h"
#include "app/views/disaggregation/disaggregation_worker.h"
#include "core/run/decoder.h"
#include "core/serve/link_model.h"
#include "tests/support/catch.h"
#include "tests/support/headless_ui.h"
#include "tests/support/scene_fixture.h"

namespace decodescope {
namespace {

constexpr TransferProtocol kProtocols[] = {TransferProtocol::FirstToken,
                                           TransferProtocol::LastPosition};

void DrawView(const Panel& panel) { DrawDisaggregationView(panel, {{0, 0}, {1360, 784}}); }

AppState Shown(AppState state) {
    state.ui.view = View::Disaggregated;
    return state;
}

Recipe Toy(const std::string& prompt, int tokens) {
    Recipe recipe = AbcState().document.recipe;
    recipe.prompt = prompt;
    recipe.tokens = tokens;
    return recipe;
}

}  // namespace

TEST_CASE("The steps of a transfer end where both workers have run all their passes") {
    for (const int tokens : {1, 2, 4}) {
        for (const char* prompt : {"A", "A B", "A B C"}) {
            const Recording recording = Record(Toy(prompt, tokens));
            for (const TransferProtocol protocol : kProtocols) {
                const TransferCheck proof = CheckTransfer(recording, protocol);
                const int steps = DisaggregationSteps(recording, protocol);
                // The prompt, the prefill, the way, the arrival, and a step for each pass.
                CHECK(steps == 4 + proof.decode_passes);
                const DisaggregationViewData end =
                    DisaggregationViewDataAt(recording, protocol, steps - 1);
                CHECK(end.decode.cached() == recording.passes().back()->cache_length_after);
                CHECK(end.decode.computed == proof.decode_positions);
                CHECK(end.prefill.computed == proof.prefill_positions);
                CHECK(end.prefill.cached() == recording.prompt_length());
                REQUIRE(end.decode.waiting);
                CHECK(end.decode.waiting->id == recording.ids().back());
                CHECK(static_cast<int>(end.sent.size()) == proof.positions_sent);
            }
        }
    }
}

TEST_CASE(
    "At every step each worker has at most one waiting token and no cached row without K and V") {
    const Recording recording = Record(Toy("A B", 4));
    for (const TransferProtocol protocol : kProtocols) {
        int computed = 0;
        for (int step = 0; step < DisaggregationSteps(recording, protocol); ++step) {
            const DisaggregationViewData scene =
                DisaggregationViewDataAt(recording, protocol, step);
            CHECK(scene.step == step);
            CHECK_FALSE(scene.title.empty());
            CHECK_FALSE(scene.sentence.empty());
            CHECK(scene.prefill.computed + scene.decode.computed >= computed);
            computed = scene.prefill.computed + scene.decode.computed;
            if (step < kArrivedStep) CHECK(scene.decode.rows.empty());
            if (scene.decode.waiting) {
                CHECK(scene.decode.waiting->position == scene.decode.cached());
            }
            for (size_t i = 0; i < scene.decode.rows.size(); ++i) {
                CHECK(scene.decode.rows[i].position == static_cast<int>(i));
            }
        }
    }
}

TEST_CASE("The first token is shipped as an ID and only under its own protocol") {
    const Recording recording = Record(Toy("A B", 4));
    const DisaggregationViewData first =
        DisaggregationViewDataAt(recording, TransferProtocol::FirstToken, kTransferStep);
    CHECK(first.sent_token == recording.ids()[2]);
    CHECK(first.sent.size() == 2);
    const DisaggregationViewData last =
        DisaggregationViewDataAt(recording, TransferProtocol::LastPosition, kTransferStep);
    CHECK_FALSE(last.sent_token);
    CHECK(last.sent.size() == 1);
    CHECK_FALSE(last.prefill.waiting);
}

TEST_CASE("What is recomputed on the decode side is marked") {
    const Recording recording = Record(Toy("A B", 4));
    const DisaggregationViewData before =
        DisaggregationViewDataAt(recording, TransferProtocol::LastPosition, kArrivedStep);
    REQUIRE(before.decode.rows.size() == 2);
    CHECK(before.decode.rows[1].state == TokenState::Uncached);
    const DisaggregationViewData again =
        DisaggregationViewDataAt(recording, TransferProtocol::LastPosition, kArrivedStep + 1);
    CHECK(again.decode.rows[1].is_recomputed);
    CHECK(again.decode.rows[1].in_pass);
    CHECK_FALSE(again.decode.rows[0].is_recomputed);
    for (int step = 0; step < DisaggregationSteps(recording, TransferProtocol::FirstToken);
         ++step) {
        for (const DisaggregationRow& row :
             DisaggregationViewDataAt(recording, TransferProtocol::FirstToken, step).decode.rows) {
            CHECK_FALSE(row.is_recomputed);
        }
    }
}

TEST_CASE("Its buttons ask for the next step, the one before and the other protocol") {
    PanelBench bench(Shown(AbcState()), DrawView);
    bench.ui.Click("handover.next");
    CHECK(bench.OnlyCommand<SetViewState<DisaggregationViewState>>().view.step == 1);
    bench.commands.clear();
    bench.state.ui.disaggregation.step = 3;
    bench.ui.Click("handover.previous");
    CHECK(bench.OnlyCommand<SetViewState<DisaggregationViewState>>().view.step == 2);
    bench.commands.clear();
    bench.ui.Click("handover.protocol.last-position");
    CHECK(bench.OnlyCommand<SetViewState<DisaggregationViewState>>().view.protocol ==
          TransferProtocol::LastPosition);
    bench.commands.clear();
    bench.ui.Click("handover.link.6");
    CHECK(bench.OnlyCommand<SetViewState<DisaggregationViewState>>().view.link == 6);
}

TEST_CASE("At the first step nothing is before and at the last nothing behind") {
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

TEST_CASE("A shipment's modelled time is its bytes over the bandwidth and the latency") {
    CHECK(TransferSeconds(1000, 1000, 0.5) == 1.5);
    CHECK(TransferSeconds(0, 1e9, 1e-6) == 1e-6);
    CHECK(std::isinf(TransferSeconds(1, 0, 0)));
    // 16 GT/s on 16 lanes, 128 bits in 130 of them data: 31.5 GB/s (PCI-SIG).
    CHECK(Links()[4].bytes_per_second == Approx(31.5e9).epsilon(0.001));
    for (const Link& link : Links()) CHECK(std::string(link.source).size() > 4);
    CHECK(TimeText(1.5, {}) == "1.50 s");
    CHECK(TimeText(50e-6, {}) == "50.0 µs");
    CHECK(TimeText(123e-9, {.decimal_comma = true}) == "123 ns");
    CHECK(TimeText(0.00125, {.decimal_comma = true}) == "1,25 ms");
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
