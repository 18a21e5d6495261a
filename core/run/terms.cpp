#include "core/run/terms.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "core/engine/math.h"

namespace decodescope {
namespace {

double Evaluate(Function function, double x) {
    switch (function) {
        case Function::None: return x;
        case Function::Exp: return std::exp(x);
        case Function::Silu: return Silu(x);
        case Function::Gelu: return Gelu(x);
        case Function::GeluTanh: return GeluTanh(x);
    }
    return x;
}

double LargestOf(const Numbers& row) {
    double largest = row[0];
    for (int i = 1; i < row.size(); ++i) largest = std::max(largest, row[i]);
    return largest;
}

// Collects the terms of one cell. Each function below says how one kind of value is made, in the
// order of the value table.
class Collector {
public:
    Collector(const Recording& recording, const Cell& cell)
        : recording_(recording), config_(recording.config()), cell_(cell) {
        result_.cell = cell;
        result_.value = recording.At(cell);
    }

    Derivation Collect() {
        Dispatch();
        for (const Term& term : result_.terms) result_.sum += term.value;
        return std::move(result_);
    }

private:
    void Dispatch() {
        const int layer = cell_.layer;
        switch (cell_.value) {
            case Value::X: return Embedded();
            case Value::AttentionNormMean: return MeanOf(BlockInput(config_, layer));
            case Value::AttentionNormScale:
                return InverseSizeOf(BlockInput(config_, layer), Value::AttentionNormMean);
            case Value::AttentionInput:
                return Normed(BlockInput(config_, layer),
                              {Value::AttentionNormMean, Value::AttentionNormScale,
                               Value::AttentionNormGain, Value::AttentionNormBias});
            case Value::Query: return Projected(Value::QueryWeight, Value::QueryBias);
            case Value::Key: return Projected(Value::KeyWeight, Value::KeyBias);
            case Value::ValueVector: return Projected(Value::ValueWeight, Value::ValueBias);
            case Value::QueryRotated: return Turned(Value::Query);
            case Value::KeyRotated: return Turned(Value::Key);
            case Value::CachedKey: return Copied(CachedKeySource(config_));
            case Value::CachedValue: return Copied(Value::ValueVector);
            case Value::Scores: return Scored();
            case Value::AttentionWeights: return ShareOf(Value::Scores);
            case Value::HeadOutput: return Mixed();
            case Value::AttentionOutput:
                return Linear({Value::HeadOutput, layer}, Value::AttentionOutputWeight,
                              Value::AttentionOutputBias, cell_.column);
            case Value::ResidualAttention: return AttentionAdded();
            case Value::MlpNormMean: return MeanOf(AfterAttention(config_, layer));
            case Value::MlpNormScale:
                return InverseSizeOf(AfterAttention(config_, layer), Value::MlpNormMean);
            case Value::MlpInput:
                return Normed(AfterAttention(config_, layer),
                              {Value::MlpNormMean, Value::MlpNormScale, Value::MlpNormGain,
                               Value::MlpNormBias});
            case Value::Gate:
                return Linear(MlpInput(config_, layer), Value::GateWeight, Value::GateBias,
                              cell_.column);
            case Value::Up:
                return Linear(MlpInput(config_, layer), Value::UpWeight, Value::UpBias,
                              cell_.column);
            case Value::Activation: return Activated();
            case Value::MlpOutput:
                return Linear({Value::Activation, layer}, Value::DownWeight, Value::DownBias,
                              cell_.column);
            case Value::ResidualMlp:
                Add({Read(Same(Value::ResidualAttention))});
                return Add({Read(Same(Value::MlpOutput))});
            case Value::FinalNormMean: return MeanOf(LastBlock());
            case Value::FinalNormScale: return InverseSizeOf(LastBlock(), Value::FinalNormMean);
            case Value::Hidden:
                return Normed(LastBlock(), {Value::FinalNormMean, Value::FinalNormScale,
                                            Value::FinalNormGain, Value::FinalNormBias});
            case Value::Logits:
                return Linear(FinalHidden(config_),
                              config_.tied_output ? Value::TokenEmbedding : Value::OutputWeight,
                              Value::OutputBias, cell_.column);
            case Value::Probabilities: return ShareOf(Value::Logits);
            case Value::FinalProbabilities: return Selected();
            default: assert(InfoOf(cell_.value).is_parameter);
        }
    }

