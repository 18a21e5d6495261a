#include "core/io/llama2c.h"

#include <bit>
#include <cmath>
#include <cstdlib>
#include <system_error>
#include <utility>

#include "core/base/error.h"
#include "core/base/number.h"
#include "core/checkpoint/mapped_file.h"
#include "core/io/file.h"
#include "core/model/weights.h"

namespace decodescope {
namespace {

namespace fs = std::filesystem;

// With these bounds no sum or product of sizes below overflows 64 bits.
constexpr std::int64_t kWidest = 1 << 16;  // dim
constexpr std::int64_t kWidestHidden = 1 << 20;
constexpr std::int64_t kMostLayers = 1 << 10;
constexpr std::int64_t kMostTokens = 1 << 24;  // and positions
constexpr std::uint64_t kLargestCheckpoint = std::uint64_t{4} << 30;
constexpr std::size_t kLargestTokenizer = std::size_t{64} << 20;

constexpr TokenId kBeginToken = 1;
constexpr std::string_view kWantedFormat =
    "this reads checkpoints that llama2.c exports as version 0";

std::uint32_t Unsigned32At(std::string_view bytes, std::size_t offset) {
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < 4; ++i) {
        value |= static_cast<std::uint32_t>(static_cast<unsigned char>(bytes[offset + i]))
                 << (8 * i);
    }
    return value;
}

std::int32_t Signed32At(std::string_view bytes, std::size_t offset) {
    return std::bit_cast<std::int32_t>(Unsigned32At(bytes, offset));
}

float FloatAt(std::string_view bytes, std::size_t offset) {
    return std::bit_cast<float>(Unsigned32At(bytes, offset));
}

int RequireField(std::int64_t number, std::int64_t most, const std::string& field,
                 const std::string& file_name) {
    if (1 <= number && number <= most) return static_cast<int>(number);
    throw Error("the header's " + field + " is " + std::to_string(number), file_name,
                "it must be from 1 to " + std::to_string(most) + "; " + std::string(kWantedFormat));
}

void RequireDivides(int divisor, int number, const std::string& divisor_field,
                    const std::string& field, const std::string& file_name) {
    if (number % divisor == 0) return;
    throw Error("the header's " + divisor_field + ", " + std::to_string(divisor) +
                    ", does not divide its " + field + ", " + std::to_string(number),
                file_name, std::string(kWantedFormat));
}

// --- Weights, in the order of the file -----------------------------------------------------------

// Takes the numbers of a checkpoint in their order.
class WeightReader {
public:
    explicit WeightReader(std::string_view bytes) : bytes_(bytes) {}

    void Take(PackedMatrix<float>& matrix, int rows, int columns) {
        matrix.resize(rows, columns);
        Vector<float> numbers;
        for (int row = 0; row < rows; ++row) {
            Take(numbers, 1, columns);
            matrix.SetRow(row, numbers.data());
        }
    }

    // A position embedding, which these files do not have.
    void Take(Matrix<float>&, int, int) {}

    void Take(Vector<float>& vector, int, int size) {
        vector.resize(size);
        for (float& number : vector) number = Take();
    }

    void Skip(std::size_t numbers) { offset_ += numbers * sizeof(float); }

private:
    float Take() {
        const float number = FloatAt(bytes_, offset_);
        offset_ += sizeof(float);
        return number;
    }

