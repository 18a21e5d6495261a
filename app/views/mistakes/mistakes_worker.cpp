#include "app/views/mistakes/mistakes_worker.h"

#include <algorithm>
#include <utility>

#include "app/state/state.h"
#include "core/base/error.h"
#include "core/io/file_formats.h"
#include "core/run/work_estimate.h"

namespace decodescope {
namespace {

// It has positions and an attention scale, and a vocabulary in which every mistake shows.
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

void MistakesWorker::Update(const AppState& state) {
    if (state.ui.view != View::Mistakes) return;
    const MistakesViewState& view = state.ui.mistakes;
    const Key key{state.recording->recipe(), view.mistake, view.edits_embedding};
    if (runs_.TurnTo(key)) {
        results_ = {};
        try {
            Begin(state);
        } catch (const Error& error) {
            results_.problem = error.what();
        }
    }
    for (auto& judged : runs_.Take()) results_.judged = std::move(judged);
    if (std::string problem = runs_.TakeProblem(); !problem.empty())
        results_.problem = std::move(problem);
    results_.is_running = runs_.is_running();
    BuildData(state);
}

void MistakesWorker::BuildData(const AppState& state) {
    const MistakesQuery query{.pass = state.ui.mistakes.pass,
                              .row = state.ui.mistakes.row,
                              .layer = state.ui.layer,
                              .head = state.ui.head,
                              .format = state.preferences.numbers};
    if (results_.data && built_for_ == results_.judged && built_at_ == query) return;
    results_.data.reset();
    if (results_.judged) results_.data = BuildMistakesViewData(*results_.judged, query);
    built_for_ = results_.judged;
    built_at_ = query;
}

void MistakesWorker::Begin(const AppState& state) {
    const MistakesViewState& view = state.ui.mistakes;
    const Recipe* recipe = &state.recording->recipe();
    double work = EstimatedCheckWork(*state.recording);
    if (const auto why = WhyNotShown(*recipe, view.mistake)) {
        results_.why_not = *why;
        recipe = Example(state);
        if (recipe == nullptr) return;
        work = 0;  // the example is a toy
    }
    runs_.Start(work, 1, [recipe = *recipe, view](int) {
        return Judge(recipe, view.mistake, view.edits_embedding);
    });
}

const Recipe* MistakesWorker::Example(const AppState& state) {
    if (example_) return &*example_;
    const auto path = std::ranges::find_if(
        state.examples, [](const std::string& file) { return file.ends_with(kExampleFile); });
    if (path == state.examples.end()) return nullptr;
    example_ = OpenFile(*path);
    return &*example_;
}

}  // namespace decodescope
