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
    LoadFonts(theme, {.ranges = Glyphs::All, .others = {}});
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
    LoadFonts(theme, {.ranges = Glyphs::All, .others = {}},
              {.text = {"No Such Family"}, .mono = {"Nor This One"}});
    for (ImFont* font : theme.fonts) REQUIRE(font != nullptr);
    for (const float center : theme.cap_centers) CHECK(center > 0);
    CheckThatNothingIsLost(theme);
}

TEST_CASE(
    "Common texts need only the common glyphs, and no others are loaded until a text needs them") {
    const auto needs_of = [](const char* text) {
        GlyphNeeds needs;
        needs.Add(text);
        return needs;
    };
    CHECK(needs_of("Today I drink tea") == GlyphNeeds{});
    CHECK(needs_of("Zażółć gęślą jaźń, θ → ∞, q·kᵀ, ĠLily ␣") == GlyphNeeds{});
    CHECK(needs_of("Привет") == GlyphNeeds{});
    CHECK(needs_of("Việt").ranges == Glyphs::All);
    CHECK(needs_of("\u4E2D") == GlyphNeeds{.ranges = Glyphs::Common, .others = {0x4E2D}});
    CHECK(needs_of("\xFF") == GlyphNeeds{});
}

TEST_CASE("A character of another script is shown where a font on this system has it") {
    if (!HasFamily("DejaVu Sans")) SKIP("no font with Hebrew is known to be installed");
    const HeadlessUi ui([](Hotspots&) {}, {100, 100}, HeadlessUi::Fonts::Own);
    Theme theme;
    theme.scale = 1;
    GlyphNeeds needs;
    needs.Add("א");
    LoadFonts(theme, needs);
    for (const FontRole role : kRoles) CHECK(Displayable(theme, role, "א") == "א");
    // The built-in font has nothing of the kind; the system's fonts still have.
    LoadFonts(theme, needs, {.text = {"Inter"}, .mono = {"JetBrains Mono"}});
    for (const FontRole role : kRoles) CHECK(Displayable(theme, role, "א") == "א");
}

TEST_CASE("Characters without glyphs are one placeholder each") {
    const HeadlessUi ui([](Hotspots&) {});
    CHECK(Displayable(TestTheme(), FontRole::Label, "日本") == "U+65E5 U+672C");
    CHECK(Displayable(TestTheme(), FontRole::Label, "a🙂") == "aU+1F642");
    CHECK(Displayable(TestTheme(), FontRole::Label, "日\n本") == "U+65E5\nU+672C");
}

TEST_CASE("The fonts of scale 1 fit into a small texture") {
    const HeadlessUi ui([](Hotspots&) {});
    const ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
    CHECK(atlas.TexWidth * atlas.TexHeight <= 2048 * 1024);
}

}  // namespace decodescope
