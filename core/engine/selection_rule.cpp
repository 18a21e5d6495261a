#include "core/engine/selection_rule.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <type_traits>

#include "core/base/error.h"
#include "core/base/number.h"

namespace decodescope {
namespace {

constexpr std::array<std::string_view, 2> kKindNames = {"greedy", "sample"};
static_assert(kKindNames.size() == static_cast<size_t>(RuleKind::Sample) + 1);

// --- What each limit keeps, and its words for the line that it draws -----------------------------

void KeepTopK(const SelectionRule& rule, const std::vector<double>&, std::vector<size_t>& left) {
    const auto most = static_cast<size_t>(rule.top_k);
    if (most > 0 && most < left.size()) left.resize(most);
}

std::string TopKLine(const SelectionRule&, size_t kept) {
    return "top-k keeps the " + std::to_string(kept) + " above";
}

// Looks at the probabilities as they are, not renormalised over what top-k left.
void KeepTopP(const SelectionRule& rule, const std::vector<double>& shares,
              std::vector<size_t>& left) {
    if (rule.top_p >= 1.0) return;
    double sum = 0;
    size_t reached = 0;
    while (reached < left.size() && sum < rule.top_p - kRounding) sum += shares[left[reached++]];
    left.resize(std::max<size_t>(reached, 1));
}

std::string TopPLine(const SelectionRule& rule, size_t) {
    return "top-p: those above reach " + FormatShortest(rule.top_p) + " together";
}

void KeepMinP(const SelectionRule& rule, const std::vector<double>& shares,
              std::vector<size_t>& left) {
    while (left.size() > 1 && shares[left.back()] < rule.min_p * shares[0]) left.pop_back();
}

std::string MinPLine(const SelectionRule& rule, size_t) {
    return "min-p: below, less than " + FormatShortest(rule.min_p) + " of the largest";
}

// --- The table ----------------------------------------------------------------------------------

constexpr double kHottest = 1e6;

const RuleField kFields[] = {
    {.key = "temperature",
     .title = "temperature",
     .argument = "T",
     .help = "0 is greedy, 1 leaves the probabilities as they are",
     .range = RuleRange<double>{&SelectionRule::temperature, 0, kHottest},
     .is_always_said = true},
    {.key = "top_k",
     .title = "top-k",
     .argument = "K",
     .help = "keep the K most likely; 0: no limit",
     .range = RuleRange<int>{&SelectionRule::top_k, 0, std::numeric_limits<int>::max()},
     .limit = {KeepTopK, Dropped::TopK, "outside the top-k", TopKLine}},
    {.key = "top_p",
     .title = "top-p",
     .argument = "P",
     .help = "keep the smallest set whose probability reaches P, above 0 up to 1",
     .range = RuleRange<double>{&SelectionRule::top_p, 0, 1, true},
     .limit = {KeepTopP, Dropped::TopP, "outside the top-p set", TopPLine}},
    {.key = "min_p",
     .title = "min-p",
     .argument = "P",
     .help = "keep those with at least P times the largest probability, 0 to 1",
     .range = RuleRange<double>{&SelectionRule::min_p, 0, 1},
     .limit = {KeepMinP, Dropped::MinP, "below min-p", MinPLine}},
    {.key = "seed",
     .title = "seed",
     .argument = "N",
     .help = "seed of the random numbers; the same seed gives the same numbers",
     .range = RuleRange<std::uint64_t>{&SelectionRule::seed, 0,
                                       std::numeric_limits<std::uint64_t>::max()},
     .is_always_said = true},
};

template <class T>
std::string TextOfNumber(T number) {
    // Whole numbers are written out: 1000000, not 1e6.
    if constexpr (std::is_same_v<T, double>) {
        const bool is_whole = std::abs(number) < 1e15 && number == std::floor(number);
        return is_whole ? std::to_string(static_cast<std::int64_t>(number))
                        : FormatShortest(number);
    } else {
        return std::to_string(number);
    }
}

}  // namespace

std::span<const std::string_view> RuleKindNames() { return kKindNames; }

std::string_view NameOf(RuleKind kind) { return kKindNames[static_cast<size_t>(kind)]; }

std::string Describe(Dropped reason) {
    switch (reason) {
        case Dropped::NotLargest: return "not the largest";
        case Dropped::NoProbability: return "probability 0";
        case Dropped::Nan: return "a logit is NaN";
        case Dropped::Infinite: return "a logit is infinite";
        default: break;
    }
    const auto row = std::ranges::find_if(kFields, [reason](const RuleField& field) {
        return field.is_limit() && field.limit.dropped == reason;
    });
    return row == std::end(kFields) ? "" : std::string(row->limit.why_dropped);
}

std::span<const RuleField> RuleFields() { return kFields; }

const RuleField* RuleFieldNamed(std::string_view key) {
    const auto row = std::ranges::find(kFields, key, &RuleField::key);
    return row == std::end(kFields) ? nullptr : row;
}

bool IsDefault(const RuleField& field, const SelectionRule& rule) {
    const SelectionRule usual;
    return WithNumber(field, rule, [&](const auto& number, const auto& range) {
        return number == usual.*range.member;
    });
}

void CopyField(const RuleField& field, const SelectionRule& from, SelectionRule& to) {
    WithNumber(field, to, [&](auto& number, const auto& range) { number = from.*range.member; });
}

std::string TextOf(const RuleField& field, const SelectionRule& rule) {
    return WithNumber(field, rule, [](auto number, const auto&) { return TextOfNumber(number); });
}

bool IsInRange(const RuleField& field, const SelectionRule& rule) {
    return WithNumber(field, rule, [](auto number, const auto& range) {
        const bool is_enough = range.excludes_least ? number > range.least : number >= range.least;
        return is_enough && number <= range.most;
    });
}

std::string RangeText(const RuleField& field) {
    return std::visit(
        [](const auto& range) {
            const std::string least = TextOfNumber(range.least), most = TextOfNumber(range.most);
            return range.excludes_least ? "above " + least + ", up to " + most
                                        : "from " + least + " to " + most;
        },
        field.range);
}

void SetFromText(const RuleField& field, std::string_view text, SelectionRule& rule) {
    SelectionRule typed;
    WithNumber(field, typed, [&](auto& number, const auto& range) {
        if constexpr (std::is_same_v<decltype(number), double&>)
            number = ParseNumber(text);
        else
            number = ParseWholeIn(text, range.least, range.most);
    });
    if (!IsInRange(field, typed)) {
        throw Error("'" + std::string(text) + "' is out of range", {},
                    "write a number " + RangeText(field));
    }
    CopyField(field, typed, rule);
}

double NumberOf(const RuleField& field, const SelectionRule& rule) {
    return WithNumber(field, rule,
                      [](auto number, const auto&) { return static_cast<double>(number); });
}

void SetNearest(const RuleField& field, SelectionRule& rule, double number) {
    constexpr double kLargestExact = 9007199254740992.0, kStepAbove = 0.01;
    if (std::isnan(number)) return;
    WithNumber(field, rule, [&](auto& target, const auto& range) {
        double least = static_cast<double>(range.least);
        if (range.excludes_least && number <= least) least += kStepAbove;
        const double most = std::min(static_cast<double>(range.most), kLargestExact);
        target =
            static_cast<std::remove_reference_t<decltype(target)>>(std::clamp(number, least, most));
    });
}

void Validate(const SelectionRule& rule) {
    for (const RuleField& field : kFields) {
        if (IsInRange(field, rule)) continue;
        throw Error("the " + std::string(field.title) + " is out of range", std::string(field.key),
                    "give a number " + RangeText(field));
    }
}

}  // namespace decodescope
