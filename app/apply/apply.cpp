#include "app/state/command.h"

#include "app/apply/apply.h"
#include "core/base/error.h"

namespace decodescope {

namespace {

// The one wish of the list that the command is.
template <class... C>
void ApplyOneOf(AppState& state, const Command& command, OneOf<C...>) {
    const auto grant = [&]<class W>(const W* command) {
        if (command) Apply(state, *command);
        return command != nullptr;
    };
    [[maybe_unused]] const bool is_granted = (grant(command.If<C>()) || ...);
    assert(is_granted);
}

}  // namespace

void Apply(AppState& state, const Command& command) {
    try {
        ApplyOneOf(state, command, CommandTypes{});
        FollowBatch(state);
    } catch (const Error& error) {
        FileBrowser& browser = state.ui.browser;
        (browser.is_open() ? browser.problem : state.ui.message) = error.what();
    }
}

AppState StateFor(const Recipe& recipe, const std::string& path) {
    AppState state;
    state.document = {.recipe = recipe,
                      .saved = recipe,
                      .path = path,
                      .is_model_file = !path.empty() && recipe.model_path == path,
                      .stamp = StampOf(path)};
    Rerecord(state);
    if (!state.recording) throw Error(state.problem->text);
    return state;
}

}  // namespace decodescope
