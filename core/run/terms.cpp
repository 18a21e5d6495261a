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
        case Function::Exp: return Exp(x);
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

// Collects the terms of one cell. Each function below says how one kind of tensor is made, in the
// order of the table of tensors.
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
        switch (cell_.tensor) {
            case TensorId::ResidualIn: return Embedded();
            case TensorId::AttentionNormMean: return MeanOf(BlockInput(config_, layer));
            case TensorId::AttentionNormRstd:
                return RstdOf(BlockInput(config_, layer), TensorId::AttentionNormMean);
            case TensorId::AttentionInput:
                return Normalized(BlockInput(config_, layer),
                                  {TensorId::AttentionNormMean, TensorId::AttentionNormRstd,
                                   TensorId::AttentionNormGain, TensorId::AttentionNormBias});
            case TensorId::Q: return Projected(TensorId::QueryWeight, TensorId::QueryBias);
            case TensorId::K: return Projected(TensorId::KeyWeight, TensorId::KeyBias);
            case TensorId::V: return Projected(TensorId::ValueWeight, TensorId::ValueBias);
            case TensorId::QueryNormMean: return MeanOf({TensorId::Q, layer});
            case TensorId::QueryNormRstd:
                return RstdOf({TensorId::Q, layer}, TensorId::QueryNormMean);
            case TensorId::NormedQ:
                return Normalized({TensorId::Q, layer},
                                  {TensorId::QueryNormMean, TensorId::QueryNormRstd,
                                   TensorId::QueryNormGain, TensorId::QueryNormBias});
            case TensorId::KeyNormMean: return MeanOf({TensorId::K, layer});
            case TensorId::KeyNormRstd: return RstdOf({TensorId::K, layer}, TensorId::KeyNormMean);
            case TensorId::NormedK:
                return Normalized({TensorId::K, layer},
                                  {TensorId::KeyNormMean, TensorId::KeyNormRstd,
                                   TensorId::KeyNormGain, TensorId::KeyNormBias});
            case TensorId::RotatedQ: return Rotated(UnrotatedQ(config_));
            case TensorId::RotatedK: return Rotated(UnrotatedK(config_));
            case TensorId::CachedK: return Copied(CachedKSource(config_));
            case TensorId::CachedV: return Copied(TensorId::V);
            case TensorId::Scores: return Scored();
            case TensorId::AttentionWeights: return SoftmaxOf(TensorId::Scores);
            case TensorId::HeadOutput: return WeightedSum();
            case TensorId::AttentionOutput:
                return Linear({TensorId::HeadOutput, layer}, TensorId::AttentionOutputWeight,
                              TensorId::AttentionOutputBias, cell_.column);
            case TensorId::ResidualMid: return AttentionAdded();
            case TensorId::MlpNormMean: return MeanOf(AfterAttention(config_, layer));
            case TensorId::MlpNormRstd:
                return RstdOf(AfterAttention(config_, layer), TensorId::MlpNormMean);
            case TensorId::MlpInput:
                return Normalized(AfterAttention(config_, layer),
                                  {TensorId::MlpNormMean, TensorId::MlpNormRstd,
                                   TensorId::MlpNormGain, TensorId::MlpNormBias});
            case TensorId::Gate:
                return Linear(MlpInput(config_, layer), TensorId::GateWeight, TensorId::GateBias,
                              cell_.column);
            case TensorId::Up:
                return Linear(MlpInput(config_, layer), TensorId::UpWeight, TensorId::UpBias,
                              cell_.column);
            case TensorId::Activation: return Activated();
            case TensorId::MlpOutput:
                return Linear({TensorId::Activation, layer}, TensorId::DownWeight,
                              TensorId::DownBias, cell_.column);
            case TensorId::ResidualOut:
                Add({Read(Same(TensorId::ResidualMid))});
                return Add({Read(Same(TensorId::MlpOutput))});
            case TensorId::FinalNormMean: return MeanOf(LastBlock());
            case TensorId::FinalNormRstd: return RstdOf(LastBlock(), TensorId::FinalNormMean);
            case TensorId::Hidden:
                return Normalized(LastBlock(), {TensorId::FinalNormMean, TensorId::FinalNormRstd,
                                                TensorId::FinalNormGain, TensorId::FinalNormBias});
            case TensorId::Logits:
                return Linear(
                    FinalHidden(config_),
                    config_.tied_output ? TensorId::TokenEmbedding : TensorId::OutputWeight,
                    TensorId::OutputBias, cell_.column);
            case TensorId::Probabilities: return SoftmaxOf(TensorId::Logits);
            case TensorId::ProbabilitiesAfterRule: return Selected();
            default: assert(InfoOf(cell_.tensor).is_parameter);
        }
    }

    // --- one function for each kind of tensor

    void Embedded() {
        const TokenId token = recording_.ids()[static_cast<size_t>(cell_.row)];
        Add({Read({TensorId::TokenEmbedding, 0, 0, token, cell_.column})});
        if (config_.positions == Positions::Learned) {
            Add({Read({TensorId::PositionEmbedding, 0, 0, cell_.row, cell_.column})});
        }
    }

    void MeanOf(TensorAt input) {
        const int size = NormedSize();
        for (int i = 0; i < size; ++i) Add({Read(ToNormalize(input, i))});
        result_.finish = Finish::Scale;
        result_.constant = 1.0 / size;
    }

    void RstdOf(TensorAt input, TensorId mean) {
        const double centre = Has(config_, mean) ? recording_.At(Same(mean)) : 0.0;
        const int size = NormedSize();
        for (int i = 0; i < size; ++i) {
            const Factor x = Read(ToNormalize(input, i), Function::None, centre);
            Add({x, x});
        }
        result_.finish = Finish::InverseRoot;
        result_.constant = 1.0 / size;
        result_.eps = config_.norm_eps;
    }

    struct NormTensors {
        TensorId mean, rstd, gain, bias;
    };

    void Normalized(TensorAt input, NormTensors norm) {
        const double centre = Has(config_, norm.mean) ? recording_.At(OneOf(norm.mean)) : 0.0;
        const Cell gain{norm.gain, cell_.layer, 0, 0, cell_.column};
        const Cell bias{norm.bias, cell_.layer, 0, 0, cell_.column};
        Add({Read(ToNormalize(input, cell_.column), Function::None, centre), Read(OneOf(norm.rstd)),
             Read(gain)});
        if (recording_.Has(bias)) Add({Read(bias)});
    }

    // q, k and v: the row of the matrix that makes this column of this head.
    void Projected(TensorId weight, TensorId bias) {
        Linear(AttentionInput(config_, cell_.layer), weight, bias,
               cell_.head * config_.head_dim + cell_.column);
    }

    // Σ input[i] · W[out][i] + b[out].
    void Linear(TensorAt input, TensorId weight, TensorId bias, int out) {
        const int columns = Length(config_, InfoOf(weight).columns);
        for (int i = 0; i < columns; ++i) {
            Add({Read(Flat(input, i)), Read({weight, cell_.layer, 0, out, i})});
        }
        const Cell b{bias, cell_.layer, 0, 0, out};
        if (recording_.Has(b)) Add({Read(b)});
    }

    void Rotated(TensorId before) {
        for (int pair = 0; pair < config_.head_dim / 2; ++pair) {
            const RopePair rope =
                RopePairOf(config_, RopeFrequency(config_, pair), pair, cell_.row);
            if (cell_.column != rope.first && cell_.column != rope.second) continue;
            const SineAndCosine of = SineAndCosineOf(rope.angle);
            const std::string angle = std::to_string(cell_.row) + "θ" + std::to_string(pair);
            const Factor cosine = Constant("cos " + angle, of.cosine);
            const Factor a = Read(Same(before, rope.first)), b = Read(Same(before, rope.second));
            if (cell_.column == rope.first) {
                Add({a, cosine});
                Add({b, Constant("−sin " + angle, -of.sine)});
            } else {
                Add({a, Constant("sin " + angle, of.sine)});
                Add({b, cosine});
            }
        }
    }

    void Copied(TensorId source) { Add({Read(Same(source))}); }

    void Scored() {
        const int kv_head = config_.KvHeadOf(cell_.head);
        for (int i = 0; i < config_.head_dim; ++i) {
            Add({Read(Same(ScoredQ(config_), i)),
                 Read({TensorId::CachedK, cell_.layer, kv_head, cell_.column, i})});
        }
        result_.finish = Finish::Scale;
        result_.constant = config_.attention_scale;
    }

    void SoftmaxOf(TensorId scores) {
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

    void WeightedSum() {
        const int kv_head = config_.KvHeadOf(cell_.head);
        for (int position = 0; position <= cell_.row; ++position) {
            Add({Read(Same(TensorId::AttentionWeights, position)),
                 Read({TensorId::CachedV, cell_.layer, kv_head, position, cell_.column})});
        }
    }

    void AttentionAdded() {
        const TensorId attention =
            config_.has_output_projection ? TensorId::AttentionOutput : TensorId::HeadOutput;
        Add({Read(Flat(BlockInput(config_, cell_.layer), cell_.column))});
        Add({Read(Flat({attention, cell_.layer}, cell_.column))});
    }

    void Activated() {
        const Cell up = Same(TensorId::Up);
        switch (config_.mlp) {
            case MlpKind::SwiGlu:
                return Add({Read(Same(TensorId::Gate), Function::Silu), Read(up)});
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
        const Numbers after_rule =
            recording_.Row(TensorId::ProbabilitiesAfterRule, 0, 0, cell_.row);
        const double largest = LargestOf(recording_.Row(TensorId::Logits, 0, 0, cell_.row));
        for (int i = 0; i < after_rule.size(); ++i) {
            if (after_rule[i] == 0) continue;
            if (i == cell_.column) result_.share_of = static_cast<int>(result_.terms.size());
            Add({Read(Same(TensorId::Logits, i), Function::Exp, largest, rule.temperature)});
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

    // The same layer, head and row of another tensor; the same or another column.
    Cell Same(TensorId tensor) const { return Same(tensor, cell_.column); }
    Cell Same(TensorId tensor, int column) const {
        return {tensor, cell_.layer, cell_.head, cell_.row, column};
    }
    // The single number of this row, or of this head of it, such as its mean.
    Cell OneOf(TensorId tensor) const { return {tensor, cell_.layer, cell_.head, cell_.row, 0}; }

    // What a norm reads: a whole row, or this head of q or k; and how many numbers that is.
    bool IsOfHead() const { return InfoOf(cell_.tensor).per_head != PerHead::No; }
    int NormedSize() const { return IsOfHead() ? config_.head_dim : config_.d_model; }
    Cell ToNormalize(TensorAt input, int column) const {
        return IsOfHead() ? Same(input.tensor, column) : Flat(input, column);
    }

    // Column `column` of a tensor's whole row; head outputs have their heads side by side.
    Cell Flat(TensorAt at, int column) const {
        if (at.tensor != TensorId::HeadOutput) return {at.tensor, at.layer, 0, cell_.row, column};
        return {at.tensor, at.layer, column / config_.head_dim, cell_.row,
                column % config_.head_dim};
    }

    TensorAt LastBlock() const { return BlockOutput(config_, config_.layers - 1); }

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
