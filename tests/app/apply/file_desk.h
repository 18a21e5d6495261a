// A recipe of the ABC model in a folder of its own, opened.
#pragma once

#include <filesystem>
#include <string>

#include "app/apply/apply.h"
#include "app/apply/edit_commands.h"
#include "app/apply/file_commands.h"
#include "core/io/file_formats.h"
#include "core/io/recipe_writer.h"
#include "tests/support/catch.h"
#include "tests/support/headless_ui.h"
#include "tests/support/temporary_folder.h"

namespace decodescope {

struct FileDesk {
    FileDesk() {
        Recipe recipe = AbcState().document.recipe;
        recipe.model_path = std::filesystem::absolute(recipe.model_path).string();
        WriteRecipeFile(path, recipe);
        Do(OpenPath{path});
        REQUIRE(state.ui.message == "");
    }

    void Do(const Command& command) { Execute(state, command); }
    void Edit() { Do(SetPrompt{state.document.recipe.prompt + " C"}); }
    void ChangeByOthers() { folder.Write("mine.toml", Slurp(path) + "# and more\n"); }
    std::string PromptInFile() const { return OpenFile(path).prompt; }

    TemporaryFolder folder;
    std::string path = (folder.path() / "mine.toml").string();
    AppState state = AbcState();
};

}  // namespace decodescope
