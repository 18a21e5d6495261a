// The passes of a recipe, with every value in them. Append-only; what is in it never changes.
//
// A recording is made by a Decoder (decoder.h), one pass at a time. Stepping back and forth through
// it (playhead.h) is indexing. Of a long run of a large model only the passes used last have all
// their numbers in memory; those of an older one are computed again when someone asks for them,
// which changes nothing but the time that takes (trace_memory.h).
#pragma once

#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/engine/engine.h"
#include "core/engine/selection.h"
#include "core/engine/trace.h"
#include "core/model/cell.h"
#include "core/model/token_texts.h"
#include "core/run/recipe.h"
#include "core/run/trace_memory.h"

namespace decodescope {

enum class PassKind { Prefill, Decode };

// One run of the model, what it computed, and what was selected from it.
struct Pass {
    int index = 0;
    PassKind kind = PassKind::Prefill;
    int first_position = 0;
    std::vector<TokenId> tokens;  // those it processed, at first_position and on
    int cache_length_before = 0;
    int cache_length_after = 0;
    Counts counts;
    KeptTrace kept;                      // shared by passes that differ only in what was selected
    std::optional<Selection> selection;  // empty if nothing could be selected (NaN logits)

    int last_position() const { return first_position + static_cast<int>(tokens.size()) - 1; }
    bool HasPosition(int position) const {
        return first_position <= position && position <= last_position();
    }
};

using PassPtr = std::shared_ptr<const Pass>;

// Why no further pass follows.
enum class FinishReason {
    None,         // more passes can follow
    Length,       // as many tokens were selected as the recipe asks for
    EndToken,     // the end token was selected
    ContextFull,  // the model holds no further position
    NotSelected,  // no token could be selected: a logit is NaN, or no candidate has a probability
};

// For programs: "length", "end_token", "context_full", "not_selected"; "none".
std::string_view KeyOf(FinishReason reason);

// Why a response ended, as a sentence; empty for None.
std::string Describe(FinishReason reason, const Recipe& recipe);

// Why nothing can follow a pass of this recipe, or None. The one place that knows when to stop.
FinishReason FinishReasonAfter(const Recipe& recipe, const Pass& pass);

class Recording {
public:
    // Encodes the prompt. Throws Error if it cannot be encoded (Encode), it is longer than the
    // context, or the rule is out of range.
    // `memory` is for its traces; without one it gets one of the usual size.
    explicit Recording(Recipe recipe, TraceMemoryPtr memory = nullptr);

    // The same recipe with these IDs for a prompt, whatever its text says. They must be in the
    // vocabulary and fit the context.
    Recording(Recipe recipe, std::vector<TokenId> prompt, TraceMemoryPtr memory = nullptr);

    // In the memory of an earlier recording, and its recording as far as it is known from an
    // earlier one: passes are shared, not computed again, up to and including the first whose
    // selection differs. None if the model, the prompt or the rule differ. The earlier one must
    // have captured everything.
    Recording(Recipe recipe, const Recording& earlier);

    const Recipe& recipe() const { return recipe_; }
    const Model& model() const { return *recipe_.model; }
    const Config& config() const { return recipe_.model->config; }

    const std::vector<TokenId>& prompt() const { return prompt_; }
    int prompt_length() const { return static_cast<int>(prompt_.size()); }

    const std::vector<PassPtr>& passes() const { return passes_; }
    const Pass& pass(int index) const { return *passes_.at(static_cast<size_t>(index)); }
    int pass_count() const { return static_cast<int>(passes_.size()); }
    FinishReason finish_reason() const { return finish_reason_; }

    const TraceMemoryPtr& memory() const { return memory_; }

    // All that was captured of a pass of this recording, computed again if it is not at hand.
    SharedTrace TraceOf(const Pass& pass) const;

    // Steps of a pass; the same for all passes of a model.
    const std::vector<StageStep>& steps() const { return steps_; }
    int step_count() const { return static_cast<int>(steps_.size()); }

    // The step index of a stage in a layer, or -1 where the model lacks it.
    int StepOf(Stage stage, int layer = 0) const;

    void Append(PassPtr pass);

    // Every ID so far: the prompt, then the selected ones. The last selected one is in no pass yet.
    const std::vector<TokenId>& ids() const { return ids_; }

    // How its model's tokens are displayed.
    const TokenTexts& token_texts() const { return *token_texts_; }

    // The pass that computed the values of a position, or null.
    const Pass* PassOfPosition(int position) const;

    // Whether a number exists: the model has the tensor, the indices are in range, and (for
    // computed tensors) a pass captured it.
    bool Has(const Cell& cell) const;

    // One number. A row of a computed tensor is an absolute position. Has(cell) must hold.
    double At(const Cell& cell) const;

    // A whole row of a computed or cached tensor: [columns], or [position + 1] of scores and
    // attention weights. It holds what it is in.
    Numbers Row(TensorId tensor, int layer, int head, int position) const;

private:
    bool IsKept(const Pass& pass, TensorId tensor, int position) const;

    Recipe recipe_;
    std::vector<TokenId> prompt_;
    std::vector<TokenId> ids_;
    std::vector<PassPtr> passes_;
    std::vector<StageStep> steps_;
    std::shared_ptr<const TokenTexts> token_texts_;  // shared by copies, which have the same model
    TraceMemoryPtr memory_;
    FinishReason finish_reason_ = FinishReason::None;
};

// The logits of its last position, by ID: [vocabulary_size].
std::vector<double> LogitsOf(const Recording& recording, const Pass& pass);

// One entry of the vocabulary as a candidate of a pass.
Candidate CandidateAt(const Recording& recording, const Pass& pass, TokenId id);

// The candidates of a pass, or the first `most` of them: by probability after the rule, then by
// probability, then ID. Fewer than all are found in one walk through the vocabulary, and come
// without the reasons why any were dropped.
std::vector<Candidate> CandidatesOf(const Recording& recording, int pass,
                                    int most = std::numeric_limits<int>::max());

// How many candidates the rule kept.
int KeptCandidates(const Recording& recording, const Pass& pass);

}  // namespace decodescope
