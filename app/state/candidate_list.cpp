#include "app/state/candidate_list.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "app/look/format.h"
#include "core/base/number.h"
#include "core/engine/cutoffs.h"
#include "core/explain/narrate.h"

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
        case CandidateColumn::Probability: return candidate.probability;
        case CandidateColumn::AfterRule: return candidate.probability_after_rule;
        default: return candidate.id;
    }
}

// NaN comes last, whatever the direction.
bool ComesFirst(double a, double b, bool ascending) {
    if (std::isnan(a) || std::isnan(b)) return !std::isnan(a) && std::isnan(b);
    return ascending ? a < b : a > b;
}

void Sort(const Recording& recording, const std::vector<Candidate>& candidates,
          const CandidateOrder& order, std::vector<int>& found) {
    if (order == CandidateOrder{}) return;  // their order already
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

// The limits to show among the rows: those that apply later cut nearer to the top.
std::vector<Cutoff> LimitsAmong(const SelectionRule& rule,
                                const std::vector<Candidate>& candidates) {
    std::vector<double> logits;
    for (const Candidate& candidate : candidates) logits.push_back(candidate.logit);
    std::vector<Cutoff> limits = CutoffsOf(rule, std::move(logits));
    std::ranges::reverse(limits);
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
    std::vector<Cutoff> limits;
    if (with_limits && is_likeliest_first && found.size() == candidates.size() &&
        recording.pass(pass).selection) {
        limits = LimitsAmong(recording.recipe().rule, candidates);
    }
    std::vector<CandidateRow> rows;
    rows.reserve(found.size() + limits.size());
    for (size_t i = 0; i < found.size(); ++i) {
        for (const Cutoff& limit : limits) {
            if (limit.kept == i)
                rows.push_back(
                    {.candidate = -1,
                     .limit = limit.words + (limit.is_tie ? ": a tie, the lower ID stays" : "")});
        }
        rows.push_back({.candidate = found[i], .limit = {}});
    }
    return rows;
}

}  // namespace decodescope
