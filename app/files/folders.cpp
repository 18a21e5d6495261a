#include "app/files/folders.h"

#include <cstdlib>

namespace decodescope {
namespace {

namespace fs = std::filesystem;

fs::path AbsoluteFrom(const char* variable) {
    const char* value = std::getenv(variable);
    const fs::path path = value ? value : "";
    return path.is_absolute() ? path : fs::path();
}

fs::path FolderOf(const char* variable, const char* below_home) {
    fs::path base = AbsoluteFrom(variable);
    if (base.empty()) {
        const fs::path home = AbsoluteFrom("HOME");
        if (home.empty()) return {};
        base = home / below_home;
    }
    return base / "decodescope";
}

}  // namespace

Folders FoldersFromEnvironment() {
    return {.config = FolderOf("XDG_CONFIG_HOME", ".config"),
            .state = FolderOf("XDG_STATE_HOME", ".local/state")};
}

}  // namespace decodescope
