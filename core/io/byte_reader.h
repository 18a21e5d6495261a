// Reads the bytes of a binary file in order, and neither reads nor allocates beyond what is there.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/bytes.h"
#include "core/base/error.h"

namespace decodescope {

class ByteReader {
public:
    // `name` is what an Error says is damaged ("the section RECP"), `place` the file or peer.
    ByteReader(std::string_view bytes, std::string name, std::string place)
        : bytes_(bytes), name_(std::move(name)), place_(std::move(place)) {}

    std::size_t left() const { return bytes_.size(); }

    std::string_view Take(std::size_t count) {
        if (count > left()) throw Damaged("ends too early");
        const std::string_view taken = bytes_.substr(0, count);
        bytes_.remove_prefix(count);
        return taken;
    }

    // A number of four or eight bytes.
    template <class T>
    T Number() {
        return NumberAt<T>(Take(sizeof(T)));
    }

    // A row of `count` numbers of a precision.
    std::vector<double> Row(Precision precision, std::size_t count) {
        const auto size = static_cast<std::size_t>(BytesPerNumber(precision));
        std::vector<double> row(count);
        for (double& number : row) number = NumberAt(Take(size), precision);
        return row;
    }

    // How many items follow, of `bytes_each` bytes: no more than there are bytes left for.
    std::size_t Count(std::size_t bytes_each) {
        const auto count = Number<std::uint32_t>();
        if (count > left() / bytes_each) {
            throw Damaged("says that " + std::to_string(count) +
                          " items follow, which is too many");
        }
        return count;
    }

    // A whole number from 0 to `highest`.
    int Choice(int highest) {
        const auto number = Number<std::int32_t>();
        if (number < 0 || number > highest) {
            throw Damaged("has " + std::to_string(number) + " where 0 to " +
                          std::to_string(highest) + " is allowed");
        }
        return number;
    }

    void RequireEnd() const {
        if (left() > 0) throw Damaged("is too long by " + std::to_string(left()) + " bytes");
    }

    Error Damaged(const std::string& problem) const {
        return Error(name_ + " " + problem, place_, "make it again with decodescope prefill");
    }

private:
    std::string_view bytes_;
    std::string name_;
    std::string place_;
};

}  // namespace decodescope
