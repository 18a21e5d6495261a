#include "app/state/changes.h"

#include "core/explain/narrate.h"
#include "core/run/comparison.h"

namespace decodescope {
namespace {

std::string SelectedText(const Recording& recording, int pass) {
    const std::optional<Selection>& selection = recording.pass(pass).selection;
    return selection ? QuotedToken(recording, selection->id) : "";
}

}  // namespace

std::optional<double> NumberBefore(const AppState& state, const Cell& cell) {
    if (!state.last_edit || !Differs(*state.last_edit->before, *state.recording, cell)) {
        return std::nullopt;
    }
    return state.last_edit->before->At(cell);
}

std::optional<Flip> FlipOf(const AppState& state) {
    if (!state.last_edit) return std::nullopt;
    const Recording &before = *state.last_edit->before, &after = *state.recording;
    const std::optional<int> pass = FirstFlippedPass(before, after);
    if (!pass) return std::nullopt;
    return Flip{*pass, SelectedText(before, *pass), SelectedText(after, *pass)};
}

std::string Describe(const Flip& flip) {
    const auto named = [](const std::string& token) {
        return token.empty() ? std::string("nothing") : token;
    };
    const std::string pass = flip.pass == 0 ? "The prefill" : "Pass " + std::to_string(flip.pass);
    return pass + " now selects " + named(flip.after) + " instead of " + named(flip.before) +
           "; from there the sequence differs.";
}

const Recording* MarkedAgainst(const AppState& state) {
    return state.last_edit && state.last_edit->is_marked ? state.last_edit->before.get() : nullptr;
}

}  // namespace decodescope
