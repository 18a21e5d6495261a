#include "core/io/recipe_file.h"

#include <charconv>
#include <limits>
#include <memory>
#include <utility>

#include "core/base/number.h"
#include "core/io/file.h"
#include "core/io/llama2c.h"
#include "core/io/model_file.h"
#include "core/io/toml_reader.h"
#include "core/io/toml_writer.h"
#include "core/run/branches.h"

namespace decodescope {
namespace {

namespace fs = std::filesystem;

using TokenizerPath = std::optional<fs::path>;

constexpr std::string_view kRecipeKeys[] = {"model",    "tokenizer", "prompt",   "tokens",
                                            "branches", "branch",    "selection"};
constexpr std::string_view kChoiceKeys[] = {"pass", "id"};
constexpr std::string_view kSelectionKeys[] = {"rule",  "temperature", "top_k",
                                               "top_p", "min_p",       "seed"};

// --- What kind of file is this?
// -------------------------------------------------------------------

enum class FileKind { Toml, Llama2c };

// Model files that people have, which this program does not read: known by their first bytes, or by
// their name.
struct ForeignFormat {
    std::string_view name;
    std::string_view extension;
    std::string_view start;
};

constexpr ForeignFormat kForeignFormats[] = {
    {"a GGUF file", ".gguf", "GGUF"}, {"a safetensors file", ".safetensors", {}},
    {"a JSON file", ".json", {}},     {"a PyTorch file", ".pt", "PK\x03\x04"},
    {"a PyTorch file", ".pth", {}},   {"an ONNX file", ".onnx", {}},
};

constexpr std::string_view kReadable =
    "open a TOML model or recipe, or a llama2.c checkpoint (.bin)";

FileKind KindOf(const fs::path& path) {
    // A pipe cannot be looked at twice; what is missing or a folder is explained when it is read.
    if (!fs::is_regular_file(path)) return FileKind::Toml;
    const std::string start = ReadFileStart(path, kLlama2cHeaderSize);
    for (const ForeignFormat& format : kForeignFormats) {
        const bool starts_so =
            !format.start.empty() && start.compare(0, format.start.size(), format.start) == 0;
        if (starts_so || path.extension() == format.extension) {
            throw Error(
                "this is " + std::string(format.name) + ", which is not a format this reads",
                path.string(), std::string(kReadable));
        }
    }
    if (path.extension() == ".toml") return FileKind::Toml;
    if (path.extension() == ".bin") return FileKind::Llama2c;
    // Small integers have zero bytes, and text has none.
    return start.find('\0') == std::string::npos ? FileKind::Toml : FileKind::Llama2c;
}

void RejectTokenizer(const TokenizerPath& tokenizer, const fs::path& path) {
    if (!tokenizer) return;
    throw Error("a TOML model has its tokens in its own file", path.string(),
                "leave out the tokenizer; it is for a llama2.c checkpoint");
}

ModelPtr ModelOf(const TomlDocument& document, const TokenizerPath& tokenizer) {
    RejectTokenizer(tokenizer, document.file_name);
    return std::make_shared<const Model>(ModelFromToml(document, document.root, ""));
}

ModelPtr ReadCheckpoint(const fs::path& path, const TokenizerPath& tokenizer) {
    return std::make_shared<const Model>(ReadLlama2c(path, tokenizer));
}

TomlDocument ReadToml(const fs::path& path) {
    return ParseToml(ReadFile(path, kLargestToml), path.string());
}

ModelPtr ReadModel(const fs::path& path, const TokenizerPath& tokenizer) {
    if (KindOf(path) == FileKind::Llama2c) return ReadCheckpoint(path, tokenizer);
    const TomlDocument document = ReadToml(path);
    if (document.root.Find("model")) {
        throw Error("this is a recipe, not a model", path.string(), "a recipe must name a model");
    }
    return ModelOf(document, tokenizer);
}

// --- Reading
// --------------------------------------------------------------------------------------

class RecipeReader {
public:
    // `tokenizer` is what the person named; it goes before what the recipe says.
    RecipeReader(const TomlDocument& document, TokenizerPath tokenizer)
        : read_(document), root_(document.root), tokenizer_(std::move(tokenizer)) {}

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
            recipe.rule = ReadRule(*selection);
        }
        ReadBranches(recipe);
        return recipe;
    }

private:
    // A path in the file is relative to the file's own folder.
    fs::path PathFrom(const TomlValue& value, const std::string& name) const {
        const fs::path folder = fs::path(read_.document().file_name).parent_path();
        return (folder / read_.Bytes(value, name)).lexically_normal();
    }

