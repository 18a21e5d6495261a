// Autosave and recovery, the watch over the file, and preferences that outlive a run.
#include "app/files/persistence.h"

#include <sys/wait.h>
#include <unistd.h>
#include <chrono>
#include <limits>
#include <set>
#include <thread>

#include "app/apply/apply.h"
#include "app/apply/document_file.h"
#include "app/apply/edit_commands.h"
#include "app/apply/file_commands.h"
#include "app/apply/model_commands.h"
#include "app/apply/screen_commands.h"
#include "app/files/preferences_file.h"
#include "core/io/file_formats.h"
#include "core/model/parameters.h"
#include "tests/support/catch.h"
#include "tests/support/headless_ui.h"
#include "tests/support/temporary_folder.h"

namespace decodescope {
namespace {

namespace fs = std::filesystem;

// The home folder of one test.
struct Home {
    TemporaryFolder folder;
    Folders folders{.config = folder.path() / "config", .state = folder.path() / "state"};
    fs::path unsaved = folder.path() / "state" / "unsaved";

    std::vector<fs::path> Recipes() const {
        std::vector<fs::path> found;
        std::error_code ignored;
        for (const auto& entry : fs::directory_iterator(unsaved, ignored)) {
            if (entry.path().extension() == ".toml") found.push_back(entry.path());
        }
        return found;
    }
};

// One run of the program, without its window.
struct Run {
    explicit Run(const Home& home, AppState start = AbcState())
        : state(std::move(start)), persistence(home.folders, {}, state.preferences, [] {}) {}

    // As the window does, every tenth of a second of its own clock.
    void Poll(double seconds = 4) {
        for (const double until = now + seconds; now < until; now += 0.1) {
            for (const Command& command : persistence.Poll(state, now)) Execute(state, command);
            std::this_thread::sleep_for(
                std::chrono::milliseconds(15));  // for the thread that writes
        }
    }

