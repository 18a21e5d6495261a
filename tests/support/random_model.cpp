#include "tests/support/random_model.h"

#include <cmath>
#include <random>
#include <string>

#include "core/base/number.h"

namespace decodescope {
namespace {

using Random = std::mt19937_64;

// std distributions differ between standard libraries; these do not.
int Below(Random& random, int limit) {
    return static_cast<int>(random() % static_cast<std::uint64_t>(limit));
}
double Uniform(Random& random) { return static_cast<double>(random() >> 11) * 0x1.0p-53; }

template <class T>
class WeightMaker {
public:
    WeightMaker(Random& random, double identity_share)
        : random_(random), identity_share_(identity_share) {}

    Matrix<T> MakeMatrix(int rows, int columns) {
        Matrix<T> matrix(rows, columns);
        const double spread = 2.0 / std::sqrt(columns);
        for (T& number : matrix.reshaped()) number = Number(spread);
        return matrix;
    }

    Vector<T> MakeVector(int size, double centre) {
        Vector<T> vector(size);
        for (T& number : vector) number = static_cast<T>(centre) + Number(0.3);
        return vector;
    }

    Linear<T> MakeLinear(int out, int in) {
        Linear<T> linear{MakeMatrix(out, in), {}};
        if (Below(random_, 2) == 0) linear.bias = MakeVector(out, 0.0);
        return linear;
    }

    // The identity now and then, where the sizes allow it.
    Linear<T> MakeProjection(int out, int in) {
        if (out == in && Uniform(random_) < identity_share_) return {};
        return MakeLinear(out, in);
    }

    Norm<T> MakeNorm(const Config& config) {
        if (config.norm == NormKind::None) return {};
        Norm<T> norm{MakeVector(config.d_model, 1.0), {}};
        if (config.norm == NormKind::LayerNorm) norm.bias = MakeVector(config.d_model, 0.0);
        return norm;
    }

private:
    T Number(double spread) { return static_cast<T>((2.0 * Uniform(random_) - 1.0) * spread); }

    Random& random_;
    double identity_share_;
};

template <class T>
LayerWeights<T> MakeLayer(const Config& config, WeightMaker<T>& make) {
    const int d = config.d_model;
    LayerWeights<T> layer;
    layer.attention_norm = make.MakeNorm(config);
    layer.query = make.MakeProjection(config.query_width(), d);
    layer.key = make.MakeProjection(config.kv_width(), d);
    layer.value = make.MakeProjection(config.kv_width(), d);
    if (!config.identity_attention_output) {
        layer.attention_output = make.MakeLinear(d, config.query_width());
    }
    if (config.mlp != MlpKind::None) {
        layer.mlp_norm = make.MakeNorm(config);
        if (config.mlp == MlpKind::SwiGlu) layer.gate = make.MakeLinear(config.mlp_hidden, d);
        layer.up = make.MakeLinear(config.mlp_hidden, d);
        layer.down = make.MakeLinear(d, config.mlp_hidden);
    }
    return layer;
}

template <class T>
Weights<T> MakeWeights(const Config& config, Random& random, double identity_share) {
    WeightMaker<T> make(random, identity_share);
    Weights<T> weights;
    weights.token_embedding = make.MakeMatrix(config.vocabulary_size, config.d_model);
    if (config.positions == Positions::Learned) {
        weights.position_embedding = make.MakeMatrix(config.context_length, config.d_model);
    }
    for (int i = 0; i < config.layers; ++i) weights.layers.push_back(MakeLayer(config, make));
    weights.final_norm = make.MakeNorm(config);
    if (!config.tied_output) {
        weights.output = make.MakeLinear(config.vocabulary_size, config.d_model);
    }
    return weights;
}

}  // namespace

Config RandomConfig(std::uint64_t seed) {
    Random random(seed);
    Config config;
    config.vocabulary_size = 3 + Below(random, 9);
    config.layers = 1 + Below(random, 3);
    config.kv_heads = 1 + Below(random, 2);
    config.query_heads = config.kv_heads * (1 + Below(random, 3));
    config.head_dim = 2 * (1 + Below(random, 4));
    config.identity_attention_output = Below(random, 3) == 0;
    config.d_model =
        config.identity_attention_output ? config.query_width() : 2 + Below(random, 12);
    config.attention_scale = InverseSquareRoot(config.head_dim);
    config.positions = static_cast<Positions>(Below(random, 3));
    config.rope_pairs = static_cast<RopePairs>(Below(random, 2));
    config.rope_theta = 100.0;
    config.context_length = config.positions == Positions::Learned ? 24 : 0;
    config.norm = static_cast<NormKind>(Below(random, 3));
    config.residuals = Below(random, 2) == 0;
    config.mlp = static_cast<MlpKind>(Below(random, 4));
    config.mlp_hidden = config.mlp == MlpKind::None ? 0 : 1 + Below(random, 9);
    config.tied_output = Below(random, 2) == 0;
    return config;
}

Model RandomModel(const Config& config, std::uint64_t seed, Precision precision,
                  double identity_share) {
    Random random(seed ^ 0x9E3779B97F4A7C15u);
    Model model;
    model.name = "random " + std::to_string(seed);
    model.config = config;
    for (int id = 0; id < config.vocabulary_size; ++id) {
        model.tokenizer.pieces.push_back("t" + std::to_string(id));
    }
    if (precision == Precision::Float64) {
        model.weights = MakeWeights<double>(config, random, identity_share);
    } else {
        model.weights = MakeWeights<float>(config, random, identity_share);
    }
    model.example_prompt = "t0 t1";
    return model;
}

Model ToyModel() {
    Model model;
    model.name = "ABC";
    model.config = {.vocabulary_size = 3,
                    .d_model = 2,
                    .head_dim = 2,
                    .attention_scale = InverseSquareRoot(2.0)};
    model.tokenizer.pieces = {"A", "B", "C"};
    Weights<double> weights;
    weights.token_embedding = Matrix<double>{{1, 0}, {0, 1}, {-1, -1}};
    weights.layers.resize(1);
    weights.output.weight = Matrix<double>{{0, 1}, {1, 0}, {-1, -1}};
    model.weights = std::move(weights);
    model.example_prompt = "A B";
    return model;
}

Config Stories260KConfig() {
    Config config;
    config.vocabulary_size = 512;
    config.d_model = 64;
    config.layers = 5;
    config.query_heads = 8;
    config.kv_heads = 4;
    config.head_dim = 8;
    config.attention_scale = InverseSquareRoot(8.0);
    config.positions = Positions::Rope;
    config.context_length = 512;
    config.norm = NormKind::RmsNorm;
    config.residuals = true;
    config.mlp = MlpKind::SwiGlu;
    config.mlp_hidden = 172;
    config.identity_attention_output = false;
    config.tied_output = true;
    return config;
}

}  // namespace decodescope
