// Preferences as a file that a person can read and change.
//
//   theme = "dark"
//   scale = 1.25
//   recent = ["/models/abc.toml"]
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "app/state/state.h"

namespace decodescope {

// TOML that reads back equal.
std::string FormatPreferences(const Preferences& preferences);

struct PreferencesRead {
    Preferences preferences;
    std::string problem;  // what in the text could not be used, in words; empty: nothing
};

// Reads what can be used. Unknown keys are left alone (another version may know them); what is
// wrong stays at its default. Never throws.
PreferencesRead ParsePreferences(std::string_view text, const std::string& file_name);

// The same from a file; one that is missing has nothing wrong.
PreferencesRead ReadPreferences(const std::filesystem::path& path);

// Makes the folder where it is missing. Throws Error.
void WritePreferences(const std::filesystem::path& path, const Preferences& preferences);

// What is to be remembered, where a run began with something else than what was remembered before
// (the command line said so): that is given back, unless the person has changed it meanwhile.
Preferences WithoutOverrides(Preferences now, const Preferences& started,
                             const Preferences& remembered);

}  // namespace decodescope
