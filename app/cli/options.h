// Everything that can be typed behind a verb, and the one table of it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/cli/cli.h"
#include "app/cli/cost_options.h"
#include "app/cli/parse.h"
#include "core/engine/selection.h"
#include "core/io/socket.h"
#include "core/run/recipe.h"
#include "core/serve/disaggregation.h"

namespace CLI {
class App;
}

namespace decodescope {

enum class Verb : unsigned {
    Window = 1,
    Trace = 2,
    Check = 4,
    Screenshot = 8,
    Loop = 16,
    Batch = 32,
    Prefill = 64,
    Decode = 128,
    Cost = 256,
    Mistakes = 512,
};

enum class TraceFormat { Text, Json, Csv, Markdown };

// As typed. What is absent was not typed: the recipe, or the window, decides.
struct Options {
    std::optional<std::string> file;

    // Overrides of the recipe.
    std::optional<std::string> prompt;
    std::optional<int> tokens;
    std::optional<std::string> tokenizer;
    std::optional<RuleKind> rule;
    std::optional<double> temperature;
    std::optional<int> top_k;
    std::optional<double> top_p;
    std::optional<double> min_p;
    std::optional<std::uint64_t> seed;
    std::optional<std::string> by_hand;  // "0:2,3:tea"

    TraceFormat format = TraceFormat::Text;
    bool is_full = true;
    std::optional<std::string> output;

    // Handing over.
    TransferProtocol protocol = TransferProtocol::FirstToken;
    bool sends_trace = true;
    std::optional<Address> to;
    std::optional<Address> listen;
    std::optional<std::string> cache;
    Patience patience = std::chrono::seconds(30);

    std::optional<std::string> mistake;  // by its name; absent: all of them
    bool edits_embedding = false;        // what makes a cache stale; else the prompt
    bool lists = false;  // name what can be chosen (mistakes, machines), run nothing

    // Of a batch.
    std::vector<std::string> prompts;  // each --prompt
    std::optional<std::string> prompts_file;
    std::optional<int> samples;
    std::optional<int> slots;
    std::vector<int> arrival_step;  // in the order of the rows
    bool is_unshared = false;

    CostOptions cost;

    std::optional<PlayheadWish> playhead;
    std::optional<WindowSize> size;
    std::optional<double> scale;
    std::optional<ThemeChoice> theme;
    std::optional<std::string> view;
    std::optional<std::string> ui_log;
};

// Adds the options of a verb to a parser, which will fill in `options`. The parser's callbacks
// throw Error for what cannot be read.
void AddOptions(CLI::App& app, Verb verb, Options& options);

// The recipe in options.file, or the ABC model's where there is none, with the overrides applied.
// Throws Error where the file cannot be opened or an override does not fit.
Recipe OpenRecipe(const Options& options);

}  // namespace decodescope
