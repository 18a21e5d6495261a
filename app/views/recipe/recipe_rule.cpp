#include "app/views/recipe/recipe_rule.h"

#include <algorithm>

#include "app/apply/edit_commands.h"
#include "app/views/recipe/recipe_form.h"

namespace decodescope {
namespace {

// A number of the rule that is edited like the others.
struct RuleNumber {
    const char* hotspot;
    const char* label;
    double (*get)(const SelectionRule&);
    void (*set)(SelectionRule&, double);
    bool whole;
    double step;
};

constexpr RuleNumber kRuleNumbers[] = {
    {"recipe.temperature", "temperature", [](const SelectionRule& r) { return r.temperature; },
     [](SelectionRule& r, double x) { r.temperature = std::max(0.0, x); }, false, 0.01},
    {"recipe.top_k", "top-k", [](const SelectionRule& r) { return static_cast<double>(r.top_k); },
     [](SelectionRule& r, double x) { r.top_k = static_cast<int>(std::clamp(x, 0.0, 1e6)); }, true,
     0.2},
    {"recipe.top_p", "top-p", [](const SelectionRule& r) { return r.top_p; },
     [](SelectionRule& r, double x) { r.top_p = std::clamp(x, 0.01, 1.0); }, false, 0.01},
    {"recipe.min_p", "min-p", [](const SelectionRule& r) { return r.min_p; },
     [](SelectionRule& r, double x) { r.min_p = std::clamp(x, 0.0, 1.0); }, false, 0.01},
};

void DrawRule(const Panel& panel, Column& column) {
    const Metrics& m = panel.theme.metrics;
    const SelectionRule& rule = RecipeOf(panel).rule;
    DrawSectionLabel(panel, column, "Selection rule");
    const Area field = column.Block(panel.Px(m.field_height));
    const auto name_of = [](int i) { return std::string(i == 0 ? "greedy" : "sample"); };
    const int chosen = rule.kind == RuleKind::Greedy ? 0 : 1;
    if (const auto choice = ChoiceField("##rule", panel.theme, field, chosen, 2, name_of)) {
        SelectionRule changed = rule;
        changed.kind = *choice == 0 ? RuleKind::Greedy : RuleKind::Sample;
        panel.Emit(SetRule{changed});
        panel.Emit(EndEdit{});
    }
    panel.Spot("recipe.rule", field);
    column.y = field.max.y + panel.Px(m.section_gap);
    if (rule.kind == RuleKind::Greedy) return;
    for (const RuleNumber& row : kRuleNumbers) {
        const double number = row.get(rule);
        if (const auto edited =
                DrawNumberRow(panel, column, row.hotspot, row.label, number, row.whole, row.step)) {
            SelectionRule changed = rule;
            row.set(changed, *edited);
            panel.Emit(SetRule{changed});
        }
    }
}

void DrawSeed(const Panel& panel, Column& column) {
    const SelectionRule& rule = RecipeOf(panel).rule;
    if (rule.kind == RuleKind::Greedy) {
        RecipeForm(panel, column).Fixed("recipe.seed", "Seed", "not used");
        return;
    }
    constexpr double kLargestSeed = 9007199254740992.0;  // 2^53: beyond it a double skips integers
    if (const auto edited = DrawNumberRow(panel, column, "recipe.seed", "Seed",
                                          static_cast<double>(rule.seed), true, 0.2)) {
        SelectionRule changed = rule;
        changed.seed = static_cast<std::uint64_t>(std::clamp(*edited, 0.0, kLargestSeed));
        panel.Emit(SetRule{changed});
    }
}

void DrawTokensToSelect(const Panel& panel, Column& column) {
    if (const auto edited = DrawNumberRow(panel, column, "recipe.tokens", "Tokens to select",
                                          RecipeOf(panel).tokens, true, 0.1)) {
        panel.Emit(SetTokens{static_cast<int>(std::clamp(*edited, 1.0, double{kMostSelected}))});
    }
}

}  // namespace

void DrawSelectionRule(const Panel& panel, Column& column) {
    DrawRule(panel, column);
    DrawTokensToSelect(panel, column);
    DrawSeed(panel, column);
}

}  // namespace decodescope
