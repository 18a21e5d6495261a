// What went wrong with a file, and what any library throws, in plain words.
#pragma once

#include <exception>
#include <filesystem>
#include <string>
#include <system_error>

#include "core/base/error.h"

namespace decodescope {

// "permission denied", "the links lead in a circle", "the name is too long": the same words
// whatever the locale.
std::string FileProblem(const std::error_code& error);
std::string FileProblem(int error_number);  // errno

// An Error for an error number at a path, with what would be right: "the file cannot be read:
// permission denied".
enum class FileUse { ReadFile, WriteFile, ReadFolder };
Error FileError(const std::filesystem::path& path, int error_number, FileUse use);

// Throws Error where a path has a NUL character: the system would take what is before it for the
// whole path.
void RequireWholePath(const std::filesystem::path& path);

// One line about an exception: an Error as it is, anything else so that a person can act on it.
std::string InWords(const std::exception& exception);

}  // namespace decodescope
