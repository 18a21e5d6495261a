#include "core/narrate.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cctype>
#include <string_view>
#include <utility>

#include "core/number.h"
#include "core/value_table.h"

namespace decodescope {
namespace {

// --- The words ----------------------------------------------------------------------------------

// What a stage does, in three forms: the prefill of several tokens, the prefill of a single one, a
// decode pass. Braces are filled in from Words below.
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
     "{Token}, selected in the last pass, is taken up now: its ID, {id}, picks a row of the "
     "embedding table; that row is its x."},
    {Stage::AttentionNorm,
     "The vector of {each} is brought to a common size before attention reads it.",
     "The vector of {token} is brought to a common size before attention reads it.",
     "The vector of {token} is brought to a common size before attention reads it."},
    {Stage::Project,
     "The vector of {each} gives a query q (what it looks for), a key k (what it is found by) and "
     "a value v (what it passes on).",
     "The vector of {token} gives a query q (what it looks for), a key k (what it is found by) and "
     "a value v (what it passes on).",
     "The vector of {token} gives a query q (what it looks for), a key k (what it is found by) and "
     "a value v (what it passes on)."},
    {Stage::Rope,
     "q and k are turned by angles that grow with the position, so that a score depends on how far "
     "apart two positions are. v is not turned.",
     "q and k of {token} are turned by angles that grow with the position, here {position}, so that "
     "a score depends on how far apart two positions are. v is not turned.",
     "q and k of {token} are turned by angles that grow with the position, here {position}, so that "
     "a score depends on how far apart two positions are. v is not turned."},
    {Stage::Append,
     "K and V of {all} become {rows} of {cache}, which was empty. Their queries are used in this "
     "pass and never cached.",
     "K and V of {token} become {rows} of {cache}, which was empty. Its query is used in this pass "
     "and never cached.",
     "K and V of {token} become {rows} of {cache} now; when {token} was selected, it was only an "
     "ID."},
    {Stage::Score,
     "The query of {each} meets the key of its own row and of every row before it: one score each. "
     "Later rows are masked; for a position the future does not exist.",
     "The query of {token} meets the only key in the cache, its own: one score.",
     "The query of {token} meets the key of each of the {cached} cached rows, its own included: one "
     "score each."},
    {Stage::Softmax,
     "Softmax turns each row of scores into weights: none is negative, and each row sums to 1.",
     "Softmax turns the scores into weights that sum to 1. With a single score, its weight is all "
     "of it.",
     "Softmax turns the scores into weights: none is negative, and together they sum to 1."},
    {Stage::Mix,
     "For {each}, every row up to its own gives its v, as much as its weight says; the sum is "
     "{mixed}.",
     "The only cached row gives its v, as much as its weight says; that is {mixed}.",
     "Every cached row gives its v, as much as its weight says; the sum is {mixed}."},
    {Stage::OutputProjection,
     "{What the heads found} through the matrix WO and becomes one vector of {d_model} numbers for "
     "{each}.",
     "{What the heads found} through the matrix WO and becomes one vector of {d_model} numbers.",
     "{What the heads found} through the matrix WO and becomes one vector of {d_model} numbers."},
    {Stage::AddAttention,
     "What attention found is added to the vector that came into {the layer}; the sum goes on.",
     "What attention found is added to the vector that came into {the layer}; the sum goes on.",
     "What attention found is added to the vector that came into {the layer}; the sum goes on."},
    {Stage::MlpNorm,
     "The vector of {each} is brought to a common size before the MLP reads it.",
     "The vector of {token} is brought to a common size before the MLP reads it.",
     "The vector of {token} is brought to a common size before the MLP reads it."},
    {Stage::Mlp,
     "Each position is worked on alone: the MLP widens its vector to {mlp_hidden} numbers, bends "
     "them ({activation}) and narrows them to {d_model} again.",
     "{Token} is worked on alone: the MLP widens its vector to {mlp_hidden} numbers, bends them "
     "({activation}) and narrows them to {d_model} again.",
     "{Token} is worked on alone, without a look at the cache: the MLP widens its vector to "
     "{mlp_hidden} numbers, bends them ({activation}) and narrows them to {d_model} again."},
    {Stage::AddMlp,
     "What the MLP made is added to the vector that it read from. {Where it goes}",
     "What the MLP made is added to the vector that it read from. {Where it goes}",
     "What the MLP made is added to the vector that it read from. {Where it goes}"},
    {Stage::FinalNorm,
     "The vector of {each} is brought to a common size once more; the result is h.",
     "The vector of {token} is brought to a common size once more; the result is h.",
     "The vector of {token} is brought to a common size once more; the result is h."},
    {Stage::Logits,
     "Only the last position, {token} at {position}, is needed from here on: the output matrix "
     "turns its h into one logit for {each candidate}.",
     "The output matrix turns h of {token} into one logit for {each candidate}.",
     "The output matrix turns h of {token} into one logit for {each candidate}."},
    {Stage::Probabilities,
     "Softmax turns the logits into probabilities that sum to 1: how this model rates each token as "
     "the one after {token}.",
     "Softmax turns the logits into probabilities that sum to 1: how this model rates each token as "
     "the one after {token}.",
     "Softmax turns the logits into probabilities that sum to 1: how this model rates each token as "
     "the one after {token}."},
    {Stage::Select, "", "", ""},  // SelectSentence: it depends on what was selected
};
static_assert(std::size(kStageWords) == kStageCount);

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
                   at.query.bias.size() == 0 && at.key.bias.size() == 0 && at.value.bias.size() == 0;
        },
        model.weights);
}

