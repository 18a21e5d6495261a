// The table of stages, the named operations of a pass: one row per stage, with everything that is
// said about it.
//
// Playheads, the transport, transcripts, the generation loop and the cost tables read this table.
// Which stages a model has follows from its configuration (dataflow.h). What a stage computes is in
// tensor_table.h, how in core/engine/forward.cpp.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "core/model/config.h"

namespace decodescope {

// In the order of a pass.
enum class Stage {
    Embed,
    AttentionNorm,
    Project,
    QkNorm,
    Rope,
    Append,
    Score,
    Softmax,
    WeightedSum,
    OutputProjection,
    AddAttention,
    MlpNorm,
    Mlp,
    AddMlp,
    FinalNorm,
    Logits,
    Probabilities,
    Select,
    Count,
};

constexpr int kStageCount = static_cast<int>(Stage::Count);

// The lines of the generation loop (core/explain/generation_loop.h).
enum class LoopStep {
    Begin,
    While,
    Embed,
    Layers,
    Project,
    Append,
    Attend,
    Mlp,
    Logits,
    Select,
    Extend,
    Next,
    Stop,
    Detokenize,
    Count,
};

// What a stage does, in three forms. Braces are filled in by StageSentence
// (core/explain/stage_sentence.h).
struct StageWords {
    std::string_view many;         // the prefill of several tokens
    std::string_view one;          // the prefill of a single one
    std::string_view decode = {};  // a decode pass; empty: as for a single one
};

struct StageInfo {
    Stage stage = Stage::Count;
    std::string_view name;           // in files, the UI log and --playhead
    std::string_view title;          // on screen, beside its number
    std::string_view products = {};  // what its multiply-adds are for, if it has any
    bool per_layer = false;
    bool (*exists)(const Config&) = nullptr;  // whether a model has it; null: every model
    LoopStep loop = LoopStep::Count;          // the line of the loop that it is a part of
    StageWords words = {};                    // empty: what is said depends on what was selected
};

const StageInfo& InfoOf(Stage stage);

// All rows, in the order of the enum.
std::span<const StageInfo> AllStages();

// Nothing where no stage has that name.
std::optional<Stage> StageNamed(std::string_view name);

}  // namespace decodescope
