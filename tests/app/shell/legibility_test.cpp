// No text leaves its box, covers another or is cut without a sign, whatever is shown in whatever
// window. Each run is some random models in random views, sizes, scales and number formats; with
// DECODESCOPE_LEGIBILITY=FIRST:COUNT:FRAMES in the environment, other and longer runs.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <random>

#include "app/apply/apply.h"
#include "app/apply/inspect_commands.h"
#include "app/apply/mistakes_commands.h"
#include "app/apply/playhead_commands.h"
#include "app/apply/screen_commands.h"
#include "app/apply/view_commands.h"
#include "app/look/imgui_compat.h"
#include "app/shell/views.h"
#include "app/widgets/controls.h"
#include "core/io/file_formats.h"
#include "core/model/tensor_table.h"
#include "core/model/weights.h"
#include "tests/support/catch.h"
#include "tests/support/headless_text.h"
#include "tests/support/headless_ui.h"
#include "tests/support/random_model.h"

namespace decodescope {
namespace {

class Random {
public:
    explicit Random(unsigned seed) : random_(seed) {}

    int Below(int limit) { return static_cast<int>(random_() % static_cast<unsigned>(limit)); }
    template <class T, size_t N>
    const T& Of(const std::array<T, N>& all) {
        return all[static_cast<size_t>(Below(static_cast<int>(N)))];
    }

private:
    std::mt19937 random_;
};

// Numbers that are long, or large, or neither.
double Awkward(Random& random) {
    const std::array<double, 9> kNumbers{
        0.70710678118654757, -0.125, -1234.5, 2e5, -98765432.1, 1e-9, 0, -1, -0.33333333333333331};
    return random.Of(kNumbers);
}

// Numbers that overflow, or are none.
double Odd(Random& random) {
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    const std::array<double, 8> kNumbers{1e30,       -1e30,  std::nan(""), kInfinity,
                                         -kInfinity, 1e-310, -3.4e38,      0.5};
    return random.Of(kNumbers);
}

std::string LongName(Random& random, int id) {
    const std::array<std::string, 8> kNames{"Wednesday",
                                            "supercalifragilistic",
                                            "and",
                                            "Rindfleischetikettierung",
                                            "I",
                                            "yesterday evening",
                                            std::string(300, 'm'),
                                            std::string(300, 'i')};
    return random.Of(kNames) + std::to_string(id);
}

Recipe RandomRecipe(Random& random, unsigned seed) {
    switch (random.Below(4)) {
        case 0: return OpenFile("assets/models/abc.toml");
        case 1: return OpenFile("assets/models/drinks.toml");
        default: break;
    }
    Model model = RandomModel(RandomConfig(seed), seed);
    const int kind = random.Below(4);
    if (kind < 3) {
        std::visit(
            [&]<class T>(Weights<T>& weights) {
                Matrix<T> embedding = Unpacked(weights.token_embedding);
                for (T& number : embedding.reshaped()) {
                    const bool is_odd = kind == 0 && random.Below(3) == 0;
                    number = static_cast<T>(is_odd ? Odd(random) : Awkward(random));
                }
                weights.token_embedding = embedding;
            },
            *model.weights);
    }
    if (random.Below(2) == 0) {
        for (int id = 0; id < model.config.vocabulary_size; ++id)
            model.tokenizer.pieces[static_cast<size_t>(id)] = LongName(random, id);
        model.name = "a model whose name is longer than most, to see where it is cut";
    }
    const std::vector<std::string> pieces = model.tokenizer.pieces;
    Recipe recipe = ExampleRecipe(std::make_shared<const Model>(std::move(model)));
    recipe.prompt.clear();
    const int length = 1 + random.Below(6);
    for (int i = 0; i < length; ++i) {
        const size_t id = static_cast<size_t>(random.Below(static_cast<int>(pieces.size())));
        recipe.prompt += (i > 0 ? " " : "") + pieces[id];
    }
    recipe.tokens = 1 + random.Below(6);
    recipe.rule.kind = random.Below(2) == 0 ? RuleKind::Greedy : RuleKind::Sample;
    return recipe;
}

// A window on a recipe, at one scale, in which things are shown one after another.
class Shown {
public:
    explicit Shown(unsigned seed)
        : random_(seed),
          seed_(seed),
          app_(StartState(), "", [] {}),
          ui_([this](Hotspots& spots) { Draw(spots); }, {1280, 720}, HeadlessUi::Fonts::Own) {
        ui_.before_frame = [this] { app_.LoadLook(); };
    }

