#include "app/widgets/pen.h"

#include <algorithm>

#include "tests/support/catch.h"
#include "tests/support/headless_ui.h"

namespace decodescope {
namespace {

// What `draw` puts on a list: how far its vertices reach, and their colour.
struct Drawn {
    Area area{{1e9f, 1e9f}, {-1e9f, -1e9f}};
    ImU32 color = 0;
};

Drawn DrawnBy(const Theme& theme, const std::function<void(const Pen&)>& draw) {
    Drawn drawn;
    HeadlessUi ui([&](Hotspots&) {
        ImDrawList& list = *ImGui::GetForegroundDrawList();
        draw(Pen{list, theme});
        for (const ImDrawVert& vertex : list.VtxBuffer) {
            drawn.area.min = {std::min(drawn.area.min.x, vertex.pos.x),
                              std::min(drawn.area.min.y, vertex.pos.y)};
            drawn.area.max = {std::max(drawn.area.max.x, vertex.pos.x),
                              std::max(drawn.area.max.y, vertex.pos.y)};
            if (vertex.col >> IM_COL32_A_SHIFT) drawn.color = vertex.col;  // edges fade to nothing
        }
    });
    ui.Frame();
    return drawn;
}

}  // namespace

TEST_CASE("A pen writes from a place, up to it, and around it") {
    const HeadlessUi context([](Hotspots&) {});
    const Theme& theme = TestTheme();
    const float width = TextWidth(theme, FontRole::Label, "HHHH");
    const Drawn from = DrawnBy(theme, [&](const Pen& pen) {
        CHECK(pen.Write({100, 50}, "HHHH") == Approx(100 + width));
    });
    const Drawn up_to = DrawnBy(theme, [](const Pen& pen) { pen.WriteRight({100, 50}, "HHHH"); });
    const Drawn around = DrawnBy(theme, [](const Pen& pen) { pen.WriteMiddle({100, 50}, "HHHH"); });
    CHECK(from.area.min.x == Approx(100).margin(3));
    CHECK(up_to.area.max.x == Approx(100).margin(3));
    CHECK(around.area.center().x == Approx(100).margin(1.5));
    for (const Drawn& drawn : {from, up_to, around}) {
        CHECK(drawn.area.center().y == Approx(50).margin(1));  // the middle of the capitals
        CHECK(drawn.color == theme.colors().ink);
    }
}

TEST_CASE("Another pen is made from one, and leaves it as it was") {
    const Theme& theme = TestTheme();
    const Palette& c = theme.colors();
    ImDrawList list(nullptr);
    const Pen pen{list, theme};
    CHECK(pen.Muted().color == c.muted);
    CHECK(pen.Muted(false).color == c.ink);
    CHECK(pen.In(c.q.text).color == c.q.text);
    CHECK(pen.In(FontRole::Mono).font == FontRole::Mono);
    const Pen both = pen.In(FontRole::Sentence, c.muted);
    CHECK(both.font == FontRole::Sentence);
    CHECK(both.color == c.muted);
    CHECK(pen.font == FontRole::Label);
    CHECK(pen.color == c.ink);
}

TEST_CASE("Labels and numbers have a bold font; a title is bold already") {
    ImDrawList list(nullptr);
    const Pen pen{list, TestTheme()};
    CHECK(pen.Strong().font == FontRole::LabelStrong);
    CHECK(pen.In(FontRole::Mono).Strong().font == FontRole::MonoStrong);
    CHECK(pen.In(FontRole::PanelTitle).Strong().font == FontRole::PanelTitle);
    CHECK(pen.Strong(false).font == FontRole::Label);
}

TEST_CASE("A text with too little room is shortened, or takes several lines") {
    const Theme& theme = TestTheme();
    const std::string text = "positions whose K and V were computed";
    const float line = theme.Px(theme.metrics.line_height);
    DrawnBy(theme, [&](const Pen& pen) {
        CHECK(pen.WriteShortened({0, 50}, text, 2000) == Approx(pen.Width(text)));
        CHECK(pen.WriteShortened({0, 50}, text, 100) <= 100);
        CHECK(pen.Shortened(text, 100).ends_with("…"));
        const int lines = pen.Lines(text, 100);
        CHECK(lines > 1);
        CHECK(pen.WriteParagraph({0, 50}, text, 100) ==
              Approx(50 + line * static_cast<float>(lines)));
        CHECK(pen.WriteParagraph({0, 50}, text, 100, 1) == Approx(50 + line));
    });
}

TEST_CASE("Shapes lie where they are put, their radii and thicknesses in proportion to the scale") {
    Theme theme = TestTheme();
    theme.scale = 2;
    const Palette& c = theme.colors();
    const Area area{{20, 30}, {60, 50}};
    const Drawn filled = DrawnBy(theme, [&](const Pen& pen) { pen.In(c.line).Fill(area); });
    CHECK(filled.area.min.x == Approx(20).margin(1));
    CHECK(filled.area.max.y == Approx(50).margin(1));
    CHECK(filled.color == c.line);
    const Drawn disc = DrawnBy(theme, [](const Pen& pen) { pen.Disc({40, 40}, 5); });
    CHECK(disc.area.width() == Approx(20).margin(2));
    const Drawn ring = DrawnBy(theme, [&](const Pen& pen) { pen.Ring(area, 0, 3); });
    CHECK(ring.area.height() == Approx(20 + 6).margin(2));
}

}  // namespace decodescope
