#include "app/plane/plane.h"

#include <algorithm>
#include <cmath>

#include "core/model/parameters.h"

namespace decodescope {
namespace {

constexpr int kMostArrows = 12;  // a vocabulary up to this is shown whole
constexpr int kOfThePass = 6;    // arrows of tokens in the pass, if it is larger
constexpr int kOfCandidates = 5;
constexpr int kLongestPath = 64;

class PlaneBuilder {
public:
    PlaneBuilder(const Recording& recording, const PlaneQuery& query)
        : recording_(recording), config_(recording.config()), query_(query) {
        plane_.dimensions = config_.d_model;
        plane_.view = query.view;
        plane_.has_heads = config_.d_model == 2 && config_.head_dim == 2;
        const Playhead at = query.playhead;
        if (at.step >= 0 && at.pass < recording.pass_count()) pass_ = &recording.pass(at.pass);
    }

    Plane Finish() {
        if (plane_.dimensions < 2) return std::move(plane_);
        AddEmbeddings();
        AddHidden();
        if (plane_.has_heads) AddHeads();
        SetRange();
        AddRegions();
        return std::move(plane_);
    }

private:
    bool Reached(Stage stage, int layer = 0) const {
        const int step = recording_.StepOf(stage, layer);
        return pass_ != nullptr && step >= 0 && query_.playhead.step >= step;
    }

    PlanePoint Along(const Numbers& row) const {
        return {row[query_.view.axis_x], row[query_.view.axis_y]};
    }

    void AddEmbeddings() {
        std::vector<TokenId> tokens;
        const auto add = [&](TokenId token) {
            if (std::ranges::find(tokens, token) == tokens.end()) tokens.push_back(token);
        };
        if (config_.vocabulary_size <= kMostArrows) {
            for (TokenId token = 0; token < config_.vocabulary_size; ++token) add(token);
        } else {
            if (query_.view.token) add(*query_.view.token);
            if (pass_) {
                const auto count = std::min<size_t>(pass_->tokens.size(), kOfThePass);
                for (size_t i = 0; i < count; ++i) add(pass_->tokens[pass_->tokens.size() - 1 - i]);
            }
            if (Reached(Stage::Logits)) {
                for (const Candidate& candidate :
                     CandidatesOf(recording_, pass_->index, kOfCandidates)) {
                    add(candidate.id);
                }
            }
        }
        for (const TokenId token : tokens) {
            const auto at = [&](int axis) {
                return ParameterAt(recording_.model(),
                                   {TensorId::TokenEmbedding, 0, 0, token, axis});
            };
            plane_.embeddings.push_back({token, {at(query_.view.axis_x), at(query_.view.axis_y)}});
        }
    }

    PlanePoint HiddenOf(const Pass& pass) const {
        const TensorAt hidden = FinalHidden(config_);
        return Along(recording_.Row(hidden.tensor, hidden.layer, 0, pass.last_position()));
    }

    void AddHidden() {
        const int past =
            pass_ ? pass_->index : std::min(query_.playhead.pass, recording_.pass_count());
        for (int pass = std::max(0, past - kLongestPath); pass < past; ++pass) {
            plane_.path.push_back({pass, HiddenOf(recording_.pass(pass))});
        }
        const TensorAt hidden = FinalHidden(config_);
        if (Reached(InfoOf(hidden.tensor).stage, hidden.layer)) plane_.hidden = HiddenOf(*pass_);
        if (Reached(Stage::Logits)) AddLead();
    }

    void AddLead() {
        const Numbers logits = recording_.Row(TensorId::Logits, 0, 0, pass_->last_position());
        if (logits.size() < 2) return;
        int first = -1, second = -1;
        for (int i = 0; i < logits.size(); ++i) {
            if (std::isnan(logits[i])) return;
            if (first < 0 || logits[i] > logits[first]) {
                second = first;
                first = i;
            } else if (second < 0 || logits[i] > logits[second]) {
                second = i;
            }
        }
        plane_.lead = Plane::Lead{first, second, logits[first] - logits[second]};
    }

