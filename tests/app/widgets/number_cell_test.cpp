#include "app/widgets/number_cell.h"

#include <cmath>

#include "tests/support/catch.h"
#include "tests/support/headless_text.h"
#include "tests/support/headless_ui.h"

namespace decodescope {

TEST_CASE("A number is as typed where that fits, and says so where digits are left out") {
    ImDrawList list(nullptr);
    const HeadlessUi fonts([](Hotspots&) {});
    const Pen digits = Pen{list, TestTheme()}.In(FontRole::Mono);
    const NumberFormat three, two{.decimals = 2};
    const auto shown = [&](double number, const NumberFormat& format, int characters) {
        const float room = digits.Width(std::string(static_cast<size_t>(characters), '0'));
        return FittingNumber(digits, number, format, room, true);
    };
    CHECK(shown(-0.125, two, 6) == "−0.125");  // not −0.12
    CHECK(shown(1, three, 6) == "1");
    CHECK(shown(std::sqrt(0.5), three, 6) == "0.707…");
    CHECK(shown(std::sqrt(0.5), three, 18) == "0.7071067811865476");
    CHECK(shown(200000, three, 6) == "200000");
    CHECK(shown(123456.75, three, 6).ends_with("…"));
}

TEST_CASE("A number stays in its cell, however long it is") {
    const HeadlessUi fonts([](Hotspots&) {});
    const Theme& theme = TestTheme();
    for (const float width : {12.0f, 30.0f, 52.0f, 64.0f, 300.0f}) {
        HeadlessUi ui([&](Hotspots&) {
            const Pen pen{*ImGui::GetForegroundDrawList(), theme};
            const Area cell{{100, 100}, {100 + width, 126}};
            DrawNumberCell(pen, cell, theme.colors().block, "−98765432.123456", CellStyle::Ringed);
        });
        ui.Frame();
        for (const DrawnText& text : AuditText().texts) {
            CHECK(text.ink.min.x >= 100);
            CHECK(text.ink.max.x <= 100 + width);
            CHECK((width > 200) != text.words.ends_with("…"));
        }
    }
}

}  // namespace decodescope
