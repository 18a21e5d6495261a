#include "app/views/pass/text_page.h"

#include <algorithm>

#include "app/views/pass/pass_panel.h"
#include "app/widgets/controls.h"
#include "app/widgets/form.h"
#include "app/widgets/token_chip.h"
#include "core/explain/narrate.h"

namespace decodescope {
namespace {

// At scale 1.
constexpr float kFlowTop = 108;
constexpr float kIdLine = 22, kRow = 84, kArrow = 40, kTextPadding = 16;

const char* const kSentence =
    "The run is over, and its IDs are looked up in the vocabulary: IDs → text. The model takes no "
    "part "
    "in this. Here, to decode means to extend a text with the model; this last step is called "
    "detokenizing.";

// A token: its ID above its piece, in the shapes of the sequence.
void DrawPiece(const Panel& panel, Area column, TokenId id, TokenOrigin origin,
               const std::string& name) {
    const Metrics& m = panel.theme.metrics;
    const Palette& c = panel.theme.colors();
    const Pen pen = panel.pen();
    const float x = column.center().x, y = column.min.y + panel.Px(kIdLine) / 2;
    pen.In(FontRole::Mono).WriteMiddle({x, y}, std::to_string(id));
    const float top = column.min.y + panel.Px(kIdLine);
    pen.In(c.ghost_arrow).Vertical(x, top, top + panel.Px(m.gap));
    const Area chip =
        AreaAt(column.min.x, top + panel.Px(m.gap), column.width(), panel.Px(m.chip_height));
    DrawTokenChip(pen, chip, {TokenState::Uncached, false, origin},
                  TokenText(panel.recording(), id), "");
    panel.Spot(name, column);
}

// All tokens, in as many rows as they need. Returns where they end.
float DrawPieces(const Panel& panel, Area area) {
    const Recording& recording = panel.recording();
    const Pen mono = panel.pen().In(FontRole::Mono);
    const float gap = panel.Px(panel.theme.metrics.gap);
    float x = area.min.x, y = area.min.y;
    for (size_t i = 0; i < recording.ids().size(); ++i) {
        const TokenId id = recording.ids()[i];
        const float width = std::max(ChipWidth(panel.theme, TokenText(recording, id), ""),
                                     mono.Width(std::to_string(id)));
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
    const Pen pen = panel.pen(), prose = pen.In(FontRole::Sentence);
    const std::string text = PrintableUtf8(
        Detokenize(recording.model().tokenizer, recording.config().begin_token, recording.ids()));
    const float pad = panel.Px(kTextPadding), width = area.width() - 2 * pad;
    const int lines = prose.Lines(text, width);
    const float line = panel.Px(m.line_height);
    const Area frame{area.min,
                     {area.max.x, area.min.y + 2 * pad + line * static_cast<float>(lines)}};
    pen.In(c.block).Fill(frame, m.field_radius);
    pen.In(c.field_border).Ring(frame, m.field_radius, m.field_border);
    prose.WriteParagraph({frame.min.x + pad, frame.min.y + pad + line / 2}, text, width);
    panel.Spot("text.whole", frame);
    return frame.max.y;
}

}  // namespace

void DrawTextPage(const Panel& panel, Area area) {
    const Metrics& m = panel.theme.metrics;
    const Palette& c = panel.theme.colors();
    BeginPanel("text page", panel.theme, area, c.canvas, true);
    const Pen pen = panel.pen(), title = pen.In(FontRole::PassTitle);
    const float margin = panel.Px(m.margin), top = ImGui::GetCursorScreenPos().y;
    const Area inside{{area.min.x + margin, top}, {area.max.x - margin, area.max.y}};
    Column column = ColumnIn(area, margin, top + panel.Px(m.title_line));
    title.Write({column.left, column.y}, "Detokenize");
    column.y = top + panel.Px(m.sentence_line);
    WriteParagraph(pen.In(FontRole::Sentence), column, kSentence);
    column.y = std::max(top + panel.Px(kFlowTop), column.y + margin / 2);
    column.y = DrawPieces(panel, {{inside.min.x, column.y}, inside.max});
    title.In(c.arrow).Write({inside.min.x + margin, column.y}, "↓");
    column.y = DrawWholeText(panel, {{inside.min.x, column.y + panel.Px(kArrow) / 2}, inside.max}) +
               margin;
    const Recording& recording = panel.recording();
    WriteParagraph(pen.Muted(), column, Describe(recording.finish_reason(), recording.recipe()));
    column.y += margin;
    EndColumn(column);
    EndPanel();
}

}  // namespace decodescope
