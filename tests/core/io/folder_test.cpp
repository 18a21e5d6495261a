#include "core/io/folder.h"

#include <sys/stat.h>
#include <unistd.h>

#include "core/io/file_stamp.h"
#include "core/io/lock_file.h"
#include "tests/support/catch.h"
#include "tests/support/errors.h"
#include "tests/support/temporary_folder.h"

namespace decodescope {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> NamesIn(const fs::path& folder) {
    std::vector<std::string> names;
    for (const FolderEntry& entry : ReadFolder(folder)) names.push_back(entry.name);
    return names;
}

}  // namespace

// --- Folders ------------------------------------------------------------------------------------

TEST_CASE("A folder is read with its folders first and each kind by name whatever the case") {
    const TemporaryFolder folder;
    folder.Write("b.toml", "12345");
    folder.Write("A.bin", "");
    folder.Write(".hidden", "");
    fs::create_directory(folder.path() / "zoo");
    fs::create_directory(folder.path() / "Models");
    CHECK(NamesIn(folder.path()) == std::vector<std::string>{"Models", "zoo", "A.bin", "b.toml"});
    const std::vector<FolderEntry> entries = ReadFolder(folder.path());
    CHECK(entries[0].is_folder);
    CHECK_FALSE(entries[3].is_folder);
    CHECK(entries[3].size == 5);
}

TEST_CASE("Names that are not UTF-8 keep their bytes and broken links and pipes are left out") {
    const TemporaryFolder folder;
    folder.Write("\xFF\xFE.toml", "");
    fs::create_symlink("nowhere", folder.path() / "broken.toml");
    REQUIRE(::mkfifo((folder.path() / "pipe.toml").c_str(), 0600) == 0);
    CHECK(NamesIn(folder.path()) == std::vector<std::string>{"\xFF\xFE.toml"});
}

TEST_CASE("A folder that is not there or is a file says so") {
    const TemporaryFolder folder;
    const fs::path file = folder.Write("file", "");
    CHECK_THAT(ErrorOf([&] { ReadFolder(folder.path() / "none"); }),
               Catch::Contains("no such folder"));
    CHECK_THAT(ErrorOf([&] { ReadFolder(file); }), Catch::Contains("cannot be read"));
}

// --- Stamps -------------------------------------------------------------------------------------

TEST_CASE("A file's stamp stays the same until it is written or replaced or deleted") {
    const TemporaryFolder folder;
    const fs::path path = folder.Write("a.toml", "one");
    const FileStamp first = StampOf(path);
    CHECK(first.exists);
    CHECK(StampOf(path) == first);

    folder.Write("a.toml", "three");
    CHECK(StampOf(path) != first);  // another size

    const FileStamp second = StampOf(path);
    fs::rename(folder.Write("b.toml", "three"), path);
    CHECK(StampOf(path) != second);  // another inode

    fs::remove(path);
    CHECK(StampOf(path) == FileStamp{});
}

TEST_CASE("A folder has no stamp and neither has an empty path") {
    const TemporaryFolder folder;
    CHECK_FALSE(StampOf(folder.path()).exists);
    CHECK_FALSE(StampOf("").exists);
}

// --- Locks --------------------------------------------------------------------------------------

TEST_CASE("A lock has one holder until it is released, and its file is removed with it") {
    const TemporaryFolder folder;
    const fs::path path = folder.path() / "a.lock";
    {
        const std::optional<LockFile> lock = LockFile::Take(path);
        REQUIRE(lock.has_value());
        CHECK_FALSE(LockFile::Take(path).has_value());
    }
    CHECK_FALSE(fs::exists(path));
    CHECK(LockFile::Take(path).has_value());
}

TEST_CASE("A lock whose holder left the file there can be taken") {
    const TemporaryFolder folder;
    CHECK(LockFile::Take(folder.Write("a.lock", "")).has_value());
}

TEST_CASE("Where no file can be made there is no lock") {
    const TemporaryFolder folder;
    CHECK_FALSE(LockFile::Take(folder.path() / "none" / "a.lock").has_value());
}

}  // namespace decodescope