    std::string_view bytes_;
    std::size_t offset_ = kLlama2cHeaderSize;
};

Config ConfigOf(const Llama2cHeader& header) {
    Config config;
    config.vocabulary_size = header.vocabulary;
    config.d_model = header.dim;
    config.layers = header.layers;
    config.query_heads = header.heads;
    config.kv_heads = header.kv_heads;
    config.head_dim = header.dim / header.heads;
    config.attention_scale = InverseSquareRoot(config.head_dim);
    config.positions = Positions::Rope;
    config.rope_pairs = RopePairs::Interleaved;
    config.context_length = header.context;
    config.norm = NormKind::RmsNorm;
    config.residuals = true;
    config.mlp = MlpKind::SwiGlu;
    config.mlp_hidden = header.hidden;
    config.has_output_projection = true;
    config.tied_output = !header.has_own_output;
    if (header.vocabulary > kBeginToken) {
        config.begin_token = kBeginToken;
        config.end_token = kBeginToken;
    }
    return config;
}

// All layers of one kind together (memory_map_weights in run.c, whose w1, w2 and w3 are gate, down
// and up), before the RoPE tables and, where the output is not tied, its matrix.
constexpr TensorId kFileOrder[] = {
    TensorId::TokenEmbedding, TensorId::AttentionNormGain, TensorId::QueryWeight,
    TensorId::KeyWeight,      TensorId::ValueWeight,       TensorId::AttentionOutputWeight,
    TensorId::MlpNormGain,    TensorId::GateWeight,        TensorId::DownWeight,
    TensorId::UpWeight,       TensorId::FinalNormGain,
};

Weights<float> WeightsOf(const Config& config, std::string_view bytes, WorkProgress* progress) {
    WeightReader reader(bytes);
    Weights<float> weights;
    if (progress != nullptr) {
        progress->Begin(static_cast<std::int64_t>(bytes.size() / sizeof(float)));
    }
    weights.layers.resize(static_cast<std::size_t>(config.layers));
    const auto take = [&](TensorId parameter) {
        const TensorInfo& info = InfoOf(parameter);
        const int rows = Length(config, info.rows), columns = Length(config, info.columns);
        for (int layer = 0; layer < (info.per_layer ? config.layers : 1); ++layer) {
            VisitParameter(weights, {parameter, layer},
                           [&](auto& numbers) { reader.Take(numbers, rows, columns); });
            if (progress == nullptr) continue;
            progress->Advance(std::int64_t{rows} * columns);
            progress->RequireWanted();
        }
    };
    for (const TensorId parameter : kFileOrder) take(parameter);
    // cos and sin of RoPE, head_dim / 2 numbers for each position.
    reader.Skip(static_cast<std::size_t>(config.context_length) *
                static_cast<std::size_t>(config.head_dim));
    if (!config.tied_output) take(TensorId::OutputWeight);
    return weights;
}

// A prompt to begin with if the tokenizer can spell it; else the begin token alone.
std::string ExamplePrompt(const Tokenizer& tokenizer, std::optional<TokenId> begin_token) {
    constexpr std::string_view kPrompt = "Once upon a time";
    try {
        Encode(tokenizer, begin_token, kPrompt);
    } catch (const Error&) {
        return {};
    }
    return std::string(kPrompt);
}

fs::path TokenizerBeside(const fs::path& checkpoint, int vocabulary) {
    const fs::path own = checkpoint.parent_path() / ("tok" + std::to_string(vocabulary) + ".bin");
    const fs::path common = checkpoint.parent_path() / "tokenizer.bin";
    std::error_code ignored;  // reading what cannot be examined fails and says why
    if (fs::exists(own, ignored) || ignored) return own;
    if (fs::exists(common, ignored) || ignored) return common;
    throw Error("there is no tokenizer in the checkpoint's folder: neither " +
                    own.filename().string() + " nor " + common.filename().string(),
                checkpoint.string(), "name one with --tokenizer FILE");
}

}  // namespace

std::uint64_t Llama2cHeader::FileSize() const {
    const auto n = [](int number) { return static_cast<std::uint64_t>(number); };
    const std::uint64_t kv_width = n(dim / heads) * n(kv_heads);
    const std::uint64_t layer = 2 * n(dim)                 // norms
                                + 2 * n(dim) * n(dim)      // wq, wo
                                + 2 * kv_width * n(dim)    // wk, wv
                                + 3 * n(hidden) * n(dim);  // w1, w2, w3
    const std::uint64_t embedding = n(vocabulary) * n(dim);
    const std::uint64_t rope = n(context) * n(dim / heads);  // head_dim / 2, twice
    const std::uint64_t numbers =
        embedding + n(layers) * layer + n(dim) + rope + (has_own_output ? embedding : 0);
    return kLlama2cHeaderSize + numbers * sizeof(float);
}

Llama2cHeader ParseLlama2cHeader(std::string_view start, std::uint64_t file_size,
                                 const std::string& file_name) {
    constexpr std::uint32_t kLaterVersion = 0x616b3432;  // "ak42", versions 1 and 2
    if (start.size() >= 4 && Unsigned32At(start, 0) == kLaterVersion) {
        throw Error("this is a llama2.c checkpoint of a later version", file_name,
                    "export it with --version 0");
    }
    if (start.size() < kLlama2cHeaderSize || file_size < kLlama2cHeaderSize) {
        throw Error(
            "the file ends within its header, after " + std::to_string(file_size) + " bytes",
            file_name, "is it cut off? " + std::string(kWantedFormat));
    }
    const auto field = [&](std::size_t index) {
        return std::int64_t{Signed32At(start, index * sizeof(std::int32_t))};
    };
    Llama2cHeader header;
    header.dim = RequireField(field(0), kWidest, "dim", file_name);
    header.hidden = RequireField(field(1), kWidestHidden, "hidden size", file_name);
    header.layers = RequireField(field(2), kMostLayers, "number of layers", file_name);
    header.heads = RequireField(field(3), kWidest, "number of heads", file_name);
    header.kv_heads = RequireField(field(4), kWidest, "number of KV heads", file_name);
    header.has_own_output = field(5) < 0;
    header.vocabulary = RequireField(std::abs(field(5)), kMostTokens, "vocabulary size", file_name);
    header.context = RequireField(field(6), kMostTokens, "context length", file_name);
    RequireDivides(header.heads, header.dim, "number of heads", "dim", file_name);
    RequireDivides(header.kv_heads, header.heads, "number of KV heads", "number of heads",
                   file_name);
    if (header.dim / header.heads % 2 != 0) {
        throw Error("the header's dim / heads is " + std::to_string(header.dim / header.heads) +
                        ", but RoPE rotates pairs",
                    file_name, "it must be even");
    }
    const std::uint64_t expected = header.FileSize();
    if (file_size != expected) {
        throw Error("the file has " + std::to_string(file_size) + " bytes, but its header says " +
                        std::to_string(expected),
                    file_name,
                    file_size < expected ? "is it cut off?" : "there is data after the weights");
    }
    return header;
}

