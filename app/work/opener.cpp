#include "app/work/opener.h"

#include <utility>

namespace decodescope {

void Opener::CallOff() {
    if (opening_) opening_->progress->CallOff();
    files_.Cancel();
    opening_.reset();
}

void Opener::Follow(const AppState& state, double now) {
    constexpr double kBetween = 0.1;  // seconds
    next_tick_ = state.opening ? now + kBetween : kNever;
    if (state.opening == opening_) return;
    CallOff();
    opening_ = state.opening;
    if (!opening_) return;
    files_.Start([opening = opening_] {
        return [opening, is_read = false]() mutable -> std::optional<Opened> {
            if (std::exchange(is_read, true)) return std::nullopt;
            return opening->read(*opening->progress);
        };
    });
}

std::optional<EndOpening> Opener::Collect() {
    if (!opening_) return std::nullopt;
    if (std::string problem = files_.TakeProblem(); !problem.empty()) {
        return EndOpening{std::exchange(opening_, nullptr), nullptr, std::move(problem)};
    }
    std::vector<Opened> opened = files_.Take();
    if (opened.empty()) return std::nullopt;
    playhead_ = opened.front().playhead;
    return EndOpening{std::exchange(opening_, nullptr), opened.front().document, ""};
}

}  // namespace decodescope
