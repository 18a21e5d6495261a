#include "app/views/pass/text_page.h"

#include <algorithm>

#include "app/widgets/controls.h"
#include "app/widgets/text.h"
#include "app/widgets/token_chip.h"
#include "core/explain/narrate.h"

namespace decodescope {
namespace {

// At scale 1.
constexpr float kTitleLine = 28, kSentenceLine = 54, kFlowTop = 108;
constexpr float kIdLine = 22, kRow = 84, kArrow = 40, kTextPadding = 16;

const char* const kSentence =
    "The run is over, and its IDs are looked up in the vocabulary: IDs → text. No model takes part "
    "in it. Here, "
    "to decode means to extend a text with the model; this last step is called detokenizing.";

// A token: its ID above its piece, in the shapes of the sequence.
void DrawPiece(const Panel& panel, Area column, TokenId id, TokenOrigin origin,
               const std::string& name) {
    const Metrics& m = panel.theme.metrics;
    const Palette& c = panel.theme.colors();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float x = column.center().x, y = column.min.y + panel.Px(kIdLine) / 2;
    DrawText(list, panel.theme, FontRole::Mono, {x, y}, c.ink, std::to_string(id), Anchor::Middle);
    const float top = column.min.y + panel.Px(kIdLine);
    DrawVertical(list, panel.theme, x, top, top + panel.Px(m.gap), c.ghost_arrow);
    const Area chip =
        AreaAt(column.min.x, top + panel.Px(m.gap), column.width(), panel.Px(m.chip_height));
    DrawTokenChip(list, panel.theme, chip, {TokenState::Uncached, false, origin},
                  TokenText(panel.recording(), id), "");
    panel.Spot(name, column);
}

// All tokens, in as many rows as they need. Returns where they end.
float DrawPieces(const Panel& panel, Area area) {
    const Recording& recording = panel.recording();
    const float gap = panel.Px(panel.theme.metrics.gap);
    float x = area.min.x, y = area.min.y;
    for (size_t i = 0; i < recording.ids().size(); ++i) {
        const TokenId id = recording.ids()[i];
        const float width = std::max(ChipWidth(panel.theme, TokenText(recording, id), ""),
                                     TextWidth(panel.theme, FontRole::Mono, std::to_string(id)));
        if (x + width > area.max.x && x > area.min.x) {
            x = area.min.x;
            y += panel.Px(kRow);
        }
        const bool is_prompt = static_cast<int>(i) < recording.prompt_length();
        DrawPiece(panel, AreaAt(x, y, width, panel.Px(kRow)), id,
                  is_prompt ? TokenOrigin::Prompt : TokenOrigin::Generated,
                  "text.piece." + std::to_string(i));
        x += width + gap;
    }
    return y + panel.Px(kRow);
}

// The text in a frame. Returns where it ends.
float DrawWholeText(const Panel& panel, Area area) {
    const Metrics& m = panel.theme.metrics;
    const Palette& c = panel.theme.colors();
    const Recording& recording = panel.recording();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const std::string text = PrintableUtf8(
        Detokenize(recording.model().tokenizer, recording.config().begin_token, recording.ids()));
    const float pad = panel.Px(kTextPadding), width = area.width() - 2 * pad;
    const int lines = ParagraphLines(panel.theme, FontRole::Sentence, text, width);
    const float line = panel.Px(m.line_height);
    const Area frame{area.min,
                     {area.max.x, area.min.y + 2 * pad + line * static_cast<float>(lines)}};
    list.AddRectFilled(frame.min, frame.max, c.block, panel.Px(m.field_radius));
    list.AddRect(frame.min, frame.max, c.field_border, panel.Px(m.field_radius), 0,
                 panel.Px(m.field_border));
    DrawParagraph(list, panel.theme, FontRole::Sentence,
                  {frame.min.x + pad, frame.min.y + pad + line / 2}, c.ink, text, width);
    panel.Spot("text.whole", frame);
    return frame.max.y;
}

}  // namespace

void DrawTextPage(const Panel& panel, Area area) {
    const Metrics& m = panel.theme.metrics;
    const Palette& c = panel.theme.colors();
    BeginPanel("text page", panel.theme, area, c.canvas, true);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float margin = panel.Px(m.margin), top = ImGui::GetCursorScreenPos().y;
    const Area inside{{area.min.x + margin, top}, {area.max.x - margin, area.max.y}};
    DrawText(list, panel.theme, FontRole::PassTitle, {inside.min.x, top + panel.Px(kTitleLine)},
             c.ink, "Detokenize");
    const float below = DrawParagraph(list, panel.theme, FontRole::Sentence,
                                      {inside.min.x, top + panel.Px(kSentenceLine)}, c.ink,
                                      kSentence, inside.width());
    float y = std::max(top + panel.Px(kFlowTop), below + margin / 2);
    y = DrawPieces(panel, {{inside.min.x, y}, inside.max});
    DrawText(list, panel.theme, FontRole::PassTitle, {inside.min.x + margin, y}, c.arrow, "↓");
    y = DrawWholeText(panel, {{inside.min.x, y + panel.Px(kArrow) / 2}, inside.max});
    const Recording& recording = panel.recording();
    y = DrawParagraph(list, panel.theme, FontRole::Label, {inside.min.x, y + margin}, c.muted,
                      Describe(recording.stop_reason(), recording.recipe()), inside.width());
    ImGui::SetCursorScreenPos({area.min.x, y + margin});
    ImGui::Dummy({1, 1});
    EndPanel();
}

}  // namespace decodescope
