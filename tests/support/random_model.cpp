#include "tests/support/random_model.h"

#include <cmath>
#include <random>
#include <string>

#include "core/base/number.h"
#include "core/model/weights.h"

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
    WeightMaker(const Config& config, Random& random, double identity_share)
        : config_(config), random_(random), identity_share_(identity_share) {}

    // Leaves what the configuration rules out as it is: empty.
    void Fill(PartAt at, Linear<T>& linear) {
        const TensorInfo& info = InfoOf(at.weight);
        const bool is_tied = at.weight == TensorId::OutputWeight && config_.tied_output;
        if (is_tied || !Has(config_, at.weight)) return;
        const int out = Length(config_, info.rows), in = Length(config_, info.columns);
        linear = info.when_absent == WhenAbsent::Identity ? MakeProjection(out, in)
                                                          : MakeLinear(out, in);
    }
    void Fill(PartAt at, Norm<T>& norm) {
        if (!Has(config_, at.weight)) return;
        const int size = Length(config_, InfoOf(at.weight).columns);
        norm.gain = MakeVector(size, 1.0);
        if (Has(config_, at.bias)) norm.bias = MakeVector(size, 0.0);
    }

    Matrix<T> MakeMatrix(int rows, int columns) {
        Matrix<T> matrix(rows, columns);
        const double spread = 2.0 / std::sqrt(columns);
        for (T& number : matrix.reshaped()) number = Number(spread);
        return matrix;
    }

private:
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

    T Number(double spread) { return static_cast<T>((2.0 * Uniform(random_) - 1.0) * spread); }

    const Config& config_;
    Random& random_;
    double identity_share_;
};

template <class T>
Weights<T> MakeWeights(const Config& config, Random& random, double identity_share) {
    WeightMaker<T> make(config, random, identity_share);
    Weights<T> weights;
    weights.token_embedding = make.MakeMatrix(config.vocabulary_size, config.d_model);
    if (config.positions == Positions::Learned) {
        weights.position_embedding = make.MakeMatrix(config.context_length, config.d_model);
    }
    weights.layers.resize(static_cast<size_t>(config.layers));
    ForEachPart(weights, [&](PartAt at, auto& part) { make.Fill(at, part); });
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
    config.has_output_projection = Below(random, 3) != 0;
    config.d_model = config.has_output_projection ? 2 + Below(random, 12) : config.query_width();
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
    config.qk_norm = config.norm != NormKind::None && Below(random, 3) == 0;
    if (config.positions == Positions::Rope && Below(random, 3) == 0) {
        for (int pair = 0; pair < config.head_dim / 2; ++pair) {
            config.rope_factors.push_back(1.0 + Below(random, 4));
        }
    }
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

Config LlamaParts() {
    Config config;
    config.positions = Positions::Rope;
    config.norm = NormKind::RmsNorm;
    config.residuals = true;
    config.mlp = MlpKind::SwiGlu;
    config.has_output_projection = true;
    return config;
}

Config Stories260KConfig() {
    Config config = LlamaParts();
    config.vocabulary_size = 512;
    config.d_model = 64;
    config.layers = 5;
    config.query_heads = 8;
    config.kv_heads = 4;
    config.head_dim = 8;
    config.attention_scale = InverseSquareRoot(8.0);
    config.context_length = 512;
    config.mlp_hidden = 172;
    config.tied_output = true;
    return config;
}

}  // namespace decodescope
