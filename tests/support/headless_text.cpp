#include "tests/support/headless_text.h"

#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>

#include "app/look/imgui_compat.h"

namespace decodescope {
namespace {

// Pixels by which glyphs may meet: their edges are soft.
constexpr float kSlack = 1.0f;
constexpr float kBoxSlack = 1.5f;
constexpr float kMostMagnified = 1.02f;

// --- From triangles to glyphs and shapes ---------------------------------------------------------

// A glyph as it is in the font's texture.
struct FontGlyph {
    ImFont* font = nullptr;
    const ImFontGlyph* glyph = nullptr;
};

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

struct Quad {
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
struct Shape {
    Area area;
    std::vector<std::array<ImVec2, 3>> triangles;
    size_t list = 0;
    int order = 0;

    bool Contains(ImVec2 p) const {
        if (!area.Contains(p)) return false;
        return std::ranges::any_of(triangles, [&](const std::array<ImVec2, 3>& t) {
            const auto side = [&](ImVec2 a, ImVec2 b) {
                return (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x);
            };
            const float a = side(t[0], t[1]), b = side(t[1], t[2]), c = side(t[2], t[0]);
            return (a >= 0 && b >= 0 && c >= 0) || (a <= 0 && b <= 0 && c <= 0);
        });
    }
};

Area Intersection(Area a, Area b) {
    return {{std::max(a.min.x, b.min.x), std::max(a.min.y, b.min.y)},
            {std::min(a.max.x, b.max.x), std::min(a.max.y, b.max.y)}};
}

Area Union(Area a, Area b) {
    return {{std::min(a.min.x, b.min.x), std::min(a.min.y, b.min.y)},
            {std::max(a.max.x, b.max.x), std::max(a.max.y, b.max.y)}};
}

bool Overlap(Area a, Area b, float slack) {
    const Area both = Intersection(a, b);
    return both.width() > slack && both.height() > slack;
}

// Reads one draw list.
class Reader {
public:
    Reader(const ImDrawList& list, size_t index, const GlyphMap& glyphs, int& order,
           std::vector<Quad>& quads, std::vector<Shape>& shapes)
        : list_(list),
          index_(index),
          glyphs_(glyphs),
          order_(order),
          quads_(quads),
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
        Quad quad;
        quad.area = {a.pos, c.pos};
        quad.from = *from;
        quad.magnification =
            (c.pos.y - a.pos.y) / (c.uv.y - a.uv.y) * (g.V1 - g.V0) / (g.Y1 - g.Y0);
        quad.is_partial = a.uv.x != g.U0 || a.uv.y != g.V0 || c.uv.x != g.U1 || c.uv.y != g.V1;
        quad.pen = a.pos.x - (a.uv.x - g.U0) / (g.U1 - g.U0) * (g.X1 - g.X0) * quad.magnification -
                   g.X0 * quad.magnification;
        quad.baseline = a.pos.y -
                        (a.uv.y - g.V0) / (g.V1 - g.V0) * (g.Y1 - g.Y0) * quad.magnification -
                        g.Y0 * quad.magnification;
        quad.color = a.col;
        quad.clip = clip_;
        quad.list = index_;
        quad.order = ++order_;
        quads_.push_back(quad);
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
        Shape& shape = shapes_.back();
        shape.area = Union(shape.area, area);
        shape.triangles.push_back(triangle);
        return 3;
    }

    const ImDrawList& list_;
    size_t index_;
    const GlyphMap& glyphs_;
    int& order_;
    std::vector<Quad>& quads_;
    std::vector<Shape>& shapes_;
    ImVec2 white_;
    Area clip_;
    unsigned first_of_shape_ = kNone;
};

// Shapes by where they are, so that few are looked at for a glyph.
class ShapeGrid {
public:
    explicit ShapeGrid(const std::vector<Shape>& shapes) : shapes_(shapes) {
        for (size_t i = 0; i < shapes.size(); ++i) {
            const Area& area = shapes[i].area;
            for (int y = CellOf(area.min.y); y <= CellOf(area.max.y); ++y) {
                for (int x = CellOf(area.min.x); x <= CellOf(area.max.x); ++x)
                    cells_[{x, y}].push_back(i);
            }
        }
    }

