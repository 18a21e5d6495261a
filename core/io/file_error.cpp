#include "core/io/file_error.h"

#include <algorithm>
#include <cerrno>
#include <new>
#include <stdexcept>

namespace decodescope {
namespace {

struct ProblemRow {
    int error_number;
    const char* words;
    const char* remedy = "";
};

constexpr const char* kAllow = "change its permissions, or name another one";
constexpr const char* kElsewhere = "make room, or name a place on another disk";

constexpr ProblemRow kProblems[] = {
    {EACCES, "permission denied", kAllow},
    {EPERM, "permission denied", kAllow},
    {ENOENT, "there is no such file or folder"},
    {ENOTDIR, "a part of the path is not a folder", "name a folder there"},
    {EISDIR, "this is a folder, not a file", "name a file in it"},
    {ELOOP, "the links lead in a circle", "name what they are meant to lead to"},
    {ENAMETOOLONG, "the name is too long",
     "write one of at most 255 bytes, in a path of at most 4095"},
    {ENOSPC, "the disk is full", kElsewhere},
    {EDQUOT, "the disk quota is used up", kElsewhere},
    {EFBIG, "the file would be too large", "raise the limit (ulimit -f), or write less"},
    {EROFS, "the file system is read-only", "name a place on another disk"},
    {EIO, "the disk reports an error"},
    {EMFILE, "too many files are open"},
    {ENFILE, "too many files are open"},
    {ENOMEM, "there is not enough memory"},
};

struct UseRow {
    const char* failed;
    const char* is_missing;    // all that is wrong where nothing has this name
    const char* name_another;  // what would be right there
};

// In the order of FileUse.
constexpr UseRow kUses[] = {
    {"the file cannot be read", "there is no such file", "name a file that exists"},
    {"the file cannot be written", "the file cannot be written: there is no such folder",
     "name a folder that exists"},
    {"the folder cannot be read", "there is no such folder", "choose one that exists"},
};

const ProblemRow* RowOf(int error_number) {
    const auto* const row = std::ranges::find(kProblems, error_number, &ProblemRow::error_number);
    return row == std::end(kProblems) ? nullptr : row;
}

}  // namespace

std::string FileProblem(int error_number) {
    const ProblemRow* const row = RowOf(error_number);
    return row != nullptr ? row->words : std::generic_category().message(error_number);
}

std::string FileProblem(const std::error_code& error) {
    const std::error_condition condition = error.default_error_condition();
    const bool is_errno = condition.category() == std::generic_category();
    return is_errno ? FileProblem(condition.value()) : error.message();
}

Error FileError(const std::filesystem::path& path, int error_number, FileUse use) {
    const UseRow& words = kUses[static_cast<size_t>(use)];
    if (error_number == ENOENT) return Error(words.is_missing, path.string(), words.name_another);
    const ProblemRow* const row = RowOf(error_number);
    return Error(std::string(words.failed) + ": " + FileProblem(error_number), path.string(),
                 row != nullptr ? row->remedy : "");
}

void RequireWholePath(const std::filesystem::path& path) {
    if (path.native().find('\0') == std::string::npos) return;
    throw Error("the path has a NUL character", path.string(), "leave it out");
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
