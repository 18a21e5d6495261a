#include "tests/support/headless_frame.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "app/look/imgui_compat.h"

namespace decodescope {
namespace {

// Finds the glyph that a part of the font's texture belongs to.
class GlyphMap {
public:
    GlyphMap() {
        for (ImFont* font : ImGui::GetIO().Fonts->Fonts) {
            ForEachGlyph(*font, [&](const ImFontGlyph& glyph) {
                if (glyph.Visible) rows_[RowOf(glyph.V0)].push_back({font, &glyph});
            });
        }
    }

    // The corners may be those of a part: ImGui clips some texts itself.
    std::optional<FontGlyph> Find(ImVec2 uv0, ImVec2 uv1) const {
        for (int row = RowOf(uv0.y); row >= RowOf(uv0.y) - kTallest && row >= 0; --row) {
            const auto found = rows_.find(row);
            if (found == rows_.end()) continue;
            for (const FontGlyph& each : found->second) {
                const ImFontGlyph& g = *each.glyph;
                if (g.U0 <= uv0.x && uv1.x <= g.U1 && g.V0 <= uv0.y && uv1.y <= g.V1) return each;
            }
        }
        return std::nullopt;
    }

private:
    static constexpr int kTallest = 256;  // rows of pixels
    static int RowOf(float v) {
        return static_cast<int>(
            std::lround(v * static_cast<float>(ImGui::GetIO().Fonts->TexHeight)));
    }

    std::map<int, std::vector<FontGlyph>> rows_;
};

// Reads one draw list.
class Reader {
public:
    Reader(const ImDrawList& list, size_t index, const GlyphMap& glyphs, int& order,
           std::vector<DrawnGlyph>& drawn_glyphs, std::vector<DrawnShape>& shapes)
        : list_(list),
          index_(index),
          glyphs_(glyphs),
          order_(order),
          drawn_glyphs_(drawn_glyphs),
          shapes_(shapes),
          white_(ImGui::GetIO().Fonts->TexUvWhitePixel) {}

    void Read() {
        for (const ImDrawCmd& command : list_.CmdBuffer) {
            if (command.UserCallback != nullptr) continue;
            clip_ = {{command.ClipRect.x, command.ClipRect.y},
                     {command.ClipRect.z, command.ClipRect.w}};
            const unsigned end = command.IdxOffset + command.ElemCount;
            first_of_shape_ = kNone;
            for (unsigned at = command.IdxOffset; at + 3 <= end;) {
                at += ReadGlyph(command, at, end) ? 6 : ReadTriangle(command, at);
            }
        }
    }

private:
    static constexpr unsigned kNone = ~0u;

    const ImDrawVert& Vertex(const ImDrawCmd& command, unsigned at) const {
        return list_
            .VtxBuffer[static_cast<int>(list_.IdxBuffer[static_cast<int>(at)] + command.VtxOffset)];
    }
    bool IsWhite(const ImDrawVert& v) const { return v.uv.x == white_.x && v.uv.y == white_.y; }

    bool ReadGlyph(const ImDrawCmd& command, unsigned at, unsigned end) {
        if (at + 6 > end || command.GetTexID() != ImGui::GetIO().Fonts->TexID) return false;
        const ImDrawVert &a = Vertex(command, at), &c = Vertex(command, at + 2);
        const bool is_quad =
            list_.IdxBuffer[static_cast<int>(at)] == list_.IdxBuffer[static_cast<int>(at + 3)] &&
            list_.IdxBuffer[static_cast<int>(at + 2)] == list_.IdxBuffer[static_cast<int>(at + 4)];
        if (!is_quad || IsWhite(a) || a.uv.x >= c.uv.x || a.uv.y >= c.uv.y) return false;
        const std::optional<FontGlyph> from = glyphs_.Find(a.uv, c.uv);
        if (!from) return false;
        const ImFontGlyph& g = *from->glyph;
        DrawnGlyph drawn;
        drawn.area = {a.pos, c.pos};
        drawn.from = *from;
        drawn.magnification =
            (c.pos.y - a.pos.y) / (c.uv.y - a.uv.y) * (g.V1 - g.V0) / (g.Y1 - g.Y0);
        drawn.is_partial = a.uv.x != g.U0 || a.uv.y != g.V0 || c.uv.x != g.U1 || c.uv.y != g.V1;
        drawn.pen = a.pos.x -
                    (a.uv.x - g.U0) / (g.U1 - g.U0) * (g.X1 - g.X0) * drawn.magnification -
                    g.X0 * drawn.magnification;
        drawn.baseline = a.pos.y -
                         (a.uv.y - g.V0) / (g.V1 - g.V0) * (g.Y1 - g.Y0) * drawn.magnification -
                         g.Y0 * drawn.magnification;
        drawn.color = a.col;
        drawn.clip = clip_;
        drawn.list = index_;
        drawn.order = ++order_;
        drawn_glyphs_.push_back(drawn);
        first_of_shape_ = kNone;
        return true;
    }

