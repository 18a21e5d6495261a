#include "core/io/file_error.h"

#include <cerrno>
#include <clocale>
#include <filesystem>
#include <new>
#include <stdexcept>

#include "core/base/error.h"
#include "core/io/file.h"
#include "core/io/folder.h"
#include "tests/support/catch.h"
#include "tests/support/errors.h"
#include "tests/support/temporary_folder.h"

namespace decodescope {
namespace {

namespace fs = std::filesystem;

TEST_CASE("A refusal of the file system is told in plain words, in any locale") {
    std::setlocale(LC_ALL, "de_DE.UTF-8");
    CHECK(FileProblem(EACCES) == "permission denied");
    CHECK(FileProblem(ELOOP) == "the links lead in a circle");
    CHECK(FileProblem(std::make_error_code(std::errc::filename_too_long)) ==
          "the name is too long");
    CHECK(FileProblem(std::error_code(ENOTDIR, std::system_category())) ==
          "a part of the path is not a folder");
    std::setlocale(LC_ALL, "C");
    CHECK_FALSE(FileProblem(EBADF).empty());
}

TEST_CASE("Whatever a library throws is told in words a person can act on") {
    CHECK(InWords(Error("no such token", "prompt")) == "no such token, prompt");
    CHECK(InWords(std::filesystem::filesystem_error(
              "status", "/a/b", std::make_error_code(std::errc::permission_denied))) ==
          "permission denied, /a/b");
    CHECK(InWords(std::bad_alloc()).find("not enough memory") != std::string::npos);
    CHECK(InWords(std::length_error("vector")).find("not enough memory") != std::string::npos);
    CHECK(InWords(std::runtime_error("odd")).find("odd") != std::string::npos);
}

TEST_CASE("What the system refuses is said in plain words, with a remedy") {
    CHECK(std::string(FileError("x", EACCES, FileUse::ReadFile).what()) ==
          "the file cannot be read: permission denied, x, change its permissions, or name another "
          "one");
    CHECK(std::string(FileError("x", EACCES, FileUse::ReadFolder).what()) ==
          "the folder cannot be read: permission denied, x, change its permissions, or name "
          "another one");
    CHECK(std::string(FileError("x", ENOSPC, FileUse::WriteFile).what()) ==
          "the file cannot be written: the disk is full, x, make room, or name a place on another "
          "disk");
}

TEST_CASE("Links in a circle and names that are too long are told whatever is done with them") {
    const TemporaryFolder folder;
    const fs::path circle = folder.path() / "circle";
    fs::create_symlink("other", circle);
    fs::create_symlink("circle", folder.path() / "other");
    const fs::path longest = folder.path() / std::string(300, 'x');
    for (const fs::path& path : {circle, longest}) {
        const std::string words = path == circle ? "circle" : "too long";
        CHECK_THAT(ErrorOf([&] { ReadFile(path, 10); }), Catch::Contains(words));
        CHECK_THAT(ErrorOf([&] { ReadFileStart(path, 10); }), Catch::Contains(words));
        CHECK_THAT(ErrorOf([&] { FileSize(path); }), Catch::Contains(words));
        CHECK_THAT(ErrorOf([&] { WriteFileAtomically(path, "x"); }), Catch::Contains(words));
        CHECK_THAT(ErrorOf([&] { ReadFolder(path); }), Catch::Contains(words));
    }
    CHECK(folder.CountEntries() == 2);
}

TEST_CASE("A path with a NUL character is not taken for what is before it") {
    const TemporaryFolder folder;
    const fs::path path = folder.Write("file", "text").string() + std::string("\0.gguf", 6);
    CHECK_THAT(ErrorOf([&] { ReadFile(path, 10); }), Catch::Contains("NUL"));
    CHECK_THAT(ErrorOf([&] { ReadFileStart(path, 10); }), Catch::Contains("NUL"));
    CHECK_THAT(ErrorOf([&] { FileSize(path); }), Catch::Contains("NUL"));
    CHECK_THAT(ErrorOf([&] { WriteFileAtomically(path, "x"); }), Catch::Contains("NUL"));
    CHECK_THAT(ErrorOf([&] { ReadFolder(folder.path().string() + '\0'); }), Catch::Contains("NUL"));
    CHECK(Slurp(folder.path() / "file") == "text");
}

}  // namespace
}  // namespace decodescope
