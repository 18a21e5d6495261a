// Numbers that are not ordinary (NaN, infinities, the largest and the smallest doubles) in any
// parameter of any model: every view and tab draws them, and is walked, hovered and zoomed. That
// all places are numbers is checked by HeadlessUi, in every frame of every test.
#include <array>
#include <cmath>
#include <limits>
#include <random>

#include "app/apply/apply.h"
#include "app/apply/inspect_commands.h"
#include "app/apply/playhead_commands.h"
#include "app/apply/screen_commands.h"
#include "app/apply/view_commands.h"
#include "core/model/parameters.h"
#include "tests/support/catch.h"
#include "tests/support/headless_ui.h"
#include "tests/support/random_model.h"

namespace decodescope {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr std::array kOdd{std::numeric_limits<double>::quiet_NaN(),
                          kInfinity,
                          -kInfinity,
                          1e308,
                          -1e308,
                          1e-310,
                          -0.0,
                          1e30};

// Of a parameter in float32: the others are refused.
bool FitsFloat32(double number) {
    const auto narrow = static_cast<float>(number);
    return std::isfinite(narrow) == std::isfinite(number) && (narrow == 0) == (number == 0);
}

// Each parameter is odd with this chance; at least one is.
Model WithOddNumbers(Model model, std::mt19937& random, double chance) {
    std::vector<double> numbers(kOdd.begin(), kOdd.end());
    if (model.precision() == Precision::Float32)
        std::erase_if(numbers, [](double number) { return !FitsFloat32(number); });
    std::vector<Cell> cells;
    for (int i = 0; i < kTensorCount; ++i) {
        const auto tensor = static_cast<TensorId>(i);
        if (!InfoOf(tensor).is_parameter || !Has(model.config, tensor)) continue;
        const int layers = InfoOf(tensor).per_layer ? model.config.layers : 1;
        for (int layer = 0; layer < layers; ++layer) {
            const ParameterShape shape = ShapeOf(model, tensor, layer);
            for (int row = 0; row < shape.rows; ++row) {
                for (int column = 0; column < shape.columns; ++column)
                    cells.push_back({tensor, layer, 0, row, column});
            }
        }
    }
    std::bernoulli_distribution is_odd(chance);
    const size_t always = random() % cells.size();
    for (size_t i = 0; i < cells.size(); ++i) {
        if (i != always && !is_odd(random)) continue;
        if (HasParameter(model, cells[i]))
            model = WithParameter(model, cells[i], numbers[random() % numbers.size()]);
    }
    return model;
}

Recipe RecipeOf(Model model, bool samples) {
    Recipe recipe;
    recipe.prompt = model.example_prompt;
    recipe.model = std::make_shared<const Model>(std::move(model));
    recipe.tokens = 3;
    if (samples) recipe.rule.kind = RuleKind::Sample;
    return recipe;
}

class Visitor {
public:
    explicit Visitor(const Recipe& recipe)
        : app_(StateFor(recipe, ""), "", [] {}),
          ui_([this](Hotspots& spots) { Draw(spots); }, {1600, 900}, HeadlessUi::Fonts::Own) {
        ui_.before_frame = [this] { app_.LoadLook(); };
    }

    void VisitEverything() {
        const Recording& recording = *app_.state().recording;
        for (const View view : {View::Pass, View::Branches, View::Batch, View::Disaggregated,
                                View::Cost, View::Mistakes}) {
            app_.Do(ChooseView{view});
            for (const Playhead playhead : {kStart, Playhead{0, 3}, Last(recording)}) {
                app_.Do(GoTo{playhead});
                ui_.Frame();
            }
        }
        app_.Do(ChooseView{View::Pass});
        for (const char* tab : {"candidates", "check", "loop", "transcript", "plane"}) {
            app_.Do(ChooseTab{tab});
            ui_.Frame();
        }
        VisitPass();
    }

private:
    void VisitPass() {
        app_.Do(GoTo{kStart});
        while (app_.state().ui.playhead != Last(*app_.state().recording)) {
            app_.Do(GoToNextStage{});
            ui_.Frame();
        }
        app_.Do(TogglePresentation{});
        ui_.Frame();
        app_.Do(TogglePresentation{});
        app_.Do(ToggleOverview{});
        ui_.Settle();
        app_.Do(ToggleOverview{});
        ui_.Settle();
        HoverNumbers();
        Walk();
        for (const char* place : {"plane.picture", "pass"}) {
            if (!ui_.Has(place)) continue;
            ui_.MoveTo(place);
            for (const float lines : {4.0f, 9.0f, -20.0f}) ui_.Scroll(lines);
        }
        if (ui_.Has("plane.embedding.0")) ui_.DragRight("plane.embedding.0", 3);
    }

    void HoverNumbers() {
        std::vector<std::string> cells;
        for (const Hotspot& spot : ui_.hotspots().all()) {
            if (spot.name.starts_with("cell.") || spot.name.starts_with("candidates."))
                cells.push_back(spot.name);
        }
        for (size_t i = 0; i < cells.size(); i += 1 + cells.size() / 6) {
            if (ui_.Has(cells[i])) ui_.MoveTo(cells[i]);
        }
    }

    void Walk() {
        for (const Key key : {Key::Tab, Key::Down, Key::Tab, Key::Up, Key::Tab, Key::Enter}) {
            app_.OnKey({.key = key, .shift = key == Key::Down});
            ui_.Frame();
        }
        app_.Do(Escape{});
    }

    void Draw(Hotspots& spots) {
        now_ += 0.02;
        app_.Frame(now_);
        spots = app_.hotspots();
    }

    App app_;
    double now_ = 0;
    HeadlessUi ui_;
};

}  // namespace

TEST_CASE("Any numbers in any embedding of ABC are drawn everywhere") {
    for (const double number : kOdd) {
        INFO("B is (" << number << ", 1)");
        Visitor(RecipeOf(WithEmbedding(ToyModel(), 1, {number, 1}), false)).VisitEverything();
    }
}

TEST_CASE("Any numbers in any parameter of any model are drawn everywhere") {
    for (unsigned seed = 1; seed <= 6; ++seed) {
        INFO("seed " << seed);
        std::mt19937 random(seed);
        const Precision precision = seed % 2 == 0 ? Precision::Float32 : Precision::Float64;
        const double chance = seed % 3 == 0 ? 0.0 : 0.1;
        Model model = RandomModel(RandomConfig(seed), seed, precision);
        Visitor(RecipeOf(WithOddNumbers(std::move(model), random, chance), seed % 4 < 2))
            .VisitEverything();
    }
}

}  // namespace decodescope
