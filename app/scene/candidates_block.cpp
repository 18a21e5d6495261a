// Logits, probabilities and the selection: three columns of one block, a row for each candidate.

#include <algorithm>
#include <array>
#include <cmath>

#include "app/scene/scene_builder.h"
#include "app/scene/words.h"
#include "core/explain/narrate.h"

namespace decodescope {
namespace {

constexpr float kHead = 38;
constexpr float kTickZone = 76;

// Columns from the block's left edge. A rule that samples shows raw and final probability, and the
// bar lies under the raw one.
struct CandidateColumns {
    float logit, bar, bar_width, raw, final;
};

CandidateColumns ColumnsFor(const SceneLayout& layout, bool samples) {
    const float width = layout.PlaceOf(BlockId::Candidates).width;
    const float logit = 16 + layout.candidate_token;
    const float after = logit + layout.candidate_cell;
    if (samples) {
        const float raw = after + 4;
        return {logit, raw, layout.candidate_cell, raw, raw + layout.candidate_cell + 2};
    }
    const float raw = std::min(after + 68, width - 34 - layout.candidate_cell);
    const float bar = std::min(after + 16, raw - 20);
    return {logit, bar, raw - bar, raw, 0};
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
        listed.back() = CandidateAt(recording.pass(pass), selection->id);
    }
    return listed;
}

void Builder::AddCandidateHeads(const Rect& block) {
    struct Head {
        Stage stage;
        std::string number;
        std::string title;
        float x = 0;
        float width = 0;
    };
    std::array<Head, 3> heads{Head{Stage::Logits}, {Stage::Probabilities}, {Stage::Select}};
    const CandidateColumns columns = ColumnsFor(layout_, false);
    const auto flow = [&](bool with_numbers, bool aligned) {
        float x = columns.logit;
        for (Head& head : heads) {
            head.number = with_numbers ? NumberOf(head.stage) : "";
            head.title = InfoOf(head.stage).title;
            head.width = view_.measure(TextStyle::Strong, head.title);
            if (with_numbers) head.width += view_.measure(TextStyle::Mono, head.number) + 6;
            if (aligned && head.stage == Stage::Probabilities) x = std::max(x, columns.bar - 3);
            if (head.stage == Stage::Select) x = std::max(x, block.width - kTickZone + 4);
            head.x = x;
            x += head.width + 12;
        }
        return x <= block.width + 4;
    };
    if (!flow(true, true) && !flow(false, true)) flow(false, false);

    for (size_t i = 0; i < heads.size(); ++i) {
        const Head& head = heads[i];
        const BlockState state = StateOf(head.stage);
        const bool is_now = state == BlockState::Current;
        if (is_now) {
            const float from = head.x - 6;
            const float to = i + 1 < heads.size() ? heads[i + 1].x - 6 : block.width - 2;
            scene_.bands.push_back(
                {BandKind::NowHead, {block.x + from, block.y + 2, to - from, 30}});
        }
        float x = block.x + head.x;
        if (!head.number.empty()) {
            const float number = view_.measure(TextStyle::Mono, head.number);
            AddText({x, block.y + 4, number, 24}, head.number, TextStyle::Mono,
                    is_now ? Tone::OnNow : Tone::Muted);
            x += number + 6;
        }
        AddText({x, block.y + 4, block.x + head.x + head.width - x, 24}, head.title,
                TextStyle::Strong,
                is_now                       ? Tone::OnNow
                : state == BlockState::Ghost ? Tone::Muted
                                             : Tone::Ink);
    }
    if (StateOf(Stage::Logits) == BlockState::Ghost) return;
    scene_.bands.push_back({BandKind::HeadRule, {block.x + 1, block.y + 32, block.width - 2, 1}});
}

void Builder::AddCandidateRow(const Candidate& candidate, Rect row) {
    const bool samples = recording_.recipe().rule.kind == RuleKind::Sample;
    const CandidateColumns columns = ColumnsFor(layout_, samples);
    const BlockState logits = StateOf(Stage::Logits);
    const BlockState probabilities = StateOf(Stage::Probabilities);
    const BlockState select = StateOf(Stage::Select);
    const bool is_selected =
        select != BlockState::Ghost && pass_->selection && pass_->selection->id == candidate.id;
    const int position = pass_->last_position();
    const float middle = row.center().y;
    if (is_selected) {
        selected_y_ = middle;
        const float height = std::min(36.0f, row.height - 2);
        scene_.bands.push_back(
            {BandKind::SelectedRow, {row.x + 4, middle - height / 2, row.width - 8, height}});
    }
    const float chip = std::min(28.0f, row.height - 2);
    if (logits != BlockState::Ghost) {
        Tag tag{.kind = TagKind::Vocabulary,
                .place = {row.x + 10, middle - chip / 2, layout_.candidate_token, chip},
                .token = TokenText(recording_, candidate.id),
                .position = {}};
        tag.token = Shortened(tag.token, [&](const std::string& words) {
            return view_.measure(TextStyle::Strong, words) <= tag.place.width - 2;
        });
        scene_.tags.push_back(tag);
    }
    const auto number = [&](TensorId tensor, float x, BlockState state, Fill fill) {
        const float cell = std::min(26.0f, row.height - 2);
        const Rect place{row.x + x + 1, middle - cell / 2, layout_.candidate_cell - 2, cell};
        const Grid grid{.block = BlockId::Candidates,
                        .tensor = tensor,
                        .layer = 0,
                        .corner = {},
                        .width = 0,
                        .state = state,
                        .fill = fill};
        scene_.cells.push_back(BoxOf(grid, {tensor, 0, 0, position, candidate.id}, place));
    };
    number(TensorId::Logits, columns.logit, logits, is_selected ? Fill::Waiting : Fill::Neutral);
    number(TensorId::Probabilities, columns.raw, probabilities, Fill::None);
    if (samples) number(TensorId::FinalProbabilities, columns.final, select, Fill::None);
    if (probabilities != BlockState::Ghost) {
        const Rect bar = samples
                             ? Rect{row.x + columns.bar + 1, middle + 10, columns.bar_width - 2, 3}
                             : Rect{row.x + columns.bar, middle - 8, columns.bar_width, 16};
        const float share = std::isfinite(candidate.raw) ? static_cast<float>(candidate.raw) : 0;
        scene_.bars.push_back({bar, share});
    }
    if (select != BlockState::Ghost) {
        const float free = row.x + std::max(columns.final, columns.raw) + layout_.candidate_cell;
        const float center = std::max((free + row.right()) / 2, row.right() - 40);
        scene_.ticks.push_back({{center - 10, middle - 10, 20, 20}, is_selected});
    }
}

// The candidates in their order as bars, and what the rule kept of them.
void Builder::AddDistribution(Rect place) {
    constexpr float kBar = 4;
    if (StateOf(Stage::Probabilities) == BlockState::Ghost) return;
    const bool is_ruled = StateOf(Stage::Select) != BlockState::Ghost;
    const std::vector<Candidate> largest =
        CandidatesOf(recording_, pass_->index, static_cast<int>(place.width / kBar));
    const int kept = KeptCandidates(*pass_);
    Distribution distribution{.place = place, .shares = {}};
    distribution.kept = is_ruled ? kept : static_cast<int>(largest.size());
    double most = 0;
    for (const Candidate& candidate : largest) most = std::max(most, candidate.raw);
    for (size_t i = 0; i < largest.size(); ++i) {
        const double share = most > 0 ? largest[i].raw / most : 0;
        distribution.shares.push_back(std::isfinite(share) ? static_cast<float>(share) : 0.0f);
        const bool is_selected = pass_->selection && pass_->selection->id == largest[i].id;
        if (is_ruled && is_selected) distribution.selected = static_cast<int>(i);
    }
    scene_.distributions.push_back(std::move(distribution));
    const std::string all = std::to_string(config_.vocabulary_size);
    const std::string note = is_ruled ? std::to_string(kept) + " of " + all + " kept by the rule"
                                      : "the largest of " + all;
    AddText({place.x, place.y, place.width, 20}, note, TextStyle::Plain, Tone::Muted, Align::Right);
}

void Builder::AddCandidates() {
    const BlockState logits = StateOf(Stage::Logits);
    const bool is_current = logits == BlockState::Current ||
                            StateOf(Stage::Probabilities) == BlockState::Current ||
                            StateOf(Stage::Select) == BlockState::Current;
    const BlockId before =
        layout_.Has(BlockId::PostAttention) ? BlockId::PostAttention : BlockId::WeightedSum;
    const Block block = AddBlock(BlockId::Candidates, is_current ? BlockState::Current : logits,
                                 Meaning::Neutral, {before});
    AddCandidateHeads(block.place);
    if (!pass_) return;

    const std::vector<Candidate> listed =
        ListedCandidates(recording_, pass_->index, layout_.candidates);
    float y = block.place.y + kHead;
    for (const Candidate& candidate : listed) {
        AddCandidateRow(candidate, {block.place.x, y, block.place.width, layout_.candidate_row});
        y += layout_.candidate_row;
    }
    if (layout_.distribution > 0) {
        AddDistribution({block.place.x + 12, y, block.place.width - 24, layout_.distribution});
        return;
    }
    const int vocabulary = config_.vocabulary_size;
    if (vocabulary <= layout_.candidates || logits == BlockState::Ghost) return;
    std::string note = std::to_string(layout_.candidates) + " of " + std::to_string(vocabulary);
    if (StateOf(Stage::Select) != BlockState::Ghost) {
        note = std::to_string(KeptCandidates(*pass_)) + " of " + std::to_string(vocabulary) +
               " kept by the rule";
    }
    AddText({block.place.x + 12, y, block.place.width - 24, 22}, note, TextStyle::Plain,
            Tone::Muted);
}

}  // namespace decodescope
