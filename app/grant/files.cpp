#include "app/grant/grant.h"

#include "app/files.h"
#include "core/new_model.h"

namespace decodescope {
namespace {

// What is remembered of how the screen looks; not where it stood in another recording.
void Adopt(AppState& state, Document document) {
    AppState opened = StateFor(document.recipe, document.path);
    opened.document = std::move(document);
    opened.edition = state.edition + 1;
    opened.preferences = state.preferences;
    opened.ui.tab = state.ui.tab;
    state = std::move(opened);
}

void SaveTo(AppState& state, const std::string& path) {
    SaveDocument(state.document, path);
    state.ui.path_field = PathField::None;
}

}  // namespace

void Grant(AppState& state, const NewDocument&) {
    const Recipe recipe = ExampleRecipe(std::make_shared<const Model>(NewModel()));
    Adopt(state, {.recipe = recipe, .saved = recipe, .path = "", .is_model_file = false});
}

void Grant(AppState& state, const OpenPath& wish) { Adopt(state, OpenDocument(wish.path)); }

void Grant(AppState& state, const Save&) {
    if (state.document.path.empty() || state.document.is_model_file) {
        state.ui.path_field = PathField::SaveAs;
    } else {
        SaveTo(state, state.document.path);
    }
}

void Grant(AppState& state, const SaveAs& wish) { SaveTo(state, wish.path); }

void Grant(AppState& state, const ShowPathField& wish) { state.ui.path_field = wish.field; }

void Grant(AppState& state, const Quit&) { state.ui.wants_to_quit = true; }

}  // namespace decodescope
