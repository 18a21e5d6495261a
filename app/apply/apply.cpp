#include "app/apply/apply.h"

#include "app/apply/batch_commands.h"
#include "app/apply/recording_commands.h"
#include "core/base/error.h"

namespace decodescope {

void Execute(AppState& state, const Command& command) {
    try {
        command.ApplyTo(state);
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
