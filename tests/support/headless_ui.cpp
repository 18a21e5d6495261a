#include "tests/support/headless_ui.h"

#include <cfloat>
#include <cmath>
#include <map>
#include <memory>

#include "app/apply/apply.h"
#include "app/apply/playhead_commands.h"
#include "app/look/imgui_compat.h"
#include "app/work/derived_cache.h"
#include "core/io/file_formats.h"
#include "core/run/check.h"
#include "tests/support/catch.h"

namespace decodescope {
namespace {

// Building an atlas takes longer than most tests; a context can borrow one.
ImFontAtlas& SharedAtlas() {
    static ImFontAtlas atlas;
    return atlas;
}

const Theme& SharedTheme() {
    static const Theme theme = LoadTheme(ThemeKind::Light, 1.0f);
    return theme;
}

AppState StateOf(const char* path, Playhead playhead) {
    AppState state = StateFor(OpenFile(path), path);
    Execute(state, GoTo{playhead});
    return state;
}

// Law: whatever is drawn, however odd the numbers it shows, is at a place that can be drawn.
bool IsDrawable(const ImDrawData& data) {
    constexpr float kFarthest = 1e6f;                                        // pixels
    const auto is_near = [](float at) { return std::abs(at) < kFarthest; };  // NaN is not
    for (int i = 0; i < data.CmdListsCount; ++i) {
        for (const ImDrawVert& vertex : data.CmdLists[i]->VtxBuffer) {
            if (!is_near(vertex.pos.x) || !is_near(vertex.pos.y)) return false;
        }
    }
    return true;
}

}  // namespace

HeadlessUi::HeadlessUi(Draw draw, ImVec2 size, Fonts fonts)
    : context_(ImGui::CreateContext(fonts == Fonts::Shared ? &SharedAtlas() : nullptr)),
      draw_(std::move(draw)) {
    ImGui::SetCurrentContext(context_);
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr;
    io.DeltaTime = 1.0f / 60;
    io.MousePos = {-FLT_MAX, -FLT_MAX};
    BeginWithoutBackend();
    Resize(size);
    if (fonts == Fonts::Own) return;
    const Theme& theme = SharedTheme();
    io.FontDefault = theme.Font(FontRole::Label);
    ApplyStyle(theme);
}

HeadlessUi::~HeadlessUi() { ImGui::DestroyContext(context_); }

void HeadlessUi::Resize(ImVec2 size) { ImGui::GetIO().DisplaySize = size; }

void HeadlessUi::Frame() {
    ImGui::SetCurrentContext(context_);
    hotspots_.Clear();
    if (before_frame) before_frame();
    ImGui::NewFrame();
    draw_(hotspots_);
    ImGui::Render();
    if (!IsDrawable(*ImGui::GetDrawData())) FAIL("something is drawn outside all windows");
}

Hotspot HeadlessUi::At(std::string_view hotspot) const {
    const std::optional<Hotspot> found = hotspots_.Find(hotspot);
    INFO("hotspot " << std::string(hotspot));
    REQUIRE(found.has_value());
    return *found;
}

void HeadlessUi::MoveTo(std::string_view hotspot) {
    if (hotspots_.all().empty()) Frame();
    const Hotspot spot = At(hotspot);
    ImGui::GetIO().MousePos = {std::floor((spot.min.x + spot.max.x) / 2),
                               std::floor((spot.min.y + spot.max.y) / 2)};
    Frame();
    Frame();  // highlights and hover come a frame later
}

void HeadlessUi::MoveAway() {
    ImGui::GetIO().MousePos = {-FLT_MAX, -FLT_MAX};
    Frame();
    Frame();
}

void HeadlessUi::PressButton(bool down) {
    ImGui::GetIO().MouseDown[0] = down;
    Frame();
}

void HeadlessUi::Click(std::string_view hotspot) {
    MoveTo(hotspot);
    PressButton(true);
    PressButton(false);
    Frame();
}

void HeadlessUi::DoubleClick(std::string_view hotspot) {
    MoveTo(hotspot);
    for (const bool down : {true, false, true, false}) PressButton(down);
    Frame();
}

void HeadlessUi::DragRight(std::string_view hotspot, int pixels) {
    MoveTo(hotspot);
    PressButton(true);
    for (int i = 0; i < pixels; ++i) {
        ImGui::GetIO().MousePos.x += 1;
        Frame();
    }
    PressButton(false);
    Frame();
}

void HeadlessUi::Type(std::string_view text) {
    for (const char c : text) {
        ImGui::GetIO().AddInputCharacter(static_cast<unsigned char>(c));
        Frame();
    }
}

void HeadlessUi::PressKey(ImGuiKey key) {
    SetKeyDown(key, true);
    Frame();
    SetKeyDown(key, false);
    Frame();
}

void HeadlessUi::Scroll(float lines) {
    ImGui::GetIO().MouseWheel = lines;
    Frame();
    Frame();
}

const Theme& TestTheme(ThemeKind kind) {
    static std::map<ThemeKind, Theme> themes;
    Theme& theme = themes[kind];
    theme = SharedTheme();
    theme.kind = kind;
    theme.palette = &PaletteOf(kind);
    return theme;
}

PanelBench::PanelBench(AppState shown, DrawPanel draw, ImVec2 size)
    : state(std::move(shown)),
      derived(DerivedOf(state)),
      workers([] {}),
      ui(
          [this, draw = std::move(draw)](Hotspots& spots) {
              const Panel panel{.state = state,
                                .theme = TestTheme(),
                                .derived = derived,
                                .commands = commands,
                                .hotspots = spots,
                                .hovered = hovered,
                                .hovered_position = hovered_position,
                                .transition = {},
                                .scenes = scenes,
                                .textures = textures,
                                .worker = workers.Of(state.ui.view)};
              draw(panel);
          },
          size) {
    workers.Update(state);
    ui.Settle();
    commands.clear();
}

void PanelBench::RequireOneCommand() const { REQUIRE(commands.size() == 1); }

AppState AbcState(Playhead playhead) { return StateOf("assets/models/abc.toml", playhead); }
AppState DrinksState(Playhead playhead) { return StateOf("assets/models/drinks.toml", playhead); }

Derived DerivedOf(const AppState& state, std::optional<Cell> looked_at) {
    Derived derived;
    if (looked_at) {
        derived.derivation = Terms(*state.recording, *looked_at);
        derived.highlights = HighlightsOf(*derived.derivation);
    }
    const int pass = state.ui.playhead.pass;
    if (pass < state.recording->pass_count()) {
        derived.candidates = CandidatesOf(*state.recording, pass);
    }
    derived.intervals = IntervalsAt(state);
    derived.candidate_rows = CandidateRowsOf(state, derived.candidates);
    if (pass < state.recording->pass_count() || state.ui.playhead.step < 0) {
        derived.plane = BuildPlane(*state.recording, PlaneQueryOf(state));
    }
    derived.transcript = TranscriptAt(state);
    derived.checks = CheckAll(*state.recording);
    derived.flip = FlipOf(state);
    return derived;
}

}  // namespace decodescope
