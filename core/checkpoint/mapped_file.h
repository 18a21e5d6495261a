// A file as bytes that are there without having been read: the system loads what is looked at.
#pragma once

#include <filesystem>
#include <memory>
#include <string_view>

namespace decodescope {

class MappedFile {
public:
    // Throws Error naming the file where it is missing, not a file (a folder, a pipe), or
    // unreadable.
    explicit MappedFile(std::filesystem::path path);
    ~MappedFile();
    MappedFile(const MappedFile&) = delete;
    MappedFile& operator=(const MappedFile&) = delete;

    const std::filesystem::path& path() const { return path_; }
    std::string_view bytes() const { return bytes_; }

    // Whether the file still has all its bytes. Looking at bytes that somebody has cut off since
    // ends the program, so whoever reads long after opening asks first.
    bool IsWhole() const;

private:
    std::filesystem::path path_;
    int descriptor_ = -1;
    std::string_view bytes_;
};

using MappedFilePtr = std::shared_ptr<const MappedFile>;

}  // namespace decodescope
