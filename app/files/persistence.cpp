#include "app/files/persistence.h"

#include <algorithm>
#include <limits>

#include "app/files/files.h"
#include "app/files/preferences_file.h"
#include "core/base/error.h"
#include "core/io/bounded_toml.h"
#include "core/io/file.h"

namespace decodescope {
namespace {

namespace fs = std::filesystem;

constexpr double kNever = std::numeric_limits<double>::infinity();
constexpr double kSecondsOfRest = 1;  // that preferences are left alone before they are written

fs::path UnsavedFolder(const Folders& folders) {
    return folders.state.empty() ? fs::path() : folders.state / "unsaved";
}

// Whether a run was ended between saving a recipe and forgetting that it was unsaved.
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

Keeper::Keeper(const Folders& folders, Preferences remembered, Preferences started,
               std::function<void()> wake)
    : preferences_path_(PreferencesPath(folders)),
      before_(std::move(remembered)),
      started_(std::move(started)),
      written_(before_),
      changing_(before_),
      write_time_(kNever),
      autosave_(UnsavedFolder(folders), std::move(wake)),
      left_behind_(autosave_.TakeLeftBehind()) {}

Commands Keeper::Tend(const AppState& state, double now) {
    Commands wishes;
    TendPreferences(state.preferences, now, wishes);
    TendLeftBehind(state, wishes);
    if (const auto wish = watch_.Look(state, now)) wishes.push_back(*wish);
    autosave_.Follow(state, now);
    if (std::string problem = autosave_.TakeProblem(); !problem.empty()) {
        wishes.push_back(ShowMessage{std::move(problem)});
    }
    return wishes;
}

double Keeper::next_time(const AppState& state) const {
    return std::min({write_time_, autosave_.next_time(state), watch_.next_time(state)});
}

void Keeper::Close(const AppState& state) {
    Commands nobody_is_left_to_read_them;
    WriteChanged(WithoutOverrides(state.preferences, started_, before_),
                 nobody_is_left_to_read_them);
    autosave_.Close();
}

// --- Preferences

void Keeper::TendPreferences(const Preferences& now_preferred, double now, Commands& wishes) {
    if (preferences_path_.empty()) return;
    Preferences wanted = WithoutOverrides(now_preferred, started_, before_);
    if (wanted != changing_) {
        changing_ = std::move(wanted);
        write_time_ = now + kSecondsOfRest;
    }
    if (now < write_time_) return;
    write_time_ = kNever;
    WriteChanged(changing_, wishes);
}

void Keeper::WriteChanged(const Preferences& wanted, Commands& wishes) {
    if (preferences_path_.empty() || wanted == written_) return;
    try {
        WritePreferences(preferences_path_, wanted);
        written_ = wanted;
    } catch (const Error& error) {
        wishes.push_back(
            ShowMessage{std::string("preferences are not remembered: ") + error.what()});
    }
}

// --- What earlier runs left behind

void Keeper::TendLeftBehind(const AppState& state, Commands& wishes) {
    if (left_behind_.empty()) return;
    switch (state.ui.recovery) {
        case Recovery::Offered: return;
        case Recovery::None:
            if (!state.ui.question.is_open() && !state.ui.browser.is_open()) Offer(wishes);
            return;
        case Recovery::Restored: autosave_.Continue(std::move(left_behind_.front())); break;
        case Recovery::Discarded: {
            std::error_code ignored;
            fs::remove(left_behind_.front().path, ignored);
            break;
        }
        case Recovery::Later: break;
    }
    left_behind_.erase(left_behind_.begin());
    wishes.push_back(EndRecovery{});
}

// One that is damaged is put aside, so that it is not offered again.
void Keeper::Offer(Commands& wishes) {
    const fs::path path = left_behind_.front().path;
    try {
        const std::string text = ReadFile(path, kLargestToml);
        auto document = std::make_shared<const Document>(ParseUnsaved(text, path.string()));
        if (IsInItsFile(*document, text)) {
            std::error_code ignored;
            fs::remove(path, ignored);
            left_behind_.erase(left_behind_.begin());
        } else {
            wishes.push_back(OfferRecovery{std::move(document)});
        }
    } catch (const Error& error) {
        std::error_code ignored;
        fs::rename(path, fs::path(path.string() + ".unreadable"), ignored);
        left_behind_.erase(left_behind_.begin());
        wishes.push_back(ShowMessage{
            std::string("what an earlier run left unsaved cannot be read: ") + error.what()});
    }
}

}  // namespace decodescope