    // Triangles of one convex shape begin with the same vertex.
    unsigned ReadTriangle(const ImDrawCmd& command, unsigned at) {
        const std::array<ImVec2, 3> triangle{Vertex(command, at).pos, Vertex(command, at + 1).pos,
                                             Vertex(command, at + 2).pos};
        for (unsigned i = 0; i < 3; ++i) {
            const ImDrawVert& v = Vertex(command, at + i);
            if (!IsWhite(v) || (v.col >> IM_COL32_A_SHIFT) != 255u) return 3;
        }
        Area area{triangle[0], triangle[0]};
        for (const ImVec2& corner : triangle) area = Union(area, {corner, corner});
        area = Intersection(area, clip_);
        if (area.width() <= 0 || area.height() <= 0) return 3;
        const unsigned first = list_.IdxBuffer[static_cast<int>(at)];
        if (first != first_of_shape_) {
            shapes_.push_back({.area = area, .triangles = {}, .list = index_, .order = ++order_});
        }
        first_of_shape_ = first;
        DrawnShape& shape = shapes_.back();
        shape.area = Union(shape.area, area);
        shape.triangles.push_back(triangle);
        return 3;
    }

    const ImDrawList& list_;
    size_t index_;
    const GlyphMap& glyphs_;
    int& order_;
    std::vector<DrawnGlyph>& drawn_glyphs_;
    std::vector<DrawnShape>& shapes_;
    ImVec2 white_;
    Area clip_;
    unsigned first_of_shape_ = kNone;
};

}  // namespace

Area Intersection(Area a, Area b) {
    return {{std::max(a.min.x, b.min.x), std::max(a.min.y, b.min.y)},
            {std::min(a.max.x, b.max.x), std::min(a.max.y, b.max.y)}};
}

Area Union(Area a, Area b) {
    return {{std::min(a.min.x, b.min.x), std::min(a.min.y, b.min.y)},
            {std::max(a.max.x, b.max.x), std::max(a.max.y, b.max.y)}};
}

bool DrawnShape::Contains(ImVec2 place) const {
    if (!area.Contains(place)) return false;
    return std::ranges::any_of(triangles, [&](const std::array<ImVec2, 3>& t) {
        const auto side = [&](ImVec2 a, ImVec2 b) {
            return (b.x - a.x) * (place.y - a.y) - (b.y - a.y) * (place.x - a.x);
        };
        const float a = side(t[0], t[1]), b = side(t[1], t[2]), c = side(t[2], t[0]);
        return (a >= 0 && b >= 0 && c >= 0) || (a <= 0 && b <= 0 && c <= 0);
    });
}

ShapeGrid::ShapeGrid(std::vector<DrawnShape> shapes) : shapes_(std::move(shapes)) {
    for (size_t i = 0; i < shapes_.size(); ++i) {
        const Area& area = shapes_[i].area;
        for (int y = CellOf(area.min.y); y <= CellOf(area.max.y); ++y) {
            for (int x = CellOf(area.min.x); x <= CellOf(area.max.x); ++x)
                cells_[{x, y}].push_back(i);
        }
    }
}

int ShapeGrid::CellOf(float at) { return static_cast<int>(std::floor(at / 96)); }

DrawnFrame ReadFrame(const ImDrawData& data) {
    const GlyphMap map;
    std::vector<DrawnGlyph> glyphs;
    std::vector<DrawnShape> shapes;
    int order = 0;
    for (int i = 0; i < data.CmdListsCount; ++i) {
        Reader(*data.CmdLists[i], static_cast<size_t>(i), map, order, glyphs, shapes).Read();
    }
    return {std::move(glyphs), ShapeGrid(std::move(shapes))};
}

}  // namespace decodescope
