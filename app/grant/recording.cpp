#include "app/grant/grant.h"

#include "app/recorder.h"
#include "core/error.h"

namespace decodescope {
namespace {

// A pending recording takes over once it reaches the pass that is being looked at, or is whole.
void ShowPendingIfReady(AppState& state) {
    if (!state.pending) return;
    const bool is_whole = state.pending->stop_reason() != StopReason::None;
    if (!is_whole && state.pending->pass_count() <= state.ui.playhead.pass) return;
    state.recording = std::exchange(state.pending, nullptr);
    KeepInRange(state);
}

// Whether a picture of the one model can stand for the other's until that is computed: the same values
// in the same shapes, whatever the numbers are.
bool HaveSameShape(const Config& a, Config b) {
    b.attention_scale = a.attention_scale;
    b.rope_theta = a.rope_theta;
    b.norm_eps = a.norm_eps;
    b.begin_token = a.begin_token;
    b.end_token = a.end_token;
    return a == b;
}

std::string FieldOf(const Recipe& recipe) {
    try {
        Validate(recipe.rule);
    } catch (const Error&) {
        return "recipe.rule";
    }
    return "recipe.prompt";
}

std::shared_ptr<const Recording> Longer(const Recording& recording,
                                        const std::vector<PassPtr>& passes) {
    auto longer = std::make_shared<Recording>(recording);  // passes are shared, not copied
    for (const PassPtr& pass : passes) longer->Append(pass);
    return longer;
}

}  // namespace

void Rerecord(AppState& state) {
    try {
        state.pending = Begin(state.document.recipe);
    } catch (const Error& error) {
        state.problem = Problem{FieldOf(state.document.recipe), error.what()};
        return;
    }
    state.problem.reset();
    ++state.edition;
    // Another shape of model cannot be looked at through the old picture.
    const bool same_shape =
        state.recording && HaveSameShape(state.recording->config(), state.pending->config());
    if (!same_shape) {
        state.recording = std::exchange(state.pending, nullptr);
        KeepInRange(state);
    }
    ShowPendingIfReady(state);
}

void Grant(AppState& state, const AddPasses& wish) {
    if (wish.edition != state.edition) return;
    std::shared_ptr<const Recording>& grown = state.pending ? state.pending : state.recording;
    grown = Longer(*grown, wish.passes);
    ShowPendingIfReady(state);
}

}  // namespace decodescope
