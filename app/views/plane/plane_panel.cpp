#include "app/views/plane/plane_panel.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "app/apply/edit_commands.h"
#include "app/apply/model_commands.h"
#include "app/apply/view_state_commands.h"
#include "app/views/plane/plane_paint.h"
#include "app/views/plane/plane_signs.h"
#include "app/widgets/controls.h"
#include "app/widgets/form.h"
#include "core/base/number.h"
#include "core/explain/narrate.h"
#include "core/model/parameters.h"

namespace decodescope {
namespace {

// At scale 1.
constexpr float kTop = 16, kSmall = 240, kLegend = 30, kLeastPicture = 90, kGoodPicture = 190,
                kSignRoom = 24, kTouch = 13, kAxisWidth = 84, kAxisTitle = 66;

// --- Words ---------------------------------------------------------------------------------------

// Which vectors cannot be drawn, and why.
std::string PlacelessSentence(const Panel& panel, const Plane& plane) {
    const Recording& recording = panel.recording();
    const Cell& cell = *plane.placeless;
    const TensorInfo& info = InfoOf(cell.tensor);
    const std::string of =
        info.is_parameter ? QuotedToken(recording, cell.row) : TokenAt(recording, cell.row);
    const std::string number = FormatNumber(recording.At(cell), panel.state.preferences.numbers);
    return CountText(plane.placeless_count, "vector") +
           (plane.placeless_count == 1 ? " is" : " are") +
           " not drawn, because NaN and ∞ have no place; the first is " + number + " in the " +
           std::string(info.title) + " of " + of + ", " + SymbolOf(recording.config(), cell) + ".";
}

std::string LeadSentence(const Panel& panel, const Plane& plane) {
    const Recording& recording = panel.recording();
    if (!plane.hidden && plane.placeless) return PlacelessSentence(panel, plane);
    if (!plane.hidden) return "h of this pass is not computed yet.";
    if (plane.has_logits && !plane.lead) return "No token wins at h: a logit is NaN.";
    if (!plane.lead) return "The logits decide which token wins at h; they are not computed yet.";
    const std::string first = QuotedToken(recording, plane.lead->first);
    const std::string second = QuotedToken(recording, plane.lead->second);
    if (plane.lead->margin == 0) {
        return "h is where " + first + " and " + second + " tie: the lower ID wins.";
    }
    return "h is where " + first + " wins; its logit leads " + second + " by " +
           FormatNumber(plane.lead->margin, panel.state.preferences.numbers) + ".";
}

// What a person must know to read the picture correctly.
std::vector<std::string> NotesOf(const Panel& panel, const Plane& plane) {
    const Config& config = panel.recording().config();
    std::vector<std::string> notes;
    if (plane.hidden && plane.placeless) notes.push_back(PlacelessSentence(panel, plane));
    if (!plane.is_whole()) {
        notes.push_back("A projection on axes " + std::to_string(plane.view.axis_x) + " and " +
                        std::to_string(plane.view.axis_y) + " of " +
                        std::to_string(plane.dimensions) +
                        "; the regions are those on the slice through h.");
        notes.push_back("The regions are exact only where all other components are those of h.");
    }
    if (config.norm != NormKind::None) notes.push_back("h after the final norm.");
    if (!plane.has_heads) {
        notes.push_back("q, k and v have " + std::to_string(config.head_dim) +
                        " components per head and are in head space: they are not drawn.");
    }
    return notes;
}

// --- The legend ----------------------------------------------------------------------------------

void DrawLegend(const Panel& panel, const Plane& plane, Area inside, float y) {
    struct Entry {
        PlaneSign sign;
        const char* name;
        bool is_there;
    };
    const Entry entries[] = {{PlaneSign::Key, "keys", !plane.keys.empty()},
                             {PlaneSign::Value, "values", !plane.values.empty()},
                             {PlaneSign::Query, "query", plane.query.has_value()},
                             {PlaneSign::Hidden, "h", plane.hidden.has_value()}};
    const Pen pen = panel.pen().Muted();
    float x = inside.min.x;
    for (const Entry& entry : entries) {
        if (!entry.is_there) continue;
        PaintSign(pen, {x + panel.Px(9), y}, entry.sign);
        x = pen.Write({x + panel.Px(kSignRoom), y}, entry.name) +
            panel.Px(panel.theme.metrics.chip_gap);
    }
}

// --- Hands on ------------------------------------------------------------------------------------

// Rounded to about the size of a pixel, so that dragging gives short numbers.
double Readable(double number, double unit) {
    const double step = std::pow(10.0, std::ceil(std::log10(1.0 / unit) - 0.5));
    return std::round(number / step) * step;
}

void EmitTip(const Panel& panel, const Plane& plane, TokenId token, PlanePoint tip) {
    std::vector<double> values = EmbeddingOf(*panel.state.document.recipe.model, token);
    values[static_cast<size_t>(plane.view.axis_x)] = tip.x;
    values[static_cast<size_t>(plane.view.axis_y)] = tip.y;
    panel.Emit(SetEmbedding{token, std::move(values)});
}

void DrawArrowHandle(const Panel& panel, const PlaneFrame& frame, const Plane& plane,
                     const Plane::Arrow& arrow) {
    const ImVec2 tip = frame.At(arrow.tip);
    const Area place = Area{tip, tip}.Grown(panel.Px(kTouch));
    const std::string name = "plane.embedding." + std::to_string(arrow.token);
    // The recipe's model is another one if it could not be recorded.
    const Model& model = *panel.state.document.recipe.model;
    const bool is_there =
        arrow.token < model.config.vocabulary_size && model.config.d_model == plane.dimensions;
    if (!is_there || !frame.area.Contains(tip)) return;
    const Touch touch = TouchArea(name.c_str(), place);
    panel.Spot(name, place);
    PlaneViewState view = plane.view;
    if (ImGui::IsItemActivated()) {
        view.held_range = plane.range;
        view.token = arrow.token;
        panel.Emit(SetViewState{view});
    }
    const ImGuiIO& io = ImGui::GetIO();
    const bool is_moving = io.MouseDelta.x != 0 || io.MouseDelta.y != 0;
    if (touch.held && is_moving && ImGui::IsMouseDragging(ImGuiMouseButton_Left)) {
        const ImVec2 mouse{std::clamp(io.MousePos.x, frame.area.min.x, frame.area.max.x),
                           std::clamp(io.MousePos.y, frame.area.min.y, frame.area.max.y)};
        const PlanePoint to = frame.PlaceOf(mouse);
        EmitTip(panel, plane, arrow.token,
                {Readable(to.x, frame.unit), Readable(to.y, frame.unit)});
    }
    if (ImGui::IsItemDeactivated()) {
        view.held_range.reset();
        panel.Emit(SetViewState{view});
        panel.Emit(EndEdit{});
    }
}

std::string NamesOf(const Panel& panel, const std::vector<int>& positions) {
    std::vector<std::string> names;
    for (const int position : positions) names.push_back(TokenAt(panel.recording(), position));
    std::string text;
    for (size_t i = 0; i < names.size(); ++i) text += (i > 0 ? ", " : "") + names[i];
    return text;
}

// A mark under the mouse names its positions, and the last of them lights up everywhere.
void PointAtMarks(const Panel& panel, const PlaneFrame& frame, const Plane& plane) {
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const auto is_under = [&](PlanePoint at) {
        const ImVec2 place = frame.At(at);
        return Area{place, place}.Grown(panel.Px(kTouch) * 0.7f).Contains(mouse);
    };
    const auto point_at = [&](const std::vector<Plane::Mark>& marks, const char* symbol,
                              bool weighs) {
        for (const Plane::Mark& mark : marks) {
            if (!is_under(mark.at)) continue;
            panel.hovered_position = mark.positions.back();
            std::string words = std::string(symbol) + " of " + NamesOf(panel, mark.positions);
            if (weighs) {
                words += ", weight " + FormatNumber(mark.weight, panel.state.preferences.numbers);
            }
            Tip(panel.theme, frame.area, words);
            return true;
        }
        return false;
    };
    if (!ImGui::IsWindowHovered() || !frame.area.Contains(mouse)) return;
    if (plane.hidden && is_under(*plane.hidden)) {
        Tip(panel.theme, frame.area, "h of this pass");
    } else if (!point_at(plane.values, "k and v", plane.has_weights)) {
        point_at(plane.keys, "k", false);
    }
}

void EmitViewState(const Panel& panel, const PlaneFrame& frame, const Plane& plane) {
    const ImGuiIO& io = ImGui::GetIO();
    if (!ImGui::IsWindowHovered() || !frame.area.Contains(io.MousePos)) return;
    PlaneViewState view = plane.view;
    if (io.MouseWheel != 0) {
        view.zoom *= std::pow(1.15f, io.MouseWheel);
        panel.Emit(SetViewState{view});
    } else if (ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) {
        view.zoom = 1;
        panel.Emit(SetViewState{view});
    }
}

// The choice of two axes, if there are more. Returns where the picture begins.
float DrawAxes(const Panel& panel, const Plane& plane, Area inside) {
    if (plane.is_whole()) return inside.min.y;
    const Metrics& m = panel.theme.metrics;
    const Pen pen = panel.pen();
    const float height = panel.Px(m.number_height), y = inside.min.y + height / 2;
    const auto name_of = [](int i) { return std::to_string(i); };
    PlaneViewState view = plane.view;
    const auto choose = [&](const char* name, std::string_view title, float x, int& axis) {
        x = pen.Muted().Write({x, y}, title) + panel.Px(m.gap);
        const float room = inside.width() / 2 - panel.Px(kAxisTitle);
        const Area field = AreaAt(x, inside.min.y, std::min(panel.Px(kAxisWidth), room), height);
        if (const auto choice = ChoiceField(("##" + std::string(name)).c_str(), panel.theme, field,
                                            axis, plane.dimensions, name_of)) {
            axis = *choice;
            panel.Emit(SetViewState{view});
        }
        panel.Spot(name, field);
        return field.max.x + panel.Px(m.chip_gap);
    };
    const float x = choose("plane.axis_x", "Axis →", inside.min.x, view.axis_x);
    choose("plane.axis_y", "Axis ↑", x, view.axis_y);
    return inside.min.y + height + panel.Px(m.gap);
}

void DrawPicture(const Panel& panel, const Plane& plane, Area picture) {
    const PlaneFrame frame = FrameOf(plane, picture);
    PaintPlane(panel, frame, plane);
    for (const Plane::Arrow& arrow : plane.embeddings) DrawArrowHandle(panel, frame, plane, arrow);
    PointAtMarks(panel, frame, plane);
    EmitViewState(panel, frame, plane);
    panel.Spot("plane.picture", picture);
}

// The earlier passes, of which only the last few are shown unless somebody asks for all.
bool HasPathSwitch(const Plane& plane) { return plane.path_left_out > 0 || plane.view.whole_path; }

void DrawPathSwitch(const Panel& panel, const Plane& plane, Column& column) {
    const Area row = column.Line(panel.Px(panel.theme.metrics.line_height));
    const int passes = plane.path_left_out + static_cast<int>(plane.path.size());
    PlaneViewState view = plane.view;
    if (Toggle("plane.whole_path", panel.theme, row,
               "h of all " + FormatCount(passes) + " earlier passes", view.whole_path)) {
        view.whole_path = !view.whole_path;
        panel.Emit(SetViewState{view});
    }
    panel.Spot("plane.whole_path", row);
    column.y += panel.Px(panel.theme.metrics.line_height);
}

// Picture, legend and sentences; the picture gets the height that the words leave.
void DrawAll(const Panel& panel, const Plane& plane, Area inside) {
    const Metrics& m = panel.theme.metrics;
    const Pen pen = panel.pen();
    const std::string lead = LeadSentence(panel, plane);
    const std::vector<std::string> notes = NotesOf(panel, plane);
    const float width = inside.width(), line = panel.Px(m.line_height);
    const float top = DrawAxes(panel, plane, inside);
    const bool has_legend = !plane.keys.empty() || !plane.values.empty();  // h is named beside it
    const float legend = has_legend ? panel.Px(kLegend) : panel.Px(m.gap);
    const auto height_of = [&](const std::string& words) {
        return line * static_cast<float>(pen.Lines(words, width));
    };
    // The last notes give way to the picture; all of them are in the tip.
    const float path_switch = HasPathSwitch(plane) ? line : 0;
    float height = inside.max.y - top - legend - path_switch - height_of(lead);
    size_t shown = 0;
    for (; shown < notes.size(); ++shown) {
        const float left = height - height_of(notes[shown]);
        if (left < panel.Px(shown == 0 ? kLeastPicture : kGoodPicture)) break;
        height = left;
    }
    height = std::max(panel.Px(kLeastPicture), height);
    const Area picture{{inside.min.x, top}, {inside.max.x, std::round(top + height)}};

    DrawPicture(panel, plane, picture);
    if (has_legend)
        DrawLegend(panel, plane, inside, picture.max.y + panel.Px(kLegend) / 2 + panel.Px(2));
    Column words{inside.min.x, inside.max.x, picture.max.y + legend + line / 2};
    if (HasPathSwitch(plane)) DrawPathSwitch(panel, plane, words);
    WriteParagraph(pen, words, lead);
    std::string all;
    for (size_t i = 0; i < notes.size(); ++i) {
        all += (i > 0 ? "\n" : "") + notes[i];
        if (i < shown) WriteParagraph(pen.Muted(), words, notes[i]);
    }
    if (!all.empty()) Tip(panel.theme, {{inside.min.x, picture.max.y}, inside.max}, all);
    EndColumn(words);
}

}  // namespace

void DrawPlanePanel(const Panel& panel, Area area) {
    const Palette& c = panel.theme.colors();
    const float margin = panel.Px(panel.theme.metrics.margin);
    BeginPanel("plane", panel.theme, area, c.panel);
    const Pen pen = panel.pen();
    const float top = ImGui::GetCursorScreenPos().y;
    const float edge = panel.Px(area.height() < panel.Px(kSmall) ? kTop / 2 : kTop);
    const Area inside{{area.min.x + margin, top + edge},
                      {area.max.x - margin, top + area.height() - edge}};
    const std::optional<Plane>& plane = panel.derived.plane;
    Column column{inside.min.x, inside.max.x, inside.min.y + panel.Px(panel.theme.metrics.gap)};
    if (!plane) {
        WriteParagraph(pen.Muted(), column, "The plane appears with this pass.");
    } else if (plane->dimensions < 2) {
        WriteParagraph(pen.Muted(), column,
                       "The vectors of this model have one component: there is no plane to draw.");
    } else if (inside.width() > panel.Px(kLeastPicture) / 2) {
        DrawAll(panel, *plane, inside);
    }
    pen.In(c.line).Vertical(area.min.x, area.min.y, area.max.y);
    EndPanel();
}

}  // namespace decodescope
