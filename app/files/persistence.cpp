#include "app/files/persistence.h"

#include <algorithm>
#include <limits>

#include "app/apply/document_file.h"
#include "app/apply/file_commands.h"
#include "app/apply/screen_commands.h"
#include "app/files/preferences_file.h"
#include "core/base/error.h"
#include "core/io/file.h"
#include "core/toml/bounded_toml.h"

namespace decodescope {
namespace {

namespace fs = std::filesystem;

constexpr double kNever = std::numeric_limits<double>::infinity();
constexpr double kSecondsOfRest = 1;  // without a change, before preferences are written

fs::path UnsavedFolder(const Folders& folders) {
    return folders.state.empty() ? fs::path() : folders.state / "unsaved";
}

// Whether the run ended after saving the recipe and before deleting its recovery file.
bool IsInItsFile(const Document& document, const std::string& text) {
    try {
        return FormatUnsaved(OpenDocument(document.path)) == text;
    } catch (const Error&) {
        return false;
    }
}

}  // namespace

fs::path PreferencesPath(const Folders& folders) {
    return folders.config.empty() ? fs::path() : folders.config / "preferences.toml";
}

Persistence::Persistence(const Folders& folders, Preferences remembered, Preferences started,
                         std::function<void()> wake)
    : preferences_path_(PreferencesPath(folders)),
      before_(std::move(remembered)),
      started_(std::move(started)),
      written_(before_),
      changing_(before_),
      write_time_(kNever),
      autosave_(UnsavedFolder(folders), std::move(wake)),
      recovery_files_(autosave_.TakeRecoveryFiles()) {}

Commands Persistence::Poll(const AppState& state, double now) {
    Commands commands;
    PollPreferences(state.preferences, now, commands);
    PollRecovery(state, commands);
    if (const auto command = watch_.Poll(state, now)) commands.push_back(*command);
    autosave_.Follow(state, now);
    if (std::string problem = autosave_.TakeProblem(); !problem.empty()) {
        commands.push_back(ShowMessage{std::move(problem), Topic::Recovery});
    }
    if (autosave_.TakeRecovered()) commands.push_back(EndMessage{Topic::Recovery});
    return commands;
}

double Persistence::next_time(const AppState& state) const {
    return std::min({write_time_, autosave_.next_time(state), watch_.next_time(state)});
}

void Persistence::Close(const AppState& state) {
    Commands nobody_is_left_to_read_them;
    WriteChanged(WithoutOverrides(state.preferences, started_, before_),
                 nobody_is_left_to_read_them);
    autosave_.Close();
}

// --- Preferences

void Persistence::PollPreferences(const Preferences& now_preferred, double now,
                                  Commands& commands) {
    if (preferences_path_.empty()) return;
    Preferences wanted = WithoutOverrides(now_preferred, started_, before_);
    if (wanted != changing_) {
        changing_ = std::move(wanted);
        write_time_ = now + kSecondsOfRest;
    }
    if (now < write_time_) return;
    write_time_ = kNever;
    WriteChanged(changing_, commands);
}

void Persistence::WriteChanged(const Preferences& wanted, Commands& commands) {
    if (preferences_path_.empty() || wanted == written_) return;
    try {
        WritePreferences(preferences_path_, wanted);
        written_ = wanted;
        commands.push_back(EndMessage{Topic::Preferences});
    } catch (const Error& error) {
        commands.push_back(ShowMessage{std::string("could not save preferences: ") + error.what(),
                                       Topic::Preferences});
    }
}

// --- Recipes of earlier runs

void Persistence::PollRecovery(const AppState& state, Commands& commands) {
    if (recovery_files_.empty()) return;
    switch (state.ui.recovery) {
        case Recovery::Offered: return;
        case Recovery::None:
            if (!state.ui.question.is_open() && !state.ui.browser.is_open()) Offer(commands);
            return;
        case Recovery::Restored: autosave_.Continue(std::move(recovery_files_.front())); break;
        case Recovery::Discarded: {
            std::error_code ignored;
            fs::remove(recovery_files_.front().path, ignored);
            break;
        }
        case Recovery::Later: break;
    }
    recovery_files_.erase(recovery_files_.begin());
    commands.push_back(EndRecovery{});
}

// A damaged one is renamed, so that it is not offered again.
void Persistence::Offer(Commands& commands) {
    const fs::path path = recovery_files_.front().path;
    try {
        const std::string text = ReadFile(path, kLargestToml);
        auto document = std::make_shared<const Document>(ParseUnsaved(text, path.string()));
        if (IsInItsFile(*document, text)) {
            std::error_code ignored;
            fs::remove(path, ignored);
            recovery_files_.erase(recovery_files_.begin());
        } else {
            commands.push_back(OfferRecovery{std::move(document)});
        }
    } catch (const Error& error) {
        std::error_code ignored;
        fs::rename(path, fs::path(path.string() + ".unreadable"), ignored);
        recovery_files_.erase(recovery_files_.begin());
        commands.push_back(
            ShowMessage{std::string("could not read the recovery file: ") + error.what()});
    }
}

}  // namespace decodescope
