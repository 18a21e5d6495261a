// A model with as many layers and heads as a real one, in the whole program: each of them is
// reached by mouse and keys, and what is written stays legible.
#include <set>

#include "app/apply/apply.h"
#include "app/apply/playhead_commands.h"
#include "app/apply/view_commands.h"
#include "app/shell/app.h"
#include "tests/support/catch.h"
#include "tests/support/headless_text.h"
#include "tests/support/headless_ui.h"
#include "tests/support/random_model.h"

namespace decodescope {
namespace {

constexpr int kLayers = 24, kHeads = 14;

Recipe ManyHeadsRecipe() {
    Config config;
    config.vocabulary_size = 40;
    config.d_model = 28;
    config.layers = kLayers;
    config.query_heads = kHeads;
    config.kv_heads = 2;
    config.head_dim = 2;
    config.attention_scale = 0.7;
    config.context_length = 64;
    config.positions = Positions::Rope;
    config.residuals = true;
    Recipe recipe;
    recipe.model = std::make_shared<const Model>(RandomModel(config, 7, Precision::Float32));
    recipe.prompt = "t0 t1 t2 t3";
    recipe.tokens = 2;
    return recipe;
}

// The whole program without a window.
class Program {
public:
    explicit Program(ImVec2 size)
        : app_(StateFor(ManyHeadsRecipe(), ""), "", [] {}),
          ui_([this](Hotspots& spots) { Draw(spots); }, size, HeadlessUi::Fonts::Own) {
        ui_.before_frame = [this] { app_.LoadLook(); };
        do ui_.Frame();
        while (!app_.is_settled());
    }

    App& app() { return app_; }
    HeadlessUi& ui() { return ui_; }
    const UiState& shown() const { return app_.state().ui; }

private:
    void Draw(Hotspots& spots) {
        now_ += 5;  // whatever moves has arrived
        app_.Frame(now_);
        spots = app_.hotspots();
    }

    App app_;
    double now_ = 0;
    HeadlessUi ui_;
};

std::string SquareOf(int layer, int head) {
    return "map." + std::to_string(layer) + "." + std::to_string(head);
}

}  // namespace

TEST_CASE("Every head of every layer is reached by keys, and its number is said") {
    Program program({1600, 900});
    std::set<std::pair<int, int>> reached;
    for (int layer = 0; layer < kLayers; ++layer) {
        for (int head = 0; head < kHeads; ++head) {
            reached.insert({program.shown().layer, program.shown().head});
            program.app().OnKey({.key = Key::Right, .shift = true});
        }
        for (int head = 0; head < kHeads; ++head) {
            program.app().OnKey({.key = Key::Left, .shift = true});
        }
        program.app().OnKey({.key = Key::Down, .shift = true});
    }
    CHECK(reached.size() == kLayers * kHeads);
    CHECK(program.shown().layer == kLayers - 1);  // the last one stays the last
    program.ui().Settle();
    CHECK(program.ui().Has("pass.layer.23"));
    CHECK(program.ui().Has("pass.layer.22"));
    CHECK(program.ui().Has("pass.layer.0"));
}

TEST_CASE("Every head of every layer is reached by a click in the overview") {
    Program program({1600, 900});
    program.app().Do(GoToLast{});
    for (const auto& [layer, head] : {std::pair{0, 0}, {0, 13}, {11, 6}, {23, 0}, {23, 13}}) {
        program.app().OnKey({.key = Key::Character, .character = U'm'});
        program.ui().Settle();
        for (int i = 0; i < kLayers * kHeads; ++i) {
            CHECK(program.ui().Has(SquareOf(i / kHeads, i % kHeads)));
        }
        program.ui().Click(SquareOf(layer, head));
        CHECK(program.shown().layer == layer);
        CHECK(program.shown().head == head);
        CHECK_FALSE(program.shown().shows_overview);
    }
}

TEST_CASE("What the overview of many heads says is legible in any window") {
    for (const ImVec2 size : {ImVec2{1024, 768}, ImVec2{1280, 720}, ImVec2{1600, 900}}) {
        Program program(size);
        program.app().Do(ToggleOverview{});
        const int steps = program.app().state().recording->step_count();
        for (const Playhead playhead : {kStart, Playhead{0, steps / 2}, Playhead{1, steps - 1}}) {
            program.app().Do(GoTo{playhead});
            program.ui().Settle();
            for (const TextFlaw& flaw : AuditText().flaws) {
                if (flaw.text.window != "pass") continue;
                FAIL_CHECK(size.x << "x" << size.y << ", step " << playhead.step << ": "
                                  << flaw.Describe());
            }
        }
    }
}

}  // namespace decodescope
