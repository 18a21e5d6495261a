#include "core/model/model_id.h"

#include <vector>

#include "core/base/bytes.h"
#include "core/model/weights.h"

namespace decodescope {
namespace {

// Hashes numbers of any kind, one after the other.
class Hasher {
public:
    template <class... Numbers>
    void Add(Numbers... numbers) {
        (AppendBytes(bytes_, numbers), ...);
        if (bytes_.size() >= kMostKept) Flush();
    }

    void AddText(std::string_view text) {
        Add(static_cast<std::uint64_t>(text.size()));
        Flush();
        hash_.Add(text);
    }

    // Rows, columns and every entry.
    template <class Dense>
    void AddMatrix(const Dense& matrix) {
        Add(static_cast<std::int64_t>(matrix.rows()), static_cast<std::int64_t>(matrix.cols()));
        for (Eigen::Index row = 0; row < matrix.rows(); ++row) {
            for (Eigen::Index column = 0; column < matrix.cols(); ++column) {
                Add(matrix(row, column));
            }
        }
    }

    Digest Finish() {
        Flush();
        return hash_.Finish();
    }

private:
    static constexpr size_t kMostKept = 1 << 16;

    void Flush() {
        hash_.Add(bytes_);
        bytes_.clear();
    }

    Sha256 hash_;
    std::string bytes_;
};

int NumberOf(std::optional<TokenId> id) { return id.value_or(-1); }

Digest ConfigurationOf(const Model& model) {
    const Config& c = model.config;
    Hasher hash;
    hash.Add(c.vocabulary_size, c.d_model, c.layers, c.query_heads, c.kv_heads, c.head_dim);
    hash.Add(c.attention_scale, static_cast<int>(c.positions), static_cast<int>(c.rope_pairs),
             c.rope_theta, c.context_length);
    for (const double factor : c.rope_factors) hash.Add(factor);
    hash.Add(static_cast<int>(c.norm), c.norm_eps, static_cast<int>(c.qk_norm),
             static_cast<int>(c.residuals), static_cast<int>(c.mlp), c.mlp_hidden);
    hash.Add(static_cast<int>(!c.has_output_projection), static_cast<int>(c.tied_output),
             NumberOf(c.begin_token), NumberOf(c.end_token));
    for (const TokenId id : c.other_end_tokens) hash.Add(id);
    hash.Add(static_cast<int>(model.precision()));
    return hash.Finish();
}

template <class T>
Digest WeightsOf(const Weights<T>& weights) {
    Hasher hash;
    ForEachParameter(weights, [&](TensorAt, const auto& numbers) { hash.AddMatrix(numbers); });
    return hash.Finish();
}

Digest VocabularyOf(const Tokenizer& tokenizer) {
    Hasher hash;
    hash.Add(static_cast<int>(tokenizer.kind), static_cast<std::uint64_t>(tokenizer.pieces.size()));
    for (const std::string& piece : tokenizer.pieces) hash.AddText(piece);
    for (const float score : tokenizer.scores) hash.Add(score);
    return hash.Finish();
}

}  // namespace

ModelId IdOf(const Model& model) {
    return {.configuration = ConfigurationOf(model),
            .weights =
                std::visit([](const auto& weights) { return WeightsOf(weights); }, *model.weights),
            .vocabulary = VocabularyOf(model.tokenizer)};
}

Digest WholeOf(const ModelId& id) {
    Sha256 hash;
    for (const Digest& part : {id.configuration, id.weights, id.vocabulary}) {
        hash.Add(std::string(part.begin(), part.end()));
    }
    return hash.Finish();
}

std::string DifferingParts(const ModelId& a, const ModelId& b) {
    std::vector<std::string> parts;
    if (a.configuration != b.configuration) parts.emplace_back("the configuration");
    if (a.weights != b.weights) parts.emplace_back("the weights");
    if (a.vocabulary != b.vocabulary) parts.emplace_back("the vocabulary");
    std::string text;
    for (size_t i = 0; i < parts.size(); ++i) {
        const bool is_last = i + 1 == parts.size();
        text += (i == 0 ? "" : is_last ? " and " : ", ") + parts[i];
    }
    return text;
}

}  // namespace decodescope
