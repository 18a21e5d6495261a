#include "core/io/file_error.h"

#include <cerrno>
#include <filesystem>
#include <new>
#include <stdexcept>

#include "core/base/error.h"

namespace decodescope {
namespace {

struct ProblemRow {
    int error_number;
    const char* words;
};

constexpr ProblemRow kProblems[] = {
    {EACCES, "permission denied"},
    {EPERM, "permission denied"},
    {ENOENT, "there is no such file or folder"},
    {ENOTDIR, "a part of the path is not a folder"},
    {EISDIR, "this is a folder, not a file"},
    {ELOOP, "the links lead in a circle"},
    {ENAMETOOLONG, "the name is too long"},
    {ENOSPC, "the disk is full"},
    {EDQUOT, "the disk quota is used up"},
    {EFBIG, "the file would be too large"},
    {EROFS, "the file system is read-only"},
    {EIO, "the disk reports an error"},
    {EMFILE, "too many files are open"},
    {ENFILE, "too many files are open"},
    {ENOMEM, "there is not enough memory"},
};

}  // namespace

std::string FileProblem(int error_number) {
    for (const ProblemRow& row : kProblems) {
        if (row.error_number == error_number) return row.words;
    }
    return std::generic_category().message(error_number);
}

std::string FileProblem(const std::error_code& error) {
    const std::error_condition condition = error.default_error_condition();
    const bool is_errno = condition.category() == std::generic_category();
    return is_errno ? FileProblem(condition.value()) : error.message();
}

std::string InWords(const std::exception& exception) {
    if (dynamic_cast<const Error*>(&exception)) return exception.what();
    if (const auto* file = dynamic_cast<const std::filesystem::filesystem_error*>(&exception)) {
        const std::string path = file->path1().string();
        return FileProblem(file->code()) + (path.empty() ? "" : ", " + path);
    }
    if (const auto* system = dynamic_cast<const std::system_error*>(&exception)) {
        return FileProblem(system->code());
    }
    const bool is_memory = dynamic_cast<const std::bad_alloc*>(&exception) ||
                           dynamic_cast<const std::length_error*>(&exception);
    if (is_memory) {
        return "there is not enough memory, ask for a shorter prompt, fewer tokens or a smaller "
               "model";
    }
    return std::string("something unexpected happened: ") + exception.what();
}

}  // namespace decodescope
