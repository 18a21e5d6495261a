#include "app/scene/pass_layout.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>

#include "app/scene/navigator.h"
#include "app/scene/pass_layout_widths.h"
#include "app/scene/post_attention.h"

namespace decodescope {
namespace {

constexpr float kTop = 16;
constexpr float kSectionGap = 4;
constexpr float kLeftGap = 16, kLeastGap = 12, kMostGap = 64;
constexpr float kCacheDrop = 84;  // the cache is below the arrows of q and K to the scores
constexpr float kTrayHeight = 104, kTrayGap = 20;
constexpr float kCandidateFoot = 6;

// How rows may be drawn, best first: the focus row, and the others.
struct RowStyle {
    float focus;
    float other;
    float most;  // in total
};
constexpr float kNoLimit = 1e6f;
constexpr RowStyle kNumberStyles[] = {
    {28, 28, kNoLimit}, {22, 22, kNoLimit}, {28, 6, 200}, {22, 6, 120}, {22, 4, 100}};
constexpr RowStyle kHeatStyles[] = {{20, 20, kNoLimit}, {16, 16, kNoLimit}, {12, 12, kNoLimit},
                                    {8, 8, kNoLimit},   {6, 6, kNoLimit},   {4, 4, kNoLimit},
                                    {3, 3, kNoLimit},   {2, 2, kNoLimit},   {1, 1, 96},
                                    {1, 1, 48},         {1, 1, 24}};
constexpr float kLeastRows = 14;
constexpr float kLeastMap = 48;  // of the attention of all rows; lower, it would show nothing
constexpr int kFewRows = 3;

RowPlan PlanRows(const RowStyle& style, int rows, int focus) {
    RowPlan plan;
    plan.heights.assign(static_cast<size_t>(rows), style.other);
    float& focus_height = plan.heights[static_cast<size_t>(focus)];
    focus_height = style.focus;
    const float total = plan.total();
    const float wanted = std::clamp(total, kLeastRows, std::max(style.most, kLeastRows));
    const bool has_focus = style.focus != style.other;
    const float fixed = has_focus ? style.focus : 0;  // the focus row keeps its height
    if (total - fixed <= 0) return plan;
    for (float& height : plan.heights) height *= (wanted - fixed) / (total - fixed);
    if (has_focus) focus_height = style.focus;
    return plan;
}

// The heights of the blocks whose rows are `rows` high.
struct Heights {
    float input, query, key, value, score, softmax, sum, post_attention;

