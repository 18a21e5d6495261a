#include "core/toml/toml_reader.h"

#include <algorithm>
#include <cmath>

#include "core/base/number.h"
#include "core/base/utf8.h"
#include "core/tokenizer/token_display.h"
#include "core/toml/suggestion.h"

namespace decodescope {
namespace {

std::string Shortened(std::string_view text) {
    constexpr size_t kMost = 40;
    return PrintableUtf8(text.substr(0, kMost)) + (text.size() > kMost ? "…" : "");
}

std::string Wanted(const WantedSize& wanted) {
    return std::to_string(wanted.count) + (wanted.count == 1 ? " is wanted" : " are wanted") +
           (wanted.reason.empty() ? "" : ": " + wanted.reason);
}

bool Fits(const WantedSize& wanted, size_t count) {
    return wanted.count == WantedSize::kAny || static_cast<size_t>(wanted.count) == count;
}

// "0.330" where "[0,330, 0,670]" was read as four integers, which shows in the missing space after
// every other comma. Else empty.
std::string PointInPairs(const TomlValue::Array& numbers) {
    if (numbers.size() < 4 || numbers.size() % 2 != 0) return {};
    std::vector<std::string> digits;
    for (const TomlValue& number : numbers) {
        const auto* integer = std::get_if<std::int64_t>(&number.data);
        if (!integer) return {};
        digits.push_back(std::to_string(*integer));
    }
    for (size_t i = 0; i + 1 < numbers.size(); ++i) {
        const TextPlace place = numbers[i].place, next = numbers[i + 1].place;
        const bool is_tight = next.column - place.column == std::ssize(digits[i]) + 1;
        const bool may_be_decimals = digits[i + 1][0] != '-';
        const bool is_within_pair = i % 2 == 0;
        if (place.line != next.line || is_tight != is_within_pair) return {};
        if (is_within_pair && !may_be_decimals) return {};
    }
    return digits[0] + "." + digits[1];
}

// The byte at which a column begins; columns count characters.
size_t OffsetOfColumn(std::string_view line, int column) {
    size_t offset = 0;
    for (int i = 1; i < column && offset < line.size(); ++i) offset += Utf8At(line, offset).length;
    return offset;
}

}  // namespace

Error TomlReader::Wrong(TextPlace place, const std::string& problem,
                        const std::string& remedy) const {
    return Error(problem, document_.NameOf(place), remedy);
}

Error TomlReader::WrongKind(const TomlValue& value, const std::string& name,
                            const std::string& wanted) const {
    return Wrong(value.place, name + " is " + std::string(value.KindName()), wanted + " is wanted");
}

Error TomlReader::NoSuchChoice(const TomlValue& value, const std::string& name,
                               const std::string& word,
                               const std::vector<std::string_view>& words) const {
    return Wrong(value.place, name + " is '" + Shortened(word) + "'", Suggest(word, words));
}

void TomlReader::RequireKeys(const TomlValue& table, const std::string& name,
                             std::span<const std::string_view> known,
                             std::span<const std::string_view> elsewhere) const {
    const auto* entries = std::get_if<TomlValue::Table>(&table.data);
    if (!entries) throw WrongKind(table, name, "a table");
    for (const TomlEntry& entry : *entries) {
        if (std::find(known.begin(), known.end(), entry.key) != known.end()) continue;
        const bool slipped =
            std::find(elsewhere.begin(), elsewhere.end(), entry.key) != elsewhere.end();
        throw Wrong(
            entry.place,
            "unknown key '" + Shortened(entry.key) + "'" + (name.empty() ? "" : " in " + name),
            slipped ? "it belongs above the first [section]" : Suggest(entry.key, known));
    }
}

const TomlValue& TomlReader::Require(const TomlValue& table, std::string_view key,
                                     const std::string& remedy) const {
    const TomlValue* value = table.Find(key);
    if (!value) throw Wrong(table.place, "'" + std::string(key) + "' is missing", remedy);
    return *value;
}

void TomlReader::RejectUnless(bool has_effect, const TomlValue* table, std::string_view key,
                              const std::string& needed) const {
    const TomlValue* value = table ? table->Find(key) : nullptr;
    if (!value || has_effect) return;
    throw Wrong(value->place, "'" + std::string(key) + "' has no effect here",
                "it needs " + needed);
}

std::string TomlReader::String(const TomlValue& value, const std::string& name) const {
    const std::string* text = value.AsString();
    if (!text) throw WrongKind(value, name, "a string in quotation marks");
    return *text;
}

bool TomlReader::Boolean(const TomlValue& value, const std::string& name) const {
    const bool* boolean = std::get_if<bool>(&value.data);
    if (!boolean) throw WrongKind(value, name, "true or false");
    return *boolean;
}

int TomlReader::Integer(const TomlValue& value, const std::string& name, int least,
                        int most) const {
    const auto* integer = std::get_if<std::int64_t>(&value.data);
    if (!integer) throw WrongKind(value, name, "an integer");
    if (*integer < least || *integer > most) {
        throw Wrong(value.place, name + " is " + std::to_string(*integer),
                    "it must be from " + std::to_string(least) + " to " + std::to_string(most));
    }
    return static_cast<int>(*integer);
}

std::uint64_t TomlReader::Unsigned(const TomlValue& value, const std::string& name) const {
    if (const auto* integer = std::get_if<std::int64_t>(&value.data); integer && *integer >= 0) {
        return static_cast<std::uint64_t>(*integer);
    }
    const std::string* text = value.AsString();
    const auto number = text ? ParseWhole<std::uint64_t>(*text) : std::nullopt;
    if (number) return *number;
    throw Wrong(value.place, name + " is not an integer of at least 0",
                "write one up to 9223372036854775807, or as a string one up to "
                "\"18446744073709551615\"");
}

double TomlReader::Number(const TomlValue& value, const std::string& name) const {
    const double number = NumberAsWritten(value, name);
    try {
        RequireFits(number, precision_);
    } catch (const Error& error) {
        throw Wrong(value.place, name + ": " + error.what_is_wrong, error.expected);
    }
    return number;
}

double TomlReader::NumberAsWritten(const TomlValue& value, const std::string& name) const {
    if (const auto* number = std::get_if<double>(&value.data)) return *number;
    if (const auto* integer = std::get_if<std::int64_t>(&value.data)) {
        return static_cast<double>(*integer);
    }
    const std::string* text = value.AsString();
    if (!text) throw WrongKind(value, name, "a number");
    try {
        return ParseNumber(*text);
    } catch (const Error& error) {
        throw Wrong(value.place, name + ": " + error.what_is_wrong, error.expected);
    }
}

double TomlReader::FiniteNumber(const TomlValue& value, const std::string& name) const {
    const double number = Number(value, name);
    if (std::isfinite(number)) return number;
    throw Wrong(value.place, name + " is " + FormatShortest(number), "it must be a finite number");
}

const TomlValue::Array& TomlReader::Array(const TomlValue& value, const std::string& name,
                                          const WantedSize& wanted) const {
    const TomlValue::Array* array = value.AsArray();
    if (!array) throw WrongKind(value, name, "an array");
    if (Fits(wanted, array->size())) return *array;
    throw Wrong(value.place, name + " has the length " + std::to_string(array->size()),
                Wanted(wanted));
}

Vector<double> TomlReader::Numbers(const TomlValue& value, const std::string& name,
                                   const WantedSize& wanted) const {
    const TomlValue::Array& array = Array(value, name, {});
    if (!Fits(wanted, array.size())) {
        const bool is_too_long = std::ssize(array) > wanted.count;
        const std::string number = is_too_long ? PointForComma(array) : "";
        const std::string hint =
            number.empty() ? "" : "; is a decimal point wanted, as in " + number + "?";
        throw Wrong(value.place, name + " has " + CountText(std::ssize(array), "number"),
                    Wanted(wanted) + hint);
    }
    if (const std::string number = PointInPairs(array); !number.empty()) {
        throw Wrong(array[0].place, name + " seems to have decimal commas",
                    "write a decimal point: " + number +
                        "; or, if all are whole numbers, a space after each comma");
    }
    Vector<double> numbers(std::ssize(array));
    for (size_t i = 0; i < array.size(); ++i) {
        numbers[static_cast<Eigen::Index>(i)] =
            Number(array[i], name + "[" + std::to_string(i) + "]");
    }
    return numbers;
}

Matrix<double> TomlReader::Rows(const TomlValue& value, const std::string& name,
                                const WantedSize& rows, const WantedSize& columns) const {
    const TomlValue::Array& array = Array(value, name, {});
    if (!Fits(rows, array.size())) {
        throw Wrong(value.place, name + " has " + CountText(std::ssize(array), "row"),
                    Wanted(rows));
    }
    if (array.empty()) throw Wrong(value.place, name + " is empty", "it needs at least one row");
    const TomlValue::Array& first = Array(array[0], "row 0 of " + name, {});
    if (first.empty()) {
        throw Wrong(array[0].place, "row 0 of " + name + " is empty", "it needs a number");
    }
    WantedSize width = columns;
    if (width.count == WantedSize::kAny) {
        width = {static_cast<int>(first.size()), "as in row 0"};
        const std::string number = PointForComma(first);
        if (!number.empty()) {
            width.reason += ", whose numbers may lack a decimal point, as in " + number;
        }
    }
    Matrix<double> matrix(std::ssize(array), width.count);
    for (size_t i = 0; i < array.size(); ++i) {
        const std::string row_name = "row " + std::to_string(i) + " of " + name;
        matrix.row(static_cast<Eigen::Index>(i)) = Numbers(array[i], row_name, width).transpose();
    }
    return matrix;
}

std::string TomlReader::Bytes(const TomlValue& value, const std::string& name) const {
    if (!value.IsTable()) return String(value, name);
    constexpr std::string_view kKeys[] = {"bytes"};
    RequireKeys(value, name, kKeys);
    const TomlValue& list = Require(value, "bytes", "write { bytes = [0xE2, 0x82] }");
    std::string bytes;
    for (const TomlValue& byte : Array(list, name + ".bytes", {})) {
        bytes += static_cast<char>(Integer(byte, "a byte of " + name, 0, 255));
    }
    return bytes;
}

std::size_t TomlReader::Choice(const TomlValue& value, const std::string& name,
                               std::span<const std::string_view> words) const {
    const std::string word = String(value, name);
    const auto found = std::ranges::find(words, word);
    if (found == words.end()) throw NoSuchChoice(value, name, word, {words.begin(), words.end()});
    return static_cast<std::size_t>(found - words.begin());
}

// "[0,330, 1]" is three integers to TOML, but the missing space gives the mistake away. So does a
// "0," that several digits follow.
std::string TomlReader::PointForComma(const TomlValue::Array& numbers) const {
    constexpr std::string_view kDigits = "0123456789";
    constexpr size_t kMostLookedAt = 64;  // who writes commas does so from the start
    if (numbers.empty()) return {};
    const std::string_view line = document_.LineAt(numbers[0].place);
    std::string number;
    bool has_wide_comma = false;
    for (size_t i = 0; i + 1 < std::min(numbers.size(), kMostLookedAt); ++i) {
        if (numbers[i].place.line != numbers[0].place.line) break;
        const size_t first = OffsetOfColumn(line, numbers[i].place.column);
        const size_t comma = line.find_first_not_of("+-0123456789", first);
        const bool is_tight = comma != std::string_view::npos && line[comma] == ',' &&
                              kDigits.find(line.substr(comma + 1, 1)) != std::string_view::npos;
        if (!is_tight) {
            has_wide_comma = true;
            continue;
        }
        const size_t end = std::min(line.find_first_not_of(kDigits, comma + 1), line.size());
        const std::string whole(line.substr(first, comma - first));
        const std::string decimals(line.substr(comma + 1, end - comma - 1));
        if (whole == "0" && decimals.size() > 1) return whole + "." + decimals;
        if (number.empty()) number = whole + "." + decimals;
    }
    return has_wide_comma ? number : "";
}

}  // namespace decodescope
