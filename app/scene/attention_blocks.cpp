#include "app/scene/attention_blocks.h"

#include <algorithm>

#include "app/scene/grid.h"
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
    Qkv qkv;
};

const ProjectionInfo kProjections[] = {
    {BlockId::Query, Meaning::Q, Tone::Q, Fill::Q, "Q", "WQ x", Qkv::Q},
    {BlockId::Key, Meaning::K, Tone::K, Fill::K, "K", "WK x", Qkv::K},
    {BlockId::Value, Meaning::V, Tone::V, Fill::V, "V", "WV x", Qkv::V},
};

// The state of a block that two stages share.
BlockState Together(BlockState first, BlockState second) {
    if (first == BlockState::Current || second == BlockState::Current) return BlockState::Current;
    return first;
}

// The attention of all positions so far: rows of earlier passes stay, those of this pass are
// ringed.
void AddAttentionMap(SceneBuilder& builder, const Rect& block, BlockState state) {
    const PassShape& shape = builder.shape;
    const PassLayout& layout = builder.layout;
    const int all = shape.cache_after();
    const int rows = state == BlockState::Ghost ? shape.first_position : all;
    const float x = layout.CellsFrom(block);
    const float y = block.y + kTitleHeight + kAxisHeight;
    const Rect place{x, y, block.right() - 8 - x, layout.attention_map};
    const float row = place.height / static_cast<float>(all);
    const auto label = [&](int position, float top) {
        builder.AddText({block.x + 4, top, layout.tag_width + 4, 20}, std::to_string(position),
                        TextStyle::Mono, Tone::Muted, Align::Right);
    };
    if (rows > 0) {
        AddHeatRows(builder,
                    {.block = BlockId::Softmax,
                     .tensor = TensorId::AttentionWeights,
                     .layer = builder.view.layer,
                     .corner = {x, y},
                     .width = place.width,
                     .state = BlockState::Done,
                     .scale = HeatScale::Magnitude},
                    0, rows, {x, y, place.width, row * static_cast<float>(rows)}, all);
        label(0, y - 4);
    }
    if (state == BlockState::Ghost) return;
    const float height = std::max(3.0f, row * static_cast<float>(shape.rows()));
    if (shape.first_position > 0) {
        builder.scene.bands.push_back(
            {BandKind::PassRows, {x, place.bottom() - height, place.width, height}});
    }
    if (all > 1) label(all - 1, place.bottom() - 16);
}

}  // namespace

void AddInput(SceneBuilder& builder) {
    const Config& config = builder.config;
    const SceneView& view = builder.view;
    const TensorAt input = BlockInput(config, view.layer);
    const int step = builder.recording.StepOf(InfoOf(input.tensor).stage, input.layer);
    const bool has_norm = Has(config, Stage::AttentionNorm);
    const BlockState given = step == view.playhead.step  ? BlockState::Current
                             : step < view.playhead.step ? BlockState::Done
                                                         : BlockState::Ghost;
    const BlockState normed = has_norm ? builder.StateOf(Stage::AttentionNorm) : given;
    const Block block =
        builder.AddBlock(BlockId::Input, Together(given, normed), Meaning::Neutral, {});
    const bool is_first = view.layer == 0;
    builder.AddTitle(block,
                     {.number = std::to_string(step + 1),
                      .name = is_first ? builder.NameOf(Stage::Embed) : "x",
                      .formula = is_first ? "x" : "of layer " + std::to_string(view.layer - 1),
                      .shape = ShapeWord(builder.shape.rows(), config.d_model)});

    const float x = builder.layout.CellsFrom(block.place);
    const float width = block.place.right() - 8 - x;
    float y = block.place.y + kTitleHeight;
    AddRowLabels(builder, block.place, y, given);
    AddGrid(builder, {.block = block.id,
                      .tensor = input.tensor,
                      .layer = input.layer,
                      .corner = {x, y},
                      .width = width,
                      .state = given});
    if (!has_norm) return;
    y += builder.layout.rows.total() + 4;
    AddSectionLabel(builder, block.place, y, builder.NameOf(Stage::AttentionNorm));
    AddGrid(builder, {.block = block.id,
                      .tensor = TensorId::AttentionInput,
                      .layer = view.layer,
                      .corner = {x, y},
                      .width = width,
                      .state = normed});
}

