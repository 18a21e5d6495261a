// Laws of the engine, over many random models in every configuration.

#include "core/engine/engine.h"

#include <cmath>
#include <set>

#include "core/mistakes/plain_decoder.h"
#include "core/model/weights.h"
#include "core/run/check.h"
#include "core/run/decoder.h"
#include "core/run/playhead.h"
#include "tests/support/catch.h"
#include "tests/support/random_model.h"

namespace decodescope {
namespace {

constexpr std::uint64_t kModels = 150;

Recipe RecipeFor(std::uint64_t seed, Precision precision = Precision::Float64) {
    const Config config = RandomConfig(seed);
    Recipe recipe;
    recipe.model = std::make_shared<const Model>(RandomModel(config, seed, precision));
    recipe.prompt = "t0 t2 t1 t1";
    recipe.prompt.resize(2 + 3 * (seed % 4));  // one to four tokens
    recipe.tokens = 1 + static_cast<int>(seed % 5);
    return recipe;
}

bool IsClose(double a, double b, double tolerance) {
    return std::abs(a - b) <= tolerance * std::max({1.0, std::abs(a), std::abs(b)});
}

// What the plain decoder makes of some tokens, all of them processed at once.
struct Plain {
    std::vector<PlainRow> rows;
    Row logits;  // of the last row
};

Plain RunPlain(const Model& model, const std::vector<TokenId>& tokens) {
    const PlainDecoder decoder(model);
    Plain plain;
    for (int place = 0; place < std::ssize(tokens); ++place) {
        plain.rows.push_back(PlainRowOf(tokens[static_cast<size_t>(place)], place, place));
    }
    PlainCache cache;
    decoder.Process(plain.rows, cache);
    plain.logits = decoder.Logits(plain.rows.back().hidden);
    return plain;
}

// The first cell in which the recording and the plain decoder differ, or "".
std::string FirstDifference(const Recording& recording, const Plain& expected, double tolerance) {
    const Config& config = recording.config();
    const auto compare = [&](TensorId tensor, int layer, int head, int position,
                             const Row& row) -> std::string {
        const Numbers found = recording.Row(tensor, layer, head, position);
        if (found.size() != static_cast<int>(row.size())) return "a row's length";
        for (int i = 0; i < found.size(); ++i) {
            if (!IsClose(found[i], row[static_cast<size_t>(i)], tolerance)) {
                return NameOf({tensor, layer, head, position, i});
            }
        }
        return "";
    };
    for (const PlainRow& row : expected.rows) {
        for (int layer = 0; layer < config.layers; ++layer) {
            for (int head = 0; head < config.query_heads; ++head) {
                const HeadAttention& attention =
                    row.heads[static_cast<size_t>(layer)][static_cast<size_t>(head)];
                for (const auto& [tensor, numbers] :
                     {std::pair{TensorId::Scores, &attention.scores},
                      std::pair{TensorId::AttentionWeights, &attention.weights},
                      std::pair{TensorId::HeadOutput, &attention.output}}) {
                    std::string place = compare(tensor, layer, head, row.place, *numbers);
                    if (!place.empty()) return place;
                }
            }
        }
    }
    return compare(TensorId::Logits, 0, 0, expected.rows.back().place, expected.logits);
}

TEST_CASE("Cached decoding computes what the formulas say, in every configuration") {
    for (std::uint64_t seed = 0; seed < kModels; ++seed) {
        const Recording recording = Record(RecipeFor(seed));
        const std::vector<TokenId> processed(recording.ids().begin(), recording.ids().end() - 1);
        INFO("seed " << seed);
        CHECK(FirstDifference(recording, RunPlain(recording.model(), processed), 1e-10) == "");
    }
}

TEST_CASE("Cached equals recomputed to the bit, in both precisions") {
    for (std::uint64_t seed = 0; seed < kModels; ++seed) {
        for (const Precision precision : {Precision::Float64, Precision::Float32}) {
            const Recording recording = Record(RecipeFor(seed, precision));
            for (const PassCheck& check : CheckAll(recording)) {
                INFO("seed " << seed << (check.place ? " at " + NameOf(*check.place) : ""));
                CHECK(check.max_abs_difference == 0.0);
                CHECK(Agrees(check));
            }
        }
    }
}

// One Engine run by itself, without the loop.
Trace RunOnce(const ModelPtr& model, std::span<const TokenId> tokens, Capture capture) {
    Counts counts;
    KvCache cache(*model);
    return Engine(model).Run(tokens, cache, capture, counts);
}

TEST_CASE("The cache holds exactly the k and v that each position's own pass computed") {
    for (std::uint64_t seed = 0; seed < kModels; ++seed) {
        const Recipe recipe = RecipeFor(seed);
        const Recording recording = Record(recipe);
        const Config& config = recording.config();
        // The same passes once more, with the cache in hand.
        KvCache cache(*recipe.model);
        const Engine engine(recipe.model);
        for (const PassPtr& pass : recording.passes()) {
            Counts counts;
            engine.Run(pass->tokens, cache, Capture::LogitsOnly, counts);
            CHECK(cache.length() == pass->cache_length_after);
        }
        for (int layer = 0; layer < config.layers; ++layer) {
            for (int head = 0; head < config.kv_heads; ++head) {
                for (int position = 0; position < cache.length(); ++position) {
                    const int first = head * config.head_dim;
                    const Numbers keys = cache.KeyRow(layer, position);
                    const Numbers values = cache.ValueRow(layer, position);
                    for (int i = 0; i < config.head_dim; ++i) {
                        const Cell k{TensorId::CachedK, layer, head, position, i};
                        const Cell v{TensorId::CachedV, layer, head, position, i};
                        CHECK(recording.At(k) == keys[first + i]);
                        CHECK(recording.At(v) == values[first + i]);
                    }
                }
            }
        }
    }
}

TEST_CASE("A later token changes no earlier row") {
    for (std::uint64_t seed = 0; seed < kModels; ++seed) {
        const Config config = RandomConfig(seed);
        const auto model = std::make_shared<const Model>(RandomModel(config, seed));
        const std::vector<TokenId> some{0, 2, 1}, more{0, 2, 1, 2}, other{0, 2, 1, 0};
        const Trace a = RunOnce(model, some, Capture::Everything);
        const Trace b = RunOnce(model, more, Capture::Everything);
        const Trace c = RunOnce(model, other, Capture::Everything);
        const TensorAt hidden = FinalHidden(config);
        for (int position = 0; position < 3; ++position) {
            for (int i = 0; i < config.d_model; ++i) {
                const double expected = a.Row(hidden.tensor, hidden.layer, position)[i];
                CHECK(b.Row(hidden.tensor, hidden.layer, position)[i] == expected);
                CHECK(c.Row(hidden.tensor, hidden.layer, position)[i] == expected);
            }
        }
    }
}

TEST_CASE("Attention weights and probabilities sum to 1") {
    for (std::uint64_t seed = 0; seed < kModels; ++seed) {
        const Recording recording = Record(RecipeFor(seed));
        const Config& config = recording.config();
        const auto sum = [](const Numbers& row) {
            double total = 0;
            for (int i = 0; i < row.size(); ++i) total += row[i];
            return total;
        };
        for (const PassPtr& pass : recording.passes()) {
            const int last = pass->last_position();
            for (int position = pass->first_position; position <= last; ++position) {
                for (int head = 0; head < config.query_heads; ++head) {
                    const Numbers row = recording.Row(TensorId::AttentionWeights, config.layers - 1,
                                                      head, position);
                    CHECK(row.size() == position + 1);
                    CHECK(sum(row) == Approx(1.0).epsilon(1e-12));
                }
            }
            CHECK(sum(recording.Row(TensorId::Probabilities, 0, 0, last)) ==
                  Approx(1.0).epsilon(1e-12));
            CHECK(sum(recording.Row(TensorId::ProbabilitiesAfterRule, 0, 0, last)) ==
                  Approx(1.0).epsilon(1e-12));
        }
    }
}

TEST_CASE("Query heads that share a KV head read the same rows") {
    Config config = RandomConfig(3);
    config.kv_heads = 2;
    config.query_heads = 6;
    config.has_output_projection = true;
    CHECK(config.KvHeadOf(0) == 0);
    CHECK(config.KvHeadOf(2) == 0);
    CHECK(config.KvHeadOf(3) == 1);
    CHECK(config.KvHeadOf(5) == 1);

    // With the same q in all heads, heads of one group agree and heads of different groups do not.
    Model model = RandomModel(config, 3);
    auto& layer = std::get<Weights<double>>(*model.weights).layers[0];
    Matrix<double> query = Unpacked(layer.query.weight);
    for (int head = 1; head < 6; ++head) {
        query.middleRows(head * config.head_dim, config.head_dim) = query.topRows(config.head_dim);
    }
    layer.query.weight = query;
    layer.query.bias.resize(0);
    const std::vector<TokenId> tokens{0, 1, 2};
    const Trace trace = RunOnce(std::make_shared<const Model>(model), tokens, Capture::Everything);
    const Numbers first = trace.Row(TensorId::AttentionWeights, 0, 2, 0);
    CHECK(trace.Row(TensorId::AttentionWeights, 0, 2, 2)[1] == first[1]);
    CHECK(trace.Row(TensorId::AttentionWeights, 0, 2, 3)[1] != first[1]);
}

TEST_CASE("What is captured does not change what is computed") {
    for (std::uint64_t seed = 0; seed < kModels; ++seed) {
        for (const Precision precision : {Precision::Float64, Precision::Float32}) {
            const Recipe recipe = RecipeFor(seed, precision);
            const Recording all = Record(recipe);
            const Recording last = Record(recipe, Capture::LastPosition);
            const Recording logits = Record(recipe, Capture::LogitsOnly);
            REQUIRE(last.ids() == all.ids());
            REQUIRE(logits.ids() == all.ids());
            for (const PassPtr& pass : all.passes()) {
                const int position = pass->last_position();
                for (int i = 0; i < kTensorCount; ++i) {
                    const auto tensor = static_cast<TensorId>(i);
                    if (InfoOf(tensor).is_parameter || !Has(all.config(), tensor)) continue;
                    const int layers = InfoOf(tensor).per_layer ? all.config().layers : 1;
                    for (int layer = 0; layer < layers; ++layer) {
                        for (int head = 0; head < HeadCount(all.config(), tensor); ++head) {
                            const Cell cell{tensor, layer, head, position, 0};
                            INFO("seed " << seed << " " << NameOf(cell));
                            CHECK(last.At(cell) == all.At(cell));
                        }
                    }
                }
                const Cell logit{TensorId::Logits, 0, 0, position, 1};
                CHECK(logits.At(logit) == all.At(logit));
                CHECK_FALSE(logits.Has({TensorId::ResidualIn, 0, 0, position, 0}));
                if (pass->tokens.size() > 1) {
                    CHECK_FALSE(last.Has({TensorId::ResidualIn, 0, 0, pass->first_position, 0}));
                }
            }
        }
    }
}

TEST_CASE("The random models cover every choice a configuration can make") {
    std::set<int> positions, norms, mlps, pairs;
    bool grouped = false, multi_query = false, tied = false, residuals = false, identity = false;
    for (std::uint64_t seed = 0; seed < kModels; ++seed) {
        const Config config = RandomConfig(seed);
        positions.insert(static_cast<int>(config.positions));
        norms.insert(static_cast<int>(config.norm));
        mlps.insert(static_cast<int>(config.mlp));
        pairs.insert(static_cast<int>(config.rope_pairs));
        grouped |= config.kv_heads > 1 && config.kv_heads < config.query_heads;
        multi_query |= config.kv_heads == 1 && config.query_heads > 1;
        tied |= config.tied_output;
        residuals |= config.residuals;
        identity |= !config.has_output_projection;
        CHECK_NOTHROW(Validate(RandomModel(config, seed)));
    }
    CHECK(positions.size() == 3);
    CHECK(norms.size() == 3);
    CHECK(mlps.size() == 4);
    CHECK(pairs.size() == 2);
    CHECK((grouped && multi_query && tied && residuals && identity));
}

}  // namespace
}  // namespace decodescope
