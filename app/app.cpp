#include "app/app.h"

#include <imgui.h>

#include "app/layout.h"
#include "app/panels/copy_menu.h"
#include "app/panels/edit_notice.h"
#include "app/panels/inline_edit.h"
#include "app/panels/inspector.h"
#include "app/panels/keys_page.h"
#include "app/panels/menu_bar.h"
#include "app/panels/message_bar.h"
#include "app/panels/pass_panel.h"
#include "app/panels/path_page.h"
#include "app/panels/recipe_panel.h"
#include "app/panels/sequence_panel.h"
#include "app/panels/tabs_panel.h"
#include "app/panels/transport.h"

namespace decodescope {

App::App(AppState state, const std::string& ui_log_path, std::function<void()> wake)
    : state_(std::move(state)), recorder_(wake), checks_(std::move(wake)), log_(ui_log_path) {}

void App::OnKey(const KeyPress& press) {
    // An open menu is closed by Escape itself, and nothing else is meant by it.
    const bool is_menu_open = ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup);
    if (is_menu_open && press.key == Key::Escape) return;
    // What ImGui wants is of the last frame's beginning; a field may have been left in it.
    const bool is_typing = ImGui::GetIO().WantTextInput && ImGui::IsAnyItemActive();
    if (const auto command = CommandFor(state_, press, is_typing)) Do(*command);
}

void App::Do(const Command& command) {
    Apply(state_, command);
    const std::string text = std::exchange(state_.ui.clipboard, {});
    if (!text.empty()) ImGui::SetClipboardText(text.c_str());
}

bool App::LoadLook() {
    const float scale = state_.preferences.scale * content_scale_;
    const bool needs_fonts = !has_look_ || theme_.scale != scale;
    if (needs_fonts) {
        theme_ = LoadTheme(state_.preferences.theme, scale);
    } else if (theme_.kind != state_.preferences.theme) {
        theme_ = WithPalette(theme_, state_.preferences.theme);
    }
    has_look_ = true;
    return needs_fonts;
}

void App::Frame(double now) {
    ++frame_;
    CollectWork(now);
    Find();
    hovered_.reset();
    hotspots_.Clear();
    moving_ = motion_.Follow(state_, ImGui::IsMouseDown(ImGuiMouseButton_Left), now);
    DrawPanels();
    textures_.EndFrame();
    log_.Write(frame_, state_, findings_, hotspots_);

    const bool moves = moving_.kind != MotionKind::None;
    wants_frame_ = !commands_.empty() || hovered_ != state_.ui.hovered || moves;
    if (hovered_ != state_.ui.hovered) Do(Hover{hovered_});
    for (const Command& command : std::exchange(commands_, {})) Do(command);
}

// What other threads and the clock brought since the last frame.
void App::CollectWork(double now) {
    recorder_.Follow(state_);
    if (const auto command = recorder_.Collect()) Do(*command);
    if (const auto command = playback_.Tick(state_, now)) Do(*command);
    if (const auto command = fading_.Tick(state_, now)) Do(*command);
    if (!wanted_playhead_) return;
    const bool is_whole = state_.newest()->stop_reason() != StopReason::None;
    if (is_whole || state_.recording->pass_count() > wanted_playhead_->pass) {
        Do(GoTo{*wanted_playhead_});
        wanted_playhead_.reset();
    }
}

bool App::is_settled() const {
    return !recorder_.is_busy() && !checks_.is_running() && !wanted_playhead_ && !wants_frame_;
}

// --- Findings ------------------------------------------------------------------------------------

void App::Find() {
    const std::optional<Cell> looked_at = LookedAt(state_.ui);
    const bool is_new = found_for_ != state_.recording;
    if (is_new || findings_.linked.inspected != looked_at) {
        findings_.derivation.reset();
        if (looked_at && state_.recording->Has(*looked_at)) {
            findings_.derivation = Terms(*state_.recording, *looked_at);
        }
        findings_.linked = findings_.derivation ? LinksOf(*findings_.derivation) : Linked{};
    }
    if (is_new || findings_.candidates_pass != state_.ui.playhead.pass) FindCandidates();
    found_for_ = state_.recording;
    findings_.flip = FlipOf(state_);
    FindChecks();
}

void App::FindCandidates() {
    findings_.candidates_pass = state_.ui.playhead.pass;
    findings_.candidates.clear();
    if (findings_.candidates_pass < state_.recording->pass_count()) {
        findings_.candidates = CandidatesOf(*state_.recording, findings_.candidates_pass);
    }
}

// Recomputing is quadratic, so it is done only while someone looks at it: at once for a toy, pass by
// pass on another thread for a larger model.
void App::FindChecks() {
    if (state_.ui.tab != "check" || state_.recording->stop_reason() == StopReason::None) return;
    if (checked_ != state_.recording) {
        checked_ = state_.recording;
        findings_.checks.clear();
        checks_.Cancel();
        if (IsToy(*checked_)) {
            findings_.checks = CheckAll(*checked_);
        } else {
            checks_.Start([recording = checked_] {
                return [recording, pass = 0]() mutable -> std::optional<PassCheck> {
                    if (pass >= recording->pass_count()) return std::nullopt;
                    return CheckPass(*recording, pass++);
                };
            });
        }
    }
    for (PassCheck& check : checks_.Take()) findings_.checks.push_back(std::move(check));
    findings_.is_checking = checks_.is_running();
}

// --- Drawing -------------------------------------------------------------------------------------

void App::DrawPanels() {
    const ImVec2 size = ImGui::GetIO().DisplaySize;
    const Layout layout = LayoutFor(theme_, size);
    const Panel panel{.state = state_,
                      .theme = theme_,
                      .findings = findings_,
                      .commands = commands_,
                      .hotspots = hotspots_,
                      .hovered = hovered_,
                      .moving = moving_,
                      .scenes = scenes_,
                      .textures = textures_};
    DrawMenuBar(panel, layout.menu);
    DrawSequencePanel(panel, layout.sequence);
    if (!layout.recipe_is_tab) DrawRecipePanel(panel, layout.recipe);
    if (!layout.pass.empty()) DrawPassPanel(panel, layout.pass);
    DrawInspector(panel, layout.inspector);
    DrawTabsPanel(panel, layout.tabs, layout.recipe_is_tab);
    DrawTransport(panel, layout.transport);
    DrawInlineEdit(panel);
    DrawFlipNotice(panel, layout.message);
    DrawMessageBar(panel, layout.message);
    DrawPathPage(panel, {{0, 0}, size});
    DrawKeysPage(panel, {{0, 0}, size});
    DrawCopyMenu(panel);
}

}  // namespace decodescope
