// The view on a broken decoder: choosing, stepping and guessing, all on named hotspots.
#include "app/views/mistakes/mistakes_view.h"

#include <algorithm>
#include <chrono>
#include <set>
#include <thread>

#include "app/apply/apply.h"
#include "app/apply/edit_commands.h"
#include "app/apply/mistakes_commands.h"
#include "app/apply/view_commands.h"
#include "app/apply/view_state_commands.h"
#include "app/shell/ui_log.h"
#include "app/views/mistakes/mistakes_worker.h"
#include "core/engine/selection.h"
#include "core/io/file_formats.h"
#include "tests/support/catch.h"
#include "tests/support/headless_ui.h"
#include "tests/support/models.h"

namespace decodescope {
namespace {

AppState Shown(AppState state, Mistake mistake = Mistake::OwnTokenLeftOut) {
    state.examples = {"assets/models/drinks.toml"};
    Execute(state, ChooseView{View::Mistakes});
    MistakesViewState look;
    look.mistake = mistake;
    Execute(state, SetViewState{look});
    return state;
}

// The view with its commands applied and its results found again, as in the program.
struct Desk {
    explicit Desk(AppState shown, ImVec2 size = {1360, 780}, const Theme* theme = nullptr)
        : area{{0, 0}, size},
          bench(
              std::move(shown), [this, theme](const Panel& panel) { Draw(panel, theme); }, size) {}

    void Draw(const Panel& panel, const Theme* theme) {
        const Panel themed{panel.state,
                           theme ? *theme : panel.theme,
                           panel.derived,
                           panel.commands,
                           panel.hotspots,
                           panel.hovered,
                           panel.hovered_position,
                           panel.transition,
                           panel.scenes,
                           panel.textures,
                           panel.worker};
        DrawMistakesView(themed, area);
    }

    void Click(const std::string& hotspot) {
        bench.ui.Click(hotspot);
        for (const Command& command : bench.commands) Execute(bench.state, command);
        bench.commands.clear();
        Find();
    }

    void Find() {
        bench.workers.Update(bench.state);
        bench.ui.Settle();
        bench.commands.clear();
    }

    const MistakesViewState& look() const { return bench.state.ui.mistakes; }
    const MistakesResults& results() const {
        return static_cast<const MistakesWorker&>(*bench.workers.Of(View::Mistakes)).results();
    }
    const MistakesViewData& data() const { return results().data.value(); }
    bool IsBroken(Invariant invariant) const {
        return data().invariants[static_cast<size_t>(invariant)].is_broken;
    }

