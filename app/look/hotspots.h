// Named rectangles: every control, token chip and number that was drawn this frame, so that tests
// and scripts can find it by name instead of by pixel.
#pragma once

#include <imgui.h>

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace decodescope {

struct Hotspot {
    std::string name;  // "transport.next_stage", "cell.weights.0.0.2.1"
    ImVec2 min;
    ImVec2 max;
};

class Hotspots {
public:
    void Clear() { spots_.clear(); }

    void Add(std::string name, ImVec2 min, ImVec2 max) {
        spots_.push_back({std::move(name), min, max});
    }

    // The last item that ImGui drew.
    void AddLastItem(std::string name) {
        Add(std::move(name), ImGui::GetItemRectMin(), ImGui::GetItemRectMax());
    }

    std::optional<Hotspot> Find(std::string_view name) const {
        for (const Hotspot& spot : spots_) {
            if (spot.name == name) return spot;
        }
        return std::nullopt;
    }

    const std::vector<Hotspot>& all() const { return spots_; }

private:
    std::vector<Hotspot> spots_;
};

}  // namespace decodescope
