// A person who does anything at all: thousands of clicks, drags, keys, words and window sizes from
// a seeded generator, over a toy and a real model. Nothing may break, and undoing everything leads
// back to the recipe that it began with.
#include <algorithm>
#include <array>
#include <random>
#include <thread>

#include "app/apply/apply.h"
#include "app/apply/edit_commands.h"
#include "app/apply/screen_commands.h"
#include "core/io/file_formats.h"
#include "tests/support/catch.h"
#include "tests/support/headless_ui.h"
#include "tests/support/models.h"
#include "tests/support/random_model.h"

namespace decodescope {
namespace {

class Monkey {
public:
    Monkey(AppState state, unsigned seed)
        : random_(seed),
          app_(std::move(state), "", [] {}),
          ui_([this](Hotspots& spots) { Draw(spots); }, {1600, 900}, HeadlessUi::Fonts::Own) {
        ui_.before_frame = [this] { app_.LoadLook(); };
        ui_.Settle();
    }

    void Act() {
        switch (Pick(12)) {
            case 0:
            case 1:
            case 2:
            case 3: return PressKey();
            case 4:
            case 5: return Click(0);
            case 6: return Drag();
            case 7: return Type();
            case 8: return Wheel();
            case 9: return Click(1);  // right
            case 10: return Resize();
            default: return Rest();
        }
    }

    // All open fields are left and all is undone.
    void UndoEverything() {
        ImGui::GetIO().MouseDown[0] = ImGui::GetIO().MouseDown[1] = false;
        Rest();
        for (int i = 0; i < 4; ++i) {
            app_.Do(Escape{});
            ui_.MoveAway();
        }
        app_.Do(EndEdit{});
        while (app_.state().history.undo_count() > 0) app_.Do(Undo{});
        ui_.Settle();
    }

    const AppState& state() const { return app_.state(); }

private:
    int Pick(int count) { return static_cast<int>(random_() % static_cast<unsigned>(count)); }

    void Draw(Hotspots& spots) {
        now_ += 0.02;
        app_.Frame(now_);
        spots = app_.hotspots();
    }

    // Files are left alone: saving and opening have tests of their own.
    static bool IsAllowed(std::string_view name) {
        constexpr std::array kForbidden{"menu.file", "files.",   "path.",
                                        "close.",    "recover.", "changed."};
        return std::ranges::none_of(kForbidden,
                                    [&](std::string_view part) { return name.starts_with(part); });
    }

    void PressKey() {
        constexpr std::array kKeys{Key::Left,   Key::Right,    Key::Up,    Key::Down,
                                   Key::PageUp, Key::PageDown, Key::Home,  Key::End,
                                   Key::Space,  Key::Tab,      Key::Enter, Key::Escape};
        constexpr std::u32string_view kCharacters = U"ftmp.,?+-0=zyc";
        KeyPress press{.shift = Pick(6) == 0};
        if (Pick(3) > 0) {
            press.key = kKeys[static_cast<size_t>(Pick(static_cast<int>(kKeys.size())))];
        } else {
            press.key = Key::Character;
            press.character =
                kCharacters[static_cast<size_t>(Pick(static_cast<int>(kCharacters.size())))];
            press.ctrl = Pick(2) == 0;
        }
        app_.OnKey(press);
        ui_.Frame();
    }

    // A point of a hotspot, or anywhere, even outside.
    ImVec2 Somewhere() {
        const std::vector<Hotspot>& all = ui_.hotspots().all();
        if (!all.empty() && Pick(4) > 0) {
            const Hotspot& spot = all[static_cast<size_t>(Pick(static_cast<int>(all.size())))];
            if (IsAllowed(spot.name))
                return {(spot.min.x + spot.max.x) / 2, (spot.min.y + spot.max.y) / 2};
        }
        // Below the menus, where a blind click could open a file.
        return {static_cast<float>(Pick(1700)) - 50, 40 + static_cast<float>(Pick(900))};
    }

    void Click(int button) {
        ImGuiIO& io = ImGui::GetIO();
        io.MousePos = Somewhere();
        ui_.Frame();
        const int times = Pick(5) == 0 ? 2 : 1;
        for (int i = 0; i < times; ++i) {
            io.MouseDown[button] = true;
            ui_.Frame();
            io.MouseDown[button] = false;
            ui_.Frame();
        }
    }

    void Drag() {
        ImGuiIO& io = ImGui::GetIO();
        io.MousePos = Somewhere();
        ui_.Frame();
        io.MouseDown[0] = true;
        for (int i = 0; i < 6; ++i) {
            ui_.Frame();
            io.MousePos.x += static_cast<float>(Pick(41) - 20);
            io.MousePos.y += static_cast<float>(Pick(41) - 20);
        }
        io.MouseDown[0] = false;
        ui_.Frame();
    }

    void Type() {
        constexpr std::array kWords{"A",         "B C", "0.5",   "-1", "1e308", "nan",
                                    "1/sqrt(2)", "0,3", "x\xff", "é",  " "};
        ui_.Type(kWords[static_cast<size_t>(Pick(static_cast<int>(kWords.size())))]);
        if (Pick(2) == 0) ui_.PressEnter();
    }

    void Wheel() { ui_.Scroll(static_cast<float>(Pick(9) - 4)); }

    void Resize() {
        const std::array<ImVec2, 7> sizes{
            ImVec2{1600, 900}, {1024, 700}, {640, 480}, {320, 200}, {1, 1}, {3, 900}, {2560, 1440}};
        ui_.Resize(sizes[static_cast<size_t>(Pick(static_cast<int>(sizes.size())))]);
        if (Pick(8) == 0) app_.SetContentScale(Pick(2) == 0 ? 1.0f : 1.5f);  // another monitor
        ui_.Frame();
        if (Pick(3) > 0) ui_.Resize({1600, 900});
        ui_.Frame();
    }

    void Rest() { ui_.Frame(); }

    std::mt19937 random_;
    App app_;
    double now_ = 0;
    HeadlessUi ui_;
};

void Trouble(const Recipe& start, unsigned seed, int actions) {
    INFO("seed " << seed);
    Monkey monkey(StateFor(start, ""), seed);
    for (int i = 0; i < actions; ++i) monkey.Act();
    monkey.UndoEverything();
    CHECK(monkey.state().document.recipe == start);
    CHECK_FALSE(monkey.state().document.unsaved());
}

}  // namespace

// Ten thousand acts in all, in tests that can run side by side.
TEST_CASE("Whatever a person does with ABC, undoing everything gives back the recipe") {
    Trouble(OpenFile("assets/models/abc.toml"), 1, 2500);
}

TEST_CASE("Whatever another person does with ABC, undoing everything gives back the recipe") {
    Trouble(OpenFile("assets/models/abc.toml"), 2, 2500);
}

TEST_CASE("Whatever a person does with drinks, undoing everything gives back the recipe") {
    Trouble(OpenFile("assets/models/drinks.toml"), 3, 2500);
}

TEST_CASE("Whatever a person does with a real model, undoing everything gives back the recipe") {
    const std::filesystem::path path = ModelPath("stories260K.bin");
    Recipe start;
    if (!path.empty()) {
        start = OpenFile(path.string(), std::nullopt);
        start.prompt = "Once upon a time";
    } else {  // one of its shape
        Model random = RandomModel(Stories260KConfig(), 1, Precision::Float32, 0.0);
        random.config.begin_token = 1;
        start.model = std::make_shared<const Model>(std::move(random));
    }
    start.tokens = 24;
    Trouble(start, 4, 2500);
}

}  // namespace decodescope
