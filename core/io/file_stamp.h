// What a file looked like at some moment: enough to notice whether it was written to since.
#pragma once

#include <cstdint>
#include <filesystem>

namespace decodescope {

// Equal stamps are of the same file, unchanged in between.
struct FileStamp {
    bool exists = false;
    std::int64_t modified = 0;  // nanoseconds of the file system's clock
    std::uint64_t size = 0;
    std::uint64_t inode = 0;
    std::uint64_t device = 0;

    friend bool operator==(const FileStamp&, const FileStamp&) = default;
};

// Follows symbolic links. What cannot be examined, or is not a regular file (a pipe, a folder),
// does not exist.
FileStamp StampOf(const std::filesystem::path& path);

}  // namespace decodescope
