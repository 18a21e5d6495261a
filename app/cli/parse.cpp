#include "app/cli/parse.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <sstream>

#include "core/base/error.h"
#include "core/base/number.h"
#include "core/model/tensor_table.h"

namespace decodescope {
namespace {

constexpr int kSmallestWindow = 320, kLargestWindow = 16384;

std::string Quoted(const std::string& text) { return "'" + text + "'"; }

// All of the text as a whole number, or nothing.
template <class Integer>
std::optional<Integer> WholeNumber(std::string_view text) {
    Integer number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return number;
}

// The pieces between the separators; one piece where there is none.
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

std::string NamesOfStages(const Config& config) {
    std::string names;
    for (int i = 0; i < kStageCount; ++i) {
        const auto stage = static_cast<Stage>(i);
        if (Has(config, stage))
            names += (names.empty() ? "" : " ") + std::string(InfoOf(stage).name);
    }
    return names;
}

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
        return static_cast<TokenId>(
            ParseInteger(number, option, 0, model.config.vocabulary_size - 1));
    }
    throw Error("'" + text + "' is not a token of this model", option,
                "write a token's text, or its ID such as #2");
}

}  // namespace

std::int64_t ParseInteger(const std::string& text, const std::string& option, std::int64_t lowest,
                          std::int64_t highest) {
    const auto number = WholeNumber<std::int64_t>(text);
    if (number && lowest <= *number && *number <= highest) return *number;
    const bool is_number =
        !text.empty() &&
        text.find_first_not_of("0123456789", text[0] == '-') == std::string::npos && text != "-";
    throw Error(Quoted(text) + (is_number ? " is out of range" : " is not a whole number"), option,
                "write one from " + std::to_string(lowest) + " to " + std::to_string(highest));
}

std::uint64_t ParseSeed(const std::string& text, const std::string& option) {
    if (const auto number = WholeNumber<std::uint64_t>(text)) return *number;
    throw Error(Quoted(text) + " is not a seed", option,
                "write a whole number from 0 to " +
                    std::to_string(std::numeric_limits<std::uint64_t>::max()));
}

double ParseReal(const std::string& text, const std::string& option, double lowest,
                 double highest) {
    double number = 0;
    try {
        number = ParseNumber(text);
    } catch (const Error& error) {
        throw Error(error.what_is_wrong, option, error.expected);
    }
    if (lowest <= number && number <= highest) return number;
    throw Error(Quoted(text) + " is out of range", option,
                "write a number from " + FormatShortest(lowest) + " to " + FormatShortest(highest));
}

Branch ParseByHand(const std::string& text, const std::string& option, const Model& model) {
    Branch branch;
    std::istringstream parts(text);
    for (std::string part; std::getline(parts, part, ',');) {
        const size_t colon = part.find(':');
        if (colon == std::string::npos) {
            throw Error("'" + part + "' is not a pass and a token", option, "write 0:tea or 0:#2");
        }
        const auto pass =
            static_cast<int>(ParseInteger(part.substr(0, colon), option, 0, kMostSelected - 1));
        branch.push_back({pass, TokenNamed(part.substr(colon + 1), option, model)});
    }
    return branch;
}

WindowSize ParseSize(const std::string& text, const std::string& option) {
    const std::vector<std::string> pieces = Split(text, 'x');
    const auto side = [&](size_t i) {
        return static_cast<int>(ParseInteger(pieces[i], option, kSmallestWindow, kLargestWindow));
    };
    if (pieces.size() == 2) return {.width = side(0), .height = side(1)};
    throw Error(Quoted(text) + " is not a size", option, "write WIDTHxHEIGHT such as 1600x900");
}

PlayheadWish ParsePlayhead(const std::string& text, const std::string& option) {
    if (text == "start") return {};
    const std::vector<std::string> pieces = Split(text, ':');
    const auto part = [&](size_t i) { return WholeNumber<int>(pieces[i]); };
    const Error bad(Quoted(text) + " is not a playhead", option,
                    "write start, or PASS:STAGE[:LAYER] such as 1:append");
    if (pieces.size() < 2 || pieces.size() > 3 || part(0).value_or(-1) < 0) throw bad;

    PlayheadWish command;
    command.pass = *part(0);
    command.stage = StageNamed(pieces[1]);
    if (!command.stage) {
        if (part(1).value_or(-1) < 0) {
            throw Error(Quoted(pieces[1]) + " is not a stage", option,
                        "write a stage's name such as append, or the number of a step from 0");
        }
        command.step = *part(1);
    }
    if (pieces.size() == 3) {
        if (!command.stage || part(2).value_or(-1) < 0) throw bad;
        command.layer = *part(2);
    }
    return command;
}

Playhead ResolvePlayhead(const PlayheadWish& command, const Recipe& recipe) {
    const Config& config = recipe.model->config;
    const std::string where = "--playhead";
    if (!command.stage && command.step < 0) return kStart;
    if (command.pass >= recipe.tokens) {
        throw Error("there is no pass " + std::to_string(command.pass), where,
                    "write a pass from 0 to " + std::to_string(recipe.tokens - 1));
    }
    const std::vector<StageStep> steps = StepsOf(config);
    const int last = static_cast<int>(steps.size()) - 1;
    if (!command.stage) {
        if (command.step <= last) return {command.pass, command.step};
        throw Error("there is no step " + std::to_string(command.step), where,
                    "write a step from 0 to " + std::to_string(last));
    }
    const auto found = std::ranges::find(steps, StageStep{*command.stage, command.layer});
    if (found != steps.end()) return {command.pass, static_cast<int>(found - steps.begin())};
    const std::string name(InfoOf(*command.stage).name);
    if (!Has(config, *command.stage)) {
        throw Error("this model has no stage " + name, where,
                    "write one of: " + NamesOfStages(config));
    }
    throw Error("stage " + name + " is in no layer " + std::to_string(command.layer), where,
                InfoOf(*command.stage).per_layer
                    ? "write a layer from 0 to " + std::to_string(config.layers - 1)
                    : "leave the layer out");
}

}  // namespace decodescope