    // --- one function for each kind of value

    void Embedded() {
        const TokenId token = recording_.ids()[static_cast<size_t>(cell_.row)];
        Add({Read({Value::TokenEmbedding, 0, 0, token, cell_.column})});
        if (config_.positions == Positions::Learned) {
            Add({Read({Value::PositionEmbedding, 0, 0, cell_.row, cell_.column})});
        }
    }

    void MeanOf(ValueAt input) {
        for (int i = 0; i < config_.d_model; ++i) Add({Read(Flat(input, i))});
        result_.finish = Finish::Scale;
        result_.constant = 1.0 / config_.d_model;
    }

    void InverseSizeOf(ValueAt input, Value mean) {
        const double centre = Has(config_, mean) ? recording_.At(Same(mean)) : 0.0;
        for (int i = 0; i < config_.d_model; ++i) {
            const Factor x = Read(Flat(input, i), Function::None, centre);
            Add({x, x});
        }
        result_.finish = Finish::InverseRoot;
        result_.constant = 1.0 / config_.d_model;
        result_.eps = config_.norm_eps;
    }

    struct NormValues {
        Value mean, scale, gain, bias;
    };

    void Normed(ValueAt input, NormValues norm) {
        const double centre = Has(config_, norm.mean) ? recording_.At(OneOf(norm.mean)) : 0.0;
        const Cell gain{norm.gain, cell_.layer, 0, 0, cell_.column};
        const Cell bias{norm.bias, cell_.layer, 0, 0, cell_.column};
        Add({Read(Flat(input, cell_.column), Function::None, centre), Read(OneOf(norm.scale)),
             Read(gain)});
        if (recording_.Has(bias)) Add({Read(bias)});
    }

    // q, k and v: the row of the matrix that makes this column of this head.
    void Projected(Value weight, Value bias) {
        Linear(AttentionInput(config_, cell_.layer), weight, bias,
               cell_.head * config_.head_dim + cell_.column);
    }

    // Σ input[i] · W[out][i] + b[out].
    void Linear(ValueAt input, Value weight, Value bias, int out) {
        const int columns = Length(config_, InfoOf(weight).columns);
        for (int i = 0; i < columns; ++i) {
            Add({Read(Flat(input, i)), Read({weight, cell_.layer, 0, out, i})});
        }
        const Cell b{bias, cell_.layer, 0, 0, out};
        if (recording_.Has(b)) Add({Read(b)});
    }

    void Turned(Value before) {
        for (int pair = 0; pair < config_.head_dim / 2; ++pair) {
            const RopePair turn = RopePairOf(config_, pair, cell_.row);
            if (cell_.column != turn.first && cell_.column != turn.second) continue;
            const std::string angle = std::to_string(cell_.row) + "θ" + std::to_string(pair);
            const Factor cosine = Constant("cos " + angle, std::cos(turn.angle));
            const Factor a = Read(Same(before, turn.first)), b = Read(Same(before, turn.second));
            if (cell_.column == turn.first) {
                Add({a, cosine});
                Add({b, Constant("−sin " + angle, -std::sin(turn.angle))});
            } else {
                Add({a, Constant("sin " + angle, std::sin(turn.angle))});
                Add({b, cosine});
            }
        }
    }

    void Copied(Value source) { Add({Read(Same(source))}); }

    void Scored() {
        const int kv_head = config_.KvHeadOf(cell_.head);
        for (int i = 0; i < config_.head_dim; ++i) {
            Add({Read(Same(ScoredQuery(config_), i)),
                 Read({Value::CachedKey, cell_.layer, kv_head, cell_.column, i})});
        }
        result_.finish = Finish::Scale;
        result_.constant = config_.attention_scale;
    }

    void ShareOf(Value scores) {
        const Numbers row = recording_.Row(scores, cell_.layer, cell_.head, cell_.row);
        double largest = LargestOf(row);
        // Σ exp(−∞ − max) is 0 whatever the max; 0 avoids −∞ − (−∞).
        if (std::isinf(largest) && largest < 0) largest = 0;
        for (int i = 0; i < row.size(); ++i) {
            Add({Read(Same(scores, i), Function::Exp, largest)});
        }
        result_.finish = Finish::Share;
        result_.share_of = cell_.column;
    }

