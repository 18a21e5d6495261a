// A temporary folder for one test, removed with its contents.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace decodescope {

class TemporaryFolder {
public:
    TemporaryFolder();
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    ~TemporaryFolder();

    const std::filesystem::path& path() const { return path_; }

    // Writes a file with these contents and returns its path.
    std::filesystem::path Write(const std::string& name, std::string_view contents) const;

    // How many files and folders there are in it, hidden ones included.
    int CountEntries() const;

private:
    std::filesystem::path path_;
};

// All bytes of a file, read without the code under test.
std::string Slurp(const std::filesystem::path& path);

}  // namespace decodescope
