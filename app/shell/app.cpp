#include "app/shell/app.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "app/apply/apply.h"
#include "app/apply/inspect_commands.h"
#include "app/apply/list_commands.h"
#include "app/apply/playhead_commands.h"
#include "app/apply/screen_commands.h"
#include "app/look/imgui_compat.h"
#include "app/look/window_layout.h"
#include "app/panel/edit_notice.h"
#include "app/panel/inline_edit.h"
#include "app/shell/file_page.h"
#include "app/shell/keys_page.h"
#include "app/shell/menu_bar.h"
#include "app/shell/message_bar.h"
#include "app/shell/question_page.h"
#include "app/shell/settings_page.h"
#include "app/shell/side_strips.h"
#include "app/shell/splitters.h"
#include "app/shell/tabs_panel.h"
#include "app/shell/transport.h"
#include "app/shell/view_transport.h"
#include "app/shell/views.h"
#include "app/views/inspector/inspector.h"
#include "app/views/pass/copy_menu.h"
#include "app/views/pass/pass_panel.h"
#include "app/views/pass/text_page.h"
#include "app/views/recipe/recipe_panel.h"
#include "app/views/sequence/sequence_panel.h"
#include "core/io/file_error.h"

namespace decodescope {

namespace {

// What is presented fills its window, whatever the scale that was chosen: these are the scales in a
// window of this size, to be readable from the back of a lecture room.
constexpr float kPresentationScale = 1.4f, kPassPresentationScale = 1.34f;
constexpr float kPresentedWidth = 1280, kPresentedHeight = 720;

}  // namespace

App::App(AppState state, const std::string& ui_log_path, std::function<void()> wake)
    : state_(std::move(state)),
      wake_(wake),
      opener_(wake),
      recorder_(Recorder::Follows::Newest, wake),
      workers_(wake),
      derived_(std::move(wake)),
      log_(ui_log_path) {}

void App::Remember(const Folders& folders, Preferences remembered) {
    persistence_.emplace(folders, std::move(remembered), state_.preferences, wake_);
}

// No exception ends the program: what is open stays, and a message says what happened.
template <class Work>
void App::Guarded(const Work& work) {
    try {
        work();
    } catch (const std::exception& exception) {
        Execute(state_, ShowMessage{InWords(exception)});
    }
}

bool App::Poll(double now) {
    Commands commands;
    Guarded([&] {
        if (persistence_) commands = persistence_->Poll(state_, now);
    });
    for (const Command& command : commands) Do(command);
    return !commands.empty();
}

double App::next_poll() const {
    return persistence_ ? persistence_->next_time(state_) : std::numeric_limits<double>::infinity();
}

void App::Close() {
    Guarded([&] {
        if (persistence_) persistence_->Close(state_);
    });
}

// A monitor that is being unplugged may report anything.
void App::SetContentScale(float scale) {
    if (std::isfinite(scale) && scale > 0)
        content_scale_ = std::clamp(scale, kLeastScale, kMostScale);
}

void App::OnKey(const KeyPress& press) {
    // Escape closes an open menu and does nothing else.
    const bool is_menu_open = ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup);
    if (is_menu_open && press.key == Key::Escape) return;
    // A page that covers the others gets all keys; Escape closes it, whichever field has the focus.
    const bool asks = state_.ui.question.is_open(), is_browsing = state_.ui.browser.is_open();
    if ((asks || is_browsing) && press.key == Key::Escape) return Do(Escape{});
    if (asks) {
        FollowLists(press);
        return;
    }
    // WantTextInput is as it was when the last frame began; that frame may have left the field.
    const bool is_typing =
        is_browsing || (ImGui::GetIO().WantTextInput && ImGui::IsAnyItemActive());
    if (!is_typing && FollowLists(press)) return;
    if (const auto command = CommandFor(state_, press, is_typing)) Do(*command);
}

bool App::FollowLists(const KeyPress& press) {
    const Commands commands = ListCommandsFor(state_, key_focus_.controls, press);
    for (const Command& command : commands) Do(command);
    return !commands.empty();
}

