#include "app/scene/layout/pass_layout.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "app/scene/candidates_block.h"
#include "app/scene/layout/block_heights.h"
#include "app/scene/layout/pass_layout_widths.h"
#include "app/scene/navigator.h"
#include "app/scene/post_attention.h"

namespace decodescope {
namespace {

constexpr Spacing kUsual{};
constexpr Spacing kTight{.after_input = 12, .left = 8, .right = 10, .tray = 84, .drop = 72};
constexpr Spacing kDense{.after_input = 6,
                         .left = 4,
                         .right = 6,
                         .tray = 70,
                         .drop = 64,
                         .way_back = 10,
                         .tray_gap = 10,
                         .top = 8,
                         .insets = kDenseInsets};

constexpr float kMostGap = 96, kMostLeftGap = 40;
constexpr float kRoomyWayBack = 40;
constexpr float kLeastCandidate = 26, kRoomyCandidate = 32;
constexpr float kUsualRow = 28;

// How rows may be drawn, best first.
constexpr RowStyle kNumberStyles[] = {
    {28, 28, kNoLimit}, {22, 22, kNoLimit}, {28, 6, 200}, {22, 6, 120}, {22, 4, 100}};
constexpr RowStyle kHeatStyles[] = {{20, 20, kNoLimit}, {16, 16, kNoLimit}, {12, 12, kNoLimit},
                                    {8, 8, kNoLimit},   {6, 6, kNoLimit},   {4, 4, kNoLimit},
                                    {3, 3, kNoLimit},   {2, 2, kNoLimit},   {1, 1, 96},
                                    {1, 1, 48},         {1, 1, 24}};
constexpr float kLeastMap = 48;  // of the attention of all rows; lower, it would show nothing
constexpr int kFewRows = 3;

// The row of the pass that has numbers before others have: the one that is looked at, else the
// last.
int FocusRow(const SceneView& view, const PassShape& shape) {
    const int last = shape.rows() - 1;
    if (!view.position) return last;
    const int row = *view.position - shape.first_position;
    return 0 <= row && row <= last ? row : last;
}

// The best style whose rows fit, for the tallest pass and then, beside it, for this one. A few rows
// of numbers stay numbers even where the scene outgrows its window for that.
RowPlan FitRows(HeightPlan plan, int most_rows, int rows, int focus, bool numbers, float left,
                float right) {
    const auto best = [&](int count, float at_least) {
        const int at = std::min(focus, count - 1);
        std::span<const RowStyle> styles = numbers ? std::span<const RowStyle>(kNumberStyles)
                                                   : std::span<const RowStyle>(kHeatStyles);
        if (numbers && count <= kFewRows) styles = styles.first(2);
        for (const RowStyle& style : styles) {
            plan.rows = std::max(PlanRows(style, count, at).total(), at_least);
            const Heights heights = HeightsFor(plan);
            const float gaps = heights.RightCount() * kUsual.right;
            if (heights.Left(kUsual) <= left && heights.RightBlocks() + gaps <= right)
                return PlanRows(style, count, at);
        }
        return PlanRows(styles.back(), count, at);
    };
    return best(rows, best(most_rows, 0).total());
}

// The picture's columns in the making: what is known before its heights.
struct Columns {
    const Recording& recording;
    const SceneView& view;
    const PassShape& shape;
    const PassFit& fit;
    PassColumns widths;
    float width;
    float below_navigator;  // 0: there is none
    HeightPlan heights;
    Spacing spacing{};
    float top = 0;
};

// How far the parts of the picture reach down.
struct Reach {
    float left, middle, right;

