#include "core/io/file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <system_error>

#include "core/base/error.h"
#include "core/io/file_descriptor.h"
#include "core/io/file_error.h"
#include "core/io/unfinished_file.h"

namespace decodescope {
namespace {

namespace fs = std::filesystem;

Error TooLarge(const fs::path& path, std::size_t largest) {
    return Error("the file is larger than " + std::to_string(largest) + " bytes", path.string(),
                 "name a smaller file");
}

// The status of a file that was opened; throws where that failed, or where it is a folder.
struct stat StatusForReading(const FileDescriptor& file, const fs::path& path) {
    struct stat status {};
    if (!file.is_open() || ::fstat(file.number(), &status) != 0)
        throw FileError(path, errno, FileUse::ReadFile);
    if (S_ISDIR(status.st_mode)) {
        throw Error("this is a folder, not a file", path.string(), "name a file in it");
    }
    return status;
}

// Appends the next bytes of a file, fewer than `most` only at its end. False where it fails; errno
// says why.
bool ReadUpTo(int descriptor, std::size_t most, std::string& contents) {
    std::array<char, 65536> buffer{};
    while (contents.size() < most) {
        const std::size_t wanted = std::min(buffer.size(), most - contents.size());
        const ssize_t count = ::read(descriptor, buffer.data(), wanted);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return false;
        if (count == 0) break;
        contents.append(buffer.data(), static_cast<std::size_t>(count));
    }
    return true;
}

// The file that a chain of symbolic links ends at, whether it exists or not.
fs::path LinkTarget(fs::path path) {
    constexpr int kMostLinks = 40;  // as Linux itself allows
    std::error_code error;
    for (int i = 0; i < kMostLinks && fs::is_symlink(path, error); ++i) {
        const fs::path target = fs::read_symlink(path, error);
        if (error) break;
        path = target.is_absolute() ? target : path.parent_path() / target;
    }
    return path;
}

// False where it fails; errno says why.
bool WriteAll(int descriptor, std::string_view contents) {
    while (!contents.empty()) {
        const ssize_t written = ::write(descriptor, contents.data(), contents.size());
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) return false;
        contents.remove_prefix(static_cast<std::size_t>(written));
    }
    return true;
}

// Gives the new file the owner and permissions of the old one. Failing to keep the owner is not an
// error: only the administrator can.
void CopyPermissions(int descriptor, const struct stat& old) {
    if (::fchown(descriptor, old.st_uid, old.st_gid) != 0) errno = 0;
    if (::fchmod(descriptor, old.st_mode & 0777) != 0) errno = 0;
}

void SyncFolder(const fs::path& folder) {
    const fs::path path = folder.empty() ? fs::path(".") : folder;
    const FileDescriptor descriptor(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (descriptor.is_open()) ::fsync(descriptor.number());
}

}  // namespace

std::string ReadFile(const fs::path& path, std::size_t largest) {
    RequireWholePath(path);
    const FileDescriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    const struct stat status = StatusForReading(file, path);
    const bool has_size = S_ISREG(status.st_mode);
    if (has_size && static_cast<std::uintmax_t>(status.st_size) > largest) {
        throw TooLarge(path, largest);
    }
    std::string contents;
    if (has_size) contents.reserve(static_cast<std::size_t>(status.st_size));
    // One byte more than is allowed shows that there is too much.
    if (!ReadUpTo(file.number(), largest + 1, contents))
        throw FileError(path, errno, FileUse::ReadFile);
    if (contents.size() > largest) throw TooLarge(path, largest);
    return contents;
}

std::string ReadFileStart(const fs::path& path, std::size_t count) {
    RequireWholePath(path);
    const FileDescriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    StatusForReading(file, path);
    std::string contents;
    if (!ReadUpTo(file.number(), count, contents)) throw FileError(path, errno, FileUse::ReadFile);
    return contents;
}

std::uintmax_t FileSize(const fs::path& path) {
    RequireWholePath(path);
    std::error_code error;
    const std::uintmax_t size = fs::file_size(path, error);
    if (error) throw FileError(path, error.value(), FileUse::ReadFile);
    return size;
}

void WriteFileAtomically(const fs::path& path, std::string_view contents) {
    AtomicFile file(path);
    file.Write(contents);
    file.Finish();
}

AtomicFile::AtomicFile(fs::path path) : path_(std::move(path)) {
    RequireWholePath(path_);
    struct stat old {};
    const bool exists = ::stat(path_.c_str(), &old) == 0;
    if (!exists && errno != ENOENT) throw FileError(path_, errno, FileUse::WriteFile);
    if (exists && S_ISDIR(old.st_mode)) {
        throw Error("this is a folder, not a file", path_.string(), "name a file in it");
    }
    if (exists && !S_ISREG(old.st_mode)) {
        in_place_.emplace(::open(path_.c_str(), O_WRONLY | O_CLOEXEC));
        if (!in_place_->is_open()) throw FileError(path_, errno, FileUse::WriteFile);
        return;
    }
    target_ = LinkTarget(path_);
    // A rename would replace even a write-protected file.
    if (exists && ::access(target_.c_str(), W_OK) != 0)
        throw FileError(path_, errno, FileUse::WriteFile);
    unfinished_ = std::make_unique<UnfinishedFile>(target_);
    if (!unfinished_->is_open()) throw FileError(path_, errno, FileUse::WriteFile);
    if (exists) CopyPermissions(unfinished_->number(), old);
}

AtomicFile::~AtomicFile() = default;

void AtomicFile::Write(std::string_view contents) {
    const int descriptor = unfinished_ ? unfinished_->number() : in_place_->number();
    if (!WriteAll(descriptor, contents)) throw FileError(path_, errno, FileUse::WriteFile);
}

void AtomicFile::Finish() {
    if (!unfinished_) return;
    if (::fsync(unfinished_->number()) != 0 || !unfinished_->Rename())
        throw FileError(path_, errno, FileUse::WriteFile);
    SyncFolder(target_.parent_path());
}

}  // namespace decodescope
