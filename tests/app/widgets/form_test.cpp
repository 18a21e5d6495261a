#include "app/widgets/form.h"

#include "tests/support/catch.h"
#include "tests/support/headless_ui.h"

namespace decodescope {
namespace {

constexpr float kLeft = 20, kRight = 420, kTop = 100;
constexpr FormStyle kStyle{.row = 40, .switch_row = 32, .field_height = 30, .field_width = 90};

// A form on a panel; `fill` draws its rows, and the column is as the last one left it.
struct FormBench {
    FormBench(FormStyle form_style, std::function<void(Form&)> fill)
        : style(form_style), ui([this, fill](Hotspots& spots) {
              const Theme& theme = TestTheme();
              BeginPanel("form", theme, {{0, 0}, {440, 600}}, theme.colors().panel);
              column = {kLeft, kRight, kTop};
              Form form(theme, spots, numbers, column, style);
              fill(form);
              EndPanel();
          }) {}

    Area At(const char* hotspot) {
        const Hotspot spot = ui.At(hotspot);
        return {spot.min, spot.max};
    }

    FormStyle style;
    NumberFormat numbers;
    Column column;
    HeadlessUi ui;
};

const auto kNames = [](int i) { return std::string(i == 0 ? "greedy" : "sample"); };

}  // namespace

TEST_CASE("Rows of a form are one below the other, their fields at the right end") {
    FormBench bench(kStyle, [](Form& form) {
        form.Number("first", "Temperature", 0.8);
        form.Switch("second", "Decimal comma", true);
        form.Choice("third", "Rule", 0, 2, kNames);
        form.Fixed("fourth", "Seed", "not used");
    });
    bench.ui.Frame();
    CHECK(bench.At("first").min.x == kRight - 90);
    CHECK(bench.At("first").max.x == kRight);
    CHECK(bench.At("first").height() == 30);
    CHECK(bench.At("first").center().y == kTop);
    CHECK(bench.At("second").center().y == kTop + 40);
    CHECK(bench.At("second").min.x == kLeft);  // a switch is its own label
    CHECK(bench.At("third").center().y == kTop + 40 + 32);
    CHECK(bench.At("fourth").center().y == kTop + 40 + 32 + 40);
    CHECK(bench.At("fourth").width() == kRight - kLeft);
    CHECK(bench.column.y == kTop + 40 + 32 + 40 + 40);
}

TEST_CASE("Without a width of its own, a field takes what its label leaves") {
    FormBench bench({.label_width = 70}, [](Form& form) { form.Text("text", "Scale", "1/2"); });
    bench.ui.Frame();
    CHECK(bench.At("text").min.x == kLeft + 70);
    CHECK(bench.At("text").max.x == kRight);
}

TEST_CASE("A divided form has fields side by side; a row that is not full ends with the division") {
    FormBench bench({.row = 40, .label_width = 50, .gap = 10}, [](Form& form) {
        form.Divide(2);
        form.Number("a", "a", 1);
        form.Number("b", "b", 2);
        form.Divide(3);
        form.Number("c", "c", 3);
        form.Divide(1);
        form.Number("d", "d", 4);
    });
    bench.ui.Frame();
    CHECK(bench.At("a").min.x == kLeft + 50);
    CHECK(bench.At("a").max.x == kLeft + 195);
    CHECK(bench.At("b").min.x == kLeft + 205 + 50);
    CHECK(bench.At("b").max.x == kRight);
    CHECK(bench.At("a").center().y == bench.At("b").center().y);
    CHECK(bench.At("c").center().y == kTop + 40);
    CHECK(bench.At("c").max.x == Approx(kLeft + 380 / 3.0f));
    CHECK(bench.At("d").center().y == kTop + 80);
    CHECK(bench.At("d").max.x == kRight);
    CHECK(bench.column.y == kTop + 120);
}

TEST_CASE("What a person does with a field of a form comes back from the call that drew it") {
    std::optional<double> number;
    std::optional<int> choice;
    std::string text = "A";
    int clicks = 0;
    FormBench bench(kStyle, [&](Form& form) {
        if (const auto edit = form.Number("number", "", 1).changed) number = edit;
        if (const auto chosen = form.Choice("choice", "", 0, 2, kNames)) choice = chosen;
        if (const auto edit = form.Text("text", "", text).changed) text = *edit;
        clicks += form.Switch("switch", "", false);
    });
    bench.ui.Click("switch");
    CHECK(clicks == 1);
    bench.ui.DragRight("number", 30);
    CHECK(number > 1.0);
    bench.ui.Click("text");
    bench.ui.Type("B");
    CHECK(text == "AB");
    CHECK_FALSE(choice);
}

TEST_CASE("Running text moves a column below itself, and a line of it is around its y") {
    const Theme& theme = TestTheme();
    HeadlessUi ui([&](Hotspots&) {
        Column column = ColumnIn({{0, 0}, {200, 500}}, 20, 50);
        CHECK(column.width() == 160);
        CHECK(column.Line(20).min.y == 40);
        CHECK(column.Block(20).max.y == 70);
        const Pen pen{*ImGui::GetForegroundDrawList(), theme};
        const std::string text = "the K and V of every position processed so far";
        const float height =
            theme.Px(theme.metrics.line_height) * static_cast<float>(pen.Lines(text, 160));
        WriteParagraph(pen, column, text);
        CHECK(column.y == Approx(50 + height));
    });
    ui.Frame();
}

}  // namespace decodescope
