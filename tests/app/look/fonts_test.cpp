#include "app/look/fonts.h"

#include "app/look/imgui_compat.h"
#include "app/widgets/text.h"
#include "core/base/utf8.h"
#include "tests/support/catch.h"
#include "tests/support/headless_ui.h"

namespace decodescope {
namespace {

struct Script {
    const char* name;
    const char* letters;
};

constexpr Script kScripts[] = {
    {"Latin", "AaÀàÄäÇçÉéÑñØøŒœßÞþĲĳŐőŠšŽž"},
    {"Greek", "ΑαΒβΓγΔδΘθΛλΠπΣσςΩωάέήίόύώ"},
    {"Cyrillic", "АаБбЖжЙйЩщЪъЫыЭэЮюЯяЁёЄєІіЇї"},
    {"Polish", "ĄąĆćĘęŁłŃńÓóŚśŹźŻż"},
    {"Vietnamese", "ĂăÂâĐđÊêÔôƠơƯưẮắẤấẾếỆệỐốỘộỜờỢợỨứỰự"},
    {"arrows", "←↑→↓↔⇐⇒⇔"},
    {"superscripts and subscripts", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ⁿᵀ₀₁₂₃₄₅₆₇₈₉₊₋"},
    {"mathematics", "−·×÷±√∞∑∏∂∫≈≠≤≥∈∉∩∪⊂∀∃"},
    {"signs of tokenizers", "␣ĠĊ…–—“”«»€"},
};

// Roles that show what a person or a model has written.
constexpr FontRole kRoles[] = {FontRole::ContainerTitle, FontRole::PanelTitle,  FontRole::Sentence,
                               FontRole::Label,          FontRole::LabelStrong, FontRole::Mono};

void CheckThatNothingIsLost(const Theme& theme) {
    for (const FontRole role : kRoles) {
        for (const Script& script : kScripts) {
            const std::string shown = Displayable(theme, role, script.letters);
            for (size_t at = 0; at < shown.size();) {
                const Utf8Character character = Utf8At(shown, at);
                REQUIRE(character.code_point);
                INFO(script.name << ": " << CodePointName(*character.code_point));
                CHECK(GlyphOf(*theme.Font(role), *character.code_point) != nullptr);
                at += character.length;
            }
        }
    }
}

}  // namespace

TEST_CASE("With the packaged fonts every letter and sign is really there") {
    if (!HasFamily("Inter") || !HasFamily("JetBrains Mono") || !HasFamily("DejaVu Sans")) {
        SKIP("the packaged fonts are not installed");
    }
    const HeadlessUi ui([](Hotspots&) {}, {100, 100}, HeadlessUi::Fonts::Own);
    Theme theme;
    theme.scale = 1;
    LoadFonts(theme, Glyphs::All);
    for (const FontRole role : kRoles) {
        for (const Script& script : kScripts) {
            INFO(script.name << " in role " << static_cast<int>(role));
            CHECK(Displayable(theme, role, script.letters) == script.letters);
        }
    }
}

TEST_CASE("What a font lacks is shown as its code, never as a lost box") {
    const HeadlessUi ui([](Hotspots&) {});
    CHECK(Displayable(TestTheme(), FontRole::Label, "a\u4E2D") == "aU+4E2D");
    CheckThatNothingIsLost(TestTheme());
}

TEST_CASE("Long counts keep their spaces in every font") {
    const HeadlessUi ui([](Hotspots&) {});
    for (size_t role = 0; role < kFontRoleCount; ++role) {
        const std::string shown =
            Displayable(TestTheme(), static_cast<FontRole>(role), "1\u202F234\u202F567");
        CHECK(shown.find("U+") == std::string::npos);
        CHECK(shown.find("234") != std::string::npos);
    }
}

TEST_CASE("Without the usual families there are still fonts, and nothing is lost") {
    HeadlessUi ui([](Hotspots&) {}, {100, 100}, HeadlessUi::Fonts::Own);
    Theme theme;
    theme.scale = 1;
    LoadFonts(theme, Glyphs::All, {.text = {"No Such Family"}, .mono = {"Nor This One"}});
    for (ImFont* font : theme.fonts) REQUIRE(font != nullptr);
    for (const float center : theme.cap_centers) CHECK(center > 0);
    CheckThatNothingIsLost(theme);
}

TEST_CASE(
    "Common texts need only the common glyphs, and no others are loaded until a text needs them") {
    CHECK(GlyphsFor("Today I drink tea") == Glyphs::Common);
    CHECK(GlyphsFor("Zażółć gęślą jaźń, θ → ∞, q·kᵀ, ĠLily ␣") == Glyphs::Common);
    CHECK(GlyphsFor("Привет") == Glyphs::Common);
    CHECK(GlyphsFor("Việt") == Glyphs::All);
    CHECK(GlyphsFor("\u4E2D") == Glyphs::Common);  // no font is needed for it
    CHECK(GlyphsFor("\xFF") == Glyphs::Common);
}

TEST_CASE("The fonts of scale 1 fit into a small texture") {
    const HeadlessUi ui([](Hotspots&) {});
    const ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
    CHECK(atlas.TexWidth * atlas.TexHeight <= 2048 * 1024);
}

}  // namespace decodescope
