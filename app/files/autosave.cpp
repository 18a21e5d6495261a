#include "app/files/autosave.h"

#include <unistd.h>
#include <algorithm>
#include <chrono>
#include <limits>
#include <set>

#include "app/apply/document_file.h"
#include "core/base/error.h"
#include "core/io/file.h"
#include "core/io/recipe_file.h"
#include "core/io/recipe_writer.h"
#include "core/toml/toml_reader.h"
#include "core/toml/toml_writer.h"

namespace decodescope {
namespace {

namespace fs = std::filesystem;

constexpr double kSecondsBetween = 1;
constexpr std::string_view kPathComment = "# path = ";

fs::path RecipePath(const fs::path& folder, const std::string& stem) {
    return folder / (stem + ".toml");
}
fs::path LockPath(const fs::path& folder, const std::string& stem) {
    return folder / (stem + ".lock");
}

std::string WholePath(const std::string& path) { return path.empty() ? "" : AbsolutePath(path); }

// The path in the first line, which is a comment to other readers.
std::string PathIn(std::string_view text, const std::string& file_name) {
    if (!text.starts_with(kPathComment)) return {};
    const std::string_view line = text.substr(2, text.find('\n') - 2);
    const TomlDocument document = ParseToml(line, file_name);
    const TomlValue* path = document.root.Find("path");
    return path ? TomlReader(document).Bytes(*path, "path") : "";
}

std::vector<fs::path> FilesIn(const fs::path& folder) {
    std::vector<fs::path> paths;
    std::error_code error;
    for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
        paths.push_back(it->path());
    }
    return paths;
}

// With the prompt as it is in its field, even if it cannot be used.
Recipe RecipeToKeep(const AppState& state) {
    Recipe recipe = state.document.recipe;
    if (const Refusal* const prompt = state.ui.refused.OfPrompt()) recipe.prompt = prompt->typed;
    return recipe;
}

// What a process was writing when it was killed.
void RemoveTemporaries(const fs::path& folder) {
    constexpr auto kOld = std::chrono::hours(1);
    std::error_code ignored;
    for (const fs::path& path : FilesIn(folder)) {
        const bool is_old =
            fs::file_time_type::clock::now() - fs::last_write_time(path, ignored) > kOld;
        if (path.extension() == ".tmp" && is_old) fs::remove(path, ignored);
    }
}

}  // namespace

// --- The file's text

std::string FormatUnsaved(const Document& document) {
    Recipe recipe = document.recipe;
    recipe.model_path = WholePath(recipe.model_path);
    recipe.tokenizer_path = WholePath(recipe.tokenizer_path);
    return std::string(kPathComment) + TomlText(WholePath(document.path)) + "\n" +
           FormatRecipe(recipe);
}

Document ParseUnsaved(std::string_view text, const std::string& file_name) {
    Document document;
    document.recipe = ParseRecipe(text, file_name);
    document.saved = document.recipe;
    document.path = PathIn(text, file_name);
    document.is_model_file = IsSameFile(document.path, document.recipe.model_path);
    document.stamp = StampOf(document.path);
    document.differs_from_file = true;
    return document;
}

// --- Files of others

Autosave::Autosave(fs::path folder, std::function<void()> wake)
    : folder_(std::move(folder)),
      last_time_(-std::numeric_limits<double>::infinity()),
      writing_(std::move(wake)) {}

std::vector<RecoveryFile> Autosave::TakeRecoveryFiles() const {
    std::error_code ignored;
    std::set<std::string> stems;
    for (const fs::path& path : FilesIn(folder_)) {
        const bool is_ours = path.extension() == ".toml" || path.extension() == ".lock";
        if (is_ours) stems.insert(path.stem().string());
    }
    std::vector<RecoveryFile> left;
    for (const std::string& stem : stems) {
        std::optional<LockFile> lock = LockFile::Take(LockPath(folder_, stem));
        const fs::path path = RecipePath(folder_, stem);
        if (lock && fs::exists(path, ignored)) left.push_back({path, std::move(*lock)});
    }
    RemoveTemporaries(folder_);
    std::ranges::sort(left, std::greater(), [&](const RecoveryFile& file) {
        return fs::last_write_time(file.path, ignored);
    });
    return left;
}

void Autosave::Continue(RecoveryFile left) {
    Close();
    path_ = std::move(left.path);
    lock_ = std::move(left.lock);
}

// --- Its own

bool Autosave::HasWork(const AppState& state) const {
    if (folder_.empty() || writing_.is_running()) return false;
    if (!HasUnsavedWork(state)) return kept_.has_value() || (!path_.empty() && lock_);
    return kept_ != RecipeToKeep(state);
}

double Autosave::next_time(const AppState& state) const {
    if (!HasWork(state)) return std::numeric_limits<double>::infinity();
    return HasUnsavedWork(state) ? last_time_ + kSecondsBetween : last_time_;
}

void Autosave::Follow(const AppState& state, double now) {
    Report(writing_.TakeProblem());
    if (!writing_.Take().empty() && !reported_.empty()) {
        reported_.clear();
        has_recovered_ = true;
    }
    if (!HasWork(state)) return;
    if (!HasUnsavedWork(state)) {
        Remove();
    } else if (now >= last_time_ + kSecondsBetween) {
        last_time_ = now;  // of a failed attempt, too
        if (Prepare()) Write(state.document, RecipeToKeep(state));
    }
}

// Finds a free name and locks it.
bool Autosave::Prepare() {
    if (lock_) return true;
    std::error_code error;
    fs::create_directories(folder_, error);
    fs::permissions(folder_, fs::perms::owner_all, error);  // prompts are private
    constexpr int kMostTries = 100;
    for (int i = 0; i < kMostTries && !lock_; ++i) {
        const std::string stem = std::to_string(::getpid()) + "-" + std::to_string(i);
        if (fs::exists(RecipePath(folder_, stem), error)) continue;
        path_ = RecipePath(folder_, stem);
        lock_ = LockFile::Take(LockPath(folder_, stem));
    }
    if (lock_) return true;
    Report("could not create a file in " + folder_.string());
    return false;
}

void Autosave::Write(Document document, Recipe kept) {
    kept_ = kept;
    document.recipe = std::move(kept);
    writing_.Start([document, path = path_] {
        return [document, path, is_done = false]() mutable -> std::optional<Written> {
            if (std::exchange(is_done, true)) return std::nullopt;
            const std::string text = FormatUnsaved(document);
            if (text.size() > kLargestToml) throw Error("the changed model is too large");
            WriteFileAtomically(path, text);
            return Written{};
        };
    });
}

void Autosave::Remove() {
    std::error_code ignored;
    if (!path_.empty()) fs::remove(path_, ignored);
    path_.clear();
    lock_.reset();
    kept_.reset();
}

void Autosave::Close() {
    writing_.Finish();
    Remove();
}

void Autosave::Report(const std::string& problem) {
    if (problem.empty() || problem == reported_) return;
    reported_ = problem;
    problem_ = "crash recovery is off: " + problem;
}

std::string Autosave::TakeProblem() { return std::exchange(problem_, {}); }

bool Autosave::TakeRecovered() { return std::exchange(has_recovered_, false); }

}  // namespace decodescope
