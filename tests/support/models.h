// Where to find real models for tests, which are not in the project.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>

namespace decodescope {

// The folder that DECODESCOPE_MODELS names, or ../shared/models beside the repository.
inline std::filesystem::path ModelFolder() {
    const char* const folder = std::getenv("DECODESCOPE_MODELS");
    return folder != nullptr ? std::filesystem::path(folder)
                             : std::filesystem::path("../shared/models");
}

// A model file, or an empty path where it is not there: the test then says that it is skipped.
inline std::filesystem::path ModelPath(const std::string& name) {
    const std::filesystem::path path = ModelFolder() / name;
    return std::filesystem::exists(path) ? path : std::filesystem::path();
}

// What an independent implementation computed from one of them: in `reference`, beside the folder.
inline std::filesystem::path ModelReferencePath(const std::string& name) {
    const std::filesystem::path path = ModelFolder().parent_path() / "reference" / name;
    return std::filesystem::exists(path) ? path : std::filesystem::path();
}

}  // namespace decodescope
