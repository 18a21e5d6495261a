#include "core/io/weights_reader.h"

#include "core/model/weights.h"

namespace decodescope {
namespace {

constexpr std::string_view kLinearKeys[] = {"weight", "bias"};
constexpr std::string_view kNormKeys[] = {"gain", "bias"};

std::string Times(const WantedSize& rows, const WantedSize& columns) {
    return std::to_string(rows.count) + " rows and " + std::to_string(columns.count) + " columns";
}

}  // namespace

std::vector<std::string_view> WeightsReader::LayerKeys() {
    std::vector<std::string_view> keys;
    const LayerWeights<double> layer;
    ForEachPartOfLayer(
        0, [&](PartAt at, const auto&) { keys.push_back(InfoOf(at.weight).key); }, layer);
    return keys;
}

LayerWeights<double> WeightsReader::ReadLayer(const TomlValue& table,
                                              const std::string& name) const {
    if (config_.mlp != MlpKind::None && config_.mlp_hidden == 0) {
        const Linear<double> up =
            MlpMatrix(table, InfoOf(TensorId::UpWeight).key, name, {}, SizeAlong(Axis::DModel));
        config_.mlp_hidden = static_cast<int>(up.weight.rows());
    }
    LayerWeights<double> layer;
    ForEachPartOfLayer(
        0, [&](PartAt at, auto& part) { ReadPart(table, name, at, part); }, layer);
    return layer;
}

WantedSize WeightsReader::SizeAlong(Axis axis) const {
    const int count = Length(config_, axis);
    switch (axis) {
        case Axis::QueryWidth: return {count, "query_heads · head_dim"};
        case Axis::KvWidth: return {count, "kv_heads · head_dim"};
        case Axis::MlpHidden: return {count, "the hidden width, as in the first 'up'"};
        case Axis::Vocabulary: return {count, "one for each token"};
        case Axis::HeadDim: return {count, "head_dim"};
        default: return {count, "d_model"};
    }
}

void WeightsReader::ReadPart(const TomlValue& table, const std::string& layer_name, PartAt at,
                             Linear<double>& linear) const {
    const TensorInfo& info = InfoOf(at.weight);
    const WantedSize out = SizeAlong(info.rows), in = SizeAlong(info.columns);
    if (info.stage != Stage::Mlp) {
        linear = Projection(table, info.key, layer_name, out, in);
    } else if (Has(config_, at.weight)) {
        linear = MlpMatrix(table, info.key, layer_name, out, in);
    } else {
        read_.RejectUnless(
            false, &table, info.key,
            at.weight == TensorId::GateWeight ? "[mlp] kind = \"swiglu\"" : "an [mlp] with a kind");
    }
}

void WeightsReader::ReadPart(const TomlValue& table, const std::string& layer_name, PartAt at,
                             Norm<double>& norm) const {
    norm = ReadNorm(table, at.weight, layer_name + "." + std::string(InfoOf(at.weight).key));
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
    const WantedSize rows = SizeAlong(Axis::Vocabulary);
    if (!IsWord(value, "tied")) {
        return WeightAndBias(value, name, rows, SizeAlong(Axis::DModel), "tied");
    }
    Linear<double> linear;
    if (value.IsTable()) read_.RequireKeys(value, name, kLinearKeys);
    if (const TomlValue* bias = value.Find("bias")) {
        linear.bias = read_.Numbers(*bias, name + ".bias", rows);
    }
    return linear;
}

Norm<double> WeightsReader::ReadNorm(const TomlValue& table, TensorId gain_id,
                                     const std::string& name) const {
    const TensorInfo& info = InfoOf(gain_id);
    const bool has_norms = config_.norm != NormKind::None;
    const bool is_used = Has(config_, gain_id);
    read_.RejectUnless(has_norms, &table, info.key, "a [norm] with a kind");
    read_.RejectUnless(!has_norms || is_used, &table, info.key,
                       info.stage == Stage::QkNorm ? "[norm] qk = true" : "an [mlp] with a kind");
    if (!is_used) return {};
    const WantedSize size = SizeAlong(info.columns);
    Norm<double> norm{.gain = Vector<double>::Ones(size.count), .bias = {}};
    const TomlValue* value = table.Find(info.key);
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
