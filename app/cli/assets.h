// Where the files that come with the program lie.
#pragma once

#include <filesystem>

namespace decodescope {

// The model that everything starts with: assets/models/abc.toml. Looked for beside the installed
// executable, then in the source tree that it was built from. Throws Error where neither has it.
std::filesystem::path DefaultModelPath();

}  // namespace decodescope
