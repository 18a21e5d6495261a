#include "app/look/window_layout.h"

#include <algorithm>

#include "tests/support/catch.h"
#include "tests/support/headless_ui.h"

namespace decodescope {
namespace {

struct Window {
    ImVec2 size;
    float scale;
};

const Window kWindows[] = {{{1024, 700}, 1},  {{1279, 700}, 1},  {{1280, 720}, 1}, {{1600, 900}, 1},
                           {{3840, 2160}, 1}, {{3840, 2160}, 2}, {{2048, 1400}, 2}};

Theme ThemeAt(float scale) {
    Theme theme;
    theme.scale = scale;
    return theme;
}

const PanelSizes kOpen{.recipe_open = true, .inspector_open = true};

const ImVec2 kFar{1e6f, 1e6f}, kNear{-1e6f, -1e6f};

}  // namespace

TEST_CASE(
    "A scale is as chosen where the window has room for the panels, else the largest it has") {
    CHECK(ScaleIn({1280, 720}, 1) == 1);
    CHECK(ScaleIn({3840, 2160}, 3) == 3);
    CHECK(ScaleIn({640, 480}, 0.75f) == 0.75f);
    CHECK(ScaleIn({640, 480}, 3) == 1);
    for (const float chosen : {0.75f, 1.0f, 1.5f, 2.0f, 3.0f}) {
        float before = 0;
        for (float width = 640; width <= 3840; width += 32) {
            const ImVec2 window{width, width * 0.5625f};
            const float scale = ScaleIn(window, chosen);
            INFO(width << " " << chosen);
            CHECK(scale <= chosen);
            CHECK(scale >= before);  // a larger window never makes things smaller
            CHECK((scale <= 1 || (window.x >= 600 * scale && window.y >= 380 * scale)));
            before = scale;
        }
    }
}

TEST_CASE("Panels fill the window without gaps or overlaps whatever sizes were chosen") {
    const PanelSizes choices[] = {
        {}, {10.0f, 10.0f, 10.0f}, {1e5f, 1e5f, 1e5f}, {300.0f, 500.0f, 250.0f}};
    const std::optional<bool> folds[] = {std::nullopt, false, true};
    for (const Window& window : kWindows) {
        for (PanelSizes sizes : choices) {
            for (const auto recipe : folds) {
                for (const auto inspector : folds) {
                    sizes.recipe_open = recipe;
                    sizes.inspector_open = inspector;
                    const Layout layout = LayoutFor(ThemeAt(window.scale), window.size, sizes);
                    CHECK(layout.recipe.empty() != layout.recipe_strip.empty());
                    CHECK(layout.inspector.empty() != layout.inspector_strip.empty());
                    const Area& left = layout.recipe.empty() ? layout.recipe_strip : layout.recipe;
                    const Area& right =
                        layout.inspector.empty() ? layout.inspector_strip : layout.inspector;
                    CHECK(left.max.x == layout.pass.min.x);
                    CHECK(layout.pass.max.x == right.min.x);
                    CHECK(right.max.x == window.size.x);
                    CHECK(layout.inspector.max.y == layout.tabs.min.y);
                    CHECK(std::max(right.max.y, layout.tabs.max.y) == layout.transport.min.y);
                }
            }
        }
    }
}

TEST_CASE("No boundary can be dragged so far that a panel becomes unusable") {
    for (const Window& window : kWindows) {
        const Theme theme = ThemeAt(window.scale);
        for (const Splitter splitter : {Splitter::Recipe, Splitter::Inspector, Splitter::Tabs}) {
            for (const ImVec2 mouse : {kFar, kNear}) {
                const PanelSizes sizes = Dragged(theme, window.size, kOpen, splitter, mouse);
                const Layout layout = LayoutFor(theme, window.size, sizes);
                INFO(window.size.x << " " << window.scale);
                CHECK(layout.pass.width() >= theme.Px(360));
                CHECK(layout.inspector.width() >= theme.Px(280));
                CHECK(layout.inspector.height() >= theme.Px(140));
                CHECK(layout.tabs.height() >= theme.Px(160));
                CHECK(layout.recipe.width() >= theme.Px(200));
            }
        }
    }
}

TEST_CASE("A boundary follows the mouse and is then where the mouse left it") {
    const Theme theme = ThemeAt(1);
    const ImVec2 window{1600, 900};
    PanelSizes sizes = Dragged(theme, window, kOpen, Splitter::Recipe, {300, 400});
    sizes = Dragged(theme, window, sizes, Splitter::Inspector, {1100, 400});
    sizes = Dragged(theme, window, sizes, Splitter::Tabs, {1300, 500});
    const Layout layout = LayoutFor(theme, window, sizes);
    CHECK(layout.recipe.max.x == 300);
    CHECK(layout.inspector.min.x == 1100);
    CHECK(layout.tabs.min.y == 500);
}

TEST_CASE("Chosen sizes keep their proportions when the scale changes") {
    const PanelSizes sizes{300.0f, 500.0f, 250.0f};
    const Layout once = LayoutFor(ThemeAt(1), {1600, 900}, sizes);
    const Layout twice = LayoutFor(ThemeAt(2), {3200, 1800}, sizes);
    CHECK(twice.recipe.width() == 2 * once.recipe.width());
    CHECK(twice.inspector.width() == 2 * once.inspector.width());
    CHECK(twice.inspector.height() == 2 * once.inspector.height());
}

TEST_CASE("One size can be put back to the layout's own without the others") {
    const PanelSizes sizes = Undragged({300.0f, 500.0f, 250.0f}, Splitter::Inspector);
    CHECK(sizes == PanelSizes{.recipe_width = 300, .inspector_width = {}, .inspector_height = 250});
}

TEST_CASE("In a tiny window the inspector leaves more than half of it to the pass") {
    for (const float width : {200.0f, 320.0f, 480.0f, 600.0f, 800.0f}) {
        const Layout layout =
            LayoutFor(ThemeAt(1), {width, 500}, {.recipe_open = false, .inspector_open = true});
        CHECK(layout.pass.width() > layout.inspector.width());
    }
}

TEST_CASE("Splitters lie on the boundaries and there is none where a side is folded") {
    const Layout wide = LayoutFor(ThemeAt(1), {1600, 900}),
                 narrow = LayoutFor(ThemeAt(1), {1024, 700});
    CHECK(wide.recipe_splitter.center().x == wide.pass.min.x);
    CHECK(wide.inspector_splitter.center().x == wide.pass.max.x);
    CHECK(wide.tabs_splitter.center().y == wide.tabs.min.y);
    CHECK(narrow.recipe_splitter.empty());
    CHECK(narrow.inspector_splitter.empty());
    CHECK(narrow.tabs_splitter.empty());
}

TEST_CASE("Sides fold by themselves in narrow windows, and as a person chose in any") {
    struct Case {
        float width;
        bool has_recipe, has_inspector;
    };
    for (const Case& one : {Case{1600, true, true}, {1400, true, false}, {1280, false, false}}) {
        const Layout layout = LayoutFor(ThemeAt(1), {one.width, 720});
        CHECK(layout.recipe.empty() != one.has_recipe);
        CHECK(layout.inspector.empty() != one.has_inspector);
        const Layout open = LayoutFor(ThemeAt(1), {one.width, 720}, kOpen);
        CHECK_FALSE(open.recipe.empty());
        CHECK_FALSE(open.inspector.empty());
        const Layout folded = LayoutFor(ThemeAt(1), {one.width, 720},
                                        {.recipe_open = false, .inspector_open = false});
        CHECK(folded.recipe.empty());
        CHECK(folded.inspector.empty());
        CHECK(folded.pass.width() == one.width - 2 * Metrics{}.strip_width);
    }
}

TEST_CASE("Sides of no chosen width leave the pass what its numbers need") {
    for (const float needed : {900.0f, 1060.0f, 1120.0f, 1300.0f}) {
        const Layout layout = LayoutFor(ThemeAt(1), {1600, 900}, {}, needed);
        CHECK(layout.pass.width() >= needed);
        CHECK_FALSE(layout.recipe.empty());
    }
    const PanelSizes chosen{.recipe_width = 300, .inspector_width = 500};
    CHECK(LayoutFor(ThemeAt(1), {1600, 900}, chosen, 1000).pass.width() == 800);
}

TEST_CASE("A message has room of its own: it covers neither the pass nor a view") {
    const Theme theme = ThemeAt(1);
    for (const ImVec2 size : {ImVec2{1280, 720}, {640, 480}, {1920, 1080}}) {
        const Layout usual = LayoutFor(theme, size);
        for (const float height : {40.0f, 90.0f}) {
            const Layout pass = WithMessage(theme, usual, height);
            CHECK(pass.pass.max.y <= pass.message.min.y);
            CHECK(pass.message.height() >= height - 1);
            CHECK(pass.message.max.y <= pass.transport.min.y);
            const Layout view = WithMessage(theme, WithView(theme, usual, true), height);
            CHECK(view.view.max.y <= view.message.min.y);
        }
    }
}

}  // namespace decodescope
