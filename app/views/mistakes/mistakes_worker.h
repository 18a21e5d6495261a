// Finds the run of the wrong decoder that the mistakes view shows: again when the recipe or the
// mistake changes; at once for a toy, on another thread for a larger model.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "app/panel/panel.h"
#include "app/panel/view_worker.h"
#include "app/views/mistakes/mistakes_view_data.h"
#include "app/work/job.h"
#include "core/run/recipe.h"

namespace decodescope {

struct MistakesResults {
    std::shared_ptr<const JudgedRun> judged;  // null: not found yet, or there is none
    std::string why_not;  // the recipe cannot show the mistake; `judged` is then of an example
    std::optional<MistakesViewData> data;  // of `judged`, at the pass and row that are shown
    bool is_running = false;
    std::string problem;  // why it could not be run at all
};

// Runs the decoder and checks the invariants.
std::shared_ptr<const JudgedRun> Judge(const Recipe& recipe, Mistake mistake, bool edits_embedding);

class MistakesWorker : public ViewWorker {
public:
    explicit MistakesWorker(std::function<void()> wake) : runs_(std::move(wake)) {}

    // Finds what the state shows, while the view is shown.
    void Update(const AppState& state) override;
    bool is_busy() const override { return runs_.is_running(); }

    const MistakesResults& results() const { return results_; }

private:
    // What a run depends on.
    struct Key {
        Recipe recipe;
        Mistake mistake = Mistake::None;
        bool edits_embedding = false;

        friend bool operator==(const Key&, const Key&) = default;
    };

    void Begin(const AppState& state);
    void BuildData(const AppState& state);
    const Recipe* Example(const AppState& state);

    MistakesResults results_;
    std::shared_ptr<const JudgedRun> built_for_;
    std::optional<MistakesQuery> built_at_;
    std::optional<Recipe> example_;  // for recipes that cannot show a mistake; read on first use
    Job<Key, std::shared_ptr<const JudgedRun>> runs_;
};

// Of the view that is shown, which must be this one.
inline const MistakesResults& ResultsOf(const Panel& panel) {
    return panel.WorkerAs<MistakesWorker>().results();
}

}  // namespace decodescope
