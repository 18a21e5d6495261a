#include "app/views/batch/batch_samples.h"

#include "app/views/batch/batch_fields.h"
#include "app/widgets/text.h"

namespace decodescope {
namespace {

constexpr float kPitch = 24;  // at scale 1

constexpr NumberRow kSampleNumbers[] = {
    {"batch.samples", "samples", [](const BatchViewState& l) { return 1.0 * l.samples; },
     [](BatchViewState& l, double x) { l.samples = Whole(x, kMostRequests); }},
    kSlotsRow,
    {"batch.tokens", "tokens each, at most",
     [](const BatchViewState& l) { return 1.0 * l.sample.tokens; },
     [](BatchViewState& l, double x) { l.sample.tokens = Whole(x, kMostSelected); }},
    {"batch.temperature", "temperature",
     [](const BatchViewState& l) { return l.sample_rule.temperature; },
     [](BatchViewState& l, double x) { l.sample_rule.temperature = std::max(0.0, x); }, false,
     0.01},
    {"batch.top_k", "top-k", [](const BatchViewState& l) { return 1.0 * l.sample_rule.top_k; },
     [](BatchViewState& l, double x) { l.sample_rule.top_k = Whole(x, 1000000); }},
    {"batch.top_p", "top-p", [](const BatchViewState& l) { return l.sample_rule.top_p; },
     [](BatchViewState& l, double x) { l.sample_rule.top_p = std::clamp(x, 0.01, 1.0); }, false,
     0.01},
    {"batch.min_p", "min-p", [](const BatchViewState& l) { return l.sample_rule.min_p; },
     [](BatchViewState& l, double x) { l.sample_rule.min_p = std::clamp(x, 0.0, 1.0); }, false,
     0.01},
    {"batch.seed", "seed of the first",
     [](const BatchViewState& l) { return static_cast<double>(l.sample_rule.seed); },
     [](BatchViewState& l, double x) {
         l.sample_rule.seed = static_cast<std::uint64_t>(std::clamp(x, 0.0, 1e9));
     }},
};

}  // namespace

float DrawBatchSamples(const Panel& panel, const BatchViewData* data, Area area, float y) {
    const Metrics& m = panel.theme.metrics;
    const Palette& c = panel.theme.colors();
    const Area field = AreaAt(area.min.x, y, area.width(), panel.Px(kBatchField));
    const std::string problem = data == nullptr ? "" : data->run->problem(0);
    const FieldEdit<std::string> edit =
        TextField("##batch.sample_prompt", panel.theme, field, StateOf(panel).sample.prompt,
                  {.wrong = !problem.empty()});
    if (edit.changed) {
        EmitChange(panel, [&](BatchViewState& state) { state.sample.prompt = *edit.changed; });
    }
    panel.Spot("batch.sample_prompt", field);
    y = field.max.y + panel.Px(m.label_gap);
    if (!problem.empty()) {
        y = DrawParagraph(*ImGui::GetWindowDrawList(), panel.theme, FontRole::Label,
                          {area.min.x, y + panel.Px(4)}, c.waiting.text, problem, area.width());
        panel.Spot("batch.status.0", {field.min, {area.max.x, y}});
    }
    for (const NumberRow& row : kSampleNumbers) y = DrawNumberRow(panel, row, area, y);
    y = DrawSharing(panel, area, y) + panel.Px(m.label_gap);
    if (data == nullptr || !problem.empty()) return y;
    for (int i = 0; i < data->run->request_count(); ++i, y += panel.Px(kPitch)) {
        const std::string seed =
            "seed " + std::to_string(data->run->batch().requests[static_cast<size_t>(i)].rule.seed);
        ImDrawList& list = *ImGui::GetWindowDrawList();
        DrawText(list, panel.theme, FontRole::MonoStrong, {area.min.x, y}, c.ink,
                 std::to_string(i));
        const float x = DrawText(list, panel.theme, FontRole::Label,
                                 {area.min.x + panel.Px(kBatchNumber), y}, c.muted, seed) +
                        panel.Px(m.gap) * 1.5f;
        DrawStatus(panel, data, i, {x, y}, area.max.x - x);
    }
    return y;
}

}  // namespace decodescope
