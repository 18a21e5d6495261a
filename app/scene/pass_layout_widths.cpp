#include "app/scene/pass_layout_widths.h"

#include <algorithm>
#include <cmath>

#include "app/scene/candidates_block.h"
#include "app/scene/words.h"
#include "core/explain/narrate.h"

namespace decodescope {
namespace {

constexpr float kDigit = 9, kPadding = 10, kLeastCell = 64, kLeastRight = 316;
constexpr float kMostToken = 68, kMostChip = 72;
constexpr int kMostChips = 14;  // of the cache, where its rows are colour

int Characters(double number, const SceneView& view) {
    return CharacterCount(FormatNumber(number, view.numbers));
}

// "−0.000": every cell has room for it.
int ShortestWidth(const SceneView& view) { return view.numbers.decimals + 3; }

float WidthFor(int characters) {
    return std::max(kLeastCell, kDigit * static_cast<float>(characters) + kPadding);
}

// The longest number among those that could be drawn as numbers.
float CellWidth(const Recording& recording, const SceneView& view, const PassShape& shape) {
    const Config& config = recording.config();
    int longest = ShortestWidth(view);
    for (const TensorId tensor : {TensorId::ResidualIn, TensorId::Q, TensorId::CachedK,
                                  TensorId::CachedV, TensorId::Scores, TensorId::HeadOutput}) {
        const bool is_cached = tensor == TensorId::CachedK || tensor == TensorId::CachedV;
        const bool per_key = tensor == TensorId::Scores;
        const int columns = per_key ? shape.cache_after() : Length(config, InfoOf(tensor).columns);
        if (columns > kMostNumbers) continue;
        Cell cell{tensor, InfoOf(tensor).per_layer ? view.layer : 0,
                  HeadOf(config, tensor, view.query_head)};
        cell.row = is_cached ? 0 : shape.first_position;
        for (; cell.row < shape.cache_after(); ++cell.row) {
            for (cell.column = 0; cell.column < columns; ++cell.column) {
                if ((per_key && cell.column > cell.row) || !recording.Has(cell)) continue;
                longest = std::max(longest, Characters(recording.At(cell), view));
            }
        }
    }
    return WidthFor(longest);
}

// What a row of the candidates takes with tokens of this width: token, numbers and tick.
float CandidatesNeed(const Recording& recording, const PassLayout& layout, float token) {
    const bool samples = recording.recipe().rule.kind == RuleKind::Sample;
    const float numbers = samples ? 3 * layout.candidate_cell + 6 : 2 * layout.candidate_cell + 40;
    return 16 + token + numbers + 28;
}

// Labels are as wide as the run's last position and, in the cache, its widest token need.
void PlanLabels(const Recording& recording, const SceneView& view, PassLayout& layout) {
    const int last = recording.prompt_length() + recording.recipe().tokens - 1;
    const float more = 8.0f * static_cast<float>(CharacterCount(std::to_string(last)) - 1);
    layout.tag_width = 32 + more;
    float widest = 24;
    for (const TokenId id : recording.ids()) {
        widest = std::max(widest, view.measure(TextStyle::Strong, TokenText(recording, id)) + 12);
        if (widest > kMostChip) break;
    }
    const bool has_chips = layout.draws_numbers || last < kMostChips;
    layout.chip_width = has_chips ? std::floor(std::min(widest, kMostChip)) : 0;
    layout.cache_label = (has_chips ? 40 : 32) + more + layout.chip_width;
}

void PlanCandidates(const Recording& recording, const SceneView& view, PassLayout& layout) {
    const int vocabulary = recording.config().vocabulary_size;
    layout.candidates = layout.draws_numbers ? std::min(vocabulary, 5) : 1;
    layout.distribution = layout.draws_numbers ? 0 : 48;
    layout.candidate_row = vocabulary <= 3 ? 44.0f : vocabulary == 4 ? 33.0f : 26.0f;

    int longest = ShortestWidth(view);
    if (view.playhead.pass < recording.pass_count()) {
        for (const Candidate& candidate :
             ListedCandidates(recording, view.playhead.pass, layout.candidates)) {
            longest = std::max(longest, Characters(candidate.logit, view));
        }
    }
    layout.candidate_cell = WidthFor(longest);

    float widest = layout.tag_width - 4;
    for (TokenId id = 0; id < vocabulary && widest < kMostToken; ++id) {
        widest = std::max(widest, view.measure(TextStyle::Strong, TokenText(recording, id)) + 10);
    }
    const float room = kLeastRight - CandidatesNeed(recording, layout, 0);
    layout.candidate_token = std::floor(std::clamp(std::min(widest, room), 28.0f, kMostToken));
}

// Takes what is missing from where a little can be spared.
void Tighten(PassColumns& columns, float missing) {
    const auto take = [&](float& from, float most) {
        const float taken = std::clamp(missing, 0.0f, most);
        from -= taken;
        missing -= taken;
    };
    take(columns.right, std::clamp(columns.right - kLeastRight, 0.0f, 8.0f));
    take(columns.left_gap, 12);
    take(columns.right_gap, 8);
}

}  // namespace

void PlanWidths(const Recording& recording, const SceneView& view, const PassShape& shape,
                PassLayout& layout) {
    const Config& config = recording.config();
    layout.draws_numbers = std::min(config.d_model, config.head_dim) <= kMostNumbers;
    layout.cell_width = CellWidth(recording, view, shape);
    PlanLabels(recording, view, layout);
    PlanCandidates(recording, view, layout);
}

PassColumns PlanColumns(const Recording& recording, const SceneView& view,
                        const PassLayout& layout) {
    const Config& config = recording.config();
    const float cell = layout.cell_width;
    PassColumns columns{.left = 12 + layout.tag_width + 2 * cell + 8,
                        .cache = layout.cache_label + 4 * cell + 16,
                        .right = 12 + layout.tag_width + 4 * cell + 16};
    if (!layout.draws_numbers) {  // colour, as wide as there is room
        columns = {.left = 180,
                   .cache = std::max(336.0f, layout.cache_label + 16 + 2 * 80),
                   .right = kLeastRight};
    }
    columns.right = std::max(columns.right, CandidatesNeed(recording, layout, 28));
    Tighten(columns, columns.Natural() - view.size.x);
    float extra = std::max(0.0f, view.size.x - columns.Natural());

    const int wanted = std::max(config.d_model, config.head_dim);
    if (wanted <= kMostNumbers) {
        const float more = static_cast<float>(wanted - 2) * cell;
        if (more > 0 && 3 * more <= extra) {
            columns.left += more;
            columns.cache += 2 * more;
            extra -= 3 * more;
        }
    }
    const int keys = recording.prompt_length() + recording.recipe().tokens - 1;
    const float for_keys = std::max(0.0f, static_cast<float>(keys - 4) * cell);
    const float more_right = std::floor(std::min(extra / 2, for_keys));
    columns.right += more_right;
    extra -= more_right;
    columns.left_gap += std::floor(extra / 2);
    columns.right_gap += extra - std::floor(extra / 2);
    return columns;
}

}  // namespace decodescope
