#include "app/views/branches/branch_comparison_data.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "core/base/number.h"
#include "core/engine/selection.h"
#include "core/explain/narrate.h"
#include "core/model/dataflow.h"
#include "core/run/comparison.h"

namespace decodescope {
namespace {

constexpr size_t kMostRows = 4;  // of K or V
constexpr size_t kMostCandidates = 5;

// "rows 0, 1, 2": the first ones and the last, where there are many.
std::string RowList(const std::vector<int>& rows) {
    constexpr size_t kMostNamed = 4;
    std::string list = rows.size() == 1 ? "row " : "rows ";
    if (rows.size() > kMostNamed && rows.back() - rows.front() + 1 == std::ssize(rows))
        return list + std::to_string(rows.front()) + " to " + std::to_string(rows.back());
    for (size_t i = 0; i < rows.size(); ++i) {
        if (i == kMostNamed) return list + " and " + std::to_string(rows.size() - i) + " more";
        list += (i > 0 ? ", " : "") + std::to_string(rows[i]);
    }
    return list;
}

// Of too many rows, those that differ most, in their order.
void KeepLargest(ComparedBlock& block) {
    if (block.rows.size() <= kMostRows) return;
    std::vector<double> differences;
    for (const ComparedRow& row : block.rows) differences.push_back(row.difference());
    std::ranges::sort(differences, std::greater<>());
    const double least = differences[kMostRows - 1];
    block.more = static_cast<int>(block.rows.size() - kMostRows);
    std::erase_if(block.rows, [least](const ComparedRow& row) { return row.difference() < least; });
    block.more -= static_cast<int>(block.rows.size()) - static_cast<int>(kMostRows);
}

// Of too many rows that are the same, the last.
void KeepLast(ComparedBlock& block) {
    constexpr std::ptrdiff_t kMostSame = 8;
    const std::ptrdiff_t older =
        std::max(std::ssize(block.same_rows) - kMostSame, std::ptrdiff_t{0});
    block.more_same = static_cast<int>(older);
    block.same_rows.erase(block.same_rows.begin(), block.same_rows.begin() + older);
}

class Builder {
public:
    Builder(const Recording& a, const Recording& b, const ComparisonQuery& query)
        : a_(a),
          b_(b),
          query_(query),
          config_(a.config()),
          position_(a.pass(query.playhead.pass).last_position()) {}

    BranchComparison Build() {
        if (query_.playhead.step < 0) {
            comparison_.ahead = "Nothing of this pass is computed yet.";
            return comparison_;
        }
        AddVector(TensorId::ResidualIn, "x", "goes into layer " + std::to_string(query_.layer),
                  Qkv::None);
        const bool has_rope = Has(config_, TensorId::RotatedQ);
        AddVector(has_rope ? TensorId::RotatedQ : TensorId::Q, "q", HeadWords(), Qkv::Q);
        AddCache(TensorId::CachedK, "K rows", Qkv::K);
        AddCache(TensorId::CachedV, "V rows", Qkv::V);
        AddVector(TensorId::Scores, "score", "q·k, scaled", Qkv::None);
        AddVector(TensorId::AttentionWeights, "softmax", "weights", Qkv::None);
        AddVector(TensorId::HeadOutput, "h", "Σ w·v", Qkv::None);
        AddLayers();
        AddDistribution();
        return comparison_;
    }

private:
    std::string HeadWords() const {
        return config_.query_heads > 1 ? "head " + std::to_string(query_.head) : "the query";
    }

    int HeadOf(TensorId tensor) const {
        switch (InfoOf(tensor).per_head) {
            case PerHead::No: return 0;
            case PerHead::Query: return query_.head;
            case PerHead::Kv: return config_.KvHeadOf(query_.head);
        }
        return 0;
    }

