#include "core/io/model_file.h"

#include <limits>
#include <string_view>

#include "core/base/number.h"
#include "core/io/file.h"
#include "core/io/toml_reader.h"
#include "core/io/vocabulary_reader.h"
#include "core/io/weights_reader.h"
#include "core/model/weights.h"
#include "core/run/recipe.h"

namespace decodescope {
namespace {

constexpr int kMost = 1'000'000;  // heads, head_dim: more is a typing error

constexpr std::string_view kTopKeys[] = {
    "name",      "note",    "tokens", "scores",      "precision", "embedding", "output",
    "residuals", "context", "join",   "begin_token", "end_token", "attention", "positions",
    "norm",      "mlp",     "layers", "final_norm",  "example"};
constexpr std::string_view kAttentionKeys[] = {"query_heads", "kv_heads", "head_dim", "scale"};
constexpr std::string_view kPositionKeys[] = {"kind", "embedding", "pairs", "theta"};
constexpr std::string_view kNormKeys[] = {"kind", "eps"};
constexpr std::string_view kMlpKeys[] = {"kind"};
constexpr std::string_view kExampleKeys[] = {"prompt", "tokens"};

// The weights as floats.
Weights<float> Rounded(const Weights<double>& from) {
    Weights<float> to;
    to.layers.resize(from.layers.size());
    ForEachParameter(from, to, [](TensorAt, const auto& numbers, auto& rounded) {
        rounded = numbers.template cast<float>();
    });
    return to;
}

// Builds a model from the top of its file to the end, so that sizes that follow from earlier values
// (d_model from the embedding, hidden from the first up matrix) are known when they are needed.
class ModelReader {
public:
    ModelReader(const TomlDocument& document, const TomlValue& root, std::string prefix)
        : read_(document),
          weights_reader_(read_, config_),
          root_(root),
          prefix_(std::move(prefix)) {}

    Model Read() {
        read_.RequireKeys(root_, prefix_.substr(0, prefix_.empty() ? 0 : prefix_.size() - 1),
                          kTopKeys);
        ReadNames();
        ReadVocabulary();
        ReadEmbedding();
        ReadAttention();
        ReadPositions();
        ReadNormAndMlp();
        ReadLayers();
        ReadOutput();
        ReadExample();
        SetWeights();
        ValidateWithPlace();
        return std::move(model_);
    }

private:
    std::string Name(std::string_view key) const { return prefix_ + std::string(key); }

    const TomlValue* Find(std::string_view key) const { return root_.Find(key); }

    // A table such as [norm], its keys checked; null where it is left out.
    const TomlValue* Section(std::string_view key, std::span<const std::string_view> known) const {
        const TomlValue* section = Find(key);
        if (section) read_.RequireKeys(*section, "[" + Name(key) + "]", known, kTopKeys);
        return section;
    }

    static const TomlValue* FindIn(const TomlValue* section, std::string_view key) {
        return section ? section->Find(key) : nullptr;
    }

    void ReadNames() {
        const TomlValue* name = Find("name");
        const TomlValue* note = Find("note");
        const std::filesystem::path file = read_.document().file_name;
        model_.name = name ? read_.Bytes(*name, Name("name")) : file.stem().string();
        model_.note = note ? read_.Bytes(*note, Name("note")) : "";
    }

    void ReadVocabulary() {
        model_.tokenizer = ReadTokenizer(read_, root_, prefix_);
        config_.vocabulary_size = model_.tokenizer.size();
        config_.begin_token = ReadTokenId(read_, root_, "begin_token", prefix_, model_.tokenizer);
        config_.end_token = ReadTokenId(read_, root_, "end_token", prefix_, model_.tokenizer);
    }

    // --- Shape ----------------------------------------------------------------------------------

    void ReadEmbedding() {
        const TomlValue& value =
            read_.Require(root_, "embedding",
                          "write a row of numbers for each token: embedding = [[1, 0], [0, 1]]");
        weights_.token_embedding = read_.Rows(value, Name("embedding"),
                                              {config_.vocabulary_size, "one for each token"}, {});
        config_.d_model = static_cast<int>(weights_.token_embedding.cols());
        if (const TomlValue* residuals = Find("residuals")) {
            config_.residuals = read_.Boolean(*residuals, Name("residuals"));
        }
    }

    int IntegerOr(const TomlValue* section, std::string_view key, int otherwise) const {
        const TomlValue* value = FindIn(section, key);
        return value ? read_.Integer(*value, Name(key), 1, kMost) : otherwise;
    }

