#include "core/model/model.h"

#include <cmath>
#include <cstdint>

#include "core/base/error.h"
#include "core/base/number.h"

namespace decodescope {
namespace {

std::string Text(std::int64_t number) { return std::to_string(number); }

void RequireAtLeast(int least, int number, const std::string& name) {
    if (number >= least) return;
    throw Error(name + " is " + Text(number), {}, "it must be at least " + Text(least));
}

void RequirePositive(double number, const std::string& name) {
    if (number > 0 && std::isfinite(number)) return;
    throw Error(name + " is " + FormatShortest(number), {}, "it must be a positive number");
}

void ValidateAttention(const Config& config) {
    RequireAtLeast(1, config.query_heads, "query_heads");
    RequireAtLeast(1, config.kv_heads, "kv_heads");
    RequireAtLeast(1, config.head_dim, "head_dim");
    if (config.query_heads % config.kv_heads != 0) {
        throw Error("kv_heads is " + Text(config.kv_heads) +
                        ", which does not divide query_heads, " + Text(config.query_heads),
                    {}, "query heads share KV heads in equal groups");
    }
    constexpr std::int64_t kWidest = 1 << 24;
    const std::int64_t width = std::int64_t{config.query_heads} * config.head_dim;
    if (width > kWidest) {
        throw Error("query_heads · head_dim is " + Text(width), {},
                    "it must be at most " + Text(kWidest));
    }
    if (!std::isfinite(config.attention_scale)) {
        throw Error("the attention scale is " + FormatShortest(config.attention_scale), {},
                    "it must be a finite number");
    }
}

void ValidatePositions(const Config& config) {
    RequireAtLeast(0, config.context_length, "the context");
    if (config.positions == Positions::Learned) {
        RequireAtLeast(1, config.context_length, "the context of learned positions");
    }
    if (config.positions == Positions::Rope) {
        RequirePositive(config.rope_theta, "theta");
        if (config.head_dim % 2 != 0) {
            throw Error("head_dim is " + Text(config.head_dim) + ", but RoPE turns pairs", {},
                        "it must be even");
        }
    }
}

void ValidateToken(std::optional<TokenId> id, const Config& config, const std::string& name) {
    if (!id || (0 <= *id && *id < config.vocabulary_size)) return;
    throw Error("the " + name + " has ID " + Text(*id), {},
                "IDs go from 0 to " + Text(config.vocabulary_size - 1));
}

// --- Weights: every matrix has the size that the configuration says ------------------------------

template <class T>
class WeightsValidator {
public:
    WeightsValidator(const Config& config, const Weights<T>& weights)
        : config_(config), weights_(weights) {}

    void Validate() const {
        RequireMatrix(weights_.token_embedding, config_.vocabulary_size, config_.d_model,
                      "the embedding");
        const bool is_learned = config_.positions == Positions::Learned;
        RequireMatrix(weights_.position_embedding, is_learned ? config_.context_length : 0,
                      is_learned ? config_.d_model : 0, "the position embedding");
        if (static_cast<int>(weights_.layers.size()) != config_.layers) {
            throw Error("there are weights for " + Text(std::ssize(weights_.layers)) + " layers",
                        {}, "the configuration says " + Text(config_.layers));
        }
        for (int i = 0; i < config_.layers; ++i) {
            ValidateLayer(weights_.layers[static_cast<size_t>(i)], "layers[" + Text(i) + "].");
        }
        RequireNorm(weights_.final_norm, config_.norm != NormKind::None, "final_norm");
        ValidateOutput();
    }

private:
    void ValidateLayer(const LayerWeights<T>& layer, const std::string& name) const {
        const bool has_norm = config_.norm != NormKind::None;
        const bool has_mlp = config_.mlp != MlpKind::None;
        const bool has_gate = config_.mlp == MlpKind::SwiGlu;
        RequireNorm(layer.attention_norm, has_norm, name + "attention_norm");
        RequireLinear(layer.query, config_.query_width(), config_.d_model, name + "query");
        RequireLinear(layer.key, config_.kv_width(), config_.d_model, name + "key");
        RequireLinear(layer.value, config_.kv_width(), config_.d_model, name + "value");
        if (layer.attention_output.is_identity() != config_.identity_attention_output) {
            throw Error(name + "output is " +
                            (config_.identity_attention_output ? "a matrix" : "the identity"),
                        {}, "it must be the same kind in all layers");
        }
        RequireLinear(layer.attention_output, config_.d_model, config_.query_width(),
                      name + "output");
        RequireNorm(layer.mlp_norm, has_norm && has_mlp, name + "mlp_norm");
        RequireMlp(layer.gate, has_gate, config_.mlp_hidden, config_.d_model, name + "gate");
        RequireMlp(layer.up, has_mlp, config_.mlp_hidden, config_.d_model, name + "up");
        RequireMlp(layer.down, has_mlp, config_.d_model, config_.mlp_hidden, name + "down");
    }

