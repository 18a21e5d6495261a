#include "core/io/free_memory.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/error.h"
#include "core/io/file.h"

namespace decodescope {
namespace {

constexpr double kUnknown = std::numeric_limits<double>::infinity();
constexpr std::size_t kLargest = 1 << 16;

std::string TextOf(const char* path) {
    try {
        return ReadFile(path, kLargest);
    } catch (const Error&) {
        return {};
    }
}

std::optional<double> NumberAt(std::string_view text) {
    const size_t first = text.find_first_not_of(" \t");
    if (first == std::string_view::npos) return std::nullopt;
    double number = 0;
    const auto end = std::from_chars(text.data() + first, text.data() + text.size(), number);
    return end.ec == std::errc() ? std::optional(number) : std::nullopt;
}

// What is left of the limit of the process's group, as containers have one.
double LeftOfLimit() {
    const auto most = NumberAt(TextOf("/sys/fs/cgroup/memory.max"));
    const auto now = NumberAt(TextOf("/sys/fs/cgroup/memory.current"));
    return most && now ? std::max(0.0, *most - *now) : kUnknown;
}

}  // namespace

double AvailableIn(const std::string& meminfo) {
    constexpr std::string_view kKey = "MemAvailable:";
    const size_t at = meminfo.find(kKey);
    if (at == std::string::npos) return kUnknown;
    const auto kilobytes = NumberAt(std::string_view(meminfo).substr(at + kKey.size()));
    return kilobytes ? *kilobytes * 1024 : kUnknown;
}

double FreeMemory() { return std::min(AvailableIn(TextOf("/proc/meminfo")), LeftOfLimit()); }

}  // namespace decodescope
