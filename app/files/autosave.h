// Unsaved recipes, kept where a crash does not reach them.
//
//   STATE/decodescope/unsaved/1234-0.toml   a recipe; its first line says which file it belongs to
//                             1234-0.lock   held by the process that writes it, while it lives
//
// If a lock can be taken, its process is gone, and what it left is offered at the next start.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/state/state.h"
#include "app/work/background.h"
#include "core/io/lock_file.h"

namespace decodescope {

// The text of such a file. It is a recipe that can also be opened by itself.
std::string FormatUnsaved(const Document& document);

// The unsaved document with its file. Throws Error if the text is damaged, or names a model that is
// gone.
Document ParseUnsaved(std::string_view text, const std::string& file_name);

// A file of an earlier process, locked so that no other process offers it.
struct RecoveryFile {
    std::filesystem::path path;
    LockFile lock;
};

class Autosave {
public:
    // If `folder` is empty, nothing is kept. `wake` is called on another thread when something was
    // written.
    Autosave(std::filesystem::path folder, std::function<void()> wake);

    // What processes that are gone have left, the newest first.
    std::vector<RecoveryFile> TakeRecoveryFiles() const;

    // Takes over such a file as its own: it holds what is unsaved here now.
    void Continue(RecoveryFile left);

    // Starts to write, on another thread, or deletes the file if nothing is unsaved. Called
    // regularly; `now` in seconds, on any clock.
    void Follow(const AppState& state, double now);

    // When to call Follow next; infinity: not before something changes.
    double next_time(const AppState& state) const;

    // Nothing is unsaved any more, or it is no longer wanted: deletes the file, after what is being
    // written.
    void Close();

    // What went wrong, once; empty: nothing.
    std::string TakeProblem();

    // Whether it works again after a problem, once.
    bool TakeRecovered();

private:
    struct Written {};

    bool HasWork(const AppState& state) const;
    bool Prepare();
    void Write(Document document, Recipe kept);
    void Remove();
    void Report(const std::string& problem);

    std::filesystem::path folder_;
    std::filesystem::path path_;  // empty: no file yet
    std::optional<LockFile> lock_;
    std::optional<Recipe> kept_;  // what the file holds, or is about to
    double last_time_;
    std::string reported_, problem_;
    bool has_recovered_ = false;
    Background<Written> writing_;  // last: its thread ends before the lock is released
};

}  // namespace decodescope