    // What goes into a later layer is there when the layer begins.
    int StepOf(TensorId tensor, int layer) const {
        const bool is_carried = tensor == TensorId::ResidualIn && layer > 0;
        const Stage stage = is_carried ? Stage::Project : InfoOf(tensor).stage;
        return a_.StepOf(stage, InfoOf(stage).per_layer ? layer : 0);
    }
    bool IsReached(TensorId tensor, int layer) const {
        return StepOf(tensor, layer) <= query_.playhead.step;
    }

    // The same in the chosen layer; the first that is not reached is told.
    bool IsToBeShown(TensorId tensor) {
        if (IsReached(tensor, query_.layer)) return true;
        if (comparison_.ahead.empty()) {
            comparison_.ahead = std::string(InfoOf(InfoOf(tensor).stage).title) +
                                " and what follows are not computed yet.";
        }
        return false;
    }

    ComparedRow RowAt(TensorId tensor, int layer, int position) const {
        const Numbers a = a_.Row(tensor, layer, HeadOf(tensor), position);
        const Numbers b = b_.Row(tensor, layer, HeadOf(tensor), position);
        ComparedRow row;
        const bool are_tokens = InfoOf(tensor).columns == Axis::KeyPosition;
        for (int i = 0; i < std::min(a.size(), b.size()); ++i) {
            row.a.push_back(a[i]);
            row.b.push_back(b[i]);
            row.differences.push_back(AbsoluteDifference(a[i], b[i]));
            row.heads.push_back(are_tokens ? TokensAt(i) : std::to_string(i));
        }
        const auto largest = std::ranges::max_element(row.differences);
        row.largest = static_cast<size_t>(largest - row.differences.begin());
        return row;
    }

    // The token at a position, or both where the branches have different ones.
    std::string TokensAt(int position) const {
        const auto at = static_cast<size_t>(position);
        const std::string& a = TokenText(a_, a_.ids()[at]);
        const std::string& b = TokenText(b_, b_.ids()[at]);
        return a == b ? a : a + " | " + b;
    }

    bool IsSameToken(int position) const {
        const auto at = static_cast<size_t>(position);
        return a_.ids()[at] == b_.ids()[at];
    }

    // Why numbers that only the token and its position decide are the same.
    std::string WhySame(TensorId tensor) const {
        if (query_.layer > 0 || !IsSameToken(position_)) return "";
        const std::string token = QuotedToken(a_, a_.ids()[static_cast<size_t>(position_)]);
        if (tensor == TensorId::ResidualIn)
            return token + " is ID " + std::to_string(a_.ids()[static_cast<size_t>(position_)]) +
                   " in both: the same row of the embedding";
        return "in layer 0 it depends on the token and its position alone";
    }

    void AddVector(TensorId tensor, std::string name, std::string note, Qkv qkv) {
        if (!Has(config_, tensor) || !IsToBeShown(tensor)) return;
        ComparedBlock block{.name = std::move(name), .note = std::move(note), .qkv = qkv};
        ComparedRow row = RowAt(tensor, query_.layer, position_);
        if (row.difference() == 0) {
            const bool is_early = tensor == TensorId::ResidualIn || qkv == Qkv::Q;
            block.same = is_early ? WhySame(tensor) : "";
            if (block.same.empty()) block.same = "every number";
            block.same_rows.push_back(std::move(row));
        } else {
            block.rows.push_back(std::move(row));
        }
        comparison_.blocks.push_back(std::move(block));
    }

    void AddCache(TensorId tensor, std::string name, Qkv qkv) {
        if (!IsToBeShown(tensor)) return;
        ComparedBlock block{.name = std::move(name), .note = "cached", .qkv = qkv};
        std::vector<int> prompt, others;
        for (int position = 0; position <= position_; ++position) {
            ComparedRow row = RowAt(tensor, query_.layer, position);
            row.name = "row " + std::to_string(position);
            row.note = TokensAt(position);
            if (row.difference() == 0) {
                (position < a_.prompt_length() ? prompt : others).push_back(position);
                block.same_rows.push_back(std::move(row));
            } else {
                block.rows.push_back(std::move(row));
            }
        }
        if (!prompt.empty()) block.same = RowList(prompt) + ": the prompt";
        if (!others.empty())
            block.same += (block.same.empty() ? "" : "; ") + RowList(others) + ": the same token" +
                          (query_.layer == 0 ? ", made from itself alone" : "");
        KeepLargest(block);
        KeepLast(block);
        comparison_.blocks.push_back(std::move(block));
    }

