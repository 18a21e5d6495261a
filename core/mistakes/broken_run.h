// A run of the plain decoder, with or without a mistake in it, and what each pass should have been:
// the same tokens recomputed by the engine, without a cache.
//
//   sequence 0   pass 0: rows, cache, logits, selected | correct
//                pass 1: ...
//   sequence 1   ...            (the other request of a batch, if a mistake needs one)
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/engine/selection.h"
#include "core/engine/trace.h"
#include "core/mistakes/mistake.h"
#include "core/mistakes/plain_decoder.h"
#include "core/mistakes/run_setup.h"
#include "core/run/recording.h"

namespace decodescope {

// What the engine makes of the same tokens.
struct CorrectPass {
    std::shared_ptr<const Trace> trace;    // of all positions so far, everything
    Row logits, probabilities_after_rule;  // [vocabulary_size]
    std::optional<Selection> selection;
};

struct BrokenPass {
    int index = 0;
    std::vector<PlainRow> rows;
    PlainCache cache;                      // as it is after the pass and its selection
    Row logits, probabilities_after_rule;  // [vocabulary_size]
    std::optional<Selection> selection;
    CorrectPass correct;

    // The row that the logits came from.
    const PlainRow& last_row() const { return rows.back(); }
};

struct BrokenSequence {
    std::vector<TokenId> prompt;
    std::vector<TokenId> ids;  // the prompt, then what was selected
    std::vector<BrokenPass> passes;
    std::vector<Row> logits_alone;  // of each pass of the prompt decoded alone; in a batch only
    std::vector<TokenId> ids_alone;

    // Positions processed after a pass of a correct run.
    int PositionsAfter(int pass) const { return static_cast<int>(prompt.size()) + pass; }
};

struct BrokenRun {
    Recipe recipe;  // as it was run: made to show the mistake (SuitedFor), and perhaps shortened
    Mistake mistake = Mistake::None;
    RunSetup setup = RunSetup::Single;
    std::vector<BrokenSequence> sequences;  // the recipe's first
    std::string changes;  // how the recipe differs from what was asked for; empty: in nothing

    const Config& config() const { return recipe.model->config; }
    const BrokenSequence& sequence(int index) const {
        return sequences[static_cast<size_t>(index)];
    }
};

// The longest run: the rest of a recipe is left out, and `changes` says so. Each pass recomputes
// all positions, which takes long with many weights.
constexpr int kMostMistakePrompt = 24;
constexpr int kMostMistakePasses = 8;

// Runs a recipe with a mistake in the decoder. Throws Error where the prompt cannot be encoded or
// the recipe cannot show the mistake (WhyNotShown).
BrokenRun RunBroken(const Recipe& recipe, Mistake mistake);

// The same in a given setup, which must be able to show it (assert).
BrokenRun RunBroken(const Recipe& recipe, Mistake mistake, RunSetup setup);

}  // namespace decodescope
