#include "app/scene/post_attention.h"

#include <algorithm>

#include "app/scene/grid.h"
#include "app/scene/scene_builder.h"
#include "app/scene/words.h"

namespace decodescope {
namespace {

constexpr float kLine = 24, kTensorRow = 16;  // of the strip, and of a tensor of the open stage
constexpr float kSides = 24, kGap = 12;

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

// The open stage's tensors at the last row of the pass, one line each.
void AddOpenTensors(SceneBuilder& builder, const Block& block, Stage open, float y) {
    const int position = builder.shape.first_position + builder.shape.rows() - 1;
    const float x = block.place.x + 60;
    for (const TensorId tensor : TensorsOf(builder.config, open)) {
        const int columns = ColumnsOf(builder, tensor);
        const Cell first{tensor, InfoOf(tensor).per_layer ? builder.view.layer : 0, 0, position, 0};
        const float width = columns == 1 ? WidthOf(builder, first) : block.place.right() - 12 - x;
        builder.AddText({block.place.x + 12, y - 2, 46, 19}, std::string(InfoOf(tensor).symbol),
                        TextStyle::Plain, Tone::Muted);
        const Grid grid{.block = block.id,
                        .tensor = tensor,
                        .layer = first.layer,
                        .corner = {x, y},
                        .width = width,
                        .state = builder.StateOf(open)};
        const Rect place{x, y + 1, width, kTensorRow - 1};
        if (columns == 1) {
            builder.scene.cells.push_back(BoxOf(builder, grid, first, place));
        } else {
            AddHeatRows(builder, grid, position, 1, place, columns);
        }
        y += kTensorRow;
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

float PostAttentionHeight(const Recording& recording, const SceneView& view, float width) {
    const std::vector<StageStep> steps = PostAttentionSteps(recording.config(), view.layer);
    if (steps.empty()) return 0;
    size_t most = 1;
    for (const StageStep& step : steps) {
        most = std::max(most, TensorsOf(recording.config(), step.stage).size());
    }
    const int lines = PlanStageStrip(recording, view, width).flow.lines;
    return 4 + kLine * static_cast<float>(lines) + 4 + kTensorRow * static_cast<float>(most) + 6;
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
    AddOpenTensors(builder, block, open.stage, AddStrip(builder, block, steps, open));
}

}  // namespace decodescope
