#include "app/apply/apply.h"

#include "app/apply/batch_commands.h"
#include "app/apply/inspect_commands.h"
#include "app/apply/recording_commands.h"
#include "app/apply/screen_commands.h"
#include "core/base/error.h"
#include "core/io/file_error.h"

namespace decodescope {

namespace {

void Report(AppState& state, const std::exception& exception, Topic topic) {
    FileBrowser& browser = state.ui.browser;
    if (browser.is_open()) {
        browser.problem = InWords(exception);
    } else {
        Apply(state, ShowMessage{InWords(exception), topic});
    }
}

}  // namespace

void Execute(AppState& state, const Command& command) {
    try {
        // What was copied is told until the next thing is done.
        if (!command.Is<Hover>()) Apply(state, EndMessage{Topic::Copy});
        command.ApplyTo(state);
        FollowBatch(state);
    } catch (const std::exception& exception) {
        Report(state, exception, command.topic());
    }
}

Document DocumentOf(const Recipe& recipe, const std::string& path) {
    return {.recipe = recipe,
            .saved = recipe,
            .path = path,
            .is_model_file = !path.empty() && recipe.model_path == path,
            .stamp = StampOf(path)};
}

AppState StateFor(const Recipe& recipe, const std::string& path, TraceMemoryPtr memory) {
    AppState state;
    if (memory) state.memory = std::move(memory);
    state.document = DocumentOf(recipe, path);
    try {
        SetRecipe(state, recipe);
    } catch (const Error& error) {
        if (!recipe.prompt.empty()) throw;
        ShowFirstToken(state);
        state.ui.refused.Add({std::string(kPromptField), "", error.what()});
    }
    return state;
}

}  // namespace decodescope
