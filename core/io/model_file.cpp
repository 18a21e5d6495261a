#include "core/io/model_file.h"

#include <string_view>

#include "core/base/error.h"
#include "core/io/config_reader.h"
#include "core/io/file.h"
#include "core/io/vocabulary_reader.h"
#include "core/io/weights_reader.h"
#include "core/model/weights.h"
#include "core/run/recipe.h"
#include "core/toml/toml_reader.h"

namespace decodescope {
namespace {

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
          table_(read_, root, std::move(prefix)),
          root_(root),
          weights_reader_(read_, config_) {}

    Model Read() {
        table_.RequireKnownKeys();
        if (IsSingle()) read_.SetPrecision(Precision::Float32);
        ReadNames();
        ReadVocabulary();
        ReadEmbedding();
        model_.scale_words = ReadAttention(table_, config_);
        ReadPositions(table_, config_);
        if (config_.positions == Positions::Learned) ReadPositionEmbedding(*Find("positions"));
        ReadNormAndMlp(table_, config_);
        ReadLayers();
        ReadOutput();
        ReadExample();
        SetWeights();
        ValidateWithPlace();
        return std::move(model_);
    }

private:
    std::string Name(std::string_view key) const { return table_.Name(key); }
    const TomlValue* Find(std::string_view key) const { return table_.Find(key); }

    bool IsSingle() const {
        const TomlValue* precision = Find("precision");
        return precision && read_.Choice<bool>(*precision, Name("precision"),
                                               {{"float64", false}, {"float32", true}});
    }

    void ReadNames() {
        const TomlValue* name = Find("name");
        const TomlValue* note = Find("note");
        const std::filesystem::path file = read_.document().file_name;
        model_.name = name ? read_.Bytes(*name, Name("name")) : file.stem().string();
        model_.note = note ? read_.Bytes(*note, Name("note")) : "";
    }

    void ReadVocabulary() {
        model_.tokenizer = ReadTokenizer(read_, root_, table_.prefix());
        config_.vocabulary_size = model_.tokenizer.size();
        config_.begin_token =
            ReadTokenId(read_, root_, "begin_token", table_.prefix(), model_.tokenizer);
        config_.end_token =
            ReadTokenId(read_, root_, "end_token", table_.prefix(), model_.tokenizer);
        if (const TomlValue* others = Find("other_end_tokens")) {
            const std::string name = Name("other_end_tokens");
            for (const TomlValue& id : read_.Array(*others, name, {})) {
                config_.other_end_tokens.push_back(
                    read_.Integer(id, name, 0, config_.vocabulary_size - 1));
            }
        }
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

    void ReadPositionEmbedding(const TomlValue& positions) {
        const TomlValue& rows = read_.Require(
            positions, "embedding", "write a row for each position: embedding = [[…], […]]");
        WantedSize count;
        if (config_.context_length > 0) count = {config_.context_length, "the context"};
        weights_.position_embedding = read_.Rows(rows, "positions.embedding", count,
                                                 {config_.d_model, "d_model, as in embedding"});
        config_.context_length = static_cast<int>(weights_.position_embedding.rows());
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
            read_.RequireKeys(layers[i], name, WeightsReader::LayerKeys(), ModelTable::Keys());
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
            weights_reader_.ReadNorm(root_, TensorId::FinalNormGain, Name("final_norm"));
        config_.tied_output = WeightsReader::IsWord(value, "tied");
        weights_.output = weights_reader_.ReadOutput(value, Name("output"));
    }

    void ReadExample() {
        const TomlValue* example = table_.Section("example", kExampleKeys);
        const TomlValue* prompt = example ? example->Find("prompt") : nullptr;
        const TomlValue* tokens = example ? example->Find("tokens") : nullptr;
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
        if (IsSingle()) {
            model_.weights = Rounded(weights_);
        } else {
            model_.weights = std::move(weights_);
        }
        model_.config = config_;
    }

    void ValidateWithPlace() const {
        try {
            Validate(model_);
        } catch (const Error& error) {
            throw Error(error.what_is_wrong, read_.document().file_name, error.expected);
        }
    }

    TomlReader read_;
    ModelTable table_;
    const TomlValue& root_;
    WeightsReader weights_reader_;  // sees config_ as it grows
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
