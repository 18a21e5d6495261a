#include "app/apply/document_file.h"

#include <filesystem>

#include "core/base/error.h"
#include "core/io/file_formats.h"
#include "core/io/recipe_writer.h"

namespace decodescope {

namespace fs = std::filesystem;

namespace {

constexpr const char* kRecipeEnding = ".toml";

}  // namespace

Document OpenDocument(const std::string& path, WorkProgress* progress) {
    const FileStamp stamp = StampOf(path);  // before reading, so that a change meanwhile is noticed
    const Recipe recipe = OpenFile(path, std::nullopt, progress);
    return {.recipe = recipe,
            .saved = recipe,
            .path = path,
            .is_model_file = recipe.model_path == path,
            .stamp = stamp};
}

void SaveDocument(Document& document, const std::string& path) {
    if (IsSameFile(path, document.recipe.model_path)) {
        throw Error("this is the model's own file, which the recipe would replace", path,
                    "choose another name");
    }
    WriteRecipeFile(path, document.recipe);
    document.saved = document.recipe;
    document.path = path;
    document.is_model_file = false;
    document.stamp = StampOf(path);
    document.differs_from_file = false;
}

std::string RecipePath(const std::string& path) {
    const fs::path name = fs::path(path).filename();
    if (path.ends_with(kRecipeEnding)) return path;
    for (const FileFormat& format : FileFormats()) {
        for (const std::string_view ending : format.endings) {
            if (!path.ends_with(ending)) continue;
            throw Error(
                "this is the name of " + std::string(format.name) + ", and a recipe is none", path,
                "call it " + name.stem().string() + kRecipeEnding);
        }
    }
    return path + kRecipeEnding;
}

bool IsSameFile(const std::string& a, const std::string& b) {
    std::error_code error;
    return !a.empty() && !b.empty() && fs::equivalent(a, b, error) && !error;
}

void AddRecent(std::vector<std::string>& recent, const std::string& path) {
    std::erase(recent, path);
    recent.insert(recent.begin(), path);
    if (recent.size() > kMostRecent) recent.resize(kMostRecent);
}

std::string AbsolutePath(const std::string& path) {
    std::error_code error;
    const fs::path absolute = fs::absolute(path, error);
    return error ? path : absolute.lexically_normal().string();
}

}  // namespace decodescope
