// The KV cache, always there and the heaviest thing in the picture, and outside it the waiting
// tray.

#include <algorithm>
#include <array>

#include "app/scene/scene_builder.h"
#include "app/scene/words.h"
#include "core/explain/narrate.h"

namespace decodescope {
namespace {

constexpr float kHead = 64, kFoot = 8, kCardStep = 6;
constexpr int kMostCards = 4;

std::string RowsWord(int rows) { return std::to_string(rows) + (rows == 1 ? " row" : " rows"); }

// Breaks words into lines that are no wider than `width`.
std::vector<std::string> Wrapped(const std::string& words, float width,
                                 const MeasureText& measure) {
    std::vector<std::string> lines(1);
    size_t from = 0;
    while (from < words.size()) {
        const size_t to = std::min(words.find(' ', from), words.size());
        const std::string word = words.substr(from, to - from);
        const std::string longer = lines.back().empty() ? word : lines.back() + " " + word;
        if (measure(TextStyle::Plain, longer) <= width || lines.back().empty()) {
            lines.back() = longer;
        } else {
            lines.push_back(word);
        }
        from = to + 1;
    }
    return lines;
}

}  // namespace

// How the rows that the cache holds after this pass are drawn, top to bottom.
struct Builder::CacheRows {
    struct Run {
        int first;
        int count;
        float row_height;
        bool as_numbers;
    };
    std::vector<Run> runs;
    float height = 0;

