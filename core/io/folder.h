// The contents of a folder.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace decodescope {

struct FolderEntry {
    std::string name;  // its bytes, which need not be UTF-8
    bool is_folder = false;
    std::uintmax_t size = 0;    // of a file, in bytes
    std::int64_t modified = 0;  // seconds since 1970

    friend bool operator==(const FolderEntry&, const FolderEntry&) = default;
};

// Folders first, then files, each sorted by name regardless of case; without hidden ones and
// without what is neither (a device, a broken link). Throws Error where the folder is missing or
// must not be read.
std::vector<FolderEntry> ReadFolder(const std::filesystem::path& folder);

}  // namespace decodescope
