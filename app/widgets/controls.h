// Windows without decoration, and buttons, tabs and switches: each draws into a given area and says
// whether it was clicked. Fields are in fields.h.
#pragma once

#include <optional>
#include <string_view>

#include "app/look/area.h"
#include "app/look/theme.h"
#include "app/widgets/pen.h"
#include "app/widgets/shapes.h"
#include "app/widgets/tip.h"

namespace decodescope {

// --- Windows -------------------------------------------------------------------------------------

// An ImGui window without decoration that fills an area; EndPanel must follow. A page is above the
// panels and comes to the front when it opens.
void BeginPanel(const char* name, const Theme& theme, Area area, ImU32 fill, bool scrolls = false);
void BeginPage(const char* name, const Theme& theme, Area area, ImU32 fill, bool scrolls = false);
void EndPanel();

// A page that covers the whole window and lets nothing through: the panels below show faintly, and
// get neither mouse nor keys. What is on it is in the frame of a page. EndPanel must follow.
void BeginVeil(const char* name, const Theme& theme, Area window);
void DrawPageFrame(const Pen& pen, Area page);

// An invisible item: whether the mouse is over it, holds it, or clicked it, or a key did
// (key_focus.h).
struct Touch {
    bool hovered = false;
    bool held = false;
    bool clicked = false;
};
Touch TouchArea(const char* id, Area area);

// --- Buttons -------------------------------------------------------------------------------------

struct ButtonStyle {
    bool enabled = true;
    bool solid = false;  // ink: the one that matters most
};

bool IconButton(const char* id, const Theme& theme, Area area, Icon icon,
                const ButtonStyle& style = {});
bool TextButton(const char* id, const Theme& theme, Area area, std::optional<Icon> icon,
                std::string_view text, const ButtonStyle& style = {});

// A tab's name with a bar below it when chosen. Returns whether it was clicked.
bool TabButton(const char* id, const Theme& theme, Area area, std::string_view name, bool chosen);

// A box, ticked while something is on, and its name. Returns whether it was clicked.
bool Toggle(const char* id, const Theme& theme, Area area, std::string_view name, bool is_on);

}  // namespace decodescope
