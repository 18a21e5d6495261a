#include "app/views/branches/branches_view.h"

#include <algorithm>

#include "app/apply/branch_commands.h"
#include "app/state/branch_view.h"
#include "app/views/branches/branch_pass.h"
#include "app/views/branches/branch_tree.h"
#include "app/views/branches/branches_view_data.h"
#include "app/views/branches/branches_worker.h"
#include "app/widgets/controls.h"
#include "app/widgets/text.h"
#include "core/explain/narrate.h"
#include "core/run/comparison.h"

namespace decodescope {
namespace {

// At scale 1.
constexpr float kTitleLine = 30, kSentenceLine = 58, kTop = 84;
constexpr float kOffers = 44, kOfferLabel = 212, kHalvesLeast = 280, kFoot = 34;
constexpr size_t kMostOffered = 8, kFewestOffered = 4;
constexpr double kLeastOffered = 0.0005;  // of its probability; the list in Candidates has all

const char* const kSentence =
    "At any selection another token can be taken by hand. What came before is shared, not "
    "recomputed; what follows is another run.";

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
        pen.Muted().WriteShortened({area.min.x, center},
                                   "Step to a selection (Page Down) to take another token there.",
                                   area.width());
        return y + panel.Px(kOffers);
    }
    pen.Muted().Write({area.min.x, center}, "Take instead, here");
    const std::optional<Selection>& selection = recording.pass(playhead.pass).selection;
    float x = area.min.x + panel.Px(kOfferLabel);
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

// The number under the mouse in both branches.
void DrawFoot(const Panel& panel, Area area, const Recording* other) {
    const Pen pen = panel.pen();
    const std::optional<Cell>& cell = panel.state.ui.hovered;
    std::string words = "Numbers that differ between the two are marked.";
    if (cell && other && panel.recording().Has(*cell) && other->Has(*cell)) {
        const NumberFormat& format = panel.state.preferences.numbers;
        words = SymbolOf(panel.recording().config(), *cell) + ": " +
                FormatNumber(panel.recording().At(*cell), format) + " on the left, " +
                FormatNumber(other->At(*cell), format) + " on the right" +
                (Differs(panel.recording(), *other, *cell) ? "" : ", the same");
    }
    pen.Muted().WriteShortened({area.min.x, area.center().y}, words, area.width());
    panel.Spot("branches.difference", area);
}

void DrawHalves(const Panel& panel, Area area) {
    const Pen pen = panel.pen();
    const float gap = panel.Px(panel.theme.metrics.margin);
    const std::optional<int> compared = ComparedBranch(panel.state);
    const std::shared_ptr<const Recording>* known = ComparedRecording(panel.state);
    const std::shared_ptr<const Recording> other = known ? *known : nullptr;
    const Area foot{{area.min.x, area.max.y - panel.Px(kFoot)}, area.max};
    const Area above{area.min, {area.max.x, foot.min.y}};
    const float middle = compared ? above.center().x : above.max.x + gap / 2;
    DrawBranchPass(panel, {above.min, {middle - gap / 2, above.max.y}},
                   {.name = NameOfBranch(panel.state, panel.state.document.recipe.branch),
                    .recording = panel.state.recording,
                    .other = other.get(),
                    .scenes = panel.scenes,
                    .prefix = "left."});
    if (!compared) return;
    pen.In(panel.theme.colors().line).Vertical(middle, above.min.y, above.max.y);
    DrawBranchPass(panel, {{middle + gap / 2, above.min.y}, above.max},
                   {.name = NameOfBranch(panel.state, *compared),
                    .recording = other,
                    .other = panel.state.recording.get(),
                    .scenes = panel.WorkerAs<BranchesWorker>().scenes(),
                    .prefix = "right."});
    DrawFoot(panel, foot, other.get());
}

}  // namespace

constinit const ViewRow kBranchesView{
    .view = View::Branches,
    .name = "branches",
    .title = "Branches",
    .tip = "Where other choices lead",
    .key = U'2',
    .shows_sequence = true,
    .draw = DrawBranchesView,
    .make_worker = MakeWorker<BranchesWorker>,
};

void DrawBranchesView(const Panel& panel, Area area) {
    const Metrics& m = panel.theme.metrics;
    const Palette& c = panel.theme.colors();
    BeginPanel("branches", panel.theme, area, c.canvas, true);
    const Pen pen = panel.pen();
    const float margin = panel.Px(m.margin), top = ImGui::GetCursorScreenPos().y;
    const Area inside{{area.min.x + margin, top}, {area.max.x - margin, area.max.y}};
    pen.In(FontRole::PassTitle).Write({inside.min.x, top + panel.Px(kTitleLine)}, "Branches");
    const float below = pen.In(FontRole::Sentence)
                            .WriteParagraph({inside.min.x, top + panel.Px(kSentenceLine)},
                                            kSentence, inside.width());
    float y = std::max(top + panel.Px(kTop), below);
    const std::vector<BranchRow> rows = BranchRowsOf(panel.state);
    const float tree = BranchTreeHeight(panel, rows.size());
    DrawBranchTree(panel, {{inside.min.x, y}, {inside.max.x, y + tree}}, rows);
    y = DrawOffers(panel, inside, y + tree);
    pen.In(c.line).Horizontal(inside.min.x, inside.max.x, y);
    const float height = std::max(area.max.y - area.min.y - (y - top), panel.Px(kHalvesLeast));
    DrawHalves(panel, {{inside.min.x, y}, {inside.max.x, y + height}});
    ImGui::SetCursorScreenPos({area.min.x, y + height - 1});
    ImGui::Dummy({1, 1});
    EndPanel();
}

}  // namespace decodescope
