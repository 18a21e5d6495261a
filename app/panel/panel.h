// What every panel is given. Panels read and emit commands: none of them changes the state.
#pragma once

#include <cassert>
#include <optional>
#include <string>
#include <utility>

#include "app/look/area.h"
#include "app/look/hotspots.h"
#include "app/look/theme.h"
#include "app/paint/heat_texture_cache.h"
#include "app/panel/view_worker.h"
#include "app/scene/scene_cache.h"
#include "app/scene/transition.h"
#include "app/state/command.h"
#include "app/state/state.h"
#include "app/widgets/form.h"
#include "app/widgets/pen.h"
#include "app/work/derived.h"

namespace decodescope {

struct Panel {
    const AppState& state;
    const Theme& theme;
    const Derived& derived;
    Commands& commands;  // what the person asks for
    Hotspots& hotspots;  // what was drawn, by name
    std::optional<Cell>&
        hovered;  // the number under the mouse: it and its links light up next frame
    std::optional<int>& hovered_position;  // the same for a position: its chip and its rows
    Transition transition;                 // from the last step to this one
    SceneCache& scenes;                    // the pass as it was last built
    HeatTextureCache& textures;
    // The zoom at which the pass is written; its fonts are made for it before the next frame.
    float* text_zoom = nullptr;
    ViewWorker* worker = nullptr;  // of the view that is shown, if it has one

    void Emit(Command command) const { commands.push_back(std::move(command)); }
    void Spot(std::string name, Area area) const {
        hotspots.Add(std::move(name), area.min, area.max);
    }
    float Px(float at_scale_1) const { return theme.Px(at_scale_1); }
    Pen pen() const { return PenOn(theme); }
    char point() const { return PointOf(state.preferences.numbers); }  // of quantities
    Form FormIn(Column& column, const FormStyle& style) const {
        return {theme, hotspots, state.preferences.numbers, column, style};
    }
    const Recording& recording() const { return *state.recording; }

    // The shown view's own worker, for the panels of that view.
    template <class Worker>
    Worker& WorkerAs() const {
        assert(dynamic_cast<Worker*>(worker) != nullptr);
        return static_cast<Worker&>(*worker);
    }
};

}  // namespace decodescope
