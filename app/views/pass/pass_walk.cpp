#include "app/views/pass/pass_walk.h"

#include "app/apply/inspect_commands.h"
#include "app/apply/list_commands.h"
#include "app/apply/view_commands.h"
#include "app/scene/pick.h"
#include "app/scene/walk.h"

namespace decodescope {
namespace {

std::optional<Cell> After(const Scene& scene, const std::optional<Cell>& from, const Walk& walk) {
    if (walk.blocks != 0) return CellOfNextBlock(scene, from, walk.blocks);
    if (!from) return std::nullopt;
    const std::optional<Cell> next = Neighbour(scene, *from, walk.right, walk.down);
    return next ? next : from;
}

}  // namespace

void EmitWalks(const Panel& panel, const Scene& scene, const Camera& camera, Point window) {
    const UiState& ui = panel.state.ui;
    if (ui.walks.empty()) return;
    std::optional<Cell> cell = ui.focused;
    for (const Walk& walk : ui.walks) {
        if (cell && IsLastBlock(scene, *cell, walk.blocks))
            return panel.Emit(LeaveBlocks{walk.blocks});
        cell = After(scene, cell, walk);
    }
    panel.Emit(Focus{cell});
    if (!cell || ui.camera.fits) return;
    const std::vector<Rect> places = PlacesOf(scene, *cell);
    if (places.empty()) return;
    const Camera shown = Showing(camera, places.front(), window);
    if (!(shown == camera)) panel.Emit(LookAt{shown});
}

}  // namespace decodescope