    // Shows something else and returns what is wrong with it.
    std::vector<TextFlaw> Next() {
        const std::array<ImVec2, 9> kSizes{ImVec2{640, 480}, {1024, 768},  {1280, 720},
                                           {1280, 800},      {1366, 768},  {1600, 900},
                                           {1920, 1080},     {3840, 2160}, {640, 2160}};
        const std::array<View, 8> kViews{View::Pass,     View::Pass,          View::Branches,
                                         View::Batch,    View::Disaggregated, View::Cost,
                                         View::Mistakes, View::Mistakes};
        const std::array<std::string, 6> kTabs{"plane", "candidates", "check",
                                               "loop",  "transcript", "recipe"};
        size_ = random_.Of(kSizes);
        if (random_.Below(3) == 0) {
            size_ = {static_cast<float>(640 + random_.Below(3201)),
                     static_cast<float>(480 + random_.Below(1681))};
        }
        ui_.Resize(size_);
        NumberFormat numbers{.decimals = random_.Below(10), .decimal_comma = random_.Below(4) == 0};
        app_.Do(SetNumberFormat{numbers});
        app_.Do(ChooseView{random_.Of(kViews)});
        app_.Do(ChooseTab{random_.Of(kTabs)});
        app_.Do(GoTo{RandomPlayhead()});
        if (random_.Below(6) == 0) app_.Do(TogglePresentation{});
        const int page = random_.Below(12);
        if (page == 0) app_.Do(ToggleSettings{});
        if (page == 1) app_.Do(ToggleKeys{});
        if (page == 2)
            app_.Do(
                ShowMessage{"the file cannot be read, /tmp/a folder/model.toml:3:1, "
                            "write a number such as 0.5"});
        ui_.Settle();
        std::vector<TextFlaw> flaws = AuditText().flaws;
        if (page == 0) app_.Do(ToggleSettings{});
        if (page == 1) app_.Do(ToggleKeys{});
        if (page == 2) app_.Do(DismissMessage{});
        return flaws;
    }

    // What is shown, so that it can be found again.
    std::string Where() const {
        const AppState& state = app_.state();
        return "seed " + std::to_string(seed_) + ", " + std::to_string(static_cast<int>(size_.x)) +
               "x" + std::to_string(static_cast<int>(size_.y)) + " at " +
               std::to_string(app_.theme().scale) + ", view " +
               std::to_string(static_cast<int>(state.ui.view)) + ", tab " + state.ui.tab + ", " +
               std::to_string(state.preferences.numbers.decimals) + " decimals" +
               (state.ui.presents ? ", presented" : "") + ", pass " +
               std::to_string(state.ui.playhead.pass) + ":" +
               std::to_string(state.ui.playhead.step) + ", " + state.document.recipe.model->name;
    }

private:
    AppState StartState() {
        AppState state = StateFor(RandomRecipe(random_, seed_), "");
        const std::array<float, 6> kScales{0.75f, 1, 1, 1.25f, 2, 3};
        state.preferences.scale = random_.Of(kScales);
        state.preferences.theme = random_.Below(2) == 0 ? ThemeKind::Light : ThemeKind::Dark;
        return state;
    }

    Playhead RandomPlayhead() {
        const Recording& recording = *app_.state().recording;
        return {random_.Below(std::max(1, recording.pass_count())),
                random_.Below(recording.step_count() + 1) - 1};
    }

    void Draw(Hotspots& spots) {
        now_ += 5;  // everything that moves has arrived
        app_.Frame(now_);
        spots = app_.hotspots();
    }

