#include "core/toml/bounded_toml.h"

#include <algorithm>

#include "core/toml/toml_scan.h"

namespace decodescope {

// toml++ asserts (and, in a release build, lets the compiler assume) conditions that some wrong
// input breaks, such as "[ }". Here that is an exception in every build.
struct BrokenAssumption {};

constexpr void RequireInParser(bool holds) {
    if (!holds) throw BrokenAssumption{};
}

}  // namespace decodescope

#undef NDEBUG
#define TOML_ASSERT(condition) ::decodescope::RequireInParser(static_cast<bool>(condition))
// std::from_chars for numbers: exact, and the same under every locale.
#define TOML_FLOAT_CHARCONV 1
#include <toml++/toml.h>

namespace decodescope {
namespace {

TextPlace PlaceOf(const toml::source_region& region) {
    return {static_cast<int>(region.begin.line), static_cast<int>(region.begin.column)};
}

TomlValue Convert(const toml::node& node);

TomlValue::Table ConvertTable(const toml::table& table) {
    TomlValue::Table entries;
    entries.reserve(table.size());
    for (const auto& [key, value] : table) {
        entries.push_back({std::string(key.str()), PlaceOf(key.source()), Convert(value)});
    }
    std::stable_sort(entries.begin(), entries.end(),
                     [](const TomlEntry& a, const TomlEntry& b) { return a.place < b.place; });
    return entries;
}

TomlValue::Array ConvertArray(const toml::array& array) {
    TomlValue::Array values;
    values.reserve(array.size());
    for (const toml::node& value : array) values.push_back(Convert(value));
    return values;
}

TomlValue Convert(const toml::node& node) {
    TomlValue value;
    value.place = PlaceOf(node.source());
    if (const toml::table* table = node.as_table()) {
        value.data = ConvertTable(*table);
    } else if (const toml::array* array = node.as_array()) {
        value.data = ConvertArray(*array);
    } else if (const auto* text = node.as_string()) {
        value.data = text->get();
    } else if (const auto* integer = node.as_integer()) {
        value.data = integer->get();
    } else if (const auto* number = node.as_floating_point()) {
        value.data = number->get();
    } else if (const auto* boolean = node.as_boolean()) {
        value.data = boolean->get();
    } else {
        value.data = TomlValue::Date{};
    }
    return value;
}

bool IsDigit(char c) { return '0' <= c && c <= '9'; }

// What to write where the parser failed at a decimal comma (x = 0,330), else empty.
std::string PointForComma(std::string_view line) {
    const size_t value = line.find('=');
    if (value == std::string_view::npos) return {};
    const size_t comma = line.find(',', value);
    if (comma == std::string_view::npos || comma + 1 == line.size()) return {};
    if (!IsDigit(line[comma - 1]) || !IsDigit(line[comma + 1])) return {};
    const auto is_part = [](char c) { return IsDigit(c) || c == '-' || c == '+'; };
    size_t first = comma;
    while (first > 0 && is_part(line[first - 1])) --first;
    size_t last = comma + 1;
    while (last < line.size() && is_part(line[last])) ++last;
    // Inside brackets a comma separates, so something else is wrong.
    if (line.substr(value, first - value).find_first_of("[{\"'") != std::string_view::npos)
        return {};
    return std::string(line.substr(first, comma - first)) + "." +
           std::string(line.substr(comma + 1, last - comma - 1));
}

// The same inside brackets, where a comma separates: in "[0,05, 1]" the parser fails at the zero
// before the 5. `column` is where.
std::string PointForCommaInArray(std::string_view line, int column) {
    size_t decimals = std::min(static_cast<size_t>(column - 1), line.size());
    size_t last = decimals;
    while (last < line.size() && IsDigit(line[last])) ++last;
    while (decimals > 0 && IsDigit(line[decimals - 1])) --decimals;
    const bool has_leading_zero = last - decimals > 1 && line[decimals] == '0';
    if (decimals < 2 || !has_leading_zero) return {};
    const size_t comma = decimals - 1;
    if (line[comma] != ',' || !IsDigit(line[comma - 1])) return {};
    const size_t before = line.find_last_not_of("0123456789", comma - 1);
    size_t first = before == std::string_view::npos ? 0 : before + 1;
    if (first > 0 && line[first - 1] == '-') --first;
    return std::string(line.substr(first, comma - first)) + "." +
           std::string(line.substr(decimals, last - decimals));
}

Error Explain(const TomlDocument& document, const toml::parse_error& error) {
    const TextPlace place = PlaceOf(error.source());
    const std::string where = document.NameOf(place);
    const std::string_view line = document.LineAt(place);
    std::string number = PointForComma(line);
    if (number.empty()) number = PointForCommaInArray(line, place.column);
    if (!number.empty()) {
        return Error("a number has a decimal comma", where, "write a decimal point: " + number);
    }
    constexpr std::string_view kPrefix = "Error ";
    std::string problem(error.description());
    if (problem.compare(0, kPrefix.size(), kPrefix) == 0) problem.erase(0, kPrefix.size());
    std::string remedy;
    if (problem.ends_with("is not representable in 64 bits") &&
        problem.find("float") != problem.npos) {
        const size_t first = problem.find('\'');
        return Error(problem.substr(first, problem.rfind('\'') + 1 - first) +
                         " is too large or too close to 0 for a number",
                     where, "write 0, or one from 5e-324 to 1.7e308");
    }
    if (problem.find("end-of-file") != std::string::npos) remedy = "is the file cut off?";
    return Error("this is not TOML: " + problem, where, remedy);
}

}  // namespace

const TomlValue* TomlValue::Find(std::string_view key) const {
    const Table* table = std::get_if<Table>(&data);
    if (!table) return nullptr;
    for (const TomlEntry& entry : *table) {
        if (entry.key == key) return &entry.value;
    }
    return nullptr;
}

std::string_view TomlValue::KindName() const {
    constexpr std::string_view kNames[] = {"a table",  "an array",      "a string", "an integer",
                                           "a number", "true or false", "a date"};
    static_assert(std::size(kNames) == std::variant_size_v<decltype(data)>);
    return kNames[data.index()];
}

std::string TomlDocument::NameOf(TextPlace place) const {
    return file_name + ":" + std::to_string(place.line) + ":" + std::to_string(place.column);
}

std::string_view TomlDocument::LineAt(TextPlace place) const {
    std::string_view rest = text;
    for (int line = 1; line < place.line; ++line) {
        const size_t end = rest.find('\n');
        if (end == std::string_view::npos) return {};
        rest.remove_prefix(end + 1);
    }
    return rest.substr(0, rest.find('\n'));
}

TomlDocument ParseToml(std::string_view text, const std::string& file_name) {
    constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
    if (text.substr(0, kByteOrderMark.size()) == kByteOrderMark) {
        text.remove_prefix(kByteOrderMark.size());
    }
    if (text.size() > kLargestToml) {
        throw Error("the file is larger than " + std::to_string(kLargestToml) + " bytes", file_name,
                    "a model of this size belongs in a checkpoint file");
    }
    TomlDocument document{file_name, std::string(text), {}};
    const TomlObjection objection = ScanToml(document.text);
    if (!objection.problem.empty()) {
        throw Error(std::string(objection.problem), document.NameOf(objection.place),
                    std::string(objection.remedy));
    }
    try {
        document.root = Convert(toml::parse(std::string_view(document.text)));
    } catch (const toml::parse_error& error) {
        throw Explain(document, error);
    } catch (const BrokenAssumption&) {
        throw Error("this is not TOML", file_name, "look for a missing value or bracket");
    }
    return document;
}

}  // namespace decodescope
