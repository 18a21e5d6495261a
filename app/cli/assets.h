// Where the files that come with the program lie.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace decodescope {

// The model that everything starts with: assets/models/abc.toml. Looked for beside the installed
// executable, then in the source tree that it was built from. Throws Error where neither has it.
std::filesystem::path DefaultModelPath();

// All models that lie beside it, by name; none where it is not there.
std::vector<std::string> ExampleModels();

}  // namespace decodescope
