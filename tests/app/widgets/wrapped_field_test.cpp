#include "app/widgets/wrapped_field.h"

#include <random>

#include "app/look/imgui_compat.h"
#include "tests/support/catch.h"
#include "tests/support/headless_ui.h"

namespace decodescope {
namespace {

// A field whose text is what was typed into it, as in the recipe panel.
struct FieldBench {
    explicit FieldBench(std::string begun, float field_width = 300)
        : text(std::move(begun)), width(field_width), ui([this](Hotspots& spots) { Draw(spots); }) {
        ui.Settle();
    }

    void Draw(Hotspots& spots) {
        const Theme& theme = TestTheme();
        BeginPanel("panel", theme, {{0, 0}, {400, 800}}, theme.colors().panel);
        const Area area = AreaAt(20, 20, width, WrappedFieldHeight(theme, text, width));
        const WrappedEdit edit = WrappedField("##text", theme, area, text);
        if (edit.changed) text = *edit.changed;
        ended |= edit.ended;
        undone |= edit.undone;
        escaped |= edit.escaped;
        entered = edit.entered ? edit.entered : entered;
        height = area.height();
        spots.Add("text", area.min, area.max);
        EndPanel();
    }

    void Key(ImGuiKey key, Modifiers modifiers = {}) {
        SetModifiers(modifiers);
        ui.PressKey(key);
        SetModifiers({});
    }

    // The cursor to the end of the text.
    void Enter() {
        ui.Click("text");
        Key(ImGuiKey_End, {.ctrl = true});
    }

    std::string text;
    float width, height = 0;
    bool ended = false, undone = false, escaped = false;
    std::optional<std::string> entered;
    HeadlessUi ui;
};

std::string Words(int count) {
    std::string text;
    for (int i = 0; i < count; ++i)
        text += (i == 0 ? "" : " ") + std::string(1 + i % 7, static_cast<char>('a' + i % 26));
    return text;
}

}  // namespace

TEST_CASE(
    "A long text is shown on as many lines as it needs, up to a limit, and stays what it is") {
    const std::string text = Words(30);
    const auto height = [](const std::string& of, float width) {
        return FieldBench(of, width).height;
    };
    const float one = height("A B", 300);
    CHECK(one == TestTheme().Px(TestTheme().metrics.field_height));
    CHECK(height(text, 300) > 2 * one);
    CHECK(height(text, 200) > height(text, 300));
    CHECK(height(Words(2000), 300) == height(Words(4000), 300));
    FieldBench several(text);
    several.Enter();
    CHECK(several.text == text);
    several.ui.Type("x");
    CHECK(several.text == text + "x");
}

TEST_CASE("Enter ends the typing, and Ctrl+Enter writes a line break of the text") {
    FieldBench bench("one");
    bench.Enter();
    bench.Key(ImGuiKey_Enter, {.ctrl = true});
    bench.ui.Type("two");
    CHECK(bench.text == "one\ntwo");
    CHECK_FALSE(bench.ended);
    bench.Key(ImGuiKey_Enter);
    CHECK(bench.ended);
    CHECK(bench.entered == "one\ntwo");
    CHECK(bench.text == "one\ntwo");
}

TEST_CASE("Escape takes the text back, and Ctrl+Z asks for the edit before") {
    FieldBench bench("one two");
    bench.Enter();
    bench.ui.Type("x");
    bench.Key(ImGuiKey_Escape);
    CHECK(bench.text == "one two");
    CHECK(bench.escaped);
    bench.Enter();
    bench.Key(ImGuiKey_Z, {.ctrl = true});
    bench.ui.Frame();
    CHECK(bench.undone);
    CHECK_FALSE(ImGui::IsAnyItemActive());
}

TEST_CASE("A text that has the sign for line breaks itself is shown with another one") {
    for (const std::string text : {"a\nb", "a\u00B6\nb", "a\u00B6\u00A4\n\nb", "\n", "no break"}) {
        const std::string mark = MarkFor(text);
        CHECK(WithMarks(text, mark).find('\n') == std::string::npos);
        CHECK(WithoutMarks(WithMarks(text, mark), mark) == text);
        FieldBench bench(text);
        bench.Enter();
        bench.ui.Type("z");
        CHECK(bench.text == text + "z");
    }
}

// Where the lines break is no part of the text, wherever the cursor is.
TEST_CASE("Whatever is typed and deleted anywhere changes one character at a time") {
    std::mt19937 random(11);
    FieldBench bench(Words(40));
    bench.Enter();
    constexpr ImGuiKey kMoves[] = {ImGuiKey_LeftArrow, ImGuiKey_RightArrow, ImGuiKey_UpArrow,
                                   ImGuiKey_DownArrow, ImGuiKey_Home,       ImGuiKey_End};
    for (int i = 0; i < 150; ++i) {
        for (auto moves = random() % 3; moves > 0; --moves) bench.Key(kMoves[random() % 6]);
        const std::string before = bench.text;
        const auto act = random() % 3;
        if (act == 0) {
            bench.ui.Type(random() % 4 == 0 ? " " : "q");
            CHECK(bench.text.size() == before.size() + 1);
        } else {
            bench.Key(act == 1 ? ImGuiKey_Backspace : ImGuiKey_Delete);
            CHECK((bench.text.size() + 1 == before.size() || bench.text == before));
        }
        CHECK(bench.text.find('\n') == std::string::npos);
    }
}

}  // namespace decodescope
