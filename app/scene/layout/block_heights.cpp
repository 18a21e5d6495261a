#include "app/scene/layout/block_heights.h"

#include <algorithm>

#include "app/scene/layout/pass_layout_widths.h"

namespace decodescope {
namespace {

constexpr float kCandidateFoot = 6;

float Sections(const HeightPlan& plan, std::initializer_list<std::pair<Part, bool>> parts) {
    int open = 0;
    for (const auto& [part, exists] : parts) open += exists && plan.open.Has(part) ? 1 : 0;
    if (open == 0) return plan.insets.folded;
    return plan.insets.title + static_cast<float>(open) * plan.rows +
           static_cast<float>(open - 1) * kPartGap + plan.insets.foot;
}

}  // namespace

Heights HeightsFor(const HeightPlan& plan) {
    const Config& config = plan.config;
    const bool has_norm = Has(config, Stage::AttentionNorm), turns = Has(config, Stage::Rope);
    const bool norms = Has(config, TensorId::NormedQ);
    // Beside numbers only; the labels of a map are those of the softmax below it.
    const float score_axis = config.head_dim <= kMostNumbers ? kAxisHeight : 0;
    const auto with_axis = [&](Part part, float axis) {
        return plan.open.Has(part) ? plan.insets.title + axis + plan.rows + plan.insets.foot
                                   : plan.insets.folded;
    };
    return {
        .input = Sections(plan, {{Part::Input, true}, {Part::NormedInput, has_norm}}),
        .query = Sections(
            plan, {{Part::Query, true}, {Part::NormedQuery, norms}, {Part::RotatedQuery, turns}}),
        .key = Sections(plan,
                        {{Part::Key, true}, {Part::NormedKey, norms}, {Part::RotatedKey, turns}}),
        .value = Sections(plan, {{Part::Value, true}}),
        .score = with_axis(Part::Score, score_axis),
        .softmax = with_axis(Part::Softmax, kAxisHeight) + plan.more_softmax,
        .sum = Sections(plan, {{Part::WeightedSum, true}}),
        .post_attention =
            plan.open.Has(Part::PostAttention) ? plan.post_attention : plan.post_attention_title};
}

float CandidatesHeight(const Recording& recording, const PassLayout& layout) {
    const float head = layout.insets.candidates_head;
    if (!layout.open.Has(Part::Candidates)) return head;
    const float rows = static_cast<float>(std::max(layout.candidates, 3)) * layout.candidate_row;
    if (layout.distribution > 0) {
        return head + layout.candidate_row + layout.distribution + kCandidateFoot;
    }
    const bool more = recording.config().vocabulary_size > layout.candidates;
    return head + rows + (more ? 22.0f : 0.0f) + kCandidateFoot;
}

}  // namespace decodescope
