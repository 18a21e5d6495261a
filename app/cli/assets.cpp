#include "app/cli/assets.h"

#include <algorithm>
#include <optional>
#include <system_error>

#include "core/base/error.h"

namespace decodescope {
namespace {

namespace fs = std::filesystem;

const fs::path kModels = "models";
const fs::path kDefaultModel = kModels / "abc.toml";

std::vector<fs::path> AssetFolders() {
    std::error_code ignored;
    const fs::path executable = fs::read_symlink("/proc/self/exe", ignored);
    return {executable.parent_path() / DECODESCOPE_INSTALLED_ASSETS, DECODESCOPE_ASSETS_DIR};
}

std::optional<fs::path> FindDefaultModel() {
    std::error_code ignored;
    for (const fs::path& folder : AssetFolders()) {
        const fs::path model = (folder / kDefaultModel).lexically_normal();
        if (fs::exists(model, ignored)) return model;
    }
    return std::nullopt;
}

}  // namespace

fs::path DefaultModelPath() {
    if (const std::optional<fs::path> model = FindDefaultModel()) return *model;
    throw Error("the ABC model that comes with the program is missing",
                (AssetFolders().front() / kDefaultModel).lexically_normal().string(),
                "install it again, or name a model: decodescope FILE");
}

std::vector<std::string> ExampleModels() {
    const std::optional<fs::path> model = FindDefaultModel();
    if (!model) return {};
    std::vector<std::string> models;
    std::error_code error;
    for (fs::directory_iterator it(model->parent_path(), error), end; !error && it != end;
         it.increment(error)) {
        if (it->path().extension() == ".toml") models.push_back(it->path().string());
    }
    std::ranges::sort(models);
    return models;
}

}  // namespace decodescope
