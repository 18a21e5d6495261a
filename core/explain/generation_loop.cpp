#include "core/explain/generation_loop.h"

#include <array>

#include "core/base/number.h"
#include "core/explain/narrate.h"

namespace decodescope {
namespace {

constexpr size_t kLineCount = static_cast<size_t>(LoopStep::Count);

// In the order of LoopStep.
constexpr std::array<LoopLine, kLineCount> kLines = {{
    {0, "ids = new = encode(prompt)", "input_ids; past_key_values = DynamicCache()"},
    {0, "while true:  # a pass", "while self._has_unfinished_sequences(…)"},
    {1, "x = embed(new)", "inputs_embeds = embed_tokens(input_ids)"},
    {1, "for layer in layers:", "for decoder_layer in self.layers"},
    {2, "q, k, v = project(x)", "q_proj, k_proj, v_proj, rotary_emb"},
    {2, "cache[layer].append(k, v)", "past_key_values.update(k, v, layer_idx)"},
    {2, "x = attend(q, cache[layer])", "attn_output = o_proj(attention(q, keys, values))"},
    {2, "x = mlp(x)", "hidden_states = mlp(hidden_states)"},
    {1, "logits = output(x[last])", "next_token_logits = outputs.logits[:, -1]"},
    {1, "next = select(logits)  # ID", "next_tokens = argmax(…) or multinomial(…)"},
    {1, "ids.append(next)", "input_ids = cat([input_ids, next_tokens])"},
    {1, "new = [next]  # K, V: next pass", "next_sequence_length = 1  # of input_ids"},
    {1, "if is_end(next) or enough: break", "stopping_criteria(input_ids, scores)"},
    {0, "text = detokenize(ids)", "tokenizer.decode(output_ids)"},
}};

// Shortened: an ellipsis and the last few.
std::string IdsText(const std::vector<TokenId>& ids, LoopDetail detail) {
    const size_t most = detail == LoopDetail::Whole ? ids.size() : 8;
    std::string text;
    const size_t first = ids.size() > most ? ids.size() - most : 0;
    for (size_t i = first; i < ids.size(); ++i)
        text += (text.empty() ? "" : ", ") + std::to_string(ids[i]);
    return std::string("[") + (first > 0 ? "…, " : "") + text + "]";
}

std::string Shape(std::initializer_list<int> sizes) {
    std::string text;
    for (const int size : sizes) text += (text.empty() ? "" : ", ") + std::to_string(size);
    return "[" + text + "]";
}

// [4], [0, 1, 2], [0 … 12]
std::string RangeText(int first, int last, LoopDetail detail) {
    if (first == last) return Shape({first});
    if (last - first < 3 || detail == LoopDetail::Whole) {
        std::string text = std::to_string(first);
        for (int i = first + 1; i <= last; ++i) text += ", " + std::to_string(i);
        return "[" + text + "]";
    }
    return "[" + std::to_string(first) + " … " + std::to_string(last) + "]";
}

// "4 positions"; of several layers "4 rows in layer 0, 0 positions in all 5 layers".
std::string CacheText(const LoopCache& cache, int layers) {
    const std::string positions = CountText(cache.in_all_layers, "position");
    if (layers == 1) return positions;
    return CountText(cache.rows_of_layer, "row") + " in layer " + std::to_string(cache.layer) +
           ", " + positions + " in all " + std::to_string(layers) + " layers";
}

}  // namespace

std::span<const LoopLine> LoopLines() { return kLines; }

int LoopLineAt(const Recording& recording, Playhead playhead, bool shows_text) {
    if (shows_text) return static_cast<int>(LoopStep::Detokenize);
    if (playhead.step < 0) return static_cast<int>(LoopStep::Begin);
    const Stage stage = recording.steps()[static_cast<size_t>(playhead.step)].stage;
    return static_cast<int>(InfoOf(stage).loop);
}

LoopCache LoopCacheAt(const Recording& recording, Playhead playhead) {
    const int layer =
        playhead.step < 0 ? 0 : recording.steps()[static_cast<size_t>(playhead.step)].layer;
    return {.layer = layer,
            .rows_of_layer = CacheLengthAt(recording, playhead, layer),
            .in_all_layers = CacheLengthAt(recording, playhead)};
}

std::vector<LoopVariable> LoopVariablesAt(const Recording& recording, Playhead playhead,
                                          LoopDetail detail) {
    const Config& config = recording.config();
    const bool is_begun = playhead.step >= 0 && playhead.pass < recording.pass_count();
    const Pass* pass = is_begun ? &recording.pass(playhead.pass) : nullptr;
    const LoopCache cache = LoopCacheAt(recording, playhead);
    const bool is_selected = pass && playhead.step >= recording.StepOf(Stage::Select);
    const bool has_next = is_selected && pass->selection.has_value();

    const int known = pass ? pass->last_position() + 1 : recording.prompt_length();
    std::vector<TokenId> ids(recording.ids().begin(), recording.ids().begin() + known);
    const std::vector<TokenId> fresh = pass ? pass->tokens : recording.prompt();
    if (has_next) ids.push_back(pass->selection->id);
    const int first = pass ? pass->first_position : 0;
    const Stage stage =
        pass ? recording.steps()[static_cast<size_t>(playhead.step)].stage : Stage::Count;

    const std::string next = has_next ? std::to_string(pass->selection->id) : "none";
    return {
        {"ids", IdsText(ids, detail), "input_ids", Shape({1, static_cast<int>(ids.size())}),
         stage == Stage::Select},
        {"new", IdsText(fresh, detail), "input_ids of this forward",
         Shape({1, static_cast<int>(fresh.size())}), stage == Stage::Embed},
        {"positions of new", RangeText(first, first + static_cast<int>(fresh.size()) - 1, detail),
         "position_ids", Shape({1, static_cast<int>(fresh.size())}), stage == Stage::Embed},
        {"cache", CacheText(cache, config.layers),
         "past_key_values.layers[" + std::to_string(cache.layer) + "].keys, .values",
         Shape({1, config.kv_heads, cache.rows_of_layer, config.head_dim}), stage == Stage::Append},
        {"next", next, "next_tokens", has_next ? Shape({1}) : "none", stage == Stage::Select},
    };
}

std::string LoopRemark(const Recording& recording, Playhead playhead) {
    const std::optional<SequenceToken> waiting = WaitingAt(recording, playhead);
    if (!waiting) return "";
    const int cached = CacheLengthAt(recording, playhead);
    return "Here " + QuotedToken(recording, waiting->id) +
           " is in ids and not in the cache: ids hold " + std::to_string(cached + 1) +
           ", the cache " + std::to_string(cached) + ".";
}

}  // namespace decodescope
