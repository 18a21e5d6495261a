#include "core/explain/stage_sentence.h"

#include <algorithm>
#include <cassert>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "core/base/number.h"
#include "core/explain/narrate.h"
#include "core/model/stage_table.h"
#include "core/model/weights.h"

namespace decodescope {
namespace {

// --- Remarks -------------------------------------------------------------------------------------

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
    "LayerNorm subtracts a vector's mean and divides by its standard deviation; a learned gain and "
    "bias follow.";

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
    {Stage::QkNorm, UsesRmsNorm, kRmsNormWords},
    {Stage::QkNorm, UsesLayerNorm, kLayerNormWords},
    {Stage::Rope, [](const Model& model, int) { return !model.config.rope_factors.empty(); },
     "Here the angle of each pair is divided by a factor of its own, which lets the model read "
     "longer "
     "texts than it was trained on at first."},
    {Stage::Score, [](const Model& model, int) { return model.config.query_heads > 1; },
     "Each of the {query_heads} heads does so with its own query."},
    {Stage::MlpNorm, UsesRmsNorm, kRmsNormWords},
    {Stage::MlpNorm, UsesLayerNorm, kLayerNormWords},
    {Stage::FinalNorm, UsesRmsNorm, kRmsNormWords},
    {Stage::FinalNorm, UsesLayerNorm, kLayerNormWords},
    {Stage::Logits, [](const Model& model, int) { return model.config.tied_output; },
     "Here the output matrix is the embedding table once more."},
};

// --- Filling in the words ------------------------------------------------------------------------

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
    constexpr std::string_view kNames[] = {"nothing", "GELU", "GELU", "SiLU with a gate"};
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
    std::string sentence = Fill(FormFor(InfoOf(step.stage).words, pass), words);
    for (const Remark& remark : kRemarks) {
        if (remark.stage == step.stage && remark.applies(recording.model(), step.layer)) {
            sentence += " " + Fill(remark.words, words);
        }
    }
    return sentence;
}

}  // namespace decodescope