// What keys have reached is marked; it has been scrolled to, and clicked, if it was drawn.
void App::EndKeyFocus() {
    SetKeyFocus(nullptr);
    DrawListFocus(theme_, key_focus_);
    if (const int by = state_.ui.leaves_blocks; by != 0)
        commands_.push_back(FocusList(key_focus_.controls, by < 0));
    if (key_focus_.is_new || key_focus_.is_clicked) commands_.push_back(EndControlFrame{});
}

void App::Do(const Command& command) {
    for (const Command& each : ForShownView(state_, worker(), command)) Execute(state_, each);
    const std::string text = std::exchange(state_.ui.clipboard, {});
    if (!text.empty()) ImGui::SetClipboardText(text.c_str());
}

bool App::LoadLook() {
    constexpr float kLargest = 6;  // beyond it the glyphs no longer fit into one texture
    const ImVec2 size = ImGui::GetIO().DisplaySize;
    float scale = ScaleIn(size, state_.preferences.scale * content_scale_);
    if (state_.ui.presents) {
        scale = (state_.ui.view == View::Pass ? kPassPresentationScale : kPresentationScale) *
                std::min(size.x / kPresentedWidth, size.y / kPresentedHeight);
    }
    scale = std::clamp(scale, kLeastScale, kLargest);
    const GlyphNeeds glyphs_before = glyphs_;
    LookForGlyphs();
    const bool needs_fonts = !has_look_ || theme_.scale != scale || theme_.zoom != text_zoom_ ||
                             glyphs_ != glyphs_before;
    if (needs_fonts) {
        theme_ = LoadTheme(state_.preferences.theme, scale, text_zoom_);
        if (glyphs_ != GlyphNeeds{}) LoadFonts(theme_, glyphs_);
    } else if (theme_.kind != state_.preferences.theme) {
        theme_ = WithPalette(theme_, state_.preferences.theme);
    }
    has_look_ = true;
    return needs_fonts;
}

// What the model's tokens and what is typed need more than before.
void App::LookForGlyphs() {
    const Recipe& recipe = state_.document.recipe;
    if (glyphs_for_prompt_ != recipe.prompt) {
        glyphs_for_prompt_ = recipe.prompt;
        glyphs_.Add(recipe.prompt);
    }
    if (glyphs_for_ == recipe.model) return;
    glyphs_for_ = recipe.model;
    glyphs_.Add(recipe.model->name + recipe.model->note);
    for (const std::string& piece : recipe.model->tokenizer.pieces) glyphs_.Add(piece);
}

void App::Frame(double now) {
    ++frame_;
    Guarded([&] {
        CollectWork(now);
        derived_.Update(state_, hovered_position_);
        workers_.Update(state_);
    });
    hovered_.reset();
    const std::optional<int> position_before = std::exchange(hovered_position_, std::nullopt);
    hotspots_.Clear();
    transition_ = transitions_.Follow(state_, ImGui::IsMouseDown(ImGuiMouseButton_Left), now);
    const ControlFocus focus = state_.ui.control_focus.value_or(ControlFocus{.is_new = false});
    key_focus_ = {focus.id, focus.is_new, focus.is_clicked, {}};
    SetKeyFocus(&key_focus_);
    wants_frame_ = false;
    Guarded([&] { DrawPanels(); });
    EndUnfinishedWindows();
    EndKeyFocus();
    textures_.EndFrame();
    Guarded([&] { log_.Write(frame_, state_, derived(), worker(), hotspots_); });

    const bool moves = transition_.kind != TransitionKind::None;
    wants_frame_ = wants_frame_ || !commands_.empty() || hovered_ != state_.ui.hovered ||
                   hovered_position_ != position_before || moves;
    if (hovered_ != state_.ui.hovered) Do(Hover{hovered_});
    for (const Command& command : std::exchange(commands_, {})) Do(command);
}

// What other threads and the clock brought since the last frame.
void App::CollectWork(double now) {
    opener_.Follow(state_, now);
    if (const auto command = opener_.Collect()) {
        Do(*command);
        if (opener_.playhead()) GoToWhenRecorded(*opener_.playhead());
    }
    recorder_.Follow(state_);
    if (const auto command = recorder_.Collect()) Do(*command);
    for (const Command& command : workers_.Collect(state_)) Do(command);
    if (const auto command = playback_.Tick(state_, now, StepsOf(state_, worker()))) Do(*command);
    if (const auto command = highlight_.Tick(state_, now)) Do(*command);
    if (!wanted_playhead_) return;
    const bool is_whole = state_.newest()->finish_reason() != FinishReason::None;
    if (is_whole || state_.recording->pass_count() > wanted_playhead_->pass) {
        Do(GoTo{*wanted_playhead_});
        wanted_playhead_.reset();
    }
}

