// Where the output of a verb goes.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace decodescope {

// Writes all of the text: to a file, which is replaced as a whole or not at all, or to stdout where
// there is no file or it is stdout's own (/dev/stdout). Throws Error where that fails, also for a
// full disk and a closed pipe.
void WriteOutput(const std::optional<std::string>& file, std::string_view text);

// What a person should know about a file that was written: to stdout, or to stderr where stdout got
// the file itself.
void WriteReport(const std::optional<std::string>& file, std::string_view text);

// Throws Error where `output` would overwrite one of the inputs, has no name, or is in a folder
// that does not exist. To be called before long work.
void CheckOutput(const std::optional<std::string>& output,
                 const std::vector<std::optional<std::string>>& inputs);

// Prints "decodescope: message" as one line on stderr, whatever bytes it contains.
void PrintError(std::string_view message);

}  // namespace decodescope
