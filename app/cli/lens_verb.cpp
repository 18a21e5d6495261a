#include "app/cli/lens_verb.h"

#include <algorithm>

#include "app/cli/output.h"
#include "app/cli/playhead_option.h"
#include "app/cli/recipe_options.h"
#include "app/cli/report/columns.h"
#include "app/cli/report/json_writer.h"
#include "app/cli/report_options.h"
#include "app/cli/run_recipe.h"
#include "core/base/number.h"
#include "core/explain/narrate.h"
#include "core/run/logit_lens.h"

namespace decodescope {
namespace {

struct LensOptions {
    RecipeOptions recipe;
    ReportOptions report;
    std::optional<PlayheadTyped> playhead;
    std::optional<int> megabytes;
};

void AddLensOptions(OptionList& list, LensOptions& options) {
    AddRecipe(list, options.recipe);
    AddReportFormat(list, options.report);
    AddOutput(list, options.report.output);
    AddPlayhead(list, options.playhead);
    AddMemory(list, options.megabytes);
}

std::vector<LensLine> LinesOf(const Recording& recording, const Pass& pass) {
    std::vector<LensLine> lines;
    for (int layer = 0; layer < recording.config().layers; ++layer) {
        lines.push_back(LensLineAfter(recording, pass, layer));
    }
    return lines;
}

// --- Text ---------------------------------------------------------------------------------------

constexpr std::string_view kWhatItIs =
    "The final norm and the output matrix applied to what leaves each layer. Only the last line is "
    "part of\nthe pass itself.\n";

std::string TableRow(const std::string& layer, const std::string& best, const std::string& p,
                     const std::string& rank, const std::string& p_selected) {
    constexpr size_t kLayer = 5, kToken = 26, kNumber = 9;
    return PadLeft(layer, kLayer) + "  " + PadRight(best, kToken) + PadLeft(p, kNumber) +
           PadLeft(rank, kNumber) + PadLeft(p_selected, kNumber) + "\n";
}

std::string TextOf(const Recording& recording, const Pass& pass) {
    constexpr int kDecimals = 4;
    const std::vector<LensLine> lines = LinesOf(recording, pass);
    std::string text = PassTitle(pass) + ": " + PassSubtitle(recording, pass) + ".\n";
    text += pass.selection
                ? "rank and the second p: of " + QuotedToken(recording, pass.selection->id) +
                      ", which is selected.\n\n"
                : "Nothing is selected.\n\n";
    text += TableRow("layer", "likeliest after it", "p", "rank", "p");
    for (const LensLine& line : lines) {
        const auto p_of = [](const std::optional<LensToken>& token) {
            return token ? FormatFixed(token->probability, kDecimals) : "NaN";
        };
        text += TableRow(std::to_string(line.layer),
                         line.best ? TokenText(recording, line.best->id) : "", p_of(line.best),
                         line.selected ? std::to_string(line.selected->rank) : "-",
                         line.selected ? p_of(line.selected) : "-");
    }
    if (const auto layer = SettledFrom(lines, recording.config().layers)) {
        text += "\nIt is the likeliest from layer " + std::to_string(*layer) + " on.\n";
    }
    return text;
}

// --- JSON ---------------------------------------------------------------------------------------

void WriteToken(JsonWriter& json, const Recording& recording, std::string_view key,
                const std::optional<LensToken>& token) {
    if (!token) return;
    json.Object(key, [&] {
        json.Field("id", token->id);
        json.Field("text", TokenText(recording, token->id));
        json.Field("probability", token->probability);
        json.Field("rank", token->rank);
    });
}

std::string JsonOf(const Recording& recording, const std::vector<PassPtr>& passes) {
    std::string text;
    JsonWriter json(text, JsonLayout::Indented);
    json.Object([&] {
        json.Field("format", "decodescope-lens");
        json.Field("version", 1);
        json.Array("passes", [&] {
            for (const PassPtr& pass : passes) {
                json.Object([&] {
                    json.Field("pass", pass->index);
                    json.Array("layers", [&] {
                        for (const LensLine& line : LinesOf(recording, *pass)) {
                            json.Object([&] {
                                json.Field("layer", line.layer);
                                WriteToken(json, recording, "best", line.best);
                                WriteToken(json, recording, "selected", line.selected);
                            });
                        }
                    });
                });
            }
        });
    });
    return text + "\n";
}

int RunLens(const LensOptions& options) {
    const Recipe recipe = OpenRecipe(options.recipe);
    const Recording recording = RunRecipe(recipe, options.megabytes);
    std::vector<PassPtr> passes = recording.passes();
    if (options.playhead) {
        const int wanted = ResolvePlayhead(*options.playhead, recipe).pass;
        const int pass = std::min(wanted, recording.pass_count() - 1);
        passes = {recording.passes()[static_cast<size_t>(pass)]};
    }
    std::string text;
    if (options.report.is_json) {
        text = JsonOf(recording, passes);
    } else {
        text = kWhatItIs;
        for (const PassPtr& pass : passes) text += "\n" + TextOf(recording, *pass);
    }
    WriteOutput(options.report.output, text);
    return kExitFine;
}

}  // namespace

const Verb kLensVerb = {
    .name = "lens",
    .arguments = "FILE [options]",
    .summary = "the next token as it could be told after each layer",
    .help =
        "The logit lens: the final norm and the output matrix applied to what leaves each "
        "layer, in every pass.",
    .prepare = Prepare<LensOptions, AddLensOptions, RunLens>};

}  // namespace decodescope