bool App::is_settled() const {
    const bool is_working =
        opener_.is_busy() || recorder_.is_busy() || workers_.is_busy() || derived_.is_busy();
    return !is_working && !wanted_playhead_ && !wants_frame_;
}

// --- Drawing -------------------------------------------------------------------------------------

void App::DrawPanels() {
    const ImVec2 size = ImGui::GetIO().DisplaySize;
    const bool presents = state_.ui.presents;
    const ViewRow& view = RowOf(state_.ui.view);
    const bool shows_pass = view.draw == nullptr;
    theme_.metrics =
        presents && shows_pass ? PresentationMetrics() : MetricsFor(size.y / theme_.scale);
    float shown_zoom = text_zoom_;
    const Panel panel{.state = state_,
                      .theme = theme_,
                      .derived = derived(),
                      .commands = commands_,
                      .hotspots = hotspots_,
                      .hovered = hovered_,
                      .hovered_position = hovered_position_,
                      .transition = transition_,
                      .scenes = scenes_,
                      .textures = textures_,
                      .text_zoom = &shown_zoom,
                      .worker = workers_.Of(state_.ui.view)};
    Layout layout = LayoutOf(panel, view.shows_sequence);
    const float message = MessageHeight(theme_, state_, layout.message.width());
    if (message > 0) layout = WithMessage(theme_, layout, message);
    if (!presents) DrawMenuBar(panel, layout.menu);
    if (!layout.sequence.empty()) DrawSequencePanel(panel, layout.sequence);
    if (!layout.recipe.empty()) DrawRecipePanel(panel, layout.recipe);
    if (!layout.pass.empty())
        (state_.ui.shows_text ? DrawTextPage : DrawPassPanel)(panel, layout.pass);
    if (!layout.inspector.empty()) DrawInspector(panel, layout.inspector);
    if (!layout.tabs.empty()) DrawTabsPanel(panel, layout.tabs);
    if (!shows_pass) view.draw(panel, layout.view);
    DrawTransport(panel, layout.transport);
    DrawInlineEdit(panel);
    if (shows_pass) DrawFlipNotice(panel, layout.message);
    DrawMessageBar(panel, layout.message);
    DrawSideStrips(panel, layout);
    DrawSplitters(panel, layout, size);
    DrawSettingsPage(panel, {{0, 0}, size});
    DrawKeysPage(panel, {{0, 0}, size});
    DrawCopyMenu(panel);
    DrawFilePage(panel, {{0, 0}, size});
    DrawQuestionPage(panel, {{0, 0}, size});
    FollowZoom(shown_zoom);
}

Layout App::LayoutOf(const Panel& panel, bool shows_sequence) const {
    const ImVec2 size = ImGui::GetIO().DisplaySize;
    const bool shows_pass = state_.ui.view == View::Pass;
    if (state_.ui.presents) {
        const Layout layout = PresentationFor(theme_, size);
        return shows_pass ? layout : WithView(theme_, layout, shows_sequence);
    }
    const float pass_width =
        shows_pass ? panel.scenes.LeastWidthOf(state_.recording, PassViewOf(panel, {})) : 0;
    const Layout layout = LayoutFor(theme_, size, state_.preferences.panels, pass_width);
    const NoteSides sides{!layout.recipe.empty(), !layout.inspector.empty()};
    if (sides.shows_recipe != state_.ui.shows_recipe ||
        sides.shows_inspector != state_.ui.shows_inspector) {
        panel.Emit(sides);
    }
    return shows_pass ? layout : WithView(theme_, layout, shows_sequence);
}

// Fonts take a while to make: only once the zoom has come to rest.
void App::FollowZoom(float shown) {
    if (shown == last_zoom_) text_zoom_ = shown;
    wants_frame_ = wants_frame_ || shown != last_zoom_ || text_zoom_ != theme_.zoom;
    last_zoom_ = shown;
}

}  // namespace decodescope
