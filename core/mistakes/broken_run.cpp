#include "core/mistakes/broken_run.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "core/base/error.h"
#include "core/base/number.h"
#include "core/mistakes/nucleus.h"
#include "core/mistakes/plain_decoder.h"
#include "core/run/branches.h"
#include "core/run/decoder.h"

namespace decodescope {
namespace {

constexpr std::int64_t kManyWeights = 2'000'000;  // a run of a model with more of them is shorter
constexpr int kMostPromptOfMany = 12, kMostPassesOfMany = 3;

std::int64_t WeightCount(const Config& config) {
    const std::int64_t d = config.d_model;
    const std::int64_t layer =
        d * (2 * config.query_width() + 2 * config.kv_width() + 3 * config.mlp_hidden);
    return config.layers * layer + d * config.vocabulary_size;
}

// The loop around the plain decoder. It makes the mistakes that are not in how a row is processed.
class Loop {
public:
    Loop(BrokenRun& run)
        : run_(run),
          config_(run.config()),
          engine_(run.recipe.model),
          math_(*run.recipe.model),
          decoder_(*run.recipe.model, run.mistake),
          caches_(run.sequences.size()) {}

    void Run() {
        for (int pass = 0; StepAll(pass); ++pass) {
            const bool swaps = run_.mistake == Mistake::CacheRowsSwapped && pass == 0;
            if (swaps) std::swap(caches_[0], caches_[1]);
        }
        if (HasTwoRequests(run_.setup)) {
            for (int i = 0; i < count(); ++i) DecodeAlone(i);
        }
    }

private:
    int count() const { return static_cast<int>(run_.sequences.size()); }
    BrokenSequence& sequence(int index) { return run_.sequences[static_cast<size_t>(index)]; }
    PlainCache& cache(int index) { return caches_[static_cast<size_t>(index)]; }

    // The recipe of a sequence. Choices by hand belong to the first one.
    Recipe RecipeOf(int index) const {
        Recipe recipe = run_.recipe;
        if (index > 0) {
            recipe.branches = {{}};
            recipe.branch = 0;
        }
        return recipe;
    }

    // One pass of every sequence that goes on. False if none does.
    bool StepAll(int pass) {
        bool goes_on = false;
        for (int i = 0; i < count(); ++i) {
            if (HasEnded(i, pass)) continue;
            Step(i, pass);
            goes_on = true;
        }
        return goes_on;
    }

    bool HasEnded(int index, int next_pass) {
        const BrokenSequence& own = sequence(index);
        if (static_cast<int>(own.passes.size()) < next_pass) return true;
        if (next_pass == 0) return false;
        const Pass last{.index = next_pass - 1,
                        .cache_length_after = own.PositionsAfter(next_pass - 1),
                        .selection = own.passes.back().selection};
        return FinishReasonAfter(run_.recipe, last) != FinishReason::None;
    }

    void Step(int index, int pass) {
        BrokenSequence& own = sequence(index);
        BrokenPass made{.index = pass,
                        .rows = pass == 0 ? PrefillRows(index) : DecodeRow(index, pass)};
        decoder_.Process(made.rows, cache(index), index);
        made.logits = decoder_.Logits(made.last_row().hidden);
        made.selection = SelectFrom(index, pass, made.logits, made.probabilities_after_rule);
        if (run_.mistake == Mistake::TopPDropsCrossing) DropCrossing(pass, made);
        made.correct = Recompute(index, pass);
        if (made.selection) own.ids.push_back(made.selection->id);
        if (run_.mistake == Mistake::SelectedCachedEarly && made.selection) CacheEarly(index, pass);
        made.cache = cache(index);
        own.passes.push_back(std::move(made));
    }

    // --- Which rows a pass processes

    std::vector<PlainRow> PrefillRows(int index) {
        const std::vector<TokenId>& prompt = sequence(index).prompt;
        std::vector<PlainRow> rows;
        if (run_.setup == RunSetup::TwoRequestsPadded) {
            const int gap = LongestPrompt() - static_cast<int>(prompt.size());
            rows.assign(static_cast<size_t>(gap), PlainRowOf(PaddingToken(config_), -1, 0));
        }
        for (int place = 0; place < std::ssize(prompt); ++place) {
            rows.push_back(PlainRowOf(prompt[static_cast<size_t>(place)], place, place));
        }
        if (run_.mistake == Mistake::LastPromptTwice) rows.push_back(rows.back());
        if (!IsAfterEdit(run_.setup)) return rows;
        PrefillBeforeEdit(index);
        if (run_.mistake == Mistake::StaleCache) {
            rows = {rows.back()};
        } else {
            cache(index).clear();
        }
        return rows;
    }

    // The prompt as it was before the edit, without its last token: that is processed in any case.
    void PrefillBeforeEdit(int index) {
        const std::vector<TokenId>& prompt = sequence(index).prompt;
        const TokenId edited = prompt[static_cast<size_t>(EditedPlace(config_))];
        const TokenId other = OtherToken(config_, edited);
        const bool is_prompt = run_.setup == RunSetup::AfterPromptEdit;
        std::vector<PlainRow> rows;
        for (int place = 0; place + 1 < std::ssize(prompt); ++place) {
            PlainRow row = PlainRowOf(prompt[static_cast<size_t>(place)], place, place);
            if (is_prompt && place == EditedPlace(config_)) row.token = row.embedded_as = other;
            if (!is_prompt && row.token == edited) row.embedded_as = other;
            rows.push_back(row);
        }
        decoder_.Process(rows, cache(index), index);
        for (CacheEntry& entry : cache(index)) entry.is_reused = true;
    }

