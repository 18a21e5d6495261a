// The blocks down both sides: x, Q, K, V at the left; score, softmax, mix V at the right.

#include <algorithm>
#include <array>

#include "app/scene/scene_builder.h"
#include "app/scene/words.h"

namespace decodescope {
namespace {

struct ProjectionInfo {
    BlockId id;
    Meaning meaning;
    Tone tone;
    Fill fill;
    std::string_view name;
    std::string_view formula;
    TensorId tensor;
    std::optional<TensorId> turned;  // after RoPE
};

const ProjectionInfo kProjections[] = {
    {BlockId::Query, Meaning::Q, Tone::Q, Fill::Q, "Q", "x·WQ", TensorId::Q, TensorId::RotatedQ},
    {BlockId::Key, Meaning::K, Tone::K, Fill::K, "K", "x·WK", TensorId::K, TensorId::RotatedK},
    {BlockId::Value, Meaning::V, Tone::V, Fill::V, "V", "x·WV", TensorId::V, std::nullopt},
};

// Of two stages that share a block: what the block as a whole is.
BlockState Together(BlockState first, BlockState second) {
    if (first == BlockState::Current || second == BlockState::Current) return BlockState::Current;
    return first;
}

}  // namespace

void Builder::AddInput() {
    const TensorAt input = BlockInput(config_, view_.layer);
    const int step = recording_.StepOf(InfoOf(input.tensor).stage, input.layer);
    const bool has_norm = Has(config_, Stage::AttentionNorm);
    const BlockState given = step == view_.playhead.step  ? BlockState::Current
                             : step < view_.playhead.step ? BlockState::Done
                                                          : BlockState::Ghost;
    const BlockState normed = has_norm ? StateOf(Stage::AttentionNorm) : given;
    const Block block = AddBlock(BlockId::Input, Together(given, normed), Meaning::Neutral, {});
    const bool is_first = view_.layer == 0;
    AddTitle(block, {.number = std::to_string(step + 1),
                     .name = is_first ? "embed" : "x",
                     .formula = is_first ? "x" : "of layer " + std::to_string(view_.layer - 1),
                     .shape = ShapeWord(shape_.rows(), config_.d_model)});

    const float x = layout_.CellsFrom(block.place);
    const float width = block.place.right() - 8 - x;
    float y = block.place.y + kTitleHeight;
    AddRowLabels(block.place, y, given);
    AddGrid({.block = block.id,
             .tensor = input.tensor,
             .layer = input.layer,
             .corner = {x, y},
             .width = width,
             .state = given});
    if (!has_norm) return;
    y += layout_.rows.total() + 4;
    AddSectionLabel(block.place, y, "norm");
    AddGrid({.block = block.id,
             .tensor = TensorId::AttentionInput,
             .layer = view_.layer,
             .corner = {x, y},
             .width = width,
             .state = normed});
}

void Builder::AddProjection(BlockId id) {
    const ProjectionInfo& info = *std::ranges::find(kProjections, id, &ProjectionInfo::id);
    const bool turns = info.turned && Has(config_, Stage::Rope);
    const BlockState projected = StateOf(Stage::Project);
    const BlockState turned = turns ? StateOf(Stage::Rope) : projected;
    const Block block = AddBlock(id, Together(projected, turned), info.meaning, {BlockId::Input});
    const float x = layout_.CellsFrom(block.place);
    const float width = block.place.right() - 8 - x;
    AddTitle(block,
             {.number = NumberOf(Stage::Project),
              .name = std::string(info.name),
              .name_tone = info.tone,
              .formula = FitsAsNumbers(config_.head_dim, width) ? std::string(info.formula) : "",
              .shape = ShapeWord(shape_.rows(), config_.head_dim)});

    float y = block.place.y + kTitleHeight;
    AddRowLabels(block.place, y, projected);
    AddGrid({.block = id,
             .tensor = info.tensor,
             .layer = view_.layer,
             .corner = {x, y},
             .width = width,
             .state = projected,
             .fill = info.fill});
    if (!turns) return;
    y += layout_.rows.total() + 4;
    AddSectionLabel(block.place, y, "RoPE");
    AddGrid({.block = id,
             .tensor = *info.turned,
             .layer = view_.layer,
             .corner = {x, y},
             .width = width,
             .state = turned,
             .fill = info.fill});
}

void Builder::AddScores() {
    const BlockState state = StateOf(Stage::Score);
    const Block block =
        AddBlock(BlockId::Score, state, Meaning::Neutral, {BlockId::Query, BlockId::Cache});
    AddTitle(block, {.number = NumberOf(Stage::Score),
                     .name = "score",
                     .formula = ScoreFormula(config_),
                     .shape = ShapeWord(shape_.rows(), shape_.cache_after())});
    const float x = layout_.CellsFrom(block.place);
    const float y = block.place.bottom() - 8 - layout_.rows.total();
    if (y > block.place.y + kTitleHeight + 1) {
        AddKeyLabels(block.place, block.place.y + kTitleHeight, state);
    }
    AddRowLabels(block.place, y, state);
    AddGrid({.block = block.id,
             .tensor = TensorId::Scores,
             .layer = view_.layer,
             .corner = {x, y},
             .width = block.place.right() - 8 - x,
             .state = state});
    if (state != BlockState::Ghost && shape_.rows() > 1) {
        AddRowNote(block.place, y, 0, shape_.cache_after(), "hatched: masked");
    }
}

// The attention of all positions so far: rows of earlier passes stand, those of this pass are
// ringed.
void Builder::AddAttentionMap(const Rect& block, BlockState state) {
    const int all = shape_.cache_after();
    const int rows = state == BlockState::Ghost ? shape_.first_position : all;
    const float x = layout_.CellsFrom(block);
    const float y = block.y + kTitleHeight + kAxisHeight;
    const Rect place{x, y, block.right() - 8 - x, layout_.attention_map};
    const float row = place.height / static_cast<float>(all);
    const auto label = [&](int position, float top) {
        AddText({block.x + 4, top, layout_.tag_width + 4, 20}, std::to_string(position),
                TextStyle::Mono, Tone::Muted, Align::Right);
    };
    if (rows > 0) {
        AddHeatRows({.block = BlockId::Softmax,
                     .tensor = TensorId::AttentionWeights,
                     .layer = view_.layer,
                     .corner = {x, y},
                     .width = place.width,
                     .state = BlockState::Done,
                     .scale = HeatScale::Magnitude},
                    0, rows, {x, y, place.width, row * static_cast<float>(rows)}, all);
        label(0, y - 4);
    }
    if (state == BlockState::Ghost) return;
    const float height = std::max(3.0f, row * static_cast<float>(shape_.rows()));
    if (shape_.first_position > 0) {
        scene_.bands.push_back(
            {BandKind::PassRows, {x, place.bottom() - height, place.width, height}});
    }
    if (all > 1) label(all - 1, place.bottom() - 16);
}

void Builder::AddWeights() {
    const BlockState state = StateOf(Stage::Softmax);
    const bool has_map = layout_.attention_map > 0;
    const Block block = AddBlock(BlockId::Softmax, state, Meaning::Neutral, {BlockId::Score});
    const int rows = has_map ? shape_.cache_after() : shape_.rows();
    AddTitle(block, {.number = NumberOf(Stage::Softmax),
                     .name = "softmax",
                     .formula = "w, each row sums to 1",
                     .shape = ShapeWord(rows, shape_.cache_after())});
    const float x = layout_.CellsFrom(block.place);
    AddKeyLabels(block.place, block.place.y + kTitleHeight, state);
    if (has_map) return AddAttentionMap(block.place, state);
    const float y = block.place.y + kTitleHeight + kAxisHeight;
    AddRowLabels(block.place, y, state);
    AddGrid({.block = block.id,
             .tensor = TensorId::AttentionWeights,
             .layer = view_.layer,
             .corner = {x, y},
             .width = block.place.right() - 8 - x,
             .state = state,
             .fill = Fill::Magnitude,
             .scale = HeatScale::Magnitude});
}

void Builder::AddMix() {
    const BlockState state = StateOf(Stage::WeightedSum);
    const Block block =
        AddBlock(BlockId::WeightedSum, state, Meaning::Neutral, {BlockId::Softmax, BlockId::Cache});
    AddTitle(block, {.number = NumberOf(Stage::WeightedSum),
                     .name = "mix V",
                     .formula = "h = Σ w·v",
                     .shape = ShapeWord(shape_.rows(), config_.head_dim)});
    const float x = layout_.CellsFrom(block.place);
    const float y = block.place.y + kTitleHeight;
    AddRowLabels(block.place, y, state);
    AddGrid({.block = block.id,
             .tensor = TensorId::HeadOutput,
             .layer = view_.layer,
             .corner = {x, y},
             .width = block.place.right() - 8 - x,
             .state = state});
    const bool goes_straight_on =
        FinalHidden(config_) == TensorAt{TensorId::HeadOutput, view_.layer};
    if (state == BlockState::Ghost || shape_.rows() < 2 || !goes_straight_on) return;
    for (int row = 0; row < shape_.rows(); ++row) {
        const bool is_last = row + 1 == shape_.rows();
        AddRowNote(block.place, y, row, config_.head_dim, is_last ? "goes on" : "not needed");
    }
}

}  // namespace decodescope
