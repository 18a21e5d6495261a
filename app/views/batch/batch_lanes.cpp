#include "app/views/batch/batch_lanes.h"

#include <algorithm>
#include <cmath>

#include "app/views/batch/batch_chips.h"
#include "app/views/batch/batch_counters.h"
#include "app/views/batch/batch_fields.h"
#include "app/widgets/controls.h"
#include "app/widgets/shapes.h"
#include "app/widgets/text.h"
#include "core/base/number.h"

namespace decodescope {
namespace {

// At scale 1.
constexpr float kWeights = 104, kArrow = 44, kArrowHead = 7;
constexpr float kLaneLeast = 74, kLaneMost = 104, kLaneGap = 12, kRadius = 8;
constexpr float kLanePresented = 62;  // at least, where lanes and steps are to be seen at once
constexpr float kLabel = 17, kInside = 14;  // from a lane's upper and left edges
constexpr float kHatch = 9;
constexpr float kSharedMost = 0.45f;  // of a lane's width
constexpr float kUsualFrom = 96;      // lanes as high as this have chips of the usual size
constexpr int kCandidatesSaid = 5;

// Where the lanes are, and the size of their chips.
struct Lanes {
    Area area;
    float height = 0, pitch = 0;
    ChipSize size = ChipSize::Small;