    void Add(int first, int count, float row_height, bool as_numbers) {
        if (count <= 0) return;
        runs.push_back({first, count, row_height, as_numbers});
        height += static_cast<float>(count) * row_height;
    }
};

// The first two rows and the last ones have numbers, what lies between is folded into colour. A row
// in the fold that is looked at opens it there: it and its neighbours have numbers instead of the
// last.
void Builder::PlanFolds(int rows, float room, CacheRows& plan) const {
    constexpr int kFirst = 2;
    const float fold = 2 * kNumberRow;
    const int open = std::max(1, static_cast<int>((room - fold) / kNumberRow) - kFirst);
    const auto add_fold = [&](int first, int count, float height) {
        if (count > 0) plan.Add(first, count, height / static_cast<float>(count), false);
    };
    const int last = rows - open;
    const int wanted = view_.position.value_or(rows - 1);
    const bool is_inside = kFirst <= wanted && wanted < last;
    const int first_open = is_inside ? std::clamp(wanted - open / 2, kFirst, last) : last;
    const int above = first_open - kFirst, below = last - first_open;
    const float half = above > 0 && below > 0 ? fold / 2 : fold;
    plan.Add(0, kFirst, kNumberRow, true);
    add_fold(kFirst, above, half);
    plan.Add(first_open, open, kNumberRow, true);
    add_fold(first_open + open, below, half);
}

// Numbers at 28 or 22 pixels a row; with more rows some of them folded into colour; without room
// for numbers in a row, colour for all.
Builder::CacheRows Builder::PlanCacheRows() const {
    const float room = layout_.cache_room;
    const int rows = shape_.cache_after();
    const float each = room / static_cast<float>(rows);
    const float columns = (layout_.PlaceOf(BlockId::Cache).width - layout_.cache_label - 16) / 2;
    CacheRows plan;
    if (!FitsAsNumbers(config_.head_dim, columns)) {
        plan.Add(0, rows, std::min(each, 22.0f), false);
    } else if (each >= 28) {
        plan.Add(0, rows, 28, true);
    } else if (each >= kNumberRow) {
        plan.Add(0, rows, kNumberRow, true);
    } else {
        PlanFolds(rows, room, plan);
    }
    return plan;
}

void Builder::AddCache() {
    const CacheRows rows = PlanCacheRows();
    Rect& place = layout_.places[static_cast<size_t>(BlockId::Cache)];
    place.height = kHead + rows.height + kFoot;

    // Every layer has a cache of its own; the one shown stands in front.
    for (int behind = std::min(config_.layers - 1, kMostCards); behind > 0; --behind) {
        const float by = kCardStep * static_cast<float>(behind);
        scene_.bands.push_back(
            {BandKind::CacheCard, {place.x + by, place.y - by, place.width, place.height}});
    }

    const BlockState append = StateOf(Stage::Append);
    const bool is_now = append == BlockState::Current;
    const Block block = AddBlock(BlockId::Cache, is_now ? BlockState::Current : BlockState::Done,
                                 Meaning::Cached, {BlockId::Key, BlockId::Value});
    scene_.bands.push_back({is_now ? BandKind::NowTitle : BandKind::CacheTitle,
                            {place.x, place.y, place.width, kTitleHeight}});

    const Tone tone = is_now ? Tone::OnNow : Tone::Cached;
    const std::string number = NumberOf(Stage::Append);
    const float name_x = place.x + 12 + view_.measure(TextStyle::Mono, number) + 8;
    AddText({place.x + 12, place.y + 6, 24, 24}, number, TextStyle::Mono, tone);
    AddText({name_x, place.y + 6, 90, 26}, "KV cache", TextStyle::Container, tone);
    const std::string count = is_now
                                  ? std::to_string(shape_.cache_before) + " → " + RowsWord(cached_)
                                  : RowsWord(cached_);
    const float count_width = view_.measure(TextStyle::Mono, count);
    AddText({place.right() - 12 - count_width, place.y + 6, count_width, 26}, count,
            TextStyle::Mono, tone, Align::Right);
    if (config_.layers > 1) {
        const std::string where = "layer " + std::to_string(view_.layer);
        const float x = name_x + view_.measure(TextStyle::Container, "KV cache") + 10;
        const float width = view_.measure(TextStyle::Plain, where);
        if (x + width < place.right() - 20 - count_width) {
            AddText({x, place.y + 6, width, 26}, where, TextStyle::Plain,
                    is_now ? tone : Tone::Muted);
        }
    }
    AddCacheHeads(place);
    AddCacheLabels(rows, place);
    AddCacheNumbers(rows, place);
    AddCacheHeat(rows, place);
}

// K and V above their columns; with several KV heads, which one the query head shown reads.
void Builder::AddCacheHeads(const Rect& cache) {
    const float width = (cache.width - layout_.cache_label - 16) / 2;
    const float x = cache.x + layout_.cache_label;
    const std::string head =
        config_.kv_heads > 1 ? " head " + std::to_string(config_.KvHeadOf(view_.query_head)) : "";
    AddText({x, cache.y + 41, width, 20}, "K" + head, TextStyle::Strong, Tone::K, Align::Center);
    AddText({x + width + 8, cache.y + 41, width, 20}, "V" + head, TextStyle::Strong, Tone::V,
            Align::Center);
}

// Position and token of each row that is high enough; the ends of the others. Rows of this pass
// that are not in the cache yet have a dashed place.
void Builder::AddCacheLabels(const CacheRows& rows, const Rect& cache) {
    const bool is_now = StateOf(Stage::Append) == BlockState::Current;
    const float digits =
        layout_.cache_label - layout_.chip_width - (layout_.chip_width > 0 ? 24 : 16);
    float y = cache.y + kHead;
    for (const CacheRows::Run& run : rows.runs) {
        const float run_height = static_cast<float>(run.count) * run.row_height;
        const int fresh = std::clamp(shape_.cache_before - run.first, 0, run.count);
        const Rect news{cache.x + 8, y + static_cast<float>(fresh) * run.row_height,
                        cache.width - 12, static_cast<float>(run.count - fresh) * run.row_height};
        if (is_now && fresh < run.count) scene_.bands.push_back({BandKind::NewRows, news});
        if (run.row_height < 20) {
            const bool is_fold = rows.runs.size() > 1;
            const int last = std::min(run.first + run.count, std::max(cached_, run.first + 1)) - 1;
            if (is_fold) {
                AddText({cache.x + 6, y, layout_.cache_label - 8, run_height},
                        std::to_string(run.count) + " rows", TextStyle::Plain, Tone::Muted);
            } else {
                AddText({cache.x + 8, y - 2, digits, 20}, std::to_string(run.first),
                        TextStyle::Mono, Tone::Muted, Align::Right);
                const float last_y =
                    y + static_cast<float>(last + 1 - run.first) * run.row_height - 18;
                if (last_y > y + 18) {
                    AddText({cache.x + 8, last_y, digits, 20}, std::to_string(last),
                            TextStyle::Mono, is_now ? Tone::OnNow : Tone::Muted, Align::Right);
                }
            }
            y += run_height;
            continue;
        }
        for (int row = 0; row < run.count; ++row, y += run.row_height) {
            const int position = run.first + row;
            if (position >= cached_) {
                scene_.bands.push_back(
                    {BandKind::Slot, {cache.x + 10, y + 1, cache.width - 18, run.row_height - 2}});
                continue;
            }
            const bool is_new = is_now && position >= shape_.cache_before;
            AddText({cache.x + 8, y, digits, run.row_height}, std::to_string(position),
                    TextStyle::Mono, is_new ? Tone::OnNow : Tone::Muted, Align::Right);
            if (layout_.chip_width == 0) continue;
            const float chip = std::min(24.0f, run.row_height - 2);
            Tag tag = TagOf(TagKind::CacheChip,
                            {cache.x + layout_.cache_label - 10 - layout_.chip_width,
                             y + (run.row_height - chip) / 2, layout_.chip_width, chip},
                            position);
            tag.position.clear();
            const auto fits = [&](const std::string& words) {
                return view_.measure(TextStyle::Strong, words) <= layout_.chip_width - 8;
            };
            tag.token = Shortened(tag.token, fits);
            scene_.tags.push_back(tag);
        }
    }
}

void Builder::AddCacheNumbers(const CacheRows& rows, const Rect& cache) {
    const float half = (cache.width - layout_.cache_label - 16) / 2;
    const BlockState append = StateOf(Stage::Append);
    float y = cache.y + kHead;
    for (const CacheRows::Run& run : rows.runs) {
        const int count = std::clamp(cached_ - run.first, 0, run.count);
        for (int row = 0; row < count && run.as_numbers; ++row) {
            const int position = run.first + row;
            const bool is_new = append == BlockState::Current && position >= shape_.cache_before;
            const BlockState state = is_new ? BlockState::Current : BlockState::Done;
            const float top = y + static_cast<float>(row) * run.row_height;
            float x = cache.x + layout_.cache_label;
            for (const auto& [tensor, fill] :
                 {std::pair{TensorId::CachedK, Fill::K}, std::pair{TensorId::CachedV, Fill::V}}) {
                const Grid grid{.block = BlockId::Cache,
                                .tensor = tensor,
                                .layer = view_.layer,
                                .corner = {x, top},
                                .width = half,
                                .state = state,
                                .fill = fill};
                AddNumberRow(grid, position, {x, top, half, run.row_height}, config_.head_dim);
                x += half + 8;
            }
        }
        y += static_cast<float>(run.count) * run.row_height;
    }
}

void Builder::AddCacheHeat(const CacheRows& rows, const Rect& cache) {
    const float half = (cache.width - layout_.cache_label - 16) / 2;
    float y = cache.y + kHead;
    for (const CacheRows::Run& run : rows.runs) {
        const int count = std::clamp(cached_ - run.first, 0, run.count);
        // Rows that this step appends are a map of their own: they are marked, and they fly in.
        const bool is_now = StateOf(Stage::Append) == BlockState::Current;
        const int old = is_now ? std::clamp(shape_.cache_before - run.first, 0, count) : count;
        const auto add = [&](int first, int more, BlockState state) {
            if (run.as_numbers || more <= 0) return;
            const float top = y + static_cast<float>(first - run.first) * run.row_height;
            const float height = static_cast<float>(more) * run.row_height;
            float x = cache.x + layout_.cache_label;
            for (const TensorId tensor : {TensorId::CachedK, TensorId::CachedV}) {
                AddHeatRows({.block = BlockId::Cache,
                             .tensor = tensor,
                             .layer = view_.layer,
                             .corner = {x, top},
                             .width = half,
                             .state = state},
                            first, more, {x, top, half, height}, config_.head_dim);
                x += half + 8;
            }
        };
        add(run.first, old, BlockState::Done);
        add(run.first + old, count - old, BlockState::Current);
        y += static_cast<float>(run.count) * run.row_height;
    }
}

void Builder::AddTray() {
    const std::optional<SequenceToken> waiting = WaitingAt(recording_, view_.playhead);
    const Block block = AddBlock(BlockId::Tray, waiting ? BlockState::Done : BlockState::Ghost,
                                 Meaning::Waiting, {BlockId::Candidates});
    const Rect& place = block.place;
    const float title = view_.measure(TextStyle::Container, "Waiting");
    AddText({place.x + 16, place.y + 12, title, 26}, "Waiting", TextStyle::Container,
            waiting ? Tone::Waiting : Tone::Muted);
    if (!waiting) {
        const std::string why = TraySentence(recording_, view_.playhead);
        float y = place.y + 46;
        for (const std::string& line : Wrapped(why, place.width - 32, view_.measure)) {
            AddText({place.x + 16, y, place.width - 32, 24}, line, TextStyle::Plain, Tone::Muted);
            y += 24;
        }
        return;
    }
    AddText({place.x + 16 + title + 12, place.y + 12, place.width - title - 40, 26},
            "selected, outside the cache", TextStyle::Plain, Tone::Muted);
    Tag chip = TagOf(TagKind::Waiting, {}, waiting->position, false);
    const float position = view_.measure(TextStyle::Mono, chip.position);
    const float room = place.width / 2 - 40 - position;
    chip.token = Shortened(TokenText(recording_, waiting->id), [&](const std::string& words) {
        return view_.measure(TextStyle::Container, words) <= room;
    });
    const float words = view_.measure(TextStyle::Container, chip.token);
    chip.place = {place.x + 16, place.y + 46, std::max(72.0f, words + position + 40), 44};
    scene_.tags.push_back(chip);
    const float x = chip.place.right() + 16;
    AddText({x, place.y + 46, place.right() - x - 8, 24}, "ID " + std::to_string(waiting->id),
            TextStyle::Strong, Tone::Ink);
    AddText({x, place.y + 70, place.right() - x - 8, 24}, "no K, no V yet", TextStyle::Plain,
            Tone::Ink);
}

}  // namespace decodescope