    // The example of the model is what a recipe leaves open.
    Recipe ReadModelOf(const TomlValue& value) const {
        if (value.IsTable() && !value.Find("bytes")) {
            RejectTokenizer(tokenizer_, read_.document().file_name);
            return ExampleRecipe(
                std::make_shared<const Model>(ModelFromToml(read_.document(), value, "model.")));
        }
        const fs::path path = PathFrom(value, "model");
        if (!fs::exists(path)) {
            throw read_.Wrong(value.place, "there is no file " + path.string(),
                              "write the path of a model as seen from this file's folder");
        }
        Recipe recipe = ExampleRecipe(ReadModel(path, tokenizer_));
        recipe.model_path = path.string();
        return recipe;
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

    SelectionRule ReadRule(const TomlValue& selection) const {
        read_.RequireKeys(selection, "[selection]", kSelectionKeys, kRecipeKeys);
        SelectionRule rule;
        if (const TomlValue* kind = selection.Find("rule")) {
            rule.kind = read_.Choice<RuleKind>(
                *kind, "selection.rule",
                {{"greedy", RuleKind::Greedy}, {"sample", RuleKind::Sample}});
        }
        const auto number = [&](std::string_view key, double& field) {
            const TomlValue* value = selection.Find(key);
            if (value) field = read_.FiniteNumber(*value, "selection." + std::string(key));
            if (value) CheckAt(*value, [&] { Validate(rule); });
        };
        number("temperature", rule.temperature);
        number("top_p", rule.top_p);
        number("min_p", rule.min_p);
        if (const TomlValue* top_k = selection.Find("top_k")) {
            rule.top_k =
                read_.Integer(*top_k, "selection.top_k", 0, std::numeric_limits<int>::max());
        }
        if (const TomlValue* seed = selection.Find("seed")) rule.seed = ReadSeed(*seed);
        return rule;
    }

    // Puts the place of a value to what is wrong with it.
    template <class Check>
    void CheckAt(const TomlValue& value, const Check& check) const {
        try {
            check();
        } catch (const Error& error) {
            throw read_.Wrong(value.place, error.what_is_wrong, error.expected);
        }
    }

    // TOML's integers end at 2^63; a larger seed is written as a string.
    std::uint64_t ReadSeed(const TomlValue& value) const {
        if (const auto* integer = std::get_if<std::int64_t>(&value.data);
            integer && *integer >= 0) {
            return static_cast<std::uint64_t>(*integer);
        }
        std::uint64_t seed = 0;
        const std::string* text = value.AsString();
        if (text) {
            const auto [end, error] =
                std::from_chars(text->data(), text->data() + text->size(), seed);
            if (error == std::errc() && !text->empty() && end == text->data() + text->size()) {
                return seed;
            }
        }
        throw read_.Wrong(value.place, "the seed is not an integer of at least 0",
                          "write one up to 9223372036854775807, or as a string one up to "
                          "\"18446744073709551615\"");
    }

    TomlReader read_;
    const TomlValue& root_;
    TokenizerPath tokenizer_;
};

// --- Writing
// --------------------------------------------------------------------------------------

std::string SeedText(std::uint64_t seed) {
    constexpr std::uint64_t kLargestInteger = INT64_MAX;
    return seed <= kLargestInteger ? std::to_string(seed) : "\"" + std::to_string(seed) + "\"";
}

// What is at its default is left out, but the rule itself.
std::string FormatRule(const SelectionRule& rule) {
    const SelectionRule usual;
    std::string text = "\n[selection]\nrule = ";
    text += rule.kind == RuleKind::Greedy ? "\"greedy\"\n" : "\"sample\"\n";
    const auto number = [&](const std::string& key, double value, double default_value) {
        if (value != default_value) text += key + " = " + TomlNumber(value) + "\n";
    };
    number("temperature", rule.temperature, usual.temperature);
    if (rule.top_k != usual.top_k) text += "top_k = " + std::to_string(rule.top_k) + "\n";
    number("top_p", rule.top_p, usual.top_p);
    number("min_p", rule.min_p, usual.min_p);
    if (rule.seed != usual.seed) text += "seed = " + SeedText(rule.seed) + "\n";
    return text;
}

// Nothing where there is the rule's own branch alone.
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

// A path as it is written into a file in `folder`: relative where it does not lead further away
// than to the folder's own parent, so that both can be moved together.
std::string PathFor(const std::string& path, const fs::path& folder) {
    if (path.empty()) return {};
    const fs::path target = fs::weakly_canonical(path);
    const fs::path relative = target.lexically_relative(fs::weakly_canonical(folder));
    const bool leads_away = relative.empty() || (relative.begin() != relative.end() &&
                                                 std::next(relative.begin()) != relative.end() &&
                                                 *std::next(relative.begin()) == "..");
    return leads_away ? target.string() : relative.string();
}

}  // namespace

Recipe ParseRecipe(std::string_view text, const std::string& file_name) {
    const TomlDocument document = ParseToml(text, file_name);
    return RecipeReader(document, std::nullopt).Read();
}

Recipe OpenFile(const fs::path& path, const TokenizerPath& tokenizer) {
    ModelPtr model;
    if (KindOf(path) == FileKind::Llama2c) {
        model = ReadCheckpoint(path, tokenizer);
    } else {
        const TomlDocument document = ReadToml(path);  // once: it may come through a pipe
        if (document.root.Find("model")) return RecipeReader(document, tokenizer).Read();
        model = ModelOf(document, tokenizer);
    }
    Recipe recipe = ExampleRecipe(std::move(model));
    recipe.model_path = path.string();
    if (tokenizer) recipe.tokenizer_path = tokenizer->string();
    return recipe;
}

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
    text += FormatRule(recipe.rule);
    if (is_inline) text += "\n" + FormatInlineModel(*recipe.model);
    return text;
}

void WriteRecipeFile(const fs::path& path, const Recipe& recipe) {
    const fs::path folder = fs::absolute(path).parent_path();
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
