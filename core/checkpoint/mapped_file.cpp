#include "core/checkpoint/mapped_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <string>
#include <system_error>
#include <utility>

#include "core/base/error.h"

namespace decodescope {
namespace {

Error Failed(const std::filesystem::path& path, int code) {
    if (code == ENOENT) {
        return Error("there is no such file", path.string(), "name a file that exists");
    }
    return Error("the file cannot be read: " + std::generic_category().message(code),
                 path.string());
}

}  // namespace

MappedFile::MappedFile(std::filesystem::path path) : path_(std::move(path)) {
    // Opening a pipe would wait for its other end.
    descriptor_ = open(path_.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (descriptor_ < 0) throw Failed(path_, errno);
    struct stat status {};
    const bool has_status = fstat(descriptor_, &status) == 0;
    const int code = errno;
    if (!has_status || !S_ISREG(status.st_mode)) {
        close(descriptor_);
        if (!has_status) throw Failed(path_, code);
        throw Error("this is not a file with bytes that can be looked up", path_.string(),
                    "name a file on a disk");
    }
    if (status.st_size == 0) return;
    const auto size = static_cast<std::size_t>(status.st_size);
    void* const start = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, descriptor_, 0);
    if (start == MAP_FAILED) {
        const int why = errno;
        close(descriptor_);
        throw Failed(path_, why);
    }
    bytes_ = {static_cast<const char*>(start), size};
}

MappedFile::~MappedFile() {
    if (!bytes_.empty()) munmap(const_cast<char*>(bytes_.data()), bytes_.size());
    close(descriptor_);
}

bool MappedFile::IsWhole() const {
    struct stat status {};
    return fstat(descriptor_, &status) == 0 &&
           static_cast<std::size_t>(status.st_size) >= bytes_.size();
}

}  // namespace decodescope
