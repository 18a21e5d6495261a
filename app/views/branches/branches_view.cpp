#include "app/views/branches/branches_view.h"

#include <algorithm>

#include "app/apply/branch_commands.h"
#include "app/state/branch_view.h"
#include "app/views/branches/branch_comparison.h"
#include "app/views/branches/branch_pass.h"
#include "app/views/branches/branch_tree.h"
#include "app/views/branches/branches_view_data.h"
#include "app/views/branches/branches_worker.h"
#include "app/widgets/controls.h"
#include "app/widgets/text.h"
#include "core/explain/narrate.h"

namespace decodescope {
namespace {

// At scale 1.
constexpr float kTitleLine = 26, kTop = 42, kTopPresented = 8, kSentenceFrom = 900;
constexpr float kOffers = 40, kLeastBelow = 200;
constexpr size_t kMostOffered = 8, kFewestOffered = 4;
constexpr double kLeastOffered = 0.0005;  // of its probability; the list in Candidates has all

const char* const kSentence =
    "At any selection another token can be taken by hand. What came before is shared, not "
    "recomputed; what follows is another run.";

void DrawTitle(const Panel& panel, Area inside, float y) {
    const Pen pen = panel.pen();
    const float x = pen.In(FontRole::PassTitle).Write({inside.min.x, y}, "Branches") + panel.Px(12);
    if (inside.width() < panel.Px(kSentenceFrom)) return;
    const float half = panel.Px(kTitleLine) / 2;
    pen.In(FontRole::Sentence)
        .Muted()
        .WriteIn({{x, y - half}, {inside.max.x, y + half}}, kSentence);
}

// At a selection: the likeliest candidates, to take one of them instead. Returns where it ends.
float DrawOffers(const Panel& panel, Area area, float y) {
    const Metrics& m = panel.theme.metrics;
    const Pen pen = panel.pen();
    const Recording& recording = panel.recording();
    const Playhead playhead = panel.state.ui.playhead;
    const float center = y + panel.Px(kOffers) / 2;
    const bool is_at_selection =
        playhead.pass < recording.pass_count() && playhead.step >= recording.StepOf(Stage::Select);
    if (!is_at_selection) {
        const float half = panel.Px(kOffers) / 2;
        pen.Muted().WriteIn({{area.min.x, center - half}, {area.max.x, center + half}},
                            "Step to a selection (Page Down) to take another token there.");
        return y + panel.Px(kOffers);
    }
    float x = pen.Muted().Write({area.min.x, center}, "Take instead, here") + panel.Px(m.margin);
    const std::optional<Selection>& selection = recording.pass(playhead.pass).selection;
    size_t offered = 0;
    for (const Candidate& candidate : panel.derived.candidates) {
        if (selection && candidate.id == selection->id) continue;
        if (++offered > (candidate.probability < kLeastOffered ? kFewestOffered : kMostOffered))
            break;
        const std::string text =
            TokenText(recording, candidate.id) + "  " +
            FormatNumber(candidate.probability, panel.state.preferences.numbers);
        const float width = pen.Width(text) + 2 * panel.Px(m.chip_padding);
        if (x + width > area.max.x) break;
        const Area button =
            AreaAt(x, center - panel.Px(m.chip_height) / 2, width, panel.Px(m.chip_height));
        const std::string id = "branches.take." + std::to_string(candidate.id);
        if (TextButton(id.c_str(), panel.theme, button, std::nullopt, text)) {
            panel.Emit(TakeCandidate{playhead.pass, candidate.id});
        }
        panel.Spot(id, button);
        Tip(panel.theme, button,
            "Its probability is beside it. The Candidates tab of the pass lists all");
        x = button.max.x + panel.Px(m.gap);
    }
    return y + panel.Px(kOffers);
}

// What a branch is called: by the last token that its pass has processed.
std::string HeadOf(const Panel& panel, int branch, const Recording* recording) {
    const int pass = panel.state.ui.playhead.pass;
    if (recording == nullptr || pass >= recording->pass_count())
        return NameOfBranch(panel.state, branch);
    return "… " + TokenText(*recording, recording->pass(pass).tokens.back()) + ", pass " +
           std::to_string(pass);
}

// Why there is nothing to compare.
std::string WhyNothing(const Panel& panel, const Recording* other) {
    const int pass = panel.state.ui.playhead.pass;
    for (const Recording* recording : {panel.state.recording.get(), other}) {
        if (recording == nullptr || pass < recording->pass_count()) continue;
        if (recording->finish_reason() == FinishReason::None) continue;
        return "One of the two branches has no pass " + std::to_string(pass) + ". " +
               Describe(recording->finish_reason(), recording->recipe());
    }
    return "This pass is still being computed …";
}

// The comparison with another branch; the pass itself where there is only one. Returns where it
// ends.
float DrawBelow(const Panel& panel, Area area) {
    const std::optional<int> compared = ComparedBranch(panel.state);
    const int shown = panel.state.document.recipe.branch;
    if (!compared) {
        DrawBranchPass(panel, area,
                       {.name = NameOfBranch(panel.state, shown),
                        .recording = panel.state.recording,
                        .other = nullptr,
                        .scenes = panel.scenes,
                        .prefix = "left."});
        return area.max.y;
    }
    const std::shared_ptr<const Recording>* known = ComparedRecording(panel.state);
    const Recording* other = known ? known->get() : nullptr;
    const std::optional<BranchComparison>& comparison =
        panel.WorkerAs<BranchesWorker>().comparison();
    if (!comparison) {
        Column column{area.min.x, area.max.x, area.min.y + panel.Px(kOffers) / 2};
        WriteParagraph(panel.pen().Muted(), column, WhyNothing(panel, other));
        return column.y;
    }
    return DrawBranchComparison(
        panel, area,
        {HeadOf(panel, shown, panel.state.recording.get()), HeadOf(panel, *compared, other)},
        *comparison);
}

}  // namespace

constinit const ViewRow kBranchesView{
    .view = View::Branches,
    .name = "branches",
    .title = "Branches",
    .tip = "Where other choices lead",
    .key = U'2',
    .draw = DrawBranchesView,
    .make_worker = MakeWorker<BranchesWorker>,
};

void DrawBranchesView(const Panel& panel, Area area) {
    const Metrics& m = panel.theme.metrics;
    const Palette& c = panel.theme.colors();
    BeginPanel("branches", panel.theme, area, c.canvas, true);
    const float margin = panel.Px(m.margin), top = ImGui::GetCursorScreenPos().y;
    const Area inside{{area.min.x + margin, top}, {area.max.x - margin, area.max.y}};
    const bool presents = panel.state.ui.presents;
    if (!presents) DrawTitle(panel, inside, top + panel.Px(kTitleLine));
    float y = top + panel.Px(presents ? kTopPresented : kTop);
    const std::vector<BranchRow> rows = BranchRowsOf(panel.state);
    const float tree = BranchTreeHeight(panel, rows.size());
    DrawBranchTree(panel, {{inside.min.x, y}, {inside.max.x, y + tree}}, rows);
    y += tree;
    if (!presents) y = DrawOffers(panel, inside, y);
    panel.pen().In(c.line).Horizontal(inside.min.x, inside.max.x, y);
    const float height = std::max(top + area.height() - y - panel.Px(m.gap), panel.Px(kLeastBelow));
    const float end = DrawBelow(panel, {{inside.min.x, y}, {inside.max.x, y + height}});
    EndColumn({area.min.x, area.max.x, std::max(end, y) - 1});
    EndPanel();
}

}  // namespace decodescope
