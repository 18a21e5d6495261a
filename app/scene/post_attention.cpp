// The rest of a layer behind attention, as one block: a strip of its stages, and the values of the
// one that is open. It is open for the current stage, else for the last one done.

#include <algorithm>

#include "app/scene/scene_builder.h"
#include "app/scene/words.h"

namespace decodescope {

std::vector<StageStep> RestOf(const Config& config, int layer) {
    std::vector<StageStep> rest;
    for (const StageStep& step : StepsOf(config)) {
        const bool in_layer =
            InfoOf(step.stage).per_layer && step.layer == layer && step.stage > Stage::WeightedSum;
        const bool last = step.stage == Stage::FinalNorm && layer == config.layers - 1;
        if (in_layer || last) rest.push_back(step);
    }
    return rest;
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

Flow FlowRest(const Recording& recording, const SceneView& view, float width) {
    constexpr float kSides = 24, kGap = 12, kLine = 24;
    std::vector<float> numbers, titles, both;
    for (const StageStep& step : RestOf(recording.config(), view.layer)) {
        numbers.push_back(view.measure(TextStyle::Mono, StepNumber(recording, step)) + 5);
        titles.push_back(view.measure(TextStyle::Strong, InfoOf(step.stage).title));
        both.push_back(numbers.back() + titles.back());
    }
    Flow flow = FlowWords(both, width - kSides, kGap, kLine);
    if (flow.lines > 1) {
        numbers.assign(numbers.size(), 0);
        flow = FlowWords(titles, width - kSides, kGap, kLine);
    }
    flow.number_widths = std::move(numbers);
    flow.title_widths = std::move(titles);
    return flow;
}

void Builder::AddPostAttention() {
    const std::vector<StageStep> steps = RestOf(config_, view_.layer);
    if (steps.empty()) return;

    const auto state_of = [&](const StageStep& step) { return StateOf(step.stage); };
    const auto is_past = [&](const StageStep& step) { return state_of(step) != BlockState::Ghost; };
    const size_t past = static_cast<size_t>(std::ranges::count_if(steps, is_past));
    const StageStep last = past == 0 ? steps.front() : steps[past - 1];
    const auto chosen = std::ranges::find_if(steps, [&](const StageStep& step) {
        return step.stage == view_.open_stage && is_past(step);
    });
    const StageStep open = chosen == steps.end() ? last : *chosen;
    const BlockState state = state_of(open);
    const Block block =
        AddBlock(BlockId::PostAttention, state_of(last), Meaning::Neutral, {BlockId::WeightedSum});

    const Flow flow = FlowRest(recording_, view_, block.place.width);
    for (size_t i = 0; i < steps.size(); ++i) {
        const bool is_now = state_of(steps[i]) == BlockState::Current;
        const Point at{block.place.x + 12 + flow.places[i].x, block.place.y + 4 + flow.places[i].y};
        const float number = flow.number_widths[i], title = flow.title_widths[i];
        if (is_now) {
            scene_.bands.push_back(
                {BandKind::NowHead, {at.x - 5, at.y + 1, number + title + 10, 22}});
        }
        const Tone quiet = is_now ? Tone::OnNow : Tone::Muted;
        const Tone loud = is_now ? Tone::OnNow : is_past(steps[i]) ? Tone::Ink : Tone::Muted;
        if (number > 0) {
            AddText({at.x, at.y, number, 24}, StepNumber(recording_, steps[i]), TextStyle::Mono,
                    quiet);
        }
        AddText({at.x + number, at.y, title, 24}, std::string(InfoOf(steps[i].stage).title),
                TextStyle::Strong, loud);
        if (!is_past(steps[i])) continue;
        scene_.choices.push_back({.kind = Choice::Kind::Stage,
                                  .index = static_cast<int>(steps[i].stage),
                                  .place = {at.x, at.y, number + title, 23},
                                  .chosen = steps[i] == open && !is_now});
    }

    // The open stage's values at the focus row, one line each.
    float y = block.place.y + 4 + 24 * static_cast<float>(flow.lines) + 4;
    const int position = shape_.first_position + shape_.rows() - 1;
    const float x = block.place.x + 60;
    for (const TensorId tensor : TensorsOf(config_, open.stage)) {
        const int columns = ColumnsOf(tensor);
        const Cell first{tensor, InfoOf(tensor).per_layer ? view_.layer : 0, 0, position, 0};
        const float width = columns == 1 ? WidthOf(first) : block.place.right() - 12 - x;
        AddText({block.place.x + 12, y - 2, 46, 19}, std::string(InfoOf(tensor).symbol),
                TextStyle::Plain, Tone::Muted);
        const Grid grid{.block = block.id,
                        .tensor = tensor,
                        .layer = first.layer,
                        .corner = {x, y},
                        .width = width,
                        .state = state};
        const Rect place{x, y + 1, width, kRestRow - 1};
        if (columns == 1) {
            scene_.cells.push_back(BoxOf(grid, first, place));
        } else {
            AddHeatRows(grid, position, 1, place, columns);
        }
        y += kRestRow;
    }
}

}  // namespace decodescope
