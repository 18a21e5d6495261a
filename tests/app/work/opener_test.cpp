// Large files are opened while the window goes on.
#include "app/work/opener.h"

#include <condition_variable>
#include <mutex>

#include "app/apply/apply.h"
#include "app/apply/edit_commands.h"
#include "app/apply/screen_commands.h"
#include "core/base/error.h"
#include "core/io/file_formats.h"
#include "tests/support/catch.h"
#include "tests/support/headless_ui.h"

namespace decodescope {
namespace {

const char* const kFile = "assets/models/drinks.toml";

// A file that is read when the test says so, with a desk in front of it.
class SlowFile {
public:
    SlowFile() {
        Do(BeginOpening{std::make_shared<const Opening>(Opening{
            .path = kFile, .read = [this](WorkProgress& progress) { return Read(progress); }})});
    }

    void Do(const Command& command) { Execute(state, command); }

    void Release(const std::string& problem = "") {
        const std::lock_guard lock(mutex_);
        is_released_ = true;
        problem_ = problem;
        changed_.notify_all();
    }

    // As a frame does, until something was read, or nothing is being opened.
    void Frames() {
        while (opener.Follow(state, 0), opener.is_busy()) {
            if (const auto command = opener.Collect()) return Do(*command);
            std::unique_lock lock(mutex_);
            changed_.wait_for(lock, std::chrono::milliseconds(1));
        }
    }

private:
    Opened Read(WorkProgress& progress) {
        std::unique_lock lock(mutex_);
        progress.Begin(4);
        progress.Advance(1);
        while (!is_released_) {
            progress.RequireWanted();
            changed_.wait_for(lock, std::chrono::milliseconds(1));
        }
        if (!problem_.empty()) throw Error(problem_);
        return {std::make_shared<const Document>(DocumentOf(OpenFile(kFile), kFile)),
                Playhead{1, 0}};
    }

    std::mutex mutex_;
    std::condition_variable changed_;
    bool is_released_ = false;
    std::string problem_;

public:
    AppState state = AbcState();
    Opener opener{[] {}};  // last: its end waits for Read
};

}  // namespace

TEST_CASE("What was open stays until the file is there, and a page says so") {
    SlowFile file;
    file.opener.Follow(file.state, 5.0);
    CHECK(file.opener.is_busy());
    CHECK(file.opener.next_tick() > 5.0);
    CHECK(file.opener.next_tick() < 6.0);
    CHECK(file.state.ui.question.kind == QuestionKind::Opening);
    CHECK(file.state.document.name() != "drinks.toml");
    file.Release();
    file.Frames();
    CHECK(file.state.document.path == kFile);
    CHECK(file.state.recording->model().name == OpenFile(kFile).model->name);
    CHECK_FALSE(file.state.ui.question.is_open());
    CHECK_FALSE(file.state.opening);
    CHECK(file.opener.playhead() == Playhead{1, 0});
    CHECK(file.state.recording->memory() == file.state.memory);
}

TEST_CASE("Escape calls it off, and everything is as before") {
    SlowFile file;
    const AppState before = file.state;
    file.opener.Follow(file.state, 0);
    file.Do(Escape{});
    file.Frames();
    CHECK_FALSE(file.opener.is_busy());
    CHECK_FALSE(file.state.ui.question.is_open());
    CHECK(file.state.recording == before.recording);
    CHECK(file.state.document.path == before.document.path);
    CHECK(file.state.ui.message.empty());
    file.Release();  // too late
    file.Frames();
    CHECK(file.state.recording == before.recording);
}

TEST_CASE("What is wrong with the file is said, and what was open stays") {
    SlowFile file;
    const auto before = file.state.recording;
    file.Release("the file is cut off");
    file.Frames();
    CHECK(file.state.ui.message == "the file is cut off");
    CHECK(file.state.recording == before);
    CHECK_FALSE(file.state.ui.question.is_open());
}

TEST_CASE("Closing the window does not wait for a file that is being read") {
    SlowFile file;
    file.opener.Follow(file.state, 0);
    // Its end calls the reading off and joins the thread; the file is never released.
}

TEST_CASE("What is to be done with the file is done once it is there") {
    SlowFile file;
    Opening opening = *file.state.opening;
    opening.afterwards = {SetPrompt{"She drinks"}};
    file.Do(BeginOpening{std::make_shared<const Opening>(opening)});
    file.Release();
    file.Frames();
    CHECK(file.state.document.recipe.prompt == "She drinks");
}

}  // namespace decodescope