constexpr std::string_view kRmsNormWords =
    "RMSNorm divides it by the root of its mean square; a learned gain follows.";
constexpr std::string_view kLayerNormWords =
    "LayerNorm takes away its mean and divides it by its standard deviation; learned numbers "
    "follow.";

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

std::string Count(int count, std::string_view noun) {
    return std::to_string(count) + " " + std::string(noun) + (count == 1 ? "" : "s");
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
    if (layer + 1 < config.layers) return "It goes on into layer " + std::to_string(layer + 1) + ".";
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
    const bool mixes_to_hidden = FinalHidden(config).value == Value::HeadOutput;
    return {
        {"all", all},
        {"each", "each of " + all},
        {"token", token},
        {"Token", token},
        {"id", std::to_string(pass.tokens.back())},
        {"position", std::to_string(pass.last_position())},
        {"rows", RowsOf(pass)},
        {"cache", is_layered ? "the cache of " + layer_name : "the cache"},
        {"the layer", is_layered ? layer_name : "the layer"},
        {"cached", std::to_string(pass.cache_length_after)},
        {"mixed", mixes_to_hidden && !has_heads ? "h" : has_heads ? "each head's output" : "the head's output"},
        {"What the heads found",
         has_heads ? "What the " + std::to_string(config.query_heads) + " heads found, side by side, goes"
                   : "What the head found goes"},
        {"Where it goes", WhereLayerGoes(config, layer)},
        {"d_model", std::to_string(config.d_model)},
        {"mlp_hidden", std::to_string(config.mlp_hidden)},
        {"activation", std::string(ActivationOf(config))},
        {"query_heads", std::to_string(config.query_heads)},
        {"Query heads", Count(config.query_heads, "query head")},
        {"kv heads", Count(config.kv_heads, "head")},
        {"each candidate", "each of the " + Count(config.vocabulary_size, "token") +
                               " in the vocabulary"},
    };
}

std::string_view FormFor(const StageWords& words, const Pass& pass) {
    if (pass.kind == PassKind::Decode) return words.decode;
    return pass.tokens.size() == 1 ? words.one : words.many;
}

// --- Selecting ----------------------------------------------------------------------------------

int KeptCount(const Numbers& final_probabilities) {
    int kept = 0;
    for (int id = 0; id < final_probabilities.size(); ++id) kept += final_probabilities[id] > 0;
    return kept;
}

std::string HowSelected(const Recording& recording, const Pass& pass) {
    const Selection& selection = *pass.selection;
    const std::string token = QuotedToken(recording, selection.id);
    if (selection.drawn) {
        const Numbers finals =
            pass.trace.Row(Value::FinalProbabilities, 0, pass.last_position());
        return "The rule keeps " + std::to_string(KeptCount(finals)) + " of " +
               Count(finals.size(), "token") + "; the number drawn, " +
               FormatFixed(*selection.drawn, 3) + ", falls to " + token + ", with probability " +
               FormatFixed(finals[selection.id], 3) + ".";
    }
    const bool is_cold = recording.recipe().rule.kind == RuleKind::Sample;
    const std::string greedy = is_cold ? "At temperature 0 the rule" : "Greedy";
    if (selection.tied.size() > 1) {
        return ListTokens(recording, selection.tied) + " share the largest logit, a tie. " + greedy +
               " takes the lowest ID among them: " + token + ".";
    }
    return greedy + " takes the largest probability: " + token + ".";
}

// What is true of the token just selected, and what will become of it.
std::string WhatFollows(const Recording& recording, const Pass& pass) {
    const bool is_last = pass.index + 1 == recording.pass_count();
    if (!is_last || recording.stop_reason() == StopReason::None) {
        return "It is only an ID now; its K and V come in the next pass.";
    }
    return "It stays only an ID, without K and V, because no pass follows. " +
           Describe(recording.stop_reason(), recording.recipe());
}

