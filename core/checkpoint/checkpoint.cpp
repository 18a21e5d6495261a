#include "core/checkpoint/checkpoint.h"

#include <set>

#include "core/base/error.h"
#include "core/base/utf8.h"
#include "core/checkpoint/bounded_json.h"
#include "core/checkpoint/checkpoint_weights.h"
#include "core/checkpoint/gguf_tokenizer.h"
#include "core/checkpoint/safetensors.h"
#include "core/checkpoint/tokenizer_json.h"
#include "core/model/weights.h"
#include "core/tokenizer/token_display.h"

namespace decodescope {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kLargestConfig = std::size_t{1} << 20;

// --- Settings ------------------------------------------------------------------------------------

Settings SettingsOf(const Gguf& gguf) {
    Settings settings(gguf.file);
    for (const auto& [key, value] : gguf.metadata) {
        if (const auto text = value.Text()) {
            settings.Set(key, std::string(*text));
        } else if (const auto flag = value.Boolean()) {
            settings.Set(key, *flag);
        } else if (const auto integer = value.Integer()) {
            settings.Set(key, *integer);
        } else if (const auto number = value.Number()) {
            settings.Set(key, *number);
        } else {
            settings.Set(key, Settings::Other{});
        }
    }
    return settings;
}

Settings::Value ValueOf(const Json& json) {
    if (json.is_string()) return json.get<std::string>();
    if (json.is_boolean()) return json.get<bool>();
    if (json.is_number_float()) return json.get<double>();
    constexpr std::uint64_t kMost = std::uint64_t{1} << 62;
    const bool is_too_large = json.is_number_unsigned() && json.get<std::uint64_t>() > kMost;
    if (json.is_number_integer() && !is_too_large) return json.get<std::int64_t>();
    return Settings::Other{};
}

Settings SettingsOf(const Json& json, const std::string& file) {
    Settings settings(file);
    for (const auto& [name, value] : json.items()) {
        if (value.is_null()) continue;
        settings.Set(name, ValueOf(value));
        if (!value.is_object()) continue;
        for (const auto& [inner, inner_value] : value.items()) {
            if (!inner_value.is_null()) settings.Set(name + "." + inner, ValueOf(inner_value));
        }
    }
    return settings;
}

// --- A model from its parts ----------------------------------------------------------------------

// "Q4_0 and Q8_0": the types of matrices, in the order of the table.
std::string TypesOf(const TensorSource& source) {
    std::set<const StoredType*> types;
    for (const auto& [name, tensor] : source.tensors()) {
        if (tensor.shape.size() > 1) types.insert(tensor.type);
    }
    std::string names;
    for (const StoredType* const type : types) {
        names += (names.empty()             ? ""
                  : type == *types.rbegin() ? " and "
                                            : ", ") +
                 std::string(type->name);
    }
    return names;
}

// A prompt to begin with that the tokenizer can spell; else the begin token alone, or any token.
std::string ExamplePrompt(const Tokenizer& tokenizer, const Config& config) {
    for (const char* prompt : {"Once upon a time", "a"}) {
        try {
            const auto ids = Encode(tokenizer, config.begin_token, prompt);
            const bool fits = config.context_length == 0 || std::ssize(ids) < config.context_length;
            if (fits) return prompt;
        } catch (const Error&) {
            continue;
        }
    }
    return {};
}

struct Parts {
    std::string name;
    std::string note;
    const Family& family;
    Naming naming;
    std::shared_ptr<const TensorSource> source;
    Config config;
    TokenizerFacts tokens;
    std::string file;
    WorkProgress* progress;
};

Model Assemble(Parts parts) {
    constexpr int kExampleTokens = 16;
    Config& config = parts.config;
    config.begin_token = parts.tokens.begin_token;
    for (const TokenId id : parts.tokens.end_tokens) {
        if (!config.end_token) {
            config.end_token = id;
        } else if (id != config.end_token) {
            config.other_end_tokens.push_back(id);
        }
    }
    try {
        Validate(config);
        CheckpointWeights weights(parts.source, parts.family, parts.naming);
        Model model;
        model.name = parts.name;
        model.note = parts.note;
        model.config = config;
        model.tokenizer = std::move(parts.tokens.tokenizer);
        model.weights = weights.Read(config, parts.file, parts.progress);
        model.stored_at = weights.Origin(config);
        model.example_prompt = ExamplePrompt(model.tokenizer, config);
        model.example_tokens = kExampleTokens;
        Validate(model);
        return model;
    } catch (const Error& error) {
        if (!error.where.empty()) throw;
        throw Error(error.what_is_wrong, parts.file, error.expected);
    }
}

// --- GGUF ----------------------------------------------------------------------------------------

// Divisors of the frequencies, which converters write for Llama 3.
void ReadRopeFactors(const TensorSource& source, Config& config) {
    const StoredTensor* const tensor = source.Find("rope_freqs.weight");
    if (tensor == nullptr || config.positions != Positions::Rope) return;
    const std::vector<std::int64_t> wanted = {config.head_dim / 2};
    if (tensor->shape != wanted || tensor->type->name != "F32") {
        throw Error("rope_freqs.weight is " + ShapeText(tensor->shape) + " of " +
                        std::string(tensor->type->name),
                    tensor->file, "it must be " + ShapeText(wanted) + " of F32");
    }
    config.rope_factors.clear();
    for (std::int64_t i = 0; i < wanted[0]; ++i) {
        config.rope_factors.push_back(
            StoredNumberAt(*tensor->type, tensor->bytes.data(), i).Value());
    }
}

// --- Hugging Face --------------------------------------------------------------------------------

// eos_token_id is an ID or several.
void AddEndTokens(const Json& json, const std::string& file, int vocabulary,
                  std::vector<TokenId>& end_tokens) {
    const Json* const entry = Member(json, "eos_token_id");
    if (entry == nullptr) return;
    for (const Json& id : entry->is_array() ? *entry : Json::array({*entry})) {
        const bool is_id =
            id.is_number_unsigned() && id.get<std::uint64_t>() < static_cast<unsigned>(vocabulary);
        if (!is_id) {
            throw Error("eos_token_id is " + id.dump(), file,
                        "IDs go from 0 to " + std::to_string(vocabulary - 1));
        }
        end_tokens.push_back(static_cast<TokenId>(id.get<std::uint64_t>()));
    }
}

fs::path FolderOf(const fs::path& path) {
    if (fs::is_directory(path)) return path;
    return path.parent_path().empty() ? fs::path(".") : path.parent_path();
}

std::string NameOfFolder(const fs::path& folder) {
    std::error_code ignored;
    const fs::path whole = fs::weakly_canonical(folder, ignored);
    const fs::path named = whole.filename().empty() ? whole.parent_path() : whole;
    return PrintableUtf8(named.filename().string());
}

}  // namespace

