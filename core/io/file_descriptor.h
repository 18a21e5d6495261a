// An open file, folder or connection, by its number; it is closed with the object.
#pragma once

#include <unistd.h>

#include <utility>

namespace decodescope {

class FileDescriptor {
public:
    explicit FileDescriptor(int number) : number_(number) {}
    FileDescriptor(FileDescriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
    FileDescriptor(const FileDescriptor&) = delete;
    FileDescriptor& operator=(const FileDescriptor&) = delete;
    ~FileDescriptor() {
        if (is_open()) ::close(number_);
    }

    int number() const { return number_; }
    bool is_open() const { return number_ >= 0; }

    // False where the file system reports only now that writing failed.
    bool Close() { return ::close(std::exchange(number_, -1)) == 0; }

private:
    int number_;
};

}  // namespace decodescope
