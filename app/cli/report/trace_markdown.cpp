#include "app/cli/report/trace_markdown.h"

#include "core/base/number.h"
#include "core/explain/narrate.h"
#include "core/explain/transcript.h"
#include "core/run/playhead.h"

namespace decodescope {
namespace {

constexpr int kDecimals = 3;
constexpr int kWidestTable = 16;  // columns of numbers
constexpr size_t kMostCandidates = 10;

// --- Markdown -----------------------------------------------------------------------------------

// Text that is shown as it is: nothing in it is taken for markup, HTML or the end of a table cell.
std::string Escaped(std::string_view text) {
    std::string escaped;
    for (const char c : PrintableUtf8(text)) {
        switch (c) {
            case '<': escaped += "&lt;"; break;
            case '>': escaped += "&gt;"; break;
            case '&': escaped += "&amp;"; break;
            case '\\':
            case '`':
            case '*':
            case '_':
            case '{':
            case '}':
            case '[':
            case ']':
            case '#':
            case '|':
            case '~':
            case '!':
            case '$': escaped += '\\'; [[fallthrough]];
            default: escaped += c;
        }
    }
    return escaped;
}

using Cells = std::vector<std::string>;

std::string TableRow(const Cells& cells) {
    std::string row = "|";
    for (const std::string& cell : cells) row += " " + cell + " |";
    return row + "\n";
}

// The first column is text, the others are numbers.
std::string TableHead(const Cells& cells) {
    std::string rule = "| --- |";
    for (size_t i = 1; i < cells.size(); ++i) rule += " ---: |";
    return TableRow(cells) + rule + "\n";
}

// --- Stages -------------------------------------------------------------------------------------

// How a column is called: a cached row or a token by its name, others by number.
std::string ColumnName(const Recording& recording, Axis axis, int column) {
    if (axis == Axis::KeyPosition) return Escaped(TokenAt(recording, column));
    if (axis == Axis::Vocabulary) return Escaped(TokenText(recording, column));
    return std::to_string(column);
}

int TableWidth(const Recording& recording, const Pass& pass, const TensorInfo& info) {
    return info.columns == Axis::KeyPosition ? pass.last_position() + 1
                                             : Length(recording.config(), info.columns);
}

Cells RowCells(const Numbers& row, int width) {
    Cells cells;
    for (int i = 0; i < width; ++i) {
        cells.push_back(i < row.size() ? FormatFixed(row[i], kDecimals) : "");
    }
    return cells;
}

// One value of one layer: a table row for each position and head.
std::string ValueTable(const Recording& recording, const Pass& pass, TensorId tensor, int layer) {
    const TensorInfo& info = InfoOf(tensor);
    const int width = TableWidth(recording, pass, info);
    const int heads = HeadCount(recording.config(), tensor);
    const bool fits = width <= kWidestTable;

    Cells head_cells{Escaped(info.title) + " (" + Escaped(info.symbol) + ")"};
    for (int i = 0; fits && i < width; ++i) {
        head_cells.push_back(ColumnName(recording, info.columns, i));
    }
    if (!fits) head_cells.push_back(std::to_string(width) + " numbers");

    std::string table = TableHead(head_cells);
    for (int position = pass.first_position; position <= pass.last_position(); ++position) {
        for (int head = 0; head < heads; ++head) {
            const Cell cell{.tensor = tensor, .layer = layer, .head = head, .row = position};
            if (!recording.Has(cell)) continue;
            const std::string suffix = heads > 1 ? ", head " + std::to_string(head) : "";
            Cells cells{Escaped(TokenAt(recording, position)) + suffix};
            const Numbers row = recording.Row(tensor, layer, head, position);
            const Cells numbers =
                fits ? RowCells(row, width) : Cells{Escaped(SayRow(recording, cell))};
            cells.insert(cells.end(), numbers.begin(), numbers.end());
            table += TableRow(cells);
        }
    }
    return table + "\n";
}

std::string StageSection(const Recording& recording, Playhead at) {
    const StageStep step = recording.steps()[static_cast<size_t>(at.step)];
    std::string text = "### Stage " + std::to_string(at.step + 1) + " of " +
                       std::to_string(recording.step_count()) + ": " +
                       Escaped(StepTitle(recording, at)) + "\n\n" +
                       Escaped(StepSentence(recording, at)) + "\n\n";
    for (const TensorId tensor : TensorsOf(recording.config(), step.stage)) {
        text += ValueTable(recording, recording.pass(at.pass), tensor, step.layer);
    }
    return text;
}

// --- Passes -------------------------------------------------------------------------------------

std::string CandidateTable(const Recording& recording, const Pass& pass) {
    std::string table =
        TableHead({"candidate", "ID", "logit", "probability", "after the rule", "kept"});
    std::vector<Candidate> candidates = CandidatesOf(recording, pass.index);
    const size_t all = candidates.size();
    candidates.resize(std::min(all, kMostCandidates));
    for (const Candidate& candidate : candidates) {
        table += TableRow({Escaped(TokenText(recording, candidate.id)),
                           std::to_string(candidate.id), FormatFixed(candidate.logit, kDecimals),
                           FormatFixed(candidate.probability, kDecimals),
                           FormatFixed(candidate.probability_after_rule, kDecimals),
                           candidate.kept ? "yes" : "no: " + Describe(candidate.dropped)});
    }
    if (candidates.size() < all) {
        table += "\nThe first " + std::to_string(candidates.size()) + " of " + std::to_string(all) +
                 " candidates.\n";
    }
    return table + "\n";
}

std::string PassSection(const Recording& recording, const Pass& pass, bool is_full) {
    const Playhead end{pass.index, recording.step_count() - 1};
    std::string text =
        "## " + PassTitle(pass) + ": " + Escaped(PassSubtitle(recording, pass)) + "\n\n";
    for (int step = 0; is_full && step <= end.step; ++step) {
        text += StageSection(recording, {pass.index, step});
    }
    text += "### Candidates\n\n" + CandidateTable(recording, pass);
    if (!is_full) text += Escaped(StepSentence(recording, end)) + "\n\n";
    return text + "Cache: " + std::to_string(pass.cache_length_before) + " before this pass, " +
           std::to_string(pass.cache_length_after) +
           " after it. Waiting: " + Escaped(TraySentence(recording, end)) + ".\n\n";
}

// The counts of all passes, a row each, to come after the last one.
class CountTable {
public:
    void Add(const CheckedPass& checked) {
        const Pass& pass = *checked.pass;
        const PassCheck& check = checked.check;
        rows_ += TableRow(
            {PassTitle(pass), std::to_string(pass.cache_length_before),
             std::to_string(pass.cache_length_after), std::to_string(check.cached_positions),
             check.is_checked ? std::to_string(check.recomputed_positions) : "not checked",
             check.is_checked ? FormatShortest(check.max_abs_difference) : ""});
    }

