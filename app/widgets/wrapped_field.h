// A field for text of several lines, wrapped at its width: all of it can be read while it is
// edited. Enter ends the typing; a line break of the text itself is written with Ctrl+Enter and is
// shown as ¶.
#pragma once

#include <string>

#include "app/widgets/fields.h"

namespace decodescope {

struct WrappedStyle {
    bool wrong = false;   // its contents cannot be used
    int most_lines = 12;  // then it scrolls
};

// How high the field is with this text, for a width.
float WrappedFieldHeight(const Theme& theme, const std::string& text, float width,
                         const WrappedStyle& style = {});

struct WrappedEdit : FieldEdit<std::string> {
    bool escaped = false;  // the field was left with Escape
    bool undone = false;   // Ctrl+Z was pressed, and the field was left
};

WrappedEdit WrappedField(const char* id, const Theme& theme, Area area, const std::string& text,
                         const WrappedStyle& style = {});

// --- How the text is shown while it is edited

// A text without line breaks: `mark` (one or more bytes) in their place.
std::string WithMarks(const std::string& text, const std::string& mark);
std::string WithoutMarks(std::string marked, const std::string& mark);

// The sign for a line break in this text: ¶, or another one if the text has that itself.
std::string MarkFor(const std::string& text);

}  // namespace decodescope
