// The table of all verbs.
#pragma once

#include <span>
#include <string>

#include "app/cli/verb.h"

namespace decodescope {

// In the order of --help; the last is the one without a name.
std::span<const Verb* const> Verbs();

// The verb that the first argument names, or the one without a name.
const Verb& VerbNamed(const char* argument);

// The part of the program's --help that lists the verbs.
std::string VerbsHelp();

}  // namespace decodescope
