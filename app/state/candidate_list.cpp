#include "app/state/candidate_list.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "app/look/format.h"
#include "core/base/number.h"
#include "core/engine/cutoffs.h"
#include "core/tokenizer/token_display.h"

namespace decodescope {
namespace {

std::string InLowerCase(std::string_view text) {
    std::string lower(text);
    for (char& c : lower) {
        if ('A' <= c && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    }
    return lower;
}

// How well a search matches a token.
enum class Match { None, Part, Whole, Exact };

class Search {
public:
    Search(const Recording& recording, std::string_view words)
        : tokenizer_(recording.model().tokenizer), typed_(words), words_(InLowerCase(words)) {}

    bool is_empty() const { return words_.empty(); }

    // By its ID, its own bytes, or how it is displayed ("␣tea").
    Match Of(TokenId id) const {
        const std::string number = std::to_string(id);
        const std::string& own = tokenizer_.pieces[static_cast<size_t>(id)];
        const std::string displayed = DisplayTextAlone(tokenizer_, id);
        if (number == typed_ || own == typed_ || displayed == typed_) return Match::Exact;
        const std::string piece = InLowerCase(own), shown = InLowerCase(displayed);
        if (piece == words_ || shown == words_) return Match::Whole;
        const bool is_part = number.starts_with(words_) ||
                             piece.find(words_) != std::string::npos ||
                             shown.find(words_) != std::string::npos;
        return is_part ? Match::Part : Match::None;
    }

private:
    const Tokenizer& tokenizer_;
    std::string typed_, words_;  // as typed, and in lower case
};

// Indices of candidates.
struct FoundCandidates {
    std::vector<int> exact, whole, part;
};

FoundCandidates Find(const Recording& recording, const std::vector<Candidate>& candidates,
                     std::string_view words) {
    const Search search(recording, words);
    FoundCandidates found;
    for (size_t i = 0; i < candidates.size(); ++i) {
        const Match match = search.is_empty() ? Match::Part : search.Of(candidates[i].id);
        if (match == Match::Exact) found.exact.push_back(static_cast<int>(i));
        if (match == Match::Whole) found.whole.push_back(static_cast<int>(i));
        if (match == Match::Part) found.part.push_back(static_cast<int>(i));
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
        std::vector<std::pair<std::string, int>> texts;
        texts.reserve(found.size());
        for (const int i : found) {
            texts.emplace_back(DisplayTextAlone(recording.model().tokenizer, at(i).id), i);
        }
        std::ranges::stable_sort(texts, [&](const auto& a, const auto& b) {
            return order.ascending ? a.first < b.first : b.first < a.first;
        });
        std::ranges::transform(texts, found.begin(), [](const auto& text) { return text.second; });
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
    FoundCandidates matches = Find(recording, candidates, search);
    std::vector<int> found;
    for (std::vector<int>* group : {&matches.exact, &matches.whole, &matches.part}) {
        Sort(recording, candidates, order, *group);
        found.insert(found.end(), group->begin(), group->end());
    }
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
