#include "core/io/file.h"

#include <sys/stat.h>
#include <unistd.h>

#include "tests/support/catch.h"
#include "tests/support/errors.h"
#include "tests/support/temporary_folder.h"

namespace decodescope {
namespace {

namespace fs = std::filesystem;

bool Contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

unsigned PermissionsOf(const fs::path& path) {
    return static_cast<unsigned>(fs::status(path).permissions()) & 0777U;
}

TEST_CASE("A file is read whole, with every byte") {
    const TemporaryFolder folder;
    const std::string contents("a\0b\r\n\xFF", 6);
    const fs::path path = folder.Write("file", contents);
    CHECK(ReadFile(path, 6) == contents);
    CHECK(ReadFileStart(path, 3) == contents.substr(0, 3));
    CHECK(ReadFileStart(path, 100) == contents);
    CHECK(FileSize(path) == 6);
    CHECK(ReadFile(folder.Write("empty", ""), 0).empty());
}

TEST_CASE("A file that cannot be read is named, with the reason") {
    const TemporaryFolder folder;
    const fs::path missing = folder.path() / "missing";
    const fs::path large = folder.Write("large", "12345");
    CHECK(ErrorOf([&] { ReadFile(missing, 10); }) ==
          "there is no such file, " + missing.string() + ", name a file that exists");
    CHECK(Contains(ErrorOf([&] { ReadFile(folder.path(), 10); }), "a folder, not a file"));
    CHECK(Contains(ErrorOf([&] { ReadFile(large, 4); }), "larger than 4 bytes, " + large.string()));
    CHECK(Contains(ErrorOf([&] { FileSize(missing); }), "no such file"));
}

TEST_CASE("Reading a source without end stops at the largest size allowed") {
    if (!fs::exists("/dev/zero")) SKIP("/dev/zero not found");
    CHECK(Contains(ErrorOf([] { ReadFile("/dev/zero", 100000); }), "larger than 100000 bytes"));
}

TEST_CASE("A file is replaced, and nothing is left beside it") {
    const TemporaryFolder folder;
    const fs::path path = folder.Write("file", "old and longer");
    WriteFileAtomically(path, "new");
    CHECK(Slurp(path) == "new");
    WriteFileAtomically(folder.path() / "another", "");
    CHECK(Slurp(folder.path() / "another").empty());
    CHECK(folder.CountEntries() == 2);
}

TEST_CASE("A replaced file keeps its permissions, a new one follows the umask") {
    const TemporaryFolder folder;
    const fs::path path = folder.Write("file", "old");
    fs::permissions(path, static_cast<fs::perms>(0640));
    WriteFileAtomically(path, "new");
    CHECK(PermissionsOf(path) == 0640);

    const mode_t umask_before = ::umask(027);
    WriteFileAtomically(folder.path() / "new", "new");
    ::umask(umask_before);
    CHECK(PermissionsOf(folder.path() / "new") == 0640);
}

TEST_CASE("A symbolic link stays one, and its target is replaced") {
    const TemporaryFolder folder;
    const fs::path target = folder.Write("target", "old");
    const fs::path link = folder.path() / "link";
    fs::create_symlink("target", link);
    WriteFileAtomically(link, "new");
    CHECK(fs::is_symlink(link));
    CHECK(Slurp(target) == "new");

    const fs::path dangling = folder.path() / "dangling";
    fs::create_symlink("later", dangling);
    WriteFileAtomically(dangling, "made");
    CHECK(fs::is_symlink(dangling));
    CHECK(Slurp(folder.path() / "later") == "made");
    CHECK(folder.CountEntries() == 4);
}

TEST_CASE("A device is written to, not replaced") {
    WriteFileAtomically("/dev/null", "text");
    CHECK(fs::is_character_file("/dev/null"));
}

TEST_CASE("Where a file cannot be written, the old one stays and nothing is left behind") {
    const TemporaryFolder folder;
    CHECK(Contains(ErrorOf([&] { WriteFileAtomically(folder.path(), "x"); }), "a folder"));
    CHECK(Contains(ErrorOf([&] { WriteFileAtomically(folder.path() / "no" / "file", "x"); }),
                   "cannot be written"));
    CHECK(folder.CountEntries() == 0);
}

TEST_CASE("A write-protected file is not replaced") {
    if (::geteuid() == 0) SKIP("the administrator may write everywhere");
    const TemporaryFolder folder;
    const fs::path path = folder.Write("file", "old");
    fs::permissions(path, static_cast<fs::perms>(0440));
    CHECK_THROWS_AS(WriteFileAtomically(path, "new"), Error);
    CHECK(Slurp(path) == "old");
    CHECK(folder.CountEntries() == 1);
}

}  // namespace
}  // namespace decodescope
