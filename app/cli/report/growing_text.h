// Text that is written while it grows.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <utility>

namespace decodescope {

//     text.end() += "...";     what is new
//     text.Pass();             passes it on once there is enough; to be called now and then
class GrowingText {
public:
    using Write = std::function<void(std::string_view)>;  // throws Error where it cannot be written

    explicit GrowingText(Write write) : write_(std::move(write)) {}

    std::string& end() { return end_; }

    void Pass() {
        constexpr size_t kEnough = size_t{1} << 16;
        if (end_.size() >= kEnough) PassAll();
    }

    void PassAll() {
        write_(end_);
        end_.clear();
    }

private:
    std::string end_;  // what has not been written yet
    Write write_;
};

}  // namespace decodescope
