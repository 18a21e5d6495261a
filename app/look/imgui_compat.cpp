#include "app/look/imgui_compat.h"

#include <imgui_internal.h>

#include <algorithm>

namespace decodescope {

void EndUnfinishedWindows() {
#if IMGUI_VERSION_NUM < 19130
    while (ImGui::GetCurrentContext()->FontStack.Size > 0) ImGui::PopFont();
    ImGui::ErrorCheckEndFrameRecover(nullptr);
#endif
}

void LeaveField() { ImGui::ClearActiveID(); }

std::vector<TypedPiece> TypedPiecesOf(std::string_view text) {
    std::vector<TypedPiece> pieces;
    const char* at = text.data();
    const char* const end = at + text.size();
    while (at < end && *at != '\0') {
        TypedPiece piece;
        const int length = std::max(1, ImTextCharFromUtf8(&piece.shown, at, end));
        piece.bytes =
            text.substr(static_cast<size_t>(at - text.data()), static_cast<size_t>(length));
        at += piece.bytes.size();
        pieces.push_back(piece);
    }
    return pieces;
}

}  // namespace decodescope