Tokenizer ParseLlama2cTokenizer(std::string_view bytes, int vocabulary,
                                const std::string& file_name) {
    const auto cut_off = [&](int id) {
        return Error("the file ends within token " + std::to_string(id) + " of " +
                         std::to_string(vocabulary),
                     file_name, "is it cut off, or the tokenizer of another model?");
    };
    constexpr std::size_t kTokenHead = 8;  // score, length
    if (bytes.size() < 4) throw cut_off(0);
    const std::size_t longest = Unsigned32At(bytes, 0);
    std::size_t offset = 4;
    Tokenizer tokenizer{.kind = TokenizerKind::BytePair, .pieces = {}, .scores = {}};
    for (int id = 0; id < vocabulary; ++id) {
        if (bytes.size() - offset < kTokenHead) throw cut_off(id);
        const float score = FloatAt(bytes, offset);
        const std::size_t length = Unsigned32At(bytes, offset + 4);
        offset += kTokenHead;
        const std::string token = "token " + std::to_string(id);
        if (!std::isfinite(score)) {
            throw Error(
                "the score of " + token + " is " + FormatShortest(static_cast<double>(score)),
                file_name, "it must be a finite number");
        }
        if (length > longest) {
            throw Error(
                "the length of " + token + " is " + std::to_string(length), file_name,
                "the file's header says that none is longer than " + std::to_string(longest));
        }
        if (length > bytes.size() - offset) throw cut_off(id);
        tokenizer.pieces.emplace_back(bytes.substr(offset, length));
        tokenizer.scores.push_back(score);
        offset += length;
    }
    if (offset != bytes.size()) {
        throw Error("the file continues after its " + std::to_string(vocabulary) + " tokens",
                    file_name, "is it the tokenizer of another model?");
    }
    return tokenizer;
}

Model ParseLlama2cCheckpoint(std::string_view bytes, Tokenizer tokenizer,
                             const std::string& file_name, WorkProgress* progress) {
    constexpr int kExampleTokens = 16;
    const Llama2cHeader header = ParseLlama2cHeader(bytes, bytes.size(), file_name);
    Model model;
    model.name = fs::path(file_name).stem().string();
    model.note = "A checkpoint of llama2.c.";
    model.config = ConfigOf(header);
    model.weights = WeightsOf(model.config, bytes, progress);
    model.example_prompt = ExamplePrompt(tokenizer, model.config.begin_token);
    model.example_tokens = kExampleTokens;
    model.tokenizer = std::move(tokenizer);
    try {
        Validate(model);
    } catch (const Error& error) {
        throw Error(error.what_is_wrong, file_name, error.expected);
    }
    return model;
}

Model ReadLlama2c(const fs::path& path, const std::optional<fs::path>& tokenizer,
                  WorkProgress* progress) {
    const std::string start = ReadFileStart(path, kLlama2cHeaderSize);
    const std::uint64_t size = FileSize(path);
    const Llama2cHeader header = ParseLlama2cHeader(start, size, path.string());
    if (size > kLargestCheckpoint) {
        throw Error(
            "the checkpoint is larger than " + std::to_string(kLargestCheckpoint) + " bytes",
            path.string(), "choose a smaller model");
    }
    const fs::path beside = tokenizer ? *tokenizer : TokenizerBeside(path, header.vocabulary);
    Tokenizer pieces = ParseLlama2cTokenizer(ReadFile(beside, kLargestTokenizer), header.vocabulary,
                                             beside.string());
    const MappedFile checkpoint(path);
    return ParseLlama2cCheckpoint(checkpoint.bytes(), std::move(pieces), path.string(), progress);
}

}  // namespace decodescope
