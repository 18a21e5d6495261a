#include "app/views/mistakes/mistakes_runner.h"

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
    judged->run = is_embedding ? RunBroken(recipe, mistake, Arrangement::AfterEmbeddingEdit)
                               : RunBroken(recipe, mistake);
    judged->checks = CheckInvariants(judged->run);
    judged->texts = std::make_shared<const TokenTexts>(recipe.model);
    return judged;
}

void MistakesFinder::Find(const AppState& state, MistakeFindings& findings) {
    if (state.ui.view != View::Mistakes) return;
    const MistakesLook& look = state.ui.mistakes;
    const Key key{state.recording->recipe(), look.mistake, look.edits_embedding};
    if (found_for_ != key) {
        found_for_ = key;
        runs_.Cancel();
        findings = {};
        try {
            Begin(state, findings);
        } catch (const Error& error) {
            findings.problem = error.what();
        }
    }
    for (auto& judged : runs_.Take()) findings.judged = std::move(judged);
    if (std::string problem = runs_.TakeProblem(); !problem.empty())
        findings.problem = std::move(problem);
    findings.is_running = runs_.is_running();
    BuildPage(state, findings);
}

void MistakesFinder::BuildPage(const AppState& state, MistakeFindings& findings) {
    const MistakesQuery query{.pass = state.ui.mistakes.pass,
                              .row = state.ui.mistakes.row,
                              .layer = state.ui.layer,
                              .head = state.ui.head,
                              .format = state.preferences.numbers};
    if (findings.page && built_for_ == findings.judged && built_at_ == query) return;
    findings.page.reset();
    if (findings.judged) findings.page = BuildMistakesPage(*findings.judged, query);
    built_for_ = findings.judged;
    built_at_ = query;
}

void MistakesFinder::Begin(const AppState& state, MistakeFindings& findings) {
    const MistakesLook& look = state.ui.mistakes;
    const Recipe* recipe = &state.recording->recipe();
    bool is_toy = IsToy(*state.recording);
    if (const auto why = WhyNotShown(*recipe, look.mistake)) {
        findings.why_not = *why;
        recipe = Example(state);
        if (recipe == nullptr) return;
        is_toy = true;
    }
    if (is_toy) {
        findings.judged = Judge(*recipe, look.mistake, look.edits_embedding);
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

const Recipe* MistakesFinder::Example(const AppState& state) {
    if (example_) return &*example_;
    const auto path = std::ranges::find_if(
        state.examples, [](const std::string& file) { return file.ends_with(kExampleFile); });
    if (path == state.examples.end()) return nullptr;
    example_ = OpenFile(*path);
    return &*example_;
}

}  // namespace decodescope
