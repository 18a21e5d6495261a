#include "app/scene/overview/overview.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "app/scene/heat.h"
#include "app/scene/layout/pass_layout_widths.h"
#include "app/scene/overview/overview_plan.h"

namespace decodescope {
namespace {

constexpr float kTop = 16, kGap = 8, kLine = kOverviewLine;
constexpr float kSharesPerPixel = 1.5f;  // of a small map, at scale 1: more would not be seen
constexpr int kMostRows = 128;           // of the stream
constexpr double kMostWeights = 2e7;     // in all maps together: colouring them takes a moment

// Whether there are few enough weights for maps, and all of them are at hand.
bool MayHaveMaps(const Recording& recording, int pass, int positions) {
    const Config& config = recording.config();
    const double per_head = 0.5 * positions * positions;
    if (per_head * config.layers * config.query_heads > kMostWeights) return false;
    const auto& passes = recording.passes();
    const auto end = passes.begin() + std::min(pass + 1, recording.pass_count());
    return std::all_of(passes.begin(), end, [](const PassPtr& each) {
        return each->kept.is_for_ever() || each->kept.is_at_hand();
    });
}

class OverviewBuilder {
public:
    OverviewBuilder(const Recording& recording, const SceneView& view, const Scene* before)
        : before_(before),
          recording_(recording),
          config_(recording.config()),
          view_(view),
          shape_(ShapeOf(recording, view.playhead.pass)),
          key_(std::clamp(view.position.value_or(0), 0, std::max(0, LastPosition()))),
          plan_(PlanOverview(config_, view,
                             MayHaveMaps(recording, view.playhead.pass, shape_.cache_after()),
                             key_)) {}

    Scene Finish() {
        AddHeads();
        AddLensHead(recording_, view_, plan_.lens, plan_.head_y, plan_.group_y, scene_);
        for (int layer = 0; layer < config_.layers; ++layer) AddLayer(layer);
        if (plan_.has_maps) AddStreamEnd();
        AddCaption();
        ShareMaps(streams_);
        std::ranges::move(streams_, std::back_inserter(scene_.maps));
        scene_.bounds = {0, 0, std::max(view_.size.x, plan_.right() + kMargin),
                         std::max(view_.size.y, bottom_ + kTop)};
        scene_.focus = plan_.PlaceOf(view_.layer, view_.query_head);
        return std::move(scene_);
    }

private:
    int LastPosition() const { return shape_.cache_after() - 1; }

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
        const float title_y = plan_.has_maps ? plan_.head_y : plan_.group_y;
        if (plan_.stream_width > 0) {
            const std::string_view title = plan_.has_maps ? "residual stream" : "stream";
            AddText({plan_.stream_x, title_y, plan_.stream_width, kLine}, std::string(title),
                    TextStyle::Strong, Tone::Ink);
        }
        if (plan_.has_maps) {
            AddText({plan_.first.x - 60, plan_.head_y, 52, kLine}, "head", TextStyle::Plain,
                    Tone::Muted, Align::Right);
        } else {
            AddText({kMargin, title_y, plan_.label_width, kLine}, "layer", TextStyle::Plain,
                    Tone::Muted);
        }
        AddHeadNumbers();
        AddGroups();
    }

    // The chosen one's number, and those of the others that have room beside it.
    void AddHeadNumbers() {
        float written_to = plan_.first.x - 2 * kGap;
        const Rect chosen = NumberPlace(view_.query_head);
        for (int head = 0; head < config_.query_heads; ++head) {
            const bool is_chosen = head == view_.query_head;
            const Rect place = NumberPlace(head);
            const bool is_free = place.x >= written_to + kGap / 2;
            const bool touches_chosen =
                place.x < chosen.right() + kGap / 2 && chosen.x < place.right() + kGap / 2;
            if (!is_chosen && (!is_free || touches_chosen)) continue;
            AddText(place, std::to_string(head),
                    is_chosen ? TextStyle::MonoStrong : TextStyle::Mono,
                    is_chosen ? Tone::Ink : Tone::Muted, Align::Center);
            written_to = place.right();
        }
    }

    Rect NumberPlace(int head) const {
        const float width = view_.measure(TextStyle::MonoStrong, std::to_string(head));
        const Rect map = plan_.PlaceOf(0, head);
        return {map.center().x - width / 2, plan_.head_y, width, kLine};
    }

    void AddGroups() {
        const int shared = config_.queries_per_kv_head();
        if (shared == 1) return;
        for (int group = 0; group < config_.kv_heads; ++group) {
            const Rect first = plan_.PlaceOf(0, group * shared);
            const Rect last = plan_.PlaceOf(0, group * shared + shared - 1);
            const float width = last.right() - first.x;
            const bool is_shown = config_.KvHeadOf(view_.query_head) == group;
            scene_.bands.push_back({is_shown ? BandKind::ChosenGroup : BandKind::Group,
                                    {first.x, plan_.group_y - 4, width, 3}});
            const std::string words = "KV " + std::to_string(group);
            if (view_.measure(TextStyle::Plain, words) > width) continue;
            AddText({first.x, plan_.group_y, width, kLine}, words, TextStyle::Plain,
                    is_shown ? Tone::K : Tone::Muted, Align::Center);
        }
    }

