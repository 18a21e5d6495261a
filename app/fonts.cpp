#include "app/fonts.h"

#include <fontconfig/fontconfig.h>
#include <imgui_freetype.h>

#include <string>

#include "app/imgui_compat.h"

namespace decodescope {
namespace {

enum class Family { Inter, JetBrainsMono };
enum class Weight { Regular, SemiBold, Bold };

// Text that a person or a model may have written needs every script; captions need few signs.
enum class Script { Any, Captions };

struct FontRow {
    FontRole role;
    Family family;
    Weight weight;
    float em;  // at scale 1
    Script script;
};

constexpr FontRow kFonts[] = {
    {FontRole::PassTitle, Family::Inter, Weight::SemiBold, 20, Script::Captions},
    {FontRole::ContainerTitle, Family::Inter, Weight::SemiBold, 18, Script::Any},
    {FontRole::PanelTitle, Family::Inter, Weight::SemiBold, 16, Script::Any},
    {FontRole::Sentence, Family::Inter, Weight::Regular, 16, Script::Any},
    {FontRole::Label, Family::Inter, Weight::Regular, 15, Script::Any},
    {FontRole::LabelStrong, Family::Inter, Weight::SemiBold, 15, Script::Any},
    {FontRole::Mono, Family::JetBrainsMono, Weight::Regular, 15, Script::Any},
    {FontRole::MonoStrong, Family::JetBrainsMono, Weight::Bold, 15, Script::Captions},
    {FontRole::MonoLarge, Family::JetBrainsMono, Weight::Bold, 22, Script::Captions},
};
static_assert(std::size(kFonts) == kFontRoleCount);

struct FamilyRow {
    const char* name;
    const char* stand_in;
    float line_per_em;  // ImGui sizes a font by its line height
    float stand_in_line_per_em;
};

constexpr FamilyRow kFamilies[] = {
    {"Inter", "DejaVu Sans", 1.21f, 1.164f},
    {"JetBrains Mono", "DejaVu Sans Mono", 1.32f, 1.164f},
};

constexpr ImWchar kAny[] = {
    0x0020, 0x007E, 0x00A0, 0x052F,  // Latin, Greek, Cyrillic
    0x1E00, 0x1EFF,                  // Vietnamese and further accents
    0x2010, 0x205E, 0x2070, 0x209F,  // punctuation, super- and subscripts
    0x20A0, 0x20BF, 0x2100, 0x22FF,  // currencies, letterlike signs, arrows, mathematics
    0x2420, 0x2426, 0x2500, 0x25FF,  // ␣, boxes
    0};

constexpr ImWchar kCaptions[] = {
    0x0020, 0x007E, 0x00A0, 0x017F, 0x0391, 0x03C9, 0x2010, 0x2026, 0x2070, 0x209F,
    0x2190, 0x2193, 0x2200, 0x2265, 0x2423, 0x2423, 0};

// Signs that Inter and JetBrains Mono may lack; they come from the stand-in.
constexpr ImWchar kSigns[] = {0x2070, 0x209F, 0x2100, 0x22FF, 0x2420, 0x2426, 0x2500, 0x25FF, 0};

int FontconfigWeight(Weight weight) {
    switch (weight) {
        case Weight::Regular: return FC_WEIGHT_REGULAR;
        case Weight::SemiBold: return FC_WEIGHT_SEMIBOLD;
        case Weight::Bold: return FC_WEIGHT_BOLD;
    }
    return FC_WEIGHT_REGULAR;
}

// The file of a font whose family has exactly this name; empty where none is installed.
std::string FindFont(const char* family, Weight weight) {
    FcPattern* wanted = FcPatternCreate();
    FcPatternAddString(wanted, FC_FAMILY, reinterpret_cast<const FcChar8*>(family));
    FcPatternAddInteger(wanted, FC_WEIGHT, FontconfigWeight(weight));
    FcPatternAddInteger(wanted, FC_SLANT, FC_SLANT_ROMAN);
    FcConfigSubstitute(nullptr, wanted, FcMatchPattern);
    FcDefaultSubstitute(wanted);

    FcResult result = FcResultNoMatch;
    FcPattern* found = FcFontMatch(nullptr, wanted, &result);
    std::string file;
    FcChar8* text = nullptr;
    if (found && FcPatternGetString(found, FC_FAMILY, 0, &text) == FcResultMatch &&
        FcStrCmpIgnoreCase(text, reinterpret_cast<const FcChar8*>(family)) == 0 &&
        FcPatternGetString(found, FC_FILE, 0, &text) == FcResultMatch) {
        file = reinterpret_cast<const char*>(text);
    }
    if (found) FcPatternDestroy(found);
    FcPatternDestroy(wanted);
    return file;
}

ImFont* AddFont(ImFontAtlas& atlas, const FontRow& row, float scale) {
    const FamilyRow& family = kFamilies[static_cast<size_t>(row.family)];
    const ImWchar* ranges = row.script == Script::Any ? kAny : kCaptions;
    const std::string own = FindFont(family.name, row.weight);
    const std::string stand_in = FindFont(family.stand_in, row.weight);
    const float own_size = std::round(row.em * scale * family.line_per_em);
    const float stand_in_size = std::round(row.em * scale * family.stand_in_line_per_em);

    if (!own.empty()) {
        ImFont* font = atlas.AddFontFromFileTTF(own.c_str(), own_size, nullptr, ranges);
        if (font && !stand_in.empty() && row.script == Script::Any) {
            ImFontConfig merge;
            merge.MergeMode = true;
            atlas.AddFontFromFileTTF(stand_in.c_str(), stand_in_size, &merge, kSigns);
        }
        if (font) return font;
    }
    if (!stand_in.empty()) {
        ImFont* font = atlas.AddFontFromFileTTF(stand_in.c_str(), stand_in_size, nullptr, ranges);
        if (font) return font;
    }
    ImFontConfig built_in;
    built_in.SizePixels = std::round(row.em * scale);
    return atlas.AddFontDefault(&built_in);
}

void UseFreeType(ImFontAtlas& atlas) {
#if IMGUI_VERSION_NUM < 19200
    atlas.FontBuilderIO = ImGuiFreeType::GetBuilderForFreeType();
    atlas.FontBuilderFlags = ImGuiFreeTypeBuilderFlags_LightHinting;
#else
    atlas.SetFontLoader(ImGuiFreeType::GetFontLoader());
    atlas.FontLoaderFlags = ImGuiFreeTypeLoaderFlags_LightHinting;
#endif
}

// From the top of a line to the middle of its capitals.
float CapCenter(ImFont& font) {
    const ImFontGlyph* glyph = GlyphOf(font, U'H');
    return glyph ? (glyph->Y0 + glyph->Y1) / 2 : 0.0f;
}

}  // namespace

void LoadFonts(Theme& theme) {
    ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
    atlas.Clear();
    atlas.Flags |= ImFontAtlasFlags_NoPowerOfTwoHeight;
    UseFreeType(atlas);
    for (const FontRow& row : kFonts) {
        theme.fonts[static_cast<size_t>(row.role)] = AddFont(atlas, row, theme.scale);
    }
#if IMGUI_VERSION_NUM < 19200
    atlas.Build();
#endif
    for (size_t i = 0; i < kFontRoleCount; ++i) theme.cap_centers[i] = CapCenter(*theme.fonts[i]);
    ImGui::GetIO().FontDefault = theme.Font(FontRole::Label);
}

}  // namespace decodescope
