// The ways between the blocks, each in a lane of its own, and the words that stand beside them.

#include <algorithm>
#include <cmath>

#include "app/scene/scene_builder.h"

namespace decodescope {
namespace {

constexpr float kHeadGap = 2;  // arrows stop before the edge
constexpr float kFirstLane = 16, kLane = 10;

// Where q comes into the scores; K comes in below it.
float QueryLine(const Rect& score) { return score.y + std::min(40.0f, score.height - 32); }

}  // namespace

void Builder::AddArrow(BlockId from, BlockId to, std::vector<Point> path, BlockState state,
                       Meaning meaning) {
    scene_.arrows.push_back({from, to, std::move(path), state, meaning});
}

void Builder::AddArrows() {
    AddArrowsToProjections();
    AddArrowsIntoCache();
    AddArrowsOutOfCache();
    AddArrowsDown();
    AddArrowsOfTray();
}

void Builder::AddArrowsToProjections() {
    const Rect input = layout_.PlaceOf(BlockId::Input);
    // x to Q, K and V: a trunk in their indent.
    const float trunk = input.x + 12;
    float from = input.bottom();
    for (const BlockId id : {BlockId::Query, BlockId::Key, BlockId::Value}) {
        const Rect to = layout_.PlaceOf(id);
        AddArrow(BlockId::Input, id,
                 {{trunk, from}, {trunk, to.center().y}, {to.x - kHeadGap, to.center().y}},
                 StateOf(Stage::Project), Meaning::Neutral);
        from = to.center().y;
    }
}

void Builder::AddArrowsIntoCache() {
    const Rect query = layout_.PlaceOf(BlockId::Query);
    const Rect key = layout_.PlaceOf(BlockId::Key);
    const Rect value = layout_.PlaceOf(BlockId::Value);
    const Rect cache = layout_.PlaceOf(BlockId::Cache);
    const Rect score = layout_.PlaceOf(BlockId::Score);
    // q over the cache to the scores; k and v into the cache, at the rows of this pass.
    const float lane = query.right() + kFirstLane;
    const float query_y = QueryLine(score);
    AddArrow(BlockId::Query, BlockId::Score,
             {{query.right(), query.center().y},
              {lane, query.center().y},
              {lane, query_y},
              {score.x - kHeadGap, query_y}},
             StateOf(Stage::Score), Meaning::Q);
    const float before =
        static_cast<float>(shape_.cache_before) / static_cast<float>(shape_.cache_after());
    const float rows_from = cache.y + 64, rows_to = cache.bottom() - 8;
    const float slot =
        std::min((rows_from + (rows_to - rows_from) * before + rows_to) / 2, cache.bottom() - 14);
    const BlockState append = StateOf(Stage::Append);
    const auto into_cache = [&](BlockId id, const Rect& block, float x, float y, Meaning meaning) {
        const bool is_level =
            std::abs(block.center().y - y) < 24 && y > block.y + 8 && y < block.bottom() - 8;
        std::vector<Point> path{{block.right(), y}, {cache.x - kHeadGap, y}};
        if (!is_level) {
            const float start = block.center().y;
            path = {{block.right(), start}, {x, start}, {x, y}, {cache.x - kHeadGap, y}};
        }
        AddArrow(id, BlockId::Cache, std::move(path), append, meaning);
    };
    into_cache(BlockId::Key, key, lane + kLane, slot - 5, Meaning::K);
    into_cache(BlockId::Value, value, lane + 2 * kLane, slot + 5, Meaning::V);
    AddText({cache.x, query_y - 29, score.x - cache.x - 8, 22}, "q is used once and never cached",
            TextStyle::Plain, StateOf(Stage::Score) == BlockState::Ghost ? Tone::Muted : Tone::Q);
}

void Builder::AddArrowsOutOfCache() {
    const Rect cache = layout_.PlaceOf(BlockId::Cache);
    const Rect score = layout_.PlaceOf(BlockId::Score);
    const Rect mix = layout_.PlaceOf(BlockId::WeightedSum);
    const Rect tray = layout_.PlaceOf(BlockId::Tray);
    const float query_y = QueryLine(score);
    // K out above its columns, V below its own.
    const float half = (cache.width - layout_.cache_label - 16) / 2;
    const float key_x = cache.x + layout_.cache_label + half / 2;
    const float value_x = key_x + half + 8;
    AddArrow(BlockId::Cache, BlockId::Score,
             {{key_x, cache.y}, {key_x, query_y + 16}, {score.x - kHeadGap, query_y + 16}},
             StateOf(Stage::Score), Meaning::K);
    const float mix_y = std::clamp(mix.center().y, mix.y + 12, std::max(mix.y + 12, tray.y - 12));
    std::vector<Point> out{{value_x, cache.bottom()}, {value_x, mix_y}, {mix.x - kHeadGap, mix_y}};
    if (mix_y < cache.bottom() + 12) out = {{cache.right(), mix_y}, {mix.x - kHeadGap, mix_y}};
    AddArrow(BlockId::Cache, BlockId::WeightedSum, std::move(out), StateOf(Stage::WeightedSum),
             Meaning::V);
}

void Builder::AddArrowsDown() {
    // Down the right column.
    struct Stop {
        BlockId id;
        Stage first;  // of its stages
    };
    std::vector<Stop> down{{BlockId::Score, Stage::Score},
                           {BlockId::Softmax, Stage::Softmax},
                           {BlockId::WeightedSum, Stage::WeightedSum}};
    const std::vector<StageStep> rest = RestOf(config_, view_.layer);
    if (!rest.empty()) down.push_back({BlockId::PostAttention, rest.front().stage});
    down.push_back({BlockId::Candidates, Stage::Logits});
    for (size_t i = 0; i + 1 < down.size(); ++i) {
        const Rect above = layout_.PlaceOf(down[i].id);
        const Rect to = layout_.PlaceOf(down[i + 1].id);
        AddArrow(down[i].id, down[i + 1].id,
                 {{above.center().x, above.bottom()}, {above.center().x, to.y - kHeadGap}},
                 StateOf(down[i + 1].first), Meaning::Neutral);
    }
}

void Builder::AddArrowsOfTray() {
    const Rect input = layout_.PlaceOf(BlockId::Input);
    const Rect query = layout_.PlaceOf(BlockId::Query);
    const Rect candidates = layout_.PlaceOf(BlockId::Candidates);
    const Rect tray = layout_.PlaceOf(BlockId::Tray);
    // The selected token to its tray, and from there to where the next pass begins.
    const BlockState select = StateOf(Stage::Select);
    const float line = layout_.tray_line;
    std::vector<Point> to_tray{{candidates.x, line}, {tray.right() + kHeadGap, line}};
    if (selected_y_ != line) {
        const float bend = candidates.x - 12;
        to_tray = {{candidates.x, selected_y_},
                   {bend, selected_y_},
                   {bend, line},
                   {tray.right() + kHeadGap, line}};
    }
    AddArrow(BlockId::Candidates, BlockId::Tray, std::move(to_tray), select,
             pass_ && pass_->selection ? Meaning::Waiting : Meaning::Neutral);

    const bool waits = BlockOf(BlockId::Tray).state != BlockState::Ghost;
    const bool is_end = recording_.stop_reason() != StopReason::None &&
                        view_.playhead.pass + 1 == recording_.pass_count();
    const bool enters = view_.playhead.pass > 0 && view_.playhead.step == 0;
    const float left = input.x - 12;
    const Rect target = layout_.navigator.height > 0
                            ? Rect{layout_.navigator.x, layout_.navigator.y, 0, 36}
                            : input;
    AddArrow(BlockId::Tray, BlockId::Input,
             {{tray.x, line},
              {left, line},
              {left, target.center().y},
              {target.x - kHeadGap, target.center().y}},
             waits && !is_end ? BlockState::Done
             : enters         ? BlockState::Current
                              : BlockState::Ghost,
             Meaning::Waiting);
    if (waits || enters) {
        AddText({query.x + 4, line - 27, tray.x - query.x - 8, 22},
                !waits   ? "was waiting, enters now"
                : is_end ? "no pass follows"
                         : "enters in the next pass",
                TextStyle::Plain, waits && is_end ? Tone::Muted : Tone::Waiting);
    }
}

}  // namespace decodescope
