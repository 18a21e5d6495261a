// What independent implementations compute, compared number by number; the first that differs is
// named. tests/reference/README.md says how the numbers were made.

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>

#include "core/io/file_formats.h"
#include "core/run/check.h"
#include "core/run/decoder.h"
#include "tests/support/catch.h"
#include "tests/support/models.h"

namespace decodescope {
namespace {

using Json = nlohmann::json;

Json ReadJson(const std::filesystem::path& path) {
    std::ifstream file(path);
    REQUIRE(file.is_open());
    return Json::parse(file);
}

// Compares rows of a recording with lists of numbers, and remembers the first cell that differs.
class RowComparison {
public:
    RowComparison(const Recording& recording, double tolerance)
        : recording_(recording), tolerance_(tolerance) {}

    void Compare(TensorId tensor, int layer, int head, int position, const Json& expected) {
        const Numbers row = recording_.Row(tensor, layer, head, position);
        if (row.size() != static_cast<int>(expected.size())) {
            return Note(NameOf({tensor, layer, head, position, 0}) + ": a row of " +
                        std::to_string(row.size()) + ", wanted " + std::to_string(expected.size()));
        }
        for (int i = 0; i < row.size(); ++i) {
            const double wanted = expected[static_cast<size_t>(i)].get<double>();
            ++compared_;
            if (std::abs(row[i] - wanted) <= tolerance_) continue;
            Note(NameOf({tensor, layer, head, position, i}) + ": " + std::to_string(row[i]) +
                 ", wanted " + std::to_string(wanted));
        }
    }

    // One list per head.
    void CompareHeads(TensorId tensor, int layer, int position, const Json& heads) {
        if (static_cast<int>(heads.size()) != HeadCount(recording_.config(), tensor)) {
            return Note(std::string(InfoOf(tensor).name) + ": number of heads");
        }
        for (size_t head = 0; head < heads.size(); ++head) {
            Compare(tensor, layer, static_cast<int>(head), position, heads[head]);
        }
    }

    // All heads side by side in one list.
    void CompareFlat(TensorId tensor, int layer, int position, const Json& flat) {
        const auto size = static_cast<size_t>(recording_.config().head_dim);
        for (size_t begin = 0; begin < flat.size(); begin += size) {
            const Json head(
                std::vector<Json>(flat.begin() + static_cast<std::ptrdiff_t>(begin),
                                  flat.begin() + static_cast<std::ptrdiff_t>(begin + size)));
            Compare(tensor, layer, static_cast<int>(begin / size), position, head);
        }
    }

    const std::string& first() const { return first_; }
    int compared() const { return compared_; }

private:
    void Note(const std::string& text) {
        if (first_.empty()) first_ = text;
    }

