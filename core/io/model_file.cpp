#include "core/io/model_file.h"

#include <limits>
#include <optional>
#include <string_view>
#include <unordered_map>

#include "core/io/file.h"
#include "core/io/toml_reader.h"
#include "core/number.h"

namespace decodescope {
namespace {

constexpr int kMost = 1'000'000;  // heads, positions, tokens: more is a slip of the hand

constexpr std::string_view kTopKeys[] = {
    "name",        "note",      "tokens",    "scores",    "precision", "embedding", "output",
    "residuals",   "context",   "join",      "begin_token", "end_token", "attention", "positions",
    "norm",        "mlp",       "layers",    "final_norm", "example"};
constexpr std::string_view kAttentionKeys[] = {"query_heads", "kv_heads", "head_dim", "scale"};
constexpr std::string_view kPositionKeys[] = {"kind", "embedding", "pairs", "theta"};
constexpr std::string_view kNormKeys[] = {"kind", "eps"};
constexpr std::string_view kMlpKeys[] = {"kind"};
constexpr std::string_view kLayerKeys[] = {"attention_norm", "query", "key",  "value", "output",
                                           "mlp_norm",       "gate",  "up",   "down"};
constexpr std::string_view kLinearKeys[] = {"weight", "bias"};
constexpr std::string_view kGainKeys[] = {"gain", "bias"};
constexpr std::string_view kExampleKeys[] = {"prompt", "tokens"};

// Builds a model from the top of its file to the end. Sizes that follow from what stands further up
// (d_model from the embedding, hidden from the first up matrix) are known when they are needed.
class ModelReader {
public:
    ModelReader(const TomlDocument& document, const TomlValue& root, std::string prefix)
        : read_(document), root_(root), prefix_(std::move(prefix)) {}

    Model Read() {
        read_.RequireKeys(root_, prefix_.substr(0, prefix_.empty() ? 0 : prefix_.size() - 1),
                          kTopKeys);
        ReadNames();
        ReadTokens();
        ReadEmbedding();
        ReadSpecialTokens();
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

    // --- Vocabulary -----------------------------------------------------------------------------

    void ReadTokens() {
        const TomlValue& value =
            read_.Require(root_, "tokens", "write the vocabulary: tokens = [\"A\", \"B\"]");
        const TomlValue::Array& tokens = read_.Array(value, Name("tokens"), {});
        if (tokens.empty()) {
            throw read_.Wrong(value.place, "the vocabulary is empty",
                              "write at least one token: tokens = [\"A\"]");
        }
        Tokenizer& tokenizer = model_.tokenizer;
        for (size_t id = 0; id < tokens.size(); ++id) {
            tokenizer.pieces.push_back(
                read_.Bytes(tokens[id], Name("tokens") + "[" + std::to_string(id) + "]"));
        }
        config_.vocabulary_size = tokenizer.size();
        ReadTokenizerKind();
        if (tokenizer.kind != TokenizerKind::BytePair) RequireDistinct(tokens);
    }

    void ReadTokenizerKind() {
        const TomlValue* join = Find("join");
        const TomlValue* scores = Find("scores");
        Tokenizer& tokenizer = model_.tokenizer;
        if (scores && join) {
            throw read_.Wrong(join->place, "tokens with scores are not joined by a text",
                              "leave out 'join', or 'scores'");
        }
        if (scores) {
            const Vector<double> numbers = read_.Numbers(
                *scores, Name("scores"), {config_.vocabulary_size, "one for each token"});
            tokenizer.scores.assign(numbers.begin(), numbers.end());
            tokenizer.kind = TokenizerKind::BytePair;
        } else if (join) {
            tokenizer.kind = read_.Choice<TokenizerKind>(
                *join, Name("join"), {{" ", TokenizerKind::Words}, {"", TokenizerKind::Text}});
        }
    }

    // Two tokens with the same bytes could not be told apart in a prompt.
    void RequireDistinct(const TomlValue::Array& tokens) const {
        std::unordered_map<std::string_view, size_t> id_of;
        for (size_t id = 0; id < tokens.size(); ++id) {
            const auto [first, is_new] = id_of.emplace(model_.tokenizer.pieces[id], id);
            if (is_new) continue;
            throw read_.Wrong(tokens[id].place,
                              "the token " + PrintableUtf8("'" + model_.tokenizer.pieces[id] + "'") +
                                  " stands twice, as ID " + std::to_string(first->second) +
                                  " and as ID " + std::to_string(id),
                              "every token must be different");
        }
    }

    void ReadSpecialTokens() {
        config_.begin_token = ReadTokenId("begin_token");
        config_.end_token = ReadTokenId("end_token");
    }

    // A token by its text, or by its ID.
    std::optional<TokenId> ReadTokenId(std::string_view key) const {
        const TomlValue* value = Find(key);
        if (!value) return std::nullopt;
        if (std::holds_alternative<std::int64_t>(value->data)) {
            return read_.Integer(*value, Name(key), 0, config_.vocabulary_size - 1);
        }
        const std::string piece = read_.Bytes(*value, Name(key));
        for (TokenId id = 0; id < config_.vocabulary_size; ++id) {
            if (model_.tokenizer.pieces[static_cast<size_t>(id)] == piece) return id;
        }
        throw read_.Wrong(value->place, Name(key) + " '" + PrintableUtf8(piece) + "' is no token",
                          "write one of 'tokens', or its ID");
    }

    // --- Shape ----------------------------------------------------------------------------------

    void ReadEmbedding() {
        const TomlValue& value = read_.Require(
            root_, "embedding", "write a row of numbers for each token: embedding = [[1, 0], [0, 1]]");
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
        // The layers are read with these sizes, so they are looked at first.
        Config early = config_;
        early.identity_attention_output = false;
        ValidateWithPlace(early, attention);
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
            config_.context_length = read_.Integer(*context, Name("context"), 0,
                                                   std::numeric_limits<int>::max());
        }
        const bool is_rope = config_.positions == Positions::Rope;
        const bool is_learned = config_.positions == Positions::Learned;
        RejectUnless(is_rope, positions, "pairs", "kind = \"rope\"");
        RejectUnless(is_rope, positions, "theta", "kind = \"rope\"");
        RejectUnless(is_learned, positions, "embedding", "kind = \"learned\"");
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
        const TomlValue& rows = read_.Require(positions, "embedding",
                                              "write a row for each position: embedding = [[…], […]]");
        WantedSize count;
        if (config_.context_length > 0) count = {config_.context_length, "the context"};
        weights_.position_embedding = read_.Rows(rows, "positions.embedding", count,
                                                 {config_.d_model, "d_model, as in embedding"});
        config_.context_length = static_cast<int>(weights_.position_embedding.rows());
    }

