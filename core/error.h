// The one error type: a bad file, argument or number, in words a person can act on.
#pragma once

#include <stdexcept>
#include <string>

namespace decodescope {

// Carries what is wrong, where, and what would be right. Shown in the window or as one line on
// stderr. A programming mistake is an assert, not an Error.
class Error : public std::runtime_error {
public:
    // `where` is a place such as "abc.toml:3:14" or "prompt, byte 4"; empty where there is none.
    // `expected` says what would be right, such as "write a decimal point: 0.330"; may be empty.
    explicit Error(const std::string& what_is_wrong, const std::string& where = {},
                   const std::string& expected = {})
        : std::runtime_error(Join(what_is_wrong, where, expected)),
          what_is_wrong(what_is_wrong),
          where(where),
          expected(expected) {}

    const std::string what_is_wrong;
    const std::string where;
    const std::string expected;

private:
    static std::string Join(const std::string& what_is_wrong, const std::string& where,
                            const std::string& expected) {
        std::string line = what_is_wrong;
        if (!where.empty()) line += ", " + where;
        if (!expected.empty()) line += ", " + expected;
        return line;
    }
};

}  // namespace decodescope