    void AddHeads() {
        const int layer = query_.layer, head = query_.head, kv_head = config_.KvHeadOf(head);
        const int cached = CacheLengthAt(recording_, query_.playhead, layer);
        const auto add = [&](std::vector<Plane::Mark>& marks, TensorId tensor, int position) {
            AddMark(marks, Along(recording_.Row(tensor, layer, kv_head, position)), position);
        };
        for (int position = 0; position < cached; ++position) {
            add(plane_.keys, TensorId::CachedK, position);
            add(plane_.values, TensorId::CachedV, position);
        }
        const TensorId key = CachedKSource(config_);
        if (pass_ && !Reached(Stage::Append, layer)) {
            for (int position = pass_->first_position; position <= pass_->last_position();
                 ++position) {
                if (Reached(InfoOf(key).stage, layer)) add(plane_.keys, key, position);
                if (Reached(Stage::Project, layer)) add(plane_.values, TensorId::V, position);
            }
        }
        const TensorId query = ScoredQ(config_);
        if (Reached(InfoOf(query).stage, layer)) {
            plane_.query = Along(recording_.Row(query, layer, head, pass_->last_position()));
        }
        if (Reached(Stage::Softmax, layer)) AddWeights(layer, head);
        if (Reached(Stage::WeightedSum, layer)) {
            plane_.weighted_sum =
                Along(recording_.Row(TensorId::HeadOutput, layer, head, pass_->last_position()));
        }
    }

    static void AddMark(std::vector<Plane::Mark>& marks, PlanePoint at, int position) {
        for (Plane::Mark& mark : marks) {
            if (mark.at == at) return mark.positions.push_back(position);
        }
        marks.push_back({at, {position}, 0});
    }

    void AddWeights(int layer, int head) {
        plane_.has_weights = true;
        const Numbers weights =
            recording_.Row(TensorId::AttentionWeights, layer, head, pass_->last_position());
        for (Plane::Mark& mark : plane_.values) {
            for (const int position : mark.positions) mark.weight += weights[position];
        }
    }

    void SetRange() {
        double largest = 0;
        const auto see = [&](PlanePoint p) {
            for (const double x : {std::abs(p.x), std::abs(p.y)}) {
                if (std::isfinite(x)) largest = std::max(largest, x);
            }
        };
        for (const Plane::Arrow& arrow : plane_.embeddings) see(arrow.tip);
        for (const Plane::Mark& mark : plane_.keys) see(mark.at);
        for (const Plane::Mark& mark : plane_.values) see(mark.at);
        for (const Plane::PastHidden& past : plane_.path) see(past.at);
        if (plane_.query) see(*plane_.query);
        if (plane_.hidden) see(*plane_.hidden);
        plane_.range = query_.view.held_range.value_or(largest > 0 ? RoundUp(largest) : 1.0);
        plane_.reach =
            plane_.range * kPlaneRoom * kPlaneWidest / static_cast<double>(query_.view.zoom);
    }

    // In two dimensions the constant is the bias. In more it is what remains of the logits of h
    // without the two components.
    void AddRegions() {
        if (!plane_.is_whole() && !plane_.hidden) return;
        const Model& model = recording_.model();
        const Numbers logits = plane_.is_whole()
                                   ? Numbers()
                                   : recording_.Row(TensorId::Logits, 0, 0, pass_->last_position());
        LogitPlanes planes;
        for (TokenId token = 0; token < config_.vocabulary_size; ++token) {
            const double a =
                ParameterAt(model, {TensorId::OutputWeight, 0, 0, token, query_.view.axis_x});
            const double b =
                ParameterAt(model, {TensorId::OutputWeight, 0, 0, token, query_.view.axis_y});
            const Cell bias{TensorId::OutputBias, 0, 0, 0, token};
            planes.a.push_back(a);
            planes.b.push_back(b);
            if (plane_.is_whole()) {
                planes.c.push_back(HasParameter(model, bias) ? ParameterAt(model, bias) : 0.0);
            } else {
                planes.c.push_back(logits[token] - a * plane_.hidden->x - b * plane_.hidden->y);
            }
        }
        plane_.regions = DecisionRegions(planes, plane_.reach);
        plane_.colors = ColorsOf(plane_.regions, kRegionColors);
    }

    const Recording& recording_;
    const Config& config_;
    const PlaneQuery& query_;
    const Pass* pass_ = nullptr;  // begun at the playhead
    Plane plane_;
};

}  // namespace

Plane BuildPlane(const Recording& recording, const PlaneQuery& query) {
    return PlaneBuilder(recording, query).Finish();
}

double RoundUp(double number) {
    const double power = std::pow(10.0, std::floor(std::log10(number)));
    for (const double step : {1.0, 1.2, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 8.0}) {
        if (number <= step * power * (1 + 1e-12)) return step * power;
    }
    return 10 * power;
}

}  // namespace decodescope
