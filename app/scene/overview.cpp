#include "app/scene/overview.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "app/scene/heat.h"
#include "app/scene/layout/pass_layout_widths.h"

namespace decodescope {
namespace {

constexpr float kTop = 16, kHeads = 28, kStreamWidth = 150, kLabelWidth = 78;
constexpr float kGap = 8, kGroupGap = 10, kRowGap = 12, kLeastMap = 36, kMostMap = 180, kLine = 22;
constexpr float kSharesPerPixel = 1.5f;  // of a small map, at scale 1: more would not be seen
constexpr int kMostRows = 128;           // of the stream

// Where the maps are.
struct Plan {
    float map = 0;  // side of a square
    float x = 0;    // of the first map
    float y = 0;
    std::vector<float> head_x;  // from x

    Rect PlaceOf(int layer, int head) const {
        return {x + head_x[static_cast<size_t>(head)],
                y + static_cast<float>(layer) * (map + kRowGap), map, map};
    }
    float right() const { return x + head_x.back() + map; }
};

// A gap after each group of heads that share a KV head.
float GapBefore(const Config& config, int head) {
    if (head == 0) return 0;
    const bool is_new_group = config.KvHeadOf(head) != config.KvHeadOf(head - 1);
    return is_new_group && config.queries_per_kv_head() > 1 ? kGroupGap + kGap : kGap;
}

Plan PlanMaps(const Config& config, Point size) {
    Plan plan;
    plan.x = kMargin + kLabelWidth + kStreamWidth + 24;
    plan.y = kTop + kHeads + kLine;
    float gaps = 0;
    for (int head = 0; head < config.query_heads; ++head) gaps += GapBefore(config, head);
    const float across =
        (size.x - plan.x - kMargin - gaps) / static_cast<float>(config.query_heads);
    const float caption = 3 * kLine;
    const float down =
        (size.y - plan.y - kLine - caption) / static_cast<float>(config.layers) - kRowGap;
    plan.map = std::floor(std::clamp(std::min(across, down), kLeastMap, kMostMap));
    float x = 0;
    for (int head = 0; head < config.query_heads; ++head) {
        x += GapBefore(config, head);
        plan.head_x.push_back(x);
        x += plan.map;
    }
    return plan;
}

class OverviewBuilder {
public:
    OverviewBuilder(const Recording& recording, const SceneView& view, const Scene* before)
        : before_(before),
          recording_(recording),
          config_(recording.config()),
          view_(view),
          shape_(ShapeOf(recording, view.playhead.pass)),
          plan_(PlanMaps(config_, view.size)) {}

    Scene Finish() {
        AddHeads();
        for (int layer = 0; layer < config_.layers; ++layer) AddLayer(layer);
        AddStreamEnd();
        AddCaption();
        ShareMaps(streams_);
        std::ranges::move(streams_, std::back_inserter(scene_.maps));
        scene_.bounds = {0, 0, std::max(view_.size.x, plan_.right() + kMargin),
                         std::max(view_.size.y, bottom_ + kTop)};
        scene_.focus = plan_.PlaceOf(view_.layer, view_.query_head);
        return std::move(scene_);
    }

private:
    bool IsDone(Stage stage, int layer) const {
        const int step = recording_.StepOf(stage, layer);
        return step >= 0 && step <= view_.playhead.step;
    }

    void AddText(Rect place, std::string words, TextStyle style, Tone tone,
                 Align align = Align::Left) {
        scene_.texts.push_back({place, std::move(words), style, tone, align});
    }

    // The heads' numbers, and a line over those that share a KV head.
    void AddHeads() {
        AddText({kMargin + kLabelWidth, kTop, kStreamWidth, kLine}, "residual stream",
                TextStyle::Strong, Tone::Ink);
        for (int head = 0; head < config_.query_heads; ++head) {
            const Rect map = plan_.PlaceOf(0, head);
            const bool is_shown = head == view_.query_head;
            AddText({map.x, kTop, map.width, kLine}, std::to_string(head),
                    is_shown ? TextStyle::MonoStrong : TextStyle::Mono,
                    is_shown ? Tone::Ink : Tone::Muted, Align::Center);
        }
        AddText({plan_.x - 60, kTop, 52, kLine}, "head", TextStyle::Plain, Tone::Muted,
                Align::Right);
        const int shared = config_.queries_per_kv_head();
        if (shared == 1) return;
        for (int group = 0; group < config_.kv_heads; ++group) {
            const Rect first = plan_.PlaceOf(0, group * shared);
            const Rect last = plan_.PlaceOf(0, group * shared + shared - 1);
            const bool is_shown = config_.KvHeadOf(view_.query_head) == group;
            scene_.bands.push_back({is_shown ? BandKind::ChosenGroup : BandKind::Group,
                                    {first.x, kTop + kHeads - 4, last.right() - first.x, 3}});
            const std::string words = "KV " + std::to_string(group);
            if (view_.measure(TextStyle::Plain, words) > last.right() - first.x) continue;
            AddText({first.x, kTop + kHeads, last.right() - first.x, kLine}, words,
                    TextStyle::Plain, is_shown ? Tone::K : Tone::Muted, Align::Center);
        }
    }

