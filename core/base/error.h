// The one error type: a bad file, argument or number, in words a person can act on.
#pragma once

#include <stdexcept>
#include <string>

#include "core/base/utf8.h"

namespace decodescope {

// Carries what is wrong, where, and what would be right. Shown in the window or as one line on
// stderr, so each of the three is shortened where a file or a person put too much into it. A
// programming mistake is an assert, not an Error.
class Error : public std::runtime_error {
public:
    // `place` is where, such as "abc.toml:3:14" or "prompt, byte 4"; empty where there is none.
    // `remedy` says what would be right, such as "write a decimal point: 0.330"; may be empty.
    explicit Error(const std::string& problem, const std::string& place = {},
                   const std::string& remedy = {})
        : std::runtime_error(Join(problem, place, remedy)),
          what_is_wrong(ShortenedText(problem, kLongestPart)),
          where(ShortenedText(place, kLongestPart)),
          expected(ShortenedText(remedy, kLongestPart)) {}

    const std::string what_is_wrong;
    const std::string where;
    const std::string expected;

private:
    static constexpr std::size_t kLongestPart = 400;  // bytes

    static std::string Join(const std::string& problem, const std::string& place,
                            const std::string& remedy) {
        std::string line = ShortenedText(problem, kLongestPart);
        if (!place.empty()) line += ", " + ShortenedText(place, kLongestPart);
        if (!remedy.empty()) line += ", " + ShortenedText(remedy, kLongestPart);
        return line;
    }
};

}  // namespace decodescope