    void AddLayers() {
        const std::pair<const char*, TensorId> parts[] = {
            {"x", TensorId::ResidualIn},
            {"K", TensorId::CachedK},
            {"V", TensorId::CachedV},
            {"weights", TensorId::AttentionWeights},
        };
        for (int layer = 0; layer < config_.layers; ++layer) {
            if (layer == query_.layer) continue;
            ComparedLayer compared{.layer = layer, .differences = {}};
            for (const auto& [name, tensor] : parts) {
                if (!Has(config_, tensor) || !IsReached(tensor, layer)) continue;
                Comparison comparison(a_, b_);
                comparison.CompareRow({tensor, layer}, position_);
                if (tensor == TensorId::CachedK || tensor == TensorId::CachedV) {
                    for (int position = 0; position < position_; ++position)
                        comparison.CompareRow({tensor, layer}, position);
                }
                compared.differences.emplace_back(name, comparison.largest());
            }
            if (!compared.differences.empty()) comparison_.layers.push_back(std::move(compared));
        }
    }

    void AddDistribution() {
        if (!IsToBeShown(TensorId::Logits)) return;
        comparison_.has_logits = true;
        const std::vector<double> a = LogitsOf(a_, a_.pass(query_.playhead.pass));
        const std::vector<double> b = LogitsOf(b_, b_.pass(query_.playhead.pass));
        for (size_t id = 0; id < std::min(a.size(), b.size()); ++id)
            comparison_.logits = std::max(comparison_.logits, AbsoluteDifference(a[id], b[id]));
        if (!IsToBeShown(TensorId::Probabilities)) return;
        comparison_.has_probabilities = true;
        const std::vector<double> p = SoftmaxAt(a, 1), q = SoftmaxAt(b, 1);
        std::vector<size_t> ids(std::min(p.size(), q.size()));
        for (size_t id = 0; id < ids.size(); ++id) {
            ids[id] = id;
            comparison_.moved += std::abs(p[id] - q[id]) / 2;
        }
        const auto winner_a = std::ranges::max_element(p) - p.begin();
        const auto winner_b = std::ranges::max_element(q) - q.begin();
        const auto rank = [&](size_t id) {
            const auto at = static_cast<std::ptrdiff_t>(id);
            const double first = at == winner_a ? 2 : at == winner_b ? 1 : 0;
            return std::pair(first, std::max(p[id], q[id]));
        };
        const size_t count = std::min(ids.size(), kMostCandidates);
        std::ranges::partial_sort(ids, ids.begin() + static_cast<std::ptrdiff_t>(count),
                                  [&](size_t x, size_t y) { return rank(x) > rank(y); });
        ids.resize(count);
        for (const size_t id : ids) {
            comparison_.candidates.push_back({.token = TokenText(a_, static_cast<TokenId>(id)),
                                              .logit_a = a[id],
                                              .logit_b = b[id],
                                              .a = p[id],
                                              .b = q[id],
                                              .is_selected_in_a = IsSelected(a_, id),
                                              .is_selected_in_b = IsSelected(b_, id)});
        }
    }

    bool IsSelected(const Recording& recording, size_t id) const {
        const std::optional<Selection>& selection = recording.pass(query_.playhead.pass).selection;
        return query_.playhead.step >= recording.StepOf(Stage::Select) && selection &&
               selection->id == static_cast<TokenId>(id);
    }

    const Recording& a_;
    const Recording& b_;
    ComparisonQuery query_;
    const Config& config_;
    int position_;
    BranchComparison comparison_;
};

}  // namespace

BranchComparison CompareBranches(const Recording& a, const Recording& b,
                                 const ComparisonQuery& query) {
    return Builder(a, b, query).Build();
}

}  // namespace decodescope
