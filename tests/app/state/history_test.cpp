#include "app/state/history.h"

#include "tests/support/catch.h"

namespace decodescope {
namespace {

Recipe WithPrompt(const std::string& prompt) {
    Recipe recipe;
    recipe.prompt = prompt;
    return recipe;
}

}  // namespace

TEST_CASE("Edits of one gesture are undone together, those of the next one are not") {
    History history;
    history.Add("change prompt", WithPrompt(""));
    history.Add("change prompt", WithPrompt("A"));
    history.EndGesture();
    history.Add("change prompt", WithPrompt("A B"));
    CHECK(history.undo_count() == 2);
    CHECK(history.Undo(WithPrompt("A B C"))->prompt == "A B");
    CHECK(history.Undo(WithPrompt("A B"))->prompt.empty());
    CHECK_FALSE(history.Undo(WithPrompt("")).has_value());
}

TEST_CASE("An edit with another name is a separate entry, even within a gesture") {
    History history;
    history.Add("change prompt", WithPrompt(""));
    history.Add("change selection rule", WithPrompt("A"));
    CHECK(history.undo_count() == 2);
    CHECK(history.undo_name() == "change selection rule");
}

TEST_CASE("Redo goes back to where undo came from, until there is another edit") {
    History history;
    history.Add("change prompt", WithPrompt("A"));
    CHECK(history.Undo(WithPrompt("B"))->prompt == "A");
    CHECK(history.redo_name() == "change prompt");
    CHECK(history.Redo(WithPrompt("A"))->prompt == "B");
    history.Undo(WithPrompt("B"));
    history.Add("change prompt", WithPrompt("A"));
    CHECK(history.redo_count() == 0);
}

TEST_CASE("Undo ends a gesture: what follows is a separate edit") {
    History history;
    history.Add("change prompt", WithPrompt("A"));
    history.Undo(WithPrompt("B"));
    history.Add("change prompt", WithPrompt("A"));
    history.Add("change prompt", WithPrompt("C"));
    CHECK(history.undo_count() == 1);
}

}  // namespace decodescope
