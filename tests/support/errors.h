// What an Error says, for tests that read it.
#pragma once

#include <string>

#include "core/base/error.h"

namespace decodescope {

// The line that a person would read, or "no error".
template <class Action>
std::string ErrorOf(Action action) {
    try {
        action();
    } catch (const Error& error) {
        return error.what();
    }
    return "no error";
}

}  // namespace decodescope
