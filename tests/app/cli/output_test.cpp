// What is left of a report that is not finished.
#include "app/cli/output.h"

#include <filesystem>

#include "tests/support/catch.h"
#include "tests/support/temporary_folder.h"

namespace decodescope {
TEST_CASE("A report that comes bit by bit is there as a whole or not at all") {
    const TemporaryFolder folder;
    const std::string path = (folder.path() / "report.txt").string();
    const std::string half(100'000, 'x');
    {
        Output output(path);
        output.text().end() += half;
        output.text().Pass();
        CHECK(output.text().end().empty());  // written, but not there yet
        CHECK_FALSE(std::filesystem::exists(path));
    }
    CHECK(folder.CountEntries() == 0);
    folder.Write("report.txt", "old");
    {
        Output output(path);
        output.text().end() += half;
        output.text().Pass();
        CHECK(Slurp(path) == "old");
        output.text().end() += "end";
        output.Finish();
    }
    CHECK(Slurp(path) == half + "end");
    CHECK(folder.CountEntries() == 1);
}

}  // namespace decodescope
