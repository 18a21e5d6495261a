// The tables of the cost model: number formats, shapes of well-known models, and hardware.

#include <array>

#include "core/base/number.h"
#include "core/cost/cost_model.h"

namespace decodescope {
namespace {

constexpr StorageFormatInfo kFormats[] = {
    {StorageFormat::Float32, "float32", "float32, 4 bytes", 4},
    {StorageFormat::Float16, "bf16", "bf16 or fp16, 2 bytes", 2},
    {StorageFormat::Float8, "fp8", "fp8, 1 byte", 1},
    {StorageFormat::Int8, "int8", "int8, 1 byte", 1},
    {StorageFormat::Int4, "int4", "int4, half a byte", 0.5},
};
static_assert(std::size(kFormats) == kStorageFormatCount);

// layers, d_model, query heads, KV heads, head_dim, MLP hidden, gated, vocabulary, tied, biases,
// learned positions, context
constexpr KnownShape kShapes[] = {
    {"gpt2",
     "GPT-2 small",
     {12, 768, 12, 12, 64, 3072, false, 50257, true, Biases::All, true, 1024},
     "Radford et al. 2019, table 2; config.json of openai-community/gpt2"},
    {"gpt2-xl",
     "GPT-2 XL",
     {48, 1600, 25, 25, 64, 6400, false, 50257, true, Biases::All, true, 1024},
     "Radford et al. 2019, table 2; config.json of openai-community/gpt2-xl"},
    {"llama2-7b",
     "LLaMA 2 7B",
     {32, 4096, 32, 32, 128, 11008, true, 32000, false, Biases::None, false, 4096},
     "Touvron et al. 2023, arXiv 2307.09288; config.json of meta-llama/Llama-2-7b-hf"},
    {"llama2-13b",
     "LLaMA 2 13B",
     {40, 5120, 40, 40, 128, 13824, true, 32000, false, Biases::None, false, 4096},
     "Touvron et al. 2023, arXiv 2307.09288; config.json of meta-llama/Llama-2-13b-hf"},
    {"llama2-70b",
     "LLaMA 2 70B",
     {80, 8192, 64, 8, 128, 28672, true, 32000, false, Biases::None, false, 4096},
     "Touvron et al. 2023, arXiv 2307.09288; config.json of meta-llama/Llama-2-70b-hf"},
    {"llama3-8b",
     "Llama 3 8B",
     {32, 4096, 32, 8, 128, 14336, true, 128256, false, Biases::None, false, 8192},
     "Llama Team 2024, arXiv 2407.21783, table 3"},
    {"llama3-70b",
     "Llama 3 70B",
     {80, 8192, 64, 8, 128, 28672, true, 128256, false, Biases::None, false, 8192},
     "Llama Team 2024, arXiv 2407.21783, table 3"},
    {"llama3-405b",
     "Llama 3.1 405B",
     {126, 16384, 128, 8, 128, 53248, true, 128256, false, Biases::None, false, 131072},
     "Llama Team 2024, arXiv 2407.21783, table 3"},
    {"mistral-7b",
     "Mistral 7B",
     {32, 4096, 32, 8, 128, 14336, true, 32000, false, Biases::None, false, 8192},
     "Jiang et al. 2023, arXiv 2310.06825, table 1 (its sliding window left out)"},
    {"qwen2.5-7b",
     "Qwen2.5 7B",
     {28, 3584, 28, 4, 128, 18944, true, 152064, false, Biases::QueryKeyValue, false, 131072},
     "Qwen Team 2024, arXiv 2412.15115; config.json of Qwen/Qwen2.5-7B"},
    {"stories260k",
     "stories260K",
     {5, 64, 8, 4, 8, 172, true, 512, true, Biases::None, false, 512},
     "header of karpathy/tinyllamas stories260K.bin"},
    {"tinystories-656k",
     "TinyStories 656K",
     {2, 128, 8, 4, 16, 384, true, 2048, true, Biases::None, false, 512},
     "config.json of raincandy-u/TinyStories-656K"},
};

constexpr double kGiga = 1e9, kTera = 1e12;

// name, title, bandwidth, float32, 16 bits, fp8, int8, memory. Rates are dense: where a data sheet
// gives the rate with sparsity alone, half of it.
constexpr Hardware kHardware[] = {
    {"a100-80gb", "A100 80GB SXM", 2039 * kGiga, 19.5 * kTera, 312 * kTera, 0, 624 * kTera,
     80 * kGiga, "NVIDIA A100 data sheet, 80GB SXM"},
    {"h100-sxm", "H100 SXM", 3350 * kGiga, 67 * kTera, 989.5 * kTera, 1979 * kTera, 1979 * kTera,
     80 * kGiga, "NVIDIA H100 data sheet, SXM; tensor rates are half of those with sparsity"},
    {"h200", "H200 SXM", 4800 * kGiga, 67 * kTera, 989.5 * kTera, 1979 * kTera, 1979 * kTera,
     141 * kGiga, "NVIDIA H200 data sheet, SXM; tensor rates are half of those with sparsity"},
    {"b200", "B200", 8000 * kGiga, 75 * kTera, 2250 * kTera, 4500 * kTera, 4500 * kTera,
     180 * kGiga,
     "NVIDIA DGX and HGX B200 data sheets, an eighth of eight GPUs; half of the rates with "
     "sparsity"},
    {"l4", "L4", 300 * kGiga, 30.3 * kTera, 121 * kTera, 242.5 * kTera, 242.5 * kTera, 24 * kGiga,
     "NVIDIA L4 data sheet; tensor rates are half of those with sparsity"},
    {"rtx4090", "RTX 4090", 1008 * kGiga, 82.6 * kTera, 165.2 * kTera, 330.3 * kTera, 660.6 * kTera,
     24 * kGiga, "NVIDIA Ada GPU architecture white paper, appendix A; accumulated in float32"},
    {"laptop", "laptop CPU (Ryzen 7 7840U)", 120 * kGiga, 0.8448 * kTera, 1.6896 * kTera, 0,
     3.3792 * kTera, 32 * kGiga,
     "AMD Ryzen 7 7840U product page: 8 cores at 3.3 GHz, 128 bits of LPDDR5x-7500; 32 float32 "
     "operations a cycle and core (two 256-bit multiply-add units), twice that in bf16, four times "
     "in "
     "int8; 32 GB assumed"},
};

// The row of a name, or null.
template <class Row, size_t N>
const Row* RowNamed(const Row (&rows)[N], std::string_view name) {
    for (const Row& row : rows) {
        if (row.name == name) return &row;
    }
    return nullptr;
}

}  // namespace

const StorageFormatInfo& InfoOf(StorageFormat format) {
    return kFormats[static_cast<size_t>(format)];
}
std::span<const StorageFormatInfo> StorageFormats() { return kFormats; }
std::span<const KnownShape> KnownShapes() { return kShapes; }
std::span<const Hardware> KnownHardware() { return kHardware; }
const KnownShape* ShapeNamed(std::string_view name) { return RowNamed(kShapes, name); }
const Hardware* HardwareNamed(std::string_view name) { return RowNamed(kHardware, name); }

// Gains and biases: a norm has d of each, or gains alone; a matrix [out, in] has a bias of out.
CostShape CostShapeOf(const ModelShape& s) {
    const bool all = s.biases == Biases::All;
    Config config{.vocabulary_size = s.vocabulary,
                  .d_model = s.d_model,
                  .layers = s.layers,
                  .query_heads = s.query_heads,
                  .kv_heads = s.kv_heads,
                  .head_dim = s.head_dim,
                  .attention_scale = InverseSquareRoot(s.head_dim),
                  .positions = s.learned_positions ? Positions::Learned : Positions::None,
                  .context_length = s.context_length,
                  .norm = all ? NormKind::LayerNorm : NormKind::RmsNorm,
                  .residuals = true,
                  .mlp = s.gated ? MlpKind::SwiGlu : MlpKind::GeluTanh,
                  .mlp_hidden = s.mlp_hidden,
                  .has_output_projection = true,
                  .tied_output = s.tied};
    CostShape shape{.config = config,
                    .query_matrices = s.layers,
                    .key_matrices = s.layers,
                    .value_matrices = s.layers,
                    .has_output_matrix = !s.tied};
    const auto vectors = [&](Stage stage) -> std::int64_t& {
        return shape.vectors[static_cast<size_t>(stage)];
    };
    const std::int64_t layers = s.layers, d = s.d_model, norm = all ? 2 * d : d;
    vectors(Stage::AttentionNorm) = layers * norm;
    vectors(Stage::MlpNorm) = layers * norm;
    vectors(Stage::FinalNorm) = norm;
    if (s.biases != Biases::None) {
        vectors(Stage::Project) = layers * (config.query_width() + 2 * config.kv_width());
    }
    if (all) {
        vectors(Stage::OutputProjection) = layers * d;
        vectors(Stage::Mlp) = layers * ((s.gated ? 2 : 1) * s.mlp_hidden + d);
    }
    return shape;
}

ModelShape ModelShapeOf(const Config& c) {
    return {.layers = c.layers,
            .d_model = c.d_model,
            .query_heads = c.query_heads,
            .kv_heads = c.kv_heads,
            .head_dim = c.head_dim,
            .mlp_hidden = c.mlp == MlpKind::None ? 1 : c.mlp_hidden,
            .gated = c.mlp == MlpKind::SwiGlu,
            .vocabulary = c.vocabulary_size,
            .tied = c.tied_output,
            .biases = c.norm == NormKind::LayerNorm ? Biases::All : Biases::None,
            .learned_positions = c.positions == Positions::Learned,
            .context_length = c.context_length};
}

void Validate(const ModelShape& shape) { Validate(CostShapeOf(shape).config); }

}  // namespace decodescope
