#include "app/state/command.h"

#include "app/apply/apply.h"
#include "core/base/error.h"

namespace decodescope {

namespace {

// The one wish of the list that the command is.
template <class... Wish>
void GrantOneOf(AppState& state, const Command& command, OneOf<Wish...>) {
    const auto grant = [&]<class W>(const W* wish) {
        if (wish) Grant(state, *wish);
        return wish != nullptr;
    };
    [[maybe_unused]] const bool is_granted = (grant(command.If<Wish>()) || ...);
    assert(is_granted);
}

}  // namespace

void Apply(AppState& state, const Command& command) {
    try {
        GrantOneOf(state, command, Wishes{});
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
