// A run that is decoded and checked pass by pass, while somebody writes it down: nothing of it has
// to be kept but what the next pass needs.
#pragma once

#include <optional>

#include "core/base/work_progress.h"
#include "core/run/check.h"
#include "core/run/decoder.h"
#include "core/run/recording.h"

namespace decodescope {

// One of its passes, and its recomputation without a cache, totals filled in.
struct CheckedPass {
    const Pass* pass;
    PassCheck check;
};

class CheckedRun {
public:
    // `begun` may have passes already. `progress` counts passes; it may be null.
    CheckedRun(Recording begun, CheckedPasses which, WorkProgress* progress = nullptr);

    const Recording& recording() const { return recording_; }  // as far as it has come

    // The next pass, from the first one on; nothing once the run has ended.
    std::optional<CheckedPass> Next();

    // Of the last pass that Next gave; its totals are those of the run.
    const PassCheck& total() const { return total_; }

private:
    bool Advance();  // to the next pass; false where there is none

    Recording recording_;
    Decoder decoder_;
    RunningCheck check_;
    WorkProgress* progress_;
    int next_ = 0;
    PassCheck total_;
};

}  // namespace decodescope
