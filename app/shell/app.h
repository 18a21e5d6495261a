// The program without its window: a frame draws, collects commands and applies them.
#pragma once

#include <algorithm>
#include <functional>
#include <string>
#include <utility>

#include "app/files/persistence.h"
#include "app/look/fonts.h"
#include "app/look/hotspots.h"
#include "app/paint/heat_texture_cache.h"
#include "app/panel/panel.h"
#include "app/scene/scene_cache.h"
#include "app/shell/list_keys.h"
#include "app/shell/shortcuts.h"
#include "app/shell/ui_log.h"
#include "app/shell/view_workers.h"
#include "app/state/command.h"
#include "app/work/derived_cache.h"
#include "app/work/edit_highlight.h"
#include "app/work/opener.h"
#include "app/work/playback.h"
#include "app/work/recorder.h"
#include "app/work/transition_clock.h"

namespace decodescope {

class App {
public:
    // `wake` is called from other threads when there is something new to show.
    App(AppState state, const std::string& ui_log_path, std::function<void()> wake);

    // From here on preferences, unsaved recipes and recent files are kept in these folders.
    // `remembered` is what the preferences' file said; the state may differ where the command line
    // did.
    void Remember(const Folders& folders, Preferences remembered);

    // --- Between frames
    void OnKey(const KeyPress& press);
    void Do(const Command& command);

    // What does not need a frame: autosaves, and looks whether the open file has changed. True if
    // there is something new to show.
    bool Poll(double now);
    double next_poll() const;  // seconds on the same clock

    // The window has been closed.
    void Close();

    // Goes there as soon as the recording has got that far.
    void GoToWhenRecorded(Playhead playhead) { wanted_playhead_ = playhead; }

    // The scale of the monitor, which the UI scale multiplies.
    void SetContentScale(float scale);

    // What makes textures for heat maps; without it they stay empty.
    void UseTextures(TextureMaker maker) { textures_.Use(std::move(maker)); }

    // Loads what theme and scale need. True if the font texture must be made again.
    bool LoadLook();

    // --- A frame, between ImGui::NewFrame and ImGui::Render. `now` in seconds, on any clock.
    void Frame(double now);

    // --- After a frame
    // Whether the next frame would show something different, as far as is known now.
    bool wants_frame() const { return wants_frame_; }
    double next_tick() const {  // seconds on the same clock
        return std::min({playback_.next_tick(), highlight_.next_tick(), opener_.next_tick()});
    }
    bool is_settled() const;  // nothing is being decoded, checked or waited for

    const AppState& state() const { return state_; }
    const Theme& theme() const { return theme_; }
    const Hotspots& hotspots() const { return hotspots_; }
    const Derived& derived() const { return derived_.derived(); }
    const ViewWorker* worker() const { return workers_.Of(state_.ui.view); }  // may be null

private:
    template <class Work>
    void Guarded(const Work& work);
    void LookForGlyphs();
    void CollectWork(double now);
    void DrawPanels();
    bool FollowLists(const KeyPress& press);
    void EndKeyFocus();
    Layout LayoutOf(const Panel& panel, bool shows_sequence) const;
    void FollowZoom(float shown);

    AppState state_;
    Theme theme_;
    float content_scale_ = 1.0f;
    bool has_look_ = false;
    GlyphNeeds glyphs_;    // of all texts so far: loaded
    ModelPtr glyphs_for_;  // the model whose tokens have been looked through
    std::string glyphs_for_prompt_;

    std::function<void()> wake_;
    std::optional<Persistence> persistence_;
    Opener opener_;
    Recorder recorder_;
    ViewWorkers workers_;
    Playback playback_;
    EditHighlight highlight_;
    TransitionClock transitions_;
    Transition transition_;
    DerivedCache derived_;
    std::optional<Playhead> wanted_playhead_;

    Commands commands_;
    Hotspots hotspots_;
    std::optional<Cell> hovered_;
    SceneCache scenes_;
    HeatTextureCache textures_;
    std::optional<int> hovered_position_;
    KeyFocus key_focus_;  // of the last frame
    bool wants_frame_ = true;
    float text_zoom_ = 1;  // for which there are fonts, or will be
    float last_zoom_ = 1;  // of the pass, in the last frame

    UiLog log_;
    int frame_ = 0;
};

}  // namespace decodescope
