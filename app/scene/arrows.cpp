#include "app/scene/arrows.h"

#include <algorithm>
#include <cmath>

#include "app/scene/post_attention.h"
#include "app/scene/scene_builder.h"

namespace decodescope {
namespace {

constexpr float kHeadGap = 2;  // arrows stop before the edge
constexpr float kFirstLane = 16, kLane = 10;

// Where q comes into the scores; K comes in below it.
float QueryLine(const Rect& score) { return score.y + std::clamp(score.height - 32, 9.0f, 40.0f); }

void AddArrow(SceneBuilder& builder, BlockId from, BlockId to, std::vector<Point> path,
              BlockState state, Meaning meaning) {
    builder.scene.arrows.push_back({from, to, std::move(path), state, meaning});
}

void AddArrowsToProjections(SceneBuilder& builder) {
    const Rect input = builder.layout.PlaceOf(BlockId::Input);
    // x to Q, K and V: a trunk in their indent.
    const float trunk = input.x + 12;
    float from = input.bottom();
    for (const BlockId id : {BlockId::Query, BlockId::Key, BlockId::Value}) {
        const Rect to = builder.layout.PlaceOf(id);
        AddArrow(builder, BlockId::Input, id,
                 {{trunk, from}, {trunk, to.center().y}, {to.x - kHeadGap, to.center().y}},
                 builder.StateOf(Stage::Project), Meaning::Neutral);
        from = to.center().y;
    }
}

void AddArrowsIntoCache(SceneBuilder& builder) {
    const PassLayout& layout = builder.layout;
    const Rect query = layout.PlaceOf(BlockId::Query);
    const Rect key = layout.PlaceOf(BlockId::Key);
    const Rect value = layout.PlaceOf(BlockId::Value);
    const Rect cache = layout.PlaceOf(BlockId::Cache);
    const Rect score = layout.PlaceOf(BlockId::Score);
    // q over the cache to the scores; k and v into the cache, at the rows of this pass.
    const float lane = query.right() + kFirstLane;
    const float query_y = QueryLine(score);
    AddArrow(builder, BlockId::Query, BlockId::Score,
             {{query.right(), query.center().y},
              {lane, query.center().y},
              {lane, query_y},
              {score.x - kHeadGap, query_y}},
             builder.StateOf(Stage::Score), Meaning::Q);
    const float before = static_cast<float>(builder.shape.cache_before) /
                         static_cast<float>(builder.shape.cache_after());
    const float rows_from = cache.y + 64, rows_to = cache.bottom() - 8;
    const float slot =
        std::min((rows_from + (rows_to - rows_from) * before + rows_to) / 2, cache.bottom() - 14);
    const BlockState append = builder.StateOf(Stage::Append);
    const auto into_cache = [&](BlockId id, const Rect& block, float x, float y, Meaning meaning) {
        const bool is_level =
            std::abs(block.center().y - y) < 24 && y > block.y + 8 && y < block.bottom() - 8;
        std::vector<Point> path{{block.right(), y}, {cache.x - kHeadGap, y}};
        if (!is_level) {
            const float start = block.center().y;
            path = {{block.right(), start}, {x, start}, {x, y}, {cache.x - kHeadGap, y}};
        }
        AddArrow(builder, id, BlockId::Cache, std::move(path), append, meaning);
    };
    into_cache(BlockId::Key, key, lane + kLane, slot - 5, Meaning::K);
    into_cache(BlockId::Value, value, lane + 2 * kLane, slot + 5, Meaning::V);
    if (query_y - 29 < builder.layout.navigator.y + builder.layout.navigator.height) return;
    builder.AddText({cache.x, query_y - 29, score.x - cache.x - 8, 22},
                    "q is used once and never cached", TextStyle::Plain,
                    builder.StateOf(Stage::Score) == BlockState::Ghost ? Tone::Muted : Tone::Q);
}

void AddArrowsOutOfCache(SceneBuilder& builder) {
    const PassLayout& layout = builder.layout;
    const Rect cache = layout.PlaceOf(BlockId::Cache);
    const Rect score = layout.PlaceOf(BlockId::Score);
    const Rect sum = layout.PlaceOf(BlockId::WeightedSum);
    const Rect tray = layout.PlaceOf(BlockId::Tray);
    const float query_y = QueryLine(score);
    // K out above its columns, V below its own.
    const float half = (cache.width - layout.cache_label - 16) / 2;
    const float key_x = cache.x + layout.cache_label + half / 2;
    const float value_x = key_x + half + 8;
    AddArrow(builder, BlockId::Cache, BlockId::Score,
             {{key_x, cache.y}, {key_x, query_y + 16}, {score.x - kHeadGap, query_y + 16}},
             builder.StateOf(Stage::Score), Meaning::K);
    const float sum_y = std::clamp(sum.center().y, sum.y + 12, std::max(sum.y + 12, tray.y - 12));
    std::vector<Point> out{{value_x, cache.bottom()}, {value_x, sum_y}, {sum.x - kHeadGap, sum_y}};
    if (sum_y < cache.bottom() + 12) out = {{cache.right(), sum_y}, {sum.x - kHeadGap, sum_y}};
    AddArrow(builder, BlockId::Cache, BlockId::WeightedSum, std::move(out),
             builder.StateOf(Stage::WeightedSum), Meaning::V);
}

void AddArrowsDown(SceneBuilder& builder) {
    // Down the right column.
    struct Stop {
        BlockId id;
        Stage first;  // of its stages
    };
    std::vector<Stop> down{{BlockId::Score, Stage::Score},
                           {BlockId::Softmax, Stage::Softmax},
                           {BlockId::WeightedSum, Stage::WeightedSum}};
    const std::vector<StageStep> after = PostAttentionSteps(builder.config, builder.view.layer);
    if (!after.empty()) down.push_back({BlockId::PostAttention, after.front().stage});
    down.push_back({BlockId::Candidates, Stage::Logits});
    for (size_t i = 0; i + 1 < down.size(); ++i) {
        const Rect above = builder.layout.PlaceOf(down[i].id);
        const Rect to = builder.layout.PlaceOf(down[i + 1].id);
        AddArrow(builder, down[i].id, down[i + 1].id,
                 {{above.center().x, above.bottom()}, {above.center().x, to.y - kHeadGap}},
                 builder.StateOf(down[i + 1].first), Meaning::Neutral);
    }
}

void AddArrowsOfTray(SceneBuilder& builder) {
    const SceneView& view = builder.view;
    const PassLayout& layout = builder.layout;
    const Rect input = layout.PlaceOf(BlockId::Input);
    const Rect query = layout.PlaceOf(BlockId::Query);
    const Rect candidates = layout.PlaceOf(BlockId::Candidates);
    const Rect tray = layout.PlaceOf(BlockId::Tray);
    // The selected token to its tray, and from there to where the next pass begins.
    const BlockState select = builder.StateOf(Stage::Select);
    const float line = layout.tray_line;
    std::vector<Point> to_tray{{candidates.x, line}, {tray.right() + kHeadGap, line}};
    const float start = builder.is_selection_listed
                            ? builder.selected_y
                            : std::clamp(line, candidates.y + 12, candidates.bottom() - 12);
    if (start != line) {
        const float bend = candidates.x - 12;
        to_tray = {
            {candidates.x, start}, {bend, start}, {bend, line}, {tray.right() + kHeadGap, line}};
    }
    AddArrow(builder, BlockId::Candidates, BlockId::Tray, std::move(to_tray), select,
             builder.pass && builder.pass->selection ? Meaning::Waiting : Meaning::Neutral);

    const bool waits = builder.BlockOf(BlockId::Tray).state != BlockState::Ghost;
    const bool is_end = builder.recording.finish_reason() != FinishReason::None &&
                        view.playhead.pass + 1 == builder.recording.pass_count();
    const bool enters = view.playhead.pass > 0 && view.playhead.step == 0;
    const float left = input.x - 12;
    const Rect target =
        layout.navigator.height > 0 ? Rect{layout.navigator.x, layout.navigator.y, 0, 36} : input;
    AddArrow(builder, BlockId::Tray, BlockId::Input,
             {{tray.x, line},
              {left, line},
              {left, target.center().y},
              {target.x - kHeadGap, target.center().y}},
             waits && !is_end ? BlockState::Done
             : enters         ? BlockState::Current
                              : BlockState::Ghost,
             Meaning::Waiting);
    const bool has_room = line - 27 >= layout.PlaceOf(BlockId::Value).bottom();
    if ((waits || enters) && has_room) {
        builder.AddText({query.x + 4, line - 27, tray.x - query.x - 8, 22},
                        !waits   ? "was waiting, enters now"
                        : is_end ? "no pass follows"
                                 : "enters in the next pass",
                        TextStyle::Plain, waits && is_end ? Tone::Muted : Tone::Waiting);
    }
}

}  // namespace

void AddArrows(SceneBuilder& builder) {
    AddArrowsToProjections(builder);
    AddArrowsIntoCache(builder);
    AddArrowsOutOfCache(builder);
    AddArrowsDown(builder);
    AddArrowsOfTray(builder);
}

}  // namespace decodescope
