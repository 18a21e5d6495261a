// A form: rows of a label and a field, one below the other, in a column of a panel.
//
//   left                          right          With Divide(2):
//   | Temperature         [ 0.800 ] |            | Shape [ Llama-7B v ]   Hardware [ H100 v ] |
//   | Top-k               [    40 ] |
//   | [x] Decimal comma             |
//
// A field's hotspot is its name; what a person did with it comes back from the call that drew it.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "app/look/area.h"
#include "app/look/format.h"
#include "app/look/hotspots.h"
#include "app/look/theme.h"
#include "app/widgets/controls.h"
#include "app/widgets/fields.h"
#include "app/widgets/pen.h"

namespace decodescope {

// Where parts are drawn one below the other: each begins at `y` and moves it below itself.
struct Column {
    float left = 0;
    float right = 0;
    float y = 0;  // the middle of the next line of text, or the upper edge of the next block

    float width() const { return right - left; }
    Area Line(float height) const {  // around the next line of text
        return {{left, y - height / 2}, {right, y + height / 2}};
    }
    Area Block(float height) const { return {{left, y}, {right, y + height}}; }
};

// Running text over the column's width.
void WriteParagraph(const Pen& pen, Column& column, std::string_view text, int max_lines = 1000);

// The column inside an area, `margin` (window pixels) from its left and right edges.
inline Column ColumnIn(Area area, float margin, float y) {
    return {area.min.x + margin, area.max.x - margin, y};
}

// Ends what a panel that scrolls has drawn: this far it can be scrolled.
void EndColumn(const Column& column);

// Sizes at scale 1. A field is `field_width` wide, at the right end of its row; where that is 0, it
// takes what the label's width leaves.
struct FormStyle {
    float row = 30;         // from the middle of one row to that of the next
    float switch_row = 30;  // the same after a switch
    float field_height = 28;
    float field_width = 0;
    float label_width = 0;
    float gap = 20;     // between fields side by side
    bool muted = true;  // the labels
};

class Form {
public:
    // Rows go into `column`, whose y is the middle of the next one.
    Form(const Theme& theme, Hotspots& hotspots, const NumberFormat& numbers, Column& column,
         const FormStyle& style)
        : theme_(theme), hotspots_(hotspots), numbers_(numbers), column_(column), style_(style) {}

    // From here on, `count` fields are side by side in a row.
    void Divide(int count);

    NumberEdit Number(const std::string& hotspot, std::string_view label, double number,
                      const NumberStyle& style = {});
    SeedEdit Seed(const std::string& hotspot, std::string_view label, std::uint64_t seed,
                  const NumberStyle& style = {});
    FieldEdit<std::string> Text(const std::string& hotspot, std::string_view label,
                                const std::string& text, const FieldStyle& style = {});
    std::optional<int> Choice(const std::string& hotspot, std::string_view label, int chosen,
                              int count, const std::function<std::string(int)>& name_of);
    // A box to tick; returns whether it was clicked.
    bool Switch(const std::string& hotspot, std::string_view label, bool is_on);
    // Words where a field would be, which cannot be changed.
    void Fixed(const std::string& hotspot, std::string_view label, std::string_view words);

    // Draws a label and moves on; returns where its field belongs, for fields of other kinds.
    Area Field(std::string_view label);

    // Words beside the mouse while it is over the last row, label and all, or over its field.
    void RowTip(std::string_view text) const { Tip(theme_, row_, text); }
    void FieldTip(std::string_view text) const { Tip(theme_, field_, text); }
    Area field() const { return field_; }  // that was drawn last

private:
    Area Cell() const;
    void Advance(float row);
    void Spot(const std::string& hotspot, Area area) { hotspots_.Add(hotspot, area.min, area.max); }

    const Theme& theme_;
    Hotspots& hotspots_;
    const NumberFormat& numbers_;
    Column& column_;
    FormStyle style_;
    int count_ = 1, index_ = 0;  // fields in a row, and which of them is next
    Area row_{}, field_{};       // that were drawn last
};

}  // namespace decodescope
