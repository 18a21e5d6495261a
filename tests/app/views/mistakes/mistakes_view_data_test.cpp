#include "app/views/mistakes/mistakes_view_data.h"

#include <string>
#include <vector>

#include "tests/app/views/mistakes/mistakes_bench.h"
#include "tests/support/catch.h"
#include "tests/support/headless_ui.h"

namespace decodescope {
namespace {

std::vector<std::string> Tokens(const std::vector<MistakeChip>& chips) {
    std::vector<std::string> tokens;
    for (const MistakeChip& chip : chips)
        tokens.push_back(chip.token + chip.index + (chip.is_wrong ? "!" : ""));
    return tokens;
}

using Texts = std::vector<std::string>;

}  // namespace

TEST_CASE("The cache of a broken run is shown beside what it should be") {
    Desk desk(Shown(AbcState(), Mistake::LastPromptTwice));
    CHECK(Tokens(desk.data().cache) == Texts{"A0", "B1", "B1!"});
    CHECK(Tokens(desk.data().should_be) == Texts{"A0", "B1"});
    desk.Click("mistakes.choose.selected-cached-early");
    CHECK(Tokens(desk.data().cache) == Texts{"A0", "B1", "A2!"});
    desk.Click("mistakes.choose.stale-cache");
    CHECK(Tokens(desk.data().cache) == Texts{"B0!", "B1"});
    desk.Click("mistakes.edit.embedding");
    CHECK(Tokens(desk.data().cache) == Texts{"A0!", "B1"});
    desk.Click("mistakes.choose.padding-attended");
    CHECK(Tokens(desk.data().cache) == Texts{"pad", "pad", "A0", "B1"});
}

TEST_CASE("The weights shown are those of the row that sees what it should not") {
    Desk desk(Shown(AbcState(), Mistake::MaskOffByOne));
    const MistakeTable& weights = desk.data().weights;
    CHECK(weights.title == R"(weights of "A" at 0)");
    REQUIRE(weights.cells.size() == 2);
    CHECK(weights.cells[0].correct == 1.0);
    CHECK(weights.cells[1].broken.has_value());
    CHECK_FALSE(weights.cells[1].correct.has_value());
    CHECK(weights.cells[1].differs);
    CHECK_FALSE(desk.data().selected.differs);
    desk.Click("mistakes.choose.own-token-left-out");
    CHECK(desk.data().weights.title == R"(weights of "B" at 1)");
    CHECK(desk.data().weights.cells[0].broken == 1.0);
    CHECK_FALSE(desk.data().weights.cells[1].broken.has_value());
    CHECK(desk.data().selected.broken == "B");
    CHECK(desk.data().selected.correct == "A");
}

TEST_CASE("Its own buttons step through the passes and what breaks later turns red there") {
    Desk desk(Shown(AbcState(), Mistake::CacheRowsSwapped));
    CHECK_FALSE(desk.IsBroken(Invariant::CachedRows));
    const Playhead before = desk.bench.state.ui.playhead;
    desk.Click("mistakes.next");
    CHECK(desk.data().pass == 1);
    CHECK(desk.IsBroken(Invariant::CachedRows));
    CHECK(desk.bench.state.ui.playhead == before);
    desk.Click("mistakes.previous");
    desk.Click("mistakes.previous");  // there is none before the first
    CHECK(desk.data().pass == 0);
    CHECK(Tokens(desk.data().cache) == Texts{"A0", "B1"});
    desk.Click("mistakes.row.1");
    CHECK(Tokens(desk.data().cache) == Texts{"B0", "C1"});
}

}  // namespace decodescope
