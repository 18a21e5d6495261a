#include "app/views/batch/batch_queue.h"

#include "app/widgets/text.h"
#include "app/widgets/token_chip.h"

namespace decodescope {
namespace {

constexpr float kLine = 46, kBox = 30, kPadding = 10, kLongest = 240;  // at scale 1

// Boxes with prompts from x on, as many as there is room for. Returns the x after them.
float DrawRequests(const Panel& panel, const BatchViewData& data, const std::vector<int>& requests,
                   std::string_view caption, float x, float right, float y) {
    if (requests.empty()) return x;
    const Pen pen = panel.pen();
    const float pad = panel.Px(kPadding), gap = panel.Px(8), half = panel.Px(kBox) / 2;
    x = pen.Muted().Write({x, y}, caption) + gap * 1.5f;
    for (size_t i = 0; i < requests.size(); ++i) {
        const std::string more = "+ " + std::to_string(requests.size() - i);
        const float reserved = pen.Width(more) + gap;
        const Request& asked = data.run->batch().requests[static_cast<size_t>(requests[i])];
        const std::string text =
            Shortened(panel.theme, FontRole::Label,
                      std::to_string(requests[i]) + "  " + asked.prompt, panel.Px(kLongest));
        const float width = pen.Width(text) + 2 * pad;
        if (x + width + (i + 1 < requests.size() ? gap + reserved : 0) > right) {
            return pen.Muted().Write({x, y}, more) + 2 * gap;
        }
        const Area box = AreaAt(x, y - half, width, 2 * half);
        DrawChipShape(panel.pen(), box, {});
        pen.Write({x + pad, y}, text);
        panel.Spot("batch.waiting." + std::to_string(requests[i]), box);
        x = box.max.x + gap;
    }
    return x + gap;
}

}  // namespace

float DrawBatchQueue(const Panel& panel, const BatchViewData& data, Area area) {
    const float y = area.min.y + panel.Px(kLine) - panel.Px(kBox) / 2;
    const float x =
        DrawRequests(panel, data, data.queue, "waiting for a slot", area.min.x, area.max.x, y);
    DrawRequests(panel, data, data.not_arrived, "arriving later", x, area.max.x, y);
    return area.min.y + BatchQueueHeight(panel);
}

float BatchQueueHeight(const Panel& panel) { return panel.Px(kLine); }

}  // namespace decodescope
