// What other programs do to the file of the document meanwhile.
#include "app/apply/document_file.h"
#include "app/apply/screen_commands.h"
#include "tests/app/apply/file_desk.h"

namespace decodescope {

TEST_CASE("Saving is not taken for a change by another program") {
    FileDesk desk;
    desk.Edit();
    desk.Do(Save{});
    desk.Do(NoticeFile{StampOf(desk.path)});
    CHECK_FALSE(desk.state.ui.question.is_open());
}

TEST_CASE("A file changed by another program can be read again") {
    FileDesk desk;
    desk.Edit();
    desk.ChangeByOthers();
    desk.Do(NoticeFile{StampOf(desk.path)});
    REQUIRE(desk.state.ui.question.kind == QuestionKind::Changed);
    desk.Do(AnswerQuestion{Answer::Reload});
    CHECK(desk.state.document.recipe.prompt == "A B");
    CHECK_FALSE(desk.state.document.unsaved());
    desk.Do(NoticeFile{StampOf(desk.path)});
    CHECK_FALSE(desk.state.ui.question.is_open());
    desk.Do(Undo{});  // what was here before is not lost
    CHECK(desk.state.document.recipe.prompt == "A B C");
    CHECK(desk.state.document.unsaved());
    desk.Do(Undo{});
    CHECK(desk.state.document.recipe.prompt == "A B");
}

TEST_CASE("A file that cannot be read again leaves everything as it is") {
    FileDesk desk;
    desk.Edit();
    desk.folder.Write("mine.toml", "this is no recipe");
    desk.Do(NoticeFile{StampOf(desk.path)});
    desk.Do(AnswerQuestion{Answer::Reload});
    CHECK_FALSE(desk.state.ui.message.empty());
    CHECK(desk.state.document.recipe.prompt == "A B C");
    CHECK(desk.state.document.unsaved());
    CHECK(desk.state.history.undo_count() == 1);
}

TEST_CASE("After Keep mine, the document is unsaved and nothing is asked again") {
    FileDesk desk;
    desk.ChangeByOthers();
    desk.Do(NoticeFile{StampOf(desk.path)});
    desk.Do(AnswerQuestion{Answer::Keep});
    CHECK(desk.state.document.unsaved());
    desk.Do(NoticeFile{StampOf(desk.path)});
    CHECK_FALSE(desk.state.ui.question.is_open());
    desk.Do(Save{});
    CHECK_FALSE(desk.state.ui.question.is_open());
    CHECK_FALSE(desk.state.document.unsaved());
}

TEST_CASE("Saving over a file that another program changed asks first") {
    FileDesk desk;
    desk.Edit();
    desk.ChangeByOthers();
    const std::string theirs = Slurp(desk.path);
    for (const Command& save : {Command(Save{}), Command(SaveAs{desk.path})}) {
        desk.Do(save);
        CHECK(desk.state.ui.question.kind == QuestionKind::SaveOver);
        desk.Do(AnswerQuestion{Answer::Cancel});
        CHECK(Slurp(desk.path) == theirs);
    }
    desk.Do(Save{});
    desk.Do(AnswerQuestion{Answer::Overwrite});
    CHECK(desk.PromptInFile() == "A B C");
}

TEST_CASE("A file that is gone is a message, the document is unsaved, and saving writes it again") {
    FileDesk desk;
    std::filesystem::remove(desk.path);
    desk.Do(NoticeFile{StampOf(desk.path)});
    CHECK(desk.state.ui.message.find("mine.toml") != std::string::npos);
    CHECK(desk.state.document.unsaved());
    desk.Do(DismissMessage{});
    desk.Do(NoticeFile{StampOf(desk.path)});
    CHECK(desk.state.ui.message == "");
    desk.Do(Save{});
    CHECK(desk.PromptInFile() == "A B");
}

}  // namespace decodescope
