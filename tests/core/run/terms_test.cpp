// Every number can say what it was made from, and its terms add up to it.

#include "core/run/terms.h"
#include "core/run/terms_text.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include "core/model/weights.h"
#include "core/run/decoder.h"
#include "tests/support/catch.h"
#include "tests/support/random_model.h"

namespace decodescope {
namespace {

// The sizes of the numbers that go into the sum: rounding errors are relative to these.
double SizeOf(const Derivation& derivation) {
    double size = std::abs(derivation.value);
    for (const Term& term : derivation.terms) size = std::max(size, std::abs(term.value));
    return std::max(size, 1.0);
}

// The first cell whose terms do not add up to it, or "". Looks at every cell of every value.
std::string FirstThatDoesNotAddUp(const Recording& recording, double tolerance) {
    const Config& config = recording.config();
    const int positions = recording.passes().back()->cache_length_after;
    for (int i = 0; i < kTensorCount; ++i) {
        const TensorInfo& info = InfoOf(static_cast<TensorId>(i));
        if (info.is_parameter) continue;
        for (int layer = 0; layer < config.layers; ++layer) {
            for (int head = 0; head < HeadCount(config, info.tensor); ++head) {
                for (int row = 0; row < positions; ++row) {
                    Cell cell{info.tensor, layer, head, row, 0};
                    for (; recording.Has(cell); ++cell.column) {
                        const Derivation derivation = Terms(recording, cell);
                        const double error = std::abs(derivation.Finished() - derivation.value);
                        if (!(error <= tolerance * SizeOf(derivation))) return NameOf(cell);
                        if (derivation.value != recording.At(cell)) return NameOf(cell);
                    }
                }
            }
        }
    }
    return "";
}

TEST_CASE("The terms of every cell of every configuration add up to it") {
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        const Config config = RandomConfig(seed);
        for (const Precision precision : {Precision::Float64, Precision::Float32}) {
            Recipe recipe;
            recipe.model = std::make_shared<const Model>(RandomModel(config, seed, precision));
            recipe.prompt = "t0 t1 t2";
            recipe.tokens = 2;
            if (seed % 3 == 0) {
                recipe.rule = {
                    .kind = RuleKind::Sample, .temperature = 0.7, .top_k = 2, .seed = seed};
            }
            const double tolerance = precision == Precision::Float64 ? 1e-12 : 2e-5;
            INFO("seed " << seed << ", precision " << static_cast<int>(precision));
            CHECK(FirstThatDoesNotAddUp(Record(recipe), tolerance) == "");
        }
    }
}

TEST_CASE("Factors name existing cells and carry their numbers") {
    for (std::uint64_t seed = 0; seed < 30; ++seed) {
        Recipe recipe;
        recipe.model = std::make_shared<const Model>(RandomModel(RandomConfig(seed), seed));
        recipe.prompt = "t0 t1";
        recipe.tokens = 2;
        const Recording recording = Record(recipe);
        for (int i = 0; i < kTensorCount; ++i) {
            const Cell cell{static_cast<TensorId>(i), 0, 0, 1, 0};
            if (!recording.Has(cell)) continue;
            for (const Term& term : Terms(recording, cell).terms) {
                double product = 1.0;
                for (const Factor& factor : term.factors) {
                    product *= factor.value;
                    if (!factor.cell) continue;
                    REQUIRE(recording.Has(*factor.cell));
                    CHECK(factor.argument == recording.At(*factor.cell));
                }
                CHECK(term.value == product);
            }
        }
    }
}

// The values that a cell's factors belong to, once each.
std::vector<TensorAt> ReadBy(const Recording& recording, const Cell& cell) {
    std::vector<TensorAt> values;
    for (const Term& term : Terms(recording, cell).terms) {
        for (const Factor& factor : term.factors) {
            if (!factor.cell) continue;
            const TensorAt at{factor.cell->tensor, factor.cell->layer};
            if (std::ranges::find(values, at) == values.end()) values.push_back(at);
        }
    }
    return values;
}

TEST_CASE("The table names as inputs what the terms really read, and nothing else") {
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        const Config config = RandomConfig(seed);
        Recipe recipe;
        recipe.model = std::make_shared<const Model>(RandomModel(config, seed));
        recipe.prompt = "t0 t1";
        recipe.tokens = 1;
        recipe.rule = {.kind = RuleKind::Sample};
        const Recording recording = Record(recipe);
        for (int i = 0; i < kTensorCount; ++i) {
            const auto value = static_cast<TensorId>(i);
            for (int layer = 0; layer < config.layers; ++layer) {
                const Cell cell{value, layer, 0, 1, 0};
                if (InfoOf(value).is_parameter || !recording.Has(cell)) continue;
                const std::vector<TensorAt> inputs = InputsOf(config, {value, layer});
                const std::vector<TensorAt> read = ReadBy(recording, cell);
                INFO("seed " << seed << ", " << NameOf(cell));
                for (const TensorAt at : read) CHECK(std::ranges::find(inputs, at) != inputs.end());
                for (const TensorAt at : inputs) {
                    // A bias may be absent though the configuration allows it, and a mean is taken
                    // off the numbers it belongs to without being a factor of its own.
                    const std::string_view name = InfoOf(at.tensor).name;
                    if (name.ends_with("_bias") || name.ends_with("_mean")) continue;
                    INFO("input " << name);
                    CHECK(std::ranges::find(read, at) != read.end());
                }
            }
        }
    }
}