    template <class Visit>
    void ForEachAt(ImVec2 place, const Visit& visit) const {
        const auto found = cells_.find({CellOf(place.x), CellOf(place.y)});
        if (found == cells_.end()) return;
        for (const size_t i : found->second) {
            if (shapes_[i].Contains(place)) visit(shapes_[i]);
        }
    }

private:
    static int CellOf(float at) { return static_cast<int>(std::floor(at / 96)); }

    const std::vector<Shape>& shapes_;
    std::map<std::pair<int, int>, std::vector<size_t>> cells_;
};

// --- From glyphs to texts ------------------------------------------------------------------------

struct Run {
    DrawnText text;
    std::vector<const Quad*> quads;
    bool is_hidden = false;  // all of it
};

float AdvanceOf(const Quad& quad) { return quad.from.glyph->AdvanceX * quad.magnification; }

// How many spaces are between two glyphs of one text; nothing where they are not of one text.
std::optional<int> SpacesBetween(const Quad& a, const Quad& b) {
    constexpr float kMostSpaces = 3.2f;
    if (b.order != a.order + 1) return std::nullopt;  // something was drawn between them
    if (a.list != b.list || a.from.font != b.from.font || a.color != b.color) return std::nullopt;
    if (std::fabs(a.baseline - b.baseline) > 0.5f) return std::nullopt;
    if (std::fabs(a.magnification - b.magnification) > 0.1f) return std::nullopt;
    const ImFontGlyph* space = GlyphOf(*a.from.font, U' ');
    const float width = (space ? space->AdvanceX : 4.0f) * a.magnification;
    const float gap = b.pen - a.pen - AdvanceOf(a);
    if (gap < -0.75f || gap > kMostSpaces * width) return std::nullopt;
    return static_cast<int>(std::lround(gap / width));
}

std::vector<Run> RunsOf(const std::vector<Quad>& quads, const ImDrawData& data) {
    std::vector<Run> runs;
    const Quad* last = nullptr;
    for (const Quad& quad : quads) {
        const std::optional<int> spaces = last ? SpacesBetween(*last, quad) : std::nullopt;
        last = &quad;
        if (!spaces) {
            Run run;
            run.text.window = data.CmdLists[static_cast<int>(quad.list)]->_OwnerName;
            run.text.ink = quad.area;
            run.text.magnification = quad.magnification;
            run.text.line_height = SizeOf(*quad.from.font) * quad.magnification;
            runs.push_back(std::move(run));
        }
        Run& run = runs.back();
        run.text.words += std::string(static_cast<size_t>(spaces.value_or(0)), ' ');
        char utf8[5] = {};
        run.text.words += ImTextCharToUtf8(utf8, quad.from.glyph->Codepoint);
        run.text.ink = Union(run.text.ink, quad.area);
        run.text.magnification = std::max(run.text.magnification, quad.magnification);
        run.quads.push_back(&quad);
    }
    return runs;
}

// --- Flaws ---------------------------------------------------------------------------------------

// Whether a window or one that it is in scrolls, along x or y.
bool Scrolls(const std::string& window, bool along_x) {
    const ImGuiWindow* each = ImGui::FindWindowByName(window.c_str());
    for (; each != nullptr; each = each->ParentWindow) {
        if ((along_x ? each->ScrollMax.x : each->ScrollMax.y) > 0) return true;
    }
    return false;
}

bool IsBeingTyped(const Area& ink) {
    const ImGuiContext& context = *ImGui::GetCurrentContext();
    if (context.ActiveId == 0 || context.ActiveIdWindow == nullptr) return false;
    const ImRect around = context.ActiveIdWindow->ClipRect;
    return context.InputTextState.ID == context.ActiveId &&
           around.Contains(ImVec2{ink.center().x, ink.center().y});
}

// Which edges of what is visible cut a glyph.
struct CutEdges {
    bool along_x = false, along_y = false;
};

CutEdges CutOf(const Quad& quad) {
    const Area& a = quad.area;
    const Area& clip = quad.clip;
    CutEdges cut;
    cut.along_x = a.min.x < clip.min.x - kSlack || a.max.x > clip.max.x + kSlack;
    cut.along_y = a.min.y < clip.min.y - kSlack || a.max.y > clip.max.y + kSlack;
    if (quad.is_partial) {  // by ImGui, in a field
        const ImFontGlyph& g = *quad.from.glyph;
        const float lost_x = (g.X1 - g.X0) * quad.magnification - a.width();
        const float lost_y = (g.Y1 - g.Y0) * quad.magnification - a.height();
        cut.along_x = cut.along_x || lost_x > kSlack;
        cut.along_y = cut.along_y || lost_y > kSlack;
    }
    return cut;
}

class Auditor {
public:
    Auditor() : data_(*ImGui::GetDrawData()) {
        const GlyphMap glyphs;
        int order = 0;
        for (int i = 0; i < data_.CmdListsCount; ++i) {
            Reader(*data_.CmdLists[i], static_cast<size_t>(i), glyphs, order, quads_, shapes_)
                .Read();
        }
        grid_.emplace(shapes_);
        HideWhatIsUnderWindows();
        runs_ = RunsOf(quads_, data_);
    }

