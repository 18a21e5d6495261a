// Finds the run of the broken decoder that the mistakes view shows: again when recipe or mistake
// change, at once for a toy, on a thread for a larger model.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "app/views/mistakes/mistakes_view_data.h"
#include "app/work/background.h"
#include "core/run/recipe.h"

namespace decodescope {

struct AppState;

struct MistakeResults {
    std::shared_ptr<const JudgedRun> judged;  // null: not found yet, or it cannot be shown
    std::string
        why_not;  // the recipe cannot show it; then `judged` is of an example, if there is one
    std::optional<MistakesViewData> page;  // of `judged`, where the screen looks at it
    bool is_running = false;
    std::string problem;  // it could not be run at all
};

// Runs it and judges it.
std::shared_ptr<const JudgedRun> Judge(const Recipe& recipe, Mistake mistake, bool edits_embedding);

class MistakesRunner {
public:
    explicit MistakesRunner(std::function<void()> wake) : runs_(std::move(wake)) {}

    // While the view is shown, once a frame.
    void Find(const AppState& state, MistakeResults& derived);

    bool is_busy() const { return runs_.is_running(); }

private:
    struct Key {
        Recipe recipe;
        Mistake mistake = Mistake::None;
        bool edits_embedding = false;

        friend bool operator==(const Key&, const Key&) = default;
    };

    void BuildPage(const AppState& state, MistakeResults& derived);
    void Begin(const AppState& state, MistakeResults& derived);
    const Recipe* Example(const AppState& state);

    std::optional<Key> found_for_;
    std::shared_ptr<const JudgedRun> built_for_;
    std::optional<MistakesQuery> built_at_;
    std::optional<Recipe> example_;  // that shows what others cannot; read when it is first wanted
    Background<std::shared_ptr<const JudgedRun>> runs_;
};

}  // namespace decodescope