TEST_CASE("A filled-in sum reads as a person would write it") {
    Recipe recipe = ExampleRecipe(std::make_shared<const Model>(ToyModel()));
    recipe.tokens = 4;
    const Recording recording = Record(recipe);
    // Attention of A at position 2 over A, B, A: scores 0.707, 0, 0.707, so weights
    // e^0.707/(2 e^0.707 + 1) = 0.401, 0.198, 0.401, and the values' first numbers are 1, 0, 1.
    CHECK(FilledIn(recording, {TensorId::HeadOutput, 0, 0, 2, 0}) ==
          "h[2,0] = 0.401·1 + 0.198·0 + 0.401·1 = 0.802");
    CHECK(FilledIn(recording, {TensorId::Scores, 0, 0, 1, 1}) ==
          "s[1,1] = (0·0 + 1·1)·0.707 = 0.707");
    CHECK(FilledIn(recording, {TensorId::TokenEmbedding, 0, 0, 2, 1}) == "E[2,1] = -1");
    // Softmax subtracts the row's maximum, 0.707, before exp: 0.493 and 1, and 0.493 / 1.493.
    CHECK(FilledIn(recording, {TensorId::AttentionWeights, 0, 0, 1, 0}) ==
          "w[1,0] = exp(0 − 0.707) / (exp(0 − 0.707) + exp(0.707 − 0.707)) = 0.330");
}

TEST_CASE("What is done to a factor before it is multiplied is written out") {
    const auto text = [](Function function, double argument, double offset, double divisor) {
        return ExpressionText({.cell = {},
                               .label = {},
                               .function = function,
                               .argument = argument,
                               .offset = offset,
                               .divisor = divisor},
                              3);
    };
    CHECK(text(Function::None, 0.67, 0, 1) == "0.670");
    CHECK(text(Function::None, 0.33, 0.125, 1) == "(0.330 − 0.125)");
    CHECK(text(Function::None, 0.33, -0.125, 1) == "(0.330 − (-0.125))");
    CHECK(text(Function::Silu, -0.33, 0, 1) == "silu(-0.330)");
    CHECK(text(Function::Exp, 0, 0, 1) == "exp(0 − 0)");
    CHECK(text(Function::Exp, 2.1, 2.4, 0.8) == "exp((2.100 − 2.400) / 0.800)");
}

// The numbers in a text, in their order.
std::vector<double> NumbersIn(const std::string& text) {
    std::vector<double> numbers;
    for (const char *at = text.data(), *end = at + text.size(); at < end;) {
        double number = 0;
        const auto [after, error] = std::from_chars(at, end, number);
        if (error == std::errc()) numbers.push_back(number);
        at = error == std::errc() ? after : at + 1;
    }
    return numbers;
}

