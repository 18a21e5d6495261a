// The same recipe recomputed without a cache, the whole prefix each time, and compared.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/model/cell.h"
#include "core/run/comparison.h"
#include "core/run/recording.h"

namespace decodescope {

// What is compared: of every position so far the K and V that are cached, in every layer and head,
// and hidden; of the last one logits and probabilities.
enum class CheckedPart { Keys, Values, Hidden, Logits, Probabilities, Count };
constexpr int kCheckedPartCount = static_cast<int>(CheckedPart::Count);

// "k", "v", "hidden", "logits", "probabilities".
std::string_view KeyOf(CheckedPart part);

// "K and V of every layer, hidden, logits, probabilities".
std::string CheckedParts();

// One pass against its recomputation: a fresh model run over the whole prefix.
struct PassCheck {
    bool is_checked = true;    // else nothing was recomputed: only what the pass counted is known
    int cached_positions = 0;  // positions whose K and V the pass itself computed (counted)
    int recomputed_positions = 0;             // and the recomputation (counted)
    int cached_total = 0;                     // the same, from pass 0 on
    std::optional<int> recomputed_total = 0;  // known if all passes so far were recomputed
    Counts recomputed_counts;                 // all that the recomputation counted
    // Largest |difference| over all parts; infinite if only one of two numbers is a NaN. Two NaNs,
    // or equal infinities, do not differ.
    double max_abs_difference = 0.0;
    std::array<double, kCheckedPartCount> differences{};  // the same of each part
    std::int64_t compared = 0;                            // pairs of numbers
    std::optional<Cell> place;                            // of the largest; empty where all are 0
    bool selection_agrees = true;  // greedy: both select the same token, or neither selects one
};

// Recomputes and compares one pass: all that the recording captured of it and of the positions
// before it.
PassCheck CheckPass(const Recording& recording, int pass);

// Which passes are recomputed. The last one alone covers the hidden vectors of all positions.
enum class CheckedPasses { All, Last, None };

// All, unless decoding is long: recomputing every pass takes as many times as long as there are
// passes, the last one about as long as decoding did.
CheckedPasses UsuallyChecked(const Recording& recording);

// As many as nobody would notice, none of a long run of a large model: what writes a run down must
// not take much longer than the run.
CheckedPasses CheckedInPassing(const Recording& recording);

// The check of one pass after another, in order, while a run is recorded.
class RunningCheck {
public:
    explicit RunningCheck(CheckedPasses which) : which_(which) {}

    // Of the next pass, totals filled in.
    PassCheck Next(const Recording& recording, bool is_last);

    bool is_wanted(bool is_last) const {
        return which_ == CheckedPasses::All || (which_ == CheckedPasses::Last && is_last);
    }

private:
    CheckedPasses which_;
    int passes_ = 0, cached_total_ = 0;
    std::optional<int> recomputed_total_ = 0;
};

// One entry per pass, totals filled in. `after` is called with how many are done.
std::vector<PassCheck> CheckPasses(const Recording& recording, CheckedPasses which,
                                   const std::function<void(int)>& after = {});

inline std::vector<PassCheck> CheckAll(const Recording& recording) {
    return CheckPasses(recording, CheckedPasses::All);
}

// Whether cached and recomputed agree, if they were compared: to the bit, and in what they select.
// Nothing less is expected, because the engine computes each row alike whatever rows share its
// pass.
inline bool Agrees(const PassCheck& check) {
    return !check.is_checked || (check.max_abs_difference == 0.0 && check.selection_agrees);
}

}  // namespace decodescope
