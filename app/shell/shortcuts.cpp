#include "app/shell/shortcuts.h"

#include <algorithm>
#include <iterator>
#include <vector>

#include "app/apply/browse_commands.h"
#include "app/apply/edit_commands.h"
#include "app/apply/file_commands.h"
#include "app/apply/inspect_commands.h"
#include "app/apply/model_commands.h"
#include "app/apply/playback_commands.h"
#include "app/apply/playhead_commands.h"
#include "app/apply/screen_commands.h"
#include "app/apply/tab_commands.h"
#include "app/apply/view_commands.h"
#include "app/scene/overview/overview.h"
#include "app/shell/views.h"
#include "app/work/playback.h"

namespace decodescope {
namespace {

constexpr KeyPress Plain(Key key) { return {.key = key}; }
constexpr KeyPress Plain(char32_t c) { return {.key = Key::Character, .character = c}; }
constexpr KeyPress Ctrl(char32_t c) {
    return {.key = Key::Character, .character = c, .ctrl = true};
}
constexpr KeyPress CtrlShift(char32_t c) {
    return {.key = Key::Character, .character = c, .ctrl = true, .shift = true};
}
constexpr KeyPress WithShift(Key key) { return {.key = key, .shift = true}; }
constexpr KeyPress Alt(Key key) { return {.key = key, .alt = true}; }
constexpr KeyPress kNoKey{};

constexpr float kScaleStep = 0.125f;

template <class C>
Command Emit(const AppState&) {
    return C{};
}
Command EmitOpen(const AppState&) { return ShowPathField{PathField::Open}; }
Command EmitSaveAs(const AppState&) { return ShowPathField{PathField::SaveAs}; }
Command EmitLarger(const AppState& s) { return SetScale{s.preferences.scale + kScaleStep}; }
Command EmitSmaller(const AppState& s) { return SetScale{s.preferences.scale - kScaleStep}; }
Command EmitScaleOne(const AppState&) { return SetScale{1.0f}; }
Command EmitOtherTheme(const AppState& s) {
    return SetTheme{s.preferences.theme == ThemeKind::Dark ? ThemeKind::Light : ThemeKind::Dark};
}
Command EmitWholePass(const AppState& s) { return LookAt{.camera = {.fits = !s.ui.camera.fits}}; }
Command EmitDecimals(const AppState& s, int by) {
    NumberFormat format = s.preferences.numbers;
    format.decimals += by;
    return SetNumberFormat{format};
}
Command EmitMoreDecimals(const AppState& s) { return EmitDecimals(s, 1); }
Command EmitFewerDecimals(const AppState& s) { return EmitDecimals(s, -1); }
Command EmitOtherPoint(const AppState& s) {
    NumberFormat format = s.preferences.numbers;
    format.decimal_comma = !format.decimal_comma;
    return SetNumberFormat{format};
}

template <int kRight, int kDown>
Command EmitWalk(const AppState&) {
    return TakeWalk{{.right = kRight, .down = kDown}};
}
template <int kBlocks>
Command EmitBlock(const AppState&) {
    return TakeWalk{{.blocks = kBlocks}};
}
Command EmitPin(const AppState& s) { return Pin{s.ui.focused}; }
template <CopyKind kKind>
Command EmitCopy(const AppState& s) {
    // A menu asks for the command of an item that is not possible, too, and does not apply it.
    return Copy{LookedAt(s.ui).value_or(Cell{}), kKind};
}

Command EmitFaster(const AppState& s) {
    return SetPlaySpeed{2 * kUsualSecondsPerStage / s.preferences.seconds_per_stage};
}
Command EmitSlower(const AppState& s) {
    return SetPlaySpeed{0.5 * kUsualSecondsPerStage / s.preferences.seconds_per_stage};
}

template <int kBy>
Command EmitLayer(const AppState& s) {
    return ChooseLayer{s.ui.layer + kBy};
}
template <int kBy>
Command EmitHead(const AppState& s) {
    return ChooseHead{s.ui.head + kBy};
}

Command EmitNextArrow(const AppState&) { return ChooseArrow{1}; }
template <int x, int y>
Command EmitNudge(const AppState&) {
    return NudgeEmbedding{x, y};
}
bool ShowsPlane(const AppState& s) {
    return s.ui.view == View::Pass && s.ui.tab == "plane" && !s.ui.presents && s.ui.shows_inspector;
}
bool HasArrow(const AppState& s) { return ShowsPlane(s) && s.ui.plane.token.has_value(); }

bool Loops(const AppState& s) { return s.preferences.loops; }
bool StopsAtSelection(const AppState& s) { return s.preferences.stops_at_selection; }
bool HasReducedMotion(const AppState& s) { return !s.preferences.has_motion; }
bool HasDecimalComma(const AppState& s) { return s.preferences.numbers.decimal_comma; }
bool IsDark(const AppState& s) { return s.preferences.theme == ThemeKind::Dark; }
bool Presents(const AppState& s) { return s.ui.presents; }
bool ShowsRecipe(const AppState& s) { return s.ui.shows_recipe; }
bool ShowsInspector(const AppState& s) { return s.ui.shows_inspector; }
bool Plays(const AppState& s) { return s.ui.playing; }

bool Always(const AppState&) { return true; }
bool CanUndo(const AppState& s) { return s.history.undo_count() > 0; }
bool ShowsPass(const AppState& s) { return s.ui.view == View::Pass; }
bool HasFocus(const AppState& s) { return ShowsPass(s) && s.ui.focused.has_value(); }
bool NoFocus(const AppState& s) { return !HasFocus(s); }
bool LooksAtCell(const AppState& s) {
    const std::optional<Cell> cell = LookedAt(s.ui);
    return cell && IsComputed(*s.recording, *cell, s.ui.playhead);
}
bool HasHeads(const AppState& s) { return ShowsPass(s) && HasOverview(s.recording->config()); }
bool CanRedo(const AppState& s) { return s.history.redo_count() > 0; }
bool HasOwnLayout(const AppState& s) { return s.preferences.panels != PanelSizes{}; }

// clang-format off
const Action kActions[] = {
    // id               menu        name                   keys                 presses                                       command                    possible  while typing
    {"new",             Menu::File, "New model",           "Ctrl+N",            {Ctrl('n'), kNoKey},                          Emit<NewDocument>,      Always,   true},
    {"open",            Menu::File, "Open…",               "Ctrl+O",            {Ctrl('o'), kNoKey},                          EmitOpen,               Always,   true},
    {"save",            Menu::File, "Save",                "Ctrl+S",            {Ctrl('s'), kNoKey},                          Emit<Save>,             Always,   true},
    {"save_as",         Menu::File, "Save as…",            "Ctrl+Shift+S",      {CtrlShift('s'), kNoKey},                     EmitSaveAs,             Always,   true},
    {"quit",            Menu::File, "Quit",                "Ctrl+Q",            {Ctrl('q'), kNoKey},                          Emit<Quit>,             Always,   true},
    {"undo",            Menu::Edit, "Undo",                "Ctrl+Z",            {Ctrl('z'), kNoKey},                          Emit<Undo>,             CanUndo,  false},
    {"redo",            Menu::Edit, "Redo",                "Ctrl+Shift+Z, Ctrl+Y", {CtrlShift('z'), Ctrl('y')},               Emit<Redo>,             CanRedo,  false},
    {"copy_value",      Menu::Edit, "Copy value",          "Ctrl+C",            {Ctrl('c'), kNoKey},                          EmitCopy<CopyKind::Number>, LooksAtCell, false},
    {"copy_sum",        Menu::Edit, "Copy sum",            "Ctrl+Shift+C",      {CtrlShift('c'), kNoKey},                     EmitCopy<CopyKind::Sum>, LooksAtCell, false},
    {"copy_block",      Menu::Edit, "Copy block as CSV",   "",                  {kNoKey, kNoKey},                             EmitCopy<CopyKind::Block>, LooksAtCell, false},
    {"settings",        Menu::View, "Settings…",           "Ctrl ,",            {Ctrl(','), kNoKey},                          Emit<ToggleSettings>,   Always,   true},
    {"next_arrow",      Menu::None, "Choose an arrow of the plane", "A",         {Plain(U'a'), kNoKey},                      EmitNextArrow,          ShowsPlane, false},
    {"nudge_left",      Menu::None, "Move the arrow left",  "Alt ←",            {Alt(Key::Left), kNoKey},                     EmitNudge<-1, 0>,       HasArrow, false},
    {"nudge_right",     Menu::None, "Move the arrow right", "Alt →",            {Alt(Key::Right), kNoKey},                    EmitNudge<1, 0>,        HasArrow, false},
    {"nudge_up",        Menu::None, "Move the arrow up",    "Alt ↑",            {Alt(Key::Up), kNoKey},                       EmitNudge<0, 1>,        HasArrow, false},
    {"nudge_down",      Menu::None, "Move the arrow down",  "Alt ↓",            {Alt(Key::Down), kNoKey},                     EmitNudge<0, -1>,       HasArrow, false},
    {"theme",           Menu::View, "Dark theme",          "T",                 {Plain(U't'), kNoKey},                        EmitOtherTheme,         Always,   false, IsDark},
    {"present",         Menu::View, "Presentation",        "P",                 {Plain(U'p'), kNoKey},                        Emit<TogglePresentation>, Always, false, Presents},
    {"larger",          Menu::View, "Larger",              "Ctrl +",            {Ctrl('+'), Ctrl('=')},                       EmitLarger,             Always,   true},
    {"smaller",         Menu::View, "Smaller",             "Ctrl −",            {Ctrl('-'), kNoKey},                          EmitSmaller,            Always,   true},
    {"scale_one",       Menu::View, "Normal size",         "Ctrl 0",            {Ctrl('0'), kNoKey},                          EmitScaleOne,           Always,   true},
    {"recipe_side",     Menu::View, "Recipe at the side",  "R",                 {Plain(U'r'), kNoKey},                        Emit<ToggleRecipe>,     Always,   false, ShowsRecipe},
    {"inspector_side",  Menu::View, "Inspector at the side", "I",               {Plain(U'i'), kNoKey},                        Emit<ToggleInspector>,  Always,   false, ShowsInspector},
    {"full_screen",     Menu::View, "Full screen",         "F11",               {Plain(Key::F11), kNoKey},                    Emit<ToggleFullScreen>, Always,   true},
    {"reset_layout",    Menu::View, "Reset layout",        "",                  {kNoKey, kNoKey},                             Emit<SetPanelSizes>,    HasOwnLayout, false},
    {"whole_pass",      Menu::View, "Whole pass",          "F",                 {Plain(U'f'), kNoKey},                        EmitWholePass,          ShowsPass, false},
    {"overview",        Menu::View, "All layers and heads", "M",                 {Plain(U'm'), kNoKey},                        Emit<ToggleOverview>,   HasHeads, false},
    {"next_layer",      Menu::None, "Next layer",          "Shift+↓",           {WithShift(Key::Down), kNoKey},               EmitLayer<1>,           HasHeads, false},
    {"previous_layer",  Menu::None, "Previous layer",      "Shift+↑",           {WithShift(Key::Up), kNoKey},                 EmitLayer<-1>,          HasHeads, false},
    {"next_head",       Menu::None, "Next head",           "Shift+→",           {WithShift(Key::Right), kNoKey},              EmitHead<1>,            HasHeads, false},
    {"previous_head",   Menu::None, "Previous head",       "Shift+←",           {WithShift(Key::Left), kNoKey},               EmitHead<-1>,           HasHeads, false},
    {"more_decimals",   Menu::View, "More decimals",       ".",                 {Plain(U'.'), kNoKey},                        EmitMoreDecimals,       Always,   false},
    {"fewer_decimals",  Menu::View, "Fewer decimals",      ",",                 {Plain(U','), kNoKey},                        EmitFewerDecimals,      Always,   false},
    // While walking cells, the arrow keys move from cell to cell.
    {"next_block",      Menu::None, "Walk the cells: next block", "Tab",        {Plain(Key::Tab), kNoKey},                    EmitBlock<1>,           ShowsPass,  false},
    {"previous_block",  Menu::None, "Previous block",      "Shift+Tab",         {WithShift(Key::Tab), kNoKey},                EmitBlock<-1>,          ShowsPass,  false},
    {"walk_right",      Menu::None, "While walking: right", "→",                {Plain(Key::Right), kNoKey},                  EmitWalk<1, 0>,         HasFocus, false},
    {"walk_left",       Menu::None, "While walking: left", "←",                 {Plain(Key::Left), kNoKey},                   EmitWalk<-1, 0>,        HasFocus, false},
    {"walk_up",         Menu::None, "While walking: up",   "↑",                 {Plain(Key::Up), kNoKey},                     EmitWalk<0, -1>,        HasFocus, false},
    {"walk_down",       Menu::None, "While walking: down", "↓",                 {Plain(Key::Down), kNoKey},                   EmitWalk<0, 1>,         HasFocus, false},
    {"pin",             Menu::None, "While walking: pin",  "Enter",             {Plain(Key::Enter), kNoKey},                  EmitPin,                HasFocus, false},
    {"decimal_comma",   Menu::View, "Decimal comma",       "",                  {kNoKey, kNoKey},                             EmitOtherPoint,         Always,   false, HasDecimalComma},
    {"reduced_motion",  Menu::View, "Reduced motion",      "",                  {kNoKey, kNoKey},                             Emit<ToggleMotion>,     Always,   false, HasReducedMotion},
    {"play",            Menu::Playback, "Play",            "Space",             {Plain(Key::Space), kNoKey},                  Emit<TogglePlay>,       Always,   false, Plays},
    {"faster",          Menu::Playback, "Faster",          ">",                 {Plain(U'>'), kNoKey},                        EmitFaster,             Always,   false},
    {"slower",          Menu::Playback, "Slower",          "<",                 {Plain(U'<'), kNoKey},                        EmitSlower,             Always,   false},
    {"loop",            Menu::Playback, "Loop", "",           {kNoKey, kNoKey},                             Emit<ToggleLoop>,       Always,   false, Loops},
    {"stop_at_selection", Menu::Playback, "Stop at each selection", "",         {kNoKey, kNoKey},                             Emit<ToggleStopAtSelection>, Always, false, StopsAtSelection},
    {"next_stage",      Menu::Playback, "Next stage",      "→",                 {Plain(Key::Right), kNoKey},                  Emit<GoToNextStage>,    NoFocus,  false},
    {"previous_stage",  Menu::Playback, "Previous stage",  "←",                 {Plain(Key::Left), kNoKey},                   Emit<GoToPreviousStage>, NoFocus, false},
    {"next_pass",       Menu::Playback, "Next pass, to its selection", "Page Down", {Plain(Key::PageDown), kNoKey},           Emit<GoToNextPass>,     Always,   false},
    {"previous_pass",   Menu::Playback, "Previous pass",   "Page Up",           {Plain(Key::PageUp), kNoKey},                 Emit<GoToPreviousPass>, Always,   false},
    {"first",           Menu::Playback, "Before the prefill", "Home",           {Plain(Key::Home), kNoKey},                   Emit<GoToFirst>,        Always,   false},
    {"last",            Menu::Playback, "End of the run",  "End",               {Plain(Key::End), kNoKey},                    Emit<GoToLast>,         Always,   false},
    {"escape",          Menu::None, "Close, or unpin",     "Esc",               {Plain(Key::Escape), kNoKey},                 Emit<Escape>,           Always,   false},
    {"keys",            Menu::Help, "Keys",                "?",                 {Plain(U'?'), kNoKey},                        Emit<ToggleKeys>,       Always,   false},
};
// clang-format on

// The actions that show a view, from the views' own table.
std::vector<Action> ViewActions() {
    std::vector<Action> actions;
    for (const ViewRow* row : Views()) {
        const View view = row->view;
        actions.push_back({.id = std::string("view_") + row->name,
                           .menu = Menu::View,
                           .name = row->title,
                           .keys = std::string("Ctrl+") + static_cast<char>(row->key),
                           .presses = {Ctrl(row->key), kNoKey},
                           .command = [view](const AppState&) { return ChooseView{view}; },
                           .is_possible = Always,
                           .while_typing = true,
                           .is_on = [view](const AppState& s) { return s.ui.view == view; }});
    }
    return actions;
}

// With the views after the settings, where the View menu has them.
std::vector<Action> AllActions() {
    std::vector<Action> all(std::begin(kActions), std::end(kActions));
    const std::vector<Action> views = ViewActions();
    const auto settings = std::ranges::find(all, "settings", &Action::id);
    all.insert(std::next(settings), views.begin(), views.end());
    return all;
}

// clang-format off
constexpr Gesture kGestures[] = {
    {"Look at a number and what it was made from", "move the mouse over it"},
    {"Keep it in the inspector",                   "click"},
    {"Copy it, its sum or its block",              "right click"},
    {"Change a number of the recipe",              "drag it sideways, or click and type"},
    {"Move an embedding in the plane",             "drag the tip of its arrow"},
    {"See a position everywhere",                  "move the mouse over its chip"},
    {"Go to the pass of a position",               "click its chip"},
    {"Zoom the pass or the plane",                 "wheel"},
    {"Move the pass",                              "drag"},
    {"See all of the pass or the plane",           "double click"},
    {"Reach lists and choose from them",           "Tab, the arrow keys and Enter"},
};
// clang-format on

bool Matches(const KeyPress& row, const KeyPress& press) {
    if (row.key == Key::None || row.key != press.key || row.character != press.character)
        return false;
    if (row.ctrl != press.ctrl || row.alt != press.alt) return false;
    const bool is_sign =
        row.key == Key::Character && !(U'a' <= row.character && row.character <= U'z');
    return is_sign || row.shift == press.shift;  // where a sign needs Shift depends on the keyboard
}

}  // namespace

std::span<const Action> Actions() {
    static const std::vector<Action> all = AllActions();
    return all;
}

std::span<const Gesture> Gestures() { return kGestures; }

std::string NameOf(const Action& action, const AppState& state) {
    std::string name = action.name;
    if (action.id == "undo" && CanUndo(state)) name += " " + state.history.undo_name();
    if (action.id == "redo" && CanRedo(state)) name += " " + state.history.redo_name();
    const auto with = [&name](const std::string& now) { name += " (now " + now + ")"; };
    if (action.id == "more_decimals") with(std::to_string(state.preferences.numbers.decimals));
    if (action.id == "faster") {
        with(SpeedText(SpeedOf(state.preferences), state.preferences.numbers));
    }
    return name;
}

std::optional<Command> CommandFor(const AppState& state, const KeyPress& press, bool is_typing) {
    for (const Action& action : Actions()) {
        if (!Matches(action.presses[0], press) && !Matches(action.presses[1], press)) continue;
        if ((is_typing && !action.while_typing) || !action.is_possible(state)) continue;
        return action.command(state);
    }
    return std::nullopt;
}

}  // namespace decodescope
