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
    std::string problem;  // what in the text could not be used; empty: nothing
};

// Reads what can be used. Unknown keys are ignored (another version may know them); a wrong value
// leaves the default. Never throws.
PreferencesRead ParsePreferences(std::string_view text, const std::string& file_name);

// The same from a file; a missing one is no problem.
PreferencesRead ReadPreferences(const std::filesystem::path& path);

// Creates the folder if it is missing. Throws Error.
void WritePreferences(const std::filesystem::path& path, const Preferences& preferences);

// What to write if this run began with other preferences than the file's because of the command
// line: those go back to what the file said, unless the person has changed them since.
Preferences WithoutOverrides(Preferences now, const Preferences& started,
                             const Preferences& remembered);

}  // namespace decodescope
