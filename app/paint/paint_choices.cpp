#include "app/paint/paint_choices.h"

#include "app/paint/paint_cells.h"
#include "app/paint/paint_text.h"

namespace decodescope {
namespace {

// A map is its own button: only its edge says that it can be chosen.
void PaintMapChoice(const Canvas& canvas, const Choice& choice, bool is_hovered) {
    const Palette& colors = canvas.colors();
    const Area area = canvas.At(choice.place);
    if (choice.chosen) {
        PaintRing(canvas, area.Grown(canvas.Line(1)), 3);
    } else if (is_hovered) {
        canvas.list.AddRect(area.min, area.max, colors.ink, 0, 0, std::max(1.0f, canvas.Px(1.5f)));
    }
}

// The stage's name is drawn already; a line below it says that it is open or can be opened.
void PaintStageChoice(const Canvas& canvas, const Choice& choice, bool is_hovered) {
    if (!choice.chosen && !is_hovered) return;
    const Palette& colors = canvas.colors();
    const Area area = canvas.At(choice.place);
    const float height = std::max(1.0f, std::round(canvas.Px(2)));
    canvas.list.AddRectFilled({area.min.x, area.max.y - height}, area.max,
                              choice.chosen ? colors.ink : colors.field_border);
}

// Its tick is drawn already; a ring says that a click takes it.
void PaintTickChoice(const Canvas& canvas, const Choice& choice, bool is_hovered) {
    if (!is_hovered || choice.chosen) return;
    const Area area = canvas.At(choice.place);
    canvas.list.AddCircle(area.center(), area.width() / 2, canvas.colors().waiting.stroke, 0,
                          std::max(1.0f, canvas.Px(2)));
}

}  // namespace

void PaintChoice(const Canvas& canvas, const Choice& choice, bool is_hovered) {
    if (choice.kind == Choice::Kind::Stage) return PaintStageChoice(canvas, choice, is_hovered);
    if (choice.kind == Choice::Kind::Candidate) return PaintTickChoice(canvas, choice, is_hovered);
    if (choice.kind == Choice::Kind::Map) return PaintMapChoice(canvas, choice, is_hovered);
    const Palette& colors = canvas.colors();
    const Area area = canvas.At(choice.place);
    const float radius = canvas.Px(5);
    canvas.list.AddRectFilled(area.min, area.max, choice.chosen ? colors.ink : colors.block,
                              radius);
    if (!choice.chosen) {
        canvas.list.AddRect(area.min, area.max, is_hovered ? colors.field_border : colors.line,
                            radius, 0, std::max(1.0f, canvas.Px(1)));
    }
    if (choice.kind == Choice::Kind::Overview) {
        PaintWords(canvas, FontRole::Label, area.center(), colors.ink, std::string(kOverviewWord),
                   Anchor::Middle);
        return;
    }
    PaintWords(canvas, choice.chosen ? FontRole::MonoStrong : FontRole::Mono, area.center(),
               choice.chosen ? colors.on_ink : colors.ink, std::to_string(choice.index),
               Anchor::Middle);
}

std::string HotspotOf(const Choice& choice) {
    switch (choice.kind) {
        case Choice::Kind::Layer: return "pass.layer." + std::to_string(choice.index);
        case Choice::Kind::Head: return "pass.head." + std::to_string(choice.index);
        case Choice::Kind::Overview: return "pass.map";
        case Choice::Kind::Candidate: return "pass.take." + std::to_string(choice.index);
        case Choice::Kind::Stage:
            return "pass.stage." + std::string(InfoOf(static_cast<Stage>(choice.index)).name);
        case Choice::Kind::Map:
            return "map." + std::to_string(choice.layer) + "." + std::to_string(choice.index);
    }
    return {};
}

}  // namespace decodescope