    // A key that would be without effect is an error, not ignored.
    void RejectUnless(bool has_effect, const TomlValue* table, std::string_view key,
                      const std::string& needed) const {
        const TomlValue* value = FindIn(table, key);
        if (!value || has_effect) return;
        throw read_.Wrong(value->place, "'" + std::string(key) + "' has no effect here",
                          "it needs " + needed);
    }

    void ReadNormAndMlp() {
        const TomlValue* norm = Section("norm", kNormKeys);
        if (const TomlValue* kind = FindIn(norm, "kind")) {
            config_.norm = read_.Choice<NormKind>(*kind, "norm.kind",
                                                  {{"none", NormKind::None},
                                                   {"rms", NormKind::RmsNorm},
                                                   {"layer", NormKind::LayerNorm}});
        }
        RejectUnless(config_.norm != NormKind::None, norm, "eps", "kind = \"rms\" or \"layer\"");
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

    // --- Layers ---------------------------------------------------------------------------------

    void ReadLayers() {
        const TomlValue no_keys{TomlValue::Table{}, {}};
        const TomlValue* value = Find("layers");
        if (!value) {
            RequireNoMlp(root_.place);
            weights_.layers.push_back(ReadLayer(no_keys, Name("layers[0]")));
            return;
        }
        const TomlValue::Array& layers = read_.Array(*value, Name("layers"), {});
        if (layers.empty()) {
            throw read_.Wrong(value->place, "there are no layers",
                              "leave out 'layers' for one layer of identities");
        }
        config_.layers = static_cast<int>(layers.size());
        for (size_t i = 0; i < layers.size(); ++i) {
            const std::string name = Name("layers[" + std::to_string(i) + "]");
            read_.RequireKeys(layers[i], name, kLayerKeys, kTopKeys);
            weights_.layers.push_back(ReadLayer(layers[i], name));
            RequireSameOutputKind(layers[i], name);
        }
    }

    void RequireNoMlp(TextPlace place) const {
        if (config_.mlp == MlpKind::None) return;
        throw read_.Wrong(place, "the MLP has no weights",
                          "write them in [[layers]]: up and down, for swiglu also gate");
    }

    LayerWeights<double> ReadLayer(const TomlValue& layer, const std::string& name) {
        const WantedSize model_width{config_.d_model, "d_model"};
        const WantedSize query_width{config_.query_width(), "query_heads · head_dim"};
        const WantedSize kv_width{config_.kv_width(), "kv_heads · head_dim"};
        LayerWeights<double> weights;
        weights.attention_norm = ReadNorm(layer, "attention_norm", name + ".", true);
        weights.query = ReadLinear(layer, "query", name, query_width, model_width);
        weights.key = ReadLinear(layer, "key", name, kv_width, model_width);
        weights.value = ReadLinear(layer, "value", name, kv_width, model_width);
        weights.attention_output = ReadLinear(layer, "output", name, model_width, query_width);
        const bool has_mlp = config_.mlp != MlpKind::None;
        weights.mlp_norm = ReadNorm(layer, "mlp_norm", name + ".", has_mlp);
        for (const std::string_view key : {"gate", "up", "down"}) {
            RejectUnless(key == "gate" ? config_.mlp == MlpKind::SwiGlu : has_mlp, &layer, key,
                         key == "gate" ? "[mlp] kind = \"swiglu\"" : "an [mlp] with a kind");
        }
        if (has_mlp) ReadMlp(layer, name, weights);
        return weights;
    }

    void ReadMlp(const TomlValue& layer, const std::string& name, LayerWeights<double>& weights) {
        const WantedSize model_width{config_.d_model, "d_model"};
        WantedSize hidden;
        if (config_.mlp_hidden > 0) hidden = {config_.mlp_hidden, "the hidden width, as in the first 'up'"};
        weights.up = ReadMatrix(layer, "up", name, hidden, model_width);
        config_.mlp_hidden = static_cast<int>(weights.up.weight.rows());
        hidden = {config_.mlp_hidden, "the hidden width, as in the first 'up'"};
        if (config_.mlp == MlpKind::SwiGlu) {
            weights.gate = ReadMatrix(layer, "gate", name, hidden, model_width);
        }
        weights.down = ReadMatrix(layer, "down", name, model_width, hidden);
    }

    void RequireSameOutputKind(const TomlValue& layer, const std::string& name) {
        const bool is_identity = weights_.layers.back().attention_output.is_identity();
        if (weights_.layers.size() == 1) config_.identity_attention_output = is_identity;
        if (config_.identity_attention_output == is_identity) return;
        throw read_.Wrong(layer.place,
                          name + ".output is " + (is_identity ? "the identity" : "a matrix") +
                              ", that of layers[0] is not",
                          "all layers need a matrix, or all the identity");
    }

    // --- Matrices and norms ---------------------------------------------------------------------

    // Left out or "identity", a matrix, or { weight = …, bias = … }.
    Linear<double> ReadLinear(const TomlValue& layer, std::string_view key,
                              const std::string& layer_name, const WantedSize& out,
                              const WantedSize& in) const {
        const std::string name = layer_name + "." + std::string(key);
        const TomlValue* value = layer.Find(key);
        const std::string* word = value ? value->AsString() : nullptr;
        if (value && !word) return ReadMatrix(layer, key, layer_name, out, in);
        if (word && *word != "identity") {
            throw read_.Wrong(value->place, name + " is a string", "write a matrix or \"identity\"");
        }
        if (out.count != in.count) {
            throw read_.Wrong(value ? value->place : layer.place,
                              name + " is " + (value ? "" : "left out, so ") +
                                  "the identity, but goes from " + std::to_string(in.count) +
                                  " numbers to " + std::to_string(out.count),
                              "write a matrix of " + std::to_string(out.count) + " rows and " +
                                  std::to_string(in.count) + " columns");
        }
        return {};
    }

    // A matrix that must be there, or { weight = …, bias = … }.
    Linear<double> ReadMatrix(const TomlValue& table, std::string_view key,
                              const std::string& table_name, const WantedSize& out,
                              const WantedSize& in) const {
        const std::string name = (table_name.empty() ? prefix_ : table_name + ".") + std::string(key);
        const TomlValue& value = read_.Require(table, key, "write it as a matrix: " +
                                                               std::string(key) + " = [[…], […]]");
        Linear<double> linear;
        const TomlValue* weight = &value;
        if (value.IsTable()) {
            read_.RequireKeys(value, name, kLinearKeys);
            weight = &read_.Require(value, "weight", "write { weight = [[…]], bias = […] }");
        }
        linear.weight = read_.Rows(*weight, name, out, in);
        if (const TomlValue* bias = value.Find("bias")) {
            linear.bias = read_.Numbers(*bias, name + ".bias",
                                        {static_cast<int>(linear.weight.rows()), "one for each row"});
        }
        return linear;
    }

    // Left out (a gain of ones), an array, or { gain = …, bias = … }.
    Norm<double> ReadNorm(const TomlValue& table, std::string_view key, const std::string& where,
                          bool is_used) const {
        const bool has_norm = config_.norm != NormKind::None;
        RejectUnless(has_norm, &table, key, "a [norm] with a kind");
        RejectUnless(is_used, &table, key, "an [mlp] with a kind");
        const WantedSize size{config_.d_model, "d_model"};
        Norm<double> norm;
        if (!has_norm || !is_used) return norm;
        norm.gain = Vector<double>::Ones(config_.d_model);
        const TomlValue* value = table.Find(key);
        if (!value) return norm;
        const std::string name = where + std::string(key);
        if (value->IsTable()) read_.RequireKeys(*value, name, kGainKeys);
        const TomlValue* gain = value->IsTable() ? value->Find("gain") : value;
        if (gain) norm.gain = read_.Numbers(*gain, name, size);
        RejectUnless(config_.norm == NormKind::LayerNorm, value, "bias", "[norm] kind = \"layer\"");
        if (const TomlValue* bias = value->Find("bias")) {
            norm.bias = read_.Numbers(*bias, name + ".bias", size);
        }
        return norm;
    }

    // --- The end --------------------------------------------------------------------------------

    void ReadOutput() {
        const TomlValue& value = read_.Require(
            root_, "output", "write a matrix with a row for each token, or output = \"tied\"");
        weights_.final_norm = ReadNorm(root_, "final_norm", prefix_, true);
        const TomlValue* weight = value.IsTable() ? value.Find("weight") : &value;
        const std::string* word = weight ? weight->AsString() : nullptr;
        const WantedSize rows{config_.vocabulary_size, "one for each token"};
        if (!word) {
            weights_.output = ReadMatrix(root_, "output", "", rows, {config_.d_model, "d_model"});
            return;
        }
        if (*word != "tied") {
            throw read_.Wrong(weight->place, Name("output") + " is a string",
                              "write a matrix or \"tied\"");
        }
        config_.tied_output = true;
        if (value.IsTable()) read_.RequireKeys(value, Name("output"), kLinearKeys);
        if (const TomlValue* bias = value.Find("bias")) {
            weights_.output.bias = read_.Numbers(*bias, Name("output.bias"), rows);
        }
    }

    void ReadExample() {
        const TomlValue* example = Section("example", kExampleKeys);
        const TomlValue* prompt = FindIn(example, "prompt");
        const TomlValue* tokens = FindIn(example, "tokens");
        model_.example_prompt = prompt ? read_.Bytes(*prompt, Name("example.prompt")) : AnyPrompt();
        if (tokens) model_.example_tokens = read_.Integer(*tokens, Name("example.tokens"), 1, kMost);
    }

    // The begin token alone, or the first token that does not end a response at once.
    std::string AnyPrompt() const {
        if (config_.begin_token) return {};
        const std::vector<std::string>& pieces = model_.tokenizer.pieces;
        for (size_t id = 0; id < pieces.size(); ++id) {
            if (!pieces[id].empty() && static_cast<TokenId>(id) != config_.end_token) return pieces[id];
        }
        return pieces[0];
    }

    void SetWeights() {
        const TomlValue* precision = Find("precision");
        const bool is_single =
            precision && read_.Choice<bool>(*precision, Name("precision"),
                                            {{"float64", false}, {"float32", true}});
        if (is_single) {
            model_.weights = Rounded();
        } else {
            model_.weights = std::move(weights_);
        }
        model_.config = config_;
    }

    // The weights as floats.
    Weights<float> Rounded() const {
        const auto linear = [](const Linear<double>& from) {
            return Linear<float>{from.weight.cast<float>(), from.bias.cast<float>()};
        };
        const auto norm = [](const Norm<double>& from) {
            return Norm<float>{from.gain.cast<float>(), from.bias.cast<float>()};
        };
        Weights<float> to;
        to.token_embedding = weights_.token_embedding.cast<float>();
        to.position_embedding = weights_.position_embedding.cast<float>();
        for (const LayerWeights<double>& layer : weights_.layers) {
            to.layers.push_back({norm(layer.attention_norm), linear(layer.query), linear(layer.key),
                                 linear(layer.value), linear(layer.attention_output),
                                 norm(layer.mlp_norm), linear(layer.gate), linear(layer.up),
                                 linear(layer.down)});
        }
        to.final_norm = norm(weights_.final_norm);
        to.output = linear(weights_.output);
        return to;
    }

    // --- Checks of the core, told where in the file ----------------------------------------------

    // While it is not known yet whether WO is a matrix, nothing is said about it.
    Config WithMatrixOutput() const {
        Config config = config_;
        config.identity_attention_output = false;
        return config;
    }

    void ValidateWithPlace(const Config& config, const TomlValue* where) const {
        try {
            Validate(config);
        } catch (const Error& error) {
            throw read_.Wrong(where ? where->place : root_.place, error.what_is_wrong, error.expected);
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
