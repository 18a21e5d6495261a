#include "core/io/unfinished_file.h"

#include <sys/wait.h>
#include <unistd.h>

#include <csignal>

#include "tests/support/catch.h"
#include "tests/support/temporary_folder.h"

namespace decodescope {
namespace {

TEST_CASE("An unfinished file goes away with the object unless it got its name") {
    const TemporaryFolder folder;
    {
        const UnfinishedFile file(folder.path() / "file");
        REQUIRE(file.is_open());
        CHECK(folder.CountEntries() == 1);
    }
    CHECK(folder.CountEntries() == 0);
    {
        UnfinishedFile file(folder.path() / "file");
        REQUIRE(::write(file.number(), "text", 4) == 4);
        CHECK(file.Rename());
    }
    CHECK(Slurp(folder.path() / "file") == "text");
    CHECK(folder.CountEntries() == 1);
    CHECK_FALSE(UnfinishedFile(folder.path() / "none" / "file").is_open());
}

TEST_CASE("A signal that ends the program leaves no unfinished file, and still ends it") {
    const TemporaryFolder folder;
    for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGXCPU}) {
        const pid_t child = ::fork();
        if (child == 0) {
            ::signal(number, SIG_DFL);
            const UnfinishedFile one(folder.path() / "one"), other(folder.path() / "other");
            ::raise(number);
            ::_exit(0);  // not reached
        }
        int status = 0;
        REQUIRE(::waitpid(child, &status, 0) == child);
        CHECK(WIFSIGNALED(status));
        CHECK(WTERMSIG(status) == number);
        CHECK(folder.CountEntries() == 0);
    }
}

}  // namespace
}  // namespace decodescope
