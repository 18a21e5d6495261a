#include "core/run/recording.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "core/base/error.h"
#include "core/model/parameters.h"
#include "core/run/branches.h"
#include "core/run/run_again.h"

namespace decodescope {
namespace {

// The tensor in a trace that has what the cache has: a cached row is what its own pass appended.
TensorId StoredAs(const Config& config, TensorId tensor) {
    if (tensor == TensorId::CachedK) return CachedKSource(config);
    if (tensor == TensorId::CachedV) return TensorId::V;
    return tensor;
}

std::vector<TokenId> EncodePrompt(const Recipe& recipe) {
    const Config& config = recipe.model->config;
    std::vector<TokenId> ids = Encode(recipe.model->tokenizer, config.begin_token, recipe.prompt);
    const auto length = static_cast<int>(ids.size());
    if (config.context_length > 0 && length > config.context_length) {
        throw Error("the prompt has " + std::to_string(length) + " tokens, the model holds " +
                        std::to_string(config.context_length) + " positions",
                    "prompt", "shorten the prompt");
    }
    return ids;
}

// The order of candidates. A NaN has no place in an order, so it goes last.
bool ComesBefore(const Candidate& a, const Candidate& b) {
    const auto rank = [](double p) { return std::isnan(p) ? -1.0 : p; };
    const double after_a = rank(a.probability_after_rule), after_b = rank(b.probability_after_rule);
    if (after_a != after_b) return after_a > after_b;
    const double p_a = rank(a.probability), p_b = rank(b.probability);
    return p_a != p_b ? p_a > p_b : a.id < b.id;
}

// What a recipe with other choices by hand selects from a pass of an earlier recording.
std::optional<Selection> SelectAgain(const Recipe& recipe, const Recording& earlier,
                                     const Pass& pass) {
    const bool is_same_choice =
        ChosenAt(recipe.choices(), pass.index) == ChosenAt(earlier.recipe().choices(), pass.index);
    if (is_same_choice) return pass.selection;
    return SelectIn(recipe, pass.index, LogitsOf(earlier, pass)).selection;
}

// All that is known of the candidates of a pass: [vocabulary_size] each.
struct RowsOfCandidates {
    Numbers logits, probabilities, after_rule;

    RowsOfCandidates(const Recording& recording, const Pass& pass) {
        const SharedTrace trace = recording.TraceOf(pass);
        logits = trace.Row(TensorId::Logits, 0, pass.last_position());
        probabilities = trace.Row(TensorId::Probabilities, 0, pass.last_position());
        after_rule = trace.Row(TensorId::ProbabilitiesAfterRule, 0, pass.last_position());
    }

