#include "core/io/folder.h"

#include <sys/stat.h>

#include <algorithm>
#include <system_error>
#include <tuple>

#include "core/io/file_error.h"

namespace decodescope {
namespace {

namespace fs = std::filesystem;

// Letters beyond ASCII keep their case: all that matters is that the order is always the same.
std::string LowerCase(std::string text) {
    for (char& c : text) {
        if ('A' <= c && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    }
    return text;
}

}  // namespace

std::vector<FolderEntry> ReadFolder(const fs::path& folder) {
    RequireWholePath(folder);
    std::error_code error;
    std::vector<FolderEntry> entries;
    for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
        FolderEntry entry{.name = it->path().filename().string()};
        struct stat status {};
        if (entry.name.starts_with('.') || ::stat(it->path().c_str(), &status) != 0) continue;
        entry.is_folder = S_ISDIR(status.st_mode);
        if (!entry.is_folder && !S_ISREG(status.st_mode)) continue;
        entry.size = entry.is_folder ? 0 : static_cast<std::uintmax_t>(status.st_size);
        entry.modified = status.st_mtim.tv_sec;
        entries.push_back(std::move(entry));
    }
    if (error) throw FileError(folder, error.value(), FileUse::ReadFolder);
    std::ranges::sort(entries, {}, [](const FolderEntry& entry) {
        return std::tuple(!entry.is_folder, LowerCase(entry.name), entry.name);
    });
    return entries;
}

}  // namespace decodescope
