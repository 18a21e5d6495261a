#include "core/model/stage_table.h"

#include <algorithm>
#include <cassert>

namespace decodescope {
namespace {

// --- What a model must be to have a row ----------------------------------------------------------

constexpr bool HasNorm(const Config& c) { return c.norm != NormKind::None; }
constexpr bool HasQkNorm(const Config& c) { return HasNorm(c) && c.qk_norm; }
constexpr bool HasRope(const Config& c) { return c.positions == Positions::Rope; }
constexpr bool HasOutputProjection(const Config& c) { return c.has_output_projection; }
constexpr bool HasResiduals(const Config& c) { return c.residuals; }
constexpr bool HasMlp(const Config& c) { return c.mlp != MlpKind::None; }
constexpr bool HasMlpNorm(const Config& c) { return HasNorm(c) && HasMlp(c); }
constexpr bool HasMlpResidual(const Config& c) { return HasMlp(c) && HasResiduals(c); }

// --- The rows ------------------------------------------------------------------------------------

constexpr StageInfo kStages[] = {
    {.stage = Stage::Embed,
     .name = "embed",
     .title = "embed",
     .loop = LoopStep::Embed,
     .words = {.many = "The IDs of {all} each pick a row of the embedding table; that row is "
                       "the token's x.",
               .one = "The ID of {token} picks a row of the embedding table; that row is its x.",
               .decode = "{Token}, selected in the previous pass, is processed now: its ID, "
                         "{id}, picks a row of the embedding table; that row is its x."}},
    {.stage = Stage::AttentionNorm,
     .name = "attention_norm",
     .title = "norm",
     .per_layer = true,
     .exists = HasNorm,
     .loop = LoopStep::Project,
     .words = {.many = "The vectors of {all} are each normalised before attention reads them.",
               .one = "The vector of {token} is normalised before attention reads it."}},
    {.stage = Stage::Project,
     .name = "project",
     .title = "Q K V",
     .products = "Q, K, V projections",
     .per_layer = true,
     .loop = LoopStep::Project,
     .words = {.many = "The vectors of {all} each give a query q (what it looks for), a key k "
                       "(what it is found by) and a value v (what it passes on).",
               .one = "The vector of {token} gives a query q (what it looks for), a key k (what "
                      "it is found by) and a value v (what it passes on)."}},
    {.stage = Stage::QkNorm,
     .name = "qk_norm",
     .title = "norm of q, k",
     .per_layer = true,
     .exists = HasQkNorm,
     .loop = LoopStep::Project,
     .words = {.many = "q and k of {all} are each normalised, head by head, so that a score does "
                       "not grow with their size. v stays as it is.",
               .one = "q and k of {token} are each normalised, head by head, so that a score "
                      "does not grow with their size. v stays as it is."}},
    {.stage = Stage::Rope,
     .name = "rope",
     .title = "RoPE",
     .per_layer = true,
     .exists = HasRope,
     .loop = LoopStep::Project,
     .words = {.many = "q and k are rotated by angles that grow with the position, so that a "
                       "score depends on how far apart two positions are. v is not rotated.",
               .one = "q and k of {token} are rotated by angles that grow with the position, "
                      "here {position}, so that a score depends on how far apart two positions "
                      "are. v is not rotated."}},
    {.stage = Stage::Append,
     .name = "append",
     .title = "append",
     .per_layer = true,
     .loop = LoopStep::Append,
     .words = {.many = "K and V of {all} become {rows} of {cache}, which was empty. Their "
                       "queries are used in this pass and never cached.",
               .one = "K and V of {token} become {rows} of {cache}, which was empty. Its query "
                      "is used in this pass and never cached.",
               .decode = "K and V of {token} become {rows} of {cache} now; when {token} was "
                         "selected, it was only an ID."}},
    {.stage = Stage::Score,
     .name = "score",
     .title = "score",
     .products = "scores",
     .per_layer = true,
     .loop = LoopStep::Attend,
     .words = {.many = "The queries of {all} each meet the key of their own row and of every "
                       "row before it: one score for each. Later rows are masked; for a "
                       "position the future does not exist.",
               .one = "The query of {token} meets the only key in the cache, its own: one score.",
               .decode = "The query of {token} meets the key of each of the {cached} cached "
                         "rows, its own included: one score for each."}},
    {.stage = Stage::Softmax,
     .name = "softmax",
     .title = "softmax",
     .per_layer = true,
     .loop = LoopStep::Attend,
     .words = {.many = "Softmax turns each row of scores into weights: none is negative, and "
                       "each row sums to 1.",
               .one = "Softmax turns the scores into weights that sum to 1. With a single "
                      "score, its weight is all of it.",
               .decode = "Softmax turns the scores into weights: none is negative, and together "
                         "they sum to 1."}},
    {.stage = Stage::WeightedSum,
     .name = "mix",
     .title = "weighted sum of V",
     .products = "weighted sum of V",
     .per_layer = true,
     .loop = LoopStep::Attend,
     .words = {.many = "For each position, the v rows up to its own are summed, each weighted "
                       "by attention; the sum is {mixed}.",
               .one = "There is one cached row, with weight 1: its v is {mixed}.",
               .decode = "All cached v rows are summed, each weighted by attention; the sum is "
                         "{mixed}."}},
    {.stage = Stage::OutputProjection,
     .name = "wo",
     .title = "WO",
     .products = "output projection",
     .per_layer = true,
     .exists = HasOutputProjection,
     .loop = LoopStep::Attend,
     .words = {.many = "{What the heads found} through the matrix WO and becomes one vector of "
                       "{d_model} numbers for each position.",
               .one = "{What the heads found} through the matrix WO and becomes one vector of "
                      "{d_model} numbers."}},
    {.stage = Stage::AddAttention,
     .name = "add_attention",
     .title = "add",
     .per_layer = true,
     .exists = HasResiduals,
     .loop = LoopStep::Attend,
     .words = {.many = "What attention found is added to the vector that came into {the layer}; "
                       "the sum goes on.",
               .one = "What attention found is added to the vector that came into {the layer}; "
                      "the sum goes on."}},
    {.stage = Stage::MlpNorm,
     .name = "mlp_norm",
     .title = "norm",
     .per_layer = true,
     .exists = HasMlpNorm,
     .loop = LoopStep::Mlp,
     .words = {.many = "The vectors of {all} are each normalised before the MLP reads them.",
               .one = "The vector of {token} is normalised before the MLP reads it."}},
    {.stage = Stage::Mlp,
     .name = "mlp",
     .title = "MLP",
     .products = "MLP",
     .per_layer = true,
     .exists = HasMlp,
     .loop = LoopStep::Mlp,
     .words = {.many = "Each position is processed on its own: the MLP projects its vector to "
                       "{mlp_hidden}, applies {activation} and projects back to {d_model}.",
               .one = "{Token} is processed on its own: the MLP projects its vector to "
                      "{mlp_hidden}, applies {activation} and projects back to {d_model}.",
               .decode = "{Token} is processed on its own, without the cache: the MLP projects "
                         "its vector to {mlp_hidden}, applies {activation} and projects back to "
                         "{d_model}."}},
    {.stage = Stage::AddMlp,
     .name = "add_mlp",
     .title = "add",
     .per_layer = true,
     .exists = HasMlpResidual,
     .loop = LoopStep::Mlp,
     .words = {.many = "The MLP's output is added to the vector that attention left. {Where it "
                       "goes}",
               .one = "The MLP's output is added to the vector that attention left. {Where it "
                      "goes}"}},
    {.stage = Stage::FinalNorm,
     .name = "final_norm",
     .title = "final norm",
     .exists = HasNorm,
     .loop = LoopStep::Logits,
     .words = {.many = "The vectors of {all} are each normalised once more; the results are h.",
               .one = "The vector of {token} is normalised once more; the result is h."}},
    {.stage = Stage::Logits,
     .name = "logits",
     .title = "logits",
     .products = "logits",
     .loop = LoopStep::Logits,
     .words = {.many = "Only the last position, {token} at {position}, is needed from here on: "
                       "the output matrix turns its h into one logit for {each candidate}.",
               .one = "The output matrix turns h of {token} into one logit for {each candidate}."}},
    {.stage = Stage::Probabilities,
     .name = "probabilities",
     .title = "probabilities",
     .loop = LoopStep::Logits,
     .words = {.many = "Softmax turns the logits into probabilities that sum to 1: how this "
                       "model rates each token as the one after {token}.",
               .one = "Softmax turns the logits into probabilities that sum to 1: how this "
                      "model rates each token as the one after {token}."}},
    {.stage = Stage::Select, .name = "select", .title = "select", .loop = LoopStep::Select},
};
static_assert(std::size(kStages) == kStageCount);
static_assert(std::ranges::all_of(kStages, [](const StageInfo& info) {
    return &info - kStages == static_cast<int>(info.stage);
}));

}  // namespace

const StageInfo& InfoOf(Stage stage) {
    assert(stage != Stage::Count);
    return kStages[static_cast<size_t>(stage)];
}

std::span<const StageInfo> AllStages() { return kStages; }

std::optional<Stage> StageNamed(std::string_view name) {
    const auto* found = std::ranges::find(kStages, name, &StageInfo::name);
    return found == std::end(kStages) ? std::nullopt : std::optional(found->stage);
}

}  // namespace decodescope
