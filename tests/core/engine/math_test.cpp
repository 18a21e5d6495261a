// Each function of the engine against its formula, written down here a second time as plainly as it
// reads.

#include "core/engine/math.h"

#include <limits>
#include <random>

#include "tests/support/catch.h"
#include "tests/support/random_model.h"

namespace decodescope {
namespace {

using Row = std::vector<double>;

constexpr double kTolerance = 1e-13;
constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

class Random {
public:
    explicit Random(std::uint64_t seed) : generator_(seed) {}

    Row SomeRow(int count) {
        Row row(static_cast<size_t>(count));
        for (double& number : row) number = normal_(generator_);
        return row;
    }
    Vector<double> SomeVector(int count) {
        const Row row = SomeRow(count);
        return Eigen::Map<const Vector<double>>(row.data(), count);
    }
    Matrix<double> SomeMatrix(int rows, int columns) {
        const Row row = SomeRow(rows * columns);
        return Eigen::Map<const Matrix<double>>(row.data(), rows, columns);
    }

private:
    std::mt19937_64 generator_;
    std::normal_distribution<double> normal_{0.0, 1.5};
};

void RequireClose(const Row& found, const Row& expected) {
    REQUIRE(found.size() == expected.size());
    for (size_t i = 0; i < found.size(); ++i) {
        INFO("number " << i);
        CHECK(found[i] == Approx(expected[i]).epsilon(kTolerance).margin(kTolerance));
    }
}

TEST_CASE("A matrix times a row is the sum of products for each of its own rows, plus the bias") {
    Random random(1);
    for (int in = 1; in <= 40; in += 3) {
        for (int out = 1; out <= 20; out += 6) {
            const Matrix<double> matrix = random.SomeMatrix(out, in);
            const Vector<double> bias = random.SomeVector(out);
            const Row x = random.SomeRow(in);
            Row expected, y(static_cast<size_t>(out));
            for (int i = 0; i < out; ++i) {
                double sum = bias[i];
                for (int j = 0; j < in; ++j) sum += matrix(i, j) * x[static_cast<size_t>(j)];
                expected.push_back(sum);
            }
            MatVec(PackedMatrix<double>(matrix), bias, x.data(), y.data(), in, out);
            RequireClose(y, expected);
        }
    }
}

TEST_CASE("Without a matrix a row stays what it is") {
    const Row x{1, -2, 3};
    Row y(3);
    MatVec(PackedMatrix<double>(), Vector<double>(), x.data(), y.data(), 3, 3);
    CHECK(y == x);
}

TEST_CASE("Softmax shares out 1 in proportion to exp") {
    Random random(2);
    for (int count = 1; count < 30; ++count) {
        const Row x = random.SomeRow(count);
        Row expected, y(x.size());
        double sum = 0;
        for (const double number : x) sum += std::exp(number);
        for (const double number : x) expected.push_back(std::exp(number) / sum);
        Softmax(x.data(), y.data(), count);
        RequireClose(y, expected);
    }
}

Row SoftmaxOf(Row row) {
    Softmax(row.data(), row.data(), static_cast<int>(row.size()));
    return row;
}

TEST_CASE("Softmax of equal or huge scores is stable") {
    CHECK(SoftmaxOf({3, 3, 3, 3}) == Row{0.25, 0.25, 0.25, 0.25});
    CHECK(SoftmaxOf({1e308, 1e308}) == Row{0.5, 0.5});
    CHECK(SoftmaxOf({-1e308, -1e308}) == Row{0.5, 0.5});
    CHECK(SoftmaxOf({1e308, -1e308}) == Row{1, 0});
    CHECK(SoftmaxOf({-kInfinity, 2, -kInfinity}) == Row{0, 1, 0});
    CHECK(SoftmaxOf({7}) == Row{1});
}

TEST_CASE("Softmax of nothing but minus infinity is all 0") {
    CHECK(SoftmaxOf({-kInfinity, -kInfinity}) == Row{0, 0});
    CHECK(SoftmaxOf({-kInfinity}) == Row{0});
}

TEST_CASE("Softmax of a row with a NaN or plus infinity is not a number anywhere") {
    for (const Row& row : {Row{1, kNaN, 2}, {kNaN, 1}, {1, kNaN}, {kNaN}}) {
        for (const double weight : SoftmaxOf(row)) CHECK(std::isnan(weight));
    }
    CHECK(std::isnan(SoftmaxOf({kInfinity, 1})[0]));
}

TEST_CASE("LayerNorm subtracts the mean, RMSNorm does not, and both divide by the size") {
    Random random(3);
    for (const NormKind kind : {NormKind::LayerNorm, NormKind::RmsNorm}) {
        for (const bool has_bias : {false, true}) {
            Config config;
            config.d_model = 12;
            config.norm = kind;
            config.norm_eps = 1e-3;
            Norm<double> norm{.gain = random.SomeVector(12), .bias = {}};
            if (has_bias) norm.bias = random.SomeVector(12);
            const Row x = random.SomeRow(12);

            double mean = 0, variance = 0;
            if (kind == NormKind::LayerNorm) {
                for (const double number : x) mean += number / 12;
            }
            for (const double number : x) variance += (number - mean) * (number - mean) / 12;
            Row expected, y(12);
            for (int i = 0; i < 12; ++i) {
                expected.push_back((x[static_cast<size_t>(i)] - mean) / std::sqrt(variance + 1e-3) *
                                       norm.gain[i] +
                                   (has_bias ? norm.bias[i] : 0.0));
            }
            const NormStatistics<double> found = Normalize(config, norm, x.data(), y.data());
            RequireClose(y, expected);
            CHECK(found.mean == Approx(mean).margin(kTolerance));
            CHECK(found.rstd == Approx(1 / std::sqrt(variance + 1e-3)));
        }
    }
}

// Φ by the complementary error function, which the engine does not use.
double Phi(double x) { return 0.5 * std::erfc(-x / std::sqrt(2.0)); }

TEST_CASE("The activations of an MLP are what their papers say") {
    Random random(4);
    Config config;
    config.mlp_hidden = 50;
    const Row gate = random.SomeRow(50), up = random.SomeRow(50);
    for (const MlpKind kind : {MlpKind::Gelu, MlpKind::GeluTanh, MlpKind::SwiGlu}) {
        config.mlp = kind;
        Row expected, y(50);
        for (size_t i = 0; i < up.size(); ++i) {
            const double u = up[i];
            const double inner = std::sqrt(2.0 / std::acos(-1.0)) * (u + 0.044715 * u * u * u);
            if (kind == MlpKind::Gelu) expected.push_back(u * Phi(u));
            if (kind == MlpKind::GeluTanh) expected.push_back(0.5 * u * (1.0 + std::tanh(inner)));
            if (kind == MlpKind::SwiGlu)
                expected.push_back(gate[i] / (1.0 + std::exp(-gate[i])) * u);
        }
        Activate(config, gate.data(), up.data(), y.data());
        RequireClose(y, expected);
    }
}

TEST_CASE("RoPE rotates the pairs of each head by the angle of its position") {
    Random random(5);
    Config config;
    config.head_dim = 8;
    config.rope_theta = 500.0;
    for (const RopePairs pairs : {RopePairs::Interleaved, RopePairs::RotateHalf}) {
        config.rope_pairs = pairs;
        for (const int position : {0, 1, 7, 300}) {
            const Row x = random.SomeRow(3 * 8);
            Row expected(x.size()), y(x.size());
            for (size_t head = 0; head < 3; ++head) {
                for (size_t pair = 0; pair < 4; ++pair) {
                    const bool is_interleaved = pairs == RopePairs::Interleaved;
                    const size_t a = 8 * head + (is_interleaved ? 2 * pair : pair);
                    const size_t b = is_interleaved ? a + 1 : a + 4;
                    const double angle =
                        position / std::pow(500.0, 2.0 * static_cast<double>(pair) / 8.0);
                    expected[a] = x[a] * std::cos(angle) - x[b] * std::sin(angle);
                    expected[b] = x[b] * std::cos(angle) + x[a] * std::sin(angle);
                }
            }
            Rotate(RotationsAt<double>(config, RopeFrequenciesOf(config), position), 3, x.data(),
                   y.data());
            RequireClose(y, expected);
        }
    }
}

}  // namespace
}  // namespace decodescope