    float lowest() const { return std::max({left, middle, right}); }
};

Reach ReachOf(const Columns& columns, const PassLayout& layout) {
    const Spacing& spacing = columns.spacing;
    const Heights heights = HeightsFor(columns.heights);
    const float below_line = spacing.tray / 2 + spacing.top;
    const float cached = columns.fit.has_all_numbers
                             ? static_cast<float>(columns.fit.keys) * kNumberRow
                             : 4 * kNumberRow;
    return {.left = columns.top + heights.Left(spacing) + spacing.way_back + below_line,
            .middle = columns.top + spacing.drop + spacing.insets.cache_head + cached +
                      spacing.insets.foot + spacing.tray_gap + spacing.tray + spacing.top,
            .right = columns.top + heights.RightBlocks() + heights.RightCount() * spacing.right +
                     CandidatesHeight(columns.recording, layout) + spacing.top};
}

void UseSpacing(Columns& columns, PassLayout& layout, const Spacing& spacing) {
    columns.spacing = spacing;
    columns.top = columns.below_navigator > 0 ? columns.below_navigator : spacing.top;
    columns.heights.insets = layout.insets = spacing.insets;
}

int TallestRows(const Columns& columns) { return std::max(columns.fit.rows, columns.shape.rows()); }

// The rows as high as there is room for, from usual to just high enough for numbers; then the
// candidates as high.
bool FitHeights(Columns& columns, PassLayout& layout, const Spacing& spacing, float least_row) {
    UseSpacing(columns, layout, spacing);
    const float usual_candidate = UsualCandidateRow(columns.recording.config());
    const float least_candidate =
        std::min(usual_candidate, columns.fit.is_tight() ? kLeastCandidate : kRoomyCandidate);
    for (float row = kUsualRow; row >= least_row; row -= 2) {
        columns.heights.rows = row * static_cast<float>(TallestRows(columns));
        layout.candidate_row = least_candidate;
        const Reach reach = ReachOf(columns, layout);
        if (reach.lowest() > columns.view.size.y) continue;
        const float free = columns.view.size.y - reach.right;
        const auto listed = static_cast<float>(std::max(layout.candidates, 3));
        layout.candidate_row =
            std::min(usual_candidate, std::floor(least_candidate + free / listed));
        layout.rows.heights.assign(static_cast<size_t>(columns.shape.rows()), row);
        return true;
    }
    return false;
}

// Folds what the step does not need until the rest fits: what is still to come first, the last of
// it first, then what is long done.
void Fold(Columns& columns, PassLayout& layout, const Spacing& spacing, float rows) {
    constexpr Part kLeft[] = {Part::RotatedKey,  Part::RotatedQuery, Part::NormedKey,
                              Part::NormedQuery, Part::Value,        Part::Key,
                              Part::Query,       Part::Input,        Part::NormedInput};
    constexpr Part kRight[] = {Part::Candidates, Part::PostAttention, Part::WeightedSum,
                               Part::Score, Part::Softmax};
    const Parts needed =
        PartsOfStep(columns.recording, columns.view.playhead.step, columns.view.layer);
    UseSpacing(columns, layout, spacing);
    layout.open = columns.heights.open = Parts::All();
    layout.candidate_row = std::min(UsualCandidateRow(columns.recording.config()), kLeastCandidate);
    columns.heights.rows = rows;
    const auto fold = [&](std::span<const Part> parts, float Reach::*reach) {
        for (const Part part : parts) {
            if (ReachOf(columns, layout).*reach <= columns.view.size.y) return;
            if (needed.Has(part)) continue;
            layout.open.Remove(part);
            columns.heights.open = layout.open;
        }
    };
    fold(kLeft, &Reach::left);
    fold(kRight, &Reach::right);
}

bool FoldToFit(Columns& columns, PassLayout& layout, const Spacing& spacing, float least_row) {
    Fold(columns, layout, spacing, least_row * static_cast<float>(TallestRows(columns)));
    return FitHeights(columns, layout, spacing, least_row);
}

// Only the row that is looked at as numbers.
void FocusRows(Columns& columns, PassLayout& layout) {
    constexpr RowStyle kFocus{kLeastNumberRow, 6, kNoLimit};
    const int focus = FocusRow(columns.view, columns.shape);
    layout.rows = PlanRows(kFocus, columns.shape.rows(), focus);
    Fold(columns, layout, kDense, PlanRows(kFocus, TallestRows(columns), 0).total());
}

// Everything as numbers, with the widest spacing that fits.
void FitNumbers(Columns& columns, PassLayout& layout) {
    layout.number_row = kLeastNumberRow;
    const bool is_tight = columns.fit.is_tight(), folds = columns.fit.folds;
    const bool is_whole =
        FitHeights(columns, layout, kUsual, is_tight ? kNumberRow : kUsualRow - 2) ||
        (is_tight && FitHeights(columns, layout, kTight, kNumberRow)) ||
        (is_tight && FitHeights(columns, layout, kDense, kLeastNumberRow)) ||
        (folds && FoldToFit(columns, layout, kTight, kNumberRow)) ||
        (folds && FoldToFit(columns, layout, kDense, kLeastNumberRow));
    layout.is_whole = is_whole;
    if (!is_whole) FocusRows(columns, layout);
}

// Rows of colour, or of numbers with a focus; the attention of all rows so far as a map.
void FitColour(Columns& columns, PassLayout& layout, float candidates) {
    const float room = columns.view.size.y - kUsual.top - candidates - columns.top;
    const float below = kUsual.insets.candidates_head + layout.candidate_row / 2;
    layout.rows = FitRows(columns.heights, columns.fit.rows, columns.shape.rows(),
                          FocusRow(columns.view, columns.shape), layout.draws_numbers,
                          room + below - kUsual.way_back, room);
    columns.heights.rows = layout.rows.total();
    if (layout.draws_numbers) return;
    // What is free goes to the map, up to a square.
    const Heights heights = HeightsFor(columns.heights);
    const float total = layout.rows.total();
    const float least = std::max(total, kLeastMap);
    const float free =
        std::floor(room - heights.RightBlocks() - heights.RightCount() * kUsual.right);
    if (free + total < kLeastMap) return;
    layout.attention_map = std::max(std::min(total + free, columns.widths.right - 60), least);
    columns.heights.more_softmax = layout.attention_map - total;
}

struct Slot {
    BlockId id;
    float tallest, own, gap;
};

void PlaceDown(std::span<const Slot> slots, Point corner, float width, float indent,
               PassLayout& layout) {
    float y = corner.y;
    for (const Slot& slot : slots) {
        if (slot.own <= 0) continue;
        const bool is_indented =
            slot.id == BlockId::Query || slot.id == BlockId::Key || slot.id == BlockId::Value;
        layout.places[static_cast<size_t>(slot.id)] = {corner.x + (is_indented ? indent : 0),
                                                       std::round(y), width, slot.own};
        y += slot.tallest + slot.gap;
    }
}

// The left column ends above the way back from the tray, and the tray is below the cache.
void PlaceBlocks(const Columns& columns, PassLayout& layout) {
    const Spacing& spacing = columns.spacing;
    const PassColumns& widths = columns.widths;
    const float top = columns.top;
    const Heights tallest = HeightsFor(columns.heights);
    HeightPlan of_this_pass = columns.heights;
    of_this_pass.rows = layout.rows.total();
    const Heights own = HeightsFor(of_this_pass);
    const float cache_x = widths.margin + widths.indent + widths.left + widths.left_gap;
    const float right_x = cache_x + widths.cache + widths.right_gap;

    const float candidates = CandidatesHeight(columns.recording, layout);
    const float free_right =
        columns.view.size.y - spacing.top - candidates - top - tallest.RightBlocks();
    const float gap = std::clamp(free_right / tallest.RightCount(), spacing.right, kMostGap);
    const float candidates_y = std::round(top + tallest.RightBlocks() + tallest.RightCount() * gap);
    layout.places[static_cast<size_t>(BlockId::Candidates)] = {right_x, candidates_y, widths.right,
                                                               candidates};

    // Level with the first candidates where the other columns allow it.
    const Reach reach = ReachOf(columns, layout);
    const float below_line = spacing.tray / 2 + spacing.top;
    const float least_line = std::max(reach.left, reach.middle) - below_line;
    const float usual_line =
        candidates_y + layout.insets.candidates_head + layout.candidate_row / 2;
    const float lowest_line = std::max(columns.view.size.y, reach.lowest()) - below_line;
    layout.tray_line = std::round(std::clamp(usual_line, least_line, lowest_line));
    layout.places[static_cast<size_t>(BlockId::Tray)] = {
        cache_x, layout.tray_line - spacing.tray / 2, widths.cache, spacing.tray};
    const float cache_y = top + spacing.drop;
    layout.cache_room = layout.tray_line - spacing.tray / 2 - spacing.tray_gap - cache_y -
                        spacing.insets.cache_head - spacing.insets.foot;
    layout.places[static_cast<size_t>(BlockId::Cache)] = {cache_x, cache_y, widths.cache, 0};

    const float free_left =
        layout.tray_line - std::max(kRoomyWayBack, spacing.way_back) - top - tallest.Left(spacing);
    const float more = std::clamp(std::floor(free_left / 3), 0.0f, kMostLeftGap - spacing.left);
    const Slot left[] = {{BlockId::Input, tallest.input, own.input, spacing.after_input + more},
                         {BlockId::Query, tallest.query, own.query, spacing.left + more},
                         {BlockId::Key, tallest.key, own.key, spacing.left + more},
                         {BlockId::Value, tallest.value, own.value, spacing.left + more}};
    PlaceDown(left, {widths.margin, top}, widths.left, widths.indent, layout);
    const Slot right[] = {
        {BlockId::Score, tallest.score, own.score, gap},
        {BlockId::Softmax, tallest.softmax, own.softmax, gap},
        {BlockId::WeightedSum, tallest.sum, own.sum, gap},
        {BlockId::PostAttention, tallest.post_attention, own.post_attention, gap}};
    PlaceDown(right, {right_x, top}, widths.right, 0, layout);
    const float lowest =
        std::max(candidates_y + candidates, layout.PlaceOf(BlockId::Tray).bottom());
    layout.bounds = {0, 0, columns.width, lowest + spacing.top};
}

}  // namespace

PassShape ShapeOf(const Recording& recording, int pass) {
    if (pass >= recording.pass_count()) return {.tokens = recording.prompt()};
    const Pass& shown = recording.pass(pass);
    return {.first_position = shown.first_position,
            .tokens = shown.tokens,
            .cache_before = shown.cache_length_before};
}

PassLayout LayOutPass(const Recording& recording, const SceneView& view, const PassShape& shape,
                      const PassFit& fit) {
    const Config& config = recording.config();
    const PassColumns widths = PlanColumns(recording, view, fit);
    PassLayout layout{.cell_width = widths.cell_width,
                      .key_width = widths.key_width,
                      .tag_width = fit.measures.tag_width,
                      .draws_numbers = DrawsNumbers(config),
                      .chip_width = fit.measures.chip_width,
                      .cache_label = fit.measures.cache_label,
                      .distribution = DrawsNumbers(config) ? 0.0f : 48.0f,
                      .candidates = ListedCount(config),
                      .candidate_row = UsualCandidateRow(config),
                      .candidate_cell = widths.candidate_cell,
                      .candidate_token = fit.measures.candidate_token};
    const float width = std::max(view.size.x, widths.Natural());
    const float navigator = PlanNavigator(config, view, width - 2 * kMargin).height;
    layout.navigator = {kMargin, 12, width - 2 * kMargin, navigator};
    Columns columns{
        .recording = recording,
        .view = view,
        .shape = shape,
        .fit = fit,
        .widths = widths,
        .width = width,
        .below_navigator = navigator > 0 ? 12 + navigator + 16 : 0,
        .heights = {
            .config = config,
            .open = layout.open,
            .post_attention = PostAttentionHeight(recording, view, widths.right, widths.cell_width),
            .post_attention_title = PostAttentionTitle(recording, view, widths.right)}};
    UseSpacing(columns, layout, kUsual);
    if (fit.has_all_numbers) {
        FitNumbers(columns, layout);
    } else {
        FitColour(columns, layout, CandidatesHeight(recording, layout));
    }
    PlaceBlocks(columns, layout);
    constexpr float kSlack = 1;
    layout.is_whole = layout.is_whole && widths.Natural() <= view.size.x + kSlack &&
                      layout.bounds.height <= view.size.y + kSlack;
    return layout;
}

}  // namespace decodescope
