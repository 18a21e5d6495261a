#include "core/io/file_error.h"

#include <cerrno>
#include <clocale>
#include <filesystem>
#include <new>
#include <stdexcept>

#include "core/base/error.h"
#include "tests/support/catch.h"

namespace decodescope {
namespace {

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

}  // namespace
}  // namespace decodescope