    const Recording& recording_;
    double tolerance_;
    std::string first_;
    int compared_ = 0;
};

Recording RecordFile(const std::string& file, const std::string& prompt, int tokens) {
    Recipe recipe = OpenFile(file, std::nullopt);
    recipe.prompt = prompt;
    recipe.tokens = tokens;
    return Record(recipe);
}

// --- ABC -----------------------------------------------------------------------------------------

void CompareAbcPass(const Recording& recording, const Pass& pass, const Json& expected) {
    RowComparison rows(recording, 1e-12);
    CHECK(pass.cache_length_before == expected["cache_length_before"]);
    CHECK(pass.cache_length_after == expected["cache_length_after"]);
    for (const Json& row : expected["rows"]) {
        const int position = row["position"];
        rows.Compare(TensorId::Q, 0, 0, position, row["q"]);
        rows.Compare(TensorId::CachedK, 0, 0, position, row["k"]);
        rows.Compare(TensorId::CachedV, 0, 0, position, row["v"]);
        rows.Compare(TensorId::Scores, 0, 0, position, row["scores"]);
        rows.Compare(TensorId::AttentionWeights, 0, 0, position, row["weights"]);
        rows.Compare(TensorId::HeadOutput, 0, 0, position, row["h"]);
        if (position != pass.last_position()) continue;
        rows.Compare(TensorId::Logits, 0, 0, position, row["logits"]);
        rows.Compare(TensorId::Probabilities, 0, 0, position, row["probabilities"]);
    }
    CHECK(rows.first() == "");
    CHECK(pass.selection->id == expected["selected_id"]);
}

TEST_CASE("ABC equals the 50-digit computation in every number, and its counts") {
    const Json reference = ReadJson("tests/reference/abc.json");
    REQUIRE(reference["runs"].size() == 3);
    for (const Json& run : reference["runs"]) {
        const Recording recording = RecordFile("assets/models/abc.toml", run["prompt"],
                                               static_cast<int>(run["passes"].size()));
        const std::vector<PassCheck> checks = CheckAll(recording);
        REQUIRE(recording.pass_count() == static_cast<int>(run["passes"].size()));
        for (const Json& expected : run["passes"]) {
            const int index = expected["pass"];
            INFO("prompt " << run["prompt"] << ", pass " << index);
            CompareAbcPass(recording, recording.pass(index), expected);
            const PassCheck& check = checks[static_cast<size_t>(index)];
            const Json& here = expected["positions_computed_this_pass"];
            const Json& total = expected["cumulative_positions_computed"];
            CHECK(check.cached_positions == here["cached"]);
            CHECK(check.recomputed_positions == here["recompute"]);
            CHECK(check.cached_total == total["cached"]);
            CHECK(check.recomputed_total == total["recompute"]);
            CHECK(check.max_abs_difference == 0.0);
        }
        CHECK(recording.passes().back()->cache_length_after == run["final_cache_length"]);
    }
}

TEST_CASE("Four tokens after A B compute K and V of 5 positions with the cache, 14 without") {
    const Recording recording = RecordFile("assets/models/abc.toml", "A B", 4);
    const std::vector<PassCheck> checks = CheckAll(recording);
    CHECK(checks.back().cached_total == 5);
    CHECK(checks.back().recomputed_total == 14);
}

// --- drinks --------------------------------------------------------------------------------------

void CompareDrinksPosition(const Recording& recording, const Json& expected, RowComparison& rows) {
    const int position = expected["position"];
    rows.Compare(TensorId::ResidualIn, 0, 0, position, expected["embedding"]);
    for (size_t l = 0; l < expected["layers"].size(); ++l) {
        const Json& layer = expected["layers"][l];
        const auto at = static_cast<int>(l);
        rows.Compare(TensorId::AttentionInput, at, 0, position, layer["attention_norm"]);
        rows.CompareHeads(TensorId::Q, at, position, layer["q_before_rope"]);
        rows.CompareHeads(TensorId::K, at, position, layer["k_before_rope"]);
        rows.CompareHeads(TensorId::RotatedQ, at, position, layer["q"]);
        rows.CompareHeads(TensorId::CachedK, at, position, layer["k"]);
        rows.CompareHeads(TensorId::CachedV, at, position, layer["v"]);
        rows.CompareHeads(TensorId::Scores, at, position, layer["scores"]);
        rows.CompareHeads(TensorId::AttentionWeights, at, position, layer["weights"]);
        rows.CompareHeads(TensorId::HeadOutput, at, position, layer["head_outputs"]);
        rows.Compare(TensorId::AttentionOutput, at, 0, position, layer["attention_output"]);
        rows.Compare(TensorId::ResidualMid, at, 0, position, layer["residual_after_attention"]);
        rows.Compare(TensorId::MlpOutput, at, 0, position, layer["mlp_output"]);
        rows.Compare(TensorId::ResidualOut, at, 0, position, layer["residual_after_block"]);
    }
    rows.Compare(TensorId::Hidden, 0, 0, position, expected["final_norm"]);
    CHECK(recording.config().layers == static_cast<int>(expected["layers"].size()));
}

TEST_CASE("The drinks model equals its independent reference in every value") {
    const Json reference = ReadJson("tests/reference/drinks.json");
    REQUIRE(reference["runs"].size() == 5);
    int compared = 0;
    for (const Json& run : reference["runs"]) {
        INFO("prompt " << run["prompt"]);
        const Recording recording = RecordFile("assets/models/drinks.toml", run["prompt"], 16);
        RowComparison rows(recording, 1e-11);
        REQUIRE(recording.pass_count() == static_cast<int>(run["passes"].size()));
        CHECK(recording.finish_reason() == FinishReason::EndToken);
        for (const Json& expected : run["passes"]) {
            const Pass& pass = recording.pass(expected["pass"]);
            CHECK(pass.tokens == expected["fed_ids"].get<std::vector<TokenId>>());
            CHECK(pass.cache_length_after == expected["cache_length_after"]);
            rows.Compare(TensorId::Logits, 0, 0, pass.last_position(), expected["logits"]);
            CHECK(pass.selection->id == expected["selected_id"]);
            if (!expected.contains("positions")) continue;
            for (const Json& position : expected["positions"]) {
                CompareDrinksPosition(recording, position, rows);
            }
        }
        CHECK(rows.first() == "");
        CHECK(Detokenize(recording.model().tokenizer, std::nullopt, recording.ids()) ==
              run["text"]);
        compared += rows.compared();
    }
    CHECK(compared > 5000);  // the detailed positions were really there
}

TEST_CASE("Tea comes with lemon at home, water with ice in the garden") {
    const auto continuation = [](const char* prompt) {
        const Recording recording = RecordFile("assets/models/drinks.toml", prompt, 16);
        const std::vector<TokenId> selected(recording.ids().begin() + recording.prompt_length(),
                                            recording.ids().end());
        return Detokenize(recording.model().tokenizer, std::nullopt, selected);
    };
    CHECK(continuation("Today I drink tea") == "with lemon at home . <end>");
    CHECK(continuation("Today I drink water") == "with ice in the garden . <end>");
}

// --- stories260K ---------------------------------------------------------------------------------

TEST_CASE("stories260K selects exactly the reference's IDs and text, with its logits", "[models]") {
    const std::filesystem::path model = ModelPath("stories260K.bin");
    const std::filesystem::path numbers = ModelReferencePath("stories260K.json");
    if (model.empty() || numbers.empty())
        SKIP("skipped: stories260K.bin or its reference not found");
    const Json reference = ReadJson(numbers);
    for (const Json& run : reference["runs"]) {
        const std::string prompt = run["prompt"];
        INFO("prompt " << prompt);
        Recipe recipe = OpenFile(model.string(), std::nullopt);
        recipe.prompt = prompt;
        // The reference feeds one token per pass and lists what comes next, in the prompt too.
        std::vector<TokenId> expected_ids{1};
        for (const TokenId id : run["selected_ids"]) expected_ids.push_back(id);
        const auto prompt_ids = run["prompt_tokens"].get<std::vector<TokenId>>();
        recipe.tokens = static_cast<int>(expected_ids.size() - prompt_ids.size());
        const Recording recording = Record(recipe);
        CHECK(recording.prompt() == prompt_ids);
        CHECK(recording.ids() == expected_ids);
        double largest = 0;
        for (const Json& expected : run["passes"]) {
            const int position = expected["pos"];
            const Pass* pass = recording.PassOfPosition(position);
            if (pass == nullptr || position != pass->last_position()) continue;
            for (const Json& top : expected["top5"]) {
                const Cell logit{TensorId::Logits, 0, 0, position, top["id"]};
                largest =
                    std::max(largest, std::abs(recording.At(logit) - top["logit"].get<double>()));
            }
        }
        CHECK(largest < 1e-4);
        CHECK(Detokenize(recording.model().tokenizer, recording.config().begin_token,
                         recording.ids()) == run["text"]);
    }
}

TEST_CASE("stories260K's internals equal an independent double computation", "[models]") {
    const std::filesystem::path model = ModelPath("stories260K.bin");
    const std::filesystem::path numbers = ModelReferencePath("stories260K_internals.json");
    if (model.empty() || numbers.empty())
        SKIP("skipped: stories260K.bin or its reference not found");
    const Json reference = ReadJson(numbers);
    const Recording recording = RecordFile(model.string(), reference["prompt"], 5);
    RowComparison rows(recording, 1e-4);
    int positions = 0;
    for (const Json& expected : reference["positions"]) {
        const int position = expected["pos"];
        if (recording.PassOfPosition(position) == nullptr) continue;
        ++positions;
        for (size_t l = 0; l < expected["layers"].size(); ++l) {
            const Json& layer = expected["layers"][l];
            const auto at = static_cast<int>(l);
            rows.CompareFlat(TensorId::RotatedQ, at, position, layer["q"]);
            rows.CompareFlat(TensorId::CachedK, at, position, layer["k"]);
            rows.CompareFlat(TensorId::CachedV, at, position, layer["v"]);
            rows.CompareHeads(TensorId::AttentionWeights, at, position, layer["attention"]);
            rows.Compare(TensorId::ResidualOut, at, 0, position, layer["x_out"]);
        }
        if (position == recording.PassOfPosition(position)->last_position()) {
            rows.Compare(TensorId::Logits, 0, 0, position, expected["logits"]);
        }
    }
    CHECK(rows.first() == "");
    CHECK(positions == static_cast<int>(reference["positions"].size()));
}

}  // namespace
}  // namespace decodescope