    void ReadAttention() {
        const TomlValue* attention = Section("attention", kAttentionKeys);
        config_.query_heads = IntegerOr(attention, "query_heads", 1);
        config_.kv_heads = IntegerOr(attention, "kv_heads", config_.query_heads);
        if (!FindIn(attention, "head_dim") && config_.d_model % config_.query_heads != 0) {
            throw read_.Wrong(attention->place,
                              "query_heads is " + std::to_string(config_.query_heads) +
                                  ", which does not divide d_model, " +
                                  std::to_string(config_.d_model),
                              "write head_dim as well");
        }
        config_.head_dim = IntegerOr(attention, "head_dim", config_.d_model / config_.query_heads);
        const TomlValue* scale = FindIn(attention, "scale");
        config_.attention_scale =
            scale ? read_.FiniteNumber(*scale, "scale") : InverseSquareRoot(config_.head_dim);
        if (scale) {
            const std::string* words = scale->AsString();
            model_.scale_words = words ? *words : FormatShortest(config_.attention_scale);
        }
        ValidateWithPlace(WithMatrixOutput(), attention);
    }

    void ReadPositions() {
        const TomlValue* positions = Section("positions", kPositionKeys);
        if (const TomlValue* kind = FindIn(positions, "kind")) {
            config_.positions = read_.Choice<Positions>(*kind, "positions.kind",
                                                        {{"none", Positions::None},
                                                         {"learned", Positions::Learned},
                                                         {"rope", Positions::Rope}});
        }
        if (const TomlValue* context = Find("context")) {
            config_.context_length =
                read_.Integer(*context, Name("context"), 0, std::numeric_limits<int>::max());
        }
        const bool is_rope = config_.positions == Positions::Rope;
        const bool is_learned = config_.positions == Positions::Learned;
        read_.RejectUnless(is_rope, positions, "pairs", "kind = \"rope\"");
        read_.RejectUnless(is_rope, positions, "theta", "kind = \"rope\"");
        read_.RejectUnless(is_learned, positions, "embedding", "kind = \"learned\"");
        if (is_rope) ReadRope(*positions);
        if (is_learned) ReadPositionEmbedding(*positions);
    }

    void ReadRope(const TomlValue& positions) {
        if (const TomlValue* pairs = positions.Find("pairs")) {
            config_.rope_pairs = read_.Choice<RopePairs>(
                *pairs, "positions.pairs",
                {{"interleaved", RopePairs::Interleaved}, {"rotate-half", RopePairs::RotateHalf}});
        }
        if (const TomlValue* theta = positions.Find("theta")) {
            config_.rope_theta = read_.FiniteNumber(*theta, "positions.theta");
        }
        ValidateWithPlace(WithMatrixOutput(), &positions);
    }

    void ReadPositionEmbedding(const TomlValue& positions) {
        const TomlValue& rows = read_.Require(
            positions, "embedding", "write a row for each position: embedding = [[…], […]]");
        WantedSize count;
        if (config_.context_length > 0) count = {config_.context_length, "the context"};
        weights_.position_embedding = read_.Rows(rows, "positions.embedding", count,
                                                 {config_.d_model, "d_model, as in embedding"});
        config_.context_length = static_cast<int>(weights_.position_embedding.rows());
    }

    void ReadNormAndMlp() {
        const TomlValue* norm = Section("norm", kNormKeys);
        if (const TomlValue* kind = FindIn(norm, "kind")) {
            config_.norm = read_.Choice<NormKind>(*kind, "norm.kind",
                                                  {{"none", NormKind::None},
                                                   {"rms", NormKind::RmsNorm},
                                                   {"layer", NormKind::LayerNorm}});
        }
        read_.RejectUnless(config_.norm != NormKind::None, norm, "eps",
                           "kind = \"rms\" or \"layer\"");
        if (const TomlValue* eps = FindIn(norm, "eps")) {
            config_.norm_eps = read_.FiniteNumber(*eps, "norm.eps");
            ValidateWithPlace(WithMatrixOutput(), eps);
        }
        const TomlValue* mlp = Section("mlp", kMlpKeys);
        if (const TomlValue* kind = FindIn(mlp, "kind")) {
            config_.mlp = read_.Choice<MlpKind>(*kind, "mlp.kind",
                                                {{"none", MlpKind::None},
                                                 {"gelu", MlpKind::Gelu},
                                                 {"gelu-tanh", MlpKind::GeluTanh},
                                                 {"swiglu", MlpKind::SwiGlu}});
        }
    }

    // --- Weights --------------------------------------------------------------------------------

