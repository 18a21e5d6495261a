#include "app/views/sequence/sequence_panel.h"

#include <algorithm>
#include <span>

#include "app/look/format.h"
#include "app/views/sequence/sequence_chips.h"
#include "app/widgets/controls.h"
#include "app/widgets/token_chip.h"

namespace decodescope {
namespace {

struct Counter {
    const char* name;  // of its hotspot
    std::string number;
    std::string caption;
    ImU32 color;
    std::optional<ChipStyle> shape;
    float right;  // distance from the right edge of the strip
};

void DrawCounter(const Panel& panel, Area area, const Counter& counter) {
    const Metrics& m = panel.theme.metrics;
    const Pen pen = panel.pen(), large = pen.In(FontRole::MonoLarge, counter.color);
    const float x = area.max.x - panel.Px(counter.right);
    const float y = area.min.y + panel.Px(m.sequence_counter);
    large.WriteRight({x, y}, counter.number);
    pen.Muted().WriteRight({x, area.min.y + panel.Px(m.sequence_counter_caption)}, counter.caption);
    const float left = x - pen.Width(counter.caption);
    panel.Spot(std::string("counter.") + counter.name, {{left, area.min.y}, {x, area.max.y}});
    if (!counter.shape) return;
    const float size = panel.Px(m.counter_shape);
    const float right = x - large.Width(counter.number) - panel.Px(m.counter_gap);
    const Area shape = AreaAt(std::round(right - size), std::round(y - size / 2), size, size);
    DrawChipShape(pen, shape, *counter.shape);
}

// The least room for the chips in a narrow window, beside several counters and beside one.
constexpr float kChipsLeast = 340, kChipsBesideOne = 330;

// Narrower strips give the room of their title to the chips.
constexpr float kTitledWidth = 640;

bool HasTitle(const Panel& panel, Area area) { return area.width() >= panel.Px(kTitledWidth); }

float ChipsLeft(const Panel& panel, Area area) {
    const Metrics& m = panel.theme.metrics;
    return area.min.x + panel.Px(HasTitle(panel, area) ? m.sequence_chips : m.margin);
}

// Where the counters are. Narrow windows drop the last ones, and the others move right.
struct CounterPlan {
    size_t dropped = 0;
    float shift = 0;
    float chips_right = 0;
};

CounterPlan PlanCounters(const Panel& panel, Area area) {
    const Metrics& m = panel.theme.metrics;
    const auto& right = m.counter_right;
    const float chips_left = ChipsLeft(panel, area);
    CounterPlan plan;
    for (; plan.dropped < right.size(); ++plan.dropped) {
        plan.shift = right[plan.dropped] - right.front();
        plan.chips_right = area.max.x - panel.Px(right.back() - plan.shift + m.counters_left);
        const bool is_one = plan.dropped + 1 == right.size();
        if (plan.chips_right - chips_left >= panel.Px(is_one ? kChipsBesideOne : kChipsLeast))
            return plan;
    }
    plan.chips_right = area.max.x - panel.Px(m.margin);
    return plan;
}

void DrawCounters(const Panel& panel, Area area, const Tokens& tokens, const CounterPlan& plan) {
    const Palette& c = panel.theme.colors();
    const auto& right = panel.theme.metrics.counter_right;
    const auto in_pass = std::ranges::count(tokens, true, &SequenceToken::in_pass);
    const auto waiting = std::ranges::count(tokens, TokenState::Waiting, &SequenceToken::state);
    const TokenOrigin square = TokenOrigin::Prompt;
    const CacheCounter cache =
        CacheCounterAt(panel.recording(), panel.state.ui.playhead, panel.state.ui.layer);
    const Counter counters[] = {
        {"in the cache", cache.number, cache.caption, c.cached.text,
         ChipStyle{TokenState::Cached, false, square}, right[3]},
        {"in the pass", FormatCount(in_pass), "in the pass", c.ink,
         ChipStyle{TokenState::Uncached, true, square}, right[2]},
        {"waiting", FormatCount(waiting), "waiting", c.waiting.text,
         ChipStyle{TokenState::Waiting, false, square}, right[1]},
        {"in the sequence", FormatCount(static_cast<int>(tokens.size())), "in the sequence", c.ink,
         std::nullopt, right[0]},
    };
    const size_t shown = std::size(counters) - plan.dropped;
    for (Counter counter : std::span(counters).first(shown)) {
        counter.right -= plan.shift;
        DrawCounter(panel, area, counter);
    }
}

}  // namespace

CacheCounter CacheCounterAt(const Recording& recording, Playhead playhead, int layer) {
    const int in_all = CacheLengthAt(recording, playhead);
    const int rows = CacheLengthAt(recording, playhead, layer);
    if (rows != in_all) {
        return {FormatCount(rows) + " / " + FormatCount(in_all),
                "layer " + std::to_string(layer) + " / all"};
    }
    const int before = CacheLengthAt(recording, PreviousStage(recording, playhead));
    const std::string from = before == in_all ? "" : FormatCount(before) + " → ";
    return {from + FormatCount(in_all), "in the cache"};
}

void DrawSequencePanel(const Panel& panel, Area area) {
    const Metrics& m = panel.theme.metrics;
    const Palette& c = panel.theme.colors();
    const Tokens tokens = SequenceAt(panel.recording(), panel.state.ui.playhead);
    BeginPanel("sequence", panel.theme, area, c.panel);
    const Pen pen = panel.pen();
    if (HasTitle(panel, area)) {
        pen.In(FontRole::PanelTitle)
            .Write({area.min.x + panel.Px(m.margin),
                    area.min.y + panel.Px(m.sequence_chip_top + m.chip_height / 2)},
                   "Sequence");
    }
    const CounterPlan plan = PlanCounters(panel, area);
    DrawSequenceChips(panel, {{ChipsLeft(panel, area), area.min.y}, {plan.chips_right, area.max.y}},
                      tokens);
    DrawCounters(panel, area, tokens, plan);
    pen.In(c.line).Horizontal(area.min.x, area.max.x, area.max.y - panel.theme.Whole(m.hairline));
    EndPanel();
}

}  // namespace decodescope
