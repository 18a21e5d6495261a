#include "app/panel/inline_edit.h"

#include <algorithm>

#include "app/apply/model_commands.h"
#include "app/look/imgui_compat.h"
#include "app/panel/number_edit.h"
#include "app/widgets/controls.h"
#include "core/model/parameters.h"
#include "core/run/terms.h"

namespace decodescope {
namespace {

constexpr float kLeastWidth = 72,
                kLeastHeight = 26;  // at scale 1: room for typing, however small the cell

Area FieldOver(const Panel& panel, const Hotspot& spot) {
    const ImVec2 middle{(spot.min.x + spot.max.x) / 2, (spot.min.y + spot.max.y) / 2};
    const float width = std::max(spot.max.x - spot.min.x, panel.Px(kLeastWidth));
    const float height = std::max(spot.max.y - spot.min.y, panel.Px(kLeastHeight));
    return AreaAt(std::round(middle.x - width / 2), std::round(middle.y - height / 2),
                  std::round(width), std::round(height));
}

}  // namespace

std::optional<Cell> ParameterShownAt(const Panel& panel, const Cell& cell) {
    if (InfoOf(cell.tensor).is_parameter) return cell;
    if (!panel.recording().Has(cell)) return std::nullopt;
    const Derivation derivation = Terms(panel.recording(), cell);
    if (derivation.terms.size() != 1 || derivation.finish != Finish::Sum) return std::nullopt;
    const std::vector<Factor>& factors = derivation.terms.front().factors;
    const bool is_one =
        factors.size() == 1 && factors[0].cell && factors[0].function == Function::None;
    if (!is_one || !InfoOf(factors[0].cell->tensor).is_parameter) return std::nullopt;
    return factors[0].cell;
}

void EmitInlineEdit(const Panel& panel, const Cell& cell, std::string hotspot) {
    const std::optional<Cell> parameter = ParameterShownAt(panel, cell);
    const Model& model = *panel.state.document.recipe.model;
    if (!parameter || !HasParameter(model, *parameter)) return;
    panel.Emit(BeginInlineEdit{*parameter, std::move(hotspot)});
}

void DrawInlineEdit(const Panel& panel) {
    const auto& editing = panel.state.ui.inline_edit;
    if (!editing) return;
    const Model& model = *panel.state.document.recipe.model;
    const std::optional<Hotspot> spot = panel.hotspots.Find(editing->hotspot);
    if (!spot || !HasParameter(model, editing->cell)) {  // no longer on screen
        panel.Emit(EndInlineEdit{.keep = true});
        return;
    }
    const Area area = FieldOver(panel, *spot);
    BeginPage("inline edit", panel.theme, area, panel.theme.colors().block);
    const NumberEdit edit =
        NumberField(editing->hotspot.c_str(), panel.theme, area, ParameterAt(model, editing->cell),
                    panel.state.preferences.numbers, {.typed = true});
    if (edit.changed) panel.Emit(SetParameter{editing->cell, *edit.changed});
    EmitRefusal(panel, editing->hotspot, edit);
    if (edit.dropped) panel.Emit(EndEdit{});
    if (edit.ended) panel.Emit(EndInlineEdit{.keep = !IsEscapePressed()});
    panel.Spot("edit.inline", area);
    EndPanel();
}

}  // namespace decodescope