void AddProjection(SceneBuilder& builder, BlockId id) {
    const Config& config = builder.config;
    const ProjectionInfo& info = *std::ranges::find(kProjections, id, &ProjectionInfo::id);
    const std::vector<TensorId> forms = FormsOf(config, info.qkv);
    BlockState state = builder.StateOf(Stage::Project);
    for (const TensorId form : forms) state = Together(state, builder.StateOf(InfoOf(form).stage));
    const Block block = builder.AddBlock(id, state, info.meaning, {BlockId::Input});
    const float x = builder.layout.CellsFrom(block.place);
    const float width = block.place.right() - 8 - x;
    builder.AddTitle(
        block,
        {.number = builder.NumberOf(Stage::Project),
         .name = std::string(info.name),
         .name_tone = info.tone,
         .formula = FitsAsNumbers(builder, config.head_dim, width) ? std::string(info.formula) : "",
         .shape = ShapeWord(builder.shape.rows(), config.head_dim)});

    float y = block.place.y + kTitleHeight;
    for (const TensorId form : forms) {
        const Stage stage = InfoOf(form).stage;
        if (form == forms.front()) {
            AddRowLabels(builder, block.place, y, builder.StateOf(stage));
        } else {
            AddSectionLabel(builder, block.place, y, builder.NameOf(stage));
        }
        AddGrid(builder, {.block = id,
                          .tensor = form,
                          .layer = builder.view.layer,
                          .corner = {x, y},
                          .width = width,
                          .state = builder.StateOf(stage),
                          .fill = info.fill});
        y += builder.layout.rows.total() + 4;
    }
}

void AddScores(SceneBuilder& builder) {
    const BlockState state = builder.StateOf(Stage::Score);
    const Block block =
        builder.AddBlock(BlockId::Score, state, Meaning::Neutral, {BlockId::Query, BlockId::Cache});
    builder.AddTitle(block,
                     {.number = builder.NumberOf(Stage::Score),
                      .name = builder.NameOf(Stage::Score),
                      .formula = ScoreFormula(builder.config),
                      .shape = ShapeWord(builder.shape.rows(), builder.shape.cache_after())});
    const float x = builder.layout.CellsFrom(block.place);
    const float y = block.place.bottom() - 8 - builder.layout.rows.total();
    if (y > block.place.y + kTitleHeight + 1) {
        AddKeyLabels(builder, block.place, block.place.y + kTitleHeight, state);
    }
    AddRowLabels(builder, block.place, y, state);
    AddGrid(builder, {.block = block.id,
                      .tensor = TensorId::Scores,
                      .layer = builder.view.layer,
                      .corner = {x, y},
                      .width = block.place.right() - 8 - x,
                      .state = state});
    if (state != BlockState::Ghost && builder.shape.rows() > 1) {
        AddRowNote(builder, block.place, y, 0, builder.shape.cache_after(), "hatched: masked");
    }
}

void AddAttentionWeights(SceneBuilder& builder) {
    const BlockState state = builder.StateOf(Stage::Softmax);
    const bool has_map = builder.layout.attention_map > 0;
    const Block block =
        builder.AddBlock(BlockId::Softmax, state, Meaning::Neutral, {BlockId::Score});
    const int rows = has_map ? builder.shape.cache_after() : builder.shape.rows();
    builder.AddTitle(block, {.number = builder.NumberOf(Stage::Softmax),
                             .name = builder.NameOf(Stage::Softmax),
                             .formula = "w, each row sums to 1",
                             .shape = ShapeWord(rows, builder.shape.cache_after())});
    const float x = builder.layout.CellsFrom(block.place);
    AddKeyLabels(builder, block.place, block.place.y + kTitleHeight, state);
    if (has_map) return AddAttentionMap(builder, block.place, state);
    const float y = block.place.y + kTitleHeight + kAxisHeight;
    AddRowLabels(builder, block.place, y, state);
    AddGrid(builder, {.block = block.id,
                      .tensor = TensorId::AttentionWeights,
                      .layer = builder.view.layer,
                      .corner = {x, y},
                      .width = block.place.right() - 8 - x,
                      .state = state,
                      .fill = Fill::Magnitude,
                      .scale = HeatScale::Magnitude});
}

void AddWeightedSum(SceneBuilder& builder) {
    const Config& config = builder.config;
    const BlockState state = builder.StateOf(Stage::WeightedSum);
    const Block block = builder.AddBlock(BlockId::WeightedSum, state, Meaning::Neutral,
                                         {BlockId::Softmax, BlockId::Cache});
    builder.AddTitle(block, {.number = builder.NumberOf(Stage::WeightedSum),
                             .name = builder.NameOf(Stage::WeightedSum),
                             .formula = "h = Σ w·v",
                             .shape = ShapeWord(builder.shape.rows(), config.head_dim)});
    const float x = builder.layout.CellsFrom(block.place);
    const float y = block.place.y + kTitleHeight;
    AddRowLabels(builder, block.place, y, state);
    AddGrid(builder, {.block = block.id,
                      .tensor = TensorId::HeadOutput,
                      .layer = builder.view.layer,
                      .corner = {x, y},
                      .width = block.place.right() - 8 - x,
                      .state = state});
    const bool goes_straight_on =
        FinalHidden(config) == TensorAt{TensorId::HeadOutput, builder.view.layer};
    if (state == BlockState::Ghost || builder.shape.rows() < 2 || !goes_straight_on) return;
    for (int row = 0; row < builder.shape.rows(); ++row) {
        const bool is_last = row + 1 == builder.shape.rows();
        AddRowNote(builder, block.place, y, row, config.head_dim,
                   is_last ? "used next" : "not needed");
    }
}

}  // namespace decodescope
