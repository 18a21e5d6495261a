// Shapes that ImGui's draw list lacks: dashed outlines, hatching, and the icons as lines.
#pragma once

#include <imgui.h>

#include "app/look/area.h"
#include "app/look/theme.h"

namespace decodescope {

struct Dashes {
    float on = 5;
    float off = 4;
};

// The outline of a rounded rectangle in dashes; lengths in window pixels. A radius larger than half
// a side makes a pill. The dashes are fitted so that a whole number of them goes around.
void DrawDashedRect(ImDrawList& list, Area area, float radius, ImU32 color, float thickness,
                    Dashes dashes);

// The same along any open path.
void DrawDashedLine(ImDrawList& list, const ImVec2* points, int count, ImU32 color, float thickness,
                    Dashes dashes);

// Diagonal lines, clipped to the area: what is masked.
void DrawHatching(ImDrawList& list, Area area, ImU32 color, float step, float thickness);

enum class Icon {
    First,
    PreviousPass,
    PreviousStage,
    NextStage,
    NextPass,
    Last,
    Play,
    Pause,
    ChevronDown,
    Tick,
    Close,
    Plus,
    Up,
    Pin,
    Loop,    // play again from the beginning
    StopAt,  // play up to a mark
};

// Draws an icon into the square of `size` around `center`.
void DrawIcon(ImDrawList& list, Icon icon, ImVec2 center, float size, ImU32 color, float thickness);

// Hairlines on whole pixels.
void DrawHorizontal(ImDrawList& list, const Theme& theme, float x0, float x1, float y, ImU32 color);
void DrawVertical(ImDrawList& list, const Theme& theme, float x, float y0, float y1, ImU32 color);

}  // namespace decodescope
