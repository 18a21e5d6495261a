#include "tests/support/headless_text.h"

#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "app/look/imgui_compat.h"
#include "tests/support/headless_frame.h"

namespace decodescope {
namespace {

// Pixels by which glyphs may meet: their edges are soft.
constexpr float kSlack = 1.0f;
constexpr float kBoxSlack = 1.5f;
constexpr float kMostMagnified = 1.02f;

bool Overlap(Area a, Area b, float slack) {
    const Area both = Intersection(a, b);
    return both.width() > slack && both.height() > slack;
}

// --- From glyphs to texts ------------------------------------------------------------------------

struct Run {
    DrawnText text;
    std::vector<const DrawnGlyph*> glyphs;
    bool is_hidden = false;  // all of it
};

float AdvanceOf(const DrawnGlyph& glyph) {
    return glyph.from.glyph->AdvanceX * glyph.magnification;
}

// How many spaces are between two glyphs of one text; nothing where they are not of one text.
std::optional<int> SpacesBetween(const DrawnGlyph& a, const DrawnGlyph& b) {
    constexpr float kMostSpaces = 2.2f;
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

std::vector<Run> RunsOf(const std::vector<DrawnGlyph>& glyphs, const ImDrawData& data) {
    std::vector<Run> runs;
    const DrawnGlyph* last = nullptr;
    for (const DrawnGlyph& glyph : glyphs) {
        const std::optional<int> spaces = last ? SpacesBetween(*last, glyph) : std::nullopt;
        last = &glyph;
        if (!spaces) {
            Run run;
            run.text.window = data.CmdLists[static_cast<int>(glyph.list)]->_OwnerName;
            run.text.ink = glyph.area;
            run.text.magnification = glyph.magnification;
            run.text.line_height = SizeOf(*glyph.from.font) * glyph.magnification;
            runs.push_back(std::move(run));
        }
        Run& run = runs.back();
        run.text.words += std::string(static_cast<size_t>(spaces.value_or(0)), ' ');
        char utf8[5] = {};
        run.text.words += ImTextCharToUtf8(utf8, glyph.from.glyph->Codepoint);
        run.text.ink = Union(run.text.ink, glyph.area);
        run.text.magnification = std::max(run.text.magnification, glyph.magnification);
        run.glyphs.push_back(&glyph);
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

CutEdges CutOf(const DrawnGlyph& glyph) {
    const Area& a = glyph.area;
    const Area& clip = glyph.clip;
    CutEdges cut;
    cut.along_x = a.min.x < clip.min.x - kSlack || a.max.x > clip.max.x + kSlack;
    cut.along_y = a.min.y < clip.min.y - kSlack || a.max.y > clip.max.y + kSlack;
    if (glyph.is_partial) {  // by ImGui, in a field
        const ImFontGlyph& g = *glyph.from.glyph;
        const float lost_x = (g.X1 - g.X0) * glyph.magnification - a.width();
        const float lost_y = (g.Y1 - g.Y0) * glyph.magnification - a.height();
        cut.along_x = cut.along_x || lost_x > kSlack;
        cut.along_y = cut.along_y || lost_y > kSlack;
    }
    return cut;
}

class Auditor {
public:
    Auditor() : frame_(ReadFrame(*ImGui::GetDrawData())) {
        HideWhatIsUnderWindows();
        runs_ = RunsOf(frame_.glyphs, *ImGui::GetDrawData());
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
        for (DrawnGlyph& glyph : frame_.glyphs) {
            frame_.shapes.ForEachAt(glyph.area.center(), [&](const DrawnShape& shape) {
                if (shape.list > glyph.list) glyph.is_hidden = true;
            });
        }
    }

    void LookAtCover(Run& run, TextAudit& audit) const {
        size_t covered = 0, hidden = 0;
        for (const DrawnGlyph* glyph : run.glyphs) {
            bool is_covered = false;
            frame_.shapes.ForEachAt(glyph->area.center(), [&](const DrawnShape& shape) {
                if (shape.list == glyph->list && shape.order > glyph->order) is_covered = true;
            });
            covered += is_covered && !glyph->is_hidden;
            hidden += glyph->is_hidden || is_covered;
        }
        run.is_hidden = hidden == run.glyphs.size();
        if (covered > 0 && !run.is_hidden && !HasSign(run))
            audit.flaws.push_back({TextFault::Covered, run.text, ""});
    }

    // Whether "…" was written over its right end, or right after it.
    bool HasSign(const Run& run) const {
        const Area& ink = run.text.ink;
        return std::ranges::any_of(runs_, [&](const Run& other) {
            const Area& sign = other.text.ink;
            return other.text.words == "…" && other.text.window == run.text.window &&
                   other.glyphs.front()->order > run.glyphs.front()->order &&
                   sign.max.y > ink.min.y && sign.max.y < ink.max.y + run.text.line_height / 2 &&
                   sign.min.x > ink.min.x && sign.min.x < ink.max.x + run.text.line_height;
        });
    }

    void LookAtEdges(const Run& run, TextAudit& audit) const {
        CutEdges cut;
        for (const DrawnGlyph* glyph : run.glyphs) {
            if (glyph->is_hidden) continue;
            const CutEdges edges = CutOf(*glyph);
            cut.along_x = cut.along_x || edges.along_x;
            cut.along_y = cut.along_y || edges.along_y;
        }
        const bool is_cut = (cut.along_x && !Scrolls(run.text.window, true)) ||
                            (cut.along_y && !Scrolls(run.text.window, false));
        if (is_cut && !IsBeingTyped(run.text.ink) && !HasSign(run))
            audit.flaws.push_back({TextFault::Cut, run.text, ""});
    }

    // The last shape that was drawn at a place before a glyph, in its window.
    const DrawnShape* ShapeUnder(ImVec2 place, const DrawnGlyph& glyph) const {
        const DrawnShape* under = nullptr;
        frame_.shapes.ForEachAt(place, [&](const DrawnShape& shape) {
            const bool is_before = shape.list == glyph.list && shape.order < glyph.order;
            if (is_before && (under == nullptr || shape.order > under->order)) under = &shape;
        });
        return under;
    }

    // What is under the middle of a text, or under its beginning, is its box.
    void LookAtBox(const Run& run, TextAudit& audit) const {
        const DrawnGlyph& first = *run.glyphs.front();
        if (Leaves(run, ShapeUnder(run.text.ink.center(), first)) ||
            Leaves(run, ShapeUnder(first.area.center(), first)))
            audit.flaws.push_back({TextFault::LeavesBox, run.text, ""});
    }

    static bool Leaves(const Run& run, const DrawnShape* box) {
        if (box == nullptr) return false;
        const Area& ink = run.text.ink;
        const Area& clip = run.glyphs.front()->clip;
        const float thickness = std::min(box->area.width(), box->area.height());
        if (thickness < ink.height() * 0.6f) return false;  // a text on a line
        const float dot = std::max(box->area.width(), box->area.height());
        if (dot < run.text.line_height * 0.8f) return false;  // on a mark in a chart
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
        for (const DrawnGlyph* one : a.glyphs) {
            for (const DrawnGlyph* other : b.glyphs) {
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
    bool IsBetween(const DrawnGlyph& one, const DrawnGlyph& other) const {
        bool is_covered = false;
        frame_.shapes.ForEachAt(one.area.center(), [&](const DrawnShape& shape) {
            if (one.order < shape.order && shape.order < other.order) is_covered = true;
        });
        return is_covered;
    }

    DrawnFrame frame_;
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
