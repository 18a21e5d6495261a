// What is really written in a frame: the texts in ImGui's draw data, read back from the glyphs, and
// what is wrong with how they are placed.
//
//   ui.Frame();
//   for (const TextFlaw& flaw : AuditText().flaws) FAIL_CHECK(flaw.Describe());
//
// It knows nothing of who drew them. A text is a run of glyphs of one font and colour on one line;
// words that a later window covers (a menu, a page, a tip) are left out.
#pragma once

#include <string>
#include <vector>

#include "app/look/area.h"

namespace decodescope {

struct DrawnText {
    std::string window;  // whose draw list it is in: "recipe", "cost/card_1F2E"
    std::string words;
    Area ink;                 // around its glyphs
    float line_height = 0;    // as drawn, in pixels
    float magnification = 1;  // of the glyphs in the font's texture
};

enum class TextFault {
    Cut,        // partly outside what its draw command shows, and nothing there scrolls
    Covered,    // partly under a shape that the same window drew later
    Overlaps,   // on another text
    LeavesBox,  // reaches out of the shape that it is written on
    Magnified,  // drawn larger than its glyphs are, and so blurred
};

struct TextFlaw {
    TextFault fault = TextFault::Cut;
    DrawnText text;
    std::string other;  // the words that it overlaps

    std::string Describe() const;
};

struct TextAudit {
    std::vector<DrawnText> texts;
    std::vector<TextFlaw> flaws;
};

// Of the frame that was rendered last. Texts may be cut where they scroll: above or below a window
// that scrolls vertically, left or right of one that scrolls horizontally, and in the field that is
// being typed into.
TextAudit AuditText();

}  // namespace decodescope
