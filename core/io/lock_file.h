// A file that one running process has locked. The system releases the lock when the process ends,
// however it ends, so that a lock which can be taken belonged to a process that is gone.
#pragma once

#include <filesystem>
#include <optional>
#include <utility>

namespace decodescope {

class LockFile {
public:
    // Creates the file where it is missing, and locks it; nothing where another process, or another
    // LockFile of this one, holds it, or where no file can be created.
    static std::optional<LockFile> Take(const std::filesystem::path& path);

    LockFile(LockFile&& other) noexcept
        : path_(std::move(other.path_)), descriptor_(std::exchange(other.descriptor_, -1)) {}
    LockFile& operator=(LockFile&& other) noexcept;
    ~LockFile();  // removes the file, and nothing else

private:
    LockFile(std::filesystem::path path, int descriptor)
        : path_(std::move(path)), descriptor_(descriptor) {}

    std::filesystem::path path_;
    int descriptor_ = -1;
};

}  // namespace decodescope