    std::string Whole(const PassCheck& total) const {
        return TableHead({"pass", "cache before", "cache after", "K and V computed, with the cache",
                          "recomputed without it", "max \\|difference\\|"}) +
               rows_ +
               TableRow({"total", "", "", std::to_string(total.cached_total),
                         total.recomputed_total ? std::to_string(*total.recomputed_total) : "",
                         ""}) +
               "\n";
    }

private:
    std::string rows_;
};

}  // namespace

void WriteTraceAsMarkdown(const TracedRun& traced, GrowingText& out) {
    const Recording& recording = traced.recording();
    std::string& text = out.end();
    text += "# " + Escaped(recording.model().name) + "\n\n";
    if (!recording.model().note.empty()) text += Escaped(recording.model().note) + "\n\n";
    text += "Prompt: " + Escaped(recording.recipe().prompt) + "\n\nSelection rule, " +
            DescribeRule(recording.recipe().rule) + ".\n\n";
    if (traced.disaggregation) text += Describe(*traced.disaggregation) + "\n\n";
    CountTable counts;
    while (const std::optional<CheckedPass> next = traced.Next()) {
        text += PassSection(recording, *next->pass, traced.is_full);
        counts.Add(*next);
        out.Pass();
    }
    text += "## The end\n\n" + Escaped(Describe(recording.finish_reason(), recording.recipe())) +
            " Positions whose K and V were computed:\n\n" + counts.Whole(traced.run.total()) +
            "Text: " +
            Escaped(Detokenize(recording.model().tokenizer, recording.config().begin_token,
                               recording.ids())) +
            "\n";
}

}  // namespace decodescope
