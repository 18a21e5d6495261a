#include "app/views/tabs/transcript_panel.h"

#include "app/apply/inspect_commands.h"
#include "app/widgets/controls.h"

namespace decodescope {
namespace {

constexpr float kCopyWidth = 84;  // at scale 1

}  // namespace

void DrawTranscriptPanel(const Panel& panel, Area area) {
    const Metrics& m = panel.theme.metrics;
    const Palette& c = panel.theme.colors();
    const float margin = panel.Px(m.margin), gap = panel.Px(m.gap);
    BeginPanel("transcript", panel.theme, area, c.panel);
    const Pen pen = panel.pen();

    const float button = panel.Px(m.number_height);
    const Area copy = AreaAt(area.max.x - margin - panel.Px(kCopyWidth), area.min.y + gap,
                             panel.Px(kCopyWidth), button);
    pen.Muted().WriteShortened({area.min.x + margin, copy.center().y}, "This step in words",
                               copy.min.x - area.min.x - margin - gap);
    if (TextButton("transcript.copy", panel.theme, copy, std::nullopt, "Copy")) {
        panel.Emit(CopyWords{panel.derived.transcript});
    }
    panel.Spot("transcript.copy", copy);
    Tip(panel.theme, copy, "Copy all of it, or select a part and press Ctrl+C");

    const Area text{{area.min.x + margin, copy.max.y + gap},
                    {area.max.x - margin, area.max.y - gap}};
    if (text.height() > panel.Px(m.line_height)) {
        ReadOnlyText("transcript.text", panel.theme, text, panel.derived.transcript);
        panel.Spot("transcript.text", text);
    }
    pen.In(c.line).Vertical(area.min.x, area.min.y, area.max.y);
    EndPanel();
}

}  // namespace decodescope
