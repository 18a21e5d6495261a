// Leaving a document with unsaved changes, and the questions that are asked then.
#include "app/apply/browse_commands.h"
#include "app/apply/screen_commands.h"
#include "tests/app/apply/file_desk.h"

namespace decodescope {

TEST_CASE("Without unsaved changes, nothing is asked before leaving") {
    FileDesk desk;
    desk.Do(Quit{});
    CHECK(desk.state.ui.wants_to_quit);
}

TEST_CASE("With unsaved changes, leaving asks, and Cancel leaves everything as it was") {
    FileDesk desk;
    desk.Edit();
    const Recipe recipe = desk.state.document.recipe;
    for (const Command& leave : {Command(Quit{}), Command(OpenPath{"assets/models/drinks.toml"})}) {
        desk.Do(leave);
        CHECK(desk.state.ui.question.kind == QuestionKind::Leave);
        desk.Do(Escape{});
        CHECK_FALSE(desk.state.ui.question.is_open());
        CHECK_FALSE(desk.state.ui.wants_to_quit);
        CHECK(desk.state.document.recipe == recipe);
        CHECK(desk.state.document.unsaved());
    }
    desk.Do(Save{});  // and nothing of it is left over
    CHECK_FALSE(desk.state.ui.wants_to_quit);
    CHECK(desk.state.document.path == desk.path);
}

TEST_CASE("Saving from the question goes on to where the person wanted to go") {
    FileDesk desk;
    desk.Edit();
    desk.Do(OpenPath{"assets/models/drinks.toml"});
    desk.Do(AnswerQuestion{Answer::Save});
    CHECK(desk.state.document.path == "assets/models/drinks.toml");
    CHECK(desk.PromptInFile() == "A B C");
}

TEST_CASE("Don't save drops the changes and goes on") {
    FileDesk desk;
    desk.Edit();
    desk.Do(Quit{});
    desk.Do(AnswerQuestion{Answer::Discard});
    CHECK(desk.state.ui.wants_to_quit);
    CHECK(desk.PromptInFile() == "A B");
}

TEST_CASE("Without a file, saving from the question asks where, and then goes on") {
    FileDesk desk;
    desk.state = AbcState();
    desk.Edit();
    desk.Do(Quit{});
    desk.Do(AnswerQuestion{Answer::Save});
    REQUIRE(desk.state.ui.browser.field == PathField::SaveAs);
    CHECK_FALSE(desk.state.ui.wants_to_quit);
    desk.Do(BrowseTo{desk.folder.path().string()});
    desk.Do(TypePath{"mine"});  // there is one already: .toml is added
    desk.Do(EnterPath{});
    REQUIRE(desk.state.ui.question.kind == QuestionKind::Overwrite);
    desk.Do(AnswerQuestion{Answer::Cancel});
    desk.Do(TypePath{"another"});
    desk.Do(EnterPath{});
    CHECK(desk.state.ui.wants_to_quit);
    CHECK(std::filesystem::exists(desk.folder.path() / "another.toml"));
    CHECK(desk.PromptInFile() == "A B");
}

TEST_CASE("If the page to save to is closed, what was asked for does not happen later") {
    FileDesk desk;
    desk.state = AbcState();
    desk.Edit();
    desk.Do(Quit{});
    desk.Do(AnswerQuestion{Answer::Save});
    desk.Do(Escape{});
    CHECK_FALSE(desk.state.ui.browser.is_open());
    desk.Do(SaveAs{(desk.folder.path() / "later.toml").string()});
    CHECK_FALSE(desk.state.document.unsaved());
    CHECK_FALSE(desk.state.ui.wants_to_quit);
}

TEST_CASE("If saving fails, the document stays open") {
    FileDesk desk;
    desk.Edit();
    std::filesystem::remove(desk.path);
    std::filesystem::create_directory(desk.path);
    desk.Do(Quit{});
    desk.Do(AnswerQuestion{Answer::Save});
    CHECK_FALSE(desk.state.ui.wants_to_quit);
    CHECK_FALSE(desk.state.ui.message.empty());
    CHECK(desk.state.document.unsaved());
}

TEST_CASE("An answer to another question changes nothing") {
    FileDesk desk;
    for (const Answer answer :
         {Answer::Restore, Answer::Discard, Answer::Overwrite, Answer::Reload}) {
        desk.Do(AnswerQuestion{answer});
        CHECK(desk.state.document.path == desk.path);
    }
    desk.Edit();
    desk.Do(Quit{});
    desk.Do(AnswerQuestion{Answer::Restore});
    CHECK(desk.state.ui.question.kind == QuestionKind::Leave);
}

TEST_CASE("The answer that Enter gives loses nothing, whatever is asked") {
    CHECK(DefaultAnswer(QuestionKind::Leave).answer == Answer::Save);
    CHECK(DefaultAnswer(QuestionKind::Overwrite).answer == Answer::Cancel);
    CHECK(DefaultAnswer(QuestionKind::Changed).answer == Answer::Keep);
    CHECK(DefaultAnswer(QuestionKind::SaveOver).answer == Answer::Cancel);
    CHECK(DefaultAnswer(QuestionKind::Recover).answer == Answer::Restore);
}

}  // namespace decodescope