    Random random_;
    unsigned seed_;
    App app_;
    double now_ = 0;
    ImVec2 size_{};
    HeadlessUi ui_;
};

struct Runs {
    unsigned first = 1, count = 3;
    int frames = 12;
};

Runs RunsAsked() {
    Runs runs;
    if (const char* asked = std::getenv("DECODESCOPE_LEGIBILITY"))
        std::sscanf(asked, "%u:%u:%d", &runs.first, &runs.count, &runs.frames);
    return runs;
}

// What is wrong with what `draw` writes, in the order of its texts.
std::vector<TextFault> FaultsOf(const std::function<void(const Pen&)>& draw) {
    const HeadlessUi fonts([](Hotspots&) {});
    const Theme& theme = TestTheme();
    HeadlessUi ui([&](Hotspots&) {
        BeginPanel("panel", theme, {{0, 0}, {400, 200}}, theme.colors().panel);
        draw(PenOn(theme));
        EndPanel();
    });
    ui.Frame();
    std::vector<TextFault> faults;
    for (const TextFlaw& flaw : AuditText().flaws) faults.push_back(flaw.fault);
    return faults;
}

}  // namespace

TEST_CASE("Texts are read back from what is drawn") {
    const HeadlessUi fonts([](Hotspots&) {});
    const Theme& theme = TestTheme();
    HeadlessUi ui([&](Hotspots&) {
        BeginPanel("panel", theme, {{0, 0}, {400, 200}}, theme.colors().panel);
        const Pen pen = PenOn(theme);
        pen.Write({20, 50}, "two words");
        pen.In(FontRole::Mono).WriteRight({380, 50}, "−0.125");
        EndPanel();
    });
    ui.Frame();
    const TextAudit audit = AuditText();
    REQUIRE(audit.texts.size() == 2);
    CHECK(audit.texts[0].words == "two words");
    CHECK(audit.texts[0].window == "panel");
    CHECK(audit.texts[0].ink.min.x == Approx(20).margin(2));
    CHECK(audit.texts[1].words == "−0.125");
    CHECK(audit.texts[1].ink.max.x == Approx(380).margin(2));
    CHECK(audit.flaws.empty());
}

TEST_CASE("The audit of texts notices each fault, and none where there is none") {
    using Faults = std::vector<TextFault>;
    const HeadlessUi fonts([](Hotspots&) {});
    const Theme& theme = TestTheme();
    const ImU32 ground = theme.colors().block;
    CHECK(FaultsOf([](const Pen& pen) { pen.Write({20, 50}, "alone"); }).empty());
    CHECK(FaultsOf([](const Pen& pen) {
              pen.Write({20, 50}, "one text");
              pen.Write({40, 55}, "another");
          }) == Faults{TextFault::Overlaps});
    CHECK(FaultsOf([](const Pen& pen) {
              pen.list.PushClipRect({0, 0}, {400, 52}, true);
              pen.Write({20, 50}, "cut");
              pen.list.PopClipRect();
          }) == Faults{TextFault::Cut});
    CHECK(FaultsOf([&](const Pen& pen) {
              pen.Write({20, 50}, "half of this is covered");
              pen.In(ground).Fill({{60, 30}, {200, 70}});
          }) == Faults{TextFault::Covered});
    CHECK(FaultsOf([&](const Pen& pen) {
              pen.In(ground).Fill({{20, 40}, {80, 60}}, 4);
              pen.Write({22, 50}, "wider than the box");
          }) == Faults{TextFault::LeavesBox});
    CHECK(FaultsOf([](const Pen& pen) {
              ImFont& font = *pen.theme.Font(FontRole::Label);
              pen.list.AddText(&font, 2 * SizeOf(font), {20, 50}, pen.color, "large");
          }) == Faults{TextFault::Magnified});
    CHECK(FaultsOf([&](const Pen& pen) {  // a cut with its sign
              pen.Write({20, 50}, "half of this is covered");
              pen.In(ground).Fill({{60, 30}, {200, 70}});
              pen.Write({60, 50}, "…");
          })
              .empty());
}

TEST_CASE("A text that the edge of its window would cut ends in an ellipsis") {
    const HeadlessUi fonts([](Hotspots&) {});
    const Theme& theme = TestTheme();
    HeadlessUi ui([&](Hotspots&) {
        BeginPanel("panel", theme, {{0, 0}, {100, 200}}, theme.colors().panel);
        PenOn(theme).Write({20, 50}, "longer than its window");
        PenOn(theme).WriteRight({90, 90}, "from the left of it");
        EndPanel();
    });
    ui.Frame();
    const TextAudit audit = AuditText();
    CHECK(audit.flaws.empty());
    REQUIRE(audit.texts.size() == 2);
    for (const DrawnText& text : audit.texts) CHECK(text.words.ends_with("…"));
}

TEST_CASE("A presented view can be read from the back of the room, and its point is in sight") {
    struct Shown {
        View view;
        std::vector<const char*> in_sight;
    };
    const Shown kShown[] = {
        {View::Branches, {"branches.distribution", "branches.block.softmax"}},
        {View::Batch, {"batch.weights", "batch.grid"}},
        {View::Disaggregated, {"disaggregated.prefill", "disaggregated.decode"}},
        {View::Cost, {"cost.row.positions computed", "cost.row.multiply-adds"}},
        {View::Mistakes, {"mistakes.selected", "mistakes.cache", "mistakes.check.logits"}},
    };
    const ImVec2 size{1280, 720};
    AppState state = StateFor(OpenFile("assets/models/tea-or-water.toml"), "");
    Execute(state, TogglePresentation{});
    App app(std::move(state), "", [] {});
    double now = 0;
    HeadlessUi ui(
        [&](Hotspots& spots) {
            app.Frame(now += 5);
            spots = app.hotspots();
        },
        size, HeadlessUi::Fonts::Own);
    ui.before_frame = [&] { app.LoadLook(); };
    const int select = app.state().recording->StepOf(Stage::Select);
    app.Do(GoTo{{1, select}});
    for (const Shown& shown : kShown) {
        app.Do(ChooseView{shown.view});
        ui.Settle();
        ui.Settle();
        for (const char* name : shown.in_sight) {
            INFO(name);
            CHECK(ui.At(name).max.y <= size.y - 20);
        }
        constexpr float kLeastLine = 24;  // 20 pixels from one line's capitals to the next's
        const std::string window = RowOf(shown.view).name;
        for (const DrawnText& text : AuditText().texts) {
            INFO(text.window << ": " << text.words);
            if (text.window.starts_with(window)) CHECK(text.line_height >= kLeastLine);
        }
    }
}

TEST_CASE("No text leaves its box, covers another or is cut without a sign") {
    const Runs runs = RunsAsked();
    for (unsigned seed = runs.first; seed < runs.first + runs.count; ++seed) {
        Shown shown(seed);
        for (int i = 0; i < runs.frames; ++i) {
            const std::vector<TextFlaw> flaws = shown.Next();
            INFO(shown.Where());
            for (const TextFlaw& flaw : flaws) {
                INFO(flaw.Describe());
                CHECK(false);
            }
        }
    }
}

}  // namespace decodescope
