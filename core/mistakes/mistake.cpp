#include "core/mistakes/mistake.h"

#include <algorithm>
#include <iterator>
#include <vector>

#include "core/base/number.h"
#include "core/mistakes/run_setup.h"
#include "core/run/recording.h"

namespace decodescope {
namespace {

constexpr double kUsualTopP = 0.75;

constexpr MistakeInfo kMistakes[] = {
    {Mistake::None,
     "none",
     "None: a correct decoder",
     "Nothing is wrong.",
     Invariant::Logits,
     "",
     "",
     {"", "", "", ""}},
    {Mistake::OwnTokenLeftOut,
     "own-token-left-out",
     "Own token left out",
     "A token attends to the positions before its own, and not to its own.",
     Invariant::SeesItsPast,
     "Count the weights of a token: how many positions does it attend to, and how many should "
     "there be?",
     "A token's own K and V are appended before it attends, so that its own position is among "
     "those "
     "it looks at. The first token is worst off: it has nothing at all to look at.",
     {"k, v = project(x)", "attend(q, cache); cache.append(k, v)",
      "cache.append(k, v); attend(q, cache)", ""}},
    {Mistake::SelectedCachedEarly,
     "selected-cached-early",
     "Selected token cached early",
     "The token that was just selected is written to the cache at once, and again by its own pass.",
     Invariant::NotCachedBeforeItsPass,
     "Compare the length of the cache with the positions processed, right after a selection.",
     "A selected token is only an ID. Its K and V come from its own pass, which appends them. "
     "Written "
     "earlier as well, they are in the cache twice, and the token gets twice the attention.",
     {"id = select(logits)", "cache.append(k(id), v(id))", "waiting = id  # nothing cached yet",
      "next pass: process(id)"}},
    {Mistake::LastPromptTwice,
     "last-prompt-twice",
     "Last prompt token twice",
     "The prefill processes the whole prompt, and the first step of the loop its last token once "
     "more.",
     Invariant::ProcessedOnce,
     "Read the tokens in the cache from the first to the last, and compare them with the prompt.",
     "The logits of the prefill's last position are there already; the first token is selected "
     "from them. Two protocols were mixed up: either prefill all N positions, or N - 1 and the "
     "last "
     "one in the loop.",
     {"prefill(prompt)", "logits = step(prompt[-1])", "logits = prefill's last logits",
      "id = select(logits)"}},
    {Mistake::MaskOffByOne,
     "mask-off-by-one",
     "Mask off by one",
     "The causal mask lets each token of the prefill see one position of its future.",
     Invariant::SeesNothingElse,
     "Look at the prefill's earlier tokens: which positions do they attend to?",
     "A token may see positions up to its own. With one layer the logits do not even change, since "
     "the last token sees what it should; with more layers the cached rows are wrong from there "
     "on.",
     {"for i, j in positions:", "    visible = j <= i + 1", "    visible = j <= i", ""}},
    {Mistake::StaleCache,
     "stale-cache",
     "Stale cache",
     "After an edit, rows that were cached before it are still used, as if nothing had changed.",
     Invariant::CachedRows,
     "Take a cached row and ask: is this the K and V of the token that is there now?",
     "A row belongs to a token, at a position, under the model's weights. When the prompt or an "
     "embedding changes, every row from the change on is out of date; only those before it may "
     "stay.",
     {"on edit:", "    keep(cache)", "    cache.drop(from = edit.position)",
      "    prefill(what is not cached)"}},
    {Mistake::PositionsRestarted,
     "positions-restarted",
     "Positions restarted",
     "Decode passes count their positions from 0 again instead of continuing after the prompt.",
     Invariant::Positions,
     "Which position does the first token after the prompt get?",
     "The positions of a decode pass continue where the cache ends. Restarted, the query and the "
     "key "
     "of the new token are rotated (or shifted) as if it were at the start.",
     {"for step in 0 .. G - 2:", "    position = step", "    position = len(prompt) + step",
      "    process(id, position)"}},
    {Mistake::CacheRowsSwapped,
     "cache-rows-swapped",
     "Caches of two requests swapped",
     "Two rows of a batch continue with each other's cache.",
     Invariant::CachedRows,
     "Read the tokens in the cache of one request. Do they belong to it?",
     "Each request of a batch has its own cache. When requests are put into another order (beams, "
     "requests that finish), their caches must move with them; a request that reads another's "
     "cache "
     "answers another's prompt.",
     {"rows.reorder(order)", "# the caches stay where they are", "caches.reorder(order)",
      "step(rows, caches)"}},
    {Mistake::PaddingAttended,
     "padding-attended",
     "Padding attended to",
     "The shorter prompt of a batch is padded on the left, and its tokens attend to the padding.",
     Invariant::SeesNothingElse,
     "One prompt is shorter than the other. What fills the gap, and who looks at it?",
     "Padding only makes the prompts of a batch equally long. It has K and V like any token, and "
     "without a mask it takes a share of every softmax: a prompt's answer then depends on its "
     "neighbour's length.",
     {"scores = q @ keys", "weights = softmax(scores)", "weights = softmax(scores[not pad])", ""}},
    {Mistake::TopPDropsCrossing,
     "top-p-drops-crossing",
     "Top-p drops the crossing token",
     "Top-p keeps candidates while their sum stays within p, so that the one that crosses it is "
     "dropped.",
     Invariant::Nucleus,
     "Add up the probabilities of the candidates that were kept. Do they reach top-p?",
     "Top-p keeps the smallest set whose probability reaches p, and the candidate that crosses p "
     "is part of it. Without it the set stays below p, and the response varies less than was asked "
     "for.",
     {"for c, likeliest first:", "    if sum + c.p > p: break", "    if sum >= p: break",
      "    keep(c); sum += c.p"}},
    {Mistake::ScaleLeftOut,
     "scale-left-out",
     "Softmax without the scale",
     "The scores go into the softmax as q·k, without the attention scale.",
     Invariant::Scores,
     "Multiply q and k of one score yourself.",
     "Without the scale the scores are larger by 1/scale, so the weights are too sharp: the "
     "largest "
     "takes more than its share.",
     {"scores = q @ keys", "weights = softmax(scores)", "weights = softmax(scores * scale)", ""}},
};
static_assert(std::size(kMistakes) == kMistakeCount);

int PassesNeeded(Mistake mistake) {
    const bool shows_in_decode =
        mistake == Mistake::PositionsRestarted || mistake == Mistake::CacheRowsSwapped;
    return shows_in_decode ? 2 : 1;
}

}  // namespace

const MistakeInfo& InfoOf(Mistake mistake) { return kMistakes[static_cast<size_t>(mistake)]; }

std::optional<Mistake> MistakeNamed(std::string_view name) {
    const auto found = std::ranges::find(kMistakes, name, &MistakeInfo::name);
    return found == std::end(kMistakes) ? std::nullopt : std::optional(found->mistake);
}

const std::array<Mistake, kMistakeCount - 1>& AllMistakes() {
    static constexpr auto kAll = [] {
        std::array<Mistake, kMistakeCount - 1> all{};
        for (size_t i = 0; i < all.size(); ++i) all[i] = static_cast<Mistake>(i + 1);
        return all;
    }();
    return kAll;
}

std::optional<std::string> WhyNotShown(const Recipe& recipe, Mistake mistake) {
    const Config& config = recipe.model->config;
    const std::vector<TokenId> prompt = Recording(recipe).prompt();
    const auto length = static_cast<int>(prompt.size());
    const int free = config.context_length > 0 ? config.context_length - length : 1;
    const bool goes_on = PassesNeeded(mistake) == 2;
    if (goes_on && free == 0) return "the prompt fills the context, so no decode pass follows";
    switch (mistake) {
        case Mistake::PositionsRestarted:
            if (config.positions == Positions::None) return "the model has no positions";
            break;
        case Mistake::ScaleLeftOut:
            if (config.attention_scale == 1.0) return "the model's attention scale is 1";
            if (length < 2) return "the prompt has one token, and the softmax of one score is 1";
            break;
        case Mistake::MaskOffByOne:
            if (length < 2) return "the prompt has one token, and no future to see";
            break;
        case Mistake::StaleCache:
            if (length < EditedPlace(config) + 2)
                return "the prompt is too short to be edited before its last token";
            [[fallthrough]];
        case Mistake::CacheRowsSwapped:
            if (OtherToken(config, prompt.back()) == prompt.back()) {
                return "the vocabulary has no second token";
            }
            break;
        case Mistake::PaddingAttended:
            if (free == 0) return "the prompt fills the context, so no longer one stands beside it";
            break;
        default: break;
    }
    return std::nullopt;
}

SuitedRecipe SuitedFor(Recipe recipe, Mistake mistake) {
    std::string changes;
    if (mistake == Mistake::TopPDropsCrossing &&
        (recipe.rule.is_greedy() || recipe.rule.top_p == 1.0)) {
        if (recipe.rule.is_greedy()) recipe.rule.temperature = 1.0;
        recipe.rule.kind = RuleKind::Sample;
        recipe.rule.top_p = kUsualTopP;
        changes = "sampled with top-p " + FormatShortest(kUsualTopP) +
                  ", which the recipe does not ask for";
    }
    if (recipe.tokens < PassesNeeded(mistake)) {
        recipe.tokens = PassesNeeded(mistake);
        changes = CountText(recipe.tokens, "token") +
                  " selected instead of 1, since it shows in a decode pass";
    }
    return {std::move(recipe), std::move(changes)};
}

}  // namespace decodescope
