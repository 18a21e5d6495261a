// Two small models that others trained, of shapes that the project's own models do not have:
//
//   gpt-nano-sort      GPT-2-shaped: LayerNorm and projections with biases, learned positions, MHA,
//                      tanh GELU, an output matrix of its own
//   tinystories-656k   LLaMA-shaped as Hugging Face stores it: rotate-half RoPE, eps 1e-6, GQA
//
// Their files are not in the project; a test says so where it skips. What they compute is compared
// with independent implementations in double arithmetic.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>

#include "core/model/weights.h"
#include "core/run/check.h"
#include "core/run/decoder.h"
#include "tests/support/catch.h"
#include "tests/support/models.h"

namespace decodescope {
namespace {

using Json = nlohmann::json;

std::string ReadBytes(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    REQUIRE(file.is_open());
    return {std::istreambuf_iterator<char>(file), {}};
}

// --- Tensors by name -----------------------------------------------------------------------------

// Float32 numbers in little-endian order, as both files hold them.
Matrix<double> MatrixFrom(const std::string& bytes, int rows, int columns) {
    Matrix<float> matrix(rows, columns);
    REQUIRE(bytes.size() == static_cast<size_t>(matrix.size()) * sizeof(float));
    std::memcpy(matrix.data(), bytes.data(), bytes.size());
    return matrix.cast<double>();
}

std::string DecodeBase64(const std::string& text) {
    const std::string digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string bytes;
    unsigned bits = 0;
    int count = 0;
    for (const char c : text) {
        if (c == '=') break;
        bits = (bits << 6) | static_cast<unsigned>(digits.find(c));
        count += 6;
        if (count < 8) continue;
        count -= 8;
        bytes += static_cast<char>((bits >> count) & 0xFF);
    }
    return bytes;
}

// Tensors of a file, each {shape, bytes}.
class Tensors {
public:
    void Add(const std::string& name, std::vector<int> shape, std::string bytes) {
        entries_[name] = {std::move(shape), std::move(bytes)};
    }

    // A tensor of one dimension is a column.
    Matrix<double> At(const std::string& name) const {
        INFO(name);
        REQUIRE(entries_.count(name) == 1);
        const Entry& entry = entries_.at(name);
        return MatrixFrom(entry.bytes, entry.shape[0], entry.shape.size() > 1 ? entry.shape[1] : 1);
    }

    Linear<double> LinearAt(const std::string& name, bool has_bias) const {
        Linear<double> linear{.weight = At(name + ".weight"), .bias = {}};
        if (has_bias) linear.bias = At(name + ".bias");
        return linear;
    }

    Norm<double> NormAt(const std::string& name, bool has_bias) const {
        Norm<double> norm{.gain = At(name + ".weight"), .bias = {}};
        if (has_bias) norm.bias = At(name + ".bias");
        return norm;
    }

private:
    struct Entry {
        std::vector<int> shape;
        std::string bytes;
    };

