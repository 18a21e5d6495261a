#include "app/scene/layout/pass_layout_widths.h"

#include <algorithm>
#include <cmath>

#include "app/scene/candidates_block.h"
#include "app/scene/words.h"
#include "core/explain/narrate.h"

namespace decodescope {
namespace {

// A digit is 9 wide, but fonts round that up to whole pixels at some sizes.
constexpr float kDigit = 9.6f, kPadding = 6, kUsualCell = 64;
constexpr float kUsualRight = 316, kLeastRight = 316, kLeastCache = 264;
constexpr float kMostToken = 68, kMostChip = 72;
constexpr float kMoreOfWords = 24;  // in a row label, beyond a letter
constexpr int kMostChips = 14;      // of the cache, where its rows are colour
constexpr int kKeysOfColour = 4;    // for which there is room where scores become colour

float WidthFor(int characters) { return kDigit * static_cast<float>(characters) + kPadding; }
float UsualWidthFor(int characters) { return std::max(kUsualCell, WidthFor(characters)); }

int Characters(double number, const SceneView& view) {
    return CharacterCount(FormatNumber(number, view.numbers));
}

// The longest number of a tensor, in those of its rows that the recording has.
int LongestOf(const Recording& recording, const SceneView& view, TensorId tensor, int first_row,
              int positions) {
    const Config& config = recording.config();
    const bool per_key = InfoOf(tensor).columns == Axis::KeyPosition;
    const int columns = per_key ? positions : Length(config, InfoOf(tensor).columns);
    int longest = 0;
    if (columns > (per_key ? kMostKeys : kMostNumbers)) return longest;
    Cell cell{tensor, InfoOf(tensor).per_layer ? view.layer : 0,
              HeadOf(config, tensor, view.query_head)};
    for (cell.row = first_row; cell.row < positions; ++cell.row) {
        for (cell.column = 0; cell.column < columns; ++cell.column) {
            if (per_key && cell.column > cell.row) break;
            if (!recording.Has(cell)) break;
            longest = std::max(longest, Characters(recording.At(cell), view));
        }
    }
    return longest;
}

// What a row of the candidates takes with tokens of this width: token, numbers and tick.
float CandidatesNeed(const Recording& recording, float cell, float token) {
    const bool samples = recording.recipe().rule.kind == RuleKind::Sample;
    return 16 + token + (samples ? 3 * cell + 6 : 2 * cell + 40) + 28;
}

// Labels are as wide as the run's last position and, in the cache, its widest token need.
void MeasureLabels(const Recording& recording, const SceneView& view, PassMeasures& measures) {
    const int last = recording.prompt_length() + recording.recipe().tokens - 1;
    const float more = 8.0f * static_cast<float>(CharacterCount(std::to_string(last)) - 1);
    float widest = 24;
    for (const TokenId id : recording.ids()) {
        widest = std::max(widest, view.measure(TextStyle::Strong, TokenText(recording, id)) + 12);
        if (widest > kMostChip) break;
    }
    // A letter beside its position; of words, as much as they leave of the numbers.
    measures.tag_width = 32 + more + std::clamp(widest - 24, 0.0f, kMoreOfWords);
    const bool has_chips = DrawsNumbers(recording.config()) || last < kMostChips;
    measures.chip_width = has_chips ? std::floor(std::min(widest, kMostChip)) : 0;
    measures.cache_label = (has_chips ? 40 : 32) + more + measures.chip_width;
}

void MeasureCandidates(const Recording& recording, const SceneView& view, PassMeasures& measures) {
    const int listed = ListedCount(recording.config());
    if (view.playhead.pass < recording.pass_count()) {
        for (const Candidate& candidate : ListedCandidates(recording, view.playhead.pass, listed)) {
            measures.logit_characters =
                std::max(measures.logit_characters, Characters(candidate.logit, view));
        }
    }
    float widest = measures.tag_width - 4;
    const int vocabulary = recording.config().vocabulary_size;
    for (TokenId id = 0; id < vocabulary && widest < kMostToken; ++id) {
        widest = std::max(widest, view.measure(TextStyle::Strong, TokenText(recording, id)) + 10);
    }
    const float room =
        kUsualRight - CandidatesNeed(recording, UsualWidthFor(measures.logit_characters), 0);
    measures.candidate_token = std::floor(std::clamp(std::min(widest, room), 28.0f, kMostToken));
}

// How many numbers of a vector there is room for down the left: all of those that are drawn as
// numbers.
int NumbersAtLeft(const Config& config) {
    const auto few = [](int length) { return length <= kMostNumbers ? length : 0; };
    return std::max({2, few(config.d_model), few(config.head_dim)});
}

// As wide as they need to be, with cells of these widths.
PassColumns ColumnsWith(const Recording& recording, const PassFit& fit, float cell, float key,
                        float least_right) {
    const Config& config = recording.config();
    const PassMeasures& m = fit.measures;
    const float candidate_cell = UsualWidthFor(m.logit_characters);
    const float candidates = CandidatesNeed(recording, candidate_cell, 28);
    if (!DrawsNumbers(config)) {  // colour, as wide as there is room
        return {.left = 180,
                .cache = std::max(336.0f, m.cache_label + 16 + 2 * 80),
                .right = std::max(least_right, candidates),
                .candidate_cell = candidate_cell};
    }
    const int head_columns = std::min(config.head_dim, kMostNumbers);
    const int keys = fit.has_all_numbers ? fit.keys : kKeysOfColour;
    const float cells_at_right =
        std::max(static_cast<float>(keys) * key, static_cast<float>(head_columns) * cell);
    const float cached = m.cache_label + 16 + 2 * static_cast<float>(head_columns) * cell;
    return {.left = 20 + m.tag_width + static_cast<float>(NumbersAtLeft(config)) * cell,
            .cache = std::max(kLeastCache, cached),
            .right = std::max({least_right, candidates, 20 + m.tag_width + cells_at_right}),
            .cell_width = cell,
            .key_width = key,
            .candidate_cell = candidate_cell};
}

// The part of its room that a need may use, from 0 to 1.
float Share(float room, float least, float usual) {
    return usual > least ? std::clamp((room - least) / (usual - least), 0.0f, 1.0f) : 1.0f;
}

void Tighten(PassColumns& columns, const PassFit& fit) {
    columns.left_gap = fit.is_tight() ? 40 : 52;
    columns.right_gap = fit.is_tight() ? 18 : 24;
    if (fit.is_tight()) columns.margin = columns.indent = 16;
}

float Between(float least, float usual, float share) { return least + share * (usual - least); }

// Gaps give way first, then the room around numbers.
PassColumns Narrowed(const Recording& recording, const PassFit& fit, const PassColumns& usual,
                     float width) {
    PassColumns narrow =
        ColumnsWith(recording, fit, usual.cell_width, usual.key_width, kLeastRight);
    Tighten(narrow, fit);
    if (narrow.Natural() <= width || !fit.is_tight()) {
        const float share = Share(width, narrow.Natural(), usual.Natural());
        narrow.right = Between(narrow.right, usual.right, share);
        narrow.left_gap = std::floor(Between(narrow.left_gap, usual.left_gap, share));
        narrow.right_gap = std::floor(Between(narrow.right_gap, usual.right_gap, share));
        narrow.margin = std::floor(Between(narrow.margin, usual.margin, share));
        narrow.indent = std::floor(Between(narrow.indent, usual.indent, share));
        return narrow;
    }
    const float cell = std::min(usual.cell_width, WidthFor(fit.measures.vector_characters));
    const float key = std::min(usual.key_width, WidthFor(fit.measures.key_characters));
    PassColumns least = ColumnsWith(recording, fit, cell, key, kLeastRight);
    Tighten(least, fit);
    const float share = Share(width, least.Natural(), narrow.Natural());
    PassColumns between = ColumnsWith(recording, fit, Between(cell, usual.cell_width, share),
                                      Between(key, usual.key_width, share), kLeastRight);
    Tighten(between, fit);
    return between;
}

}  // namespace

PassMeasures MeasurePass(const Recording& recording, const SceneView& view, int first_row,
                         int positions) {
    PassMeasures measures;
    const int shortest = view.numbers.decimals + 3;  // "−0.000": what every cell has room for
    measures.vector_characters = measures.logit_characters = shortest;
    measures.key_characters = shortest - 1;
    if (DrawsNumbers(recording.config())) {
        for (const TensorId tensor : {TensorId::ResidualIn, TensorId::Q, TensorId::RotatedQ,
                                      TensorId::RotatedK, TensorId::HeadOutput}) {
            if (!Has(recording.config(), tensor)) continue;
            measures.vector_characters =
                std::max(measures.vector_characters,
                         LongestOf(recording, view, tensor, first_row, positions));
        }
        for (const TensorId tensor : {TensorId::CachedK, TensorId::CachedV}) {
            measures.vector_characters = std::max(measures.vector_characters,
                                                  LongestOf(recording, view, tensor, 0, positions));
        }
        measures.key_characters =
            std::max(measures.key_characters,
                     LongestOf(recording, view, TensorId::Scores, first_row, positions));
    }
    MeasureLabels(recording, view, measures);
    MeasureCandidates(recording, view, measures);
    return measures;
}

PassColumns PlanColumns(const Recording& recording, const SceneView& view, const PassFit& fit) {
    const float width = view.size.x;
    const float cell = UsualWidthFor(fit.measures.vector_characters);
    const float key = UsualWidthFor(fit.measures.key_characters);
    PassColumns columns = ColumnsWith(recording, fit, cell, key, kUsualRight);
    if (columns.Natural() > width) columns = Narrowed(recording, fit, columns, width);
    float extra = std::max(0.0f, width - columns.Natural());
    if (DrawsNumbers(recording.config()) && !fit.has_all_numbers) {
        const int keys = recording.prompt_length() + recording.recipe().tokens - 1;
        const float for_keys = static_cast<float>(std::max(0, keys - kKeysOfColour)) * key;
        const float more = std::floor(std::min(extra / 2, for_keys));
        columns.right += more;
        extra -= more;
    }
    columns.left_gap += std::floor(extra / 2);
    columns.right_gap += extra - std::floor(extra / 2);
    return columns;
}

}  // namespace decodescope