Model ReadGguf(const fs::path& path, WorkProgress* progress) {
    auto gguf = std::make_shared<const Gguf>(ReadGgufFile(std::make_shared<MappedFile>(path)));
    const std::shared_ptr<const TensorSource> source(gguf, &gguf->tensors);
    const Settings settings = SettingsOf(*gguf);
    const auto architecture = settings.Text("general.architecture");
    if (!architecture) {
        throw Error("the file does not say general.architecture", gguf->file,
                    "it must name the model's family");
    }
    const Family& family = FamilyNamed(*architecture, gguf->file);
    CheckpointWeights weights(source, family, Naming::Gguf);
    Config config = ConfigOf(family, Naming::Gguf, settings);
    config.vocabulary_size = weights.VocabularySize(gguf->file);
    config.tied_output = !weights.HasOutput();
    ReadRopeFactors(*source, config);
    const std::string name = settings.Text("general.name").value_or("");
    return Assemble({.name = PrintableUtf8(name.empty() ? path.stem().string() : name),
                     .note = "A GGUF file, architecture " + std::string(family.name) +
                             ", weights stored as " + TypesOf(*source) + ".",
                     .family = family,
                     .naming = Naming::Gguf,
                     .source = source,
                     .config = config,
                     .tokens = GgufTokenizer(*gguf, config.vocabulary_size),
                     .file = gguf->file,
                     .progress = progress});
}

Model ReadSafetensors(const fs::path& path, WorkProgress* progress) {
    const fs::path folder = FolderOf(path);
    const auto file = folder == path ? SafetensorsIn(folder) : std::optional(path);
    if (!file) {
        throw Error("the folder has not one safetensors file or index", path.string(),
                    "name the file");
    }
    const fs::path config_file = folder / "config.json";
    const Json json = ReadJsonFile(config_file, kLargestConfig);
    const Settings settings = SettingsOf(json, config_file.string());
    const auto type = settings.Text("model_type");
    if (!type) {
        throw Error("the file does not say model_type", config_file.string(),
                    "it must name the model's family");
    }
    const Family& family = FamilyNamed(*type, config_file.string());
    Config config = ConfigOf(family, Naming::HuggingFace, settings);
    const auto source = std::make_shared<const TensorSource>(ReadSafetensorsFiles(*file));
    CheckpointWeights weights(source, family, Naming::HuggingFace);
    config.vocabulary_size = weights.VocabularySize(file->string());
    TokenizerFacts tokens = ReadTokenizerJson(folder / "tokenizer.json", config.vocabulary_size);
    AddEndTokens(json, config_file.string(), config.vocabulary_size, tokens.end_tokens);
    return Assemble({.name = NameOfFolder(folder),
                     .note = "From Hugging Face files, model type " + std::string(family.name) +
                             ", weights stored as " + TypesOf(*source) + ".",
                     .family = family,
                     .naming = Naming::HuggingFace,
                     .source = source,
                     .config = config,
                     .tokens = std::move(tokens),
                     .file = file->string(),
                     .progress = progress});
}

bool IsSafetensorsFolder(const fs::path& folder) {
    std::error_code ignored;
    return fs::exists(folder / "config.json", ignored) || SafetensorsIn(folder).has_value();
}

}  // namespace decodescope
