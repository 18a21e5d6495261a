#include "app/views/mistakes/mistakes_gallery.h"

#include <algorithm>
#include <set>

#include "app/apply/mistakes_commands.h"
#include "core/engine/selection.h"
#include "tests/app/views/mistakes/mistakes_bench.h"
#include "tests/support/catch.h"
#include "tests/support/headless_ui.h"

namespace decodescope {

TEST_CASE("The gallery has ten mistakes and the correct decoder and shows one at a time") {
    Desk desk(Shown(AbcState()));
    for (const Mistake mistake : AllMistakes()) {
        CHECK(desk.bench.ui.Has("mistakes.choose." + std::string(InfoOf(mistake).name)));
    }
    desk.Click("mistakes.choose.last-prompt-twice");
    CHECK(desk.view().mistake == Mistake::LastPromptTwice);
    CHECK(desk.IsBroken(Invariant::ProcessedOnce));
    CHECK_FALSE(desk.IsBroken(Invariant::Scores));
    desk.Click("mistakes.choose.none");
    CHECK(desk.data().broken == 0);
    CHECK_FALSE(desk.bench.ui.Has("mistakes.code"));
    for (size_t i = 0; i < kInvariantCount; ++i) {
        CHECK(desk.bench.ui.Has("mistakes.check." +
                                std::string(InfoOf(static_cast<Invariant>(i)).name)));
    }
}

TEST_CASE("A guess hides the name and the right answer says so") {
    Desk desk(Shown(AbcState()));
    desk.Click("mistakes.guess");
    CHECK(desk.view().is_hidden());
    CHECK_FALSE(desk.bench.ui.Has("mistakes.code"));
    CHECK_FALSE(desk.bench.ui.Has("mistakes.choose.none"));
    CHECK(desk.view().mistake == DrawnMistake(desk.bench.state.recording->recipe(), 0, 0));
    const Mistake drawn = desk.view().mistake;
    desk.Click("mistakes.answer." + std::string(InfoOf(drawn).name));
    CHECK(desk.view().guess->answer == drawn);
    CHECK((desk.view().right == 1 && desk.view().asked == 1));
    CHECK(desk.bench.ui.Has("mistakes.code"));
}

TEST_CASE("A wrong answer counts as asked and the next guess draws another mistake") {
    Desk desk(Shown(AbcState()));
    desk.Click("mistakes.guess");
    const Mistake first = desk.view().mistake;
    const Mistake wrong =
        first == Mistake::ScaleLeftOut ? Mistake::MaskOffByOne : Mistake::ScaleLeftOut;
    desk.Click("mistakes.answer." + std::string(InfoOf(wrong).name));
    CHECK((desk.view().right == 0 && desk.view().asked == 1));
    CHECK(desk.view().mistake == first);
    desk.Click("mistakes.guess");
    CHECK(desk.view().is_hidden());
    CHECK(desk.view().mistake != first);
    CHECK(desk.view().guess->round == 1);
    desk.Click("mistakes.leave");
    CHECK_FALSE(desk.view().guess);
}

TEST_CASE("A guess can be made from the numbers alone and with a hint") {
    Desk desk(Shown(AbcState()));
    desk.Click("mistakes.guess");
    CHECK(desk.bench.ui.Has("mistakes.check.logits"));
    desk.Click("mistakes.numbers_only");
    CHECK_FALSE(desk.bench.ui.Has("mistakes.check.logits"));
    desk.Click("mistakes.hint");
    CHECK(desk.view().guess->shows_hint);
    desk.Click("mistakes.answer." + std::string(InfoOf(desk.view().mistake).name));
    CHECK(desk.bench.ui.Has("mistakes.check.logits"));
}

TEST_CASE("Seed and round determine the mistake, and every one that the recipe can show comes up") {
    const Recipe recipe = AbcState().recording->recipe();
    std::set<Mistake> drawn;
    for (int round = 0; round < 60; ++round) {
        const Mistake mistake = DrawnMistake(recipe, 7, round);
        CHECK(mistake == DrawnMistake(recipe, 7, round));
        CHECK_FALSE(WhyNotShown(recipe, mistake));
        if (round > 0) CHECK(mistake != DrawnMistake(recipe, 7, round - 1));
        drawn.insert(mistake);
    }
    CHECK(drawn.size() == AllMistakes().size() - 1);  // the toy has no positions
}

}  // namespace decodescope