    Area At(int lane) const {
        return AreaAt(area.min.x, area.min.y + pitch * static_cast<float>(lane), area.width(),
                      height);
    }
};

Lanes LanesIn(const Panel& panel, const BatchViewData& data, Area area, float room) {
    const auto count = static_cast<float>(data.lanes.size());
    const float gap = panel.Px(kLaneGap);
    const float least = panel.Px(panel.state.ui.presents ? kLanePresented : kLaneLeast);
    const float height = std::round(std::clamp(room / count - gap, least, panel.Px(kLaneMost)));
    const float left = area.min.x + panel.Px(kWeights + kArrow);
    Lanes lanes{.height = height, .pitch = height + gap};
    lanes.area = {{left, area.min.y}, {area.max.x, area.min.y + lanes.pitch * count - gap}};
    if (height >= panel.Px(kUsualFrom)) lanes.size = ChipSize::Usual;
    return lanes;
}

bool IsComputing(const BatchLane& lane) {
    return lane.work == SlotWork::Prefill || lane.work == SlotWork::Decode;
}

// --- The weights ---------------------------------------------------------------------------------

void DrawArrow(const Panel& panel, ImVec2 from, ImVec2 to, ImU32 color) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float head = panel.Px(kArrowHead);
    list.AddLine(from, {to.x - head, to.y}, color, panel.Px(2));
    list.AddTriangleFilled(to, {to.x - head, to.y - head * 0.6f}, {to.x - head, to.y + head * 0.6f},
                           color);
}

// A block as high as all lanes, and an arrow to each lane that computes.
void DrawWeights(const Panel& panel, const BatchViewData& data, const Lanes& lanes, float left) {
    const Palette& c = panel.theme.colors();
    const Pen pen = panel.pen();
    const Area block{{left, lanes.area.min.y}, {left + panel.Px(kWeights), lanes.area.max.y}};
    const int step = data.step;
    const std::int64_t bytes = step < 0 ? 0 : data.run->step(step).counts.weight_bytes_read;
    pen.In(c.block).Fill(block, kRadius);
    const Area inside = block.Grown(-panel.Px(panel.theme.metrics.field_border) / 2);
    pen.In(bytes > 0 ? c.ink : c.field_border)
        .Ring(inside, kRadius, panel.theme.metrics.field_border);

    const float line = panel.Px(panel.theme.metrics.line_height);
    const float seen = std::min(block.height(), panel.Px(4 * (kLaneLeast + kLaneGap)));
    float y = block.min.y + seen / 2 - line;
    const auto next = [&] {
        const Area box{{block.min.x + panel.Px(4), y - line / 2},
                       {block.max.x - panel.Px(4), y + line / 2}};
        y += line;
        return box;
    };
    pen.In(FontRole::PanelTitle).WriteIn(next(), "Weights", Anchor::Middle);
    pen.Muted().WriteIn(next(), bytes > 0 ? "read once" : "not read", Anchor::Middle);
    if (bytes > 0) pen.Strong().WriteIn(next(), FormatBytes(bytes, panel.point()), Anchor::Middle);
    for (size_t i = 0; i < data.lanes.size(); ++i) {
        if (!IsComputing(data.lanes[i])) continue;
        const Area lane = lanes.At(static_cast<int>(i));
        DrawArrow(panel, {block.max.x, lane.center().y},
                  {lane.min.x - panel.Px(3), lane.center().y}, c.arrow);
    }
    panel.Spot("batch.weights", block);
    Tip(panel.theme, block,
        "Counted: every weight that this step uses is read once, however many slots use it.");
}

// --- Shared prefixes -----------------------------------------------------------------------------

// A shared prefix, drawn once in front of the lanes that use it.
struct SharedBlock {
    Area area;
    std::vector<BatchChip> chips;
    std::string label;
};

std::string SharedLabel(const BatchViewData& data, const SharedPrefix& prefix) {
    const auto shares = [&](const BatchLane& lane) { return lane.prefix == prefix.request; };
    const auto count = std::ranges::count_if(data.lanes, shares);
    return count > 1 ? "shared by " + std::to_string(count) + ", stored once"
                     : "shared, stored once";
}

SharedBlock BlockOf(const Panel& panel, const BatchViewData& data, const Lanes& lanes,
                    const SharedPrefix& prefix) {
    const Pen pen = panel.pen();
    const Area first = lanes.At(prefix.first_lane), last = lanes.At(prefix.last_lane);
    const float inside = panel.Px(kInside), most = std::round(lanes.area.width() * kSharedMost);
    const float room = last.max.y - first.min.y - panel.Px(kLabel) * 2;
    const int lines = std::max(1, static_cast<int>(room / LinePitch(panel, lanes.size)));
    SharedBlock block{.label = SharedLabel(data, prefix)};
    const float label = pen.Width(block.label);
    float width = std::min(std::max(label, panel.Px(kWeights)), most - 2 * inside);
    const float widest = most - 2 * inside;
    block.chips = FittingChips(panel, *data.run, prefix.tokens, widest, lines, lanes.size);
    while (width < widest && LinesOf(panel, block.chips, width) > lines) width += inside;
    width = std::min(width, widest);
    block.area = {first.min, {first.min.x + width + 2 * inside, last.max.y}};
    return block;
}

void DrawShared(const Panel& panel, const Lanes& lanes, const SharedPrefix& prefix,
                const SharedBlock& block) {
    const Palette& c = panel.theme.colors();
    const Pen pen = panel.pen();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float radius = panel.Px(kRadius), inside = panel.Px(kInside);
    list.AddRectFilled(block.area.min, block.area.max, c.cached.tint, radius);
    const Area edge = block.area.Grown(-panel.Px(1));
    list.AddRect(edge.min, edge.max, c.cached.stroke, radius, 0, panel.Px(2));
    pen.In(c.cached.text)
        .WriteShortened({block.area.min.x + inside, block.area.min.y + panel.Px(kLabel)},
                        block.label, block.area.width() - 2 * inside);
    const std::string name = "batch.shared." + std::to_string(prefix.first_lane);
    const float middle = (block.area.min.y + panel.Px(kLabel) * 1.5f + block.area.max.y) / 2;
    DrawChips(panel, block.chips, block.area.min.x + inside, block.area.width() - 2 * inside,
              middle, lanes.size, name);
    panel.Spot(name, block.area);
    const std::string tip = "Shared prefix: the prompt's cache rows, computed by " +
                            RequestName(panel, prefix.request) + " alone and stored once. " +
                            CountText(static_cast<int>(prefix.tokens.size()), "position") + ".";
    Tip(panel.theme, block.area, tip);
}

// --- A lane --------------------------------------------------------------------------------------

std::string WorkText(const Panel& panel, const BatchViewData& data, const BatchLane& lane) {
    if (data.step < 0) return "free";
    if (lane.work == SlotWork::Idle) {
        if (lane.request < 0) return "idle";
        return "idle · " + RequestName(panel, lane.request) + " ended: " + EndWords(lane.ended);
    }
    std::string text = RequestName(panel, lane.request) + " · " + std::string(NameOf(lane.work));
    if (lane.work == SlotWork::Share) text += ", no pass: kept logits";
    if (lane.work == SlotWork::Prefill) {
        const auto count = std::ranges::count_if(lane.tokens, &SequenceToken::in_pass);
        text += ", " + CountText(count, "token");
    }
    return text;
}

// What the selection was made from.
std::string CandidatesText(const Panel& panel, const BatchViewData& data, const BatchLane& lane) {
    const RequestStatus& status = data.status(lane.request);
    const Recording& response = *data.run->response(lane.request);
    NumberFormat format = panel.state.preferences.numbers;
    format.decimals = 1;
    std::string text = RequestName(panel, lane.request) + ": " + std::string(NameOf(lane.work)) +
                       ", cache " + std::to_string(status.pass->cache_length_before) + " → " +
                       std::to_string(status.pass->cache_length_after) + " positions.\n";
    if (!status.pass->selection) return text + "No token could be selected.";
    text += "Selected " + data.run->token_texts().At(status.pass->selection->id) + ", from";
    for (const Candidate& candidate : CandidatesOf(response, status.pass->index, kCandidatesSaid)) {
        text += "\n" + data.run->token_texts().At(candidate.id) + "  " +
                FormatNumber(100 * candidate.probability, format) + " %";
    }
    return text;
}

void DrawLaneFrame(const Panel& panel, Area area, bool is_idle) {
    const Palette& c = panel.theme.colors();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float radius = panel.Px(kRadius);
    if (!is_idle)
        list.AddRectFilled(area.min, area.max, c.block, radius);
    else
        DrawHatching(list, area.Grown(-panel.Px(2)), c.line, panel.Px(kHatch),
                     panel.theme.Whole(1));
    const Area inside = area.Grown(-panel.theme.Whole(1) / 2);
    list.AddRect(inside.min, inside.max, is_idle ? c.line : c.ghost, radius, 0,
                 panel.theme.Whole(1));
}

// Text on hatching needs a background.
void DrawOnHatching(const Panel& panel, ImVec2 at, std::string_view text, float width) {
    const Palette& c = panel.theme.colors();
    const Pen pen = panel.pen();
    const std::string cut = Shortened(panel.theme, FontRole::Label, text, width);
    const Area ground = Area{at, {at.x + pen.Width(cut), at.y}}.Grown(panel.Px(kInside) * 0.75f);
    pen.In(c.canvas).Fill(ground, panel.theme.metrics.chip_radius);
    pen.Muted().Write(at, cut);
}

// `left`: after the shared prefix, where there is one.
void DrawLane(const Panel& panel, const BatchViewData& data, const Lanes& lanes, int index,
              float left) {
    const Pen pen = panel.pen();
    const BatchLane& lane = data.lanes[static_cast<size_t>(index)];
    const Area area = lanes.At(index);
    const float inside = panel.Px(kInside), x = left + inside, right = area.max.x - inside;
    const bool is_idle = lane.work == SlotWork::Idle;
    DrawLaneFrame(panel, area, is_idle);
    panel.Spot("batch.lane." + std::to_string(index), area);

    const std::string slot = "slot " + std::to_string(index);
    const std::string work = WorkText(panel, data, lane);
    if (is_idle) return DrawOnHatching(panel, {x, area.center().y}, slot + " · " + work, right - x);
    const float y = area.min.y + panel.Px(kLabel);
    // The slot, how its response ends, and, where that leaves room, what it does.
    Area line{{x, y - panel.Px(kLabel)}, {right, y + panel.Px(kLabel)}};
    pen.Strong().WriteIn(line, slot);
    line.min.x += pen.Strong().Width(slot) + panel.Px(8);
    if (lane.ended != FinishReason::None && line.width() > 0) {
        const std::string ends = "ends: " + EndWords(lane.ended);
        pen.Strong().WriteIn(line, ends, Anchor::Right);
        line.max.x -= pen.Strong().Width(ends) + inside;
    }
    if (line.width() > 0) pen.Muted().WriteIn(line, work);

    const std::span own = std::span(lane.tokens).subspan(static_cast<size_t>(lane.shared));
    if (!own.empty()) {
        const std::vector<BatchChip> chips =
            FittingChips(panel, *data.run, own, right - x, 1, lanes.size);
        DrawChips(panel, chips, x, right - x, (y + panel.Px(kLabel) / 2 + area.max.y) / 2,
                  lanes.size, "batch.chip." + std::to_string(index));
    }
    const Area own_part{{left, area.min.y}, area.max};
    if (own_part.Contains(ImGui::GetIO().MousePos) && ImGui::IsWindowHovered()) {
        Tip(panel.theme, own_part, CandidatesText(panel, data, lane));
    }
}

}  // namespace

float DrawBatchLanes(const Panel& panel, const BatchViewData& data, Area area, float room) {
    const Lanes lanes = LanesIn(panel, data, area, room);
    std::vector<SharedBlock> blocks;
    for (const SharedPrefix& one : data.shared) blocks.push_back(BlockOf(panel, data, lanes, one));
    for (int i = 0; i < static_cast<int>(data.lanes.size()); ++i) {
        float left = lanes.area.min.x;
        for (size_t b = 0; b < blocks.size(); ++b) {
            const SharedPrefix& one = data.shared[b];
            if (one.first_lane <= i && i <= one.last_lane) left = blocks[b].area.max.x;
        }
        DrawLane(panel, data, lanes, i, left);
    }
    for (size_t b = 0; b < blocks.size(); ++b) {
        DrawShared(panel, lanes, data.shared[b], blocks[b]);
    }
    DrawWeights(panel, data, lanes, area.min.x);

    return lanes.area.max.y;
}

}  // namespace decodescope
