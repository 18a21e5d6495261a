#include "app/views/tabs/candidates_head.h"

#include <algorithm>
#include <string>

#include "app/apply/tab_commands.h"
#include "app/panel/edit_text.h"
#include "app/views/tabs/cumulative_bar.h"
#include "app/widgets/controls.h"
#include "app/widgets/text.h"
#include "core/explain/narrate.h"

namespace decodescope {
namespace {

constexpr float kSignBelow = 13;  // at scale 1, from a head to the sign of its direction
constexpr int kSearchFrom = 12;   // a vocabulary up to this needs no search

// The heads of the columns, each a button that sorts by it.
struct Head {
    CandidateColumn column;
    const char* hotspot;
    const char* name;
    const char* short_name;
    const char* tip;

    const char* TipIn(const CandidateColumns& columns) const {
        return IsRank(columns) ? "its place among all tokens, the likeliest first" : tip;
    }
    bool IsRank(const CandidateColumns& columns) const {
        return column == CandidateColumn::Logit && columns.has_rank;
    }
    const char* NameIn(const CandidateColumns& columns) const {
        if (IsRank(columns)) return "rank";
        return columns.has_long_names ? name : short_name;
    }
};

// In the order of CandidateColumn.
constexpr Head kHeads[] = {
    {CandidateColumn::Id, "candidates.sort.id", "ID", "ID", "the token's number in the vocabulary"},
    {CandidateColumn::Token, "candidates.sort.token", "token", "token", "the token's text"},
    {CandidateColumn::Logit, "candidates.sort.logit", "logit", "logit",
     "its score from the output matrix"},
    {CandidateColumn::Probability, "candidates.sort.raw", "probability", "prob.",
     "its probability: softmax of the logits"},
    {CandidateColumn::AfterRule, "candidates.sort.final", "after the rule", "after",
     "its probability after the selection rule"},
};

const Head& HeadOf(CandidateColumn column) { return kHeads[static_cast<size_t>(column)]; }

// Where a head's words are: the right end of its column, or the left one of the token's.
float PlaceOf(const CandidateColumns& columns, CandidateColumn column) {
    switch (column) {
        case CandidateColumn::Id: return columns.id;
        case CandidateColumn::Token: return columns.token;
        case CandidateColumn::Logit: return columns.logit;
        case CandidateColumn::Probability: return columns.probability;
        case CandidateColumn::AfterRule: break;
    }
    return columns.after_rule;
}

void DrawDirection(const Panel& panel, ImVec2 at, bool ascending) {
    const float half = panel.Px(4), height = panel.Px(ascending ? -5.0f : 5.0f);
    ImGui::GetWindowDrawList()->AddTriangleFilled(
        {at.x - half, at.y - height / 2}, {at.x + half, at.y - height / 2},
        {at.x, at.y + height / 2}, panel.theme.colors().ink);
}

void DrawHead(const Panel& panel, Area area, const CandidateColumns& columns) {
    const Metrics& m = panel.theme.metrics;
    const Palette& c = panel.theme.colors();
    const CandidateOrder& order = panel.state.ui.candidate_order;
    const Pen pen = panel.pen();
    const float y = area.center().y;
    for (const Head& head : kHeads) {
        if (!columns.Has(head.column)) continue;
        const bool is_left = head.column == CandidateColumn::Token;
        const bool is_sorted = order.column == head.column;
        const Pen name = pen.Strong(is_sorted);
        const std::string_view words = head.NameIn(columns);
        const float width = name.Width(words), x = PlaceOf(columns, head.column);
        const float left = is_left ? x : x - width;
        const Area place{{left, area.min.y + panel.Px(m.number_gap)},
                         {left + width, area.max.y - panel.Px(m.number_gap)}};
        const Touch touch = TouchArea(head.hotspot, place);
        if (touch.clicked) panel.Emit(SortCandidates{OrderOnClick(order, head.column)});
        panel.Spot(head.hotspot, place);
        Tip(panel.theme, place, head.TipIn(columns));
        name.Muted(!is_sorted && !touch.hovered).Write({left, y}, words);
        if (is_sorted)
            DrawDirection(panel, {left + width / 2, y + panel.Px(kSignBelow)}, order.ascending);
    }
    pen.In(c.line).Horizontal(area.min.x, area.max.x, area.max.y - panel.theme.Whole(m.hairline));
}

// "A and B tie: the lowest ID is taken.", "Taken by hand instead of A."
std::string SelectionNote(const Panel& panel, const ReachedCandidates& reached) {
    const Pass* pass = panel.state.ui.playhead.pass < panel.recording().pass_count()
                           ? &panel.recording().pass(panel.state.ui.playhead.pass)
                           : nullptr;
    if (!reached.selection || !pass || !pass->selection) return "";
    if (pass->selection->by_hand) {
        const std::optional<TokenId> instead = pass->selection->instead_of;
        return QuotedToken(panel.recording(), pass->selection->id) + " is taken by hand" +
               (instead ? " instead of " + QuotedToken(panel.recording(), *instead) : "") + ".";
    }
    if (pass->selection->tied.empty()) return "";
    return ListTokens(panel.recording(), pass->selection->tied) + " tie: the lowest ID is taken.";
}

// Returns where the heads begin.
float DrawSearch(const Panel& panel, Area area) {
    const Metrics& m = panel.theme.metrics;
    const Area field{{area.min.x, area.min.y + panel.Px(m.gap)},
                     {area.max.x, area.min.y + panel.Px(m.gap + m.field_height)}};
    const FieldEdit<std::string> edit =
        EditText(panel, "##candidates.search", field, panel.state.ui.candidate_search,
                 {.hint = "Search by text or ID"});
    if (edit.changed) panel.Emit(SearchCandidates{*edit.changed});
    panel.Spot("candidates.search", field);
    return field.max.y;
}

}  // namespace

ReachedCandidates ReachedAt(const Panel& panel) {
    const Recording& recording = panel.recording();
    const Playhead playhead = panel.state.ui.playhead;
    if (playhead.pass >= recording.pass_count()) return {};
    return {.logits = playhead.step >= recording.StepOf(Stage::Logits),
            .probabilities = playhead.step >= recording.StepOf(Stage::Probabilities),
            .selection = playhead.step >= recording.StepOf(Stage::Select)};
}

bool CandidateColumns::Has(CandidateColumn column) const {
    switch (column) {
        case CandidateColumn::Id: return has_id;
        case CandidateColumn::Token: return true;
        case CandidateColumn::Logit: return has_logit;
        case CandidateColumn::Probability: return has_probability;
        case CandidateColumn::AfterRule: break;
    }
    return has_after_rule;
}

CandidateColumns ColumnsOf(const Panel& panel, Area area) {
    const Metrics& m = panel.theme.metrics;
    const Pen pen = panel.pen();
    CandidateColumns columns{};
    columns.has_rank = !panel.state.ui.candidate_search.empty();
    const int largest_id = panel.recording().config().vocabulary_size - 1;
    columns.id = area.min.x + std::max(panel.Px(m.id_width),
                                       pen.In(FontRole::Mono).Width(std::to_string(largest_id)));
    const auto width_of = [&](double number, CandidateColumn column) {
        const bool is_rank = HeadOf(column).IsRank(columns);
        const std::string text = is_rank ? FormatCount(largest_id + 1)
                                         : FormatNumber(number, panel.state.preferences.numbers);
        return std::max(pen.In(FontRole::Mono).Strong().Width(text),
                        pen.Strong().Width(HeadOf(column).NameIn(columns))) +
               panel.Px(m.field_padding);
    };
    float logit = width_of(-10, CandidateColumn::Logit);
    if (const std::vector<Candidate>& all = panel.derived.candidates; !all.empty()) {
        for (const Candidate* one : {&all.front(), &all.back()})  // the largest and the smallest
            logit = std::max(logit, width_of(one->logit, CandidateColumn::Logit));
    }
    const auto has_room = [&] {
        float x = columns.after_rule = area.max.x;
        if (columns.has_after_rule) x -= width_of(1, CandidateColumn::AfterRule);
        columns.probability = x;
        if (columns.has_probability) x -= width_of(1, CandidateColumn::Probability);
        columns.logit = x;
        if (columns.has_logit) x -= logit;
        columns.token = columns.has_id ? columns.id + panel.Px(m.gap) : area.min.x;
        columns.token_end = x;
        return x - columns.token >= panel.Px(m.token_width);
    };
    const bool is_early = !ReachedAt(panel).probabilities;
    for (bool* const dropped :
         {&columns.has_long_names, &columns.has_id,
          is_early ? &columns.has_after_rule : &columns.has_logit, &columns.has_probability}) {
        if (has_room()) return columns;
        *dropped = false;
    }
    has_room();
    return columns;
}

float DrawCandidatesHead(const Panel& panel, Area area, const ReachedCandidates& reached) {
    const Metrics& m = panel.theme.metrics;
    const Palette& c = panel.theme.colors();
    const float margin = panel.Px(m.margin);
    const bool has_search = panel.recording().config().vocabulary_size > kSearchFrom;
    const std::string tie = SelectionNote(panel, reached);
    const float bar = CumulativeBarHeight(panel);
    const float width = area.width() - 2 * margin, line = panel.Px(m.line_height);
    const int lines = tie.empty() ? 0 : ParagraphLines(panel.theme, FontRole::Label, tie, width);
    const float height = panel.Px(m.table_head) +
                         (has_search ? panel.Px(m.gap + m.field_height) : 0) +
                         line * static_cast<float>(lines) + bar;
    const Area above{area.min, {area.max.x, area.min.y + height}};
    const Area inside{{area.min.x + margin, area.min.y}, {area.max.x - margin, above.max.y}};
    BeginPanel("candidates head", panel.theme, above, c.panel);
    const Pen pen = panel.pen();
    float y = above.min.y;
    if (has_search) y = DrawSearch(panel, inside);
    DrawCumulativeBar(panel, {{inside.min.x, y}, {inside.max.x, y + bar}});
    y += bar;
    if (lines > 0) {
        y = pen.In(c.waiting.text).WriteParagraph({inside.min.x, y + line * 0.75f}, tie, width) -
            line * 0.75f;
        panel.Spot("candidates.tie", {{inside.min.x, y}, inside.max});
    }
    DrawHead(panel, {{inside.min.x, y}, inside.max}, ColumnsOf(panel, inside));
    pen.In(c.line).Vertical(above.min.x, above.min.y, above.max.y);
    EndPanel();
    return above.max.y;
}

}  // namespace decodescope