    TextAudit Audit() {
        TextAudit audit;
        for (Run& run : runs_) {
            LookAtCover(run, audit);
            if (run.is_hidden) continue;
            audit.texts.push_back(run.text);
            LookAtEdges(run, audit);
            LookAtBox(run, audit);
            if (run.text.magnification > kMostMagnified)
                audit.flaws.push_back({TextFault::Magnified, run.text, ""});
        }
        LookAtOverlaps(audit);
        return audit;
    }

private:
    void HideWhatIsUnderWindows() {
        for (Quad& quad : quads_) {
            grid_->ForEachAt(quad.area.center(), [&](const Shape& shape) {
                if (shape.list > quad.list) quad.is_hidden = true;
            });
        }
    }

    void LookAtCover(Run& run, TextAudit& audit) const {
        size_t covered = 0, hidden = 0;
        for (const Quad* quad : run.quads) {
            bool is_covered = false;
            grid_->ForEachAt(quad->area.center(), [&](const Shape& shape) {
                if (shape.list == quad->list && shape.order > quad->order) is_covered = true;
            });
            covered += is_covered && !quad->is_hidden;
            hidden += quad->is_hidden || is_covered;
        }
        run.is_hidden = hidden == run.quads.size();
        if (covered > 0 && !run.is_hidden && !HasSign(run))
            audit.flaws.push_back({TextFault::Covered, run.text, ""});
    }

    // Whether "…" was written over its right end, or right after it.
    bool HasSign(const Run& run) const {
        const Area& ink = run.text.ink;
        return std::ranges::any_of(runs_, [&](const Run& other) {
            const Area& sign = other.text.ink;
            return other.text.words == "…" && other.text.window == run.text.window &&
                   other.quads.front()->order > run.quads.front()->order &&
                   sign.max.y > ink.min.y && sign.max.y < ink.max.y + run.text.line_height / 2 &&
                   sign.min.x > ink.min.x && sign.min.x < ink.max.x + run.text.line_height;
        });
    }

    void LookAtEdges(const Run& run, TextAudit& audit) const {
        CutEdges cut;
        for (const Quad* quad : run.quads) {
            if (quad->is_hidden) continue;
            const CutEdges edges = CutOf(*quad);
            cut.along_x = cut.along_x || edges.along_x;
            cut.along_y = cut.along_y || edges.along_y;
        }
        const bool is_cut = (cut.along_x && !Scrolls(run.text.window, true)) ||
                            (cut.along_y && !Scrolls(run.text.window, false));
        if (is_cut && !IsBeingTyped(run.text.ink) && !HasSign(run))
            audit.flaws.push_back({TextFault::Cut, run.text, ""});
    }