    void AddLayer(int layer) {
        const Rect first = plan_.PlaceOf(layer, 0);
        const float middle = first.center().y;
        AddText({kMargin, middle - kLine / 2, plan_.label_width - kGap, kLine},
                (plan_.has_maps ? "layer " : "") + std::to_string(layer),
                layer == view_.layer ? TextStyle::Strong : TextStyle::Plain,
                layer == view_.layer ? Tone::Ink : Tone::Muted);
        if (plan_.has_maps) {
            AddStream(BlockInput(config_, layer), middle, plan_.height);
        } else if (plan_.stream_width > 0) {
            AddStreamRow(BlockOutput(config_, layer), first);
        }
        for (int head = 0; head < config_.query_heads; ++head) {
            if (plan_.has_maps) {
                AddAttention(layer, head);
            } else {
                AddWeight(layer, head);
            }
            scene_.choices.push_back({.kind = Choice::Kind::Map,
                                      .index = head,
                                      .place = plan_.PlaceOf(layer, head),
                                      .chosen = layer == view_.layer && head == view_.query_head,
                                      .layer = layer});
        }
        AddLensLine(recording_, view_, plan_.lens, layer, middle, scene_);
        bottom_ = first.bottom();
    }

    HeatMap StreamMap(TensorAt at, Rect place, int first_position, int rows) const {
        HeatMap map{.block = BlockId::Input,
                    .place = place,
                    .first = {at.tensor, at.layer, 0, first_position, 0},
                    .rows = rows,
                    .columns = config_.d_model,
                    .shares = {}};
        map.ghost = !IsDone(InfoOf(at.tensor).stage, at.layer);
        return map;
    }

    // What enters a layer, for the positions of this pass: at most as high as a map.
    void AddStream(TensorAt at, float middle, float most) {
        constexpr float kMostRow = 14;
        const int rows = shape_.rows();
        const float height = std::min(kMostRow * static_cast<float>(rows), most);
        HeatMap map = StreamMap(
            at, {plan_.stream_x, std::round(middle - height / 2), plan_.stream_width, height},
            shape_.first_position, rows);
        if (!map.ghost) FillMap(recording_, map, kMostRows, config_.d_model);
        streams_.push_back(std::move(map));
    }

    // What leaves a layer at the last position, which is what the lens looks at.
    void AddStreamRow(TensorAt at, const Rect& row) {
        HeatMap map = StreamMap(at, {plan_.stream_x, row.y, plan_.stream_width, row.height},
                                LastPosition(), 1);
        if (!map.ghost) FillMap(recording_, map, 1, static_cast<int>(plan_.stream_width));
        streams_.push_back(std::move(map));
    }

    // After the last layer: what the logits are made from.
    void AddStreamEnd() {
        const TensorAt end = BlockOutput(config_, config_.layers - 1);
        const float y = bottom_ + plan_.row_gap;
        AddText({kMargin, y - 4, plan_.label_width - kGap, kLine}, "leaves", TextStyle::Plain,
                Tone::Muted);
        AddStream(end, y - 4 + kLine / 2, kLine);
        bottom_ = y + kLine;
    }

    // One weight of this pass, from its softmax on.
    void AddWeight(int layer, int head) {
        CellBox box{.block = BlockId::Softmax,
                    .place = plan_.PlaceOf(layer, head),
                    .cell = {TensorId::AttentionWeights, layer, head, LastPosition(), key_},
                    .kind = CellKind::Empty,
                    .number = {},
                    .fill = Fill::MagnitudeHeat};
        if (IsDone(Stage::Softmax, layer) && recording_.Has(box.cell)) {
            const double weight = recording_.At(box.cell);
            box.kind = CellKind::Number;
            box.share = std::isfinite(weight) ? static_cast<float>(std::sqrt(weight)) : 1.0f;
        }
        scene_.cells.push_back(std::move(box));
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
    }

    // Position 0 gives all its weight to itself, so the range of weights is always 1.
    void FillAttention(HeatMap& map) const {
        const auto most = static_cast<int>(kSharesPerPixel * plan_.width);
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
        float y = bottom_ + kGap;
        for (const std::string& line : plan_.caption) {
            AddText({kMargin, y, view_.size.x - 2 * kMargin, kLine}, line, TextStyle::Plain,
                    Tone::Muted);
            y += kLine;
        }
        bottom_ = y;
    }

    const Scene* before_;
    const Recording& recording_;
    const Config& config_;
    SceneView view_;
    PassShape shape_;
    int key_;  // whose weight the squares have
    OverviewPlan plan_;
    std::vector<HeatMap> streams_;
    float bottom_ = 0;
    Scene scene_;
};

}  // namespace

bool HasOverview(const Config& config) { return config.layers > 1 || config.query_heads > 1; }

Scene BuildOverview(const Recording& recording, const SceneView& view, const Scene* before) {
    return OverviewBuilder(recording, view, before).Finish();
}

}  // namespace decodescope
