#include "app/work/recorder.h"

#include "app/apply/branch_commands.h"
#include "app/apply/recording_commands.h"
#include "app/apply/screen_commands.h"
#include "app/state/branch_view.h"
#include "core/run/decoder.h"
#include "core/run/work_estimate.h"

namespace decodescope {

void Recorder::Follow(const AppState& state) {
    const bool is_newest = follows_ == Follows::Newest;
    edition_ = is_newest ? state.edition : state.branches_edition;
    if (!passes_.TurnTo(edition_)) return;
    const std::shared_ptr<const Recording>* followed =
        is_newest ? &state.newest() : ComparedRecording(state);
    if (!followed || !*followed || (*followed)->finish_reason() != FinishReason::None) return;
    passes_.Start(EstimatedWork(**followed), [begun = *followed] {
        auto decoder = std::make_shared<Decoder>(*begun);
        return [decoder]() -> std::optional<PassPtr> {
            PassPtr pass = decoder->Step();
            return pass ? std::optional(std::move(pass)) : std::nullopt;
        };
    });
}

std::optional<Command> Recorder::Collect() {
    if (std::string problem = passes_.TakeProblem(); !problem.empty()) {
        return ShowMessage{"decoding stopped: " + problem, Topic::Decoding};
    }
    std::vector<PassPtr> passes = passes_.Take();
    if (passes.empty()) return std::nullopt;
    if (follows_ == Follows::Compared) return AddBranchPasses{edition_, std::move(passes)};
    return AddPasses{edition_, std::move(passes)};
}

}  // namespace decodescope
