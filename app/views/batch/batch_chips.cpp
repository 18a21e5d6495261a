#include "app/views/batch/batch_chips.h"

#include <algorithm>
#include <cmath>

#include "app/widgets/text.h"

namespace decodescope {
namespace {

// At scale 1. A halo reaches into the gap.
constexpr float kGap = 11, kLineGap = 12, kSmallHeight = 26;
constexpr float kLongest = 220;  // a token's text

BatchChip ChipOf(const Panel& panel, const BatchRun& run, const SequenceToken& token,
                 ChipSize size) {
    BatchChip chip{.first = token.position,
                   .style = {token.state, token.in_pass, token.origin},
                   .token = run.token_texts().At(token.id),
                   .index = std::to_string(token.position)};
    chip.width = std::min(ChipWidth(panel.theme, chip.token, chip.index, size), panel.Px(kLongest));
    return chip;
}

// "0 – 104": cached, and in the step if any of them is.
BatchChip FoldedChip(const Panel& panel, std::span<const SequenceToken> tokens, ChipSize size) {
    const int first = tokens.front().position;
    BatchChip chip{.first = first,
                   .count = static_cast<int>(tokens.size()),
                   .style = {TokenState::Cached, false, tokens.front().origin},
                   .token = "",
                   .index = std::to_string(first)};
    if (chip.count > 1) chip.index += " – " + std::to_string(tokens.back().position);
    chip.style.in_pass = std::ranges::any_of(tokens, &SequenceToken::in_pass);
    chip.width = ChipWidth(panel.theme, "", chip.index, size);
    return chip;
}

}  // namespace

float ChipHeight(const Panel& panel, ChipSize size) {
    return panel.Px(size == ChipSize::Usual ? panel.theme.metrics.chip_height : kSmallHeight);
}

float LinePitch(const Panel& panel, ChipSize size) {
    return ChipHeight(panel, size) + panel.Px(kLineGap);
}

float WidthOf(const Panel& panel, std::span<const BatchChip> chips) {
    float width = -panel.Px(kGap);
    for (const BatchChip& chip : chips) width += chip.width + panel.Px(kGap);
    return std::max(0.0f, width);
}

int LinesOf(const Panel& panel, std::span<const BatchChip> chips, float width) {
    int lines = 1;
    float x = 0;
    for (const BatchChip& chip : chips) {
        if (x > 0 && x + chip.width > width) {
            ++lines;
            x = 0;
        }
        x += chip.width + panel.Px(kGap);
    }
    return lines;
}

std::vector<BatchChip> FittingChips(const Panel& panel, const BatchRun& run,
                                    std::span<const SequenceToken> tokens, float width, int lines,
                                    ChipSize size) {
    // More cannot fit, however short they are; the others need not be measured.
    const float least = ChipWidth(panel.theme, "", "0", size) + panel.Px(kGap);
    const size_t most =
        static_cast<size_t>(std::max(1.0f, width / least)) * static_cast<size_t>(lines);
    size_t folded = tokens.size() > most ? tokens.size() - most : 0;
    std::vector<BatchChip> open;
    for (size_t i = folded; i < tokens.size(); ++i)
        open.push_back(ChipOf(panel, run, tokens[i], size));
    while (true) {
        std::vector<BatchChip> chips;
        if (folded > 0) chips.push_back(FoldedChip(panel, tokens.first(folded), size));
        chips.insert(chips.end(), open.begin(), open.end());
        for (BatchChip& chip : chips) chip.width = std::min(chip.width, width);
        const bool fits =
            LinesOf(panel, chips, width) <= lines && (lines > 1 || WidthOf(panel, chips) <= width);
        if (fits || open.empty()) return chips;
        open.erase(open.begin());
        ++folded;
    }
}

void DrawChips(const Panel& panel, std::span<const BatchChip> chips, float left, float width,
               float middle, ChipSize size, const std::string& name) {
    const float height = ChipHeight(panel, size), pitch = LinePitch(panel, size);
    const int lines = LinesOf(panel, chips, width);
    float y = std::round(middle - (pitch * static_cast<float>(lines - 1) + height) / 2), x = 0;
    for (const BatchChip& chip : chips) {
        if (x > 0 && x + chip.width > width) {
            y += pitch;
            x = 0;
        }
        const Area place = AreaAt(std::round(left + x), y, chip.width, height);
        const float room = chip.width - ChipWidth(panel.theme, "", chip.index, size);
        const std::string token = Shortened(panel.theme, FontRole::ContainerTitle, chip.token,
                                            std::max(room, panel.Px(kGap)));
        const bool is_cut = ChipWidth(panel.theme, chip.token, chip.index, size) > chip.width;
        DrawTokenChip(panel.pen(), place, chip.style, is_cut ? token : chip.token, chip.index,
                      size);
        for (int i = 0; i < chip.count; ++i) {
            panel.Spot(name + "." + std::to_string(chip.first + i), place);
        }
        x += chip.width + panel.Px(kGap);
    }
}

}  // namespace decodescope
