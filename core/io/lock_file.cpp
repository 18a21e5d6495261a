#include "core/io/lock_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace decodescope {
namespace {

// Whether the name still belongs to the file that was opened: its holder may have removed it
// meanwhile.
bool IsStillThere(int descriptor, const std::filesystem::path& path) {
    struct stat opened {
    }, named{};
    return ::fstat(descriptor, &opened) == 0 && ::stat(path.c_str(), &named) == 0 &&
           opened.st_ino == named.st_ino && opened.st_dev == named.st_dev;
}

}  // namespace

std::optional<LockFile> LockFile::Take(const std::filesystem::path& path) {
    const int descriptor = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (descriptor < 0) return std::nullopt;
    if (::flock(descriptor, LOCK_EX | LOCK_NB) != 0 || !IsStillThere(descriptor, path)) {
        ::close(descriptor);
        return std::nullopt;
    }
    return LockFile(path, descriptor);
}

LockFile& LockFile::operator=(LockFile&& other) noexcept {
    std::swap(path_, other.path_);
    std::swap(descriptor_, other.descriptor_);
    return *this;
}

LockFile::~LockFile() {
    if (descriptor_ < 0) return;
    ::unlink(path_.c_str());  // while it is held: nobody else can hold it under this name
    ::close(descriptor_);
}

}  // namespace decodescope
