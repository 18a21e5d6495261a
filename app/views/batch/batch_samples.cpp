#include "app/views/batch/batch_samples.h"

#include <cstdint>
#include <vector>

#include "app/apply/edit_commands.h"
#include "app/panel/edit_text.h"
#include "app/panel/number_edit.h"
#include "app/views/batch/batch_fields.h"
#include "app/widgets/controls.h"

namespace decodescope {
namespace {

constexpr float kPromptHeight = 34, kPitch = 24;  // at scale 1

constexpr NumberRow kSampleNumbers[] = {
    {"batch.samples", "samples", [](const BatchViewState& v) { return 1.0 * v.samples; },
     [](BatchViewState& v, double x) { v.samples = static_cast<int>(x); }, kMostRequests},
    kSlotsRow,
    {"batch.tokens", "tokens each, at most",
     [](const BatchViewState& v) { return 1.0 * v.sample.tokens; },
     [](BatchViewState& v, double x) { v.sample.tokens = static_cast<int>(x); }, kMostSelected},
};

void DrawRuleField(const Panel& panel, Form& form, const RuleField& field) {
    const std::string hotspot = "batch." + std::string(field.key);
    NumberStyle style{.centered = true,
                      .as_typed = true,
                      .whole = field.is_whole(),
                      .step = field.is_whole() ? 0.05 : 0.01};
    if (field.is_seed()) {
        const SeedEdit edit =
            form.Seed(hotspot, "seed of the first", StateOf(panel).sample_rule.seed, style);
        if (edit.changed)
            EmitChange(panel, [&](BatchViewState& v) { v.sample_rule.seed = *edit.changed; });
        return EmitEditEnd(panel, hotspot, edit);
    }
    style.limits = LimitsOf(field);
    const NumberEdit edit =
        form.Number(hotspot, field.title, NumberOf(field, StateOf(panel).sample_rule), style);
    if (edit.changed) {
        EmitChange(panel,
                   [&](BatchViewState& v) { SetNearest(field, v.sample_rule, *edit.changed); });
    }
    EmitEditEnd(panel, hotspot, edit);
}

}  // namespace

void DrawBatchSamples(const Panel& panel, const BatchViewData* data, Column& column) {
    const Metrics& m = panel.theme.metrics;
    const Pen pen = panel.pen();
    const Area field = column.Block(panel.Px(kPromptHeight));
    const std::string problem = data == nullptr ? "" : data->run->problem(0);
    const FieldEdit<std::string> edit =
        EditText(panel, "##batch.sample_prompt", field, StateOf(panel).sample.prompt,
                 {.wrong = !problem.empty()});
    if (edit.changed) {
        EmitChange(panel, [&](BatchViewState& v) { v.sample.prompt = *edit.changed; });
    }
    if (edit.ended) panel.Emit(EndEdit{});
    panel.Spot("batch.sample_prompt", field);
    column.y = field.max.y + panel.Px(m.label_gap);
    if (!problem.empty()) {
        column.y += panel.Px(4);
        WriteParagraph(pen.In(panel.theme.colors().waiting.text), column, problem);
        panel.Spot("batch.status.0", {field.min, {column.right, column.y}});
    }
    const float half = panel.Px(kBatchForm.field_height) / 2;
    column.y += half;
    Form form = panel.FormIn(column, kBatchForm);
    for (const NumberRow& row : kSampleNumbers) DrawNumber(panel, form, row);
    for (const RuleField& rule_field : RuleFields()) DrawRuleField(panel, form, rule_field);
    DrawSharing(panel, form);
    column.y += panel.Px(m.label_gap) - half;
    if (data == nullptr || !problem.empty()) return;
    const std::vector<Request>& requests = data->run->batch().requests;
    for (int i = 0; i < data->run->request_count(); ++i, column.y += panel.Px(kPitch)) {
        const std::uint64_t seed = requests[static_cast<size_t>(i)].rule.seed;
        pen.In(FontRole::MonoStrong).Write({column.left, column.y}, std::to_string(i));
        const float x = pen.Muted().Write({column.left + panel.Px(kBatchNumber), column.y},
                                          "seed " + std::to_string(seed)) +
                        panel.Px(m.gap) * 1.5f;
        DrawStatus(panel, data, i, {x, column.y}, column.right - x);
    }
}

}  // namespace decodescope
