#include "app/candidate_list.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "app/format.h"
#include "core/narrate.h"
#include "core/number.h"

namespace decodescope {
namespace {

std::string InLowerCase(std::string_view text) {
    std::string lower(text);
    for (char& c : lower) {
        if ('A' <= c && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    }
    return lower;
}

// Indices of the candidates that the search finds.
std::vector<int> Found(const Recording& recording, const std::vector<Candidate>& candidates,
                       std::string_view search) {
    std::vector<int> found;
    const std::string wanted = InLowerCase(search);
    for (size_t i = 0; i < candidates.size(); ++i) {
        const TokenId id = candidates[i].id;
        const bool is_found =
            wanted.empty() || std::to_string(id).starts_with(wanted) ||
            InLowerCase(TokenText(recording, id)).find(wanted) != std::string::npos;
        if (is_found) found.push_back(static_cast<int>(i));
    }
    return found;
}

double NumberOf(const Candidate& candidate, CandidateColumn column) {
    switch (column) {
        case CandidateColumn::Logit: return candidate.logit;
        case CandidateColumn::Raw: return candidate.raw;
        case CandidateColumn::Final: return candidate.final;
        default: return candidate.id;
    }
}

// Not-a-number stands at the end, whatever the direction.
bool ComesFirst(double a, double b, bool ascending) {
    if (std::isnan(a) || std::isnan(b)) return !std::isnan(a) && std::isnan(b);
    return ascending ? a < b : a > b;
}

void Sort(const Recording& recording, const std::vector<Candidate>& candidates,
          const CandidateOrder& order, std::vector<int>& found) {
    if (order == CandidateOrder{}) return;  // as they come
    const auto at = [&](int i) -> const Candidate& { return candidates[static_cast<size_t>(i)]; };
    std::ranges::sort(found, {}, [&](int i) { return at(i).id; });
    if (order.column == CandidateColumn::Token) {
        std::ranges::stable_sort(found, [&](int a, int b) {
            const std::string& first = TokenText(recording, at(a).id);
            const std::string& second = TokenText(recording, at(b).id);
            return order.ascending ? first < second : second < first;
        });
    } else {
        std::ranges::stable_sort(found, [&](int a, int b) {
            return ComesFirst(NumberOf(at(a), order.column), NumberOf(at(b), order.column),
                              order.ascending);
        });
    }
}

// What the limits keep, each behind as many rows as it says.
struct Limit {
    size_t behind;
    std::string words;
};

std::vector<Limit> LimitsOf(const SelectionRule& rule, const std::vector<Candidate>& candidates) {
    std::vector<double> logits;
    for (const Candidate& candidate : candidates) {
        if (!std::isfinite(candidate.logit)) return {};
        logits.push_back(candidate.logit);
    }
    if (logits.empty() || rule.is_greedy()) return {};
    std::vector<double> shares = TemperedShares(logits, rule.temperature);
    std::ranges::sort(shares, std::greater<>());
    std::ranges::sort(logits, std::greater<>());
    const KeptByRule kept = KeptBy(rule, shares);
    std::vector<Limit> limits;
    const auto add = [&](size_t before, size_t after, const std::string& words) {
        if (after >= before) return;
        const bool is_tie = after > 0 && logits[after - 1] == logits[after];
        limits.push_back({after, words + (is_tie ? ": a tie, the lower ID stays" : "")});
    };
    add(shares.size(), kept.after_top_k,
        "top-k keeps the " + FormatCount(static_cast<std::int64_t>(kept.after_top_k)) + " above");
    add(kept.after_top_k, kept.after_top_p,
        "top-p: those above reach " + FormatShortest(rule.top_p) + " together");
    add(kept.after_top_p, kept.after_min_p,
        "min-p: below, less than " + FormatShortest(rule.min_p) + " of the largest");
    std::ranges::reverse(limits);  // the limits that apply later cut nearer to the top
    return limits;
}

}  // namespace

CandidateOrder OrderOnClick(const CandidateOrder& now, CandidateColumn column) {
    if (now.column == column) return {column, !now.ascending};
    return {column, column == CandidateColumn::Id || column == CandidateColumn::Token};
}

std::vector<CandidateRow> ListCandidates(const Recording& recording, int pass,
                                         const std::vector<Candidate>& candidates,
                                         const CandidateOrder& order, std::string_view search,
                                         bool with_limits) {
    std::vector<int> found = Found(recording, candidates, search);
    Sort(recording, candidates, order, found);
    const bool is_likeliest_first = !order.ascending && order.column != CandidateColumn::Id &&
                                    order.column != CandidateColumn::Token;
    std::vector<Limit> limits;
    if (with_limits && is_likeliest_first && found.size() == candidates.size() &&
        recording.pass(pass).selection) {
        limits = LimitsOf(recording.recipe().rule, candidates);
    }
    std::vector<CandidateRow> rows;
    rows.reserve(found.size() + limits.size());
    for (size_t i = 0; i < found.size(); ++i) {
        for (const Limit& limit : limits) {
            if (limit.behind == i) rows.push_back({.candidate = -1, .limit = limit.words});
        }
        rows.push_back({.candidate = found[i], .limit = {}});
    }
    return rows;
}

}  // namespace decodescope
