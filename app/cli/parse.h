// What a person types after an option, read strictly: all of it must fit, or an Error says what
// would. Independent of the locale.
#pragma once

#include <array>
#include <concepts>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/base/number.h"
#include "core/run/recipe.h"

namespace decodescope {

// Calls parse() and adds the option to what it throws: numbers are read by core/base/number.h.
template <class Parse>
auto AtOption(const std::string& option, Parse parse) {
    try {
        return parse();
    } catch (const Error& error) {
        throw Error(error.what_is_wrong, option, error.expected);
    }
}

// One of a few words, as its index.
std::size_t ParseChoice(const std::string& text, const std::string& option,
                        std::span<const std::string_view> words);

// One of a few words, as the value that it names.
template <class T>
struct Choice {
    std::string_view word;
    T value;
};
template <class T, std::size_t N>
T ParseChoice(const std::string& text, const std::string& option, const Choice<T> (&choices)[N]) {
    std::array<std::string_view, N> words;
    for (std::size_t i = 0; i < N; ++i) words[i] = choices[i].word;
    return choices[ParseChoice(text, option, std::span<const std::string_view>(words))].value;
}

// A whole number from `lowest` to `highest`. `option` ("--tokens") is where an Error says it is.
template <std::integral Integer>
Integer ParseInteger(const std::string& text, const std::string& option, Integer lowest,
                     Integer highest) {
    return AtOption(option, [&] { return ParseWholeIn(text, lowest, highest); });
}

// A finite number from `lowest` to `highest`; a decimal comma is refused with the right spelling.
double ParseReal(const std::string& text, const std::string& option, double lowest, double highest);

// Sets a field of the rule: all of the text must be a number in its range.
void ParseRuleField(const RuleField& field, const std::string& text, SelectionRule& rule);

// "0:tea,3:#2": PASS:TOKEN, separated by commas, in the order of passes. A token by its text,
// spaces around it left out, or by its ID, as a number or after #.
Branch ParseByHand(const std::string& text, const std::string& option, const Model& model);

// "1600x900".
struct WindowSize {
    int width = 0;
    int height = 0;
};
WindowSize ParseSize(const std::string& text, const std::string& option);

// The pieces between the separators; one piece where there is none.
std::vector<std::string> Split(const std::string& text, char separator);

}  // namespace decodescope
