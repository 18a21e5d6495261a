#include "core/io/config_reader.h"

#include <limits>

#include "core/base/error.h"
#include "core/base/number.h"
#include "core/model/model.h"

namespace decodescope {
namespace {

constexpr int kMost = 1'000'000;  // heads, head_dim: more is a typing error

constexpr std::string_view kTopKeys[] = {
    "name",      "note",    "tokens", "scores",      "precision", "embedding", "output",
    "residuals", "context", "join",   "begin_token", "end_token", "attention", "positions",
    "norm",      "mlp",     "layers", "final_norm",  "example",   "merging",   "other_end_tokens"};
constexpr std::string_view kAttentionKeys[] = {"query_heads", "kv_heads", "head_dim", "scale"};
constexpr std::string_view kPositionKeys[] = {"kind", "embedding", "pairs", "theta", "factors"};
constexpr std::string_view kNormKeys[] = {"kind", "eps", "qk"};
constexpr std::string_view kMlpKeys[] = {"kind"};

const TomlValue* FindIn(const TomlValue* section, std::string_view key) {
    return section ? section->Find(key) : nullptr;
}

int IntegerOr(const ModelTable& table, const TomlValue* section, std::string_view key,
              int otherwise) {
    const TomlValue* value = FindIn(section, key);
    return value ? table.read().Integer(*value, table.Name(key), 1, kMost) : otherwise;
}

// What is wrong so far, at its place. Whether WO is a matrix is not yet known.
void ValidateAt(const ModelTable& table, Config config, const TomlValue* where) {
    config.has_output_projection = true;
    try {
        Validate(config);
    } catch (const Error& error) {
        const TextPlace place = where ? where->place : table.root().place;
        throw table.read().Wrong(place, error.what_is_wrong, error.expected);
    }
}

void ReadRope(const ModelTable& table, const TomlValue& positions, Config& config) {
    const TomlReader& read = table.read();
    if (const TomlValue* pairs = positions.Find("pairs")) {
        config.rope_pairs = read.Choice<RopePairs>(
            *pairs, "positions.pairs",
            {{"interleaved", RopePairs::Interleaved}, {"rotate-half", RopePairs::RotateHalf}});
    }
    if (const TomlValue* theta = positions.Find("theta")) {
        config.rope_theta = read.FiniteNumber(*theta, "positions.theta");
    }
    if (const TomlValue* factors = positions.Find("factors")) {
        const int pairs = config.head_dim / 2;
        const Vector<double> numbers =
            read.Numbers(*factors, "positions.factors", {pairs, "one for each pair"});
        config.rope_factors.assign(numbers.begin(), numbers.end());
    }
    ValidateAt(table, config, &positions);
}

}  // namespace

std::span<const std::string_view> ModelTable::Keys() { return kTopKeys; }

void ModelTable::RequireKnownKeys() const {
    read_.RequireKeys(root_, prefix_.substr(0, prefix_.empty() ? 0 : prefix_.size() - 1), kTopKeys);
}

const TomlValue* ModelTable::Section(std::string_view key,
                                     std::span<const std::string_view> known) const {
    const TomlValue* section = Find(key);
    if (section) read_.RequireKeys(*section, "[" + Name(key) + "]", known, kTopKeys);
    return section;
}

std::string ReadAttention(const ModelTable& table, Config& config) {
    const TomlReader& read = table.read();
    const TomlValue* attention = table.Section("attention", kAttentionKeys);
    config.query_heads = IntegerOr(table, attention, "query_heads", 1);
    config.kv_heads = IntegerOr(table, attention, "kv_heads", config.query_heads);
    if (!FindIn(attention, "head_dim") && config.d_model % config.query_heads != 0) {
        throw read.Wrong(attention->place,
                         "query_heads is " + std::to_string(config.query_heads) +
                             ", which does not divide d_model, " + std::to_string(config.d_model),
                         "write head_dim as well");
    }
    config.head_dim = IntegerOr(table, attention, "head_dim", config.d_model / config.query_heads);
    const TomlValue* scale = FindIn(attention, "scale");
    config.attention_scale =
        scale ? read.FiniteNumber(*scale, "scale") : InverseSquareRoot(config.head_dim);
    ValidateAt(table, config, attention);
    if (!scale) return "";
    const std::string* words = scale->AsString();
    return words ? *words : FormatShortest(config.attention_scale);
}

void ReadPositions(const ModelTable& table, Config& config) {
    const TomlReader& read = table.read();
    const TomlValue* positions = table.Section("positions", kPositionKeys);
    if (const TomlValue* kind = FindIn(positions, "kind")) {
        config.positions = read.Choice<Positions>(*kind, "positions.kind",
                                                  {{"none", Positions::None},
                                                   {"learned", Positions::Learned},
                                                   {"rope", Positions::Rope}});
    }
    if (const TomlValue* context = table.Find("context")) {
        config.context_length =
            read.Integer(*context, table.Name("context"), 0, std::numeric_limits<int>::max());
    }
    const bool is_rope = config.positions == Positions::Rope;
    const bool is_learned = config.positions == Positions::Learned;
    read.RejectUnless(is_rope, positions, "pairs", "kind = \"rope\"");
    read.RejectUnless(is_rope, positions, "theta", "kind = \"rope\"");
    read.RejectUnless(is_rope, positions, "factors", "kind = \"rope\"");
    read.RejectUnless(is_learned, positions, "embedding", "kind = \"learned\"");
    if (is_rope) ReadRope(table, *positions, config);
}

void ReadNormAndMlp(const ModelTable& table, Config& config) {
    const TomlReader& read = table.read();
    const TomlValue* norm = table.Section("norm", kNormKeys);
    if (const TomlValue* kind = FindIn(norm, "kind")) {
        config.norm = read.Choice<NormKind>(
            *kind, "norm.kind",
            {{"none", NormKind::None}, {"rms", NormKind::RmsNorm}, {"layer", NormKind::LayerNorm}});
    }
    read.RejectUnless(config.norm != NormKind::None, norm, "eps", "kind = \"rms\" or \"layer\"");
    if (const TomlValue* eps = FindIn(norm, "eps")) {
        config.norm_eps = read.FiniteNumber(*eps, "norm.eps");
        ValidateAt(table, config, eps);
    }
    read.RejectUnless(config.norm != NormKind::None, norm, "qk", "kind = \"rms\" or \"layer\"");
    if (const TomlValue* qk = FindIn(norm, "qk")) config.qk_norm = read.Boolean(*qk, "norm.qk");
    const TomlValue* mlp = table.Section("mlp", kMlpKeys);
    if (const TomlValue* kind = FindIn(mlp, "kind")) {
        config.mlp = read.Choice<MlpKind>(*kind, "mlp.kind",
                                          {{"none", MlpKind::None},
                                           {"gelu", MlpKind::Gelu},
                                           {"gelu-tanh", MlpKind::GeluTanh},
                                           {"swiglu", MlpKind::SwiGlu}});
    }
}

}  // namespace decodescope
