// The few places where versions of Dear ImGui from 1.86 to 1.92 differ.
#pragma once

#include <imgui.h>

namespace decodescope {

inline bool IsEnterPressed() {
#if IMGUI_VERSION_NUM < 18700
    return ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Enter), false) ||
           ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_KeyPadEnter), false);
#else
    return ImGui::IsKeyPressed(ImGuiKey_Enter, false) || ImGui::IsKeyPressed(ImGuiKey_KeypadEnter, false);
#endif
}

inline bool IsEscapePressed() {
#if IMGUI_VERSION_NUM < 18700
    return ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Escape), false);
#else
    return ImGui::IsKeyPressed(ImGuiKey_Escape, false);
#endif
}

#if IMGUI_VERSION_NUM < 19200
inline float SizeOf(const ImFont& font) { return font.FontSize; }
inline const ImFontGlyph* GlyphOf(const ImFont& font, char32_t code) {
    if (code > IM_UNICODE_CODEPOINT_MAX) return nullptr;
    return font.FindGlyphNoFallback(static_cast<ImWchar>(code));
}
#else
inline float SizeOf(const ImFont& font) { return font.LegacySize; }
inline const ImFontGlyph* GlyphOf(ImFont& font, char32_t code) {
    if (code > IM_UNICODE_CODEPOINT_MAX) return nullptr;
    return font.GetFontBaked(font.LegacySize)->FindGlyphNoFallback(static_cast<ImWchar>(code));
}
#endif

}  // namespace decodescope
