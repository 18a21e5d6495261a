// Where versions of Dear ImGui from 1.86 to 1.92 differ: the only place that asks for the version,
// but for app/window/session.cpp, which alone knows the backend.
#pragma once

#include <imgui.h>
#include <imgui_freetype.h>

#include <string_view>
#include <vector>

namespace decodescope {

inline bool IsPressed(ImGuiKey key, bool repeats) {
#if IMGUI_VERSION_NUM < 18700
    return ImGui::IsKeyPressed(ImGui::GetKeyIndex(key), repeats);
#else
    return ImGui::IsKeyPressed(key, repeats);
#endif
}

#if IMGUI_VERSION_NUM < 18700
constexpr ImGuiKey kKeypadEnter = ImGuiKey_KeyPadEnter;
#else
constexpr ImGuiKey kKeypadEnter = ImGuiKey_KeypadEnter;
#endif

inline bool IsEnterPressed() {
    return IsPressed(ImGuiKey_Enter, false) || IsPressed(kKeypadEnter, false);
}
inline bool IsEscapePressed() { return IsPressed(ImGuiKey_Escape, false); }
inline bool IsUpPressed() { return IsPressed(ImGuiKey_UpArrow, true); }
inline bool IsDownPressed() { return IsPressed(ImGuiKey_DownArrow, true); }
inline bool IsBackspacePressed() { return IsPressed(ImGuiKey_Backspace, false); }

#if IMGUI_VERSION_NUM < 19200
inline float SizeOf(const ImFont& font) { return font.FontSize; }
inline const ImFontGlyph* GlyphOf(const ImFont& font, char32_t code) {
    if (code > IM_UNICODE_CODEPOINT_MAX) return nullptr;
    return font.FindGlyphNoFallback(static_cast<ImWchar>(code));
}
// Calls visit(glyph) for each that has been drawn into the atlas.
template <class Visit>
void ForEachGlyph(const ImFont& font, const Visit& visit) {
    for (const ImFontGlyph& glyph : font.Glyphs) visit(glyph);
}
#else
inline float SizeOf(const ImFont& font) { return font.LegacySize; }
inline const ImFontGlyph* GlyphOf(ImFont& font, char32_t code) {
    if (code > IM_UNICODE_CODEPOINT_MAX) return nullptr;
    return font.GetFontBaked(font.LegacySize)->FindGlyphNoFallback(static_cast<ImWchar>(code));
}
template <class Visit>
void ForEachGlyph(ImFont& font, const Visit& visit) {
    for (const ImFontGlyph& glyph : font.GetFontBaked(font.LegacySize)->Glyphs) visit(glyph);
}
#endif

// --- Fonts ---------------------------------------------------------------------------------------

// Glyphs are drawn by FreeType, lightly hinted.
inline void UseFreeType(ImFontAtlas& atlas) {
#if IMGUI_VERSION_NUM < 19200
    atlas.FontBuilderIO = ImGuiFreeType::GetBuilderForFreeType();
    atlas.FontBuilderFlags = ImGuiFreeTypeBuilderFlags_LightHinting;
#else
    atlas.SetFontLoader(ImGuiFreeType::GetFontLoader());
    atlas.FontLoaderFlags = ImGuiFreeTypeLoaderFlags_LightHinting;
#endif
}

// Newer versions draw a glyph when it is first needed.
inline void BuildGlyphs([[maybe_unused]] ImFontAtlas& atlas) {
#if IMGUI_VERSION_NUM < 19200
    atlas.Build();
#endif
}

// --- Windows ------------------------------------------------------------------------------------

// Ends the windows that were begun and not ended, and pops what was pushed, where an exception has
// left them open: nothing, in an ordinary frame. Newer versions do this by themselves.
void EndUnfinishedWindows();

// --- Text fields ---------------------------------------------------------------------------------

// A character of a text as a field shows it, and the bytes that it has in the text.
struct TypedPiece {
    unsigned shown = 0;
    std::string_view bytes;

    // Whether the field writes other bytes back.
    bool is_destroyed() const { return shown == IM_UNICODE_CODEPOINT_INVALID; }
};

std::vector<TypedPiece> TypedPiecesOf(std::string_view text);

// Takes the keyboard away from the field that is edited, which forgets what it held.
void LeaveField();

// --- Input ---------------------------------------------------------------------------------------

// For tests, which have no backend: each key is its own number, and textures are not made.
inline void BeginWithoutBackend() {
    [[maybe_unused]] ImGuiIO& io = ImGui::GetIO();
#if IMGUI_VERSION_NUM < 18700
    for (int key = 0; key < ImGuiKey_COUNT; ++key) io.KeyMap[key] = key;
#endif
#if IMGUI_VERSION_NUM >= 19200
    io.BackendFlags |= ImGuiBackendFlags_RendererHasTextures;
#endif
}

inline void SetKeyDown(ImGuiKey key, bool is_down) {
#if IMGUI_VERSION_NUM < 18700
    ImGui::GetIO().KeysDown[ImGui::GetIO().KeyMap[key]] = is_down;
#else
    ImGui::GetIO().AddKeyEvent(key, is_down);
#endif
}

// Which modifiers are down, from now on.
struct Modifiers {
    bool ctrl = false, shift = false, alt = false;
};

inline void SetModifiers(const Modifiers& modifiers) {
    ImGuiIO& io = ImGui::GetIO();
#if IMGUI_VERSION_NUM < 18900
    io.KeyCtrl = modifiers.ctrl;
    io.KeyShift = modifiers.shift;
    io.KeyAlt = modifiers.alt;
#else
    io.AddKeyEvent(ImGuiMod_Ctrl, modifiers.ctrl);
    io.AddKeyEvent(ImGuiMod_Shift, modifiers.shift);
    io.AddKeyEvent(ImGuiMod_Alt, modifiers.alt);
#endif
}

}  // namespace decodescope
