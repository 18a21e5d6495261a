// Panels without a window: an ImGui context of its own, and a mouse that goes to named hotspots.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "app/panel/panel.h"
#include "app/shell/app.h"

namespace decodescope {

class HeadlessUi {
public:
    using Draw = std::function<void(Hotspots&)>;

    // With Own, the test loads fonts before the first frame.
    enum class Fonts { Shared, Own };

    // Calls `draw` once a frame, between NewFrame and Render.
    explicit HeadlessUi(Draw draw, ImVec2 size = {1600, 900}, Fonts fonts = Fonts::Shared);
    ~HeadlessUi();
    HeadlessUi(const HeadlessUi&) = delete;
    HeadlessUi& operator=(const HeadlessUi&) = delete;

    // Fails where something is drawn at a place that is not a number, or far outside all windows.
    void Frame();
    void Settle() {
        for (int i = 0; i < 3; ++i) Frame();
    }

    // The hotspot must have been drawn (REQUIRE).
    void MoveTo(std::string_view hotspot);
    void MoveAway();
    void Click(std::string_view hotspot);
    void DoubleClick(std::string_view hotspot);
    void DragRight(std::string_view hotspot, int pixels);  // one pixel per frame
    void Type(std::string_view text);                      // into the field that has the focus
    void PressKey(ImGuiKey key);
    void PressEnter() { PressKey(ImGuiKey_Enter); }
    void Scroll(float lines);

    bool Has(std::string_view hotspot) const { return hotspots_.Find(hotspot).has_value(); }
    Hotspot At(std::string_view hotspot) const;
    const Hotspots& hotspots() const { return hotspots_; }
    void Resize(ImVec2 size);

    std::function<void()> before_frame;  // optional

private:
    void PressButton(bool down);

    ImGuiContext* context_;
    Draw draw_;
    Hotspots hotspots_;
};

// The light theme at a scale, its fonts in the present context. One atlas serves all contexts.
const Theme& TestTheme(ThemeKind kind = ThemeKind::Light);

// The first command of a kind, if there is one.
template <class C>
const C* FirstOf(const Commands& commands) {
    for (const Command& command : commands) {
        if (const auto* found = command.If<C>()) return found;
    }
    return nullptr;
}

// One panel with a state to show; its commands are collected, not applied.
class PanelBench {
public:
    using DrawPanel = std::function<void(const Panel&)>;

    PanelBench(AppState shown, DrawPanel draw, ImVec2 size = {1600, 900});

    // The only command, which must be of this kind (REQUIRE).
    template <class C>
    const C& OnlyCommand() const {
        RequireOneCommand();
        return commands.front().As<C>();
    }

    AppState state;
    Derived derived;
    ViewWorkers workers;
    Commands commands;
    std::optional<Cell> hovered;
    SceneCache scenes;
    HeatTextureCache textures;
    std::optional<int> hovered_position;
    HeadlessUi ui;

private:
    void RequireOneCommand() const;
};

// --- States to show ------------------------------------------------------------------------------

AppState AbcState(Playhead playhead = kStart);
AppState DrinksState(Playhead playhead = kStart);

// Everything that a panel may need, as App derives it.
Derived DerivedOf(const AppState& state, std::optional<Cell> looked_at = std::nullopt);

}  // namespace decodescope