    std::vector<PlainRow> DecodeRow(int index, int pass) {
        const int place = sequence(index).PositionsAfter(pass) - 1;
        const bool restarts = run_.mistake == Mistake::PositionsRestarted;
        return {PlainRowOf(sequence(index).ids.back(), place, restarts ? pass - 1 : place)};
    }

    int LongestPrompt() const {
        size_t longest = 0;
        for (const BrokenSequence& one : run_.sequences)
            longest = std::max(longest, one.prompt.size());
        return static_cast<int>(longest);
    }

    // --- Selecting

    std::optional<Selection> SelectFrom(int index, int pass, const Row& logits, Row& final) const {
        SelectionResult result = SelectIn(RecipeOf(index), pass, logits);
        final = math_.Round(result.probabilities);
        return std::move(result.selection);
    }

    // Among what top-p kept, the least likely candidate is the one that crosses p.
    void DropCrossing(int pass, BrokenPass& made) const {
        const SelectionRule& rule = run_.recipe.rule;
        if (!made.selection || made.selection->by_hand || rule.is_greedy() || rule.top_p == 1.0)
            return;
        const Nucleus nucleus = NucleusOf(rule, made.logits);
        if (!nucleus.crosses || nucleus.size < 2) return;
        Row& final = made.probabilities_after_rule;
        final[static_cast<size_t>(nucleus.order[nucleus.size - 1])] = 0;
        double left = 0, cumulative = 0;
        for (const double share : final) left += share;
        const double drawn = DrawUniform(rule.seed, pass);
        std::optional<TokenId> hit;
        for (const TokenId id : nucleus.order) {
            double& share = final[static_cast<size_t>(id)];
            share /= left;
            cumulative += share;
            if (share > 0 && (!hit || cumulative - share <= drawn)) hit = id;
        }
        made.selection->id = hit.value_or(made.selection->id);
    }

    // Writes K and V of the selected token before its pass.
    void CacheEarly(int index, int pass) {
        if (config_.context_length > 0 &&
            sequence(index).PositionsAfter(pass) >= config_.context_length) {
            return;
        }
        std::vector<PlainRow> early = DecodeRow(index, pass + 1);
        decoder_.Process(early, cache(index), index);
    }

    // --- What it should have been

    CorrectPass Recompute(int index, int pass) const {
        const std::vector<TokenId>& ids = run_.sequence(index).ids;
        KvCache fresh(*run_.recipe.model);
        Counts counts;
        Trace trace = engine_.Run(ids, fresh, Capture::Everything, counts);
        CorrectPass correct;
        correct.logits =
            trace.Row(TensorId::Logits, 0, static_cast<int>(ids.size()) - 1).ToVector();
        correct.selection =
            SelectFrom(index, pass, correct.logits, correct.probabilities_after_rule);
        correct.trace = std::make_shared<const Trace>(std::move(trace));
        return correct;
    }

    void DecodeAlone(int index) {
        BrokenSequence& own = sequence(index);
        Recording alone(RecipeOf(index), own.prompt);
        Decoder decoder(alone);
        while (PassPtr pass = decoder.Step()) alone.Append(std::move(pass));
        for (const PassPtr& pass : alone.passes()) {
            own.logits_alone.push_back(LogitsOf(alone, *pass));
        }
        own.ids_alone = alone.ids();
    }

    BrokenRun& run_;
    const Config& config_;
    Engine engine_;
    RowMath math_;
    PlainDecoder decoder_;
    std::vector<PlainCache> caches_;  // of the sequences, in order unless they were swapped
};

// Leaves out what is longer than a run of this kind.
void Shorten(BrokenRun& run, std::vector<TokenId>& prompt) {
    const bool has_many = WeightCount(run.config()) > kManyWeights;
    const int most_prompt = has_many ? kMostPromptOfMany : kMostMistakePrompt;
    const int most_passes = has_many ? kMostPassesOfMany : kMostMistakePasses;
    const auto note = [&run](const std::string& words) {
        run.changes += (run.changes.empty() ? "" : "; ") + words;
    };
    if (std::ssize(prompt) > most_prompt) {
        note("the first " + std::to_string(most_prompt) + " of " +
             CountText(std::ssize(prompt), "prompt token"));
        prompt.resize(static_cast<size_t>(most_prompt));
    }
    if (run.recipe.tokens > most_passes) {
        note("the first " + std::to_string(most_passes) + " of " +
             std::to_string(run.recipe.tokens) + " passes");
        run.recipe.tokens = most_passes;
    }
}

}  // namespace

BrokenRun RunBroken(const Recipe& recipe, Mistake mistake) {
    if (const auto why = WhyNotShown(recipe, mistake)) {
        throw Error("'" + std::string(InfoOf(mistake).name) + "' cannot show here: " + *why, "",
                    "take another model or recipe, such as the drinks model");
    }
    return RunBroken(recipe, mistake, SetupFor(mistake));
}

BrokenRun RunBroken(const Recipe& recipe, Mistake mistake, RunSetup setup) {
    SuitedRecipe suited = SuitedFor(recipe, mistake);
    BrokenRun run{.recipe = std::move(suited.recipe),
                  .mistake = mistake,
                  .setup = setup,
                  .sequences = {},
                  .changes = std::move(suited.changes)};
    std::vector<TokenId> prompt = Recording(run.recipe).prompt();
    assert(!IsAfterEdit(setup) || std::ssize(prompt) >= EditedPlace(run.config()) + 2);
    Shorten(run, prompt);
    run.sequences.push_back({.prompt = prompt, .ids = prompt});
    if (HasTwoRequests(setup)) {
        const std::vector<TokenId> companion = CompanionOf(run.config(), prompt, setup);
        run.sequences.push_back({.prompt = companion, .ids = companion});
    }
    Loop(run).Run();
    return run;
}

}  // namespace decodescope
