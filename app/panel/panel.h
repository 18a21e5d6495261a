// What every panel is given. Panels read and wish: nothing of the state is changed here.
#pragma once

#include <optional>
#include <string>
#include <utility>

#include "app/look/area.h"
#include "app/look/hotspots.h"
#include "app/look/theme.h"
#include "app/paint/heat_texture_cache.h"
#include "app/scene/scene_cache.h"
#include "app/scene/transition.h"
#include "app/state/command.h"
#include "app/widgets/form.h"
#include "app/widgets/pen.h"
#include "app/work/derived.h"

namespace decodescope {

struct Panel {
    const AppState& state;
    const Theme& theme;
    const Derived& derived;
    Commands& commands;  // what the person wishes
    Hotspots& hotspots;  // what was drawn, by name
    std::optional<Cell>&
        hovered;         // the number under the mouse: it and its links light up next frame
    Transition moving;   // what the last step set in motion
    SceneCache& scenes;  // the pass as it was last built
    HeatTextureCache& textures;
    SceneCache& branch_scenes;  // and that of the branch beside it
    HeatTextureCache& branch_textures;
    std::optional<int>& hovered_position;  // the same for a position: its chip and rows light up

    void Emit(Command command) const { commands.push_back(std::move(command)); }
    void Spot(std::string name, Area area) const {
        hotspots.Add(std::move(name), area.min, area.max);
    }
    float Px(float at_scale_1) const { return theme.Px(at_scale_1); }
    Pen pen() const { return PenOn(theme); }
    Form FormIn(Column& column, const FormStyle& style) const {
        return {theme, hotspots, state.preferences.numbers, column, style};
    }
    const Recording& recording() const { return *state.recording; }
};

}  // namespace decodescope
