// A file that is being written under a name of its own, until it gets its final name.
#pragma once

#include <filesystem>

#include "core/io/file_descriptor.h"

namespace decodescope {

// Creates the file, hidden, in the folder of `target`. It is removed with the object, and also
// where a signal such as Ctrl+C ends the program, unless it was renamed.
class UnfinishedFile {
public:
    explicit UnfinishedFile(const std::filesystem::path& target);
    UnfinishedFile(const UnfinishedFile&) = delete;
    UnfinishedFile& operator=(const UnfinishedFile&) = delete;
    ~UnfinishedFile();

    bool is_open() const { return file_.is_open(); }  // else errno says why
    int number() const { return file_.number(); }

    // Closes the file and gives it the target's name, replacing what had it. False where that
    // fails; errno says why.
    bool Rename();

private:
    std::filesystem::path target_;
    std::filesystem::path path_;  // its own name; empty where nothing has to be removed
    FileDescriptor file_;
};

}  // namespace decodescope
