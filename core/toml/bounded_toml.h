// TOML text as a tree of values that know where in the file they are.
//
// The parser that does the work, toml++, follows nesting and dotted keys by recursion and overflows
// its stack on deep ones. So the text is scanned first, and what is too large or too deep never
// reaches it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/base/error.h"

namespace decodescope {

// Bounds on what is parsed. The largest text holds about a million and a half numbers.
constexpr std::size_t kLargestToml = std::size_t{16} << 20;  // bytes
constexpr int kDeepestToml = 16;    // brackets and braces inside one another
constexpr int kLongestTomlKey = 8;  // parts of a dotted key

// Line and column, counted from 1; columns count characters.
struct TextPlace {
    int line = 1;
    int column = 1;

    friend auto operator<=>(const TextPlace&, const TextPlace&) = default;
};

struct TomlEntry;

struct TomlValue {
    using Array = std::vector<TomlValue>;
    using Table = std::vector<TomlEntry>;  // in the order of the file

    struct Date {};  // a date or a time, which no file of this program contains

    std::variant<Table, Array, std::string, std::int64_t, double, bool, Date> data;
    TextPlace place;

    bool IsTable() const { return std::holds_alternative<Table>(data); }
    const Array* AsArray() const { return std::get_if<Array>(&data); }
    const std::string* AsString() const { return std::get_if<std::string>(&data); }

    // The value of a key, or null where this is not a table or has no such key.
    const TomlValue* Find(std::string_view key) const;

    // "an array", as it reads after "this is".
    std::string_view KindName() const;
};

struct TomlEntry {
    std::string key;
    TextPlace place;  // of the key
    TomlValue value;
};

// A parsed file. `text` is what was parsed, kept so that an Error can quote it.
struct TomlDocument {
    std::string file_name;
    std::string text;
    TomlValue root;  // a table

    // "abc.toml:3:14".
    std::string NameOf(TextPlace place) const;

    // The line that a place is in, without its end.
    std::string_view LineAt(TextPlace place) const;
};

// Throws Error with file:line:column where the text is not UTF-8, not TOML, or beyond the bounds
// above. A byte-order mark at its beginning is skipped; lines may end in CR LF.
TomlDocument ParseToml(std::string_view text, const std::string& file_name);

}  // namespace decodescope
