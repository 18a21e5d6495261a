// The text of a recovery file. (How such files are kept and offered: persistence_test.cpp.)
#include "app/files/autosave.h"

#include "app/apply/apply.h"
#include "app/apply/edit_commands.h"
#include "app/apply/model_commands.h"
#include "core/model/parameters.h"
#include "tests/support/catch.h"
#include "tests/support/errors.h"
#include "tests/support/headless_ui.h"
#include "tests/support/model_equal.h"

namespace decodescope {
namespace {

namespace fs = std::filesystem;

AppState Edited() {
    AppState state = AbcState();
    Execute(state, SetPrompt{"A B C"});
    Execute(state, SetParameter{{TensorId::TokenEmbedding, 0, 0, 1, 0}, 0.625});
    return state;
}

}  // namespace

TEST_CASE("An unsaved document reads back the same, unsaved, with the path of its file") {
    Document document = Edited().document;
    document.path = "/some where/\xFF.toml";
    const Document back = ParseUnsaved(FormatUnsaved(document), "1-0.toml");
    CHECK(back.path == document.path);
    CHECK(back.unsaved());
    CHECK(back.recipe.prompt == "A B C");
    CHECK(ParameterAt(*back.recipe.model, {TensorId::TokenEmbedding, 0, 0, 1, 0}) == 0.625);
    CHECK(back.recipe.model_path == "");
}

TEST_CASE("An unsaved document with an unchanged model names it by its absolute path") {
    AppState state = AbcState();
    Execute(state, SetPrompt{"B"});
    const Document back = ParseUnsaved(FormatUnsaved(state.document), "/elsewhere/1-0.toml");
    CHECK(fs::path(back.recipe.model_path).is_absolute());
    CHECK(back.is_model_file);
    CHECK(SameModel(*back.recipe.model, *state.document.recipe.model));
}

TEST_CASE("Every truncation of an unsaved document's text is read or refused") {
    const std::string text = FormatUnsaved(Edited().document);
    for (size_t length = 0; length < text.size(); length += 7) {
        ErrorOf([&] { ParseUnsaved(text.substr(0, length), "cut.toml"); });
    }
}

}  // namespace decodescope
