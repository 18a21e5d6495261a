#include "core/io/file_stamp.h"

#include <sys/stat.h>

namespace decodescope {

FileStamp StampOf(const std::filesystem::path& path) {
    struct stat status {};
    if (path.empty() || ::stat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return {};
    constexpr std::int64_t kSecond = 1'000'000'000;
    return {.exists = true,
            .modified = status.st_mtim.tv_sec * kSecond + status.st_mtim.tv_nsec,
            .size = static_cast<std::uint64_t>(status.st_size),
            .inode = status.st_ino,
            .device = status.st_dev};
}

}  // namespace decodescope
