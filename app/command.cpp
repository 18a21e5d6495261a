#include "app/command.h"

#include "app/grant/grant.h"
#include "core/error.h"

namespace decodescope {

void Apply(AppState& state, const Command& command) {
    try {
        std::visit([&state](const auto& wish) { Grant(state, wish); }, command);
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
