#include "app/cli/recipe_options.h"

#include <algorithm>

#include "app/cli/assets.h"
#include "app/cli/parse.h"
#include "app/cli/progress.h"
#include "core/base/error.h"
#include "core/io/file_formats.h"
#include "core/run/branches.h"
#include "core/tokenizer/token_display.h"

namespace decodescope {
namespace {

using Text = const std::string&;
using O = RecipeOptions;

// --- The tables ---------------------------------------------------------------------------------

constexpr OptionRow<O> kPromptRows[] = {
    {"--prompt", "TEXT", [](O& o, Text v, Text) { o.prompt = v; },
     "the prompt; overrides the recipe's"},
};

constexpr OptionRow<O> kTokensRows[] = {
    {"--tokens", "G", [](O& o, Text v, Text n) { o.tokens = ParseInteger(v, n, 1, kMostSelected); },
     "number of tokens to select, at most 4096, so G passes are run: one prefill and G - 1 decode "
     "passes"},
};

constexpr OptionRow<O> kRuleRows[] = {
    {"--rule", "greedy|sample",
     [](O& o, Text v, Text n) {
         o.rule.kind = static_cast<RuleKind>(ParseChoice(v, n, RuleKindNames()));
     },
     "the selection rule; the options after it, down to --seed, are for sample"},
};

constexpr OptionRow<O> kByHandRows[] = {
    {"--by-hand", "PASS:TOKEN,...", [](O& o, Text v, Text) { o.by_hand = v; },
     "take these tokens in these passes, whatever the rule says: by text, else by ID; #2 is always "
     "ID 2"},
};

void AddRuleFields(OptionList& list, RuleOptions& options) {
    for (const RuleField& field : RuleFields()) {
        const auto set = [&options, &field](Text value) {
            ParseRuleField(field, value, options.typed);
            options.given.push_back(&field);
        };
        list.Add({.name = field.option(),
                  .argument = std::string(field.argument),
                  .help = std::string(field.help),
                  .set = set});
    }
}

// --- What was typed, applied to a recipe --------------------------------------------------------

// What only sampling uses is refused where the rule is greedy, never ignored.
void ApplyRule(const RuleOptions& options, SelectionRule& rule) {
    rule.kind = options.kind.value_or(rule.kind);
    for (const RuleField& field : RuleFields()) {
        if (std::ranges::find(options.given, &field) == options.given.end()) continue;
        if (rule.kind == RuleKind::Greedy) {
            throw Error("the greedy rule does not use it", field.option(), "add --rule sample");
        }
        CopyField(field, options.typed, rule);
    }
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

// With progress where a person is watching.
Recipe OpenShown(const std::string& file, const std::optional<std::string>& tokenizer) {
    WorkProgress progress;
    const Progress shown("opening " + PrintableUtf8(file), "%", progress);
    return OpenFile(file, tokenizer, &progress);
}

}  // namespace

void AddFile(OptionList& list, RecipeOptions& options, FileNeed need) {
    list.Add({.name = "FILE",
              .argument = "",
              .help = ReadableFormats(),
              .set = [&options](Text value) { options.file = value; },
              .path = PathUse::Reads,
              .is_required = need == FileNeed::Required});
}

void AddTokenizer(OptionList& list, RecipeOptions& options) {
    list.Add({.name = "--tokenizer",
              .argument = "FILE",
              .help = "tokenizer of " + FormatsWithTokenizer() +
                      " (default: one that is in the same folder)",
              .set = [&options](Text value) { options.tokenizer = value; },
              .path = PathUse::Reads});
}

void AddSelection(OptionList& list, RecipeOptions& options) {
    list.Add(options, kTokensRows);
    AddTokenizer(list, options);
    list.Add(options, kRuleRows);
    AddRuleFields(list, options.rule);
}

void AddRecipe(OptionList& list, RecipeOptions& options, FileNeed need) {
    AddFile(list, options, need);
    list.Add(options, kPromptRows);
    AddSelection(list, options);
    list.Add(options, kByHandRows);
}

Recipe OpenRecipe(const RecipeOptions& options) {
    if (!options.file && options.tokenizer) {
        throw Error("the ABC model has no use for a tokenizer", "--tokenizer",
                    "name the model that it belongs to");
    }
    return Overridden(
        !options.file ? OpenFile(DefaultModelPath()) : OpenShown(*options.file, options.tokenizer),
        options);
}

Recipe Overridden(Recipe recipe, const RecipeOptions& options) {
    recipe.prompt = options.prompt.value_or(recipe.prompt);
    recipe.tokens = options.tokens.value_or(recipe.tokens);
    ApplyRule(options.rule, recipe.rule);
    if (options.by_hand) TakeByHand(*options.by_hand, recipe);
    return recipe;
}

}  // namespace decodescope
