#include "core/io/model_writer.h"

#include <algorithm>

#include "core/base/number.h"
#include "core/io/merging_section.h"
#include "core/model/edit_config.h"
#include "core/model/weights.h"
#include "core/tokenizer/token_display.h"
#include "core/toml/toml_writer.h"

namespace decodescope {
namespace {

template <class M>
std::vector<double> RowOf(const M& matrix, Eigen::Index row) {
    std::vector<double> numbers;
    for (Eigen::Index i = 0; i < matrix.cols(); ++i) {
        numbers.push_back(static_cast<double>(matrix(row, i)));
    }
    return numbers;
}

template <class M>
std::string MatrixText(const M& matrix, const std::vector<std::string>& comments = {}) {
    std::vector<std::vector<double>> rows;
    for (Eigen::Index row = 0; row < matrix.rows(); ++row) rows.push_back(RowOf(matrix, row));
    return TomlRows(rows, comments);
}

template <class T>
std::string VectorText(const Vector<T>& vector) {
    std::vector<std::string> items;
    for (const T number : vector) items.push_back(TomlNumber(static_cast<double>(number)));
    return TomlList(items);
}

class ModelWriter {
public:
    ModelWriter(const Model& model, std::string prefix)
        : model_(model), config_(model.config), prefix_(std::move(prefix)) {}

    std::string Write() {
        WriteNames();
        WriteTokens();
        std::visit([&](const auto& weights) { WriteTopWeights(weights); }, *model_.weights);
        WriteMerging();
        WriteAttention();
        WritePositions();
        WriteNormAndMlp();
        std::visit([&](const auto& weights) { WriteLayers(weights); }, *model_.weights);
        WriteExample();
        return std::move(text_);
    }

    // What a reader wants to know first.
    std::string WriteHead() const {
        return "# " + PrintableUtf8(model_.name) + ": " +
               CountText(config_.vocabulary_size, "token") + ", " +
               std::to_string(config_.d_model) + " numbers each, " +
               CountText(config_.layers, "layer") + ", " +
               CountText(config_.query_heads, "query head") + ", " +
               CountText(config_.kv_heads, "KV head") + ".\n" +
               "# A model of Decodescope; docs/model-files.md describes the format.\n\n";
    }

private:
    void Key(std::string_view key, const std::string& value) {
        text_ += std::string(key) + " = " + value + "\n";
    }
    void Blank() { text_ += "\n"; }
    void Section(const std::string& name) { text_ += "\n[" + prefix_ + name + "]\n"; }

    void WriteNames() {
        Key("name", TomlText(model_.name));
        if (!model_.note.empty()) Key("note", TomlText(model_.note));
        if (model_.precision() == Precision::Float32) Key("precision", "\"float32\"");
        if (config_.residuals) Key("residuals", "true");
        if (config_.context_length > 0) Key("context", std::to_string(config_.context_length));
    }

    // --- Vocabulary -----------------------------------------------------------------------------

    void WriteTokens() {
        const Tokenizer& tokenizer = model_.tokenizer;
        std::vector<std::string> tokens;
        for (const std::string& piece : tokenizer.pieces) tokens.push_back(TomlText(piece));
        Key("tokens", TomlList(tokens));
        if (tokenizer.kind == TokenizerKind::Text) Key("join", "\"\"");
        if (!tokenizer.scores.empty()) {
            std::vector<std::string> scores;
            for (const float score : tokenizer.scores) {
                scores.push_back(TomlNumber(static_cast<double>(score)));
            }
            Key("scores", TomlList(scores));
        }
        if (config_.begin_token) Key("begin_token", TokenReference(*config_.begin_token));
        if (config_.end_token) Key("end_token", TokenReference(*config_.end_token));
        if (config_.other_end_tokens.empty()) return;
        std::vector<std::string> others;
        for (const TokenId id : config_.other_end_tokens) others.push_back(std::to_string(id));
        Key("other_end_tokens", TomlList(others));
    }

    void WriteMerging() {
        if (model_.tokenizer.merging == nullptr) return;
        Section("merging");
        text_ += FormatMerging(model_.tokenizer);
    }

    // Its text, or its ID where an earlier token has the same.
    std::string TokenReference(TokenId id) const {
        const std::vector<std::string>& pieces = model_.tokenizer.pieces;
        const std::string& piece = pieces[static_cast<size_t>(id)];
        const bool is_first = std::find(pieces.begin(), pieces.end(), piece) - pieces.begin() == id;
        return is_first ? TomlText(piece) : std::to_string(id);
    }

    std::vector<std::string> TokenComments() const {
        constexpr TokenId kMost = 4096;  // DisplayText looks through the vocabulary for each token
        std::vector<std::string> comments;
        if (model_.tokenizer.size() > kMost) return comments;
        for (TokenId id = 0; id < model_.tokenizer.size(); ++id) {
            comments.push_back(DisplayText(model_.tokenizer, id));
        }
        return comments;
    }

