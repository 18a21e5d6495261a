#include "app/views/sequence/sequence_panel.h"

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "app/apply/apply.h"
#include "app/apply/edit_commands.h"
#include "app/apply/playhead_commands.h"
#include "app/apply/tab_commands.h"
#include "core/run/decoder.h"
#include "tests/support/catch.h"
#include "tests/support/headless_ui.h"
#include "tests/support/random_model.h"

namespace decodescope {
namespace {

const Area kWide{{0, 0}, {1600, 80}};

void DrawSequence(const Panel& panel) { DrawSequencePanel(panel, kWide); }

}  // namespace

TEST_CASE("The sequence has a chip for each token that the playhead has reached") {
    PanelBench bench(AbcState({1, 8}), [](const Panel& panel) { DrawSequencePanel(panel, kWide); });
    CHECK(bench.ui.Has("sequence.0"));
    CHECK(bench.ui.Has("sequence.3"));
    CHECK_FALSE(bench.ui.Has("sequence.4"));
}

TEST_CASE("A long sequence folds its oldest tokens and always shows the newest ones") {
    AppState state = AbcState();
    Execute(state, SetTokens{40});
    Execute(state, GoToLast{});
    PanelBench bench(state, [](const Panel& panel) { DrawSequencePanel(panel, kWide); });
    const Hotspot oldest = bench.ui.At("sequence.0"), next = bench.ui.At("sequence.1");
    CHECK(oldest.min.x == next.min.x);  // both are in the folded chip
    const Hotspot waiting = bench.ui.At("sequence.41"), in_pass = bench.ui.At("sequence.40");
    CHECK(in_pass.max.x < waiting.min.x);
    CHECK(waiting.max.x < 1600 - 417 - 95);  // left of the counters
}

TEST_CASE("Chips and counters never meet: a narrow strip drops the last counters") {
    for (const float width : {400.0f, 560.0f, 700.0f, 800.0f, 1024.0f, 1600.0f}) {
        INFO(width);
        PanelBench bench(AbcState({3, 8}), [width](const Panel& panel) {
            DrawSequencePanel(panel, {{0, 0}, {width, 68}});
        });
        const bool has_counters = bench.ui.Has("counter.in the cache");
        CHECK(has_counters == (width >= 560));
        if (has_counters)
            CHECK(bench.ui.At("sequence.5").max.x < bench.ui.At("counter.in the cache").min.x);
        CHECK(bench.ui.Has("counter.in the sequence") == (width >= 1024));
    }
}

TEST_CASE("The counter gives the rows of the layer that is shown and the positions in all layers") {
    for (std::uint64_t seed = 0; seed < 12; ++seed) {
        Config config = RandomConfig(seed);
        config.layers = 1 + static_cast<int>(seed % 3);
        Recipe recipe;
        recipe.model = std::make_shared<const Model>(RandomModel(config, seed));
        recipe.prompt = "t0 t1 t2";
        recipe.tokens = 3;
        const Recording recording = Record(recipe);
        std::vector<int> rows(static_cast<size_t>(config.layers), 0);  // counted as steps go by
        for (int pass = 0; pass < recording.pass_count(); ++pass) {
            for (int step = 0; step < recording.step_count(); ++step) {
                const StageStep now = recording.steps()[static_cast<size_t>(step)];
                int& own = rows[static_cast<size_t>(now.layer)];
                const bool appends = now.stage == Stage::Append;
                const int before = *std::ranges::min_element(rows);
                if (appends) own += pass == 0 ? 3 : 1;
                const int in_all = *std::ranges::min_element(rows);
                const CacheCounter counter = CacheCounterAt(recording, {pass, step}, now.layer);
                if (own != in_all) {
                    CHECK(counter.number == std::to_string(own) + " / " + std::to_string(in_all));
                    CHECK(counter.caption == "layer " + std::to_string(now.layer) + " / all");
                } else {
                    const std::string from = before == in_all ? "" : std::to_string(before) + " → ";
                    CHECK(counter.number == from + std::to_string(in_all));
                    CHECK(counter.caption == "in the cache");
                }
            }
        }
    }
}

TEST_CASE("Pointing at a chip points at its position, and a click goes to its pass") {
    PanelBench bench(AbcState({3, 8}), DrawSequence);
    bench.ui.MoveTo("sequence.3");
    CHECK(bench.hovered_position == 3);
    bench.ui.Click("sequence.3");
    CHECK(bench.OnlyCommand<GoTo>().playhead == Playhead{2, 0});
    bench.commands.clear();
    bench.ui.Click("sequence.1");
    CHECK(bench.OnlyCommand<GoTo>().playhead == Playhead{0, 0});
}

TEST_CASE("A token that no pass processes has nowhere to go") {
    PanelBench bench(AbcState({3, 8}), DrawSequence);
    bench.ui.Click("sequence.5");
    CHECK(bench.commands.empty());
}

TEST_CASE("The wheel scrolls a long sequence, and moving the playhead shows the newest again") {
    AppState state = AbcState();
    Execute(state, SetTokens{60});
    Execute(state, GoToLast{});
    PanelBench bench(state, DrawSequence);
    const Hotspot newest = bench.ui.At("sequence.61"), before = bench.ui.At("sequence.60");
    CHECK(before.max.x < newest.min.x);
    bench.ui.MoveTo("sequence.55");
    bench.ui.Scroll(1);
    const auto* scroll = FirstOf<ScrollSequence>(bench.commands);
    REQUIRE(scroll != nullptr);
    CHECK(scroll->by > 0);
    Execute(bench.state, ScrollSequence{20});
    bench.ui.Settle();
    CHECK(bench.ui.At("sequence.59").min.x == bench.ui.At("sequence.50").min.x);  // folded together
    CHECK(bench.ui.At("sequence.59").max.x < bench.ui.At("sequence.60").min.x);   // in the pass
    CHECK(bench.ui.At("sequence.60").max.x < bench.ui.At("sequence.61").min.x);   // waits
    CHECK(bench.ui.At("sequence.40").max.x < bench.ui.At("sequence.41").min.x);
    CHECK(bench.ui.At("sequence.61").max.x < 1600 - 417 - 95);  // left of the counters
    Execute(bench.state, GoToPreviousStage{});
    CHECK(bench.state.ui.sequence_back == 0);
}

TEST_CASE("A folded chip unfolds by a click") {
    AppState state = AbcState();
    Execute(state, SetTokens{60});
    Execute(state, GoToLast{});
    PanelBench bench(state, DrawSequence);
    bench.ui.Click("sequence.10");
    Execute(bench.state, bench.OnlyCommand<ScrollSequence>());
    bench.ui.Settle();
    CHECK(bench.state.ui.sequence_back > 0);
    bench.commands.clear();
    bench.ui.Click("sequence.59");
    Execute(bench.state, bench.OnlyCommand<ScrollSequence>());
    CHECK(bench.state.ui.sequence_back == 0);
}

TEST_CASE("A fold holds only tokens that look the same, so that it hides nothing that waits") {
    std::mt19937 random(5);
    const auto pick = [&](int least, int most) {
        return least + static_cast<int>(random() % static_cast<unsigned>(most - least + 1));
    };
    for (int round = 0; round < 12; ++round) {
        AppState state = AbcState();
        std::string prompt = "A";
        for (int i = pick(0, 60); i > 0; --i) prompt += i % 2 == 0 ? " B" : " C";
        Execute(state, SetPrompt{prompt});
        Execute(state, SetTokens{pick(1, 40)});
        Execute(state, GoTo{{pick(0, state.document.recipe.tokens - 1), pick(-1, 8)}});
        Execute(state, ScrollSequence{pick(0, 80)});
        const float width = static_cast<float>(pick(420, 1600));
        INFO("round " << round << ", width " << width);
        PanelBench bench(state, [width](const Panel& panel) {
            DrawSequencePanel(panel, {{0, 0}, {width, 68}});
        });
        const std::vector<SequenceToken> tokens = SequenceAt(*state.recording, state.ui.playhead);
        for (size_t i = 0; i + 1 < tokens.size(); ++i) {
            const Hotspot chip = bench.ui.At("sequence." + std::to_string(i));
            const Hotspot next = bench.ui.At("sequence." + std::to_string(i + 1));
            const SequenceToken &a = tokens[i], &b = tokens[i + 1];
            const bool are_alike =
                a.state == b.state && a.in_pass == b.in_pass && a.origin == b.origin;
            CHECK((chip.max.x <= next.min.x || (are_alike && chip.min.x == next.min.x)));
        }
    }
}

}  // namespace decodescope
