// How much memory a program can still take.
#pragma once

#include <string>

namespace decodescope {

// In bytes: what the system says is available, or what is left of the limit that this process runs
// under, if that is less. Infinite where nothing is known.
double FreeMemory();

// Of the text of /proc/meminfo; for tests.
double AvailableIn(const std::string& meminfo);

}  // namespace decodescope
