#include "app/cli/options.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <limits>

#include "app/cli/assets.h"
#include "core/base/error.h"
#include "core/io/file_formats.h"
#include "core/run/branches.h"
#include "core/serve/batch.h"

namespace decodescope {
namespace {

constexpr double kHottest = 1e6;

// --- Words for a choice -------------------------------------------------------------------------

template <class T>
struct Choice {
    const char* name;
    T value;
};

constexpr Choice<RuleKind> kRules[] = {{"greedy", RuleKind::Greedy}, {"sample", RuleKind::Sample}};
constexpr Choice<TraceFormat> kFormats[] = {{"text", TraceFormat::Text},
                                            {"json", TraceFormat::Json},
                                            {"csv", TraceFormat::Csv},
                                            {"markdown", TraceFormat::Markdown}};
constexpr Choice<TraceFormat> kReportFormats[] = {{"text", TraceFormat::Text},
                                                  {"json", TraceFormat::Json}};
constexpr Choice<bool> kEdits[] = {{"prompt", false}, {"embedding", true}};
constexpr Choice<bool> kSwitch[] = {{"on", true}, {"off", false}};
constexpr Choice<bool> kValueSets[] = {{"summary", false}, {"full", true}};
constexpr Choice<TransferProtocol> kProtocols[] = {
    {"first-token", TransferProtocol::FirstToken},
    {"last-position", TransferProtocol::LastPosition}};
constexpr Choice<bool> kSent[] = {{"trace", true}, {"cache", false}};
constexpr Choice<ThemeChoice> kThemes[] = {{"light", ThemeChoice::Light},
                                           {"dark", ThemeChoice::Dark}};

template <class T, size_t N>
T Choose(const Choice<T> (&choices)[N], const std::string& text, const std::string& option) {
    std::string names;
    for (const Choice<T>& choice : choices) {
        if (text == choice.name) return choice.value;
        names += (names.empty() ? "" : " or ") + std::string(choice.name);
    }
    throw Error("'" + text + "' is not one of the choices", option, "write " + names);
}

// --- The table ----------------------------------------------------------------------------------

constexpr unsigned kWindow = static_cast<unsigned>(Verb::Window);
constexpr unsigned kTrace = static_cast<unsigned>(Verb::Trace);
constexpr unsigned kCheck = static_cast<unsigned>(Verb::Check);
constexpr unsigned kScreenshot = static_cast<unsigned>(Verb::Screenshot);
constexpr unsigned kPrefill = static_cast<unsigned>(Verb::Prefill);
constexpr unsigned kDecode = static_cast<unsigned>(Verb::Decode);
constexpr unsigned kMistakes = static_cast<unsigned>(Verb::Mistakes);
constexpr unsigned kBatch = static_cast<unsigned>(Verb::Batch);
constexpr unsigned kCost = static_cast<unsigned>(Verb::Cost);
constexpr unsigned kLoop = static_cast<unsigned>(Verb::Loop);
constexpr unsigned kOneRun =
    kWindow | kTrace | kCheck | kScreenshot | kPrefill | kMistakes | kCost | kLoop;
constexpr unsigned kAll = kOneRun | kBatch;

using Text = const std::string&;

struct OptionRow {
    const char* name;
    const char* argument;  // empty: there is none
    unsigned verbs;
    void (*set)(Options& options, Text value, Text name);
    const char* help;
    bool repeats = false;
};

// "0,0,3": steps at which rows join.
std::vector<int> ParseArrivalSteps(Text text, Text name) {
    std::vector<int> arrival_step;
    for (size_t at = 0; at <= text.size();) {
        const size_t end = std::min(text.find(',', at), text.size());
        arrival_step.push_back(
            static_cast<int>(ParseInteger(text.substr(at, end - at), name, 0, kLatestArrival)));
        at = end + 1;
    }
    return arrival_step;
}

constexpr OptionRow kOptions[] = {
    {"--prompt", "TEXT", kOneRun, [](Options& o, Text v, Text) { o.prompt = v; },
     "the prompt; overrides the recipe's"},
    {"--prompt", "TEXT", kBatch, [](Options& o, Text v, Text) { o.prompts.push_back(v); },
     "a row's prompt; may be given again, a row each (default: the recipe's)", true},
    {"--prompts", "FILE", kBatch, [](Options& o, Text v, Text) { o.prompts_file = v; },
     "a file with a prompt a line, a row each"},
    {"--samples", "N", kBatch,
     [](Options& o, Text v, Text n) {
         o.samples = static_cast<int>(ParseInteger(v, n, 1, kMostRequests));
     },
     "so many samples of one prompt, with the seed and those behind it"},
    {"--slots", "S", kBatch,
     [](Options& o, Text v, Text n) {
         o.slots = static_cast<int>(ParseInteger(v, n, 1, kMostSlots));
     },
     "how many rows are decoded at once (default: all); the others wait"},
    {"--join", "STEP,STEP,...", kBatch,
     [](Options& o, Text v, Text n) { o.arrival_step = ParseArrivalSteps(v, n); },
     "from which steps on the rows wait for a slot, in their order (default: 0)"},
    {"--sharing", "on|off", kBatch,
     [](Options& o, Text v, Text n) { o.is_unshared = !Choose(kSwitch, v, n); },
     "whether equal prompts are computed once (default: on)"},
    {"--tokens", "G", kAll,
     [](Options& o, Text v, Text n) {
         o.tokens = static_cast<int>(ParseInteger(v, n, 1, kMostSelected));
     },
     "how many tokens to select, so G passes run: one prefill, G - 1 decode passes"},
    {"--tokenizer", "FILE", kAll | kDecode, [](Options& o, Text v, Text) { o.tokenizer = v; },
     "the tokenizer for a llama2.c .bin (default: one that lies beside it)"},
    {"--rule", "greedy|sample", kAll,
     [](Options& o, Text v, Text n) { o.rule = Choose(kRules, v, n); },
     "the selection rule; the five options below are for sample"},
    {"--temperature", "T", kAll,
     [](Options& o, Text v, Text n) { o.temperature = ParseReal(v, n, 0, kHottest); },
     "0 is greedy, 1 leaves the probabilities as they are"},
    {"--top-k", "K", kAll,
     [](Options& o, Text v, Text n) {
         o.top_k = static_cast<int>(ParseInteger(v, n, 0, std::numeric_limits<int>::max()));
     },
     "keep the K likeliest; 0: no limit"},
    {"--top-p", "P", kAll,
     [](Options& o, Text v, Text n) {
         o.top_p = ParseReal(v, n, std::numeric_limits<double>::min(), 1);
     },
     "keep the smallest set whose probability reaches P, above 0 up to 1"},
    {"--min-p", "P", kAll, [](Options& o, Text v, Text n) { o.min_p = ParseReal(v, n, 0, 1); },
     "keep those with at least P times the largest probability, 0 to 1"},
    {"--seed", "N", kAll, [](Options& o, Text v, Text n) { o.seed = ParseSeed(v, n); },
     "of the draws; the same seed draws the same numbers"},
    {"--format", "text|json", kBatch,
     [](Options& o, Text v, Text n) { o.format = Choose(kReportFormats, v, n); },
     "text (the default) is a grid that can be read aloud"},
    {"--by-hand", "PASS:TOKEN,...", kOneRun, [](Options& o, Text v, Text) { o.by_hand = v; },
     "take these tokens (by text or ID) at these passes, whatever the rule says"},
    {"--format", "text|json|csv|markdown", kTrace | kDecode,
     [](Options& o, Text v, Text n) { o.format = Choose(kFormats, v, n); },
     "text (the default) is a transcript that can be read aloud"},
    {"--values", "summary|full", kTrace | kDecode,
     [](Options& o, Text v, Text n) { o.is_full = Choose(kValueSets, v, n); },
     "full (the default): every intermediate; summary: counts, logits, candidates"},
    {"--format", "text|json", kMistakes | kLoop,
     [](Options& o, Text v, Text n) { o.format = Choose(kReportFormats, v, n); },
     "text (the default), or json for scripts"},
    {"--mistake", "NAME", kMistakes, [](Options& o, Text v, Text) { o.mistake = v; },
     "this one alone, or none for the sound run; default: all of them, one after the other"},
    {"--edit", "prompt|embedding", kMistakes,
     [](Options& o, Text v, Text n) { o.edits_embedding = Choose(kEdits, v, n); },
     "what was edited when the stale cache was kept (default: the prompt)"},
    {"--list", "", kMistakes, [](Options& o, Text, Text) { o.lists = true; },
     "name the mistakes and what each does; needs no FILE"},
    {"--format", "text|json", kCost,
     [](Options& o, Text v, Text n) { o.format = Choose(kReportFormats, v, n); },
     "text (the default) or JSON"},
    {"--hardware", "NAME", kCost, [](Options& o, Text v, Text) { o.cost.hardware = v; },
     "adds a modelled part: the machine, by a name of --list; the five options below are its own"},
    {"--shape", "NAME", kCost, [](Options& o, Text v, Text) { o.cost.shape = v; },
     "a well-known model's, by a name of --list (default: the file's)"},
    {"--batch", "B", kCost,
     [](Options& o, Text v, Text n) { o.cost.batch = ParseInteger(v, n, 1, kMostBatch); },
     "sequences that share each step (default: 1)"},
    {"--context", "N", kCost,
     [](Options& o, Text v, Text n) { o.cost.context = ParseInteger(v, n, 1, kMostContext); },
     "positions that each of them attends to (default: 1024)"},
    {"--weights-format", "NAME", kCost, [](Options& o, Text v, Text) { o.cost.weights = v; },
     "of the weights, by a name of --list (default: bf16)"},
    {"--cache-format", "NAME", kCost, [](Options& o, Text v, Text) { o.cost.cache = v; },
     "of the cache's numbers (default: bf16)"},
    {"--list", "", kCost, [](Options& o, Text, Text) { o.lists = true; },
     "the names of machines, shapes and formats, with their sources"},
    {"-o", "FILE", kTrace | kCheck | kBatch | kDecode | kMistakes | kCost | kLoop,
     [](Options& o, Text v, Text) { o.output = v; },
     "instead of stdout; replaced as a whole or not at all"},
    {"--protocol", "first-token|last-position", kPrefill,
     [](Options& o, Text v, Text n) { o.protocol = Choose(kProtocols, v, n); },
     "first-token (the default): select it here, ship all N positions; last-position: ship N - 1, "
     "the "
     "decode worker processes the last one and selects"},
    {"--ship", "trace|cache", kPrefill,
     [](Options& o, Text v, Text n) { o.sends_trace = Choose(kSent, v, n); },
     "trace (the default): the prefill's values too, so that decode writes the whole trace; cache: "
     "what "
     "serving needs and no more"},
    {"-o", "CACHE", kPrefill, [](Options& o, Text v, Text) { o.output = v; },
     "the cache file; replaced as a whole or not at all"},
    {"--to", "[HOST:]PORT", kPrefill, [](Options& o, Text v, Text n) { o.to = ParseAddress(v, n); },
     "send it to a decode worker that listens there, instead of writing a file"},
    {"--cache", "CACHE", kDecode, [](Options& o, Text v, Text) { o.cache = v; },
     "the cache file that decodescope prefill wrote"},
    {"--listen", "[HOST:]PORT", kDecode,
     [](Options& o, Text v, Text n) { o.listen = ParseAddress(v, n); },
     "wait there for one prefill worker; without HOST this machine alone, 0: any port that is "
     "free"},
    {"--timeout", "SECONDS", kPrefill | kDecode,
     [](Options& o, Text v, Text n) {
         o.patience = Patience(static_cast<int>(1000 * ParseReal(v, n, 0.1, 3600)));
     },
     "how long the other side may do nothing (default: 30)"},
    {"-o", "OUT.png", kScreenshot, [](Options& o, Text v, Text) { o.output = v; },
     "the picture; replaced as a whole or not at all"},
    {"--playhead", "PASS:STAGE[:LAYER]", kWindow | kScreenshot | kLoop,
     [](Options& o, Text v, Text n) { o.playhead = ParsePlayhead(v, n); },
     "start, or a pass from 0 and a stage such as append, or a step's number from 0"},
    {"--size", "WxH", kWindow | kScreenshot,
     [](Options& o, Text v, Text n) { o.size = ParseSize(v, n); }, "in pixels, such as 1600x900"},
    {"--scale", "X", kWindow | kScreenshot,
     [](Options& o, Text v, Text n) { o.scale = ParseReal(v, n, 0.5, 4); },
     "of text and distances, 0.5 to 4"},
    {"--view", "NAME", kWindow | kScreenshot, [](Options& o, Text v, Text) { o.view = v; },
     "the view to show; the window knows which there are"},
    {"--theme", "light|dark", kWindow | kScreenshot,
     [](Options& o, Text v, Text n) { o.theme = Choose(kThemes, v, n); }, "the colours"},
    {"--ui-log", "FILE", kWindow, [](Options& o, Text v, Text) { o.ui_log = v; },
     "append a line of JSON whenever what is shown has changed"},
};

// --- The rule -----------------------------------------------------------------------------------

// Overrides a rule. What only sampling uses is refused where the rule is greedy, never ignored.
void ApplyRule(const Options& options, SelectionRule& rule) {
    rule.kind = options.rule.value_or(rule.kind);
    const std::pair<const char*, bool> given[] = {
        {"--temperature", options.temperature.has_value()},
        {"--top-k", options.top_k.has_value()},
        {"--top-p", options.top_p.has_value()},
        {"--min-p", options.min_p.has_value()},
        {"--seed", options.seed.has_value()}};
    for (const auto& [name, is_given] : given) {
        if (is_given && rule.kind == RuleKind::Greedy) {
            throw Error("the greedy rule does not use it", name, "add --rule sample");
        }
    }
    rule.temperature = options.temperature.value_or(rule.temperature);
    rule.top_k = options.top_k.value_or(rule.top_k);
    rule.top_p = options.top_p.value_or(rule.top_p);
    rule.min_p = options.min_p.value_or(rule.min_p);
    rule.seed = options.seed.value_or(rule.seed);
    Validate(rule);
}

// Puts the recipe on the branch that was typed.
void TakeByHand(const std::string& text, Recipe& recipe) {
    const Branch wanted = ParseByHand(text, "--by-hand", *recipe.model);
    if (wanted.empty()) throw Error("there is no choice", "--by-hand", "write 0:tea or 0:#2");
    if (wanted.back().pass >= recipe.tokens) {
        throw Error("there is no pass " + std::to_string(wanted.back().pass), "--by-hand",
                    "with --tokens " + std::to_string(recipe.tokens) + " passes go from 0 to " +
                        std::to_string(recipe.tokens - 1));
    }
    const auto found = std::ranges::find(recipe.branches, wanted);
    recipe.branch = static_cast<int>(found - recipe.branches.begin());
    if (found == recipe.branches.end()) recipe.branches.push_back(wanted);
    ValidateBranches(recipe);
}

}  // namespace

void AddOptions(CLI::App& app, Verb verb, Options& options) {
    app.add_option_function<std::string>(
           "FILE", [&options](Text value) { options.file = value; },
           ReadableFormats())
        ->type_name("")
        ->required(verb != Verb::Window && verb != Verb::Mistakes && verb != Verb::Cost);
    for (const OptionRow& row : kOptions) {
        if ((row.verbs & static_cast<unsigned>(verb)) == 0) continue;
        if (*row.argument == '\0') {
            app.add_flag_callback(
                row.name, [&options, &row] { row.set(options, {}, row.name); }, row.help);
            continue;
        }
        if (row.repeats) {
            const auto set_each = [&options, &row](const std::vector<std::string>& values) {
                for (Text value : values) row.set(options, value, row.name);
            };
            app.add_option_function<std::vector<std::string>>(row.name, set_each, row.help)
                ->type_name(row.argument)
                ->allow_extra_args(false);
            continue;
        }
        app.add_option_function<std::string>(
               row.name, [&options, &row](Text value) { row.set(options, value, row.name); },
               row.help)
            ->type_name(row.argument);
    }
}

Recipe OpenRecipe(const Options& options) {
    if (!options.file && options.tokenizer) {
        throw Error("the ABC model has no use for a tokenizer", "--tokenizer",
                    "name the .bin model that it belongs to");
    }
    Recipe recipe =
        !options.file ? OpenFile(DefaultModelPath()) : OpenFile(*options.file, options.tokenizer);
    recipe.prompt = options.prompt.value_or(recipe.prompt);
    recipe.tokens = options.tokens.value_or(recipe.tokens);
    ApplyRule(options, recipe.rule);
    if (options.by_hand) TakeByHand(*options.by_hand, recipe);
    return recipe;
}

}  // namespace decodescope