    void Mixed() {
        const int kv_head = config_.KvHeadOf(cell_.head);
        for (int position = 0; position <= cell_.row; ++position) {
            Add({Read(Same(Value::AttentionWeights, position)),
                 Read({Value::CachedValue, cell_.layer, kv_head, position, cell_.column})});
        }
    }

    void AttentionAdded() {
        const Value attention =
            config_.identity_attention_output ? Value::HeadOutput : Value::AttentionOutput;
        Add({Read(Flat(BlockInput(config_, cell_.layer), cell_.column))});
        Add({Read(Flat({attention, cell_.layer}, cell_.column))});
    }

    void Activated() {
        const Cell up = Same(Value::Up);
        switch (config_.mlp) {
            case MlpKind::SwiGlu: return Add({Read(Same(Value::Gate), Function::Silu), Read(up)});
            case MlpKind::Gelu: return Add({Read(up, Function::Gelu)});
            case MlpKind::GeluTanh: return Add({Read(up, Function::GeluTanh)});
            case MlpKind::None: assert(!"no MLP");
        }
    }

    // Greedy gives all to one candidate. Sampling shares out among the candidates that were kept.
    void Selected() {
        const SelectionRule& rule = recording_.recipe().rule;
        if (result_.value == 0) return;
        if (rule.is_greedy()) return Add({Constant("the largest logit", 1.0)});
        const Numbers final = recording_.Row(Value::FinalProbabilities, 0, 0, cell_.row);
        const double largest = LargestOf(recording_.Row(Value::Logits, 0, 0, cell_.row));
        for (int i = 0; i < final.size(); ++i) {
            if (final[i] == 0) continue;
            if (i == cell_.column) result_.share_of = static_cast<int>(result_.terms.size());
            Add({Read(Same(Value::Logits, i), Function::Exp, largest, rule.temperature)});
        }
        result_.finish = Finish::Share;
    }

    // --- factors and terms

    Factor Read(const Cell& cell, Function function = Function::None, double offset = 0.0,
                double divisor = 1.0) const {
        Factor factor{.cell = cell,
                      .label = {},
                      .function = function,
                      .argument = recording_.At(cell),
                      .offset = offset,
                      .divisor = divisor};
        factor.value = Evaluate(function, (factor.argument - offset) / divisor);
        return factor;
    }

    static Factor Constant(std::string label, double value) {
        return {.cell = std::nullopt,
                .label = std::move(label),
                .function = Function::None,
                .argument = value,
                .offset = 0.0,
                .divisor = 1.0,
                .value = value};
    }

    void Add(std::vector<Factor> factors) {
        double product = 1.0;
        for (const Factor& factor : factors) product *= factor.value;
        result_.terms.push_back({std::move(factors), product});
    }

    // --- cells

    // The same layer, head and row of another value; the same or another column.
    Cell Same(Value value) const { return Same(value, cell_.column); }
    Cell Same(Value value, int column) const {
        return {value, cell_.layer, cell_.head, cell_.row, column};
    }
    // The single number of this row, such as its mean.
    Cell OneOf(Value value) const { return {value, cell_.layer, 0, cell_.row, 0}; }

    // Column `column` of a value's whole row; in head outputs the heads stand side by side.
    Cell Flat(ValueAt at, int column) const {
        if (at.value != Value::HeadOutput) return {at.value, at.layer, 0, cell_.row, column};
        return {at.value, at.layer, column / config_.head_dim, cell_.row,
                column % config_.head_dim};
    }

    ValueAt LastBlock() const { return BlockOutput(config_, config_.layers - 1); }

    const Recording& recording_;
    const Config& config_;
    const Cell cell_;
    Derivation result_;
};

}  // namespace

double Derivation::Finished() const {
    switch (finish) {
        case Finish::Sum: return sum;
        case Finish::Scale: return sum * constant;
        case Finish::InverseRoot: return 1.0 / std::sqrt(sum * constant + eps);
        case Finish::Share:
            return sum == 0.0 ? 0.0 : terms[static_cast<size_t>(share_of)].value / sum;
    }
    return sum;
}

Derivation Terms(const Recording& recording, const Cell& cell) {
    return Collector(recording, cell).Collect();
}

}  // namespace decodescope
