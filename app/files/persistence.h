// What outlives a run of the program: preferences and unsaved recipes; and the watch over the
// document's file. It reads the state and returns commands, as panels do.
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
    // is called on another thread when Poll has something to do.
    Persistence(const Folders& folders, Preferences remembered, Preferences started,
                std::function<void()> wake);

    // Called regularly, drawn frame or not. `now` in seconds, on any clock.
    Commands Poll(const AppState& state, double now);

    // When to call Poll next; infinity: not before something changes.
    double next_time(const AppState& state) const;

    // The person has quit: writes preferences and deletes the recovery file.
    void Close(const AppState& state);

private:
    void PollPreferences(const Preferences& now_preferred, double now, Commands& commands);
    void PollRecovery(const AppState& state, Commands& commands);
    void Offer(Commands& commands);
    void WriteChanged(const Preferences& wanted, Commands& commands);

    std::filesystem::path preferences_path_;
    Preferences before_, started_;  // in the file, and when this run began
    Preferences written_;
    Preferences changing_;  // to be written, if it differs
    double write_time_;     // of `changing_`, unless it changes again

    Autosave autosave_;
    std::vector<RecoveryFile> recovery_files_;
    FileWatch watch_;
};

}  // namespace decodescope
