#include "app/look/theme.h"

#include <limits>

#include "tests/support/catch.h"

namespace decodescope {
namespace {

constexpr double kText = 4.5, kStroke = 3.0;  // WCAG 2.2, 1.4.3 and 1.4.11

struct Pair {
    const char* name;
    ImU32 above;
    ImU32 below;
};

void CheckAll(double least, std::initializer_list<Pair> pairs) {
    for (const Pair& pair : pairs) {
        INFO(pair.name << " has " << ContrastRatio(pair.above, pair.below));
        CHECK(ContrastRatio(pair.above, pair.below) >= least);
    }
}

}  // namespace

TEST_CASE("Contrast is 21 for black on white and 1 for a colour on itself") {
    const ImU32 white = PaletteOf(ThemeKind::Light).panel;
    CHECK(ContrastRatio(white, white) == Approx(1));
    CHECK(ContrastRatio(white, 0xFFu << IM_COL32_A_SHIFT) == Approx(21));
}

TEST_CASE("Text has a contrast of 4.5:1 with its background, in both themes") {
    for (const ThemeKind kind : {ThemeKind::Light, ThemeKind::Dark}) {
        const Palette& c = PaletteOf(kind);
        CheckAll(kText, {{"ink on panel", c.ink, c.panel},
                         {"ink on canvas", c.ink, c.canvas},
                         {"ink on block", c.ink, c.block},
                         {"ink on a neutral cell", c.ink, c.neutral_cell},
                         {"muted on panel", c.muted, c.panel},
                         {"muted on canvas", c.muted, c.canvas},
                         {"muted on block", c.muted, c.block},
                         {"on ink", c.on_ink, c.ink},
                         {"q on block", c.q.text, c.block},
                         {"k on block", c.k.text, c.block},
                         {"v on block", c.v.text, c.block},
                         {"ink on q", c.ink, c.q.tint},
                         {"ink on k", c.ink, c.k.tint},
                         {"ink on v", c.ink, c.v.tint},
                         {"cached on panel", c.cached.text, c.panel},
                         {"cached on its tint", c.cached.text, c.cached.tint},
                         {"on cached solid", c.on_cached_solid, c.cached_solid},
                         {"waiting on panel", c.waiting.text, c.panel},
                         {"waiting on its tint", c.waiting.text, c.waiting.tint},
                         {"on now", c.on_now, c.now_fill},
                         {"ink on the now tint", c.ink, c.now_tint}});
    }
}

TEST_CASE("Strokes have a contrast of 3:1 with their background, in both themes") {
    for (const ThemeKind kind : {ThemeKind::Light, ThemeKind::Dark}) {
        const Palette& c = PaletteOf(kind);
        CheckAll(kStroke, {{"q on block", c.q.stroke, c.block},
                           {"k on block", c.k.stroke, c.block},
                           {"v on block", c.v.stroke, c.block},
                           {"cached on block", c.cached.stroke, c.block},
                           {"waiting on canvas", c.waiting.stroke, c.canvas},
                           {"arrow on canvas", c.arrow, c.canvas},
                           {"field border on panel", c.field_border, c.panel},
                           {"done on the timeline", c.timeline_done, c.panel}});
    }
}

TEST_CASE("Ink stays readable on the colour of every magnitude") {
    for (const ThemeKind kind : {ThemeKind::Light, ThemeKind::Dark}) {
        const Palette& c = PaletteOf(kind);
        for (int i = 0; i <= 100; ++i) {
            const float share = static_cast<float>(i) / 100;
            INFO("share " << share);
            CHECK(ContrastRatio(c.ink, MagnitudeColor(c, share, true)) >= kText);
        }
    }
}

TEST_CASE("The maps begin, end and pass zero at their stops, and take any number") {
    const Palette& c = PaletteOf(ThemeKind::Light);
    CHECK(MagnitudeColor(c, 0, false) == c.magnitude.front());
    CHECK(MagnitudeColor(c, 1, false) == c.magnitude.back());
    CHECK(MagnitudeColor(c, 7, false) == c.magnitude.back());
    CHECK(SignedColor(c, -1) == c.signed_scale.front());
    CHECK(SignedColor(c, 1) == c.signed_scale.back());
    CHECK(ContrastRatio(SignedColor(c, 0), c.signed_scale[2]) < 1.02);
    CHECK(SignedColor(c, std::numeric_limits<float>::quiet_NaN()) == c.neutral_cell);
}

}  // namespace decodescope