    // --- Weights --------------------------------------------------------------------------------

    template <class T>
    void WriteTopWeights(const Weights<T>& weights) {
        const std::vector<std::string> comments = TokenComments();
        Blank();
        Key("embedding", MatrixText(weights.token_embedding, comments));
        Blank();
        const std::string bias =
            weights.output.bias.size() > 0 ? VectorText(weights.output.bias) : std::string();
        const std::string matrix =
            config_.tied_output ? "\"tied\"" : MatrixText(weights.output.weight, comments);
        Key(bias.empty() ? "output" : "output.weight", matrix);
        if (!bias.empty()) Key("output.bias", bias);
        WritePart("final_norm", weights.final_norm);
    }

    template <class T>
    void WriteLayers(const Weights<T>& weights) {
        const size_t before = text_.size();
        for (const LayerWeights<T>& layer : weights.layers) {
            text_ += "\n[[" + prefix_ + "layers]]\n";
            const size_t empty = text_.size();
            ForEachPartOfLayer(
                0,
                [&](PartAt at, const auto& part) {
                    WritePart(std::string(InfoOf(at.weight).key), part);
                },
                layer);
            const bool has_nothing_to_say = text_.size() == empty;
            if (has_nothing_to_say && config_.layers == 1) text_.resize(before);
        }
    }

    template <class T>
    void WritePart(const std::string& name, const Linear<T>& linear) {
        if (linear.is_identity()) return;
        const bool has_bias = linear.bias.size() > 0;
        Key(has_bias ? name + ".weight" : name, MatrixText(linear.weight));
        if (has_bias) Key(name + ".bias", VectorText(linear.bias));
    }

    template <class T>
    void WritePart(const std::string& name, const Norm<T>& norm) {
        const bool has_gain = !(norm.gain.array() == T{1}).all();
        const bool has_bias = norm.bias.size() > 0;
        if (has_gain) Key(has_bias ? name + ".gain" : name, VectorText(norm.gain));
        if (has_bias) Key(name + ".bias", VectorText(norm.bias));
    }

    // --- Shape ----------------------------------------------------------------------------------

    void WriteAttention() {
        Section("attention");
        if (config_.query_heads != 1) Key("query_heads", std::to_string(config_.query_heads));
        if (config_.kv_heads != config_.query_heads) {
            Key("kv_heads", std::to_string(config_.kv_heads));
        }
        const bool has_own_width = config_.query_heads * config_.head_dim != config_.d_model;
        if (has_own_width) Key("head_dim", std::to_string(config_.head_dim));
        const std::string scale = ScaleText(model_);
        const bool is_plain = scale == FormatShortest(config_.attention_scale);
        Key("scale", is_plain ? TomlNumber(config_.attention_scale) : TomlText(scale));
    }

    void WritePositions() {
        if (config_.positions == Positions::None) return;
        Section("positions");
        if (config_.positions == Positions::Rope) {
            const bool is_interleaved = config_.rope_pairs == RopePairs::Interleaved;
            Key("kind", "\"rope\"");
            Key("pairs", is_interleaved ? "\"interleaved\"" : "\"rotate-half\"");
            Key("theta", TomlNumber(config_.rope_theta));
            if (!config_.rope_factors.empty()) {
                const Vector<double> factors = Vector<double>::Map(
                    config_.rope_factors.data(), std::ssize(config_.rope_factors));
                Key("factors", VectorText(factors));
            }
            return;
        }
        Key("kind", "\"learned\"");
        std::visit(
            [&](const auto& weights) { Key("embedding", MatrixText(weights.position_embedding)); },
            *model_.weights);
    }

    void WriteNormAndMlp() {
        if (config_.norm != NormKind::None) {
            Section("norm");
            Key("kind", config_.norm == NormKind::RmsNorm ? "\"rms\"" : "\"layer\"");
            Key("eps", TomlNumber(config_.norm_eps));
            if (config_.qk_norm) Key("qk", "true");
        }
        if (config_.mlp == MlpKind::None) return;
        Section("mlp");
        Key("kind", config_.mlp == MlpKind::Gelu       ? "\"gelu\""
                    : config_.mlp == MlpKind::GeluTanh ? "\"gelu-tanh\""
                                                       : "\"swiglu\"");
    }

    void WriteExample() {
        Section("example");
        Key("prompt", TomlText(model_.example_prompt));
        Key("tokens", std::to_string(model_.example_tokens));
    }

    const Model& model_;
    const Config& config_;
    std::string prefix_;
    std::string text_;
};

}  // namespace

std::string FormatModel(const Model& model) {
    ModelWriter writer(model, "");
    return writer.WriteHead() + writer.Write();
}

std::string FormatInlineModel(const Model& model) {
    return "[model]\n" + ModelWriter(model, "model.").Write();
}

}  // namespace decodescope
