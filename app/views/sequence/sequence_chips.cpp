#include "app/views/sequence/sequence_chips.h"

#include <algorithm>
#include <string>

#include "app/apply/playhead_commands.h"
#include "app/apply/tab_commands.h"
#include "app/look/format.h"
#include "app/look/token_label.h"
#include "app/panel/edit_notice.h"
#include "app/widgets/controls.h"
#include "app/widgets/token_chip.h"
#include "core/explain/narrate.h"

namespace decodescope {
namespace {

constexpr int kTokensPerNotch = 3;  // of the wheel
constexpr int kMostNamed = 500;     // hotspots of a fold
// The widest text of a token, at scale 1, and as a share of the strip.
constexpr float kMostToken = 180, kMostShare = 0.35f;

// One chip: a token, or several folded into one.
struct Chip {
    int first = 0;  // index into the sequence
    int count = 1;
    ChipStyle style;
    std::string token;
    std::string index;
    float width = 0;
};

Chip ChipOf(const Panel& panel, const Tokens& tokens, int at, float strip_width) {
    const SequenceToken& token = tokens[static_cast<size_t>(at)];
    const Pen name = panel.pen().In(FontRole::ContainerTitle);
    const float most = std::min(panel.Px(kMostToken), strip_width * kMostShare);
    const auto fits = [&](const std::string& words) { return name.Width(words) <= most; };
    Chip chip{.first = at,
              .count = 1,
              .style = {token.state, token.in_pass, token.origin},
              .token = TokenLabel(TokenText(panel.recording(), token.id), token.id, fits),
              .index = std::to_string(token.position),
              .width = 0};
    chip.width = ChipWidth(panel.theme, chip.token, chip.index);
    return chip;
}

// What a chip shows of a token's state. Only tokens that look the same are folded into one chip, so
// that no fold hides what waits or what is in the pass.
ChipStyle StyleOf(const SequenceToken& token) { return {token.state, token.in_pass, token.origin}; }

// "0 – 104".
Chip FoldedChip(const Panel& panel, const Tokens& tokens, int first, int count, float strip_width) {
    if (count == 1) return ChipOf(panel, tokens, first, strip_width);
    const int last = first + count - 1;
    Chip chip{.first = first,
              .count = count,
              .style = StyleOf(tokens[static_cast<size_t>(first)]),
              .token = "",
              .index = "",
              .width = 0};
    chip.index = std::to_string(first) + " – " + std::to_string(last);
    chip.width = ChipWidth(panel.theme, "", chip.index);
    return chip;
}

// The tokens that are shown one by one, [open, close): older and newer ones are folded.
struct Strip {
    int open = 0;
    int close = 0;
};

// Calls visit(first, count) for each chip that [begin, end) folds into: one per run of tokens that
// look the same.
template <class Visit>
void ForEachFold(const Tokens& tokens, int begin, int end, const Visit& visit) {
    const auto style_at = [&](int i) { return StyleOf(tokens[static_cast<size_t>(i)]); };
    for (int first = begin; first < end;) {
        int next = first + 1;
        while (next < end && style_at(next) == style_at(first)) ++next;
        visit(first, next - first);
        first = next;
    }
}

std::vector<Chip> ChipsOf(const Panel& panel, const Tokens& tokens, const Strip& strip,
                          float width) {
    const int size = static_cast<int>(tokens.size());
    std::vector<Chip> chips;
    const auto fold = [&](int first, int count) {
        chips.push_back(FoldedChip(panel, tokens, first, count, width));
    };
    if (strip.open == strip.close) {
        ForEachFold(tokens, 0, size, fold);
        return chips;
    }
    ForEachFold(tokens, 0, strip.open, fold);
    for (int i = strip.open; i < strip.close; ++i) chips.push_back(ChipOf(panel, tokens, i, width));
    ForEachFold(tokens, strip.close, size, fold);
    return chips;
}

bool StartsGenerated(const std::vector<Chip>& chips, size_t i) {
    return i > 0 && chips[i].style.origin == TokenOrigin::Generated &&
           chips[i - 1].style.origin == TokenOrigin::Prompt;
}

float GapBefore(const Theme& theme, const std::vector<Chip>& chips, size_t i) {
    if (i == 0) return 0;
    return theme.Px(theme.metrics.chip_gap) * (StartsGenerated(chips, i) ? 2 : 1);
}

// As many tokens as fit are shown one by one, back from the newest one that is scrolled to.
Strip FittingStrip(const Panel& panel, const Tokens& tokens, float width) {
    const Metrics& m = panel.theme.metrics;
    const int prompt = panel.recording().prompt_length(), size = static_cast<int>(tokens.size());
    const float gap = panel.Px(m.chip_gap);
    const auto folded_width = [&](int begin, int end) {
        float sum = 0;
        ForEachFold(tokens, begin, end, [&](int first, int count) {
            sum += FoldedChip(panel, tokens, first, count, width).width + gap;
        });
        return sum;
    };
    Strip strip;
    strip.close = std::clamp(size - panel.state.ui.sequence_back, std::min(1, size), size);
    strip.open = strip.close;
    const float newer = folded_width(strip.close, size);
    float taken = size > prompt ? gap : 0;  // between prompt and generated it is twice as wide
    for (int i = strip.close - 1; i >= 0; --i) {
        taken += ChipOf(panel, tokens, i, width).width + (i + 1 < strip.close ? gap : 0);
        if (taken + folded_width(0, i) + newer > width) break;
        strip.open = i;
    }
    return strip;
}

// "prompt", "generated, 16 tokens" where some are folded and there is room for it.
void DrawCaption(const Panel& panel, const Tokens& tokens, TokenOrigin origin, ImVec2 at,
                 bool is_folded, float room) {
    const Pen pen = panel.pen().Muted();
    const auto count = std::ranges::count(tokens, origin, &SequenceToken::origin);
    const std::string caption = origin == TokenOrigin::Prompt ? "prompt" : "generated";
    const std::string counted =
        is_folded ? caption + ", " + FormatCount(count) + " tokens" : caption;
    // The number on a chip is no ID.
    const std::string explained = counted + ": token, position";
    for (const std::string& words : {explained, counted}) {
        if (pen.Width(words) <= room) {
            pen.Write(at, words);
            return;
        }
    }
    pen.Write(at, caption);
}

// The width of the chips of one origin, from chip `first` on.
float GroupWidth(const Theme& theme, const std::vector<Chip>& chips, size_t first, float end) {
    float width = 0;
    for (size_t i = first; i < chips.size(); ++i) {
        if (i > first && StartsGenerated(chips, i)) return width + theme.Px(theme.metrics.chip_gap);
        width += chips[i].width + (i > first ? GapBefore(theme, chips, i) : 0);
    }
    return end;  // nothing comes after the last group
}

// --- What a chip says and does -------------------------------------------------------------------

std::string StateInWords(const SequenceToken& token, bool has_begun) {
    switch (token.state) {
        case TokenState::Cached:
            return token.in_pass ? "Cached, and in this pass: its K and V are in the cache."
                                 : "Cached: its K and V are in the cache.";
        case TokenState::Waiting:
            return "Waiting: selected, but its own pass has not begun. It has no K and no V yet.";
        case TokenState::Uncached: break;
    }
    return has_begun ? "In this pass, not cached yet: the append stage is still to come."
                     : "Not cached yet: the prefill has not begun.";
}

// All that is known of a token of the sequence.
std::string FactsOf(const Panel& panel, const SequenceToken& token) {
    const Recording& recording = panel.recording();
    const Pass* pass = recording.PassOfPosition(token.position);
    const auto name_of = [](int index) {
        return index == 0 ? std::string("the prefill") : "pass " + std::to_string(index);
    };
    std::string facts = QuotedToken(recording, token.id) + ", ID " + std::to_string(token.id) +
                        ", at position " + std::to_string(token.position) + ".\n";
    facts += token.origin == TokenOrigin::Prompt
                 ? "From the prompt.\n"
                 : "Generated: selected at the end of " +
                       name_of(token.position - recording.prompt_length()) + ".\n";
    facts += StateInWords(token, panel.state.ui.playhead.step >= 0) + "\n";
    facts += pass ? "Its pass is " + name_of(pass->index) + ". Click to go there."
                  : "No pass of this run processes it.";
    return facts;
}

void TouchChip(const Panel& panel, const Tokens& tokens, const Chip& chip, const Strip& strip,
               Area place) {
    const std::string name = "sequence.chip." + std::to_string(chip.first);
    const Touch touch = TouchArea(name.c_str(), place);
    const SequenceToken& token = tokens[static_cast<size_t>(chip.first)];
    if (chip.count > 1) {
        Tip(panel.theme, place,
            FormatCount(chip.count) + " tokens, at positions " + chip.index +
                ". Click to unfold them.");
        const bool is_older = chip.first < strip.open;
        const int by =
            is_older ? strip.close - (chip.first + chip.count) : -panel.state.ui.sequence_back;
        if (touch.clicked) panel.Emit(ScrollSequence{by});
        return;
    }
    Tip(panel.theme, place, FactsOf(panel, token));
    if (touch.hovered) panel.hovered_position = token.position;
    const Pass* pass = panel.recording().PassOfPosition(token.position);
    if (touch.clicked && pass) panel.Emit(GoTo{{pass->index, 0}});
}

void ScrollByWheel(const Panel& panel, const Strip& strip, int size, Area area) {
    const ImGuiIO& io = ImGui::GetIO();
    if (io.MouseWheel == 0 || !ImGui::IsWindowHovered() || !area.Contains(io.MousePos)) return;
    const bool is_whole = strip.open == 0 && strip.close == size;
    const bool is_at_oldest = io.MouseWheel > 0 && strip.open == 0;
    if (is_whole || is_at_oldest) return;
    panel.Emit(ScrollSequence{io.MouseWheel > 0 ? kTokensPerNotch : -kTokensPerNotch});
}

void DrawChip(const Panel& panel, const Chip& chip, Area place) {
    const Metrics& m = panel.theme.metrics;
    const Pen pen = panel.pen();
    DrawTokenChip(pen, place, chip.style, chip.token, chip.index);
    const std::optional<int> lit = panel.derived.highlights.position;
    if (lit && chip.first <= *lit && *lit < chip.first + chip.count) {
        const Area ring = place.Grown(panel.Px(m.halo));
        const bool is_pill = chip.style.origin == TokenOrigin::Generated;
        const float radius =
            is_pill ? ring.height() / 2 / panel.theme.scale : m.chip_radius + m.halo;
        pen.Ring(ring, radius, m.ring);
    }
    for (int i = 0; i < chip.count; ++i) {
        const bool is_inside = i >= kMostNamed && i + 1 < chip.count;
        if (is_inside) continue;  // of very long folds not every token has a name of its own
        DrawFlipMarkOfPosition(panel, chip.first + i, place);
        panel.Spot("sequence." + std::to_string(chip.first + i), place);
    }
}

}  // namespace

void DrawSequenceChips(const Panel& panel, Area area, const Tokens& tokens) {
    const Metrics& m = panel.theme.metrics;
    const Strip strip = FittingStrip(panel, tokens, area.width());
    const std::vector<Chip> chips = ChipsOf(panel, tokens, strip, area.width());
    const Pen line = panel.pen().In(panel.theme.colors().line);
    const float top = area.min.y + panel.Px(m.sequence_chip_top);
    const float caption_y = area.min.y + panel.Px(m.sequence_caption);
    float x = area.min.x;
    for (size_t i = 0; i < chips.size(); ++i) {
        const Chip& chip = chips[i];
        if (StartsGenerated(chips, i)) {
            line.Vertical(x + panel.Px(m.chip_gap) * 1.125f, area.min.y + panel.Px(m.gap),
                          area.max.y - panel.Px(m.gap));
        }
        x = std::round(x + GapBefore(panel.theme, chips, i));
        if (i == 0 || StartsGenerated(chips, i)) {
            const float room = GroupWidth(panel.theme, chips, i, area.max.x - x);
            DrawCaption(panel, tokens, chip.style.origin, {x, caption_y}, chip.count > 1, room);
        }
        const Area place = AreaAt(x, top, chip.width, panel.Px(m.chip_height));
        DrawChip(panel, chip, place);
        TouchChip(panel, tokens, chip, strip, place);
        x += chip.width;
    }
    ScrollByWheel(panel, strip, static_cast<int>(tokens.size()), area);
}

}  // namespace decodescope
