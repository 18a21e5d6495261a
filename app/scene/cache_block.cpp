#include "app/scene/cache_block.h"

#include <algorithm>

#include "app/look/token_label.h"
#include "app/scene/grid.h"
#include "app/scene/scene_builder.h"
#include "app/scene/words.h"

namespace decodescope {
namespace {

constexpr float kCardStep = 6;
constexpr int kMostCards = 4;

constexpr float kLabelRow = 20;  // a row this high has its position and token beside it

std::string RowsWord(int rows) { return std::to_string(rows) + (rows == 1 ? " row" : " rows"); }

// Rows of the cache that are drawn alike.
struct Run {
    int first;
    int count;
    float row_height;
    bool as_numbers;

    float height() const { return static_cast<float>(count) * row_height; }
    float TopOf(int position) const {  // from the run's own top
        return static_cast<float>(position - first) * row_height;
    }
};

// How the rows that the cache holds after this pass are drawn, top to bottom.
struct CacheRows {
    std::vector<Run> runs;
    float height = 0;

    void Add(int first, int count, float row_height, bool as_numbers) {
        if (count <= 0) return;
        runs.push_back({first, count, row_height, as_numbers});
        height += runs.back().height();
    }
};

// The width of K's columns, and of V's.
float HalfOf(const PassLayout& layout, const Rect& cache) {
    return (cache.width - layout.cache_label - 16) / 2;
}

bool IsAppending(const SceneBuilder& builder) {
    return builder.StateOf(Stage::Append) == BlockState::Current;
}

// The first two rows and the last ones have numbers, those between are folded into colour. A row in
// the fold that is looked at opens it there: it and its neighbours have numbers instead of the
// last.
void PlanFolds(const SceneBuilder& builder, int rows, float room, CacheRows& plan) {
    constexpr int kFirst = 2;
    const float fold = 2 * kNumberRow;
    const int open = std::max(1, static_cast<int>((room - fold) / kNumberRow) - kFirst);
    const auto add_fold = [&](int first, int count, float height) {
        if (count > 0) plan.Add(first, count, height / static_cast<float>(count), false);
    };
    const int last = rows - open;
    const int wanted = builder.view.position.value_or(rows - 1);
    const bool is_inside = kFirst <= wanted && wanted < last;
    const int first_open = is_inside ? std::clamp(wanted - open / 2, kFirst, last) : last;
    const int above = first_open - kFirst, below = last - first_open;
    const float half = above > 0 && below > 0 ? fold / 2 : fold;
    plan.Add(0, kFirst, kNumberRow, true);
    add_fold(kFirst, above, half);
    plan.Add(first_open, open, kNumberRow, true);
    add_fold(first_open + open, below, half);
}

// Numbers in rows of 28 or 22 pixels; with more rows, some of them folded into colour; without room
// for numbers in a row, colour for all.
CacheRows PlanCacheRows(const SceneBuilder& builder) {
    const PassLayout& layout = builder.layout;
    const float room = layout.cache_room;
    const int rows = builder.shape.cache_after();
    const float each = room / static_cast<float>(rows);
    const float columns = HalfOf(layout, layout.PlaceOf(BlockId::Cache));
    CacheRows plan;
    if (!FitsAsNumbers(builder, TensorId::CachedK, builder.config.head_dim, columns)) {
        plan.Add(0, rows, std::min(each, 22.0f), false);
    } else if (each >= 28) {
        plan.Add(0, rows, 28, true);
    } else if (each >= kNumberRow) {
        plan.Add(0, rows, kNumberRow, true);
    } else {
        PlanFolds(builder, rows, room, plan);
    }
    return plan;
}

// --- One run -------------------------------------------------------------------------------------

// "97 rows" in a fold; else the first position and the last one that is cached.
void AddRunEnds(SceneBuilder& builder, const Run& run, const Rect& cache, float y, float digits,
                bool is_fold) {
    if (is_fold) {
        builder.AddText({cache.x + 6, y, builder.layout.cache_label - 8, run.height()},
                        std::to_string(run.count) + " rows", TextStyle::Plain, Tone::Muted);
        return;
    }
    const int last = std::min(run.first + run.count, std::max(builder.cached, run.first + 1)) - 1;
    builder.AddText({cache.x + 8, y - 2, digits, 20}, std::to_string(run.first), TextStyle::Mono,
                    Tone::Muted, Align::Right);
    const float last_y = y + run.TopOf(last + 1) - 18;
    if (last_y <= y + 18) return;
    builder.AddText({cache.x + 8, last_y, digits, 20}, std::to_string(last), TextStyle::Mono,
                    IsAppending(builder) ? Tone::OnNow : Tone::Muted, Align::Right);
}

// Position and token of one row; a dashed place where it is not in the cache yet.
void AddRowLabel(SceneBuilder& builder, int position, const Rect& row, float digits) {
    const PassLayout& layout = builder.layout;
    if (position >= builder.cached) {
        builder.scene.bands.push_back(
            {BandKind::Slot, {row.x + 10, row.y + 1, row.width - 18, row.height - 2}});
        return;
    }
    const bool is_new = IsAppending(builder) && position >= builder.shape.cache_before;
    builder.AddText({row.x + 8, row.y, digits, row.height}, std::to_string(position),
                    TextStyle::Mono, is_new ? Tone::OnNow : Tone::Muted, Align::Right);
    if (layout.chip_width == 0) return;
    const float chip = std::min(24.0f, row.height - 2);
    Tag tag = builder.TagOf(TagKind::CacheChip,
                            {row.x + layout.cache_label - 10 - layout.chip_width,
                             row.y + (row.height - chip) / 2, layout.chip_width, chip},
                            position);
    tag.position.clear();
    const TokenId id = builder.recording.ids()[static_cast<size_t>(position)];
    tag.token = TokenLabel(tag.token, id, [&](const std::string& words) {
        return builder.view.measure(TextStyle::Strong, words) <= layout.chip_width - 8;
    });
    builder.scene.tags.push_back(tag);
}

void AddLabels(SceneBuilder& builder, const Run& run, const Rect& cache, float y, bool is_fold) {
    const PassLayout& layout = builder.layout;
    const int old = std::clamp(builder.shape.cache_before - run.first, 0, run.count);
    if (IsAppending(builder) && old < run.count) {
        const float top = run.TopOf(run.first + old);
        builder.scene.bands.push_back(
            {BandKind::NewRows, {cache.x + 8, y + top, cache.width - 12, run.height() - top}});
    }
    const float digits = layout.cache_label - layout.chip_width - (layout.chip_width > 0 ? 24 : 16);
    if (run.row_height < kLabelRow) return AddRunEnds(builder, run, cache, y, digits, is_fold);
    for (int position = run.first; position < run.first + run.count; ++position) {
        AddRowLabel(builder, position,
                    {cache.x, y + run.TopOf(position), cache.width, run.row_height}, digits);
    }
}

// The rows of a run that are cached, from `y` on.
void AddNumbers(SceneBuilder& builder, const Run& run, const Rect& cache, float y) {
    const float half = HalfOf(builder.layout, cache);
    const int end = run.first + std::clamp(builder.cached - run.first, 0, run.count);
    for (int position = run.first; position < end; ++position) {
        const bool is_new = IsAppending(builder) && position >= builder.shape.cache_before;
        const float top = y + run.TopOf(position);
        float x = cache.x + builder.layout.cache_label;
        for (const auto& [tensor, fill] :
             {std::pair{TensorId::CachedK, Fill::K}, std::pair{TensorId::CachedV, Fill::V}}) {
            const Grid grid{.block = BlockId::Cache,
                            .tensor = tensor,
                            .layer = builder.view.layer,
                            .corner = {x, top},
                            .width = half,
                            .state = is_new ? BlockState::Current : BlockState::Done,
                            .fill = fill};
            AddNumberRow(builder, grid, position, {x, top, half, run.row_height},
                         builder.config.head_dim);
            x += half + 8;
        }
    }
}

// The same as colour. Rows that this step appends are a map of their own: they are marked, and they
// fly in.
void AddHeat(SceneBuilder& builder, const Run& run, const Rect& cache, float y) {
    const float half = HalfOf(builder.layout, cache);
    const int end = run.first + std::clamp(builder.cached - run.first, 0, run.count);
    const int split =
        IsAppending(builder) ? std::clamp(builder.shape.cache_before, run.first, end) : end;
    const auto add = [&](int from, int to, BlockState state) {
        if (to <= from) return;
        const float top = y + run.TopOf(from);
        const float height = static_cast<float>(to - from) * run.row_height;
        float x = cache.x + builder.layout.cache_label;
        for (const TensorId tensor : {TensorId::CachedK, TensorId::CachedV}) {
            AddHeatRows(builder,
                        {.block = BlockId::Cache,
                         .tensor = tensor,
                         .layer = builder.view.layer,
                         .corner = {x, top},
                         .width = half,
                         .state = state},
                        from, to - from, {x, top, half, height}, builder.config.head_dim);
            x += half + 8;
        }
    };
    add(run.first, split, BlockState::Done);
    add(split, end, BlockState::Current);
}

// --- What is above the rows ----------------------------------------------------------------------

// Every layer has its own cache; the one shown is in front.
void AddCards(SceneBuilder& builder, const Rect& cache) {
    for (int depth = std::min(builder.config.layers - 1, kMostCards); depth > 0; --depth) {
        const float by = kCardStep * static_cast<float>(depth);
        builder.scene.bands.push_back(
            {BandKind::CacheCard, {cache.x + by, cache.y - by, cache.width, cache.height}});
    }
}

void AddCacheTitle(SceneBuilder& builder, const Rect& cache) {
    const SceneView& view = builder.view;
    const bool is_now = IsAppending(builder);
    builder.scene.bands.push_back({is_now ? BandKind::NowTitle : BandKind::CacheTitle,
                                   {cache.x, cache.y, cache.width, builder.layout.insets.title}});
    const Tone tone = is_now ? Tone::OnNow : Tone::Cached;
    const float y = cache.y + builder.layout.insets.title / 2 - 12;
    const std::string number = builder.NumberOf(Stage::Append);
    const float name_x = cache.x + 12 + view.measure(TextStyle::Mono, number) + 8;
    builder.AddText({cache.x + 12, y, 24, 24}, number, TextStyle::Mono, tone);
    builder.AddText({name_x, y, 90, 26}, "KV cache", TextStyle::Container, tone);
    const std::string before = std::to_string(builder.shape.cache_before) + " → ";
    const std::string count = (is_now ? before : "") + RowsWord(builder.cached);
    const float count_width = view.measure(TextStyle::Mono, count);
    builder.AddText({cache.right() - 12 - count_width, y, count_width, 26}, count, TextStyle::Mono,
                    tone, Align::Right);
    if (builder.config.layers == 1) return;
    const std::string where = "layer " + std::to_string(view.layer);
    const float x = name_x + view.measure(TextStyle::Container, "KV cache") + 10;
    const float width = view.measure(TextStyle::Plain, where);
    if (x + width >= cache.right() - 20 - count_width) return;
    builder.AddText({x, y, width, 26}, where, TextStyle::Plain, is_now ? tone : Tone::Muted);
}

// K and V above their columns; with several KV heads, which one the query head shown reads.
void AddCacheHeads(SceneBuilder& builder, const Rect& cache) {
    const float width = HalfOf(builder.layout, cache);
    const float x = cache.x + builder.layout.cache_label;
    const std::string head =
        builder.config.kv_heads > 1
            ? " head " + std::to_string(builder.config.KvHeadOf(builder.view.query_head))
            : "";
    const float y = cache.y + builder.layout.insets.cache_head - 23;
    builder.AddText({x, y, width, 20}, "K" + head, TextStyle::Strong, Tone::K, Align::Center);
    builder.AddText({x + width + 8, y, width, 20}, "V" + head, TextStyle::Strong, Tone::V,
                    Align::Center);
}

}  // namespace

void AddCache(SceneBuilder& builder) {
    const CacheRows rows = PlanCacheRows(builder);
    Rect& cache = builder.layout.places[static_cast<size_t>(BlockId::Cache)];
    const Insets& insets = builder.layout.insets;
    cache.height = insets.cache_head + rows.height + insets.foot;
    AddCards(builder, cache);
    builder.AddBlock(BlockId::Cache, IsAppending(builder) ? BlockState::Current : BlockState::Done,
                     Meaning::Cached, {BlockId::Key, BlockId::Value});
    AddCacheTitle(builder, cache);
    AddCacheHeads(builder, cache);
    float y = cache.y + insets.cache_head;
    for (const Run& run : rows.runs) {
        AddLabels(builder, run, cache, y, rows.runs.size() > 1);
        run.as_numbers ? AddNumbers(builder, run, cache, y) : AddHeat(builder, run, cache, y);
        y += run.height();
    }
}

}  // namespace decodescope
