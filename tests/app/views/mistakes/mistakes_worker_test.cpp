#include "app/views/mistakes/mistakes_worker.h"

#include <chrono>
#include <thread>

#include "app/apply/edit_commands.h"
#include "app/apply/mistakes_commands.h"
#include "core/io/file_formats.h"
#include "tests/app/views/mistakes/mistakes_bench.h"
#include "tests/support/catch.h"
#include "tests/support/headless_ui.h"
#include "tests/support/models.h"

namespace decodescope {

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

TEST_CASE("The worker runs the mistake again when the recipe changes, but only while it is shown") {
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

TEST_CASE("A larger model is run on a thread, only its first passes, and then its page is shown") {
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

}  // namespace decodescope
