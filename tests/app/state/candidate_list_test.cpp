#include "app/state/candidate_list.h"

#include <algorithm>
#include <random>

#include "app/apply/apply.h"
#include "app/apply/edit_commands.h"
#include "tests/support/catch.h"
#include "tests/support/headless_ui.h"

namespace decodescope {
namespace {

struct Listed {
    AppState state = DrinksState({0, 0});
    std::vector<Candidate> candidates = CandidatesOf(*state.recording, 0);

    std::vector<CandidateRow> By(const CandidateOrder& order, std::string_view search = "",
                                 bool with_limits = false) const {
        return ListCandidates(*state.recording, 0, candidates, order, search, with_limits);
    }
    const Candidate& At(const CandidateRow& row) const {
        return candidates[static_cast<size_t>(row.candidate)];
    }
};

AppState Sampling(const SelectionRule& rule) {
    AppState state = DrinksState({0, 0});
    Execute(state, SetRule{rule});
    return state;
}

// The limits of a list, each with how many candidates are above it.
std::vector<std::pair<size_t, std::string>> LimitsIn(const std::vector<CandidateRow>& rows) {
    std::vector<std::pair<size_t, std::string>> limits;
    size_t above = 0;
    for (const CandidateRow& row : rows) {
        if (row.is_limit())
            limits.push_back({above, row.limit});
        else
            ++above;
    }
    return limits;
}

}  // namespace

TEST_CASE("Sorting by any column and direction lists every candidate once and in order") {
    const Listed listed;
    for (const bool ascending : {true, false}) {
        for (const auto column : {CandidateColumn::Id, CandidateColumn::Logit,
                                  CandidateColumn::Probability, CandidateColumn::AfterRule}) {
            const std::vector<CandidateRow> rows = listed.By({column, ascending});
            REQUIRE(rows.size() == listed.candidates.size());
            const auto number = [&](const CandidateRow& row) {
                const Candidate& c = listed.At(row);
                return column == CandidateColumn::Id            ? static_cast<double>(c.id)
                       : column == CandidateColumn::Logit       ? c.logit
                       : column == CandidateColumn::Probability ? c.probability
                                                                : c.probability_after_rule;
            };
            std::vector<bool> seen(rows.size());
            for (size_t i = 0; i < rows.size(); ++i) {
                CHECK_FALSE(seen[static_cast<size_t>(rows[i].candidate)]);
                seen[static_cast<size_t>(rows[i].candidate)] = true;
                if (i == 0) continue;
                const double before = number(rows[i - 1]), here = number(rows[i]);
                CHECK((ascending ? before <= here : before >= here));
            }
        }
    }
}

TEST_CASE("What a search matches as a whole comes first") {
    const Listed listed;
    const Tokenizer& tokenizer = listed.state.recording->model().tokenizer;
    for (TokenId id = 0; id < tokenizer.size(); ++id) {
        const std::string& piece = tokenizer.pieces[static_cast<size_t>(id)];
        CAPTURE(piece);
        CHECK(listed.At(listed.By({}, std::to_string(id)).front()).id == id);
        CHECK(listed.At(listed.By({}, piece).front()).id == id);
    }
}

TEST_CASE("A search finds IDs by their first digits and texts by any part, ignoring case") {
    const Listed listed;
    const auto texts = [&](std::string_view search) {
        std::vector<std::string> found;
        for (const CandidateRow& row : listed.By({CandidateColumn::Id, true}, search)) {
            found.push_back(listed.state.recording->token_texts().At(listed.At(row).id));
        }
        return found;
    };
    CHECK(texts("TEA") == std::vector<std::string>{"tea"});
    CHECK(texts("drink") == std::vector<std::string>{"drink", "drinks"});
    CHECK(texts("46") == std::vector<std::string>{"work"});
    CHECK(texts("no such word").empty());
    CHECK(texts("").size() == 47);
}

TEST_CASE("A limit is below as many candidates as the rule keeps") {
    struct PassUnderTest {
        SelectionRule rule;
        std::string_view says;
    };
    const PassUnderTest cases[] = {
        {{.kind = RuleKind::Sample, .top_k = 5}, "top-k"},
        {{.kind = RuleKind::Sample, .top_p = 0.6}, "top-p"},
        {{.kind = RuleKind::Sample, .min_p = 0.1}, "min-p"},
    };
    for (const PassUnderTest& row : cases) {
        const AppState state = Sampling(row.rule);
        const std::vector<Candidate> candidates = CandidatesOf(*state.recording, 0);
        const auto limits = LimitsIn(ListCandidates(*state.recording, 0, candidates, {}, "", true));
        REQUIRE(limits.size() == 1);
        const auto kept =
            static_cast<size_t>(std::ranges::count(candidates, true, &Candidate::kept));
        CHECK(limits.front().first == kept);
        CHECK(limits.front().second.starts_with(row.says));
    }
}

TEST_CASE("Limits are shown only in a full list, likeliest first, of a rule that samples") {
    const AppState state = Sampling({.kind = RuleKind::Sample, .top_k = 5});
    const std::vector<Candidate> candidates = CandidatesOf(*state.recording, 0);
    const auto count = [&](const CandidateOrder& order, std::string_view search, bool wanted) {
        return LimitsIn(ListCandidates(*state.recording, 0, candidates, order, search, wanted))
            .size();
    };
    CHECK(count({}, "", true) == 1);
    CHECK(count({CandidateColumn::Logit, false}, "", true) == 1);
    CHECK(count({CandidateColumn::Logit, true}, "", true) == 0);
    CHECK(count({CandidateColumn::Token, true}, "", true) == 0);
    CHECK(count({}, "tea", true) == 0);
    CHECK(count({}, "", false) == 0);
    const AppState greedy = DrinksState({0, 0});
    const std::vector<Candidate> of_greedy = CandidatesOf(*greedy.recording, 0);
    CHECK(LimitsIn(ListCandidates(*greedy.recording, 0, of_greedy, {}, "", true)).empty());
}

TEST_CASE("A click on a column header sorts by it, and the next click reverses the order") {
    CandidateOrder order;
    order = OrderOnClick(order, CandidateColumn::Token);
    CHECK(order == CandidateOrder{CandidateColumn::Token, true});
    order = OrderOnClick(order, CandidateColumn::Logit);
    CHECK(order == CandidateOrder{CandidateColumn::Logit, false});
    order = OrderOnClick(order, CandidateColumn::Logit);
    CHECK(order == CandidateOrder{CandidateColumn::Logit, true});
}

}  // namespace decodescope