TEST_CASE("The expression that is printed is the one that is computed, for every factor") {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        Recipe recipe;
        recipe.model = std::make_shared<const Model>(RandomModel(RandomConfig(seed), seed));
        recipe.prompt = "t0 t1";
        recipe.tokens = 1;
        recipe.rule = {.kind = RuleKind::Sample, .temperature = 0.7, .seed = seed};
        const Recording recording = Record(recipe);
        for (int i = 0; i < kTensorCount; ++i) {
            const Cell cell{static_cast<TensorId>(i), 0, 0, 1, 0};
            if (!recording.Has(cell)) continue;
            for (const Term& term : Terms(recording, cell).terms) {
                for (const Factor& factor : term.factors) {
                    // function((argument − offset) / divisor), where 0 and 1 are left out.
                    const std::string text = ExpressionText(factor, 12);
                    std::vector<double> numbers = NumbersIn(text);
                    REQUIRE_FALSE(numbers.empty());
                    double printed = numbers[0];
                    size_t next = 1;
                    if (text.find(" − ") != std::string::npos) printed -= numbers.at(next++);
                    if (text.find(" / ") != std::string::npos) printed /= numbers.at(next++);
                    CHECK(next == numbers.size());
                    if (text.starts_with("exp")) printed = std::exp(printed);
                    if (text.starts_with("silu")) printed = printed / (1 + std::exp(-printed));
                    if (text.starts_with("gelu")) continue;  // two kinds
                    CHECK(printed == Approx(factor.value).margin(1e-9));
                }
            }
        }
    }
}

TEST_CASE("Of long sums the largest terms are shown, and what the rest comes to") {
    Config config = RandomConfig(1);
    config.d_model = 11;
    config.has_output_projection = true;
    Recipe recipe;
    recipe.model = std::make_shared<const Model>(RandomModel(config, 1));
    recipe.prompt = "t0";
    recipe.tokens = 1;
    const Recording recording = Record(recipe);
    const std::string line = FilledIn(recording, {TensorId::Q, 0, 0, 0, 0});
    CHECK_THAT(line, Catch::Contains(" more ("));
}

TEST_CASE("A NaN is traced to where it came from") {
    Model model = ToyModel();
    std::get<Weights<double>>(*model.weights)
        .token_embedding.Set(0, 1, std::numeric_limits<double>::quiet_NaN());
    Recipe recipe = ExampleRecipe(std::make_shared<const Model>(model));
    const Recording recording = Record(recipe);
    CHECK(recording.finish_reason() == FinishReason::NotSelected);
    CHECK(recording.pass_count() == 1);

    const Cell logit{TensorId::Logits, 0, 0, 1, 0};
    CHECK(std::isnan(recording.At(logit)));
    // Follow the NaN back, always to the first factor that is one.
    Cell cell = logit;
    for (int steps = 0; steps < 20 && !InfoOf(cell.tensor).is_parameter; ++steps) {
        std::optional<Cell> source;
        for (const Term& term : Terms(recording, cell).terms) {
            for (const Factor& factor : term.factors) {
                if (!source && factor.cell && std::isnan(factor.argument)) source = factor.cell;
            }
        }
        REQUIRE(source);
        cell = *source;
    }
    CHECK(NameOf(cell) == "embedding.0.0.0.1");
}

TEST_CASE("Cell names read back, and other text names no cell") {
    for (const Cell& cell :
         {Cell{TensorId::AttentionWeights, 0, 0, 2, 1}, Cell{TensorId::TokenEmbedding, 0, 0, 12, 3},
          Cell{TensorId::CachedK, 4, 3, 511, 7}}) {
        CHECK(CellNamed(NameOf(cell)) == cell);
    }
    CHECK(NameOf({TensorId::AttentionWeights, 0, 0, 2, 1}) == "weights.0.0.2.1");
    for (const char* text :
         {"", "weights", "weights.0.0.2", "weights.0.0.2.1.5", "weights.0.0.-2.1", "wights.0.0.2.1",
          "weights.0.0.2.", "weights.0.0.2.99999999999"}) {
        CHECK_FALSE(CellNamed(text));
    }
}

}  // namespace
}  // namespace decodescope
