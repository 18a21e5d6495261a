#include "app/apply/recording_commands.h"

#include <algorithm>

#include "app/apply/screen_commands.h"
#include "app/apply/view_commands.h"
#include "app/state/branch_view.h"
#include "core/base/error.h"
#include "core/io/file_error.h"
#include "core/io/free_memory.h"
#include "core/run/branches.h"
#include "core/run/decoder.h"
#include "core/run/work_estimate.h"

namespace decodescope {
namespace {

// A pending recording replaces the one shown when it reaches the pass that is shown, or is whole.
void ShowPendingIfReady(AppState& state) {
    if (!state.pending) return;
    const bool is_whole = state.pending->finish_reason() != FinishReason::None;
    if (!is_whole && state.pending->pass_count() <= state.ui.playhead.pass) return;
    state.recording = std::exchange(state.pending, nullptr);
    KeepInRange(state);
}

// Whether a recording of one model can be shown until the other's is computed: they have the same
// tensors with the same shapes.
bool HaveSameShape(const Config& a, Config b) {
    b.attention_scale = a.attention_scale;
    b.rope_theta = a.rope_theta;
    b.norm_eps = a.norm_eps;
    b.begin_token = a.begin_token;
    b.end_token = a.end_token;
    b.other_end_tokens = a.other_end_tokens;
    return a == b;
}

constexpr double kAlwaysThere = 5e7;  // bytes, for which nobody needs to ask the system

using RecordingPtr = std::shared_ptr<const Recording>;

void DecodeToEnd(Recording& recording) {
    Decoder decoder(recording);
    while (PassPtr pass = decoder.Step()) recording.Append(std::move(pass));
}

// The recipe's recording, beginning with the passes that it shares with an earlier one (may be
// null): run to its end for a toy, else with only those. Throws Error (Recording).
RecordingPtr Begin(const AppState& state, const Recipe& recipe, const Recording* earlier) {
    auto recording = earlier ? std::make_shared<Recording>(recipe, *earlier)
                             : std::make_shared<Recording>(recipe, state.memory);
    if (EstimatedBytes(*recording) > kAlwaysThere) RequireMemory(*recording, FreeMemory());
    if (IsToy(*recording)) DecodeToEnd(*recording);
    return recording;
}

// An earlier recording of the same run, or else the one that is shown, which may share a prefix.
const Recording* EarlierOf(const std::vector<RecordingPtr>& known, const Recipe& recipe) {
    for (const RecordingPtr& recording : known) {
        if (recording && IsSameRun(recording->recipe(), recipe)) return recording.get();
    }
    return known.empty() ? nullptr : known.front().get();
}

// All recordings of a state, the one that is shown first.
std::vector<RecordingPtr> KnownTo(const AppState& state) {
    std::vector<RecordingPtr> known = {state.recording, state.pending};
    known.insert(known.end(), state.branches.begin(), state.branches.end());
    return known;
}

void RecordBranches(AppState& state, const std::vector<RecordingPtr>& known) {
    const Recipe& recipe = state.document.recipe;
    state.branches.clear();
    ++state.branches_edition;
    if (recipe.branches.size() < 2) return;
    const std::optional<int> compared =
        state.ui.view == View::Branches ? ComparedBranch(state) : std::nullopt;
    for (int i = 0; i < static_cast<int>(recipe.branches.size()); ++i) {
        const Recipe branch = OnBranch(recipe, i);
        RecordingPtr recording;
        const auto same = std::ranges::find_if(
            known, [&](const RecordingPtr& r) { return r && IsSameRun(r->recipe(), branch); });
        if (i == recipe.branch)
            recording = state.newest();
        else if (same != known.end())
            recording = *same;
        else if (compared && (IsToy(*state.newest()) || i == compared))
            recording = Begin(state, branch, state.newest().get());
        state.branches.push_back(std::move(recording));
    }
}

}  // namespace

std::shared_ptr<const Recording> Longer(const Recording& recording,
                                        const std::vector<PassPtr>& passes) {
    auto longer = std::make_shared<Recording>(recording);  // passes are shared, not copied
    for (const PassPtr& pass : passes) longer->Append(pass);
    return longer;
}

void SetRecipe(AppState& state, Recipe recipe) {
    const std::vector<RecordingPtr> known = KnownTo(state);
    RecordingPtr begun = Begin(state, recipe, EarlierOf(known, recipe));
    state.document.recipe = std::move(recipe);
    state.pending = std::move(begun);
    Apply(state, EndMessage{Topic::Decoding});
    ++state.edition;
    // The old recording cannot be shown for a model of another shape.
    const bool same_shape =
        state.recording && HaveSameShape(state.recording->config(), state.pending->config());
    if (!same_shape) {
        state.recording = std::exchange(state.pending, nullptr);
        KeepInRange(state);
    }
    ShowPendingIfReady(state);
    RecordBranches(state, known);
}

void ShowFirstToken(AppState& state) {
    auto recording =
        std::make_shared<Recording>(state.document.recipe, std::vector<TokenId>{0}, state.memory);
    if (IsToy(*recording)) DecodeToEnd(*recording);
    state.recording = std::move(recording);
    ++state.edition;
    KeepInRange(state);
}

void RecordBranches(AppState& state) { RecordBranches(state, KnownTo(state)); }

void Apply(AppState& state, const AddPasses& command) {
    if (command.edition != state.edition) return;
    std::shared_ptr<const Recording>& grown = state.pending ? state.pending : state.recording;
    grown = Longer(*grown, command.passes);
    ShowPendingIfReady(state);
}

}  // namespace decodescope
