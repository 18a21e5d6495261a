#include "core/io/recipe_file.h"

#include <memory>
#include <system_error>
#include <utility>

#include "core/base/error.h"
#include "core/io/file_error.h"
#include "core/io/file_formats.h"
#include "core/io/model_file.h"
#include "core/run/branches.h"
#include "core/toml/toml_reader.h"

namespace decodescope {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kRecipeKeys[] = {"model",    "tokenizer", "prompt",    "tokens",
                                            "branches", "branch",    "selection", "batch"};
constexpr std::string_view kChoiceKeys[] = {"pass", "id"};
constexpr std::string_view kBatchKeys[] = {"kind",     "slots",   "shares_prompts",
                                           "requests", "samples", "selection"};
constexpr std::string_view kRequestKeys[] = {"prompt", "tokens", "arrives"};
constexpr std::string_view kSampleKeys[] = {"count", "prompt", "tokens"};

class RecipeReader {
public:
    RecipeReader(const TomlDocument& document, TokenizerPath tokenizer, WorkProgress* progress)
        : read_(document),
          root_(document.root),
          tokenizer_(std::move(tokenizer)),
          progress_(progress) {}

    Recipe Read() {
        read_.RequireKeys(root_, "", kRecipeKeys);
        if (const TomlValue* tokenizer = root_.Find("tokenizer"); tokenizer && !tokenizer_) {
            tokenizer_ = PathFrom(*tokenizer, "tokenizer");
        }
        Recipe recipe = ReadModelOf(read_.Require(root_, "model", "write model = \"abc.toml\""));
        if (tokenizer_) recipe.tokenizer_path = tokenizer_->string();
        if (const TomlValue* prompt = root_.Find("prompt")) {
            recipe.prompt = read_.Bytes(*prompt, "prompt");
        }
        if (const TomlValue* tokens = root_.Find("tokens")) {
            recipe.tokens = read_.Integer(*tokens, "tokens", 1, kMostSelected);
        }
        if (const TomlValue* selection = root_.Find("selection")) {
            recipe.rule = ReadRule(*selection, "selection");
        }
        if (const TomlValue* batch = root_.Find("batch")) {
            recipe.batch = ReadBatch(*batch);
        }
        ReadBranches(recipe);
        return recipe;
    }

private:
    // A path in the file is relative to the file's own folder.
    fs::path PathFrom(const TomlValue& value, const std::string& name) const {
        const fs::path folder = fs::path(read_.document().file_name).parent_path();
        const fs::path path = (folder / read_.Bytes(value, name)).lexically_normal();
        CheckAt(value, [&] { RequireWholePath(path); });
        return path;
    }

    // What the recipe does not say is as in the model's example.
    Recipe ReadModelOf(const TomlValue& value) const {
        if (value.IsTable() && !value.Find("bytes")) {
            RejectTokenizer();
            return ExampleRecipe(
                std::make_shared<const Model>(ModelFromToml(read_.document(), value, "model.")));
        }
        const fs::path path = PathFrom(value, "model");
        std::error_code error;
        const bool exists = fs::exists(path, error);
        if (!exists) {
            const std::string problem =
                error ? path.string() + " cannot be read: " + FileProblem(error)
                      : "there is no file " + path.string();
            throw read_.Wrong(value.place, problem,
                              "write the path of a model as seen from this file's folder");
        }
        Recipe recipe =
            ExampleRecipe(std::make_shared<const Model>(ReadModel(path, tokenizer_, progress_)));
        recipe.model_path = path.string();
        return recipe;
    }

    void RejectTokenizer() const {
        if (!tokenizer_) return;
        throw Error("a [model] table has its tokens in itself", read_.document().file_name,
                    "leave out the tokenizer; it is for " + FormatsWithTokenizer());
    }

    void ReadBranches(Recipe& recipe) const {
        if (const TomlValue* branches = root_.Find("branches")) {
            for (const TomlValue& branch : read_.Array(*branches, "branches", {})) {
                recipe.branches.push_back(ReadBranch(branch, recipe.model->config.vocabulary_size));
            }
            CheckAt(*branches, [&] { ValidateBranches(recipe); });
        }
        if (const TomlValue* branch = root_.Find("branch")) {
            recipe.branch =
                read_.Integer(*branch, "branch", 0, static_cast<int>(recipe.branches.size()) - 1);
        }
    }

    Branch ReadBranch(const TomlValue& value, int vocabulary_size) const {
        Branch branch;
        for (const TomlValue& choice : read_.Array(value, "branches", {})) {
            read_.RequireKeys(choice, "a choice by hand", kChoiceKeys, kRecipeKeys);
            const TomlValue& pass = read_.Require(choice, "pass", "write { pass = 0, id = 2 }");
            const TomlValue& id = read_.Require(choice, "id", "write { pass = 0, id = 2 }");
            branch.push_back({read_.Integer(pass, "pass", 0, kMostSelected - 1),
                              read_.Integer(id, "id", 0, vocabulary_size - 1)});
        }
        return branch;
    }

