#include "app/files/file_watch.h"

#include "app/apply/file_commands.h"

namespace decodescope {
namespace {

constexpr double kSecondsBetween = 1.5;

// Not while another question is open.
bool IsWatching(const AppState& state) {
    return !state.document.path.empty() && !state.ui.question.is_open();
}

}  // namespace

std::optional<Command> FileWatch::Poll(const AppState& state, double now) {
    if (!IsWatching(state) || now < last_time_ + kSecondsBetween) return std::nullopt;
    last_time_ = now;
    const FileStamp stamp = StampOf(state.document.path);
    const bool was_missing = std::exchange(was_missing_, !stamp.exists);
    if (stamp == state.document.stamp || (!stamp.exists && !was_missing)) return std::nullopt;
    return NoticeFile{stamp};
}

double FileWatch::next_time(const AppState& state) const {
    return IsWatching(state) ? last_time_ + kSecondsBetween
                             : std::numeric_limits<double>::infinity();
}

}  // namespace decodescope
