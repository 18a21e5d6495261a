// How a file looked from outside at some moment: enough to notice that somebody wrote it since.
#pragma once

#include <cstdint>
#include <filesystem>

namespace decodescope {

// Two equal stamps are of one file that nobody touched in between.
struct FileStamp {
    bool exists = false;
    std::int64_t modified = 0;  // nanoseconds of the file system's clock
    std::uint64_t size = 0;
    std::uint64_t inode = 0;
    std::uint64_t device = 0;

    friend bool operator==(const FileStamp&, const FileStamp&) = default;
};

// Of what a path leads to; symbolic links are followed. What cannot be looked at, or is no file (a
// pipe, a folder), does not exist.
FileStamp StampOf(const std::filesystem::path& path);

}  // namespace decodescope
