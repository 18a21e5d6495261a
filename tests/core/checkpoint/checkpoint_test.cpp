// Models in the files of other programs: tiny random ones of every family and type, laid out as the
// real files are, with what an independent implementation computes from them; two small real ones;
// and damaged files. They are not in the project; a test says so where it skips.
#include "core/checkpoint/checkpoint.h"

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>

#include "core/base/error.h"
#include "core/base/utf8.h"
#include "core/io/file_formats.h"
#include "core/io/llama2c.h"
#include "core/model/parameters.h"
#include "core/model/weights.h"
#include "core/run/decoder.h"
#include "tests/support/catch.h"
#include "tests/support/errors.h"
#include "tests/support/models.h"

namespace decodescope {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

// What the references say is fair for arithmetic in single precision.
constexpr double kTolerance = 1e-4;

Json JsonAt(const fs::path& path) {
    std::ifstream file(path);
    REQUIRE(file.is_open());
    return Json::parse(file);
}

ModelPtr Open(const fs::path& path) { return std::make_shared<const Model>(ReadModel(path)); }

Recording Run(const ModelPtr& model, const std::string& prompt, int tokens) {
    return Record({.model = model, .prompt = prompt, .tokens = tokens});
}

double LargestDifference(const std::vector<double>& row, const Json& expected) {
    REQUIRE(row.size() == expected.size());
    double largest = 0;
    for (size_t i = 0; i < row.size(); ++i) {
        largest = std::max(largest, std::abs(row[i] - expected[i].get<double>()));
    }
    return largest;
}

// --- The families
// ------------------------------------------------------------------------------------

void CompareConfig(const Config& config, const Json& model) {
    CHECK(config.d_model == model["d_model"]);
    CHECK(config.layers == model["layers"]);
    CHECK(config.query_heads == model["query_heads"]);
    CHECK(config.kv_heads == model["kv_heads"]);
    CHECK(config.head_dim == model["head_dim"]);
    CHECK(config.context_length == model["context"]);
    CHECK(config.vocabulary_size == model["vocabulary_size"]);
    // Where a file has the tied matrix once more, the reference reads that.
    if (model["tied"].get<bool>()) CHECK(config.tied_output);
    CHECK(config.norm_eps == Approx(model["eps"].get<double>()));
    if (model["rope"] == "none") {
        CHECK(config.positions == Positions::Learned);
        return;
    }
    const bool is_interleaved = model["rope"] == "interleaved";
    CHECK((config.rope_pairs == RopePairs::Interleaved) == is_interleaved);
    CHECK(config.rope_theta == model["theta"]);
    if (model["rope_factors"].is_null()) {
        CHECK(config.rope_factors.empty());
    } else {
        CHECK(LargestDifference(config.rope_factors, model["rope_factors"]) < 1e-5);
    }
}

void CompareInternals(const Recording& recording, const Json& internals) {
    const Config& config = recording.config();
    const auto row = [&](TensorAt at, int head, int position) {
        return recording.Row(at.tensor, at.layer, head, position).ToVector();
    };
    for (size_t i = 0; i < internals["positions"].size(); ++i) {
        const int position = internals["positions"][i];
        INFO("position " << position);
        CHECK(LargestDifference(row({TensorId::ResidualIn, 0}, 0, position),
                                internals["embedded"][i]) < kTolerance);
        for (int layer = 0; layer < config.layers; ++layer) {
            INFO("layer " << layer);
            const Json& expected = internals["layers"][static_cast<size_t>(layer)];
            for (int head = 0; head < config.query_heads; ++head) {
                CHECK(LargestDifference(row({ScoredQ(config), layer}, head, position),
                                        expected["q"][static_cast<size_t>(head)][i]) < kTolerance);
            }
            for (int head = 0; head < config.kv_heads; ++head) {
                CHECK(LargestDifference(row({TensorId::CachedK, layer}, head, position),
                                        expected["k"][static_cast<size_t>(head)][i]) < kTolerance);
            }
            CHECK(LargestDifference(row(BlockOutput(config, layer), 0, position),
                                    expected["h"][i]) < kTolerance);
        }
        CHECK(LargestDifference(row(FinalHidden(config), 0, position), internals["hidden"][i]) <
              kTolerance);
    }
}

// A text with one U+FFFD for any bytes that are not UTF-8 and for any that are there already.
std::string Shown(std::string_view text) {
    constexpr std::string_view kReplacement = "\uFFFD";
    std::string shown;
    for (size_t i = 0; i < text.size();) {
        const Utf8Character at = Utf8At(text, i);
        const bool is_replaced = !at.code_point || *at.code_point == U'\uFFFD';
        const std::string_view character = is_replaced ? kReplacement : text.substr(i, at.length);
        if (!is_replaced || !shown.ends_with(kReplacement)) shown += character;
        i += at.length;
    }
    return shown;
}

void CompareRun(const ModelPtr& model, const Json& run) {
    INFO("prompt " << run["prompt"]);
    const Recording recording = Run(model, run["prompt"], run["tokens"]);
    CHECK(recording.prompt() == run["prompt_ids"].get<std::vector<TokenId>>());
    std::vector<TokenId> selected;
    for (int pass = 0; pass < recording.pass_count(); ++pass) {
        if (recording.pass(pass).selection) selected.push_back(recording.pass(pass).selection->id);
    }
    auto expected_ids = run["greedy_ids"].get<std::vector<TokenId>>();
    // A response ends where an end token is selected; the reference goes on.
    if (recording.finish_reason() == FinishReason::EndToken) expected_ids.resize(selected.size());
    CHECK(selected == expected_ids);
    for (const Json& expected : run["passes"]) {
        if (expected["pass"] >= recording.pass_count()) continue;
        INFO("pass " << expected["pass"]);
        const std::vector<double> logits = LogitsOf(recording, recording.pass(expected["pass"]));
        for (const Json& top : expected["top"]) {
            CHECK(std::abs(logits[top["id"].get<size_t>()] - top["logit"].get<double>()) <
                  kTolerance);
        }
        if (expected.contains("logits"))
            CHECK(LargestDifference(logits, expected["logits"]) < kTolerance);
    }
    if (run.contains("internals")) CompareInternals(recording, run["internals"]);
    if (recording.finish_reason() != FinishReason::Length) return;
    CHECK(Shown(Detokenize(model->tokenizer, model->config.begin_token, recording.ids())) ==
          Shown(run["text"].get<std::string>()));
}

TEST_CASE("Every family in every type computes what an independent implementation computes") {
    const fs::path folder = ModelPath("families"), references = ModelReferencePath("families");
    if (folder.empty() || references.empty()) SKIP("models/families is not there");
    int compared = 0;
    for (const auto& entry : fs::directory_iterator(references)) {
        const std::string name = entry.path().stem().string();
        if (!fs::exists(folder / name)) continue;  // encodings.json
        INFO(name);
        const Json reference = JsonAt(entry.path());
        const ModelPtr model = Open(folder / name);
        CompareConfig(model->config, reference["model"]);
        for (const Json& run : reference["runs"]) CompareRun(model, run);
        ++compared;
    }
    CHECK(compared >= 40);
}

TEST_CASE("Texts become the tokens that other programs make of them") {
    const fs::path folder = ModelPath("families"), references = ModelReferencePath("families");
    if (folder.empty() || references.empty()) SKIP("models/families is not there");
    const Json encodings = JsonAt(references / "encodings.json");
    for (const auto& [name, tokenizer] : encodings["tokenizers"].items()) {
        for (const auto& [file, ids] :
             {std::pair("folder", "ids"), std::pair("gguf", "gguf_ids")}) {
            if (tokenizer[file].is_null()) continue;
            INFO(tokenizer[file]);
            const Model model = ReadModel(folder / tokenizer[file].get<std::string>());
            for (const Json& text : tokenizer["texts"]) {
                INFO(text["text"]);
                CHECK(Encode(model.tokenizer, model.config.begin_token,
                             text["text"].get<std::string>()) ==
                      text[ids].get<std::vector<TokenId>>());
            }
        }
    }
}

// --- Damaged files
// -------------------------------------------------------------------------------------

TEST_CASE("Damaged and lying files are refused in one line") {
    const fs::path folder = ModelPath("families/hostile");
    if (folder.empty()) SKIP("models/families/hostile is not there");
    const Json manifest = JsonAt(folder / "manifest.json");
    for (const auto& [name, entry] : manifest.items()) {
        INFO(name << ": " << entry["what"]);
        std::string error;
        try {
            Run(Open(folder / name), "a", 2);
        } catch (const Error& refused) {
            error = refused.what();
        }
        CHECK(error.find('\n') == std::string::npos);
        if (entry["expect"] == "refuse") CHECK_FALSE(error.empty());
        if (entry["expect"] == "open") CHECK(error.empty());
    }
}

// --- Real ones
// -------------------------------------------------------------------------------------------

TEST_CASE("stories260K as GGUF equals the llama2.c checkpoint to the bit") {
    const fs::path gguf = ModelPath("stories260K.gguf"), checkpoint = ModelPath("stories260K.bin");
    if (gguf.empty() || checkpoint.empty()) SKIP("stories260K is not there");
    const ModelPtr a = Open(gguf);
    const ModelPtr b = std::make_shared<const Model>(ReadLlama2c(checkpoint, std::nullopt));
    const auto& a_weights = std::get<Weights<float>>(*a->weights);
    const auto& b_weights = std::get<Weights<float>>(*b->weights);
    // The GGUF file has the output matrix once more; llama2.c's is the embedding.
    CHECK(a_weights.output.weight == b_weights.token_embedding);
    ForEachParameter(a_weights, b_weights, [](TensorAt at, const auto& x, const auto& y) {
        if (at.tensor == TensorId::OutputWeight) return;
        REQUIRE(x.size() == y.size());
        CHECK(Unpacked(x) == Unpacked(y));
    });
    for (const std::string prompt : {"Once upon a time", "Zoë saw 3 dogs!\n", ""}) {
        INFO(prompt);
        const Recording from_a = Run(a, prompt, 40), from_b = Run(b, prompt, 40);
        REQUIRE(from_a.ids() == from_b.ids());
        for (int pass = 0; pass < from_a.pass_count(); ++pass) {
            CHECK(LogitsOf(from_a, from_a.pass(pass)) == LogitsOf(from_b, from_b.pass(pass)));
        }
        CHECK(Detokenize(a->tokenizer, a->config.begin_token, from_a.ids()) ==
              Detokenize(b->tokenizer, b->config.begin_token, from_b.ids()));
    }
}

TEST_CASE("TinyStories-656K is computed from its files as they are") {
    const fs::path folder = ModelPath("tinystories-656k");
    const fs::path reference = ModelReferencePath("tinystories656k.json");
    if (folder.empty() || reference.empty()) SKIP("tinystories-656k is not there");
    const ModelPtr model = Open(folder);
    const Json expected_runs = JsonAt(reference)["runs"];
    for (const Json& run : expected_runs) {
        const auto prompt = run["prompt_tokens"].get<std::vector<TokenId>>();
        const auto ids = run["token_ids"].get<std::vector<TokenId>>();
        const int tokens = static_cast<int>(ids.size() - prompt.size());
        const Recording recording = Run(model, run["prompt"], tokens);
        CHECK(recording.prompt() == prompt);
        CHECK(recording.ids() == ids);
        for (const Json& expected : run["passes"]) {
            const int position = expected["pos"];
            if (position < recording.prompt_length() - 1) continue;  // has no logits here
            const int pass = position - recording.prompt_length() + 1;
            if (pass >= recording.pass_count()) continue;
            const std::vector<double> logits = LogitsOf(recording, recording.pass(pass));
            for (const Json& top : expected["top5"]) {
                CHECK(std::abs(logits[top["id"].get<size_t>()] - top["logit"].get<double>()) <
                      kTolerance);
            }
        }
        // The reference joins the pieces as they are; the decoder in tokenizer.json strips the
        // first space, which the normalizer had put there.
        CHECK(" " + Detokenize(model->tokenizer, model->config.begin_token, recording.ids()) ==
              run["text"].get<std::string>());
    }
}

// --- Where a weight comes from
// -------------------------------------------------------------------------

TEST_CASE("Every weight is what its file stores it as") {
    const fs::path folder = ModelPath("families");
    if (folder.empty()) SKIP("models/families is not there");
    for (const char* name :
         {"gpt2-f16", "gpt2-Q5_0.gguf", "llama256-Q4_K_M.gguf", "qwen2-Q4_1.gguf", "qwen3-bf16",
          "llama256s-Q6_K.gguf", "llama256s-Q5_K.gguf"}) {
        INFO(name);
        const Model model = ReadModel(folder / name);
        for (int i = 0; i < kTensorCount; ++i) {
            const TensorInfo& info = InfoOf(static_cast<TensorId>(i));
            if (!info.is_parameter) continue;
            const int layer = info.per_layer ? model.config.layers - 1 : 0;
            const ParameterShape shape = ShapeOf(model, info.tensor, layer);
            for (int row = 0; row < shape.rows; row += 7) {
                for (int column = 0; column < shape.columns; column += 5) {
                    const Cell cell{info.tensor, layer, 0, row, column};
                    const auto stored = model.stored_at(cell);
                    REQUIRE(stored);
                    REQUIRE(static_cast<float>(stored->Value()) ==
                            static_cast<float>(ParameterAt(model, cell)));
                }
            }
        }
    }
}

TEST_CASE("A weight of a block says its block, its scale and its whole number") {
    const fs::path file = ModelPath("families/llama3-Q4_0.gguf");
    if (file.empty()) SKIP("models/families is not there");
    const Model model = ReadModel(file);
    // Rows of 64 are two blocks.
    const auto stored = model.stored_at({TensorId::UpWeight, 1, 0, 8, 33});
    REQUIRE(stored);
    CHECK(stored->type == "Q4_0");
    CHECK(stored->block == 17);
    REQUIRE(stored->factors.size() == 2);
    CHECK(stored->factors[1] == std::round(stored->factors[1]));
    CHECK(stored->offset.empty());
}

}  // namespace
}  // namespace decodescope
