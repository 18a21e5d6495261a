// Logits, probabilities and the selection: three columns of one block, a row for each candidate.

#include <algorithm>
#include <cmath>

#include "app/scene/builder.h"
#include "app/scene/words.h"

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
    const float logit = 12 + layout.tag_width;
    const float after = logit + layout.cell_width;
    if (samples) {
        const float raw = after + 4;
        return {logit, raw, layout.cell_width, raw, raw + layout.cell_width + 2};
    }
    return {logit, after + 16, 52, after + 68, 0};
}

// The first ones by final probability, the selected one among them; all of them in the order of
// their IDs if all are listed.
std::vector<Candidate> Listed(const Recording& recording, int pass, int count) {
    std::vector<Candidate> all = CandidatesOf(recording, pass);
    const std::optional<Selection>& selection = recording.pass(pass).selection;
    if (static_cast<int>(all.size()) <= count) {
        std::ranges::sort(all, {}, &Candidate::id);
        return all;
    }
    std::vector<Candidate> listed(all.begin(), all.begin() + count);
    if (selection && std::ranges::find(listed, selection->id, &Candidate::id) == listed.end()) {
        listed.back() = *std::ranges::find(all, selection->id, &Candidate::id);
    }
    return listed;
}

}  // namespace

void Builder::AddCandidateHeads(const Rect& block) {
    struct Head {
        Stage stage;
        float x;
        float from;  // of the band
        float to;
    };
    const CandidateColumns columns = ColumnsFor(layout_, false);
    const float select = block.width - kTickZone;
    const Head heads[] = {{Stage::Logits, columns.logit, columns.logit - 8, columns.bar - 10},
                          {Stage::Probabilities, columns.bar - 3, columns.bar - 10, select},
                          {Stage::Select, select + 4, select, block.width}};
    for (const Head& head : heads) {
        const BlockState state = StateOf(head.stage);
        const bool is_now = state == BlockState::Current;
        const bool is_ghost = state == BlockState::Ghost;
        if (is_now) {
            scene_.bands.push_back(
                {BandKind::NowHead,
                 {block.x + head.from, block.y + 2, head.to - head.from - 2, 30}});
        }
        const std::string number = NumberOf(head.stage);
        const float width = view_.measure(TextStyle::Mono, number);
        const float x = block.x + head.x;
        const std::string title(InfoOf(head.stage).title);
        AddText({x, block.y + 4, width, 24}, number, TextStyle::Mono,
                is_now ? Tone::OnNow : Tone::Muted);
        AddText({x + width + 6, block.y + 4, view_.measure(TextStyle::Strong, title), 24}, title,
                TextStyle::Strong,
                is_now     ? Tone::OnNow
                : is_ghost ? Tone::Muted
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
    const bool is_selected = select != BlockState::Ghost && pass_->selection &&
                             pass_->selection->id == candidate.id;
    const int position = pass_->last_position();
    const float middle = row.center().y;
    if (is_selected) {
        selected_y_ = middle;
        const float height = std::min(36.0f, row.height - 2);
        scene_.bands.push_back(
            {BandKind::SelectedRow, {row.x + 4, middle - height / 2, row.width - 8, height}});
    }
    const float chip = std::min(28.0f, row.height - 3);
    if (logits != BlockState::Ghost) {
        Tag tag{.kind = TagKind::Vocabulary,
                .place = {row.x + 10, middle - chip / 2, layout_.tag_width - 4, chip},
                .token = TokenWord(recording_, candidate.id),
                .position = {}};
        tag.token = Shortened(tag.token, [&](const std::string& words) {
            return view_.measure(TextStyle::Strong, words) <= tag.place.width - 2;
        });
        scene_.tags.push_back(tag);
    }
    const auto number = [&](Value value, float x, BlockState state, Fill fill) {
        const Rect place{row.x + x + 1, middle - 13, layout_.cell_width - 2, 26};
        const Grid grid{.block = BlockId::Candidates, .value = value, .layer = 0, .corner = {},
                        .width = 0, .state = state, .fill = fill};
        scene_.cells.push_back(BoxOf(grid, {value, 0, 0, position, candidate.id}, place));
    };
    number(Value::Logits, columns.logit, logits, is_selected ? Fill::Waiting : Fill::Neutral);
    number(Value::Probabilities, columns.raw, probabilities, Fill::None);
    if (samples) number(Value::FinalProbabilities, columns.final, select, Fill::None);
    if (probabilities != BlockState::Ghost) {
        const Rect bar = samples ? Rect{row.x + columns.bar + 1, middle + 10, columns.bar_width - 2, 3}
                                 : Rect{row.x + columns.bar, middle - 8, columns.bar_width, 16};
        const float share = std::isfinite(candidate.raw) ? static_cast<float>(candidate.raw) : 0;
        scene_.bars.push_back({bar, share});
    }
    if (select != BlockState::Ghost) {
        const float center = samples ? row.right() - 22 : row.right() - 40;
        scene_.ticks.push_back({{center - 10, middle - 10, 20, 20}, is_selected});
    }
}

void Builder::AddCandidates() {
    const BlockState logits = StateOf(Stage::Logits);
    const bool is_current = logits == BlockState::Current ||
                            StateOf(Stage::Probabilities) == BlockState::Current ||
                            StateOf(Stage::Select) == BlockState::Current;
    const BlockId before = layout_.Has(BlockId::Rest) ? BlockId::Rest : BlockId::Mix;
    const Block block =
        AddBlock(BlockId::Candidates, is_current ? BlockState::Current : logits, Meaning::Neutral,
                 {before});
    AddCandidateHeads(block.place);
    if (!pass_) return;

    const std::vector<Candidate> listed = Listed(recording_, pass_->index, layout_.candidates);
    float y = block.place.y + kHead;
    for (const Candidate& candidate : listed) {
        AddCandidateRow(candidate, {block.place.x, y, block.place.width, layout_.candidate_row});
        y += layout_.candidate_row;
    }
    const int vocabulary = config_.vocabulary_size;
    if (vocabulary <= layout_.candidates || logits == BlockState::Ghost) return;
    std::string note = std::to_string(layout_.candidates) + " of " + std::to_string(vocabulary);
    if (StateOf(Stage::Select) != BlockState::Ghost) {
        const auto kept = std::ranges::count_if(CandidatesOf(recording_, pass_->index),
                                                &Candidate::kept);
        note = std::to_string(kept) + " of " + std::to_string(vocabulary) + " kept by the rule";
    }
    AddText({block.place.x + 12, y, block.place.width - 24, 22}, note, TextStyle::Plain,
            Tone::Muted);
}

}  // namespace decodescope
