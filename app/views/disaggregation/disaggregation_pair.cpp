#include "app/views/disaggregation/disaggregation_pair.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "app/views/disaggregation/disaggregation_cache.h"
#include "app/views/disaggregation/disaggregation_hotspot.h"
#include "app/views/disaggregation/disaggregation_transfer.h"
#include "app/widgets/token_chip.h"
#include "core/base/number.h"
#include "core/explain/narrate.h"

namespace decodescope {
namespace {

// At scale 1.
constexpr float kTransferShare = 0.21f, kTransferLeast = 150;
constexpr float kBoxRadius = 8, kInset = 14, kHead = 24, kStatus = 48, kCacheTop = 66, kTray = 44;
constexpr float kSign = 12;

// What a worker does now: a yellow square while it is busy, an empty circle when it is not.
void DrawStatus(const Panel& panel, Area line, const Worker& worker) {
    const Palette& c = panel.theme.colors();
    const Pen pen = panel.pen();
    const float size = panel.Px(kSign);
    const Area sign = AreaAt(line.min.x, line.center().y - size / 2, size, size);
    if (worker.is_busy) {
        pen.In(c.now_fill).Fill(sign, panel.theme.metrics.cell_radius);
        pen.In(c.now_current_border).Frame(sign, panel.theme.metrics.cell_radius);
    } else {
        pen.list.AddCircle(sign.center(), size / 2, c.muted, 0,
                           panel.Px(panel.theme.metrics.field_border));
    }
    pen.Strong(worker.is_busy)
        .Muted(!worker.is_busy)
        .WriteIn({{sign.max.x + panel.Px(panel.theme.metrics.gap), line.min.y}, line.max},
                 worker.doing);
}

void DrawTray(const Panel& panel, Area tray, const std::optional<DisaggregationRow>& waiting) {
    const Palette& c = panel.theme.colors();
    const Metrics& m = panel.theme.metrics;
    const Pen pen = panel.pen();
    if (!waiting) return pen.Muted().WriteIn(tray, "no waiting token");
    const std::string index = std::to_string(waiting->position);
    const std::string token = TokenText(panel.recording(), waiting->id);
    const float height = panel.Px(m.chip_height) - 2;
    const float width = std::min(ChipWidth(panel.theme, token, index), tray.width() / 2);
    const Area chip = AreaAt(tray.min.x, std::round(tray.center().y - height / 2), width, height);
    DrawTokenChip(pen, chip, {waiting->state, waiting->in_pass, waiting->origin}, token, index);
    pen.In(c.waiting.text)
        .WriteIn({{chip.max.x + panel.Px(m.gap), tray.min.y}, tray.max},
                 "waiting: ID " + std::to_string(waiting->id) + ", no K, no V", Anchor::Right);
}

void DrawWorker(const Panel& panel, Area box, const char* title, const Worker& worker,
                const CacheRows& rows) {
    const Palette& c = panel.theme.colors();
    const Pen pen = panel.pen();
    pen.In(c.block).Fill(box, kBoxRadius);
    pen.In(c.line).Frame(box, kBoxRadius);
    const float inset = panel.Px(kInset), half = panel.Px(kSign);
    const Area inside{{box.min.x + inset, box.min.y}, {box.max.x - inset, box.max.y}};
    const auto line_at = [&](float y) {
        return Area{{inside.min.x, box.min.y + panel.Px(y) - half},
                    {inside.max.x, box.min.y + panel.Px(y) + half}};
    };
    const float x =
        pen.In(FontRole::ContainerTitle).Write({inside.min.x, line_at(kHead).center().y}, title);
    const Area head = line_at(kHead);
    pen.Muted().WriteIn({{x + inset, head.min.y}, head.max},
                        CountText(worker.computed, "position") + " computed", Anchor::Right);
    DrawStatus(panel, line_at(kStatus), worker);
    const Area tray{{inside.min.x, box.max.y - panel.Px(kTray)}, {inside.max.x, box.max.y}};
    const Area cache{{inside.min.x, box.min.y + panel.Px(kCacheTop)}, {inside.max.x, tray.min.y}};
    DrawWorkerCache(panel, cache, worker, rows);
    DrawTray(panel, tray, worker.waiting);
    Tip(panel.theme, {box.min, {box.max.x, cache.min.y}},
        "Each worker has its own copy of all weights and its own cache. Nothing but the rows and "
        "the ID passes between them.");
    SpotInView(panel, worker.name, box);
}

}  // namespace

int PositionsAtEnd(const Recording& recording) {
    return recording.prompt_length() + std::max(0, recording.pass_count() - 1);
}

float WorkerPairHeight(const Panel& panel, int positions, bool is_large) {
    const float pitch = is_large ? kMostPitch : kLeastPitch;
    return panel.Px(kCacheTop + kCacheAbove + pitch * static_cast<float>(positions) + kCacheBelow +
                    kTray);
}

void DrawWorkerPair(const Panel& panel, Area area, const DisaggregationViewData& data) {
    const float between =
        std::round(std::max(area.width() * kTransferShare, panel.Px(kTransferLeast)));
    const float width = std::floor((area.width() - between) / 2);
    const Area left = AreaAt(area.min.x, area.min.y, width, area.height());
    const Area right = AreaAt(area.max.x - width, area.min.y, width, area.height());
    const float top = area.min.y + panel.Px(kCacheTop + kCacheAbove);
    const float room = area.max.y - panel.Px(kTray + kCacheBelow) - top;
    const auto now = static_cast<int>(std::max(data.prefill.rows.size(), data.decode.rows.size()));
    const CacheRows rows = PlanCacheRows(panel, top, room, PositionsAtEnd(panel.recording()), now);
    DrawWorker(panel, left, "Prefill worker", data.prefill, rows);
    DrawWorker(panel, right, "Decode worker", data.decode, rows);
    DrawTransfer(panel, {{left.max.x, area.min.y}, {right.min.x, area.max.y}}, data, rows);
}

}  // namespace decodescope
