// Opening, saving, and files opened before.
#include "app/apply/file_commands.h"

#include <unistd.h>

#include "app/apply/browse_commands.h"
#include "app/apply/document_file.h"
#include "app/apply/screen_commands.h"
#include "tests/app/apply/file_desk.h"

namespace decodescope {

namespace {

namespace fs = std::filesystem;

}  // namespace

// --- What the file system refuses

TEST_CASE("What cannot be opened, browsed or saved to is told in plain words, and all stays open") {
    struct Case {
        std::string name;
        const char* words;
    };
    FileDesk desk;
    fs::create_symlink("circle", desk.folder.path() / "circle");
    desk.folder.Write("file", "text");
    std::vector<Case> refusals{{"circle", "the links lead in a circle"},
                               {"circle/x.toml", "the links lead in a circle"},
                               {std::string(300, 'n') + ".toml", "the name is too long"},
                               {"file/x.toml", "not a folder"}};
    const fs::path closed = desk.folder.path() / "closed";
    fs::create_directory(closed);
    fs::permissions(closed, fs::perms::none);
    if (::access(closed.c_str(), R_OK) != 0) {  // not for the administrator
        refusals.push_back({"closed/x.toml", "permission denied"});
        refusals.push_back({"closed", "permission denied"});
    }
    desk.Edit();
    const Recipe recipe = desk.state.document.recipe;
    const auto check = [&](const Case& refusal, const std::string& said) {
        INFO(refusal.name << ": " << said);
        CHECK(said.find(refusal.words) != std::string::npos);
        CHECK(desk.state.document.recipe == recipe);
        CHECK(desk.state.document.unsaved());
        desk.Do(DismissMessage{});
    };
    for (const Case& refusal : refusals) {
        const std::string path = (desk.folder.path() / refusal.name).string();
        if (refusal.name.ends_with(".toml")) {  // other names would get it
            desk.Do(SaveAs{path});
            check(refusal, desk.state.ui.message);
        }
        desk.Do(OpenPath{path});
        desk.Do(AnswerQuestion{Answer::Discard});
        check(refusal, desk.state.ui.message);
        desk.Do(ShowPathField{PathField::Open});
        desk.Do(BrowseTo{path});
        check(refusal, desk.state.ui.browser.problem);
        desk.Do(ShowPathField{PathField::None});
    }
    fs::permissions(closed, fs::perms::owner_all);
}

TEST_CASE("A recipe whose model is in a circle of links says so") {
    FileDesk desk;
    fs::create_symlink("circle", desk.folder.path() / "circle");
    const auto path = desk.folder.Write("bad.toml", "model = \"circle\"\n");
    desk.Do(OpenPath{path.string()});
    CHECK(desk.state.ui.message.find("links lead in a circle") != std::string::npos);
}

// --- A model without a prompt

TEST_CASE("A model whose only prompt is empty opens and asks for a prompt") {
    FileDesk desk;
    const std::string model = "tokens = [\"\"]\nembedding = [[1, 0]]\noutput = [[1, 0]]\n";
    desk.Do(OpenPath{desk.folder.Write("one.toml", model).string()});
    CHECK(desk.state.ui.message == "");
    CHECK(desk.state.document.name() == "one.toml");
    REQUIRE(desk.state.ui.refused.newest());
    CHECK(desk.state.ui.refused.newest()->field == "recipe.prompt");
    CHECK(desk.state.recording->prompt() == std::vector<TokenId>{0});
}

// --- Saving

TEST_CASE("A model's own file is never overwritten with a recipe: Save asks where") {
    AppState state = AbcState();
    REQUIRE(state.document.is_model_file);
    Execute(state, Save{});
    CHECK(state.ui.browser.field == PathField::SaveAs);
}

TEST_CASE("The file of the model is never replaced by a recipe that names it") {
    const TemporaryFolder folder;
    const std::string path = folder.Write("abc.toml", Slurp("assets/models/abc.toml")).string();
    const std::string contents = Slurp(path);
    AppState state = AbcState();
    Execute(state, OpenPath{path});
    Execute(state, SetPrompt{"A"});
    Execute(state, SaveAs{path});
    Execute(state, AnswerQuestion{Answer::Overwrite});
    CHECK(Slurp(path) == contents);
    CHECK_FALSE(state.ui.message.empty());
    CHECK(state.document.unsaved());
}

TEST_CASE("Save as asks before it replaces another file, not its own") {
    FileDesk desk;
    desk.Edit();
    desk.Do(SaveAs{desk.path});
    CHECK_FALSE(desk.state.ui.question.is_open());
    CHECK(desk.PromptInFile() == "A B C");
    const std::string other = desk.folder.Write("other.toml", "precious").string();
    desk.Do(SaveAs{other});
    CHECK(desk.state.ui.question.kind == QuestionKind::Overwrite);
    desk.Do(AnswerQuestion{Answer::Cancel});
    CHECK(Slurp(other) == "precious");
    desk.Do(SaveAs{other});
    desk.Do(AnswerQuestion{Answer::Overwrite});
    CHECK(OpenFile(other).prompt == "A B C");
}

TEST_CASE("A recipe is not saved under the name of another format, and gets its own ending") {
    FileDesk desk;
    const auto in = [&](const char* name) { return (desk.folder.path() / name).string(); };
    for (const char* name : {"a.json", "a.gguf", "a.bin", "a.safetensors", "a.onnx", "a.pt"}) {
        desk.Do(SaveAs{in(name)});
        INFO(name);
        CHECK(desk.state.ui.message.find("a.toml") != std::string::npos);
        CHECK_FALSE(fs::exists(in(name)));
        CHECK(desk.state.document.path == desk.path);
        desk.Do(DismissMessage{});
    }
    for (const char* name : {"bare", "version 1.2", "notes.txt", "usual.toml"}) {
        desk.Do(SaveAs{in(name)});
        CHECK(desk.state.ui.message == "");
        CHECK(desk.state.document.path.ends_with(".toml"));
        CHECK(OpenFile(desk.state.document.path).prompt == "A B");
    }
}

TEST_CASE("What a field holds and cannot be used is neither saved nor lost without a word") {
    FileDesk desk;
    desk.Do(SetPrompt{"B A X"});
    desk.Do(EndEdit{});
    const std::string before = Slurp(desk.path);
    desk.Do(Save{});
    CHECK(desk.state.ui.message.find("not saved") != std::string::npos);
    CHECK(Slurp(desk.path) == before);
    desk.Do(DismissMessage{});
    desk.Do(Quit{});
    CHECK(desk.state.ui.question.kind == QuestionKind::Leave);
    CHECK_FALSE(desk.state.ui.wants_to_quit);
    desk.Do(AnswerQuestion{Answer::Cancel});
    desk.Do(DropTyped{});
    desk.Do(Save{});
    CHECK(desk.PromptInFile() == "A B");
}

// --- Recent files

TEST_CASE("The ten files opened or saved last are recent, newest first, each once") {
    FileDesk desk;
    for (int i = 0; i < 12; ++i) {
        desk.Do(SaveAs{(desk.folder.path() / (std::to_string(i) + ".toml")).string()});
    }
    desk.Do(OpenPath{(desk.folder.path() / "5.toml").string()});
    const std::vector<std::string>& recent = desk.state.preferences.recent;
    REQUIRE(recent.size() == 10);
    CHECK(fs::path(recent[0]).filename() == "5.toml");
    CHECK(fs::path(recent[1]).filename() == "11.toml");
    CHECK(std::ranges::count(recent, recent[0]) == 1);
}

TEST_CASE("A recent file that is gone says so and drops out") {
    FileDesk desk;
    const std::string gone = (desk.folder.path() / "gone.toml").string();
    desk.state.preferences.recent.push_back(gone);
    desk.Do(OpenPath{gone});
    CHECK(desk.state.ui.message.find("gone.toml") != std::string::npos);
    CHECK(std::ranges::count(desk.state.preferences.recent, gone) == 0);
}

TEST_CASE("Examples are not recent files") {
    FileDesk desk;
    desk.state.examples = {fs::absolute("assets/models/drinks.toml").string()};
    desk.Do(OpenPath{desk.state.examples[0]});
    CHECK(desk.state.document.path == desk.state.examples[0]);
    CHECK(std::ranges::count(desk.state.preferences.recent, desk.state.examples[0]) == 0);
    CHECK(desk.state.examples.size() == 1);
}

}  // namespace decodescope
