// Where to find the files that come with the program.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace decodescope {

// The model that everything starts with: assets/models/abc.toml. Looked for beside the installed
// executable, then in the source tree that it was built from. Throws Error where neither has it.
std::filesystem::path DefaultModelPath();

// All models in its folder, by name; none where it is missing.
std::vector<std::string> ExampleModels();

}  // namespace decodescope