    // The last shape that was drawn at a place before a glyph, in its window.
    const Shape* ShapeUnder(ImVec2 place, const Quad& glyph) const {
        const Shape* under = nullptr;
        grid_->ForEachAt(place, [&](const Shape& shape) {
            const bool is_before = shape.list == glyph.list && shape.order < glyph.order;
            if (is_before && (under == nullptr || shape.order > under->order)) under = &shape;
        });
        return under;
    }

    // What is under the middle of a text, or under its beginning, is its box.
    void LookAtBox(const Run& run, TextAudit& audit) const {
        const Quad& first = *run.quads.front();
        if (Leaves(run, ShapeUnder(run.text.ink.center(), first)) ||
            Leaves(run, ShapeUnder(first.area.center(), first)))
            audit.flaws.push_back({TextFault::LeavesBox, run.text, ""});
    }

    static bool Leaves(const Run& run, const Shape* box) {
        if (box == nullptr) return false;
        const Area& ink = run.text.ink;
        const Area& clip = run.quads.front()->clip;
        if (box->area.height() < ink.height() * 0.6f) return false;  // a text on a line
        const Area room = box->area.Grown(kBoxSlack);
        const bool is_inside = ink.min.x >= room.min.x && ink.max.x <= room.max.x &&
                               ink.min.y >= room.min.y && ink.max.y <= room.max.y;
        const Area seen = Intersection(box->area, clip);  // where the box itself is cut
        const bool is_cut_too =
            std::fabs(seen.min.y - clip.min.y) < 1 || std::fabs(seen.max.y - clip.max.y) < 1;
        return !is_inside && !is_cut_too;
    }

    void LookAtOverlaps(TextAudit& audit) const {
        for (size_t i = 0; i < runs_.size(); ++i) {
            if (runs_[i].is_hidden) continue;
            for (size_t k = i + 1; k < runs_.size(); ++k) {
                if (runs_[k].is_hidden || runs_[k].text.words == "…") continue;
                if (!Overlap(runs_[i].text.ink, runs_[k].text.ink, kSlack)) continue;
                if (GlyphsOverlap(runs_[i], runs_[k])) {
                    audit.flaws.push_back(
                        {TextFault::Overlaps, runs_[i].text, runs_[k].text.words});
                }
            }
        }
    }

    bool GlyphsOverlap(const Run& a, const Run& b) const {
        for (const Quad* one : a.quads) {
            for (const Quad* other : b.quads) {
                const Area x = Intersection(one->area, one->clip);
                const Area y = Intersection(other->area, other->clip);
                if (Overlap(x, y, kSlack) && !one->is_hidden && !other->is_hidden &&
                    !IsBetween(*one, *other))
                    return true;
            }
        }
        return false;
    }

    // Whether a shape was drawn over the first glyph before the second.
    bool IsBetween(const Quad& one, const Quad& other) const {
        bool is_covered = false;
        grid_->ForEachAt(one.area.center(), [&](const Shape& shape) {
            if (one.order < shape.order && shape.order < other.order) is_covered = true;
        });
        return is_covered;
    }

    const ImDrawData& data_;
    std::vector<Quad> quads_;
    std::vector<Shape> shapes_;
    std::optional<ShapeGrid> grid_;
    std::vector<Run> runs_;
};

}  // namespace

std::string TextFlaw::Describe() const {
    // In the order of TextFault.
    constexpr std::array kNames{"is cut", "is partly covered", "overlaps", "leaves its box",
                                "is magnified"};
    std::string words =
        text.window + ": \"" + text.words + "\" " + kNames[static_cast<size_t>(fault)];
    if (!other.empty()) words += " \"" + other + "\"";
    return words + " at " + std::to_string(std::lround(text.ink.min.x)) + "," +
           std::to_string(std::lround(text.ink.min.y)) + " to " +
           std::to_string(std::lround(text.ink.max.x)) + "," +
           std::to_string(std::lround(text.ink.max.y));
}

TextAudit AuditText() { return Auditor().Audit(); }

}  // namespace decodescope
