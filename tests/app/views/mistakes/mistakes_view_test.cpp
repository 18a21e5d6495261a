#include "app/views/mistakes/mistakes_view.h"

#include "app/apply/mistakes_commands.h"
#include "app/shell/ui_log.h"
#include "tests/app/views/mistakes/mistakes_bench.h"
#include "tests/support/catch.h"
#include "tests/support/headless_text.h"
#include "tests/support/headless_ui.h"

namespace decodescope {

TEST_CASE("The UI log names the mistake unless it is to be guessed") {
    AppState state = Shown(AbcState(), Mistake::ScaleLeftOut);
    MistakesWorker worker({});
    worker.Update(state);
    const HeadlessUi ui([](Hotspots&) {});
    CHECK(DescribeFrame(state, {}, &worker, {}).find(R"("mistakes":{"mistake":"scale-left-out")") !=
          std::string::npos);
    CHECK(DescribeFrame(state, {}, &worker, {}).find(R"("broken":["scores","hidden","logits"])") !=
          std::string::npos);
    Execute(state, GuessMistake{});
    CHECK(DescribeFrame(state, {}, &worker, {})
              .find(R"("mistakes":{"mistake":null,"guessing":true)") != std::string::npos);
    Execute(state, ChooseView{View::Pass});
    CHECK(DescribeFrame(state, {}, &worker, {}).find(R"("mistakes":)") == std::string::npos);
}

TEST_CASE("Every mistake is drawn at every size and its columns do not overlap") {
    const HeadlessUi fonts([](Hotspots&) {});
    for (const ThemeKind kind : {ThemeKind::Light, ThemeKind::Dark}) {
        for (const ImVec2 size : {ImVec2{1024, 584}, ImVec2{1360, 780}, ImVec2{3600, 1900}}) {
            Desk desk(Shown(DrinksState()), size, &TestTheme(kind));
            for (const Mistake mistake : AllMistakes()) {
                INFO(size.x << " wide, " << InfoOf(mistake).name);
                desk.Click("mistakes.choose." + std::string(InfoOf(mistake).name));
                REQUIRE(desk.results().judged);
                CHECK(desk.results().why_not.empty());
                const Hotspot row = desk.bench.ui.At("mistakes.choose.none");
                const Hotspot cache = desk.bench.ui.At("mistakes.cache");
                const Hotspot check = desk.bench.ui.At("mistakes.check.logits");
                CHECK(row.max.x < cache.min.x);
                CHECK((cache.max.x < check.min.x || cache.max.y < check.min.y));
                CHECK(check.max.x <= size.x);
            }
        }
    }
}

TEST_CASE("In a small window what is selected, what must hold and the cache are in sight") {
    for (const AppState& state : {AbcState(), DrinksState()}) {
        Desk desk(Shown(state), {1240, 600});  // what 1280 x 720 leaves
        for (const Mistake mistake : AllMistakes()) {
            INFO(InfoOf(mistake).name);
            desk.Click("mistakes.choose." + std::string(InfoOf(mistake).name));
            for (const char* name : {"mistakes.selected", "mistakes.cache"}) {
                INFO(name);
                CHECK(desk.bench.ui.At(name).max.y <= 600);
            }
            for (const InvariantLine& line : desk.data().invariants) {
                const std::string name(InfoOf(line.invariant).name);
                CHECK(desk.bench.ui.At("mistakes.check." + name).max.y <= 600);
            }
            CHECK(desk.bench.ui.Has("mistakes.reason"));
        }
    }
}

TEST_CASE("The headline counts the rows of the cache as the invariant on its length does") {
    Desk desk(Shown(AbcState(), Mistake::PaddingAttended), {1240, 600});
    CHECK_FALSE(desk.IsBroken(Invariant::CacheLength));
    bool is_told = false;
    for (const DrawnText& text : AuditText().texts) {
        if (text.words.starts_with("cache after the pass"))
            is_told = text.words == "cache after the pass: 2 rows and 2 of padding, should be 2";
    }
    CHECK(is_told);
}

}  // namespace decodescope