    SelectionRule ReadRule(const TomlValue& selection, const std::string& name) const {
        std::vector<std::string_view> keys = {"rule"};
        for (const RuleField& field : RuleFields()) keys.push_back(field.key);
        read_.RequireKeys(selection, "[" + name + "]", keys, kRecipeKeys);
        SelectionRule rule;
        if (const TomlValue* kind = selection.Find("rule")) {
            rule.kind = static_cast<RuleKind>(read_.Choice(*kind, name + ".rule", RuleKindNames()));
        }
        for (const RuleField& field : RuleFields()) {
            const TomlValue* value = selection.Find(field.key);
            if (!value) continue;
            WithNumber(field, rule, [&](auto& number, const auto& range) {
                ReadNumber(*value, name + "." + std::string(field.key), range, number);
            });
            CheckAt(*value, [&] { Validate(rule); });
        }
        return rule;
    }

    void ReadNumber(const TomlValue& value, const std::string& name, const RuleRange<double>&,
                    double& number) const {
        number = read_.FiniteNumber(value, name);
    }
    void ReadNumber(const TomlValue& value, const std::string& name, const RuleRange<int>& range,
                    int& number) const {
        number = read_.Integer(value, name, range.least, range.most);
    }
    void ReadNumber(const TomlValue& value, const std::string& name,
                    const RuleRange<std::uint64_t>&, std::uint64_t& number) const {
        number = read_.Unsigned(value, name);
    }

    // --- The batch ------------------------------------------------------------------------------

    BatchPlan ReadBatch(const TomlValue& table) const {
        read_.RequireKeys(table, "[batch]", kBatchKeys, kRecipeKeys);
        BatchPlan plan;
        if (const TomlValue* kind = table.Find("kind")) {
            plan.kind = static_cast<BatchKind>(read_.Choice(*kind, "batch.kind", BatchKindNames()));
        }
        ReadInteger(table, "slots", "batch", 1, kMostSlots, plan.slots);
        if (const TomlValue* shares = table.Find("shares_prompts"))
            plan.shares_prompts = read_.Boolean(*shares, "batch.shares_prompts");
        ReadRequests(
            read_.Require(table, "requests",
                          "write requests = [{ prompt = \"…\", tokens = 8, arrives = 0 }]"),
            plan);
        if (const TomlValue* samples = table.Find("samples")) ReadSamples(*samples, plan);
        if (const TomlValue* rule = table.Find("selection"))
            plan.sample_rule = ReadRule(*rule, "batch.selection");
        return plan;
    }

    void ReadRequests(const TomlValue& list, BatchPlan& plan) const {
        const TomlValue::Array& requests = read_.Array(list, "batch.requests", {});
        if (requests.empty() || requests.size() > kMostRequests) {
            throw read_.Wrong(list.place,
                              "batch.requests has the length " + std::to_string(requests.size()),
                              "a batch has 1 to " + std::to_string(kMostRequests) + " requests");
        }
        for (size_t i = 0; i < requests.size(); ++i) {
            const std::string name = "batch.requests[" + std::to_string(i) + "]";
            plan.requests.push_back(ReadRequest(requests[i], name));
        }
    }

    BatchRequest ReadRequest(const TomlValue& table, const std::string& name) const {
        read_.RequireKeys(table, name, kRequestKeys);
        BatchRequest request;
        request.prompt =
            read_.Bytes(read_.Require(table, "prompt", "write { prompt = \"…\", tokens = 8 }"),
                        name + ".prompt");
        ReadInteger(table, "tokens", name, 1, kMostSelected, request.tokens);
        ReadInteger(table, "arrives", name, 0, kLatestArrival, request.arrival_step);
        return request;
    }

    void ReadSamples(const TomlValue& table, BatchPlan& plan) const {
        const std::string name = "batch.samples";
        read_.RequireKeys(table, name, kSampleKeys);
        ReadInteger(table, "count", name, 1, kMostRequests, plan.samples);
        ReadInteger(table, "tokens", name, 1, kMostSelected, plan.sample.tokens);
        if (const TomlValue* prompt = table.Find("prompt"))
            plan.sample.prompt = read_.Bytes(*prompt, name + ".prompt");
    }

    // A key that may be left out; then the number stays as it is.
    void ReadInteger(const TomlValue& table, std::string_view key, const std::string& name,
                     int least, int most, int& number) const {
        const TomlValue* value = table.Find(key);
        if (value) number = read_.Integer(*value, name + "." + std::string(key), least, most);
    }

    // Adds the place of a value to an Error about it.
    template <class Check>
    void CheckAt(const TomlValue& value, const Check& check) const {
        try {
            check();
        } catch (const Error& error) {
            throw read_.Wrong(value.place, error.what_is_wrong, error.expected);
        }
    }

    TomlReader read_;
    const TomlValue& root_;
    TokenizerPath tokenizer_;
    WorkProgress* progress_;
};

}  // namespace

Recipe ParseRecipe(std::string_view text, const std::string& file_name) {
    const TomlDocument document = ParseToml(text, file_name);
    return RecipeReader(document, std::nullopt, nullptr).Read();
}

Recipe RecipeFromToml(const TomlDocument& document, const std::optional<fs::path>& tokenizer,
                      WorkProgress* progress) {
    return RecipeReader(document, tokenizer, progress).Read();
}

}  // namespace decodescope
