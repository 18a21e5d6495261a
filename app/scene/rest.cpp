// The rest of a layer behind attention, as one block: a strip of its stages, and the values of the
// one that is open. It is open for the current stage, else for the last one done.

#include <algorithm>

#include "app/scene/builder.h"
#include "app/scene/words.h"

namespace decodescope {

void Builder::AddRest() {
    const std::vector<StageStep> steps = RestOf(config_, view_.layer);
    if (steps.empty()) return;

    const auto state_of = [&](const StageStep& step) { return StateOf(step.stage); };
    const auto is_past = [&](const StageStep& step) { return state_of(step) != BlockState::Ghost; };
    const size_t past = static_cast<size_t>(std::ranges::count_if(steps, is_past));
    const StageStep open = past == 0 ? steps.front() : steps[past - 1];
    const BlockState state = state_of(open);
    const Block block = AddBlock(BlockId::Rest, state, Meaning::Neutral, {BlockId::Mix});

    const std::vector<float> widths = RestWidths(recording_, view_);
    const Flow flow = FlowWords(widths, block.place.width - 24, 12, 24);
    for (size_t i = 0; i < steps.size(); ++i) {
        const bool is_now = state_of(steps[i]) == BlockState::Current;
        const Point at{block.place.x + 12 + flow.places[i].x, block.place.y + 4 + flow.places[i].y};
        const std::string number = StepNumber(recording_, steps[i]);
        const float number_width = view_.measure(TextStyle::Mono, number);
        if (is_now) {
            scene_.bands.push_back({BandKind::NowHead, {at.x - 5, at.y + 1, widths[i] + 10, 22}});
        }
        const Tone quiet = is_now ? Tone::OnNow : Tone::Muted;
        const Tone loud = is_now ? Tone::OnNow : is_past(steps[i]) ? Tone::Ink : Tone::Muted;
        AddText({at.x, at.y, number_width, 24}, number, TextStyle::Mono, quiet);
        AddText({at.x + number_width + 5, at.y, widths[i] - number_width - 5, 24},
                std::string(InfoOf(steps[i].stage).title), TextStyle::Strong, loud);
    }

    // The open stage's values at the focus row, one line each.
    float y = block.place.y + 8 + 24 * static_cast<float>(flow.lines) + 4;
    const int position = shape_.first_position + shape_.rows() - 1;
    const float x = block.place.x + 60;
    for (const Value value : ValuesOf(config_, open.stage)) {
        const int columns = ColumnsOf(value);
        const float width = columns == 1 ? 28.0f : block.place.right() - 12 - x;
        AddText({block.place.x + 12, y - 4, 46, 20}, std::string(InfoOf(value).symbol),
                TextStyle::Plain, Tone::Muted);
        AddHeatRows({.block = block.id, .value = value,
                     .layer = InfoOf(value).per_layer ? view_.layer : 0, .corner = {x, y},
                     .width = width, .state = state},
                    position, 1, {x, y + 1, width, 12}, columns);
        y += 14;
    }
}

}  // namespace decodescope
