#include "app/scene/candidates_block.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "app/look/token_label.h"
#include "app/scene/grid.h"
#include "app/scene/scene_builder.h"
#include "app/scene/words.h"
#include "core/explain/narrate.h"

namespace decodescope {
namespace {

constexpr float kTickZone = 76;

// Columns from the block's left edge. A rule that samples shows the probability before and after
// it, and the bar is under the first.
struct CandidateColumns {
    float logit, bar, bar_width, probability;
    float after_rule;  // 0: not shown
};

CandidateColumns ColumnsFor(const PassLayout& layout, bool samples) {
    const float width = layout.PlaceOf(BlockId::Candidates).width;
    const float logit = 16 + layout.candidate_token;
    const float after = logit + layout.candidate_cell;
    if (samples) {
        const float probability = after + 4;
        return {logit, probability, layout.candidate_cell, probability,
                probability + layout.candidate_cell + 2};
    }
    const float probability = std::min(after + 68, width - 34 - layout.candidate_cell);
    const float bar = std::min(after + 16, probability - 20);
    return {logit, bar, probability - bar, probability, 0};
}

// --- The heads ----------------------------------------------------------------------------------

struct Head {
    Stage stage;
    std::string number;
    std::string title;
    float x = 0;  // from the block's left edge
    float width = 0;
};
using Heads = std::array<Head, 3>;

// Puts the heads over their columns, with their stages' numbers where there is room for those.
Heads PlanHeads(const SceneBuilder& builder, const Rect& block) {
    const SceneView& view = builder.view;
    Heads heads{Head{Stage::Logits}, {Stage::Probabilities}, {Stage::Select}};
    const CandidateColumns columns = ColumnsFor(builder.layout, false);
    const auto flow = [&](bool with_numbers, bool aligned) {
        float x = columns.logit;
        if (!aligned) {  // as far left as the titles need
            float total = 0;
            for (const Head& head : heads)
                total += view.measure(TextStyle::Strong, InfoOf(head.stage).title) + 12;
            x = std::min(x, block.width - total);
        }
        for (Head& head : heads) {
            head.number = with_numbers ? builder.NumberOf(head.stage) : "";
            head.title = InfoOf(head.stage).title;
            head.width = view.measure(TextStyle::Strong, head.title);
            if (with_numbers) head.width += view.measure(TextStyle::Mono, head.number) + 6;
            if (aligned && head.stage == Stage::Probabilities) x = std::max(x, columns.bar - 3);
            if (head.stage == Stage::Select) x = std::max(x, block.width - kTickZone + 4);
            head.x = x;
            x += head.width + 12;
        }
        return x <= block.width + 4;
    };
    if (!flow(true, true) && !flow(false, true)) flow(false, false);
    return heads;
}

void AddHeads(SceneBuilder& builder, const Rect& block) {
    const Heads heads = PlanHeads(builder, block);
    const float top = block.y + builder.layout.insets.candidates_head / 2 - 15;
    for (size_t i = 0; i < heads.size(); ++i) {
        const Head& head = heads[i];
        const BlockState state = builder.StateOf(head.stage);
        const bool is_now = state == BlockState::Current;
        if (is_now) {
            const float from = head.x - 6;
            const float to = i + 1 < heads.size() ? heads[i + 1].x - 6 : block.width - 2;
            builder.scene.bands.push_back({BandKind::NowHead,
                                           {block.x + from, block.y + 2, to - from,
                                            builder.layout.insets.candidates_head - 8}});
        }
        float x = block.x + head.x;
        if (!head.number.empty()) {
            const float number = builder.view.measure(TextStyle::Mono, head.number);
            builder.AddText({x, top, number, 24}, head.number, TextStyle::Mono,
                            is_now ? Tone::OnNow : Tone::Muted);
            x += number + 6;
        }
        builder.AddText({x, top, block.x + head.x + head.width - x, 24}, head.title,
                        TextStyle::Strong,
                        is_now                       ? Tone::OnNow
                        : state == BlockState::Ghost ? Tone::Muted
                                                     : Tone::Ink);
    }
    if (builder.StateOf(Stage::Logits) == BlockState::Ghost) return;
    if (!builder.layout.open.Has(Part::Candidates)) return;
    builder.scene.bands.push_back(
        {BandKind::HeadRule,
         {block.x + 1, block.y + builder.layout.insets.candidates_head - 6, block.width - 2, 1}});
}

// --- Rows ----------------------------------------------------------------------------------------

void AddToken(SceneBuilder& builder, TokenId token, const Rect& row) {
    const float chip = std::min(28.0f, row.height - 2);
    Tag tag{.kind = TagKind::Vocabulary,
            .place = {row.x + 10, row.center().y - chip / 2, builder.layout.candidate_token, chip},
            .token = TokenText(builder.recording, token),
            .position = {}};
    tag.token = TokenLabel(tag.token, token, [&](const std::string& words) {
        return builder.view.measure(TextStyle::Strong, words) <= tag.place.width - 2;
    });
    builder.scene.tags.push_back(tag);
}

// Logit, probability and, where the rule samples, the probability after it.
void AddNumbers(SceneBuilder& builder, TokenId token, const Rect& row,
                const CandidateColumns& columns, bool is_selected) {
    const float height = std::min(26.0f, row.height - 2);
    const auto add = [&](TensorId tensor, float x, Stage stage, Fill fill) {
        const Rect place{row.x + x + 1, row.center().y - height / 2,
                         builder.layout.candidate_cell - 2, height};
        const Grid grid{.block = BlockId::Candidates,
                        .tensor = tensor,
                        .layer = 0,
                        .corner = {},
                        .width = 0,
                        .state = builder.StateOf(stage),
                        .fill = fill};
        const Cell cell{tensor, 0, 0, builder.pass->last_position(), token};
        builder.scene.cells.push_back(BoxOf(builder, grid, cell, place));
    };
    add(TensorId::Logits, columns.logit, Stage::Logits,
        is_selected ? Fill::Waiting : Fill::Neutral);
    add(TensorId::Probabilities, columns.probability, Stage::Probabilities, Fill::None);
    if (columns.after_rule == 0) return;
    add(TensorId::ProbabilitiesAfterRule, columns.after_rule, Stage::Select, Fill::None);
}

void AddRow(SceneBuilder& builder, const Candidate& candidate, const Rect& row) {
    const bool samples = builder.recording.recipe().rule.kind == RuleKind::Sample;
    const CandidateColumns columns = ColumnsFor(builder.layout, samples);
    const bool is_ruled = builder.StateOf(Stage::Select) != BlockState::Ghost;
    const std::optional<Selection>& selection = builder.pass->selection;
    const bool is_selected = is_ruled && selection && selection->id == candidate.id;
    const float middle = row.center().y;
    if (is_selected) {
        builder.is_selection_listed = true;
        builder.selected_y = middle;
        const float height = std::min(36.0f, row.height - 2);
        builder.scene.bands.push_back(
            {BandKind::SelectedRow, {row.x + 4, middle - height / 2, row.width - 8, height}});
    }
    if (builder.StateOf(Stage::Logits) != BlockState::Ghost) AddToken(builder, candidate.id, row);
    AddNumbers(builder, candidate.id, row, columns, is_selected);
    if (builder.StateOf(Stage::Probabilities) != BlockState::Ghost) {
        const Rect bar = samples
                             ? Rect{row.x + columns.bar + 1, middle + 10, columns.bar_width - 2, 3}
                             : Rect{row.x + columns.bar, middle - 8, columns.bar_width, 16};
        const float share =
            std::isfinite(candidate.probability) ? static_cast<float>(candidate.probability) : 0;
        builder.scene.bars.push_back({bar, share});
    }
    if (is_ruled) {
        const float free = row.x + std::max(columns.after_rule, columns.probability) +
                           builder.layout.candidate_cell;
        const float center = std::max((free + row.right()) / 2, row.right() - 40);
        const Rect tick{center - 10, middle - 10, 20, 20};
        builder.scene.ticks.push_back({tick, is_selected});
        builder.scene.choices.push_back({.kind = Choice::Kind::Candidate,
                                         .index = candidate.id,
                                         .place = tick,
                                         .chosen = is_selected});
    }
}

// What the rule kept; and that it did not choose, where a person did.
std::string KeptNote(const SceneBuilder& builder) {
    const std::string kept = std::to_string(KeptCandidates(builder.recording, *builder.pass)) +
                             " of " + std::to_string(builder.config.vocabulary_size);
    const std::optional<Selection>& selection = builder.pass->selection;
    if (selection && selection->by_hand) return "by hand; the rule keeps " + kept;
    return kept + " kept by the rule";
}

// The candidates in their order as bars, and what the rule kept of them.
void AddDistribution(SceneBuilder& builder, Rect place) {
    constexpr float kBar = 4;
    if (builder.StateOf(Stage::Probabilities) == BlockState::Ghost) return;
    const bool is_ruled = builder.StateOf(Stage::Select) != BlockState::Ghost;
    const std::vector<Candidate> largest =
        CandidatesOf(builder.recording, builder.pass->index, static_cast<int>(place.width / kBar));
    const int kept = KeptCandidates(builder.recording, *builder.pass);
    Distribution distribution{.place = place, .shares = {}};
    distribution.kept = is_ruled ? kept : static_cast<int>(largest.size());
    double most = 0;
    for (const Candidate& candidate : largest) most = std::max(most, candidate.probability);
    for (size_t i = 0; i < largest.size(); ++i) {
        const double share = most > 0 ? largest[i].probability / most : 0;
        distribution.shares.push_back(std::isfinite(share) ? static_cast<float>(share) : 0.0f);
        const bool is_selected =
            builder.pass->selection && builder.pass->selection->id == largest[i].id;
        if (is_ruled && is_selected) distribution.selected = static_cast<int>(i);
    }
    builder.scene.distributions.push_back(std::move(distribution));
    const std::string all = std::to_string(builder.config.vocabulary_size);
    const std::string note = is_ruled ? KeptNote(builder) : "the largest of " + all;
    builder.AddText({place.x, place.y, place.width, 20}, note, TextStyle::Plain, Tone::Muted,
                    Align::Right);
}

}  // namespace

std::vector<Candidate> ListedCandidates(const Recording& recording, int pass, int count) {
    std::vector<Candidate> listed = CandidatesOf(recording, pass, count);
    if (recording.config().vocabulary_size <= count) {
        std::ranges::sort(listed, {}, &Candidate::id);
        return listed;
    }
    const std::optional<Selection>& selection = recording.pass(pass).selection;
    if (selection && std::ranges::find(listed, selection->id, &Candidate::id) == listed.end()) {
        listed.back() = CandidateAt(recording, recording.pass(pass), selection->id);
    }
    return listed;
}

int ListedCount(const Config& config) {
    return DrawsNumbers(config) ? std::min(config.vocabulary_size, 5) : 1;
}

float UsualCandidateRow(const Config& config) {
    const int vocabulary = config.vocabulary_size;
    return vocabulary <= 3 ? 44.0f : vocabulary == 4 ? 33.0f : 26.0f;
}

void AddCandidates(SceneBuilder& builder) {
    const PassLayout& layout = builder.layout;
    const BlockState logits = builder.StateOf(Stage::Logits);
    const bool is_current = logits == BlockState::Current ||
                            builder.StateOf(Stage::Probabilities) == BlockState::Current ||
                            builder.StateOf(Stage::Select) == BlockState::Current;
    const BlockId before =
        layout.Has(BlockId::PostAttention) ? BlockId::PostAttention : BlockId::WeightedSum;
    const Block block = builder.AddBlock(
        BlockId::Candidates, is_current ? BlockState::Current : logits, Meaning::Neutral, {before});
    AddHeads(builder, block.place);
    if (!builder.pass || !layout.open.Has(Part::Candidates)) return;

    const std::vector<Candidate> listed =
        ListedCandidates(builder.recording, builder.pass->index, layout.candidates);
    float y = block.place.y + layout.insets.candidates_head;
    for (const Candidate& candidate : listed) {
        AddRow(builder, candidate, {block.place.x, y, block.place.width, layout.candidate_row});
        y += layout.candidate_row;
    }
    if (layout.distribution > 0) {
        AddDistribution(builder,
                        {block.place.x + 12, y, block.place.width - 24, layout.distribution});
        return;
    }
    const int vocabulary = builder.config.vocabulary_size;
    if (vocabulary <= layout.candidates || logits == BlockState::Ghost) return;
    std::string note = std::to_string(layout.candidates) + " of " + std::to_string(vocabulary);
    if (builder.StateOf(Stage::Select) != BlockState::Ghost) {
        note = KeptNote(builder);
    }
    builder.AddText({block.place.x + 12, y, block.place.width - 24, 22}, note, TextStyle::Plain,
                    Tone::Muted);
}

}  // namespace decodescope