    void AddLayer(int layer) {
        const Rect first = plan_.PlaceOf(layer, 0);
        const float middle = first.center().y;
        AddText({kMargin, middle - kLine / 2, kLabelWidth - 8, kLine},
                "layer " + std::to_string(layer),
                layer == view_.layer ? TextStyle::Strong : TextStyle::Plain,
                layer == view_.layer ? Tone::Ink : Tone::Muted);
        const TensorAt input = BlockInput(config_, layer);
        AddStream(input, middle, InfoOf(input.tensor).stage);
        for (int head = 0; head < config_.query_heads; ++head) AddAttention(layer, head);
        bottom_ = first.bottom();
    }

    // What enters a layer, for the positions of this pass: at most as high as a map.
    void AddStream(TensorAt at, float middle, Stage stage) {
        constexpr float kMostRow = 14;
        const int rows = shape_.rows();
        const float most = at == BlockOutput(config_, config_.layers - 1) ? kLine : plan_.map;
        const float height = std::min(kMostRow * static_cast<float>(rows), most);
        HeatMap map{
            .block = BlockId::Input,
            .place = {kMargin + kLabelWidth, std::round(middle - height / 2), kStreamWidth, height},
            .first = {at.tensor, at.layer, 0, shape_.first_position, 0},
            .rows = rows,
            .columns = config_.d_model,
            .shares = {}};
        map.ghost = !IsDone(stage, at.layer);
        if (!map.ghost) FillMap(recording_, map, kMostRows, config_.d_model);
        streams_.push_back(std::move(map));
    }

    // After the last layer: what the logits are made from.
    void AddStreamEnd() {
        const TensorAt end = BlockOutput(config_, config_.layers - 1);
        const float y = bottom_ + kRowGap;
        AddText({kMargin, y - 4, kLabelWidth - 8, kLine}, "leaves", TextStyle::Plain, Tone::Muted);
        AddStream(end, y - 4 + kLine / 2, InfoOf(end.tensor).stage);
        bottom_ = y + kLine;
    }

    // Rows of earlier passes stay; those of this pass come with its softmax.
    void AddAttention(int layer, int head) {
        const Rect place = plan_.PlaceOf(layer, head);
        const bool is_done = IsDone(Stage::Softmax, layer);
        const int all = shape_.cache_after();
        const int rows = is_done ? all : shape_.first_position;
        scene_.bands.push_back({BandKind::MapFrame, place});
        if (rows > 0) {
            const float height = place.height * static_cast<float>(rows) / static_cast<float>(all);
            HeatMap map{.block = BlockId::Softmax,
                        .place = {place.x, place.y, place.width, height},
                        .first = {TensorId::AttentionWeights, layer, head, 0, 0},
                        .rows = rows,
                        .columns = all,
                        .scale = HeatScale::Magnitude,
                        .shares = {}};
            FillAttention(map);
            scene_.maps.push_back(std::move(map));
        }
        if (is_done) AddRowsOfPass(place, all);
        scene_.choices.push_back({.kind = Choice::Kind::Map,
                                  .index = head,
                                  .place = place,
                                  .chosen = layer == view_.layer && head == view_.query_head,
                                  .layer = layer});
    }

    // Position 0 gives all its weight to itself, so the range of weights is always 1.
    void FillAttention(HeatMap& map) const {
        const auto most = static_cast<int>(kSharesPerPixel * plan_.map);
        const HeatMap* same = before_ ? SameMap(*before_, map) : nullptr;
        if (same && same->share_rows == std::min(map.rows, most)) {
            map.shares = same->shares;
            map.share_rows = same->share_rows;
            map.share_columns = same->share_columns;
            return;
        }
        FillMap(recording_, map, most, most);
        ShareMap(map, 1.0f);
    }

    static const HeatMap* SameMap(const Scene& scene, const HeatMap& map) {
        const auto found = std::ranges::find_if(scene.maps, [&](const HeatMap& other) {
            return other.first == map.first && other.rows == map.rows &&
                   other.columns == map.columns;
        });
        return found == scene.maps.end() ? nullptr : &*found;
    }

    void AddRowsOfPass(const Rect& map, int all) {
        const float row = map.height / static_cast<float>(all);
        const float height = std::max(3.0f, row * static_cast<float>(shape_.rows()));
        scene_.bands.push_back(
            {BandKind::PassRows, {map.x, map.bottom() - height, map.width, height}});
    }

    void AddCaption() {
        const float y = bottom_ + kGap;
        const float width = view_.size.x - 2 * kMargin;
        AddText({kMargin, y, width, kLine},
                "Each square is one head: a row per query position, a column per key position, "
                "darker for "
                "larger weights. Yellow: this pass.",
                TextStyle::Plain, Tone::Muted);
        AddText({kMargin, y + kLine, width, kLine},
                "Click to open a layer and head; M returns to the pass. Every layer reads the "
                "residual stream "
                "and adds to it.",
                TextStyle::Plain, Tone::Muted);
        bottom_ = y + 2 * kLine;
    }

    const Scene* before_;
    const Recording& recording_;
    const Config& config_;
    SceneView view_;
    PassShape shape_;
    std::vector<HeatMap> streams_;
    Plan plan_;
    float bottom_ = 0;
    Scene scene_;
};

}  // namespace

bool HasOverview(const Config& config) { return config.layers > 1 || config.query_heads > 1; }

Scene BuildOverview(const Recording& recording, const SceneView& view, const Scene* before) {
    return OverviewBuilder(recording, view, before).Finish();
}

}  // namespace decodescope
