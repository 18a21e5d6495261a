// What outlives a run of the program: preferences, recipes that were not saved, and the watch over
// the document's file. It reads the state and emits commands, as panels do.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "app/files/autosave.h"
#include "app/files/file_watch.h"
#include "app/files/folders.h"
#include "app/state/command.h"
#include "app/state/state.h"

namespace decodescope {

// preferences.toml in the config folder; empty where there is none.
std::filesystem::path PreferencesPath(const Folders& folders);

class Persistence {
public:
    // `remembered` is what the preferences' file said, `started` what this run began with. `wake`
    // is called on another thread when there is something to tend.
    Persistence(const Folders& folders, Preferences remembered, Preferences started,
                std::function<void()> wake);

    // Once a moment. `now` in seconds, on any clock.
    Commands Poll(const AppState& state, double now);

    // When to be tended next; infinity: not before something changes.
    double next_time(const AppState& state) const;

    // The person has left: preferences are written, and nothing is kept that is not saved.
    void Close(const AppState& state);

private:
    void PollPreferences(const Preferences& now_preferred, double now, Commands& commands);
    void PollLeftBehind(const AppState& state, Commands& commands);
    void Offer(Commands& commands);
    void WriteChanged(const Preferences& wanted, Commands& commands);

    std::filesystem::path preferences_path_;
    Preferences before_, started_;  // as the file was, and as this run began
    Preferences written_;
    Preferences changing_;  // not written yet, if it differs
    double write_time_;     // when it is written, unless it changes again

    Autosave autosave_;
    std::vector<LeftBehind> left_behind_;
    FileWatch watch_;
};

}  // namespace decodescope