    AppState state;
    double now = 100;
    Persistence persistence;
};

AppState Edited() {
    AppState state = AbcState();
    Execute(state, SetPrompt{"A B C"});
    Execute(state, SetParameter{{TensorId::TokenEmbedding, 0, 0, 1, 0}, 0.625});
    return state;
}

// Ends as a killed process does: nothing is closed, but its locks are released.
void Crash(const Home& home, const AppState& state) {
    const size_t before = home.Recipes().size();
    const pid_t child = ::fork();
    if (child == 0) {
        Autosave autosave(home.unsaved, [] {});
        autosave.Follow(state, 0);
        while (home.Recipes().size() == before) ::usleep(1000);  // for the thread that writes
        ::_exit(0);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    REQUIRE(status == 0);
}

}  // namespace

// --- Autosave

TEST_CASE(
    "What is unsaved is kept within two seconds, again when it changes, and no longer once saved") {
    const Home home;
    Run run(home);
    run.Poll();
    CHECK(home.Recipes().empty());
    Execute(run.state, SetPrompt{"A B C"});
    run.Poll(2);
    REQUIRE(home.Recipes().size() == 1);
    CHECK(OpenFile(home.Recipes()[0]).prompt == "A B C");
    Execute(run.state, SetPrompt{"A B C C"});
    run.Poll(2);
    CHECK(OpenFile(home.Recipes()[0]).prompt == "A B C C");
    Execute(run.state, SaveAs{(home.folder.path() / "saved.toml").string()});
    run.Poll(2);
    CHECK(home.Recipes().empty());
}

TEST_CASE("Undoing to what is saved deletes the recovery file") {
    const Home home;
    Run run(home, Edited());
    run.Poll(2);
    CHECK(home.Recipes().size() == 1);
    Execute(run.state, Undo{});
    Execute(run.state, Undo{});
    run.Poll(2);
    CHECK(home.Recipes().empty());
}

TEST_CASE("While nothing changes, nothing is written and only the file is watched") {
    const Home home;
    Run run(home, Edited());
    while (home.Recipes().empty()) run.Poll();  // the thread that writes has its own time
    run.Poll();
    const FileStamp stamp = StampOf(home.Recipes().at(0));
    run.Poll();
    CHECK(StampOf(home.Recipes().at(0)) == stamp);
    run.state.document.path.clear();
    CHECK(run.persistence.next_time(run.state) == std::numeric_limits<double>::infinity());
}

TEST_CASE("Without folders, nothing is kept or written, and nothing is wrong") {
    AppState state = Edited();
    Persistence persistence({}, {}, state.preferences, [] {});
    for (double now = 0; now < 5; now += 0.5) CHECK(persistence.Poll(state, now).empty());
    persistence.Close(state);
}

TEST_CASE("If nothing can be kept, one message says so") {
    const Home home;
    home.folder.Write("state", "a file where the folder should be");
    Run run(home, Edited());
    run.Poll(2);
    CHECK(run.state.ui.message.find("crash recovery is off") != std::string::npos);
    Execute(run.state, DismissMessage{});
    Execute(run.state, SetPrompt{"B"});
    run.Poll(3);
    CHECK(run.state.ui.message == "");
}

TEST_CASE("Quitting without saving leaves no recovery file") {
    const Home home;
    {
        Run run(home, Edited());
        run.Poll();
        CHECK(home.Recipes().size() == 1);
        run.persistence.Close(run.state);
    }
    CHECK(home.Recipes().empty());
    CHECK(fs::is_empty(home.unsaved));
}

// --- Recovery

TEST_CASE("What a crashed run left unsaved is offered, and comes back unsaved") {
    const Home home;
    Crash(home, Edited());
    REQUIRE(home.Recipes().size() == 1);
    {
        Run run(home);
        run.Poll(0.3);
        REQUIRE(run.state.ui.question.kind == QuestionKind::Recover);
        Execute(run.state, AnswerQuestion{Answer::Restore});
        CHECK(run.state.document.recipe.prompt == "A B C");
        CHECK(run.state.document.unsaved());
        CHECK(run.state.document.path.ends_with("assets/models/abc.toml"));
        run.Poll();
        CHECK(home.Recipes().size() == 1);  // it is this run's own now
        CHECK_FALSE(run.state.ui.question.is_open());
        Execute(run.state, SaveAs{(home.folder.path() / "saved.toml").string()});
        run.Poll(2);
    }
    CHECK(home.Recipes().empty());
}

TEST_CASE("Discard deletes the recovery file, and Later offers it at the next start") {
    const Home home;
    Crash(home, Edited());
    {
        Run run(home);
        run.Poll(0.3);
        Execute(run.state, Escape{});
        run.Poll();
        CHECK_FALSE(run.state.ui.question.is_open());
        run.persistence.Close(run.state);
    }
    CHECK(home.Recipes().size() == 1);
    {
        Run run(home);
        run.Poll(0.3);
        Execute(run.state, AnswerQuestion{Answer::Throw});
        run.Poll();
    }
    CHECK(home.Recipes().empty());
    Run run(home);
    run.Poll();
    CHECK_FALSE(run.state.ui.question.is_open());
}

TEST_CASE("The recovery file of a running window is not offered, and two windows have two files") {
    const Home home;
    Run one(home, Edited());
    one.Poll();
    Run two(home, Edited());
    two.Poll();
    CHECK_FALSE(two.state.ui.question.is_open());
    CHECK(home.Recipes().size() == 2);
}

TEST_CASE("Several recovery files are offered one after another") {
    const Home home;
    AppState other = AbcState();
    Execute(other, SetPrompt{"C"});
    Crash(home, Edited());
    Crash(home, other);
    Run run(home);
    std::set<std::string> prompts;
    for (int i = 0; i < 2; ++i) {
        run.Poll(1);
        REQUIRE(run.state.recovered);
        prompts.insert(run.state.recovered->recipe.prompt);
        Execute(run.state, AnswerQuestion{Answer::Throw});
    }
    CHECK(prompts == std::set<std::string>{"A B C", "C"});
    run.Poll(1);
    CHECK(home.Recipes().empty());
}

TEST_CASE("What has been saved to its file is not offered") {
    const Home home;
    AppState state = Edited();
    SaveDocument(state.document, (home.folder.path() / "saved.toml").string());
    state.document.differs_from_file = true;
    Crash(home, state);
    Run run(home);
    run.Poll(1);
    CHECK_FALSE(run.state.ui.question.is_open());
    CHECK(home.Recipes().empty());
}

TEST_CASE("A damaged recovery file is a message, and is renamed") {
    const Home home;
    Crash(home, Edited());
    const fs::path path = home.Recipes()[0];
    const std::string text = Slurp(path);
    fs::resize_file(path, text.size() / 2);
    Run run(home);
    run.Poll(1);
    CHECK(run.state.ui.message.find("could not read the recovery file") != std::string::npos);
    CHECK_FALSE(run.state.ui.question.is_open());
    CHECK(home.Recipes().empty());
    CHECK(fs::exists(path.string() + ".unreadable"));
}

TEST_CASE("A prompt that its model cannot read comes back too") {
    const Home home;
    AppState state = AbcState();
    Execute(state, SetPrompt{"A B X"});
    REQUIRE(state.ui.refused.newest());
    Crash(home, state);
    Run run(home);
    run.Poll(0.3);
    Execute(run.state, AnswerQuestion{Answer::Restore});
    REQUIRE(run.state.ui.refused.newest());
    CHECK(run.state.ui.refused.newest()->typed == "A B X");
    CHECK(run.state.document.recipe.prompt == "A B");
    CHECK(run.state.recording->recipe() == run.state.document.recipe);
}

TEST_CASE("Another file opened while something is offered does not lose it") {
    const Home home;
    Crash(home, Edited());
    Run run(home);
    run.Poll(0.3);
    Execute(run.state, OpenPath{"assets/models/drinks.toml"});
    run.Poll(0.3);
    REQUIRE(run.state.ui.question.kind == QuestionKind::Recover);
    Execute(run.state, AnswerQuestion{Answer::Restore});
    CHECK(run.state.document.recipe.prompt == "A B C");
}

// --- The watch

TEST_CASE("A file that another program writes is noticed within two seconds") {
    const Home home;
    const fs::path path = home.folder.Write("abc.toml", Slurp("assets/models/abc.toml"));
    Run run(home, StateFor(OpenFile(path), path.string()));
    run.Poll();
    CHECK_FALSE(run.state.ui.question.is_open());
    home.folder.Write("abc.toml", Slurp(path) + "# more\n");
    run.Poll(2);
    CHECK(run.state.ui.question.kind == QuestionKind::Changed);
}

TEST_CASE("A file that is missing gets a moment to come back, and then a message says it is gone") {
    const Home home;
    const fs::path path = home.folder.Write("abc.toml", Slurp("assets/models/abc.toml"));
    Run run(home, StateFor(OpenFile(path), path.string()));
    run.Poll();
    fs::remove(path);
    run.Poll(1.5);
    CHECK(run.state.ui.message == "");
    run.Poll(2);
    CHECK(run.state.ui.message.find("abc.toml") != std::string::npos);
}

// --- Preferences

TEST_CASE("Preferences are written a moment after they change, and on quitting") {
    const Home home;
    const fs::path path = PreferencesPath(home.folders);
    Run run(home);
    run.Poll();
    CHECK_FALSE(fs::exists(path));
    Execute(run.state, SetTheme{ThemeKind::Dark});
    run.Poll(0.5);
    CHECK_FALSE(fs::exists(path));
    run.Poll(1.5);
    CHECK(ReadPreferences(path).preferences.theme == ThemeKind::Dark);
    Execute(run.state, SetScale{2});
    run.persistence.Close(run.state);
    CHECK(ReadPreferences(path).preferences.scale == 2);
}

}  // namespace decodescope
