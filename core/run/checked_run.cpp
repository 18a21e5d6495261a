#include "core/run/checked_run.h"

#include <utility>

namespace decodescope {

CheckedRun::CheckedRun(Recording begun, CheckedPasses which, WorkProgress* progress)
    : recording_(std::move(begun)), decoder_(recording_), check_(which), progress_(progress) {
    if (progress_ != nullptr) progress_->Begin(recording_.recipe().tokens);
}

bool CheckedRun::Advance() {
    if (next_ < recording_.pass_count()) return true;
    PassPtr pass = decoder_.Step();
    if (!pass) return false;
    recording_.Append(std::move(pass));
    return true;
}

std::optional<CheckedPass> CheckedRun::Next() {
    if (!Advance()) return std::nullopt;
    const int index = next_++;
    const bool has_ended = recording_.finish_reason() != FinishReason::None;
    total_ = check_.Next(recording_, has_ended && next_ == recording_.pass_count());
    if (progress_ != nullptr) progress_->Advance(1);
    return CheckedPass{&recording_.pass(index), total_};
}

}  // namespace decodescope
