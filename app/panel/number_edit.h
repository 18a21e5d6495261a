// What follows when a number is typed into a field that the field refuses: the panel says why, and
// nothing takes its place.
#pragma once

#include <string>

#include "app/apply/edit_commands.h"
#include "app/panel/panel.h"

namespace decodescope {

inline bool IsRefused(const Panel& panel, const std::string& hotspot) {
    return panel.state.ui.refused.Of(hotspot) != nullptr;
}

// That what is typed cannot be used, or that now it can.
template <class Edit>
void EmitRefusal(const Panel& panel, const std::string& hotspot, const Edit& edit) {
    if (!edit.refused.empty())
        panel.Emit(RefuseTyped{{hotspot, edit.typed, edit.refused}});
    else if (edit.changed && IsRefused(panel, hotspot))
        panel.Emit(RefuseTyped{{hotspot, "", ""}});
}

// After the command for what changed. Of a field that edits the recipe: leaving it is the end of
// the edit, which takes back what was typed before it was refused.
template <class Edit>
void EmitEditEnd(const Panel& panel, const std::string& hotspot, const Edit& edit) {
    EmitRefusal(panel, hotspot, edit);
    if (edit.ended) panel.Emit(EndEdit{});
}

// Of a field that sets something of a view, by `set`.
template <class Edit, class Set>
void EmitNumber(const Panel& panel, const std::string& hotspot, const Edit& edit, Set set) {
    if (edit.changed) set(*edit.changed);
    if (edit.dropped) set(*edit.dropped);
    EmitRefusal(panel, hotspot, edit);
    if (edit.ended && IsRefused(panel, hotspot)) panel.Emit(EndEdit{});
}

// The limits of a parameter of the selection rule.
inline NumberLimits LimitsOf(const RuleField& field) {
    return std::visit(
        [](const auto& range) {
            return NumberLimits{static_cast<double>(range.least), static_cast<double>(range.most),
                                range.excludes_least};
        },
        field.range);
}

}  // namespace decodescope
