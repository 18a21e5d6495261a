// How one candidate is picked, and the table of everything that can be set about it.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace decodescope {

enum class RuleKind { Greedy, Sample };

// In the order of RuleKind, as files and the command line write them: "greedy", "sample".
std::span<const std::string_view> RuleKindNames();
std::string_view NameOf(RuleKind kind);

// Greedy takes the largest logit, the lowest ID among equals. Sample applies temperature and then
// the limits in the order of RuleFields, renormalises what is left and draws.
struct SelectionRule {
    RuleKind kind = RuleKind::Greedy;
    double temperature = 1.0;  // 0 is greedy
    int top_k = 0;             // 0: no limit
    double top_p = 1.0;        // the smallest set whose probability reaches it
    double min_p = 0.0;        // of the largest probability
    std::uint64_t seed = 0;

    // Whether nothing is drawn.
    bool is_greedy() const { return kind == RuleKind::Greedy || temperature == 0.0; }

    friend bool operator==(const SelectionRule&, const SelectionRule&) = default;
};

// Why a rule dropped a candidate. The last two are of all candidates at once: where a logit is NaN,
// or infinite and the rule draws, nothing can be selected.
enum class Dropped { No, NotLargest, TopK, TopP, MinP, NoProbability, Nan, Infinite };

// In a few words: "outside the top-k". Empty for No.
std::string Describe(Dropped reason);

// A sum that misses top-p by rounding alone has reached it.
constexpr double kRounding = 1e-12;

// A parameter that keeps some candidates and drops the others.
struct RuleLimit {
    // Takes out of `left` what the limit drops; the first always stays. `shares` are the tempered
    // probabilities of all candidates, largest first; `left` are the indexes into them that earlier
    // limits left, in rising order.
    using Keep = void (*)(const SelectionRule& rule, const std::vector<double>& shares,
                          std::vector<size_t>& left);
    // Why the line between kept and dropped is where it is: "top-k keeps the 2 above".
    using Words = std::string (*)(const SelectionRule& rule, size_t kept);

    Keep keep = nullptr;
    Dropped dropped = Dropped::No;
    std::string_view why_dropped = {};
    Words words = nullptr;
};

// Where a parameter is kept, and from what to what it goes.
template <class T>
struct RuleRange {
    T SelectionRule::*member;
    T least, most;
    bool excludes_least = false;
};

// One parameter of the sampling rule; greedy uses none. TOML and cache files, the command line, the
// panels, JSON, the transcript and Validate read this table and know no parameter by its name.
struct RuleField {
    std::string_view key;       // in files and JSON: "top_p"
    std::string_view title;     // on screen, and as an option after two dashes: "top-p"
    std::string_view argument;  // what --help calls its value: "P"
    std::string_view help;
    std::variant<RuleRange<double>, RuleRange<int>, RuleRange<std::uint64_t>> range;
    bool is_always_said = false;  // in words, where it has its default too
    RuleLimit limit = {};

    bool is_limit() const { return limit.keep != nullptr; }
    bool is_whole() const { return !std::holds_alternative<RuleRange<double>>(range); }
    bool is_seed() const { return std::holds_alternative<RuleRange<std::uint64_t>>(range); }

    std::string option() const { return "--" + std::string(title); }
};

// In the order in which they apply.
std::span<const RuleField> RuleFields();

// The field with that key, or null.
const RuleField* RuleFieldNamed(std::string_view key);

// Calls use(number, range) with the number that `rule` has there: a double, an int or a
// std::uint64_t, const where the rule is.
template <class Rule, class Use>
decltype(auto) WithNumber(const RuleField& field, Rule& rule, Use use) {
    return std::visit(
        [&](const auto& range) -> decltype(auto) { return use(rule.*range.member, range); },
        field.range);
}

bool IsDefault(const RuleField& field, const SelectionRule& rule);
void CopyField(const RuleField& field, const SelectionRule& from, SelectionRule& to);

// "0.9", "3": the shortest text that reads back equal.
std::string TextOf(const RuleField& field, const SelectionRule& rule);

bool IsInRange(const RuleField& field, const SelectionRule& rule);

// "from 0 to 1", "above 0, up to 1".
std::string RangeText(const RuleField& field);

// Sets a field from what a person typed: all of the text must be a number in the range, whole where
// the field is; a seed is exact to its last digit. Else throws Error (without a place), and the
// rule stays as it was.
void SetFromText(const RuleField& field, std::string_view text, SelectionRule& rule);

// For a field on screen, whose numbers are doubles: what it shows, and how it is set, to the
// nearest number in the range (NaN changes nothing). Where the least number is excluded, the
// nearest to it is one hundredth above; whole numbers end at 2^53, beyond which doubles skip some.
double NumberOf(const RuleField& field, const SelectionRule& rule);
void SetNearest(const RuleField& field, SelectionRule& rule, double number);

// Throws Error naming the field that is out of range.
void Validate(const SelectionRule& rule);

}  // namespace decodescope
