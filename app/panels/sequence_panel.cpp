#include "app/panels/sequence_panel.h"

#include <algorithm>
#include <span>
#include <vector>

#include "app/format.h"
#include "app/panels/edit_notice.h"
#include "app/widgets/controls.h"
#include "app/widgets/text.h"
#include "app/widgets/token_chip.h"
#include "core/narrate.h"
#include "core/playhead.h"

namespace decodescope {
namespace {

using Tokens = std::vector<SequenceToken>;

// One chip: a token, or several folded into one.
struct Chip {
    int first = 0;  // index into the sequence
    int count = 1;
    ChipLook look;
    std::string token;
    std::string index;
    float width = 0;
};

Chip ChipOf(const Panel& panel, const Tokens& tokens, int at) {
    const SequenceToken& token = tokens[static_cast<size_t>(at)];
    Chip chip{.first = at,
              .count = 1,
              .look = {token.state, token.in_pass, token.origin},
              .token = TokenText(panel.recording(), token.id),
              .index = std::to_string(token.position),
              .width = 0};
    chip.width = ChipWidth(panel.theme, chip.token, chip.index);
    return chip;
}

// "0 – 104": cached only if all of them are, in the pass if any is.
Chip FoldedChip(const Panel& panel, const Tokens& tokens, int first, int count) {
    if (count == 1) return ChipOf(panel, tokens, first);
    const int last = first + count - 1;
    Chip chip{.first = first, .count = count, .look = {}, .token = "", .index = "", .width = 0};
    chip.look = {TokenState::Cached, false, tokens[static_cast<size_t>(first)].origin};
    for (int i = first; i <= last; ++i) {
        const SequenceToken& token = tokens[static_cast<size_t>(i)];
        if (token.state != TokenState::Cached) chip.look.state = token.state;
        chip.look.in_pass |= token.in_pass;
    }
    chip.index = std::to_string(first) + " – " + std::to_string(last);
    chip.width = ChipWidth(panel.theme, "", chip.index);
    return chip;
}

// All tokens from `open` on as chips of their own, older ones folded, each origin for itself.
std::vector<Chip> ChipsFrom(const Panel& panel, const Tokens& tokens, int open) {
    const int size = static_cast<int>(tokens.size());
    const int prompt = std::min(size, panel.recording().prompt_length());
    std::vector<Chip> chips;
    const int folded_prompt = std::min(open, prompt);
    if (folded_prompt > 0) chips.push_back(FoldedChip(panel, tokens, 0, folded_prompt));
    for (int i = folded_prompt; i < prompt; ++i) chips.push_back(ChipOf(panel, tokens, i));
    const int folded_rest = std::max(0, open - prompt);
    if (folded_rest > 0) chips.push_back(FoldedChip(panel, tokens, prompt, folded_rest));
    for (int i = prompt + folded_rest; i < size; ++i) chips.push_back(ChipOf(panel, tokens, i));
    return chips;
}

bool StartsGenerated(const std::vector<Chip>& chips, size_t i) {
    return i > 0 && chips[i].look.origin == TokenOrigin::Generated &&
           chips[i - 1].look.origin == TokenOrigin::Prompt;
}

float GapBefore(const Theme& theme, const std::vector<Chip>& chips, size_t i) {
    if (i == 0) return 0;
    return theme.Px(theme.metrics.chip_gap) * (StartsGenerated(chips, i) ? 2 : 1);
}

float WidthOf(const Theme& theme, const std::vector<Chip>& chips) {
    float width = 0;
    for (size_t i = 0; i < chips.size(); ++i) {
        width += chips[i].width + GapBefore(theme, chips, i);
    }
    return width;
}

// As many of the newest tokens as fit stand open; at least the last one does.
std::vector<Chip> FittingChips(const Panel& panel, const Tokens& tokens, float width) {
    const int size = static_cast<int>(tokens.size());
    constexpr int kMostOpen = 60;  // no window is wider
    for (int open = std::max(0, size - kMostOpen); open < size - 1; ++open) {
        std::vector<Chip> chips = ChipsFrom(panel, tokens, open);
        if (WidthOf(panel.theme, chips) <= width) return chips;
    }
    return ChipsFrom(panel, tokens, std::max(0, size - 1));
}

// "prompt", "generated, 16 tokens" where some are folded and there is room for it.
void DrawCaption(const Panel& panel, const Tokens& tokens, TokenOrigin origin, ImVec2 at,
                 bool is_folded, float room) {
    const auto count = std::ranges::count(tokens, origin, &SequenceToken::origin);
    const std::string caption = origin == TokenOrigin::Prompt ? "prompt" : "generated";
    const std::string counted = caption + ", " + FormatCount(count) + " tokens";
    const bool fits = TextWidth(panel.theme, FontRole::Label, counted) <= room;
    DrawText(*ImGui::GetWindowDrawList(), panel.theme, FontRole::Label, at,
             panel.theme.colors().muted, is_folded && fits ? counted : caption);
}

// How far the chips of one origin reach, from chip `first` on.
float GroupWidth(const Theme& theme, const std::vector<Chip>& chips, size_t first, float end) {
    float width = 0;
    for (size_t i = first; i < chips.size(); ++i) {
        if (i > first && StartsGenerated(chips, i)) return width + theme.Px(theme.metrics.chip_gap);
        width += chips[i].width + (i > first ? GapBefore(theme, chips, i) : 0);
    }
    return end;  // nothing stands behind the last group
}

void DrawChips(const Panel& panel, Area area, const Tokens& tokens) {
    const Metrics& m = panel.theme.metrics;
    const std::vector<Chip> chips = FittingChips(panel, tokens, area.width());
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float top = area.min.y + panel.Px(m.sequence_chip_top);
    const float caption_y = area.min.y + panel.Px(m.sequence_caption);
    float x = area.min.x;
    for (size_t i = 0; i < chips.size(); ++i) {
        const Chip& chip = chips[i];
        if (StartsGenerated(chips, i)) {
            DrawVertical(list, panel.theme, x + panel.Px(m.chip_gap) * 1.125f, area.min.y + panel.Px(8),
                         area.max.y - panel.Px(8), panel.theme.colors().line);
        }
        x = std::round(x + GapBefore(panel.theme, chips, i));
        if (i == 0 || StartsGenerated(chips, i)) {
            const float room = GroupWidth(panel.theme, chips, i, area.max.x - x);
            DrawCaption(panel, tokens, chip.look.origin, {x, caption_y}, chip.count > 1, room);
        }
        const Area place = AreaAt(x, top, chip.width, panel.Px(m.chip_height));
        DrawTokenChip(list, panel.theme, place, chip.look, chip.token, chip.index);
        for (int k = 0; k < chip.count; ++k) {
            DrawFlipMarkOfPosition(panel, chip.first + k, place);
            panel.Spot("sequence." + std::to_string(chip.first + k), place);
        }
        x += chip.width;
    }
}

// --- Counters ------------------------------------------------------------------------------------

struct Counter {
    std::string number;
    const char* caption;
    ImU32 color;
    std::optional<ChipLook> shape;
    float right;  // distance from the right edge of the strip
};

void DrawCounter(const Panel& panel, Area area, const Counter& counter) {
    const Metrics& m = panel.theme.metrics;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float x = area.max.x - panel.Px(counter.right);
    const float y = area.min.y + panel.Px(m.sequence_counter);
    DrawText(list, panel.theme, FontRole::MonoLarge, {x, y}, counter.color, counter.number,
             Anchor::Right);
    DrawText(list, panel.theme, FontRole::Label, {x, area.min.y + panel.Px(m.sequence_counter_caption)},
             panel.theme.colors().muted, counter.caption, Anchor::Right);
    const float left = x - TextWidth(panel.theme, FontRole::Label, counter.caption);
    panel.Spot(std::string("counter.") + counter.caption, {{left, area.min.y}, {x, area.max.y}});
    if (!counter.shape) return;
    const float size = panel.Px(m.counter_shape);
    const float right = x - TextWidth(panel.theme, FontRole::MonoLarge, counter.number) -
                        panel.Px(m.counter_gap);
    const Area shape = AreaAt(std::round(right - size), std::round(y - size / 2), size, size);
    DrawChipShape(list, panel.theme, shape, *counter.shape);
}

// "2 → 3" while the append stage changes it.
std::string CacheLengthText(const Recording& recording, Playhead playhead) {
    const int length = CacheLengthAt(recording, playhead);
    const int before = CacheLengthAt(recording, PreviousStage(recording, playhead));
    return before == length ? FormatCount(length)
                            : FormatCount(before) + " → " + FormatCount(length);
}

// What the chips keep for themselves in a narrow window, beside several counters and beside one.
constexpr float kChipsLeast = 340, kChipsBesideOne = 220;

// Where the counters stand. Narrow windows drop the last ones, and the others move right.
struct CounterPlan {
    size_t dropped = 0;
    float shift = 0;
    float chips_right = 0;
};

CounterPlan PlanCounters(const Panel& panel, Area area) {
    const Metrics& m = panel.theme.metrics;
    const auto& right = m.counter_right;
    const float chips_left = area.min.x + panel.Px(m.sequence_chips);
    CounterPlan plan;
    for (; plan.dropped < right.size(); ++plan.dropped) {
        plan.shift = right[plan.dropped] - right.front();
        plan.chips_right = area.max.x - panel.Px(right.back() - plan.shift + m.counters_left);
        const bool is_one = plan.dropped + 1 == right.size();
        if (plan.chips_right - chips_left >= panel.Px(is_one ? kChipsBesideOne : kChipsLeast)) return plan;
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
    const Counter counters[] = {
        {CacheLengthText(panel.recording(), panel.state.ui.playhead), "in the cache", c.cached.text,
         ChipLook{TokenState::Cached, false, square}, right[3]},
        {FormatCount(in_pass), "in the pass", c.ink, ChipLook{TokenState::Uncached, true, square},
         right[2]},
        {FormatCount(waiting), "waiting", c.waiting.text,
         ChipLook{TokenState::Waiting, false, square}, right[1]},
        {FormatCount(static_cast<int>(tokens.size())), "in the sequence", c.ink, std::nullopt, right[0]},
    };
    const size_t shown = std::size(counters) - plan.dropped;
    for (Counter counter : std::span(counters).first(shown)) {
        counter.right -= plan.shift;
        DrawCounter(panel, area, counter);
    }
}

}  // namespace

void DrawSequencePanel(const Panel& panel, Area area) {
    const Metrics& m = panel.theme.metrics;
    const Palette& c = panel.theme.colors();
    const Tokens tokens = SequenceAt(panel.recording(), panel.state.ui.playhead);
    BeginPanel("sequence", panel.theme, area, c.panel);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    DrawText(list, panel.theme, FontRole::PanelTitle,
             {area.min.x + panel.Px(m.margin),
              area.min.y + panel.Px(m.sequence_chip_top + m.chip_height / 2)},
             c.ink, "Sequence");
    const CounterPlan plan = PlanCounters(panel, area);
    DrawChips(panel,
              {{area.min.x + panel.Px(m.sequence_chips), area.min.y}, {plan.chips_right, area.max.y}},
              tokens);
    DrawCounters(panel, area, tokens, plan);
    DrawHorizontal(list, panel.theme, area.min.x, area.max.x,
                   area.max.y - panel.theme.Whole(m.hairline), c.line);
    EndPanel();
}

}  // namespace decodescope
