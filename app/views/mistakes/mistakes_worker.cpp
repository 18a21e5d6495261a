#include "app/views/mistakes/mistakes_worker.h"

#include <algorithm>
#include <utility>

#include "app/state/state.h"
#include "app/work/recorder.h"
#include "core/base/error.h"
#include "core/io/recipe_file.h"

namespace decodescope {
namespace {

// It has positions and a scale, and a vocabulary in which every mistake shows.
constexpr std::string_view kExampleFile = "drinks.toml";

}  // namespace

std::shared_ptr<const JudgedRun> Judge(const Recipe& recipe, Mistake mistake,
                                       bool edits_embedding) {
    auto judged = std::make_shared<JudgedRun>();
    const bool is_embedding = mistake == Mistake::StaleCache && edits_embedding;
    judged->run = is_embedding ? RunBroken(recipe, mistake, RunSetup::AfterEmbeddingEdit)
                               : RunBroken(recipe, mistake);
    judged->checks = CheckInvariants(judged->run);
    judged->texts = std::make_shared<const TokenTexts>(recipe.model);
    return judged;
}

void MistakesRunner::Find(const AppState& state, MistakeResults& derived) {
    if (state.ui.view != View::Mistakes) return;
    const MistakesViewState& look = state.ui.mistakes;
    const Key key{state.recording->recipe(), look.mistake, look.edits_embedding};
    if (found_for_ != key) {
        found_for_ = key;
        runs_.Cancel();
        derived = {};
        try {
            Begin(state, derived);
        } catch (const Error& error) {
            derived.problem = error.what();
        }
    }
    for (auto& judged : runs_.Take()) derived.judged = std::move(judged);
    if (std::string problem = runs_.TakeProblem(); !problem.empty())
        derived.problem = std::move(problem);
    derived.is_running = runs_.is_running();
    BuildPage(state, derived);
}

void MistakesRunner::BuildPage(const AppState& state, MistakeResults& derived) {
    const MistakesQuery query{.pass = state.ui.mistakes.pass,
                              .row = state.ui.mistakes.row,
                              .layer = state.ui.layer,
                              .head = state.ui.head,
                              .format = state.preferences.numbers};
    if (derived.page && built_for_ == derived.judged && built_at_ == query) return;
    derived.page.reset();
    if (derived.judged) derived.page = BuildMistakesViewData(*derived.judged, query);
    built_for_ = derived.judged;
    built_at_ = query;
}

void MistakesRunner::Begin(const AppState& state, MistakeResults& derived) {
    const MistakesViewState& look = state.ui.mistakes;
    const Recipe* recipe = &state.recording->recipe();
    bool is_toy = IsToy(*state.recording);
    if (const auto why = WhyNotShown(*recipe, look.mistake)) {
        derived.why_not = *why;
        recipe = Example(state);
        if (recipe == nullptr) return;
        is_toy = true;
    }
    if (is_toy) {
        derived.judged = Judge(*recipe, look.mistake, look.edits_embedding);
        return;
    }
    runs_.Start([recipe = *recipe, look] {
        return [recipe, look,
                is_done = false]() mutable -> std::optional<std::shared_ptr<const JudgedRun>> {
            if (std::exchange(is_done, true)) return std::nullopt;
            return Judge(recipe, look.mistake, look.edits_embedding);
        };
    });
}

const Recipe* MistakesRunner::Example(const AppState& state) {
    if (example_) return &*example_;
    const auto path = std::ranges::find_if(
        state.examples, [](const std::string& file) { return file.ends_with(kExampleFile); });
    if (path == state.examples.end()) return nullptr;
    example_ = OpenFile(*path);
    return &*example_;
}

}  // namespace decodescope
