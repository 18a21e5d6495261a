// Whole files, read with a bound and written so that a reader sees the old contents or the new
// ones.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "core/io/file_descriptor.h"

namespace decodescope {

class UnfinishedFile;

// All bytes of a file, or of a pipe. Throws Error naming the file where it is missing, a folder,
// unreadable, or longer than `largest` bytes (which is noticed before more than that is read).
std::string ReadFile(const std::filesystem::path& path, std::size_t largest);

// Its first bytes, fewer where it is shorter. Throws Error as ReadFile does.
std::string ReadFileStart(const std::filesystem::path& path, std::size_t count);

// The size of a file in bytes. Throws Error where it is missing or has no size (a pipe, a folder).
std::uintmax_t FileSize(const std::filesystem::path& path);

// Creates or replaces a file: writes a temporary file in the same folder, syncs it to the disk and
// renames it over the old one, whose permissions it keeps. A symbolic link stays one; its target is
// replaced. A device or pipe (/dev/stdout) is written to directly. Throws Error where that fails;
// the old file is then unchanged and no other file is left over.
void WriteFileAtomically(const std::filesystem::path& path, std::string_view contents);

// The same for contents that come bit by bit: nobody sees the file before Finish, and without that
// nothing is left of it.
class AtomicFile {
public:
    // Throws Error where the file cannot be written.
    explicit AtomicFile(std::filesystem::path path);
    ~AtomicFile();
    AtomicFile(const AtomicFile&) = delete;
    AtomicFile& operator=(const AtomicFile&) = delete;

    void Write(std::string_view contents);
    void Finish();

private:
    std::filesystem::path path_;    // as it was named
    std::filesystem::path target_;  // that, or what it is a link to
    std::unique_ptr<UnfinishedFile> unfinished_;
    std::optional<FileDescriptor> in_place_;  // instead, of a device or pipe
};

}  // namespace decodescope
