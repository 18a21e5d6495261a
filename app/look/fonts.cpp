#include "app/look/fonts.h"

#include <fontconfig/fontconfig.h>

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <string>
#include <vector>

#include "app/look/imgui_compat.h"
#include "core/base/utf8.h"

namespace decodescope {
namespace {

enum class Family { Text, Mono };
enum class Weight { Regular, SemiBold, Bold };

// Text by a person or a model needs every script; captions need few glyphs.
enum class Script { Any, Captions };

struct FontRow {
    FontRole role;
    Family family;
    Weight weight;
    float em;  // at scale 1
    Script script;
    bool is_in_pass = false;
};

constexpr FontRow kFonts[] = {
    {FontRole::PassTitle, Family::Text, Weight::SemiBold, 20, Script::Captions},
    {FontRole::ContainerTitle, Family::Text, Weight::SemiBold, 18, Script::Any, true},
    {FontRole::PanelTitle, Family::Text, Weight::SemiBold, 16, Script::Any},
    {FontRole::Sentence, Family::Text, Weight::Regular, 16, Script::Any},
    {FontRole::Label, Family::Text, Weight::Regular, 15, Script::Any, true},
    {FontRole::LabelStrong, Family::Text, Weight::SemiBold, 15, Script::Any, true},
    {FontRole::Mono, Family::Mono, Weight::Regular, 15, Script::Any, true},
    {FontRole::MonoStrong, Family::Mono, Weight::Bold, 15, Script::Captions, true},
    {FontRole::MonoLarge, Family::Mono, Weight::Bold, 22, Script::Captions},
};
static_assert(std::size(kFonts) == kFontRoleCount);

// ImGui sizes a font by its line height, here in em. Unknown families get a usual one.
struct LineRow {
    const char* family;
    float line_per_em;
};
constexpr LineRow kLines[] = {{"Inter", 1.21f}, {"JetBrains Mono", 1.32f}};
constexpr float kUsualLine = 1.164f;

// How many families a font takes its glyphs from.
constexpr size_t kMostMerged = 2;

constexpr ImWchar kAny[] = {
    0x0020, 0x007E, 0x00A0, 0x052F,  // Latin, Greek, Cyrillic
    0x1D00, 0x1DBF,                  // super- and subscript letters
    0x1E00, 0x1FFF,                  // Vietnamese, Greek accents
    0x2010, 0x205E, 0x2070, 0x209F,  // punctuation, super- and subscripts
    0x20A0, 0x20BF, 0x2100, 0x22FF,  // currencies, letterlike signs, arrows, mathematics
    0x2420, 0x2426, 0x2500, 0x25FF,  // ␣, boxes
    0x27C0, 0x27FF, 0x2A00, 0x2A7F,  // more mathematics and arrows
    0xFFFD, 0xFFFD,                  // what a field shows in place of what it cannot
    0};

constexpr ImWchar kCommon[] = {
    0x0020, 0x007E, 0x00A0, 0x017F,  // Western and Central European, with ĠĊ of tokenizers
    0x0384, 0x03CE, 0x0400, 0x045F,  // Greek, Cyrillic
    0x1D40, 0x1D40, 0x2010, 0x203A,  // ᵀ, punctuation
    0x2070, 0x209F, 0x20AC, 0x20AC,  // super- and subscripts, €
    0x2190, 0x2199, 0x21D0, 0x21D4,  // arrows
    0x2200, 0x2265, 0x22C5, 0x22C5,  // mathematics
    0x2423, 0x2423, 0x2581, 0x2581,  // ␣, and the same in sentencepiece
    0xFFFD, 0xFFFD,                  // what a field shows in place of what it cannot
    0};

constexpr ImWchar kCaptions[] = {0x0020, 0x007E, 0x00A0, 0x017F, 0x0391, 0x03C9,
                                 0x2010, 0x2026, 0x2070, 0x209F, 0x2190, 0x2193,
                                 0x2200, 0x2265, 0x2423, 0x2423, 0};

int FontconfigWeight(Weight weight) {
    switch (weight) {
        case Weight::Regular: return FC_WEIGHT_REGULAR;
        case Weight::SemiBold: return FC_WEIGHT_SEMIBOLD;
        case Weight::Bold: return FC_WEIGHT_BOLD;
    }
    return FC_WEIGHT_REGULAR;
}

std::string TextOf(FcPattern* font, const char* property) {
    FcChar8* text = nullptr;
    const bool is_there = FcPatternGetString(font, property, 0, &text) == FcResultMatch;
    return is_there ? reinterpret_cast<const char*>(text) : "";
}

bool IsSameName(const std::string& a, const std::string& b) {
    return FcStrCmpIgnoreCase(reinterpret_cast<const FcChar8*>(a.c_str()),
                              reinterpret_cast<const FcChar8*>(b.c_str())) == 0;
}

// The file of a font of this family, or, if `or_another`, of what fontconfig offers instead; empty
// if there is none.
std::string FindFont(const std::string& family, Weight weight, bool or_another) {
    FcPattern* wanted = FcPatternCreate();
    FcPatternAddString(wanted, FC_FAMILY, reinterpret_cast<const FcChar8*>(family.c_str()));
    FcPatternAddInteger(wanted, FC_WEIGHT, FontconfigWeight(weight));
    FcPatternAddInteger(wanted, FC_SLANT, FC_SLANT_ROMAN);
    FcPatternAddBool(wanted, FC_SCALABLE, FcTrue);
    FcConfigSubstitute(nullptr, wanted, FcMatchPattern);
    FcDefaultSubstitute(wanted);

    FcResult result = FcResultNoMatch;
    FcPattern* found = FcFontMatch(nullptr, wanted, &result);
    std::string file;
    if (found && (or_another || IsSameName(TextOf(found, FC_FAMILY), family))) {
        file = TextOf(found, FC_FILE);
    }
    if (found) FcPatternDestroy(found);
    FcPatternDestroy(wanted);
    return file;
}

struct FontFile {
    std::string path;
    float line_per_em = kUsualLine;
    int index = 0;  // in a file of several fonts
};

// The best of the families that are installed, or what fontconfig offers instead.
std::vector<FontFile> FindFonts(const std::vector<std::string>& families, Weight weight,
                                const char* generic) {
    std::vector<FontFile> files;
    for (const std::string& family : families) {
        if (files.size() == kMostMerged) break;
        FontFile file{.path = FindFont(family, weight, false)};
        if (file.path.empty()) continue;
        for (const LineRow& row : kLines) {
            if (family == row.family) file.line_per_em = row.line_per_em;
        }
        files.push_back(std::move(file));
    }
    if (files.empty()) {
        FontFile file{.path = FindFont(generic, weight, true)};
        if (!file.path.empty()) files.push_back(std::move(file));
    }
    return files;
}

// --- Other scripts -------------------------------------------------------------------------------

// Files of fonts that together have as many of these characters as can be found.
std::vector<FontFile> FilesWith(const std::set<ImWchar>& characters) {
    constexpr size_t kMostFiles = 4;
    std::vector<FontFile> files;
    if (characters.empty()) return files;
    FcCharSet* missing = FcCharSetCreate();
    for (const ImWchar code : characters) FcCharSetAddChar(missing, code);
    FcPattern* wanted = FcPatternCreate();
    FcPatternAddCharSet(wanted, FC_CHARSET, missing);
    FcPatternAddBool(wanted, FC_SCALABLE, FcTrue);
    FcPatternAddBool(wanted, FC_COLOR, FcFalse);
    FcConfigSubstitute(nullptr, wanted, FcMatchPattern);
    FcDefaultSubstitute(wanted);
    FcResult result = FcResultNoMatch;
    FcFontSet* fonts = FcFontSort(nullptr, wanted, FcTrue, nullptr, &result);
    for (int i = 0; fonts && i < fonts->nfont && files.size() < kMostFiles; ++i) {
        FcPattern* font = fonts->fonts[i];
        FcCharSet* has = nullptr;
        FcBool is_scalable = FcFalse, is_colored = FcFalse;
        FcPatternGetBool(font, FC_SCALABLE, 0, &is_scalable);
        FcPatternGetBool(font, FC_COLOR, 0, &is_colored);
        const bool is_usable = is_scalable && !is_colored &&
                               FcPatternGetCharSet(font, FC_CHARSET, 0, &has) == FcResultMatch;
        if (!is_usable || FcCharSetIntersectCount(missing, has) == 0) continue;
        FontFile file{.path = TextOf(font, FC_FILE)};
        FcPatternGetInteger(font, FC_INDEX, 0, &file.index);
        if (file.path.empty()) continue;
        FcCharSet* left = FcCharSetSubtract(missing, has);
        FcCharSetDestroy(missing);
        missing = left;
        files.push_back(std::move(file));
    }
    if (fonts) FcFontSetDestroy(fonts);
    FcPatternDestroy(wanted);
    FcCharSetDestroy(missing);
    return files;
}

// As ImGui reads them: pairs of the first and the last, then 0.
using Ranges = std::vector<ImWchar>;

Ranges RangesOf(const std::set<ImWchar>& characters) {
    Ranges ranges;
    for (const ImWchar code : characters) {
        if (!ranges.empty() && ranges.back() + 1 == code) {
            ranges.back() = code;
        } else {
            ranges.insert(ranges.end(), {code, code});
        }
    }
    ranges.push_back(0);
    return ranges;
}

Ranges RangesOf(const GlyphNeeds& needs) {
    Ranges ranges;
    const ImWchar* usual = needs.ranges == Glyphs::All ? kAny : kCommon;
    for (; *usual != 0; ++usual) ranges.push_back(*usual);
    const Ranges others = RangesOf(needs.others);
    ranges.insert(ranges.end(), others.begin(), others.end());
    return ranges;
}

// What text by a person or a model takes its glyphs from, besides the families.
struct GlyphSource {
    Ranges any;
    Ranges others;
    std::vector<FontFile> files;  // for the others
};

// --- Fonts ---------------------------------------------------------------------------------------

ImFont* AddFont(ImFontAtlas& atlas, const FontRow& row, float scale, const GlyphSource& source,
                const FontFamilies& families) {
    const ImWchar* ranges = row.script == Script::Any ? source.any.data() : kCaptions;
    const bool is_mono = row.family == Family::Mono;
    ImFont* font = nullptr;
    for (const FontFile& file : FindFonts(is_mono ? families.mono : families.text, row.weight,
                                          is_mono ? "monospace" : "sans-serif")) {
        ImFontConfig config;
        config.MergeMode = font != nullptr;  // only what the font still lacks
        ImFont* added = atlas.AddFontFromFileTTF(
            file.path.c_str(), std::round(row.em * scale * file.line_per_em), &config, ranges);
        if (added) font = added;
    }
    for (const FontFile& file : source.files) {
        if (!font || row.script != Script::Any) break;
        ImFontConfig config;
        config.MergeMode = true;
        config.FontNo = file.index;
        atlas.AddFontFromFileTTF(file.path.c_str(), std::round(row.em * scale * kUsualLine),
                                 &config, source.others.data());
    }
    if (font) return font;
    ImFontConfig built_in;
    built_in.SizePixels = std::round(row.em * scale);
    return atlas.AddFontDefault(&built_in);
}

// From the top of a line to the middle of its capitals.
float CapCenter(ImFont& font) {
    const ImFontGlyph* glyph = GlyphOf(font, U'H');
    return glyph ? (glyph->Y0 + glyph->Y1) / 2 : 0.0f;
}

}  // namespace

bool HasFamily(const std::string& family) {
    return !FindFont(family, Weight::Regular, false).empty();
}

void GlyphNeeds::Add(std::string_view text) {
    const auto holds = [](const ImWchar* of, char32_t code) {
        for (; *of != 0; of += 2) {
            if (of[0] <= code && code <= of[1]) return true;
        }
        return false;
    };
    for (size_t at = 0; at < text.size();) {
        const Utf8Character character = Utf8At(text, at);
        at += character.length;
        if (!character.code_point || *character.code_point < 0x7F) continue;
        const char32_t code = *character.code_point;
        if (holds(kCommon, code)) continue;
        if (holds(kAny, code)) {
            ranges = Glyphs::All;
        } else if (code <= IM_UNICODE_CODEPOINT_MAX && others.size() < kMostOthers) {
            others.insert(static_cast<ImWchar>(code));
        }
    }
}

SizedFont FontAt(const Theme& theme, FontRole role, float zoom) {
    constexpr float kSame = 0.01f;
    ImFont* usual = theme.Font(role);
    ImFont* zoomed = theme.zoomed_fonts[static_cast<size_t>(role)];
    if (zoomed && std::abs(zoom / theme.zoom - 1) < kSame) return {zoomed, SizeOf(*zoomed)};
    if (std::abs(zoom - 1) < kSame) return {usual, SizeOf(*usual)};
    const bool takes_zoomed = zoomed && zoom > 1 && theme.zoom > 1;
    return {takes_zoomed ? zoomed : usual, SizeOf(*usual) * zoom};
}

float TextWidthAt(const Theme& theme, FontRole role, std::string_view text, float zoom) {
    const SizedFont at = FontAt(theme, role, zoom);
    return at.font->CalcTextSizeA(at.size, FLT_MAX, 0.0f, text.data(), text.data() + text.size()).x;
}

Area InkOf(const SizedFont& font, ImVec2 corner, std::string_view text) {
    const float scale = font.size / SizeOf(*font.font);
    Area ink{{FLT_MAX, FLT_MAX}, {-FLT_MAX, -FLT_MAX}};
    float pen = corner.x;
    for (size_t at = 0; at < text.size();) {
        const Utf8Character character = Utf8At(text, at);
        at += character.length;
        const ImFontGlyph* glyph = GlyphOf(*font.font, character.code_point.value_or(U'\uFFFD'));
        if (glyph == nullptr) continue;
        if (glyph->Visible) {
            ink.min = {std::min(ink.min.x, pen + glyph->X0 * scale),
                       std::min(ink.min.y, corner.y + glyph->Y0 * scale)};
            ink.max = {std::max(ink.max.x, pen + glyph->X1 * scale),
                       std::max(ink.max.y, corner.y + glyph->Y1 * scale)};
        }
        pen += glyph->AdvanceX * scale;
    }
    return ink.min.x > ink.max.x ? Area{corner, corner} : ink;
}

void LoadFonts(Theme& theme, const GlyphNeeds& needs, const FontFamilies& families) {
    const GlyphSource source{RangesOf(needs), RangesOf(needs.others), FilesWith(needs.others)};
    ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
    atlas.Clear();
    atlas.Flags |= ImFontAtlasFlags_NoPowerOfTwoHeight;
    UseFreeType(atlas);
    for (const FontRow& row : kFonts) {
        theme.fonts[static_cast<size_t>(row.role)] =
            AddFont(atlas, row, theme.scale, source, families);
        const bool is_zoomed = row.is_in_pass && theme.zoom != 1;
        theme.zoomed_fonts[static_cast<size_t>(row.role)] =
            is_zoomed ? AddFont(atlas, row, theme.scale * theme.zoom, source, families) : nullptr;
    }
    BuildGlyphs(atlas);
    for (size_t i = 0; i < kFontRoleCount; ++i) theme.cap_centers[i] = CapCenter(*theme.fonts[i]);
    ImGui::GetIO().FontDefault = theme.Font(FontRole::Label);
}

}  // namespace decodescope
