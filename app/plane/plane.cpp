#include "app/plane/plane.h"

#include <algorithm>
#include <cmath>

#include "core/model/parameters.h"

namespace decodescope {
namespace {

constexpr int kMostArrows = 12;  // a vocabulary up to this is shown whole
constexpr int kOfThePass = 6;    // arrows of tokens in the pass, if it is larger
constexpr int kOfCandidates = 5;

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

    // Where a vector is, if it has a place; `cell` is its first number. One that has none is noted.
    std::optional<PlanePoint> Place(Cell cell) {
        const int first = cell.column;
        PlanePoint at;
        for (const auto& [axis, number] :
             {std::pair(query_.view.axis_x, &at.x), std::pair(query_.view.axis_y, &at.y)}) {
            cell.column = first + axis;
            *number = recording_.At(cell);
            if (std::isfinite(*number)) continue;
            if (plane_.placeless_count++ == 0) plane_.placeless = cell;
            return std::nullopt;
        }
        return at;
    }

    static Cell EmbeddingCell(TokenId token) { return {TensorId::TokenEmbedding, 0, 0, token, 0}; }

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
            if (const auto tip = Place(EmbeddingCell(token))) {
                plane_.embeddings.push_back({token, *tip});
            }
        }
    }

    Cell HiddenCell(const Pass& pass) const {
        const TensorAt hidden = FinalHidden(config_);
        return {hidden.tensor, hidden.layer, 0, pass.last_position(), 0};
    }

    void AddHidden() {
        const int past =
            pass_ ? pass_->index : std::min(query_.playhead.pass, recording_.pass_count());
        plane_.path_left_out = query_.view.whole_path ? 0 : std::max(0, past - kUsualPath);
        for (int pass = plane_.path_left_out; pass < past; ++pass) {
            const auto at = Place(HiddenCell(recording_.pass(pass)));
            if (at) plane_.path.push_back({pass, *at});
        }
        const TensorAt hidden = FinalHidden(config_);
        if (Reached(InfoOf(hidden.tensor).stage, hidden.layer)) {
            plane_.hidden = Place(HiddenCell(*pass_));
        }
        if (Reached(Stage::Logits)) AddLead();
    }

    void AddLead() {
        plane_.has_logits = true;
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
        const bool is_tie = logits[first] == logits[second];  // maybe of infinities
        plane_.lead = Plane::Lead{first, second, is_tie ? 0 : logits[first] - logits[second]};
    }

    void AddHeads() {
        const int layer = query_.layer, head = query_.head, kv_head = config_.KvHeadOf(head);
        const int cached = CacheLengthAt(recording_, query_.playhead, layer);
        const auto add = [&](std::vector<Plane::Mark>& marks, TensorId tensor, int position) {
            const auto at = Place({tensor, layer, kv_head, position, 0});
            if (at) AddMark(marks, *at, position);
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
            plane_.query = Place({query, layer, head, pass_->last_position(), 0});
        }
        if (Reached(Stage::Softmax, layer)) AddWeights(layer, head);
        if (Reached(Stage::WeightedSum, layer)) {
            plane_.weighted_sum =
                Place({TensorId::HeadOutput, layer, head, pass_->last_position(), 0});
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

    // Over all that any playhead shows, so that the picture keeps its frame while stepping.
    void SetRange() {
        double largest = 0;
        const auto see = [&](Cell cell) {
            for (const int axis : {query_.view.axis_x, query_.view.axis_y}) {
                cell.column = axis;
                const double size = std::abs(recording_.At(cell));
                if (std::isfinite(size)) largest = std::max(largest, size);
            }
        };
        for (TokenId token = 0; token < config_.vocabulary_size; ++token) see(EmbeddingCell(token));
        for (const PassPtr& pass : recording_.passes()) see(HiddenCell(*pass));
        if (plane_.has_heads) SeeHeads(see);
        const double fitting =
            largest > 0 ? RoundUp(std::clamp(largest, kLeastRange, kMostRange)) : 1;
        plane_.range =
            std::clamp(query_.view.held_range.value_or(fitting), kLeastRange, kMostRange);
        plane_.reach =
            plane_.range * kPlaneRoom * kPlaneWidest / static_cast<double>(query_.view.zoom);
    }

    template <class See>
    void SeeHeads(const See& see) const {
        const int positions =
            recording_.pass_count() == 0 ? 0 : recording_.passes().back()->cache_length_after;
        for (int layer = 0; layer < config_.layers; ++layer) {
            for (int position = 0; position < positions; ++position) {
                for (int head = 0; head < config_.query_heads; ++head) {
                    see({ScoredQ(config_), layer, head, position, 0});
                    see({TensorId::HeadOutput, layer, head, position, 0});
                }
                for (int head = 0; head < config_.kv_heads; ++head) {
                    see({CachedKSource(config_), layer, head, position, 0});
                    see({TensorId::V, layer, head, position, 0});
                }
            }
        }
    }

    // In two dimensions the constant is the bias. In more it is what remains of the logits of h
    // without the two components.
    void AddRegions() {
        if (!plane_.is_whole() && !plane_.hidden) return;  // or it has no place
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
