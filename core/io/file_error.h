// What went wrong with a file, and what any library throws, in plain words.
#pragma once

#include <exception>
#include <string>
#include <system_error>

namespace decodescope {

// "permission denied", "the links lead in a circle", "the name is too long": the same words
// whatever the locale.
std::string FileProblem(const std::error_code& error);
std::string FileProblem(int error_number);  // errno

// One line about an exception: an Error as it is, anything else so that a person can act on it.
std::string InWords(const std::exception& exception);

}  // namespace decodescope
