#include "core/io/weights_reader.h"

namespace decodescope {
namespace {

constexpr std::string_view kLinearKeys[] = {"weight", "bias"};
constexpr std::string_view kNormKeys[] = {"gain", "bias"};

std::string Times(const WantedSize& rows, const WantedSize& columns) {
    return std::to_string(rows.count) + " rows and " + std::to_string(columns.count) + " columns";
}

}  // namespace

LayerWeights<double> WeightsReader::ReadLayer(const TomlValue& table,
                                              const std::string& name) const {
    const WantedSize model_width{config_.d_model, "d_model"};
    const WantedSize query_width{config_.query_width(), "query_heads · head_dim"};
    const WantedSize kv_width{config_.kv_width(), "kv_heads · head_dim"};
    const bool has_mlp = config_.mlp != MlpKind::None;
    LayerWeights<double> weights;
    weights.attention_norm = ReadNorm(table, "attention_norm", name + ".attention_norm", true);
    weights.query = Projection(table, "query", name, query_width, model_width);
    weights.key = Projection(table, "key", name, kv_width, model_width);
    weights.value = Projection(table, "value", name, kv_width, model_width);
    weights.attention_output = Projection(table, "output", name, model_width, query_width);
    weights.mlp_norm = ReadNorm(table, "mlp_norm", name + ".mlp_norm", has_mlp);
    read_.RejectUnless(has_mlp, &table, "up", "an [mlp] with a kind");
    read_.RejectUnless(has_mlp, &table, "down", "an [mlp] with a kind");
    read_.RejectUnless(config_.mlp == MlpKind::SwiGlu, &table, "gate", "[mlp] kind = \"swiglu\"");
    if (has_mlp) ReadMlp(table, name, weights);
    return weights;
}

void WeightsReader::ReadMlp(const TomlValue& table, const std::string& name,
                            LayerWeights<double>& weights) const {
    const WantedSize model_width{config_.d_model, "d_model"};
    const std::string reason = "the hidden width, as in the first 'up'";
    WantedSize hidden;
    if (config_.mlp_hidden > 0) hidden = {config_.mlp_hidden, reason};
    weights.up = MlpMatrix(table, "up", name, hidden, model_width);
    config_.mlp_hidden = static_cast<int>(weights.up.weight.rows());
    hidden = {config_.mlp_hidden, reason};
    if (config_.mlp == MlpKind::SwiGlu) {
        weights.gate = MlpMatrix(table, "gate", name, hidden, model_width);
    }
    weights.down = MlpMatrix(table, "down", name, model_width, hidden);
}

bool WeightsReader::IsWord(const TomlValue& value, std::string_view word) {
    const TomlValue* weight = value.IsTable() ? value.Find("weight") : &value;
    const std::string* text = weight ? weight->AsString() : nullptr;
    return text && *text == word;
}

Linear<double> WeightsReader::Projection(const TomlValue& layer, std::string_view key,
                                         const std::string& layer_name, const WantedSize& out,
                                         const WantedSize& in) const {
    const std::string name = layer_name + "." + std::string(key);
    const TomlValue* value = layer.Find(key);
    const bool is_identity = !value || (value->AsString() && IsWord(*value, "identity"));
    if (!is_identity) return WeightAndBias(*value, name, out, in, "identity");
    if (out.count == in.count) return {};
    throw read_.Wrong(value ? value->place : layer.place,
                      name + " is " + (value ? "" : "left out, so ") +
                          "the identity, but goes from " + std::to_string(in.count) +
                          " numbers to " + std::to_string(out.count),
                      "write a matrix of " + Times(out, in));
}

Linear<double> WeightsReader::MlpMatrix(const TomlValue& layer, std::string_view key,
                                        const std::string& layer_name, const WantedSize& out,
                                        const WantedSize& in) const {
    const TomlValue& value = read_.Require(
        layer, key, "the MLP needs it, as a matrix: " + std::string(key) + " = [[…], […]]");
    return WeightAndBias(value, layer_name + "." + std::string(key), out, in, {});
}

Linear<double> WeightsReader::WeightAndBias(const TomlValue& value, const std::string& name,
                                            const WantedSize& out, const WantedSize& in,
                                            std::string_view word) const {
    const TomlValue* weight = &value;
    if (value.IsTable()) {
        read_.RequireKeys(value, name, kLinearKeys);
        weight = &read_.Require(value, "weight", "write { weight = [[…]], bias = […] }");
    }
    if (weight->AsString()) {
        throw read_.Wrong(weight->place, name + " is a string",
                          word.empty() ? "write a matrix: [[…], […]]"
                                       : "write a matrix, or \"" + std::string(word) + "\"");
    }
    Linear<double> linear;
    linear.weight = read_.Rows(*weight, name, out, in);
    if (const TomlValue* bias = value.Find("bias")) {
        linear.bias = read_.Numbers(*bias, name + ".bias",
                                    {static_cast<int>(linear.weight.rows()), "one for each row"});
    }
    return linear;
}

Linear<double> WeightsReader::ReadOutput(const TomlValue& value, const std::string& name) const {
    const WantedSize rows{config_.vocabulary_size, "one for each token"};
    if (!IsWord(value, "tied")) {
        return WeightAndBias(value, name, rows, {config_.d_model, "d_model"}, "tied");
    }
    Linear<double> linear;
    if (value.IsTable()) read_.RequireKeys(value, name, kLinearKeys);
    if (const TomlValue* bias = value.Find("bias")) {
        linear.bias = read_.Numbers(*bias, name + ".bias", rows);
    }
    return linear;
}

Norm<double> WeightsReader::ReadNorm(const TomlValue& table, std::string_view key,
                                     const std::string& name, bool is_used) const {
    const bool has_norm = config_.norm != NormKind::None;
    read_.RejectUnless(has_norm, &table, key, "a [norm] with a kind");
    read_.RejectUnless(is_used, &table, key, "an [mlp] with a kind");
    if (!has_norm || !is_used) return {};
    const WantedSize size{config_.d_model, "d_model"};
    Norm<double> norm{.gain = Vector<double>::Ones(config_.d_model), .bias = {}};
    const TomlValue* value = table.Find(key);
    if (!value) return norm;
    if (value->IsTable()) read_.RequireKeys(*value, name, kNormKeys);
    const TomlValue* gain = value->IsTable() ? value->Find("gain") : value;
    if (gain) norm.gain = read_.Numbers(*gain, name, size);
    read_.RejectUnless(config_.norm == NormKind::LayerNorm, value, "bias",
                       "[norm] kind = \"layer\"");
    if (const TomlValue* bias = value->Find("bias")) {
        norm.bias = read_.Numbers(*bias, name + ".bias", size);
    }
    return norm;
}

}  // namespace decodescope