    Area area;
    PanelBench bench;
};

std::vector<std::string> Tokens(const std::vector<MistakeChip>& chips) {
    std::vector<std::string> tokens;
    for (const MistakeChip& chip : chips)
        tokens.push_back(chip.token + chip.index + (chip.is_wrong ? "!" : ""));
    return tokens;
}

using Texts = std::vector<std::string>;

}  // namespace

TEST_CASE("The gallery has ten mistakes and the correct decoder and shows one at a time") {
    Desk desk(Shown(AbcState()));
    for (const Mistake mistake : AllMistakes()) {
        CHECK(desk.bench.ui.Has("mistakes.choose." + std::string(InfoOf(mistake).name)));
    }
    desk.Click("mistakes.choose.last-prompt-twice");
    CHECK(desk.look().mistake == Mistake::LastPromptTwice);
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

TEST_CASE("The cache of a broken run stands beside what it should be") {
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

TEST_CASE("A recipe that cannot show a mistake has it shown with the drinks model") {
    Desk desk(Shown(AbcState(), Mistake::PositionsRestarted));
    CHECK(desk.results().why_not == "the model has no positions");
    CHECK(desk.results().judged->run.recipe.model->name == "Drinks");
    desk.Click("mistakes.next");
    CHECK(desk.IsBroken(Invariant::Positions));

    AppState without_examples = Shown(AbcState(), Mistake::PositionsRestarted);
    without_examples.examples.clear();
    Desk bare(std::move(without_examples));
    CHECK_FALSE(bare.results().judged);
    CHECK_FALSE(bare.bench.ui.Has("mistakes.next"));
    bare.Click("mistakes.choose.scale-left-out");
    CHECK(bare.results().judged->run.recipe.model->name == "ABC");
}

// --- Guessing

TEST_CASE("A guess hides the name and the right answer says so") {
    Desk desk(Shown(AbcState()));
    desk.Click("mistakes.guess");
    CHECK(desk.look().is_hidden());
    CHECK_FALSE(desk.bench.ui.Has("mistakes.code"));
    CHECK_FALSE(desk.bench.ui.Has("mistakes.choose.none"));
    CHECK(desk.look().mistake == DrawnMistake(desk.bench.state.recording->recipe(), 0, 0));
    const Mistake drawn = desk.look().mistake;
    desk.Click("mistakes.answer." + std::string(InfoOf(drawn).name));
    CHECK(desk.look().guess->answer == drawn);
    CHECK((desk.look().right == 1 && desk.look().asked == 1));
    CHECK(desk.bench.ui.Has("mistakes.code"));
}

TEST_CASE("A wrong answer counts as asked and the next guess draws another mistake") {
    Desk desk(Shown(AbcState()));
    desk.Click("mistakes.guess");
    const Mistake first = desk.look().mistake;
    const Mistake wrong =
        first == Mistake::ScaleLeftOut ? Mistake::MaskOffByOne : Mistake::ScaleLeftOut;
    desk.Click("mistakes.answer." + std::string(InfoOf(wrong).name));
    CHECK((desk.look().right == 0 && desk.look().asked == 1));
    CHECK(desk.look().mistake == first);
    desk.Click("mistakes.guess");
    CHECK(desk.look().is_hidden());
    CHECK(desk.look().mistake != first);
    CHECK(desk.look().guess->round == 1);
    desk.Click("mistakes.leave");
    CHECK_FALSE(desk.look().guess);
}

TEST_CASE("A guess can be made from the numbers alone and with a hint") {
    Desk desk(Shown(AbcState()));
    desk.Click("mistakes.guess");
    CHECK(desk.bench.ui.Has("mistakes.check.logits"));
    desk.Click("mistakes.numbers_only");
    CHECK_FALSE(desk.bench.ui.Has("mistakes.check.logits"));
    desk.Click("mistakes.hint");
    CHECK(desk.look().guess->shows_hint);
    desk.Click("mistakes.answer." + std::string(InfoOf(desk.look().mistake).name));
    CHECK(desk.bench.ui.Has("mistakes.check.logits"));
}

TEST_CASE(
    "What is drawn follows from seed and round and each mistake comes up that the recipe can "
    "show") {
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

// --- In the program

TEST_CASE(
    "The finder runs the mistake again when the recipe changes and only while it is looked at") {
    AppState state = Shown(AbcState(), Mistake::LastPromptTwice);
    MistakesWorker worker({});
    worker.Update(state);
    const auto first = worker.results().judged;
    REQUIRE(first);
    worker.Update(state);
    CHECK(worker.results().judged == first);
    Execute(state, SetPrompt{"A B C"});
    worker.Update(state);
    CHECK(worker.results().judged->run.sequence(0).prompt == std::vector<TokenId>{0, 1, 2});
    Execute(state, ChooseView{View::Pass});
    Execute(state, SetPrompt{"A"});
    worker.Update(state);
    CHECK(worker.results().judged->run.sequence(0).prompt.size() == 3);
}

TEST_CASE(
    "A larger model is run on a thread and for its beginning and its page comes when it is done") {
    const std::filesystem::path path = ModelPath("stories260K.bin");
    if (path.empty()) SKIP("stories260K.bin not found");
    Recipe recipe = OpenFile(path.string(), ModelPath("tok512.bin").string());
    recipe.prompt = "Once upon a time";
    recipe.tokens = 60;
    AppState state = Shown(StateFor(recipe, ""), Mistake::LastPromptTwice);
    MistakesWorker worker([] {});
    const MistakesResults& found = worker.results();
    worker.Update(state);
    CHECK((found.is_running && !found.data));
    for (int i = 0; i < 4000 && !found.judged; ++i) {
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
        worker.Update(state);
    }
    REQUIRE(found.data);
    CHECK(found.data->passes == kMostMistakePasses);
    CHECK(found.judged->run.changes == "the first 8 of 60 passes");
    CHECK(found.data->invariants[static_cast<size_t>(Invariant::ProcessedOnce)].is_broken);
}

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

}  // namespace decodescope