std::string SelectSentence(const Recording& recording, const Pass& pass) {
    if (!pass.selection) return Describe(StopReason::NotSelected, recording.recipe());
    return HowSelected(recording, pass) + " " + WhatFollows(recording, pass);
}

std::string StartSentence(const Recording& recording) {
    const int count = recording.prompt_length();
    return "The prompt is " + Count(count, "token") + ": " +
           ListTokens(recording, recording.prompt()) + ". So far " +
           (count == 1 ? "it is only an ID" : "they are only IDs") +
           "; nothing is computed yet and the KV cache is empty. Press → to begin the prefill.";
}

bool IsBare(const std::string& piece) {
    return piece.size() == 1 && std::isalnum(static_cast<unsigned char>(piece[0])) != 0;
}

}  // namespace

// --- Names --------------------------------------------------------------------------------------

std::string TokenText(const Recording& recording, TokenId id) {
    return DisplayText(recording.model().tokenizer, id);
}

std::string QuotedToken(const Recording& recording, TokenId id) {
    const std::vector<std::string>& pieces = recording.model().tokenizer.pieces;
    const std::string text = TokenText(recording, id);
    return std::all_of(pieces.begin(), pieces.end(), IsBare) ? text : "\"" + text + "\"";
}

std::string TokenAt(const Recording& recording, int position) {
    return QuotedToken(recording, recording.ids().at(static_cast<size_t>(position))) + " at " +
           std::to_string(position);
}

std::string ListTokens(const Recording& recording, const std::vector<TokenId>& ids) {
    constexpr size_t kLongest = 4;
    const size_t named = ids.size() <= kLongest ? ids.size() : kLongest - 1;
    std::string list;
    for (size_t i = 0; i < named; ++i) {
        if (i > 0) list += (i + 1 == ids.size()) ? " and " : ", ";
        list += QuotedToken(recording, ids[i]);
    }
    if (named < ids.size()) list += " and " + std::to_string(ids.size() - named) + " more";
    return list;
}

std::string PassTitle(const Pass& pass) {
    return pass.kind == PassKind::Prefill ? "Prefill"
                                          : "Decode pass " + std::to_string(pass.index);
}

std::string PassSubtitle(const Recording& recording, const Pass& pass) {
    const size_t count = pass.tokens.size();
    const std::string last = TokenAt(recording, pass.last_position());
    if (pass.kind == PassKind::Decode) return "one new position: " + last;
    if (count == 1) return "the only prompt position: " + last;
    if (count == 2) return "both prompt positions at once";
    return "all " + std::to_string(count) + " prompt positions at once";
}

std::string StepTitle(const Recording& recording, Playhead playhead) {
    if (playhead.step < 0) return "Before the prefill";
    const StageStep step = recording.steps().at(static_cast<size_t>(playhead.step));
    std::string title(InfoOf(step.stage).title);
    title[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(title[0])));
    const bool needs_layer = InfoOf(step.stage).per_layer && recording.config().layers > 1;
    return needs_layer ? title + ", layer " + std::to_string(step.layer) : title;
}

// --- Sentences ----------------------------------------------------------------------------------

std::string StepSentence(const Recording& recording, Playhead playhead) {
    if (playhead.step < 0) return StartSentence(recording);
    const Pass& pass = recording.pass(playhead.pass);
    const StageStep step = recording.steps().at(static_cast<size_t>(playhead.step));
    if (step.stage == Stage::Select) return SelectSentence(recording, pass);

    const Words words = WordsOf(recording, pass, step.layer);
    std::string sentence =
        Fill(FormFor(kStageWords[static_cast<size_t>(step.stage)], pass), words);
    for (const Remark& remark : kRemarks) {
        if (remark.stage == step.stage && remark.applies(recording.model(), step.layer)) {
            sentence += " " + Fill(remark.words, words);
        }
    }
    return sentence;
}

std::string TraySentence(const Recording& recording, Playhead playhead) {
    if (const std::optional<SequenceToken> token = WaitingAt(recording, playhead)) {
        return TokenAt(recording, token->position) + " is waiting: it is ID " +
               std::to_string(token->id) + ", with no K and no V yet";
    }
    if (playhead.step < 0 || recording.pass_count() == 0) {
        return "nothing is waiting: no token has been selected yet";
    }
    const Pass& pass = recording.pass(playhead.pass);
    if (playhead.step + 1 == recording.step_count() && !pass.selection) {
        return "nothing is waiting: no token could be selected";
    }
    return pass.kind == PassKind::Prefill
               ? "nothing is waiting: no token has been selected yet"
               : "nothing is waiting: the last token selected is in this pass";
}

}  // namespace decodescope
