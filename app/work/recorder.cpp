#include "app/work/recorder.h"

#include "app/state/branch_view.h"
#include "core/model/parameters.h"
#include "core/run/decoder.h"

namespace decodescope {
namespace {

constexpr double kToyWork = 1e6;  // a few milliseconds, without an optimiser

}  // namespace

double EstimatedWork(const Recording& recording) {
    const Model& model = recording.model();
    double parameters = 0;
    for (int i = 0; i < kTensorCount; ++i) {
        const TensorInfo& info = InfoOf(static_cast<TensorId>(i));
        if (!info.is_parameter || !Has(model.config, info.tensor)) continue;
        for (int layer = 0; layer < (info.per_layer ? model.config.layers : 1); ++layer) {
            const ParameterShape shape = ShapeOf(model, info.tensor, layer);
            parameters += static_cast<double>(shape.rows) * shape.columns;
        }
    }
    return parameters * (recording.prompt_length() + recording.recipe().tokens);
}

bool IsToy(const Recording& recording) { return EstimatedWork(recording) <= kToyWork; }

std::shared_ptr<const Recording> Begin(const Recipe& recipe, const Recording* earlier) {
    auto recording = earlier ? std::make_shared<Recording>(recipe, *earlier)
                             : std::make_shared<Recording>(recipe);
    if (IsToy(*recording)) {
        Decoder decoder(*recording);
        while (PassPtr pass = decoder.Step()) recording->Append(std::move(pass));
    }
    return recording;
}

void Recorder::Follow(const AppState& state) {
    const bool is_newest = follows_ == Follows::Newest;
    const int edition = is_newest ? state.edition : state.branches_edition;
    if (edition == edition_) return;
    edition_ = edition;
    passes_.Cancel();
    const std::shared_ptr<const Recording>* followed =
        is_newest ? &state.newest() : ComparedRecording(state);
    if (!followed || !*followed || (*followed)->stop_reason() != StopReason::None) return;
    passes_.Start([begun = *followed] {
        auto decoder = std::make_shared<Decoder>(*begun);
        return [decoder]() -> std::optional<PassPtr> {
            PassPtr pass = decoder->Step();
            return pass ? std::optional(std::move(pass)) : std::nullopt;
        };
    });
}

std::optional<Command> Recorder::Collect() {
    if (std::string problem = passes_.TakeProblem(); !problem.empty()) {
        return ShowMessage{"decoding stopped: " + problem};
    }
    std::vector<PassPtr> passes = passes_.Take();
    if (passes.empty()) return std::nullopt;
    if (follows_ == Follows::Compared) return AddBranchPasses{edition_, std::move(passes)};
    return AddPasses{edition_, std::move(passes)};
}

}  // namespace decodescope