    void ValidateOutput() const {
        const int rows = config_.tied_output ? 0 : config_.vocabulary_size;
        const int columns = config_.tied_output ? 0 : config_.d_model;
        RequireMatrix(weights_.output.weight, rows, columns, "output");
        RequireVector(weights_.output.bias, config_.vocabulary_size, "the bias of output");
    }

    static void RequireMatrix(const Matrix<T>& matrix, int rows, int columns,
                              const std::string& name) {
        if (matrix.rows() == rows && matrix.cols() == columns) return;
        throw Error(name + " is " + Text(matrix.rows()) + " × " + Text(matrix.cols()), {},
                    "it must be " + Text(rows) + " × " + Text(columns));
    }

    // A bias, or a gain that may be left out.
    static void RequireVector(const Vector<T>& vector, int size, const std::string& name) {
        if (vector.size() == 0 || vector.size() == size) return;
        throw Error(name + " has " + Text(vector.size()) + " numbers", {},
                    "it must have " + Text(size));
    }

    static void RequireLinear(const Linear<T>& linear, int out, int in, const std::string& name) {
        if (!linear.is_identity()) {
            RequireMatrix(linear.weight, out, in, name);
            RequireVector(linear.bias, out, "the bias of " + name);
            return;
        }
        if (out != in) {
            throw Error(
                name + " is the identity, but goes from " + Text(in) + " numbers to " + Text(out),
                {}, "it must be a matrix of " + Text(out) + " × " + Text(in));
        }
        if (linear.bias.size() != 0) {
            throw Error(name + " is the identity with a bias", {}, "give it a matrix, or no bias");
        }
    }

    static void RequireMlp(const Linear<T>& linear, bool is_wanted, int out, int in,
                           const std::string& name) {
        RequireMatrix(linear.weight, is_wanted ? out : 0, is_wanted ? in : 0, name);
        RequireVector(linear.bias, is_wanted ? out : 0, "the bias of " + name);
    }

    void RequireNorm(const Norm<T>& norm, bool is_wanted, const std::string& name) const {
        const int size = is_wanted ? config_.d_model : 0;
        if (norm.gain.size() != size) {
            throw Error("the gain of " + name + " has " + Text(norm.gain.size()) + " numbers", {},
                        "it must have " + Text(size));
        }
        const bool may_have_bias = is_wanted && config_.norm == NormKind::LayerNorm;
        RequireVector(norm.bias, may_have_bias ? size : 0, "the bias of " + name);
    }

    const Config& config_;
    const Weights<T>& weights_;
};

}  // namespace

void Validate(const Config& config) {
    if (config.vocabulary_size < 1) {
        throw Error("the vocabulary is empty", {}, "a model needs at least one token");
    }
    RequireAtLeast(1, config.d_model, "d_model");
    RequireAtLeast(1, config.layers, "layers");
    ValidateAttention(config);
    ValidatePositions(config);
    if (config.norm != NormKind::None &&
        !(config.norm_eps >= 0 && std::isfinite(config.norm_eps))) {
        throw Error("eps is " + FormatShortest(config.norm_eps), {},
                    "it must be a number of at least 0");
    }
    if (config.mlp != MlpKind::None)
        RequireAtLeast(1, config.mlp_hidden, "the hidden width of the MLP");
    if (config.identity_attention_output && config.query_width() != config.d_model) {
        throw Error("the output of attention is the identity, but query_heads · head_dim is " +
                        Text(config.query_width()) + " and d_model is " + Text(config.d_model),
                    {}, "give every layer an output matrix, or make them equal");
    }
    ValidateToken(config.begin_token, config, "begin token");
    ValidateToken(config.end_token, config, "end token");
}

void Validate(const Model& model) {
    Validate(model.config);
    const Tokenizer& tokenizer = model.tokenizer;
    if (tokenizer.size() != model.config.vocabulary_size) {
        throw Error("the tokenizer has " + Text(tokenizer.size()) + " tokens", {},
                    "the configuration says " + Text(model.config.vocabulary_size));
    }
    const bool has_scores = tokenizer.kind == TokenizerKind::BytePair;
    if (tokenizer.scores.size() != (has_scores ? tokenizer.pieces.size() : 0)) {
        throw Error("there are " + Text(std::ssize(tokenizer.scores)) + " token scores", {},
                    has_scores ? "there must be one for each token" : "these tokens have none");
    }
    RequireAtLeast(1, model.example_tokens, "the number of example tokens");
    std::visit(
        [&]<class T>(const Weights<T>& w) { WeightsValidator<T>(model.config, w).Validate(); },
        model.weights);
}

}  // namespace decodescope
