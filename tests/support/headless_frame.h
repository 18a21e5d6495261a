// What a frame drew, read back from ImGui's triangles: the glyphs of its texts, and its opaque
// shapes.
//
//   const DrawnFrame frame = ReadFrame(*ImGui::GetDrawData());
//   frame.shapes.ForEachAt(place, [](const DrawnShape& shape) { … });
#pragma once

#include <imgui.h>

#include <array>
#include <map>
#include <utility>
#include <vector>

#include "app/look/area.h"

namespace decodescope {

// A glyph as it is in the font's texture.
struct FontGlyph {
    ImFont* font = nullptr;
    const ImFontGlyph* glyph = nullptr;
};

struct DrawnGlyph {
    Area area;  // as drawn
    FontGlyph from;
    float magnification = 1;
    bool is_partial = false;  // ImGui clipped it
    float pen = 0;            // where its advance began
    float baseline = 0;
    ImU32 color = 0;
    Area clip;
    size_t list = 0;
    int order = 0;  // over all lists
    bool is_hidden = false;
};

// A filled, opaque shape.
struct DrawnShape {
    Area area;
    std::vector<std::array<ImVec2, 3>> triangles;
    size_t list = 0;
    int order = 0;

    bool Contains(ImVec2 place) const;
};

// Shapes by where they are, so that few are looked at for a glyph.
class ShapeGrid {
public:
    explicit ShapeGrid(std::vector<DrawnShape> shapes);

    template <class Visit>
    void ForEachAt(ImVec2 place, const Visit& visit) const {
        const auto found = cells_.find({CellOf(place.x), CellOf(place.y)});
        if (found == cells_.end()) return;
        for (const size_t i : found->second) {
            if (shapes_[i].Contains(place)) visit(shapes_[i]);
        }
    }

private:
    static int CellOf(float at);

    std::vector<DrawnShape> shapes_;
    std::map<std::pair<int, int>, std::vector<size_t>> cells_;
};

struct DrawnFrame {
    std::vector<DrawnGlyph> glyphs;
    ShapeGrid shapes;
};

DrawnFrame ReadFrame(const ImDrawData& data);

Area Intersection(Area a, Area b);
Area Union(Area a, Area b);

}  // namespace decodescope
