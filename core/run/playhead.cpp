#include "core/run/playhead.h"

#include <algorithm>

namespace decodescope {
namespace {

int LastStep(const Recording& recording) { return recording.step_count() - 1; }

bool IsAtEndOfPass(const Recording& recording, Playhead playhead) {
    return playhead.step == LastStep(recording);
}

// The pass under way or done at a playhead; null at the start.
const Pass* PassAt(const Recording& recording, Playhead playhead) {
    if (playhead == kStart || recording.pass_count() == 0) return nullptr;
    return &recording.pass(playhead.pass);
}

}  // namespace

std::string_view NameOf(TokenState state) {
    switch (state) {
        case TokenState::Uncached: return "uncached";
        case TokenState::Cached: return "cached";
        case TokenState::Waiting: return "waiting";
    }
    return "";
}

int CacheLengthAt(const Recording& recording, Playhead playhead, int layer) {
    const Pass* pass = PassAt(recording, playhead);
    if (pass == nullptr) return 0;
    const bool appended = playhead.step >= recording.StepOf(Stage::Append, layer);
    return appended ? pass->cache_length_after : pass->cache_length_before;
}

int CacheLengthAt(const Recording& recording, Playhead playhead) {
    return CacheLengthAt(recording, playhead, recording.config().layers - 1);
}

std::vector<SequenceToken> SequenceAt(const Recording& recording, Playhead playhead) {
    const Pass* pass = PassAt(recording, playhead);
    const int cached = CacheLengthAt(recording, playhead);
    const int in_model = pass ? pass->cache_length_after : recording.prompt_length();

    std::vector<SequenceToken> sequence;
    sequence.reserve(static_cast<size_t>(in_model) + 1);
    for (int position = 0; position < in_model; ++position) {
        sequence.push_back({.position = position,
                            .id = recording.ids()[static_cast<size_t>(position)],
                            .state = position < cached ? TokenState::Cached : TokenState::Uncached,
                            .in_pass = pass != nullptr && pass->HasPosition(position),
                            .origin = position < recording.prompt_length()
                                          ? TokenOrigin::Prompt
                                          : TokenOrigin::Generated});
    }
    if (const auto waiting = WaitingAt(recording, playhead)) sequence.push_back(*waiting);
    return sequence;
}

std::optional<SequenceToken> WaitingAt(const Recording& recording, Playhead playhead) {
    const Pass* pass = PassAt(recording, playhead);
    if (pass == nullptr || !pass->selection || !IsAtEndOfPass(recording, playhead)) {
        return std::nullopt;
    }
    return SequenceToken{.position = pass->cache_length_after,
                         .id = pass->selection->id,
                         .state = TokenState::Waiting,
                         .in_pass = false,
                         .origin = TokenOrigin::Generated};
}

Playhead ComputedAt(const Recording& recording, const Cell& cell) {
    const TensorInfo& info = InfoOf(cell.tensor);
    return {recording.PassOfPosition(cell.row)->index,
            recording.StepOf(info.stage, info.per_layer ? cell.layer : 0)};
}

bool IsComputed(const Recording& recording, const Cell& cell, Playhead playhead) {
    if (!recording.Has(cell)) return false;
    return InfoOf(cell.tensor).is_parameter || !(playhead < ComputedAt(recording, cell));
}

Playhead Clamp(const Recording& recording, Playhead playhead) {
    if (recording.pass_count() == 0 || playhead.pass < 0) return kStart;
    if (playhead.pass >= recording.pass_count()) return Last(recording);
    const int first = playhead.pass == 0 ? -1 : 0;
    return {playhead.pass, std::clamp(playhead.step, first, LastStep(recording))};
}

Playhead NextStage(const Recording& recording, Playhead playhead) {
    if (!IsAtEndOfPass(recording, playhead)) {
        return Clamp(recording, {playhead.pass, playhead.step + 1});
    }
    if (playhead.pass + 1 >= recording.pass_count()) return playhead;
    return {playhead.pass + 1, 0};
}

Playhead PreviousStage(const Recording& recording, Playhead playhead) {
    if (playhead.pass > 0 && playhead.step == 0) return {playhead.pass - 1, LastStep(recording)};
    return Clamp(recording, {playhead.pass, playhead.step - 1});
}

Playhead NextPass(const Recording& recording, Playhead playhead) {
    if (!IsAtEndOfPass(recording, playhead)) {
        return Clamp(recording, {playhead.pass, LastStep(recording)});
    }
    if (playhead.pass + 1 >= recording.pass_count()) return playhead;
    return {playhead.pass + 1, LastStep(recording)};
}

Playhead PreviousPass(const Recording& recording, Playhead playhead) {
    if (playhead.pass == 0) return kStart;
    return {playhead.pass - 1, LastStep(recording)};
}

Playhead Last(const Recording& recording) {
    if (recording.pass_count() == 0) return kStart;
    return {recording.pass_count() - 1, LastStep(recording)};
}

}  // namespace decodescope
