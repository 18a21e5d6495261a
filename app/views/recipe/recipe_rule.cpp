#include "app/views/recipe/recipe_rule.h"

#include <algorithm>

#include "app/apply/edit_commands.h"
#include "app/panel/number_edit.h"
#include "app/views/recipe/recipe_form.h"

namespace decodescope {
namespace {

void DrawRuleField(const Panel& panel, Column& column, const RuleField& field,
                   std::string_view label) {
    const SelectionRule& rule = RecipeOf(panel).rule;
    const std::string hotspot = "recipe." + std::string(field.key);
    const double step = field.is_whole() ? 0.2 : 0.01;
    if (const auto edited = DrawNumberRow(panel, column, hotspot, label, NumberOf(field, rule),
                                          field.is_whole(), step, LimitsOf(field))) {
        SelectionRule changed = rule;
        SetNearest(field, changed, *edited);
        panel.Emit(SetRule{changed});
    }
}

void DrawRule(const Panel& panel, Column& column) {
    const Metrics& m = panel.theme.metrics;
    const SelectionRule& rule = RecipeOf(panel).rule;
    DrawSectionLabel(panel, column, "Selection rule");
    const Area field = column.Block(panel.Px(m.field_height));
    const auto kinds = RuleKindNames();
    const auto name_of = [&](int i) { return std::string(kinds[static_cast<size_t>(i)]); };
    const int chosen = static_cast<int>(rule.kind), count = static_cast<int>(kinds.size());
    if (const auto choice = ChoiceField("##rule", panel.theme, field, chosen, count, name_of)) {
        SelectionRule changed = rule;
        changed.kind = static_cast<RuleKind>(*choice);
        panel.Emit(SetRule{changed});
        panel.Emit(EndEdit{});
    }
    panel.Spot("recipe.rule", field);
    column.y = field.max.y + panel.Px(m.section_gap);
    if (rule.kind == RuleKind::Greedy) return;
    for (const RuleField& row : RuleFields()) {
        if (!row.is_seed()) DrawRuleField(panel, column, row, row.title);
    }
}

// Below the tokens to select, for both kinds of rule.
void DrawSeed(const Panel& panel, Column& column) {
    if (RecipeOf(panel).rule.kind == RuleKind::Greedy) {
        RecipeForm(panel, column).Fixed("recipe.seed", "Seed", "not used");
        return;
    }
    const NumberStyle style{.framed = false, .as_typed = true, .step = 0.2};
    const SeedEdit edit =
        RecipeForm(panel, column).Seed("recipe.seed", "Seed", RecipeOf(panel).rule.seed, style);
    if (edit.changed) {
        SelectionRule changed = RecipeOf(panel).rule;
        changed.seed = *edit.changed;
        panel.Emit(SetRule{changed});
    }
    EmitEditEnd(panel, "recipe.seed", edit);
}

void DrawTokensToSelect(const Panel& panel, Column& column) {
    if (const auto edited =
            DrawNumberRow(panel, column, "recipe.tokens", "Tokens to select",
                          RecipeOf(panel).tokens, true, 0.1, NumberLimits{1, kMostSelected})) {
        panel.Emit(SetTokens{static_cast<int>(*edited)});
    }
}

}  // namespace

void DrawSelectionRule(const Panel& panel, Column& column) {
    DrawRule(panel, column);
    DrawTokensToSelect(panel, column);
    DrawSeed(panel, column);
}

}  // namespace decodescope
