// The one error type: a bad file, argument or number, in words a person can act on.
#pragma once

#include <stdexcept>
#include <string>

namespace decodescope {

// Carries what is wrong, where, and what would be right. Shown in the window or as one line on
// stderr. A programming mistake is an assert, not an Error.
class Error : public std::runtime_error {
public:
    // `place` is where, such as "abc.toml:3:14" or "prompt, byte 4"; empty where there is none.
    // `remedy` says what would be right, such as "write a decimal point: 0.330"; may be empty.
    explicit Error(const std::string& problem, const std::string& place = {},
                   const std::string& remedy = {})
        : std::runtime_error(Join(problem, place, remedy)),
          what_is_wrong(problem),
          where(place),
          expected(remedy) {}

    const std::string what_is_wrong;
    const std::string where;
    const std::string expected;

private:
    static std::string Join(const std::string& problem, const std::string& place,
                            const std::string& remedy) {
        std::string line = problem;
        if (!place.empty()) line += ", " + place;
        if (!remedy.empty()) line += ", " + remedy;
        return line;
    }
};

}  // namespace decodescope