    float Left() const { return input + query + key + value + 20 + 2 * kLeftGap; }
    int RightCount() const { return post_attention > 0 ? 4 : 3; }
    float RightBlocks() const { return score + softmax + sum + post_attention; }
    float Right() const { return RightBlocks() + static_cast<float>(RightCount()) * kLeastGap; }
};

float Sections(int count, float rows) {
    return kTitleHeight + static_cast<float>(count) * rows +
           static_cast<float>(count - 1) * kSectionGap + kBlockFoot;
}

Heights HeightsFor(const Config& config, float rows, float post_attention) {
    const float score_axis =
        config.head_dim <= kMostNumbers ? kAxisHeight : 0;  // beside numbers only
    const int normed = Has(config, Stage::AttentionNorm) ? 2 : 1;
    const auto forms = static_cast<int>(FormsOf(config, Qkv::Q).size());
    return {.input = Sections(normed, rows),
            .query = Sections(forms, rows),
            .key = Sections(forms, rows),
            .value = Sections(1, rows),
            .score = kTitleHeight + score_axis + rows + kBlockFoot,
            .softmax = kTitleHeight + kAxisHeight + rows + kBlockFoot,
            .sum = Sections(1, rows),
            .post_attention = post_attention};
}

float CandidatesHeight(const Recording& recording, const PassLayout& layout) {
    const float rows = static_cast<float>(std::max(layout.candidates, 3)) * layout.candidate_row;
    if (layout.distribution > 0) {
        return kCandidatesHead + layout.candidate_row + layout.distribution + kCandidateFoot;
    }
    const bool more = recording.config().vocabulary_size > layout.candidates;
    return kCandidatesHead + rows + (more ? 22.0f : 0.0f) + kCandidateFoot;
}

// The row of the pass that has numbers before others have: the one that is looked at, else the
// last.
int FocusRow(const SceneView& view, const PassShape& shape) {
    const int last = shape.rows() - 1;
    if (!view.position) return last;
    const int row = *view.position - shape.first_position;
    return 0 <= row && row <= last ? row : last;
}

struct Fit {
    Heights heights;  // of the blocks' places
    RowPlan rows;
};

// The best style whose rows fit, for the prefill and then, beside it, for this pass. A few rows of
// numbers stay numbers even where the scene outgrows its window for that.
Fit FitRows(const Config& config, int prefill_rows, int rows, int focus, bool numbers,
            float post_attention, float left, float right) {
    const auto best = [&](int count, float at_least) {
        const int at = std::min(focus, count - 1);
        std::span<const RowStyle> styles = numbers ? std::span<const RowStyle>(kNumberStyles)
                                                   : std::span<const RowStyle>(kHeatStyles);
        if (numbers && count <= kFewRows) styles = styles.first(2);
        for (const RowStyle& style : styles) {
            const float total = std::max(PlanRows(style, count, at).total(), at_least);
            const Heights heights = HeightsFor(config, total, post_attention);
            if (heights.Left() <= left && heights.Right() <= right)
                return PlanRows(style, count, at);
        }
        return PlanRows(styles.back(), count, at);
    };
    const float prefill = best(prefill_rows, 0).total();
    RowPlan plan = best(rows, prefill);
    const float total = std::max(prefill, plan.total());
    return {HeightsFor(config, total, post_attention), std::move(plan)};
}

void PlaceLeft(const Heights& tallest, const Heights& own, float x, float top, float width,
               PassLayout& layout) {
    struct Row {
        BlockId id;
        float tallest, own, indent, gap;
    };
    const Row rows[] = {{BlockId::Input, tallest.input, own.input, 0, 20},
                        {BlockId::Query, tallest.query, own.query, kIndent, kLeftGap},
                        {BlockId::Key, tallest.key, own.key, kIndent, kLeftGap},
                        {BlockId::Value, tallest.value, own.value, kIndent, kLeftGap}};
    float y = top;
    for (const Row& row : rows) {
        layout.places[static_cast<size_t>(row.id)] = {x + row.indent, y, width, row.own};
        y += row.tallest + row.gap;
    }
}

void PlaceRight(const Heights& tallest, const Heights& own, float x, float top, float width,
                float gap, PassLayout& layout) {
    struct Row {
        BlockId id;
        float tallest, own;
    };
    const Row rows[] = {{BlockId::Score, tallest.score, own.score},
                        {BlockId::Softmax, tallest.softmax, own.softmax},
                        {BlockId::WeightedSum, tallest.sum, own.sum},
                        {BlockId::PostAttention, tallest.post_attention, own.post_attention}};
    float y = top;
    for (const Row& row : rows) {
        if (row.own <= 0) continue;
        layout.places[static_cast<size_t>(row.id)] = {x, std::round(y), width, row.own};
        y += row.tallest + gap;
    }
}

}  // namespace

float RowPlan::total() const { return std::accumulate(heights.begin(), heights.end(), 0.0f); }

PassShape ShapeOf(const Recording& recording, int pass) {
    if (pass >= recording.pass_count()) return {.tokens = recording.prompt()};
    const Pass& shown = recording.pass(pass);
    return {.first_position = shown.first_position,
            .tokens = shown.tokens,
            .cache_before = shown.cache_length_before};
}

PassLayout LayOutPass(const Recording& recording, const SceneView& view, const PassShape& shape) {
    const Config& config = recording.config();
    PassLayout layout;
    PlanWidths(recording, view, shape, layout);
    const PassColumns columns = PlanColumns(recording, view, layout);
    const float width = std::max(view.size.x, columns.Natural());

    const float navigator = PlanNavigator(config, view, width - 2 * kMargin).height;
    layout.navigator = {kMargin, 12, width - 2 * kMargin, navigator};
    const float top = navigator > 0 ? 12 + navigator + 16 : kTop;

    const float candidates = CandidatesHeight(recording, layout);
    const float post_attention = PostAttentionHeight(recording, view, columns.right);
    // From the top to the candidates. The left column ends above the way back from the tray.
    const float room = view.size.y - kTop - candidates - top;
    const float below_candidates = kCandidatesHead + layout.candidate_row / 2;  // the tray's line
    const Fit fit =
        FitRows(config, recording.prompt_length(), shape.rows(), FocusRow(view, shape),
                layout.draws_numbers, post_attention, room + below_candidates - 32, room);
    Heights tallest = fit.heights, own = HeightsFor(config, fit.rows.total(), post_attention);
    layout.rows = fit.rows;
    if (!layout.draws_numbers) {
        // What is free goes to the map of all rows so far, up to a square.
        const float rows = std::max(fit.rows.total(), kLeastMap);
        const float free = std::floor(room - tallest.Right());
        if (free + fit.rows.total() >= kLeastMap) {
            layout.attention_map = std::min(fit.rows.total() + free, columns.right - 60);
            layout.attention_map = std::max(layout.attention_map, rows);
            const float more = layout.attention_map - fit.rows.total();
            tallest.softmax = own.softmax = own.softmax + more;
        }
    }

    const float count = static_cast<float>(tallest.RightCount());
    const float gap = std::clamp((room - tallest.RightBlocks()) / count, kLeastGap, kMostGap);
    const float candidates_y = std::round(std::max(top + tallest.RightBlocks() + count * gap,
                                                   top + tallest.Left() + 32 - below_candidates));
    const float cache_x = kMargin + kIndent + columns.left + columns.left_gap;
    const float right_x = cache_x + columns.cache + columns.right_gap;
    PlaceLeft(tallest, own, kMargin, top, columns.left, layout);
    PlaceRight(tallest, own, right_x, top, columns.right, gap, layout);

    const auto put = [&](BlockId id, Rect place) {
        layout.places[static_cast<size_t>(id)] = place;
    };
    put(BlockId::Candidates, {right_x, candidates_y, columns.right, candidates});
    layout.tray_line = candidates_y + below_candidates;
    const Rect tray{cache_x, layout.tray_line - kTrayHeight / 2, columns.cache, kTrayHeight};
    put(BlockId::Tray, tray);
    const float cache_y = top + kCacheDrop;
    layout.cache_room = tray.y - kTrayGap - cache_y - kCacheHead - kBlockFoot;
    put(BlockId::Cache, {cache_x, cache_y, columns.cache, 0});  // as high as its rows
    layout.bounds = {0, 0, width, candidates_y + candidates + kTop};
    return layout;
}

}  // namespace decodescope
