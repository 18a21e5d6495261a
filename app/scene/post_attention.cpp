#include "app/scene/post_attention.h"

#include <algorithm>

#include "app/scene/grid.h"
#include "app/scene/scene_builder.h"
#include "app/scene/words.h"

namespace decodescope {
namespace {

constexpr float kLine = 24, kTensorRow = 16;  // of the strip, and of a tensor of the open stage
constexpr float kSides = 24, kGap = 12;
constexpr float kTensorLabel = 60;  // to the left of a tensor's entries
constexpr int kMostInLines = 24;    // entries of a tensor; more are colour

// How the row of a tensor is drawn: as colour, or as numbers in as many lines as they need.
struct TensorLines {
    int columns = 1;
    int per_line = 0;  // 0: colour
    int lines = 1;

    float height() const {
        return per_line > 0 ? kNumberRow * static_cast<float>(lines) : kTensorRow;
    }
};

TensorLines LinesOf(const Config& config, TensorId tensor, float block_width, float cell_width) {
    TensorLines plan{.columns = Length(config, InfoOf(tensor).columns)};
    if (plan.columns > 1 && (!DrawsNumbers(config) || plan.columns > kMostInLines)) return plan;
    plan.per_line = static_cast<int>((block_width - kTensorLabel - 12) / cell_width);
    if (plan.per_line > 0) plan.lines = (plan.columns + plan.per_line - 1) / plan.per_line;
    return plan;
}

// What is shown of an open stage: what it computes and, as numbers, what of this block it reads.
std::vector<TensorId> OpenTensorsOf(const Config& config, const StageStep& step) {
    std::vector<TensorId> tensors;
    for (const TensorId computed : TensorsOf(config, step.stage)) {
        for (const TensorAt& input : InputsOf(config, {computed, step.layer})) {
            const bool is_here = TensorId::AttentionOutput <= input.tensor &&
                                 !(input == BlockInput(config, step.layer)) &&
                                 InfoOf(input.tensor).stage != step.stage;
            if (DrawsNumbers(config) && is_here && !std::ranges::count(tensors, input.tensor)) {
                tensors.push_back(input.tensor);
            }
        }
    }
    const std::vector<TensorId> computed = TensorsOf(config, step.stage);
    tensors.insert(tensors.end(), computed.begin(), computed.end());
    return tensors;
}

// The stages' names; those that are done can be chosen. Returns where the tensors begin.
float AddStrip(SceneBuilder& builder, const Block& block, const std::vector<StageStep>& steps,
               const StageStep& open) {
    const StageStrip strip = PlanStageStrip(builder.recording, builder.view, block.place.width);
    const float top = block.place.y + 4;
    for (size_t i = 0; i < steps.size(); ++i) {
        const BlockState state = builder.StateOf(steps[i].stage);
        const bool is_now = state == BlockState::Current, is_ghost = state == BlockState::Ghost;
        const Point at{block.place.x + 12 + strip.flow.places[i].x, top + strip.flow.places[i].y};
        const float number = strip.number_widths[i], title = strip.title_widths[i];
        if (is_now) {
            builder.scene.bands.push_back(
                {BandKind::NowHead, {at.x - 5, at.y + 1, number + title + 10, 22}});
        }
        if (number > 0) {
            builder.AddText({at.x, at.y, number, kLine}, StepNumber(builder.recording, steps[i]),
                            TextStyle::Mono, is_now ? Tone::OnNow : Tone::Muted);
        }
        builder.AddText({at.x + number, at.y, title, kLine},
                        std::string(InfoOf(steps[i].stage).title), TextStyle::Strong,
                        is_now     ? Tone::OnNow
                        : is_ghost ? Tone::Muted
                                   : Tone::Ink);
        if (is_ghost) continue;
        builder.scene.choices.push_back({.kind = Choice::Kind::Stage,
                                         .index = static_cast<int>(steps[i].stage),
                                         .place = {at.x, at.y, number + title, kLine - 1},
                                         .chosen = steps[i] == open && !is_now});
    }
    return top + kLine * static_cast<float>(strip.flow.lines) + 4;
}

// The open stage's tensors at the last row of the pass, each in as many lines as it needs.
void AddOpenTensors(SceneBuilder& builder, const Block& block, const StageStep& open, float y) {
    const int position = builder.shape.first_position + builder.shape.rows() - 1;
    const float x = block.place.x + kTensorLabel;
    const float cell_width = builder.layout.cell_width;
    for (const TensorId tensor : OpenTensorsOf(builder.config, open)) {
        const TensorLines plan = LinesOf(builder.config, tensor, block.place.width, cell_width);
        const Cell first{tensor, InfoOf(tensor).per_layer ? builder.view.layer : 0, 0, position, 0};
        builder.AddText({block.place.x + 12, y - 2, 46, 19}, std::string(InfoOf(tensor).symbol),
                        TextStyle::Plain, Tone::Muted);
        const Grid grid{.block = block.id,
                        .tensor = tensor,
                        .layer = first.layer,
                        .corner = {x, y},
                        .width = block.place.right() - 12 - x,
                        .state = builder.StateOf(InfoOf(tensor).stage)};
        if (plan.per_line == 0) {
            AddHeatRows(builder, grid, position, 1, {x, y + 1, grid.width, kTensorRow - 1},
                        plan.columns);
        }
        const float width = plan.columns == 1 ? WidthOf(builder, first) : cell_width;
        for (int column = 0; column < (plan.per_line > 0 ? plan.columns : 0); ++column) {
            Cell cell = first;
            cell.column = column;
            const int line = column / plan.per_line;
            const Rect place{x + static_cast<float>(column % plan.per_line) * width + 1,
                             y + static_cast<float>(line) * kNumberRow + 1, width - 2,
                             kNumberRow - 2};
            builder.scene.cells.push_back(BoxOf(builder, grid, cell, place));
        }
        y += plan.height();
    }
}

}  // namespace

std::vector<StageStep> PostAttentionSteps(const Config& config, int layer) {
    std::vector<StageStep> steps;
    for (const StageStep& step : StepsOf(config)) {
        const bool in_layer =
            InfoOf(step.stage).per_layer && step.layer == layer && step.stage > Stage::WeightedSum;
        const bool last = step.stage == Stage::FinalNorm && layer == config.layers - 1;
        if (in_layer || last) steps.push_back(step);
    }
    return steps;
}

Flow FlowWords(const std::vector<float>& widths, float width, float gap, float line_height) {
    Flow flow;
    float x = 0;
    for (const float word : widths) {
        if (x > 0 && x + word > width) {
            x = 0;
            ++flow.lines;
        }
        flow.places.push_back({x, static_cast<float>(flow.lines - 1) * line_height});
        x += word + gap;
    }
    return flow;
}

StageStrip PlanStageStrip(const Recording& recording, const SceneView& view, float width) {
    StageStrip strip;
    std::vector<float> both;
    for (const StageStep& step : PostAttentionSteps(recording.config(), view.layer)) {
        const float number = view.measure(TextStyle::Mono, StepNumber(recording, step)) + 5;
        const float title = view.measure(TextStyle::Strong, InfoOf(step.stage).title);
        strip.number_widths.push_back(number);
        strip.title_widths.push_back(title);
        both.push_back(number + title);
    }
    strip.flow = FlowWords(both, width - kSides, kGap, kLine);
    if (strip.flow.lines > 1) {
        strip.number_widths.assign(both.size(), 0);
        strip.flow = FlowWords(strip.title_widths, width - kSides, kGap, kLine);
    }
    return strip;
}

float PostAttentionHeight(const Recording& recording, const SceneView& view, float width,
                          float cell_width) {
    float most = 0;
    for (const StageStep& step : PostAttentionSteps(recording.config(), view.layer)) {
        float tensors = 0;
        for (const TensorId tensor : OpenTensorsOf(recording.config(), step)) {
            tensors += LinesOf(recording.config(), tensor, width, cell_width).height();
        }
        most = std::max(most, tensors);
    }
    return most > 0 ? PostAttentionTitle(recording, view, width) + most + 6 : 0;
}

float PostAttentionTitle(const Recording& recording, const SceneView& view, float width) {
    if (PostAttentionSteps(recording.config(), view.layer).empty()) return 0;
    const int lines = PlanStageStrip(recording, view, width).flow.lines;
    return 4 + kLine * static_cast<float>(lines) + 4;
}

void AddPostAttention(SceneBuilder& builder) {
    const std::vector<StageStep> steps = PostAttentionSteps(builder.config, builder.view.layer);
    if (steps.empty()) return;
    const auto is_past = [&](const StageStep& step) {
        return builder.StateOf(step.stage) != BlockState::Ghost;
    };
    const size_t past = static_cast<size_t>(std::ranges::count_if(steps, is_past));
    const StageStep last = past == 0 ? steps.front() : steps[past - 1];
    const auto chosen = std::ranges::find_if(steps, [&](const StageStep& step) {
        return step.stage == builder.view.open_stage && is_past(step);
    });
    const StageStep open = chosen == steps.end() ? last : *chosen;
    const Block block = builder.AddBlock(BlockId::PostAttention, builder.StateOf(last.stage),
                                         Meaning::Neutral, {BlockId::WeightedSum});
    const float y = AddStrip(builder, block, steps, open);
    if (builder.layout.open.Has(Part::PostAttention)) AddOpenTensors(builder, block, open, y);
}

}  // namespace decodescope