    void ReadLayers() {
        const TomlValue* value = Find("layers");
        if (!value) {
            RequireNoMlp();
            const TomlValue no_keys{TomlValue::Table{}, root_.place};
            weights_.layers.push_back(weights_reader_.ReadLayer(no_keys, Name("layers[0]")));
            return;
        }
        if (value->IsTable()) {
            throw read_.Wrong(
                value->place, Name("layers") + " is one table",
                "write it with two brackets for each layer: [[" + Name("layers") + "]]");
        }
        const TomlValue::Array& layers = read_.Array(*value, Name("layers"), {});
        if (layers.empty()) {
            throw read_.Wrong(value->place, "there are no layers",
                              "leave out 'layers' for one layer of identities");
        }
        config_.layers = static_cast<int>(layers.size());
        for (size_t i = 0; i < layers.size(); ++i) {
            const std::string name = Name("layers[" + std::to_string(i) + "]");
            read_.RequireKeys(layers[i], name, WeightsReader::LayerKeys(), kTopKeys);
            weights_.layers.push_back(weights_reader_.ReadLayer(layers[i], name));
            RequireSameOutputKind(layers[i], name);
        }
    }

    void RequireNoMlp() const {
        if (config_.mlp == MlpKind::None) return;
        throw read_.Wrong(root_.place, "the MLP has no weights",
                          "write them in [[layers]]: up and down, for swiglu also gate");
    }

    void RequireSameOutputKind(const TomlValue& layer, const std::string& name) {
        const bool is_identity = weights_.layers.back().attention_output.is_identity();
        if (weights_.layers.size() == 1) config_.has_output_projection = !is_identity;
        if (config_.has_output_projection != is_identity) return;
        throw read_.Wrong(layer.place,
                          name + ".output is " + (is_identity ? "the identity" : "a matrix") +
                              ", that of layers[0] is not",
                          "all layers need a matrix, or all the identity");
    }

    void ReadOutput() {
        const TomlValue& value = read_.Require(
            root_, "output", "write a matrix with a row for each token, or output = \"tied\"");
        weights_.final_norm =
            weights_reader_.ReadNorm(root_, "final_norm", Name("final_norm"), true);
        config_.tied_output = WeightsReader::IsWord(value, "tied");
        weights_.output = weights_reader_.ReadOutput(value, Name("output"));
    }

    void ReadExample() {
        const TomlValue* example = Section("example", kExampleKeys);
        const TomlValue* prompt = FindIn(example, "prompt");
        const TomlValue* tokens = FindIn(example, "tokens");
        model_.example_prompt = prompt ? read_.Bytes(*prompt, Name("example.prompt")) : AnyPrompt();
        if (tokens)
            model_.example_tokens =
                read_.Integer(*tokens, Name("example.tokens"), 1, kMostSelected);
    }

    // The begin token alone, or the first token that does not end a response at once.
    std::string AnyPrompt() const {
        if (config_.begin_token) return {};
        const std::vector<std::string>& pieces = model_.tokenizer.pieces;
        for (size_t id = 0; id < pieces.size(); ++id) {
            if (!pieces[id].empty() && static_cast<TokenId>(id) != config_.end_token)
                return pieces[id];
        }
        return pieces[0];
    }

    void SetWeights() {
        const TomlValue* precision = Find("precision");
        const bool is_single =
            precision && read_.Choice<bool>(*precision, Name("precision"),
                                            {{"float64", false}, {"float32", true}});
        if (is_single) {
            model_.weights = Rounded(weights_);
        } else {
            model_.weights = std::move(weights_);
        }
        model_.config = config_;
    }

    // --- Checks of the core, with a place in the file
    // ---------------------------------------------

    // For checks made before it is known whether WO is a matrix.
    Config WithMatrixOutput() const {
        Config config = config_;
        config.has_output_projection = true;
        return config;
    }

    void ValidateWithPlace(const Config& config, const TomlValue* where) const {
        try {
            Validate(config);
        } catch (const Error& error) {
            throw read_.Wrong(where ? where->place : root_.place, error.what_is_wrong,
                              error.expected);
        }
    }

    void ValidateWithPlace() const {
        try {
            Validate(model_);
        } catch (const Error& error) {
            throw Error(error.what_is_wrong, read_.document().file_name, error.expected);
        }
    }

    TomlReader read_;
    WeightsReader weights_reader_;  // sees config_ as it grows
    const TomlValue& root_;
    std::string prefix_;
    Model model_;
    Config config_;
    Weights<double> weights_;
};

}  // namespace

Model ModelFromToml(const TomlDocument& document, const TomlValue& table,
                    const std::string& prefix) {
    return ModelReader(document, table, prefix).Read();
}

Model ParseModel(std::string_view text, const std::string& file_name) {
    const TomlDocument document = ParseToml(text, file_name);
    return ModelFromToml(document, document.root, "");
}

Model ReadModelFile(const std::filesystem::path& path) {
    return ParseModel(ReadFile(path, kLargestToml), path.string());
}

}  // namespace decodescope
