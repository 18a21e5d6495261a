#include "app/scene/overview/overview_plan.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/scene/layout/pass_layout_widths.h"

namespace decodescope {
namespace {

constexpr float kTop = 16, kHeads = 28, kGap = 8, kGroupGap = 10;
constexpr float kLensGap = 20, kStreamGap = 24;

// Of maps.
constexpr float kLeastMap = 36, kMostMap = 180, kMapRowGap = 12, kMapLabel = 78, kMapStream = 150;
// Of squares.
constexpr float kLeastRow = 20, kMostRow = 30, kSquareGap = 3, kSquareRowGap = 4, kLeastSquare = 12;
constexpr float kLeastStream = 48, kMostStream = 130;

constexpr std::string_view kLensCaption =
    "Logit lens: the final norm and the output matrix applied to what leaves each layer. Only its "
    "last line is part of the pass.";
constexpr std::string_view kClickCaption = "Click to open a layer and head; M returns to the pass.";

// A gap after each group of heads that share a KV head.
float GapBefore(const Config& config, int head, float gap) {
    if (head == 0) return 0;
    const bool is_new_group = config.KvHeadOf(head) != config.KvHeadOf(head - 1);
    return is_new_group && config.queries_per_kv_head() > 1 ? kGroupGap + gap : gap;
}

float AllGaps(const Config& config, float gap) {
    float gaps = 0;
    for (int head = 0; head < config.query_heads; ++head) gaps += GapBefore(config, head, gap);
    return gaps;
}

void PlaceHeads(const Config& config, float gap, OverviewPlan& plan) {
    float x = 0;
    for (int head = 0; head < config.query_heads; ++head) {
        x += GapBefore(config, head, gap);
        plan.head_x.push_back(x);
        x += plan.width;
    }
}

// The words in lines that are not wider than the view.
void AddWrapped(const SceneView& view, std::string_view words, std::vector<std::string>& lines) {
    const float width = view.size.x - 2 * kMargin;
    std::string line;
    for (size_t from = 0; from < words.size();) {
        const size_t to = std::min(words.find(' ', from), words.size());
        const std::string word(words.substr(from, to - from));
        const std::string longer = line.empty() ? word : line + " " + word;
        const bool fits = view.measure(TextStyle::Plain, longer) <= width;
        if (fits || line.empty()) {
            line = longer;
        } else {
            lines.push_back(std::exchange(line, word));
        }
        from = to + 1;
    }
    lines.push_back(line);
}

std::vector<std::string> CaptionOf(const SceneView& view, bool has_maps, int key_position) {
    std::vector<std::string> lines;
    AddWrapped(view,
               has_maps ? "Each square is one head: a row per query position, a column per key "
                          "position, darker for larger weights. Yellow: this pass."
                        : "Each square is one head: its weight of position " +
                              std::to_string(key_position) +
                              " at the last position, darker if larger. Point at a token above to "
                              "see its weight.",
               lines);
    AddWrapped(view, kLensCaption, lines);
    AddWrapped(view, kClickCaption, lines);
    return lines;
}

// The height of a row of the table that fits the view.
float RowHeight(const Config& config, const SceneView& view, const OverviewPlan& plan) {
    const float caption = static_cast<float>(plan.caption.size()) * kOverviewLine;
    const float below = caption + kGap + kTop + (plan.has_maps ? kOverviewLine + kMapRowGap : 0);
    return (view.size.y - plan.first.y - below) / static_cast<float>(config.layers);
}

OverviewPlan PlanMaps(const Config& config, const SceneView& view) {
    OverviewPlan plan{
        .label_width = kMapLabel,
        .stream_x = kMargin + kMapLabel,
        .stream_width = kMapStream,
        .first = {kMargin + kMapLabel + kMapStream + kStreamGap, kTop + kHeads + kOverviewLine},
        .row_gap = kMapRowGap,
        .head_x = {},
        .head_y = kTop,
        .group_y = kTop + kHeads,
        .caption = CaptionOf(view, true, 0)};
    const float lens = LeastLensWidth(config, view);
    const float room = view.size.x - plan.first.x - kMargin - AllGaps(config, kGap);
    const float across = (room - kLensGap - lens) / static_cast<float>(config.query_heads);
    const float down = RowHeight(config, view, plan) - kMapRowGap;
    plan.width = plan.height = std::floor(std::min({across, down, kMostMap}));
    PlaceHeads(config, kGap, plan);
    const float left = plan.heads_right() + kLensGap;
    plan.lens = PlanLens(config, view, left, view.size.x - kMargin - left);
    return plan;
}

OverviewPlan PlanSquares(const Config& config, const SceneView& view, int key_position) {
    OverviewPlan plan{.has_maps = false,
                      .label_width = view.measure(TextStyle::Plain, "layer") + 2 * kGap,
                      .first = {0, kTop + kHeads + kOverviewLine},
                      .row_gap = kSquareRowGap,
                      .head_x = {},
                      .head_y = kTop,
                      .group_y = kTop + kHeads,
                      .caption = CaptionOf(view, false, key_position)};
    const float row = std::clamp(std::floor(RowHeight(config, view, plan)), kLeastRow, kMostRow);
    plan.height = row - kSquareRowGap;
    const auto heads = static_cast<float>(config.query_heads);
    const float lens = LeastLensWidth(config, view);
    float spare = view.size.x - 2 * kMargin - plan.label_width - kLensGap - lens -
                  AllGaps(config, kSquareGap) - heads * kLeastSquare;
    spare = std::max(spare, 0.0f);
    plan.width = std::min(plan.height, kLeastSquare + std::floor(spare / heads));
    spare -= heads * (plan.width - kLeastSquare);
    plan.stream_x = kMargin + plan.label_width;
    if (spare >= 2 * (kLeastStream + kStreamGap)) {
        plan.stream_width = std::min(kMostStream, spare / 2 - kStreamGap);
    }
    plan.first.x = plan.stream_x + (plan.stream_width > 0 ? plan.stream_width + kStreamGap : 0);
    PlaceHeads(config, kSquareGap, plan);
    const float left = plan.heads_right() + kLensGap;
    plan.lens = PlanLens(config, view, left, view.size.x - kMargin - left);
    return plan;
}

}  // namespace

OverviewPlan PlanOverview(const Config& config, const SceneView& view, bool may_have_maps,
                          int key_position) {
    if (may_have_maps) {
        OverviewPlan plan = PlanMaps(config, view);
        if (plan.width >= kLeastMap) return plan;
    }
    return PlanSquares(config, view, key_position);
}

}  // namespace decodescope
