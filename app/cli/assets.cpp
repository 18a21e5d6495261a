#include "app/cli/assets.h"

#include <system_error>

#include "core/error.h"

namespace decodescope {

std::filesystem::path DefaultModelPath() {
    namespace fs = std::filesystem;
    const fs::path model = fs::path("models") / "abc.toml";
    std::error_code ignored;
    const fs::path executable = fs::read_symlink("/proc/self/exe", ignored);
    const fs::path folders[] = {executable.parent_path() / DECODESCOPE_INSTALLED_ASSETS,
                                DECODESCOPE_ASSETS_DIR};
    for (const fs::path& folder : folders) {
        if (fs::exists(folder / model, ignored)) return (folder / model).lexically_normal();
    }
    throw Error("the ABC model that comes with the program is not there",
                (folders[0] / model).lexically_normal().string(),
                "install it again, or name a model: decodescope FILE");
}

}  // namespace decodescope
