#include "app/cli/parse.h"

#include <algorithm>
#include <sstream>

#include "core/base/error.h"
#include "core/base/number.h"

namespace decodescope {
namespace {

constexpr int kSmallestWindow = 320, kLargestWindow = 16384;

std::string Quoted(const std::string& text) { return "'" + text + "'"; }

std::string WithoutSpaces(const std::string& text) {
    const size_t first = text.find_first_not_of(' ');
    return first == std::string::npos ? ""
                                      : text.substr(first, text.find_last_not_of(' ') - first + 1);
}

// By its text, spaces around it or not; else by its ID.
TokenId TokenNamed(const std::string& text, const std::string& option, const Model& model) {
    const std::vector<std::string>& pieces = model.tokenizer.pieces;
    const auto place_of = [&](const auto& found) {
        return static_cast<TokenId>(found - pieces.begin());
    };
    if (const auto same = std::ranges::find(pieces, text); same != pieces.end())
        return place_of(same);
    const auto bare = std::ranges::find(pieces, WithoutSpaces(text), WithoutSpaces);
    if (bare != pieces.end() && !WithoutSpaces(text).empty()) return place_of(bare);
    const std::string number = text.starts_with('#') ? text.substr(1) : text;
    const bool is_number =
        !number.empty() && number.find_first_not_of("0123456789") == std::string::npos;
    if (is_number) {
        return ParseInteger(number, option, 0, model.config.vocabulary_size - 1);
    }
    throw Error("'" + text + "' is not a token of this model", option,
                "write a token's text, or its ID such as #2");
}

}  // namespace

std::vector<std::string> Split(const std::string& text, char separator) {
    std::vector<std::string> pieces(1);
    for (const char c : text) {
        if (c == separator) {
            pieces.emplace_back();
        } else {
            pieces.back() += c;
        }
    }
    return pieces;
}

std::size_t ParseChoice(const std::string& text, const std::string& option,
                        std::span<const std::string_view> words) {
    std::string list;
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (text == words[i]) return i;
        list += (i == 0 ? "" : " or ") + std::string(words[i]);
    }
    throw Error(Quoted(text) + " is not one of the choices", option, "write " + list);
}

double ParseReal(const std::string& text, const std::string& option, double lowest,
                 double highest) {
    return AtOption(option, [&] { return ParseNumberIn(text, lowest, highest); });
}

void ParseRuleField(const RuleField& field, const std::string& text, SelectionRule& rule) {
    AtOption(field.option(), [&] { SetFromText(field, text, rule); });
}

Branch ParseByHand(const std::string& text, const std::string& option, const Model& model) {
    Branch branch;
    std::istringstream parts(text);
    for (std::string part; std::getline(parts, part, ',');) {
        const size_t colon = part.find(':');
        if (colon == std::string::npos) {
            throw Error("'" + part + "' is not a pass and a token", option, "write 0:tea or 0:#2");
        }
        const auto pass = ParseInteger(part.substr(0, colon), option, 0, kMostSelected - 1);
        branch.push_back({pass, TokenNamed(part.substr(colon + 1), option, model)});
    }
    return branch;
}

WindowSize ParseSize(const std::string& text, const std::string& option) {
    const std::vector<std::string> pieces = Split(text, 'x');
    const auto side = [&](size_t i) {
        return ParseInteger(pieces[i], option, kSmallestWindow, kLargestWindow);
    };
    if (pieces.size() == 2) return {.width = side(0), .height = side(1)};
    throw Error(Quoted(text) + " is not a size", option, "write WIDTHxHEIGHT such as 1600x900");
}

}  // namespace decodescope
