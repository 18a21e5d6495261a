// What the kernels compute is defined by the plain loops below; every width must give their bits.
#include "core/kernel/kernels.h"

#include <cmath>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "core/kernel/elementary.h"
#include "core/kernel/multiply.h"
#include "tests/support/catch.h"

namespace decodescope {
namespace {

template <class T>
constexpr T kInfinity = std::numeric_limits<T>::infinity();
template <class T>
constexpr T kNan = std::numeric_limits<T>::quiet_NaN();

template <class T>
class Random {
public:
    explicit Random(std::uint64_t seed) : generator_(seed) {}

    int Below(int limit) { return static_cast<int>(generator_() % static_cast<unsigned>(limit)); }

    // Mostly ordinary; of every `odd_share` numbers one is not.
    T Number(int odd_share = 0) {
        constexpr T kOdd[] = {T(0),          -T(0),   kInfinity<T>,
                              -kInfinity<T>, kNan<T>, std::numeric_limits<T>::denorm_min(),
                              T(1e30),       T(-1e30)};
        if (odd_share > 0 && Below(odd_share) == 0) return kOdd[Below(8)];
        const auto uniform = static_cast<T>(static_cast<double>(generator_() >> 11) * 0x1p-53);
        return (T(2) * uniform - T(1)) * T(3);
    }
    std::vector<T> Row(int count, int odd_share = 0) {
        std::vector<T> row;
        for (int i = 0; i < count; ++i) row.push_back(Number(odd_share));
        return row;
    }

private:
    std::mt19937_64 generator_;
};

// Equal to the bit, but that not-a-number is not told from not-a-number.
template <class T>
bool Same(const std::vector<T>& a, const std::vector<T>& b) {
    if (a.size() != b.size()) return false;
    for (size_t i = 0; i < a.size(); ++i) {
        if (std::isnan(a[i]) && std::isnan(b[i])) continue;
        if (a[i] != b[i] || std::signbit(a[i]) != std::signbit(b[i])) return false;
    }
    return true;
}

template <class T>
std::vector<T*> PointersTo(std::vector<std::vector<T>>& rows) {
    std::vector<T*> pointers;
    for (std::vector<T>& row : rows) pointers.push_back(row.data());
    return pointers;
}
template <class T>
std::vector<const T*> ConstPointersTo(const std::vector<std::vector<T>>& rows) {
    std::vector<const T*> pointers;
    for (const std::vector<T>& row : rows) pointers.push_back(row.data());
    return pointers;
}

// Runs the check at each width that this processor has, as the program would use it.
template <class Check>
void AtEveryWidth(Check check) {
    REQUIRE(WidthsHere().size() >= 2);
    for (const Width width : WidthsHere()) {
        INFO("width " << static_cast<int>(width));
        UseWidth(width);
        check();
    }
    UseWidth(WidthsHere().back());
}

// --- The definitions -----------------------------------------------------------------------------

template <class T>
std::vector<T> DefinedProduct(const std::vector<std::vector<T>>& matrix, const std::vector<T>& bias,
                              const std::vector<T>& x) {
    std::vector<T> y;
    for (const std::vector<T>& row : matrix) {
        T sum = 0;
        for (size_t i = 0; i < x.size(); ++i) sum += row[i] * x[i];
        y.push_back(bias.empty() ? sum : sum + bias[y.size()]);
    }
    return y;
}

template <class T>
std::vector<T> DefinedSoftmax(const std::vector<T>& x) {
    T largest = -kInfinity<T>;
    for (const T number : x) largest = number > largest ? number : largest;
    std::vector<T> y;
    T sum = 0;
    for (const T number : x) {
        y.push_back(number == -kInfinity<T> ? T(0) : Exp(number - largest));
        sum += y.back();
    }
    if (sum != T(0)) {
        for (T& number : y) number /= sum;
    }
    return y;
}

// --- The laws ------------------------------------------------------------------------------------

TEMPLATE_TEST_CASE("Matrices times rows are sums in index order, at every width and in any company",
                   "", float, double) {
    using T = TestType;
    Random<T> random(1);
    Threads threads(1);
    for (int round = 0; round < 60; ++round) {
        const int in = 1 + random.Below(70), rows = 1 + random.Below(10);
        const int odd_share = round % 4 == 3 ? 20 : 0;
        std::vector<std::vector<T>> x;
        for (int row = 0; row < rows; ++row) x.push_back(random.Row(in, odd_share));

        constexpr int kMatrices = 3;
        std::vector<std::vector<T>> plain[kMatrices];
        PackedMatrix<T> packed[kMatrices];
        Vector<T> biases[kMatrices];
        std::vector<std::vector<T>> expected[kMatrices];
        for (int m = 0; m < kMatrices; ++m) {
            const int out = 1 + random.Below(90);
            packed[m].resize(out, in);
            for (int row = 0; row < out; ++row) {
                plain[m].push_back(random.Row(in, odd_share));
                packed[m].SetRow(row, plain[m].back().data());
            }
            const std::vector<T> bias = random.Row(random.Below(2) == 0 ? out : 0);
            biases[m] = Eigen::Map<const Vector<T>>(bias.data(), std::ssize(bias));
            for (const std::vector<T>& row : x) {
                expected[m].push_back(DefinedProduct(plain[m], bias, row));
            }
        }
        AtEveryWidth([&] {
            std::vector<std::vector<T>> y[kMatrices];
            std::vector<T*> pointers[kMatrices];
            std::vector<Projection<T>> projections;
            for (int m = 0; m < kMatrices; ++m) {
                y[m].assign(static_cast<size_t>(rows), std::vector<T>(plain[m].size()));
                pointers[m] = PointersTo(y[m]);
                projections.push_back({&packed[m], &biases[m], pointers[m]});
            }
            const std::vector<const T*> in_rows = ConstPointersTo(x);
            MultiplyRows<T>(threads, in_rows, projections);
            for (int m = 0; m < kMatrices; ++m) {
                for (size_t row = 0; row < x.size(); ++row) {
                    REQUIRE(Same(y[m][row], expected[m][row]));
                }
            }
        });
    }
}

// A row as a file has it: any bytes, but with a scale that is finite, so that there are numbers.
std::string StoredRow(Random<float>& random, StoredForm form, int columns) {
    std::string bytes;
    for (int i = 0; i < columns; ++i) {
        if (form == StoredForm::Q8_0 && i % kBlockColumns == 0) {
            bytes += static_cast<char>(random.Below(256));
            bytes += static_cast<char>(random.Below(0x7C));
        }
        bytes += static_cast<char>(random.Below(256));
        if (form == StoredForm::Q8_0) continue;
        // Exponents near 1 now and then, else of any size: huge, infinite, below the normal ones.
        bytes += static_cast<char>(random.Below(4) == 0 ? random.Below(256) : 0x3C);
    }
    return bytes;
}

TEST_CASE("Weights that are kept as stored have the bits of the numbers that they stand for") {
    Random<float> random(5);
    Threads alone(1);
    const Vector<float> none;
    for (const StoredForm form : {StoredForm::F16, StoredForm::BF16, StoredForm::Q8_0}) {
        for (int round = 0; round < 12; ++round) {
            const int out = 1 + random.Below(150), rows = 1 + random.Below(9);
            const int in = kBlockColumns * (1 + random.Below(4));
            PackedMatrix<float> stored, numbers(out, in);
            stored.ResizeAs(form, out, in);
            std::vector<float> row(static_cast<size_t>(in));
            for (int i = 0; i < out; ++i) {
                stored.SetStoredRow(i, StoredRow(random, form, in).data());
                stored.CopyRow(i, row.data());
                numbers.SetRow(i, row.data());
            }
            std::vector<std::vector<float>> x;
            for (int i = 0; i < rows; ++i) x.push_back(random.Row(in));
            const std::vector<const float*> from = ConstPointersTo(x);
            const auto times = [&](const PackedMatrix<float>& matrix) {
                std::vector<std::vector<float>> y(x.size(),
                                                  std::vector<float>(static_cast<size_t>(out)));
                const std::vector<float*> to = PointersTo(y);
                const Projection<float> projection{&matrix, &none, to};
                MultiplyRows<float>(alone, from, {&projection, 1});
                return y;
            };
            AtEveryWidth([&] {
                const auto found = times(stored), expected = times(numbers);
                for (size_t i = 0; i < found.size(); ++i) REQUIRE(Same(found[i], expected[i]));
            });
        }
    }
}

TEST_CASE("Threads share the panels and rows of a product, and change no bit") {
    Random<float> random(6);
    constexpr int kOut = 3000, kIn = 300, kRows = 5;
    PackedMatrix<float> matrix(kOut, kIn);
    for (int row = 0; row < kOut; ++row) matrix.SetRow(row, random.Row(kIn).data());
    const Vector<float> none;
    std::vector<std::vector<float>> x;
    for (int row = 0; row < kRows; ++row) x.push_back(random.Row(kIn));
    const std::vector<const float*> from = ConstPointersTo(x);
    std::vector<std::vector<float>> expected;
    for (const int count : {1, 2, 5}) {
        Threads threads(count);
        CHECK(threads.count() == count);
        for (int round = 0; round < 20; ++round) {
            std::vector<std::vector<float>> y(kRows, std::vector<float>(kOut));
            const std::vector<float*> to = PointersTo(y);
            const Projection<float> projection{&matrix, &none, to};
            MultiplyRows<float>(threads, from, {&projection, 1});
            if (expected.empty()) expected = y;
            REQUIRE(y == expected);
        }
    }
}

TEMPLATE_TEST_CASE("Softmax has the bits of its definition at every width, odd numbers included",
                   "", float, double) {
    using T = TestType;
    Random<T> random(2);
    for (int round = 0; round < 100; ++round) {
        const int count = 1 + random.Below(80), rows = 1 + random.Below(20);
        std::vector<std::vector<T>> x, expected;
        for (int row = 0; row < rows; ++row) {
            x.push_back(random.Row(count, round % 3 == 2 ? 10 : 0));
            if (round % 10 == 9) x.back().assign(x.back().size(), -kInfinity<T>);
            expected.push_back(DefinedSoftmax(x.back()));
        }
        AtEveryWidth([&] {
            std::vector<std::vector<T>> y = x;  // in place, as the engine may do it
            const std::vector<T*> to = PointersTo(y);
            const std::vector<const T*> from = ConstPointersTo(y);
            BestKernels<T>().softmax({from.data(), to.data(), rows, count});
            for (size_t row = 0; row < x.size(); ++row) REQUIRE(Same(y[row], expected[row]));
        });
    }
}

TEMPLATE_TEST_CASE("Weighted sums add rows in their order, and go on where they stopped", "", float,
                   double) {
    using T = TestType;
    Random<T> random(3);
    for (int round = 0; round < 100; ++round) {
        const int columns = 1 + random.Below(40), heads = 1 + random.Below(9);
        const int rows = 2 + random.Below(40), width = columns * heads;
        const std::vector<T> values =
            random.Row(rows * width + kPanelRows, round % 4 == 3 ? 30 : 0);
        std::vector<std::vector<T>> weights, expected;
        for (int head = 0; head < heads; ++head) {
            weights.push_back(random.Row(rows));
            expected.emplace_back(static_cast<size_t>(columns));
            for (int column = 0; column < columns; ++column) {
                T sum = 0;
                for (int row = 0; row < rows; ++row) {
                    sum += values[static_cast<size_t>(row * width + head * columns + column)] *
                           weights.back()[static_cast<size_t>(row)];
                }
                expected.back()[static_cast<size_t>(column)] = sum;
            }
        }
        AtEveryWidth([&] {
            std::vector<std::vector<T>> y(weights.size(), std::vector<T>(expected[0].size()));
            const int half = rows / 2;
            for (const bool is_second : {false, true}) {
                std::vector<WeightedSum<T>> sums;
                const int first = is_second ? half : 0;
                for (int head = 0; head < heads; ++head) {
                    const auto h = static_cast<size_t>(head);
                    sums.push_back({weights[h].data() + first,
                                    values.data() + first * width + head * columns, y[h].data()});
                }
                BestKernels<T>().weighted_sums({sums.data(), heads, is_second ? rows - half : half,
                                                width, columns, is_second});
            }
            for (size_t head = 0; head < y.size(); ++head) REQUIRE(Same(y[head], expected[head]));
        });
    }
}

TEMPLATE_TEST_CASE("Activations have the same bits at every width", "", float, double) {
    using T = TestType;
    Random<T> random(4);
    for (int round = 0; round < 60; ++round) {
        const int count = 1 + random.Below(50), odd_share = round % 3 == 2 ? 8 : 0;
        const std::vector<T> gate = random.Row(count, odd_share), up = random.Row(count, odd_share);
        std::vector<T> silu, gelu;
        for (int i = 0; i < count; ++i) {
            const T g = gate[static_cast<size_t>(i)], x = up[static_cast<size_t>(i)];
            silu.push_back(g / (T(1) + Exp(-g)) * x);
            const T inner = T(0.79788456080286535588) * (x + T(0.044715) * x * x * x);
            gelu.push_back(x / (T(1) + Exp(T(-2) * inner)));
        }
        AtEveryWidth([&] {
            std::vector<T> y(gate.size());
            BestKernels<T>().swiglu(gate.data(), up.data(), y.data(), count);
            REQUIRE(Same(y, silu));
            BestKernels<T>().gelu_tanh(up.data(), y.data(), count);
            REQUIRE(Same(y, gelu));
        });
    }
}

TEST_CASE("Kernels write what was asked for and nothing beside it") {
    const PackedMatrix<float> matrix(Matrix<float>(Matrix<float>::Ones(5, 3)));
    const Vector<float> none;
    const std::vector<float> x{1, 2, 3};
    AtEveryWidth([&] {
        std::vector<float> y(9, -1.0f);
        const float* const in = x.data();
        float* const out = y.data() + 2;
        const Projection<float> projection{&matrix, &none, {&out, 1}};
        Threads alone(1);
        MultiplyRows<float>(alone, {&in, 1}, {&projection, 1});
        CHECK(y == std::vector<float>{-1, -1, 6, 6, 6, 6, 6, -1, -1});
        BestKernels<float>().swiglu(x.data(), x.data(), y.data() + 2, 3);
        CHECK(y[1] == -1.0f);
        CHECK(y[5] == 6.0f);
    });
}

}  // namespace
}  // namespace decodescope
