// Commands that edit the model: its parameters, its vocabulary, its constants.
#pragma once

#include <string>
#include <vector>

#include "app/state/state.h"

namespace decodescope {

// One number of an embedding, a weight, a bias or a gain.
struct SetParameter {
    Cell cell;
    double number = 0;
};
void Apply(AppState& state, const SetParameter& command);

// All numbers of a token's embedding.
struct SetEmbedding {
    TokenId token = 0;
    std::vector<double> values;
};
void Apply(AppState& state, const SetEmbedding& command);

// The embedding of the plane's chosen arrow, in steps along the plane's axes.
struct NudgeEmbedding {
    int x = 0, y = 0;
};
void Apply(AppState& state, const NudgeEmbedding& command);

// --- Vocabulary

struct AddToken {};
void Apply(AppState& state, const AddToken& command);

struct RenameToken {
    TokenId id = 0;
    std::string text;
};
void Apply(AppState& state, const RenameToken& command);

struct RemoveToken {
    TokenId id = 0;
};
void Apply(AppState& state, const RemoveToken& command);

struct MoveToken {
    TokenId from = 0, to = 0;
};
void Apply(AppState& state, const MoveToken& command);

// --- Constants

struct SetAttentionScale {
    std::string words;  // "0.5", "1/sqrt(2)"
};
void Apply(AppState& state, const SetAttentionScale& command);

struct SetNormEps {
    double eps = 0;
};
void Apply(AppState& state, const SetNormEps& command);

struct SetRopeTheta {
    double theta = 0;
};
void Apply(AppState& state, const SetRopeTheta& command);

struct SetKvHeads {
    int heads = 1;
};
void Apply(AppState& state, const SetKvHeads& command);

// --- Where it is drawn

// A parameter's number is typed where it is drawn.
struct BeginInlineEdit {
    Cell cell;
    std::string hotspot;
};
void Apply(AppState& state, const BeginInlineEdit& command);

struct EndInlineEdit {
    bool keep = true;  // else the number is what it was before
};
void Apply(AppState& state, const EndInlineEdit& command);

// --- For other commands

// The gestures of fields that may refuse what is typed.
constexpr const char* kChangeScale = "change attention scale";
constexpr const char* kChangeNormEps = "change norm epsilon";
constexpr const char* kChangeRopeTheta = "change RoPE base";

}  // namespace decodescope