    std::map<std::string, Entry> entries_;
};

// {name: {"shape": [rows, columns], "data": base64 of float32}}
Tensors TensorsFromJson(const Json& file) {
    Tensors tensors;
    for (const auto& [name, tensor] : file.items()) {
        if (!tensor.contains("data")) continue;
        tensors.Add(name, tensor["shape"].get<std::vector<int>>(), DecodeBase64(tensor["data"]));
    }
    return tensors;
}

// A safetensors file: the header's length as uint64, the header in JSON, the tensors.
Tensors TensorsFromSafetensors(const std::string& file) {
    std::uint64_t length = 0;
    REQUIRE(file.size() > sizeof length);
    std::memcpy(&length, file.data(), sizeof length);
    const size_t start = sizeof length + length;
    const Json header = Json::parse(file.substr(sizeof length, length));
    Tensors tensors;
    for (const auto& [name, tensor] : header.items()) {
        if (name == "__metadata__") continue;
        REQUIRE(tensor["dtype"] == "F32");
        const size_t begin = tensor["data_offsets"][0], end = tensor["data_offsets"][1];
        tensors.Add(name, tensor["shape"].get<std::vector<int>>(),
                    file.substr(start + begin, end - begin));
    }
    return tensors;
}

// --- gpt-nano-sort -------------------------------------------------------------------------------

// c_attn has the rows of q, k and v, one below the other.
Linear<double> ThirdOf(const Linear<double>& all, int which) {
    const Matrix<double> weight = Unpacked(all.weight);
    const Eigen::Index rows = weight.rows() / 3;
    return {Matrix<double>(weight.middleRows(which * rows, rows)),
            all.bias.segment(which * rows, rows)};
}

Model SortModel(const Json& file) {
    const Tensors tensors = TensorsFromJson(file);
    const Json& shape = file["config"];
    Model model;
    model.name = "gpt-nano-sort";
    model.tokenizer = {.kind = TokenizerKind::Text, .pieces = {"A", "B", "C"}, .scores = {}};
    Config& config = model.config;
    config.vocabulary_size = shape["vocab_size"];
    config.d_model = shape["n_embd"];
    config.layers = shape["n_layer"];
    config.query_heads = config.kv_heads = shape["n_head"];
    config.head_dim = config.d_model / config.query_heads;
    config.attention_scale = 1 / std::sqrt(static_cast<double>(config.head_dim));
    config.positions = Positions::Learned;
    config.context_length = shape["block_size"];
    config.norm = NormKind::LayerNorm;
    config.residuals = true;
    config.mlp = MlpKind::GeluTanh;
    config.mlp_hidden = 4 * config.d_model;
    config.has_output_projection = true;

    Weights<double> weights;
    weights.token_embedding = tensors.At("transformer.wte.weight");
    weights.position_embedding = tensors.At("transformer.wpe.weight");
    weights.final_norm = tensors.NormAt("transformer.ln_f", true);
    weights.output = tensors.LinearAt("lm_head", false);
    for (int i = 0; i < config.layers; ++i) {
        const std::string name = "transformer.h." + std::to_string(i) + ".";
        const Linear<double> attention = tensors.LinearAt(name + "attn.c_attn", true);
        LayerWeights<double> layer;
        layer.attention_norm = tensors.NormAt(name + "ln_1", true);
        layer.query = ThirdOf(attention, 0);
        layer.key = ThirdOf(attention, 1);
        layer.value = ThirdOf(attention, 2);
        layer.attention_output = tensors.LinearAt(name + "attn.c_proj", true);
        layer.mlp_norm = tensors.NormAt(name + "ln_2", true);
        layer.up = tensors.LinearAt(name + "mlp.c_fc", true);
        layer.down = tensors.LinearAt(name + "mlp.c_proj", true);
        weights.layers.push_back(std::move(layer));
    }
    model.weights = std::move(weights);
    Validate(model);
    return model;
}

// The largest difference between a row of a recording and a list of numbers.
double LargestDifference(const Numbers& row, const Json& expected) {
    REQUIRE(row.size() == static_cast<int>(expected.size()));
    double largest = 0;
    for (int i = 0; i < row.size(); ++i) {
        largest =
            std::max(largest, std::abs(row[i] - expected[static_cast<size_t>(i)].get<double>()));
    }
    return largest;
}

// What the reference says of one position: head 0's q and k in layer 0, all attention weights.
void CompareSortPosition(const Recording& recording, const Json& expected) {
    const int position = expected["pos"];
    INFO("position " << position);
    CHECK(LargestDifference(recording.Row(TensorId::Q, 0, 0, position),
                            expected["layer0_head0_q"]) < 1e-7);
    CHECK(LargestDifference(recording.Row(TensorId::CachedK, 0, 0, position),
                            expected["layer0_head0_k"]) < 1e-7);
    for (int layer = 0; layer < recording.config().layers; ++layer) {
        for (int head = 0; head < recording.config().query_heads; ++head) {
            CHECK(
                LargestDifference(
                    recording.Row(TensorId::AttentionWeights, layer, head, position),
                    expected["attention"][static_cast<size_t>(layer)][static_cast<size_t>(head)]) <
                1e-7);
        }
    }
}

TEST_CASE("A GPT-2-shaped model sorts letters, and equals its reference in every position",
          "[models]") {
    const std::filesystem::path file = ModelPath("gpt-nano-sort-model.json");
    const std::filesystem::path numbers = ModelReferencePath("gpt_nano_sort.json");
    if (file.empty() || numbers.empty()) {
        SKIP("skipped: gpt-nano-sort-model.json or its reference not found");
    }
    const auto model = std::make_shared<const Model>(SortModel(Json::parse(ReadBytes(file))));
    const Json reference = Json::parse(ReadBytes(numbers));
    REQUIRE(reference["runs"].size() == 2);
    for (const Json& run : reference["runs"]) {
        const std::string input = run["input"], output = run["output"];
        INFO("input " << input);
        const auto record = [&](const std::string& prompt, int tokens) {
            Recipe recipe;
            recipe.model = model;
            recipe.prompt = prompt;
            recipe.tokens = tokens;
            return Record(recipe);
        };
        const Recording recording = record(input, 7);  // one more than there is room for
        CHECK(Detokenize(model->tokenizer, std::nullopt, recording.ids()) == input + output);
        CHECK(recording.finish_reason() == FinishReason::ContextFull);
        CHECK(std::ranges::all_of(CheckAll(recording), Agrees));
        for (const Json& expected : run["steps"]) {
            const int position = expected["pos"];
            CompareSortPosition(recording, expected);
            // A pass has logits for its last position only.
            const int prompt_end = std::min<int>(position + 1, recording.prompt_length());
            const Recording short_run = record(input.substr(0, static_cast<size_t>(prompt_end)), 1);
            const Recording& run_here =
                position < recording.prompt_length() ? short_run : recording;
            CHECK(LargestDifference(run_here.Row(TensorId::Logits, 0, 0, position),
                                    expected["logits"]) < 1e-7);
        }
    }
}

// --- tinystories-656k ----------------------------------------------------------------------------

Model TinyStoriesModel(const Tensors& tensors, const Json& shape) {
    Model model;
    model.name = "tinystories-656k";
    Config& config = model.config;
    config.vocabulary_size = shape["vocab_size"];
    config.d_model = shape["hidden_size"];
    config.layers = shape["num_hidden_layers"];
    config.query_heads = shape["num_attention_heads"];
    config.kv_heads = shape["num_key_value_heads"];
    config.head_dim = config.d_model / config.query_heads;
    config.attention_scale = 1 / std::sqrt(static_cast<double>(config.head_dim));
    config.positions = Positions::Rope;
    config.rope_pairs = RopePairs::RotateHalf;
    config.rope_theta = shape["rope_theta"];
    config.context_length = shape["max_position_embeddings"];
    config.norm = NormKind::RmsNorm;
    config.norm_eps = shape["rms_norm_eps"];
    config.residuals = true;
    config.mlp = MlpKind::SwiGlu;
    config.mlp_hidden = shape["intermediate_size"];
    config.has_output_projection = true;
    config.tied_output = true;
    // The prompt is given as IDs: its tokens need no text.
    model.tokenizer.pieces.resize(static_cast<size_t>(config.vocabulary_size));

    Weights<double> weights;
    weights.token_embedding = tensors.At("lm_head.weight");
    weights.final_norm = tensors.NormAt("model.norm", false);
    for (int i = 0; i < config.layers; ++i) {
        const std::string name = "model.layers." + std::to_string(i) + ".";
        LayerWeights<double> layer;
        layer.attention_norm = tensors.NormAt(name + "input_layernorm", false);
        layer.query = tensors.LinearAt(name + "self_attn.q_proj", false);
        layer.key = tensors.LinearAt(name + "self_attn.k_proj", false);
        layer.value = tensors.LinearAt(name + "self_attn.v_proj", false);
        layer.attention_output = tensors.LinearAt(name + "self_attn.o_proj", false);
        layer.mlp_norm = tensors.NormAt(name + "post_attention_layernorm", false);
        layer.gate = tensors.LinearAt(name + "mlp.gate_proj", false);
        layer.up = tensors.LinearAt(name + "mlp.up_proj", false);
        layer.down = tensors.LinearAt(name + "mlp.down_proj", false);
        weights.layers.push_back(std::move(layer));
    }
    model.weights = std::move(weights);
    Validate(model);
    return model;
}

TEST_CASE("A model with rotate-half RoPE tells the story of its reference, with its logits",
          "[models]") {
    const std::filesystem::path file = ModelPath("tinystories-656k/model.safetensors");
    const std::filesystem::path shape = ModelPath("tinystories-656k/config.json");
    const std::filesystem::path numbers = ModelReferencePath("tinystories656k.json");
    if (file.empty() || shape.empty() || numbers.empty()) {
        SKIP("skipped: tinystories-656k or its reference not found");
    }
    const auto model = std::make_shared<const Model>(
        TinyStoriesModel(TensorsFromSafetensors(ReadBytes(file)), Json::parse(ReadBytes(shape))));
    const Json reference = Json::parse(ReadBytes(numbers));
    REQUIRE(reference["runs"].size() == 1);
    const Json& run = reference["runs"][0];
    const auto ids = run["token_ids"].get<std::vector<TokenId>>();
    const auto prompt = run["prompt_tokens"].get<std::vector<TokenId>>();

    Recipe recipe;
    recipe.model = model;
    recipe.tokens = static_cast<int>(ids.size() - prompt.size());
    Recording recording(recipe, prompt);
    Decoder decoder(recording, Capture::LastPosition);
    while (PassPtr pass = decoder.Step()) recording.Append(std::move(pass));
    CHECK(recording.ids() == ids);

    int compared = 0;
    double largest = 0;
    for (const Json& expected : run["passes"]) {
        const int position = expected["pos"];
        if (position + 1 < recording.prompt_length()) continue;  // prefill has its last logits only
        for (const Json& top : expected["top5"]) {
            const Cell logit{TensorId::Logits, 0, 0, position, top["id"]};
            largest = std::max(largest, std::abs(recording.At(logit) - top["logit"].get<double>()));
            ++compared;
        }
    }
    CHECK(largest < 1e-7);  // the reference has 9 decimals
    CHECK(compared > 100);
}

}  // namespace
}  // namespace decodescope
