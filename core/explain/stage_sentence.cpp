#include "core/explain/stage_sentence.h"

#include <algorithm>
#include <cassert>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "core/base/number.h"
#include "core/explain/narrate.h"
#include "core/model/tensor_table.h"
#include "core/model/weights.h"

namespace decodescope {
namespace {

// --- The words ----------------------------------------------------------------------------------

// What a stage does, in three forms: the prefill of several tokens, the prefill of a single one, a
// decode pass (empty: as for a single one). Braces are filled in by WordsOf below.
struct StageWords {
    Stage stage;
    std::string_view many;
    std::string_view one;
    std::string_view decode;
};

constexpr StageWords kStageWords[] = {
    {Stage::Embed,
     "The IDs of {all} each pick a row of the embedding table; that row is the token's x.",
     "The ID of {token} picks a row of the embedding table; that row is its x.",
     "{Token}, selected in the pass before, is taken up now: its ID, {id}, picks a row of the "
     "embedding table; that row is its x."},
    {Stage::AttentionNorm,
     "The vectors of {all} are each brought to a common size before attention reads them.",
     "The vector of {token} is brought to a common size before attention reads it.", ""},
    {Stage::Project,
     "The vectors of {all} each give a query q (what it looks for), a key k (what it is found by) "
     "and a value v (what it passes on).",
     "The vector of {token} gives a query q (what it looks for), a key k (what it is found by) "
     "and a value v (what it passes on).",
     ""},
    {Stage::Rope,
     "q and k are turned by angles that grow with the position, so that a score depends on how "
     "far apart two positions are. v is not turned.",
     "q and k of {token} are turned by angles that grow with the position, here {position}, so "
     "that a score depends on how far apart two positions are. v is not turned.",
     ""},
    {Stage::Append,
     "K and V of {all} become {rows} of {cache}, which was empty. Their queries are used in this "
     "pass and never cached.",
     "K and V of {token} become {rows} of {cache}, which was empty. Its query is used in this "
     "pass and never cached.",
     "K and V of {token} become {rows} of {cache} now; when {token} was selected, it was only an "
     "ID."},
    {Stage::Score,
     "The queries of {all} each meet the key of their own row and of every row before it: one "
     "score for each. Later rows are masked; for a position the future does not exist.",
     "The query of {token} meets the only key in the cache, its own: one score.",
     "The query of {token} meets the key of each of the {cached} cached rows, its own included: "
     "one score for each."},
    {Stage::Softmax,
     "Softmax turns each row of scores into weights: none is negative, and each row sums to 1.",
     "Softmax turns the scores into weights that sum to 1. With a single score, its weight is all "
     "of it.",
     "Softmax turns the scores into weights: none is negative, and together they sum to 1."},
    {Stage::WeightedSum,
     "For each position, every row up to its own gives its v, as much as its weight says; the sum "
     "is {mixed}.",
     "The only cached row gives its v, as much as its weight says; that is {mixed}.",
     "Every cached row gives its v, as much as its weight says; the sum is {mixed}."},
    {Stage::OutputProjection,
     "{What the heads found} through the matrix WO and becomes one vector of {d_model} numbers "
     "for each position.",
     "{What the heads found} through the matrix WO and becomes one vector of {d_model} numbers.",
     ""},
    {Stage::AddAttention,
     "What attention found is added to the vector that came into {the layer}; the sum goes on.",
     "What attention found is added to the vector that came into {the layer}; the sum goes on.",
     ""},
    {Stage::MlpNorm,
     "The vectors of {all} are each brought to a common size before the MLP reads them.",
     "The vector of {token} is brought to a common size before the MLP reads it.", ""},
    {Stage::Mlp,
     "Each position is worked on alone: the MLP turns its vector into {mlp_hidden}, bends "
     "them ({activation}) and leads them back to {d_model}.",
     "{Token} is worked on alone: the MLP turns its vector into {mlp_hidden}, bends them "
     "({activation}) and leads them back to {d_model}.",
     "{Token} is worked on alone, without a look at the cache: the MLP turns its vector into "
     "{mlp_hidden}, bends them ({activation}) and leads them back to {d_model}."},
    {Stage::AddMlp, "What the MLP made is added to the vector that attention left. {Where it goes}",
     "What the MLP made is added to the vector that attention left. {Where it goes}", ""},
    {Stage::FinalNorm,
     "The vectors of {all} are each brought to a common size once more; the results are h.",
     "The vector of {token} is brought to a common size once more; the result is h.", ""},
    {Stage::Logits,
     "Only the last position, {token} at {position}, is needed from here on: the output matrix "
     "turns its h into one logit for {each candidate}.",
     "The output matrix turns h of {token} into one logit for {each candidate}.", ""},
    {Stage::Probabilities,
     "Softmax turns the logits into probabilities that sum to 1: how this model rates each token "
     "as the one after {token}.",
     "Softmax turns the logits into probabilities that sum to 1: how this model rates each token "
     "as the one after {token}.",
     ""},
    {Stage::Select, "", "", ""},  // narrate.cpp: it depends on what was selected
};
static_assert(std::size(kStageWords) == kStageCount);
static_assert(std::ranges::all_of(kStageWords, [](const StageWords& words) {
    return &words - kStageWords == static_cast<int>(words.stage);
}));

// What some models add to a stage's sentence.
struct Remark {
    Stage stage;
    bool (*applies)(const Model& model, int layer);
    std::string_view words;
};

bool AllIdentity(const Model& model, int layer) {
    return std::visit(
        [layer](const auto& weights) {
            const auto& at = weights.layers[static_cast<size_t>(layer)];
            return at.query.is_identity() && at.key.is_identity() && at.value.is_identity() &&
                   at.query.bias.size() == 0 && at.key.bias.size() == 0 &&
                   at.value.bias.size() == 0;
        },
        *model.weights);
}

constexpr std::string_view kRmsNormWords =
    "RMSNorm divides a vector by the root of its mean square; a learned gain follows.";
constexpr std::string_view kLayerNormWords =
    "LayerNorm takes a vector's mean away and divides by its standard deviation; a learned gain "
    "and bias follow.";

bool UsesRmsNorm(const Model& model, int) { return model.config.norm == NormKind::RmsNorm; }
bool UsesLayerNorm(const Model& model, int) { return model.config.norm == NormKind::LayerNorm; }

const Remark kRemarks[] = {
    {Stage::Embed,
     [](const Model& model, int) { return model.config.positions == Positions::Learned; },
     "The row of its position, from a table of positions, is added to it."},
    {Stage::AttentionNorm, UsesRmsNorm, kRmsNormWords},
    {Stage::AttentionNorm, UsesLayerNorm, kLayerNormWords},
    {Stage::Project, AllIdentity, "In this model all three are simply that vector itself."},
    {Stage::Project,
     [](const Model& model, int) { return model.config.kv_heads < model.config.query_heads; },
     "{Query heads} share {kv heads} of k and v."},
    {Stage::Score, [](const Model& model, int) { return model.config.query_heads > 1; },
     "Each of the {query_heads} heads does so with a query of its own."},
    {Stage::MlpNorm, UsesRmsNorm, kRmsNormWords},
    {Stage::MlpNorm, UsesLayerNorm, kLayerNormWords},
    {Stage::FinalNorm, UsesRmsNorm, kRmsNormWords},
    {Stage::FinalNorm, UsesLayerNorm, kLayerNormWords},
    {Stage::Logits, [](const Model& model, int) { return model.config.tied_output; },
     "Here the output matrix is the embedding table once more."},
};

// --- Filling them in ----------------------------------------------------------------------------

using Words = std::vector<std::pair<std::string_view, std::string>>;

// The template with every {name} replaced by its words.
std::string Fill(std::string_view pattern, const Words& words) {
    std::string text;
    while (!pattern.empty()) {
        const size_t open = pattern.find('{');
        text += pattern.substr(0, open);
        if (open == std::string_view::npos) break;
        const size_t close = pattern.find('}', open);
        const std::string_view name = pattern.substr(open + 1, close - open - 1);
        const auto found = std::find_if(words.begin(), words.end(),
                                        [name](const auto& word) { return word.first == name; });
        assert(found != words.end());
        if (found != words.end()) text += found->second;
        pattern.remove_prefix(close + 1);
    }
    return text;
}

// "row 2", "rows 0 and 1", "rows 0 to 4".
std::string RowsOf(const Pass& pass) {
    const std::string first = std::to_string(pass.first_position);
    const std::string last = std::to_string(pass.last_position());
    if (pass.tokens.size() == 1) return "row " + first;
    return "rows " + first + (pass.tokens.size() == 2 ? " and " : " to ") + last;
}

std::string_view ActivationOf(const Config& config) {
    constexpr std::string_view kNames[] = {"nothing", "GELU", "GELU", "SiLU, times a gate"};
    return kNames[static_cast<size_t>(config.mlp)];
}

std::string WhereLayerGoes(const Config& config, int layer) {
    if (layer + 1 < config.layers)
        return "The sum goes on into layer " + std::to_string(layer + 1) + ".";
    return config.layers == 1 ? "This was the only layer." : "This was the last layer.";
}

Words WordsOf(const Recording& recording, const Pass& pass, int layer) {
    const Config& config = recording.config();
    const bool is_layered = config.layers > 1;
    const bool has_heads = config.query_heads > 1;
    const bool is_few = pass.tokens.size() <= 4;
    const std::string all = is_few ? ListTokens(recording, pass.tokens)
                                   : "the " + std::to_string(pass.tokens.size()) + " prompt tokens";
    const std::string token = QuotedToken(recording, pass.tokens.back());
    const std::string layer_name = "layer " + std::to_string(layer);
    const bool mixes_to_hidden = FinalHidden(config).tensor == TensorId::HeadOutput;
    return {
        {"all", all},
        {"token", token},
        {"Token", token},
        {"id", std::to_string(pass.tokens.back())},
        {"position", std::to_string(pass.last_position())},
        {"rows", RowsOf(pass)},
        {"cache", is_layered ? "the cache of " + layer_name : "the cache"},
        {"the layer", is_layered ? layer_name : "the layer"},
        {"cached", std::to_string(pass.cache_length_after)},
        {"mixed", mixes_to_hidden && !has_heads ? "h"
                  : has_heads                   ? "each head's output"
                                                : "the head's output"},
        {"What the heads found", has_heads ? "What the " + std::to_string(config.query_heads) +
                                                 " heads found, side by side, goes"
                                           : "What the head found goes"},
        {"Where it goes", WhereLayerGoes(config, layer)},
        {"d_model", std::to_string(config.d_model)},
        {"mlp_hidden", CountText(config.mlp_hidden, "number")},
        {"activation", std::string(ActivationOf(config))},
        {"query_heads", std::to_string(config.query_heads)},
        {"Query heads", CountText(config.query_heads, "query head")},
        {"kv heads", CountText(config.kv_heads, "head")},
        {"each candidate",
         "each of the " + CountText(config.vocabulary_size, "token") + " in the vocabulary"},
    };
}

std::string_view FormFor(const StageWords& words, const Pass& pass) {
    if (pass.tokens.size() > 1) return words.many;
    const bool has_own = pass.kind == PassKind::Decode && !words.decode.empty();
    return has_own ? words.decode : words.one;
}

}  // namespace

std::string StageSentence(const Recording& recording, const Pass& pass, StageStep step) {
    const Words words = WordsOf(recording, pass, step.layer);
    std::string sentence = Fill(FormFor(kStageWords[static_cast<size_t>(step.stage)], pass), words);
    for (const Remark& remark : kRemarks) {
        if (remark.stage == step.stage && remark.applies(recording.model(), step.layer)) {
            sentence += " " + Fill(remark.words, words);
        }
    }
    return sentence;
}

}  // namespace decodescope
