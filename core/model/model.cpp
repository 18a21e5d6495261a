#include "core/model/model.h"

#include <cmath>
#include <cstdint>
#include <utility>

#include "core/base/error.h"
#include "core/base/number.h"
#include "core/model/weights.h"

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
        const auto factors = static_cast<int>(config.rope_factors.size());
        if (factors != 0 && factors != config.head_dim / 2) {
            throw Error("there are " + Text(factors) + " factors of RoPE", {},
                        "there must be one for each pair, " + Text(config.head_dim / 2));
        }
        for (const double factor : config.rope_factors) RequirePositive(factor, "a factor of RoPE");
    }
}

void ValidateToken(std::optional<TokenId> id, const Config& config, const std::string& name) {
    if (!id || (0 <= *id && *id < config.vocabulary_size)) return;
    throw Error("the " + name + " has ID " + Text(*id), {},
                "IDs go from 0 to " + Text(config.vocabulary_size - 1));
}

// --- Weights: every matrix and vector has the size that the configuration says -------------------

// "layers[0].query", as a model file calls it.
std::string NameOf(TensorAt at) {
    const TensorInfo& info = InfoOf(at.tensor);
    const std::string layer = info.per_layer ? "layers[" + Text(at.layer) + "]." : "";
    return layer + std::string(info.key);
}

template <class T>
class WeightsValidator {
public:
    WeightsValidator(const Config& config, const Weights<T>& weights)
        : config_(config), weights_(weights) {}

    void Validate() const {
        RequireMatrix(weights_.token_embedding, SizeOf(TensorId::TokenEmbedding), "the embedding");
        RequireMatrix(weights_.position_embedding, SizeOf(TensorId::PositionEmbedding),
                      "the position embedding");
        if (static_cast<int>(weights_.layers.size()) != config_.layers) {
            throw Error("there are weights for " + Text(std::ssize(weights_.layers)) + " layers",
                        {}, "the configuration says " + Text(config_.layers));
        }
        ForEachPart(weights_, [&](PartAt at, const auto& part) { RequirePart(at, part); });
    }

private:
    struct Size {
        int rows = 0, columns = 0;
    };

    // Of a parameter, a vector being one row; of one that the configuration rules out, 0 × 0.
    Size SizeOf(TensorId parameter) const {
        const bool is_tied = parameter == TensorId::OutputWeight && config_.tied_output;
        if (is_tied || !Has(config_, parameter)) return {};
        const TensorInfo& info = InfoOf(parameter);
        return {Length(config_, info.rows), Length(config_, info.columns)};
    }

    void RequirePart(PartAt at, const Linear<T>& linear) const {
        const std::string name = NameOf({at.weight, at.layer});
        const Size size = SizeOf(at.weight);
        if (InfoOf(at.weight).when_absent == WhenAbsent::Identity && linear.is_identity()) {
            return RequireIdentity(size, linear, name);
        }
        if (at.weight == TensorId::AttentionOutputWeight &&
            linear.is_identity() != (size.rows == 0)) {
            throw Error(name + " is " + (linear.is_identity() ? "the identity" : "a matrix"), {},
                        "it must be the same kind in all layers");
        }
        RequireMatrix(linear.weight, size, name);
        RequireBias(linear.bias, SizeOf(at.bias).columns, name);
    }

    void RequirePart(PartAt at, const Norm<T>& norm) const {
        const std::string name = NameOf({at.weight, at.layer});
        const int size = SizeOf(at.weight).columns;
        if (norm.gain.size() != size) {
            throw Error("the gain of " + name + " has " + Text(norm.gain.size()) + " numbers", {},
                        "it must have " + Text(size));
        }
        RequireBias(norm.bias, SizeOf(at.bias).columns, name);
    }

    template <class M>
    static void RequireMatrix(const M& matrix, Size size, const std::string& name) {
        if (matrix.rows() == size.rows && matrix.cols() == size.columns) return;
        throw Error(name + " is " + Text(matrix.rows()) + " × " + Text(matrix.cols()), {},
                    "it must be " + Text(size.rows) + " × " + Text(size.columns));
    }

    // A bias may be left out.
    static void RequireBias(const Vector<T>& bias, int size, const std::string& name) {
        if (bias.size() == 0 || bias.size() == size) return;
        throw Error("the bias of " + name + " has " + Text(bias.size()) + " numbers", {},
                    "it must have " + Text(size));
    }

    static void RequireIdentity(Size size, const Linear<T>& linear, const std::string& name) {
        if (size.rows != size.columns) {
            throw Error(name + " is the identity, but goes from " + Text(size.columns) +
                            " numbers to " + Text(size.rows),
                        {},
                        "it must be a matrix of " + Text(size.rows) + " × " + Text(size.columns));
        }
        if (linear.bias.size() != 0) {
            throw Error(name + " is the identity with a bias", {}, "give it a matrix, or no bias");
        }
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
    if (!config.has_output_projection && config.query_width() != config.d_model) {
        throw Error("the output of attention is the identity, but query_heads · head_dim is " +
                        Text(config.query_width()) + " and d_model is " + Text(config.d_model),
                    {}, "give every layer an output matrix, or make them equal");
    }
    ValidateToken(config.begin_token, config, "begin token");
    ValidateToken(config.end_token, config, "end token");
    for (const TokenId id : config.other_end_tokens) ValidateToken(id, config, "other end token");
}

ModelWeights::ModelWeights() : either_(std::make_unique<Either>()) {}
ModelWeights::ModelWeights(Weights<double> weights)
    : either_(std::make_unique<Either>(std::move(weights))) {}
ModelWeights::ModelWeights(Weights<float> weights)
    : either_(std::make_unique<Either>(std::move(weights))) {}
ModelWeights::ModelWeights(const ModelWeights& other) : either_(std::make_unique<Either>(*other)) {}
ModelWeights::ModelWeights(ModelWeights&& other) noexcept = default;
ModelWeights& ModelWeights::operator=(ModelWeights other) noexcept {
    either_.swap(other.either_);
    return *this;
}
ModelWeights::~ModelWeights() = default;

Precision Model::precision() const {
    return (*weights).index() == 0 ? Precision::Float64 : Precision::Float32;
}

void Validate(const Model& model) {
    Validate(model.config);
    const Tokenizer& tokenizer = model.tokenizer;
    if (tokenizer.size() != model.config.vocabulary_size) {
        throw Error("the tokenizer has " + Text(tokenizer.size()) + " tokens", {},
                    "the configuration says " + Text(model.config.vocabulary_size));
    }
    Validate(tokenizer);
    RequireAtLeast(1, model.example_tokens, "the number of example tokens");
    std::visit(
        [&]<class T>(const Weights<T>& w) { WeightsValidator<T>(model.config, w).Validate(); },
        *model.weights);
}

}  // namespace decodescope