    Candidate At(TokenId id) const {
        return {.id = id,
                .logit = logits[id],
                .probability = probabilities[id],
                .probability_after_rule = after_rule[id],
                .kept = after_rule[id] > 0};
    }
};

// The first `most`, without the reasons why any were dropped: found in one walk through the
// vocabulary, which may be large.
std::vector<Candidate> LikeliestOf(const RowsOfCandidates& rows, int vocabulary, int most) {
    // The likeliest so far, the least likely of them in front: most candidates end at that.
    std::vector<Candidate> found;
    for (TokenId id = 0; id < vocabulary && most > 0; ++id) {
        const Candidate candidate = rows.At(id);
        const bool is_full = std::ssize(found) == most;
        if (is_full && !ComesBefore(candidate, found.front())) continue;
        if (is_full) {
            std::ranges::pop_heap(found, ComesBefore);
            found.pop_back();
        }
        found.push_back(candidate);
        std::ranges::push_heap(found, ComesBefore);
    }
    std::ranges::sort_heap(found, ComesBefore);
    return found;
}

}  // namespace

std::string_view KeyOf(FinishReason reason) {
    constexpr std::string_view kKeys[] = {"none", "length", "end_token", "context_full",
                                          "not_selected"};
    static_assert(std::size(kKeys) == static_cast<size_t>(FinishReason::NotSelected) + 1);
    return kKeys[static_cast<size_t>(reason)];
}

std::string Describe(FinishReason reason, const Recipe& recipe) {
    const Model& model = *recipe.model;
    switch (reason) {
        case FinishReason::None: return "";
        case FinishReason::Length:
            return "It stops here because " + std::to_string(recipe.tokens) +
                   (recipe.tokens == 1 ? " token was" : " tokens were") + " asked for.";
        case FinishReason::EndToken:
            if (!model.config.other_end_tokens.empty())
                return "It stops here because one of the end tokens was selected.";
            return "It stops here because the end token " +
                   DisplayText(model.tokenizer, model.config.end_token.value_or(0)) +
                   " was selected.";
        case FinishReason::ContextFull:
            return "It stops here because the context is full: the model holds " +
                   std::to_string(model.config.context_length) + " positions.";
        case FinishReason::NotSelected:
            return "It stops here because nothing can be selected: a logit is not a number, or no "
                   "candidate has a probability.";
    }
    return "";
}

FinishReason FinishReasonAfter(const Recipe& recipe, const Pass& pass) {
    const Config& config = recipe.model->config;
    if (!pass.selection) return FinishReason::NotSelected;
    if (config.EndsResponse(pass.selection->id)) return FinishReason::EndToken;
    if (pass.index + 1 >= recipe.tokens) return FinishReason::Length;
    if (config.context_length > 0 && pass.cache_length_after >= config.context_length) {
        return FinishReason::ContextFull;
    }
    return FinishReason::None;
}

Recording::Recording(Recipe recipe, TraceMemoryPtr memory)
    : Recording(recipe, EncodePrompt(recipe), std::move(memory)) {}

Recording::Recording(Recipe recipe, std::vector<TokenId> prompt, TraceMemoryPtr memory)
    : recipe_(std::move(recipe)),
      prompt_(std::move(prompt)),
      ids_(prompt_),
      steps_(StepsOf(recipe_.model->config)),
      token_texts_(std::make_shared<const TokenTexts>(recipe_.model)),
      memory_(memory ? std::move(memory) : std::make_shared<TraceMemory>()) {
    Validate(recipe_.rule);
    ValidateBranches(recipe_);
    if (recipe_.tokens < 1) {
        throw Error("no tokens are to be selected", "tokens", "give a number from 1 up");
    }
}

Recording::Recording(Recipe recipe, const Recording& earlier)
    : Recording(std::move(recipe), earlier.memory()) {
    const bool is_same_run = recipe_.model == earlier.recipe_.model && prompt_ == earlier.prompt_ &&
                             recipe_.rule == earlier.recipe_.rule;
    if (!is_same_run) return;
    for (const PassPtr& pass : earlier.passes_) {
        if (finish_reason_ != FinishReason::None) return;
        std::optional<Selection> selection = SelectAgain(recipe_, earlier, *pass);
        const bool is_equal = selection == pass->selection;
        const bool goes_on = selection && pass->selection && selection->id == pass->selection->id;
        if (is_equal) {
            Append(pass);
        } else {
            auto reselected = std::make_shared<Pass>(*pass);
            reselected->selection = std::move(selection);
            Append(std::move(reselected));
        }
        if (!goes_on) return;
    }
}

int Recording::StepOf(Stage stage, int layer) const {
    const auto found = std::ranges::find(steps_, StageStep{stage, layer});
    return found == steps_.end() ? -1 : static_cast<int>(found - steps_.begin());
}

void Recording::Append(PassPtr pass) {
    assert(finish_reason_ == FinishReason::None && pass->index == pass_count());
    if (pass->selection) ids_.push_back(pass->selection->id);
    finish_reason_ = FinishReasonAfter(recipe_, *pass);
    passes_.push_back(std::move(pass));
}

const Pass* Recording::PassOfPosition(int position) const {
    if (position < 0) return nullptr;
    // Prefill holds the prompt; every later pass one position.
    const int index = std::max(0, position - prompt_length() + 1);
    return index < pass_count() ? &pass(index) : nullptr;
}

SharedTrace Recording::TraceOf(const Pass& pass) const {
    if (SharedTrace all = pass.kept.Find()) return all;
    SharedTrace all(RunAgain(*this, pass));
    pass.kept.Keep(all);
    return all;
}

bool Recording::Has(const Cell& cell) const {
    const TensorInfo& info = InfoOf(cell.tensor);
    if (info.is_parameter) return HasParameter(model(), cell);
    const Pass* pass = PassOfPosition(cell.row);
    const int layers = info.per_layer ? config().layers : 1;
    if (!decodescope::Has(config(), cell.tensor) || pass == nullptr ||
        !IsKept(*pass, StoredAs(config(), cell.tensor), cell.row)) {
        return false;
    }
    const int columns =
        info.columns == Axis::KeyPosition ? cell.row + 1 : Length(config(), info.columns);
    return 0 <= cell.layer && cell.layer < layers && 0 <= cell.head &&
           cell.head < HeadCount(config(), cell.tensor) && 0 <= cell.column &&
           cell.column < columns;
}

// Whether a pass captured a row, be it at hand or not.
bool Recording::IsKept(const Pass& pass, TensorId tensor, int position) const {
    return pass.kept.is_for_ever()
               ? pass.kept.lasting().Has(tensor, position)
               : IsCaptured(config(), Capture::Everything, tensor, pass.first_position,
                            pass.last_position(), position);
}

double Recording::At(const Cell& cell) const {
    assert(Has(cell));
    if (InfoOf(cell.tensor).is_parameter) return ParameterAt(model(), cell);
    return Row(cell.tensor, cell.layer, cell.head, cell.row)[cell.column];
}

Numbers Recording::Row(TensorId tensor, int layer, int head, int position) const {
    const Pass* pass = PassOfPosition(position);
    assert(pass != nullptr);
    const TensorId stored = StoredAs(config(), tensor);
    const TensorInfo& info = InfoOf(stored);
    const SharedTrace trace =
        pass->kept.lasting().Has(stored, position) ? pass->kept.lasting() : TraceOf(*pass);
    if (info.columns == Axis::KeyPosition) return trace.Row(stored, layer, position, head);
    const int columns = Length(config(), info.columns);
    return trace.Row(stored, layer, position).Slice(head * columns, columns);
}

std::vector<double> LogitsOf(const Recording& recording, const Pass& pass) {
    return recording.TraceOf(pass).Row(TensorId::Logits, 0, pass.last_position()).ToVector();
}

Candidate CandidateAt(const Recording& recording, const Pass& pass, TokenId id) {
    return RowsOfCandidates(recording, pass).At(id);
}

std::vector<Candidate> CandidatesOf(const Recording& recording, int pass_index, int most) {
    const Pass& pass = recording.pass(pass_index);
    const int vocabulary = recording.config().vocabulary_size;
    const RowsOfCandidates rows(recording, pass);
    if (most < vocabulary) return LikeliestOf(rows, vocabulary, most);
    std::vector<Candidate> candidates;
    candidates.reserve(static_cast<size_t>(vocabulary));
    for (TokenId id = 0; id < vocabulary; ++id) candidates.push_back(rows.At(id));
    const std::vector<Dropped> dropped = DroppedBy(recording.recipe().rule, rows.logits.ToVector());
    for (size_t i = 0; i < dropped.size(); ++i) {
        // A probability may be too small for the model's precision.
        const bool is_lost = !candidates[i].kept && dropped[i] == Dropped::No;
        candidates[i].dropped = is_lost ? Dropped::NoProbability : dropped[i];
    }
    std::ranges::sort(candidates, ComesBefore);
    return candidates;
}

int KeptCandidates(const Recording& recording, const Pass& pass) {
    const Numbers after_rule =
        recording.TraceOf(pass).Row(TensorId::ProbabilitiesAfterRule, 0, pass.last_position());
    int kept = 0;
    for (TokenId id = 0; id < after_rule.size(); ++id) kept += after_rule[id] > 0 ? 1 : 0;
    return kept;
}

}  // namespace decodescope
