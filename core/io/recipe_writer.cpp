#include "core/io/recipe_writer.h"

#include <system_error>

#include "core/base/error.h"
#include "core/io/file.h"
#include "core/io/file_error.h"
#include "core/io/model_writer.h"
#include "core/toml/bounded_toml.h"
#include "core/toml/toml_writer.h"

namespace decodescope {
namespace {

namespace fs = std::filesystem;

std::string TomlOf(double number) { return TomlNumber(number); }
std::string TomlOf(int number) { return std::to_string(number); }
std::string TomlOf(std::uint64_t number) { return TomlUnsigned(number); }

// What is at its default is left out, except for the kind of rule.
std::string FormatRule(const SelectionRule& rule, const std::string& table) {
    std::string text = "\n[" + table + "]\nrule = \"" + std::string(NameOf(rule.kind)) + "\"\n";
    for (const RuleField& field : RuleFields()) {
        if (IsDefault(field, rule)) continue;
        const std::string number =
            WithNumber(field, rule, [](auto value, const auto&) { return TomlOf(value); });
        text += std::string(field.key) + " = " + number + "\n";
    }
    return text;
}

// Without [batch.selection], whose lines follow.
std::string FormatBatch(const BatchPlan& plan) {
    std::string text =
        "\n[batch]\nkind = \"" + std::string(BatchKindNames()[static_cast<size_t>(plan.kind)]) +
        "\"\nslots = " + std::to_string(plan.slots) +
        "\nshares_prompts = " + (plan.shares_prompts ? "true" : "false") + "\nrequests = [\n";
    for (const BatchRequest& request : plan.requests) {
        text += "  { prompt = " + TomlText(request.prompt) +
                ", tokens = " + std::to_string(request.tokens) +
                ", arrives = " + std::to_string(request.arrival_step) + " },\n";
    }
    return text + "]\nsamples = { count = " + std::to_string(plan.samples) +
           ", prompt = " + TomlText(plan.sample.prompt) +
           ", tokens = " + std::to_string(plan.sample.tokens) + " }\n";
}

// Empty where there is only the rule's own branch.
std::string FormatBranches(const Recipe& recipe) {
    if (recipe.branches.size() < 2) return "";
    std::string text;
    if (recipe.branch != 0) text += "branch = " + std::to_string(recipe.branch) + "\n";
    text += "branches = [\n";
    for (size_t i = 1; i < recipe.branches.size(); ++i) {
        std::string choices;
        for (const ByHand& choice : recipe.branches[i]) {
            choices += (choices.empty() ? "" : ", ") + ("{ pass = " + std::to_string(choice.pass)) +
                       ", id = " + std::to_string(choice.id) + " }";
        }
        text += "  [" + choices + "],\n";
    }
    return text + "]\n";
}

// Without links, "." and ".."; where that cannot be found out, as it is named.
fs::path Canonical(const fs::path& path) {
    std::error_code error;
    fs::path canonical = fs::weakly_canonical(path, error);
    return error ? fs::absolute(path, error).lexically_normal() : canonical;
}

// A path as it is written into a file in `folder`: relative where it leads no further away than to
// the folder's parent, so that both can be moved together.
std::string PathFor(const std::string& path, const fs::path& folder) {
    if (path.empty()) return {};
    const fs::path target = Canonical(path);
    const fs::path relative = target.lexically_relative(Canonical(folder));
    const bool leads_away = relative.empty() || (relative.begin() != relative.end() &&
                                                 std::next(relative.begin()) != relative.end() &&
                                                 *std::next(relative.begin()) == "..");
    return leads_away ? target.string() : relative.string();
}

}  // namespace

std::string FormatRecipe(const Recipe& recipe) {
    std::string text =
        "# A recipe of Decodescope: a model, a prompt and how tokens are selected.\n";
    const bool is_inline = recipe.model_path.empty();
    if (!is_inline) text += "model = " + TomlText(recipe.model_path) + "\n";
    if (!is_inline && !recipe.tokenizer_path.empty()) {
        text += "tokenizer = " + TomlText(recipe.tokenizer_path) + "\n";
    }
    text += "prompt = " + TomlText(recipe.prompt) + "\n";
    text += "tokens = " + std::to_string(recipe.tokens) + "\n";
    text += FormatBranches(recipe);
    text += FormatRule(recipe.rule, "selection");
    if (recipe.batch) {
        text += FormatBatch(*recipe.batch);
        text += FormatRule(recipe.batch->sample_rule, "batch.selection");
    }
    if (is_inline) text += "\n" + FormatInlineModel(*recipe.model);
    return text;
}

void WriteRecipeFile(const fs::path& path, const Recipe& recipe) {
    RequireWholePath(path);
    std::error_code ignored;  // writing to such a path fails and says so
    const fs::path folder = fs::absolute(path, ignored).parent_path();
    Recipe placed = recipe;
    placed.model_path = PathFor(recipe.model_path, folder);
    placed.tokenizer_path = PathFor(recipe.tokenizer_path, folder);
    const std::string text = FormatRecipe(placed);
    if (text.size() > kLargestToml) {
        throw Error("the recipe holds its whole model and is larger than " +
                        std::to_string(kLargestToml) + " bytes, too large to be read again",
                    path.string(),
                    "undo the changes to the model, so that its own file can be named");
    }
    WriteFileAtomically(path, text);
}

}  // namespace decodescope
