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

// The attention of all positions so far: rows of earlier passes are pale, since this one does not
// compute them; its own are ringed.
void AddAttentionMap(SceneBuilder& builder, const Rect& block, BlockState state) {
    const PassShape& shape = builder.shape;
    const PassLayout& layout = builder.layout;
    const int all = shape.cache_after();
    const float x = layout.CellsFrom(block);
    const float y = block.y + layout.insets.title + kAxisHeight;
    const Rect place{x, y, block.right() - 8 - x, layout.attention_map};
    const float row = place.height / static_cast<float>(all);
    const auto label = [&](int position, float top) {
        builder.AddText({block.x + 4, top, layout.tag_width + 4, 20}, std::to_string(position),
                        TextStyle::Mono, Tone::Muted, Align::Right);
    };
    const auto add = [&](int from, int to, BlockState rows_state) {
        if (to <= from) return;
        AddHeatRows(builder,
                    {.block = BlockId::Softmax,
                     .tensor = TensorId::AttentionWeights,
                     .layer = builder.view.layer,
                     .corner = {x, y},
                     .width = place.width,
                     .state = rows_state,
                     .scale = HeatScale::Magnitude},
                    from, to - from,
                    {x, y + row * static_cast<float>(from), place.width,
                     row * static_cast<float>(to - from)},
                    all);
    };
    add(0, shape.first_position, BlockState::Done);
    if (shape.first_position > 0) builder.scene.maps.back().is_earlier = true;
    add(shape.first_position, all, state);
    if (shape.first_position > 0) label(0, y - 4);
    if (state == BlockState::Ghost) return;
    const float height = std::max(3.0f, row * static_cast<float>(shape.rows()));
    if (shape.first_position > 0) {
        builder.scene.bands.push_back(
            {BandKind::PassRows, {x, place.bottom() - height, place.width, height}});
    } else {
        label(0, y - 4);
    }
    if (all > 1) label(all - 1, place.bottom() - 16);
}

// What the rows in the block of x are.
std::string FormulaOfInput(const SceneBuilder& builder) {
    const bool shows_norm = !builder.IsOpen(Part::Input) && builder.IsOpen(Part::NormedInput) &&
                            Has(builder.config, Stage::AttentionNorm);
    if (shows_norm) return "after " + builder.NameOf(Stage::AttentionNorm);
    const int layer = builder.view.layer;
    return layer == 0 ? "x" : "of layer " + std::to_string(layer - 1);
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
    builder.AddTitle(block, {.number = std::to_string(step + 1),
                             .name = is_first ? builder.NameOf(Stage::Embed) : "x",
                             .formula = FormulaOfInput(builder),
                             .shape = ShapeWord(builder.shape.rows(), config.d_model)});

    const float x = builder.layout.CellsFrom(block.place);
    const float width = block.place.right() - 8 - x;
    float y = block.place.y + builder.layout.insets.title;
    if (builder.IsOpen(Part::Input)) {
        AddRowLabels(builder, block.place, y, given);
        AddGrid(builder, {.block = block.id,
                          .tensor = input.tensor,
                          .layer = input.layer,
                          .corner = {x, y},
                          .width = width,
                          .state = given});
        y += builder.layout.rows.total() + kPartGap;
    }
    if (!has_norm || !builder.IsOpen(Part::NormedInput)) return;
    if (builder.IsOpen(Part::Input)) {
        AddSectionLabel(builder, block.place, y, builder.NameOf(Stage::AttentionNorm));
    } else {
        AddRowLabels(builder, block.place, y, normed);
    }
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
    builder.AddTitle(block,
                     {.number = builder.NumberOf(Stage::Project),
                      .name = std::string(info.name),
                      .name_tone = info.tone,
                      .formula = FitsAsNumbers(builder, forms.front(), config.head_dim, width)
                                     ? std::string(info.formula)
                                     : "",
                      .shape = ShapeWord(builder.shape.rows(), config.head_dim)});

    float y = block.place.y + builder.layout.insets.title;
    bool is_first = true;
    for (const TensorId form : forms) {
        if (!builder.IsOpen(*PartOf(config, {form, builder.view.layer}, builder.view.layer)))
            continue;
        const Stage stage = InfoOf(form).stage;
        if (is_first) {
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
        y += builder.layout.rows.total() + kPartGap;
        is_first = false;
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
    if (!builder.IsOpen(Part::Score)) return;
    const float x = builder.layout.CellsFrom(block.place);
    const float y = block.place.bottom() - builder.layout.insets.foot - builder.layout.rows.total();
    if (y > block.place.y + builder.layout.insets.title + 1) {
        AddKeyLabels(builder, block.place, block.place.y + builder.layout.insets.title, state);
    }
    AddRowLabels(builder, block.place, y, state);
    AddGrid(builder, {.block = block.id,
                      .tensor = TensorId::Scores,
                      .layer = builder.view.layer,
                      .corner = {x, y},
                      .width = block.place.right() - 8 - x,
                      .state = state});
    if (state != BlockState::Ghost && builder.shape.rows() > 1) {
        const float cells =
            static_cast<float>(builder.shape.cache_after()) * builder.layout.key_width;
        AddRowNote(builder, block.place, y, 0, cells, "hatched: masked");
    }
}

void AddAttentionWeights(SceneBuilder& builder) {
    const BlockState state = builder.StateOf(Stage::Softmax);
    const bool has_map = builder.layout.attention_map > 0;
    const Block block =
        builder.AddBlock(BlockId::Softmax, state, Meaning::Neutral, {BlockId::Score});
    builder.AddTitle(
        block, {.number = builder.NumberOf(Stage::Softmax),
                .name = builder.NameOf(Stage::Softmax),
                .formula = has_map && builder.shape.first_position > 0 ? "w; pale: earlier passes"
                                                                       : "w, each row sums to 1",
                .shape = ShapeWord(builder.shape.rows(), builder.shape.cache_after())});
    if (!builder.IsOpen(Part::Softmax)) return;
    const float x = builder.layout.CellsFrom(block.place);
    AddKeyLabels(builder, block.place, block.place.y + builder.layout.insets.title, state);
    if (has_map) return AddAttentionMap(builder, block.place, state);
    const float y = block.place.y + builder.layout.insets.title + kAxisHeight;
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
    if (!builder.IsOpen(Part::WeightedSum)) return;
    const float x = builder.layout.CellsFrom(block.place);
    const float y = block.place.y + builder.layout.insets.title;
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
        AddRowNote(builder, block.place, y, row,
                   static_cast<float>(config.head_dim) * builder.layout.cell_width,
                   is_last ? "used next" : "not needed");
    }
}

}  // namespace decodescope
