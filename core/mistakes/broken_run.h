// A run of the plain decoder, with or without a mistake in it, and beside each pass what it should
// have been: the same tokens recomputed by the sound engine, without a cache.
//
//   sequence 0   pass 0: rows, cache, logits, selected | sound
//                pass 1: ...
//   sequence 1   ...            (the neighbour in a batch, where a mistake needs one)
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/engine/selection.h"
#include "core/engine/trace.h"
#include "core/mistakes/mistake.h"
#include "core/mistakes/run_setup.h"
#include "core/run/recording.h"

namespace decodescope {

using Row = std::vector<double>;  // floats are exact in it

// One row of the plain decoder's cache, and where it came from.
struct CacheEntry {
    TokenId token = 0;
    int place = 0;           // in its sequence; negative: padding
    int position = 0;        // that it was given
    int sequence = 0;        // whose it is
    bool is_reused = false;  // was there before this run
    std::vector<Row> k, v;   // [layers][kv_width], k as cached: turned where the model has RoPE

    bool is_padding() const { return place < 0; }
};

using PlainCache = std::vector<CacheEntry>;

// What a query head saw and made of it.
struct HeadAttention {
    std::vector<int> seen;  // entries of the cache, in order
    Row query;              // [head_dim], as scored
    Row scores, weights;    // [seen]
};

// One token as a pass processed it.
struct BrokenRow {
    TokenId token = 0;
    TokenId embedded_as = 0;  // whose embedding was read; another one's before an edit of it
    int place = 0;            // in the sequence; negative: padding
    int position = 0;         // that it was given
    int entry = 0;            // of the cache, which it wrote
    std::vector<std::vector<HeadAttention>> heads;  // [layers][query_heads]
    Row hidden;                                     // [d_model]

    bool is_padding() const { return place < 0; }
};

// What the sound engine makes of the same tokens.
struct SoundPass {
    std::shared_ptr<const Trace> trace;  // of all positions so far, everything
    Row logits, final_probabilities;     // [vocabulary_size]
    std::optional<Selection> selection;
};

struct BrokenPass {
    int index = 0;
    std::vector<BrokenRow> rows;
    PlainCache cache;                 // as it stands after the pass and its selection
    Row logits, final_probabilities;  // [vocabulary_size]
    std::optional<Selection> selection;
    SoundPass sound;

    // The row that the logits came from.
    const BrokenRow& last_row() const { return rows.back(); }
};

struct BrokenSequence {
    std::vector<TokenId> prompt;
    std::vector<TokenId> ids;  // the prompt, then what was selected
    std::vector<BrokenPass> passes;
    std::vector<Row> logits_alone;  // of each pass of the prompt served alone; in a batch only
    std::vector<TokenId> ids_alone;

    // Positions processed once a pass has ended, if all is well.
    int PositionsAfter(int pass) const { return static_cast<int>(prompt.size()) + pass; }
};

struct BrokenRun {
    Recipe recipe;  // as it was run: suited for the mistake, and perhaps shortened
    Mistake mistake = Mistake::None;
    RunSetup arrangement = RunSetup::Single;
    std::vector<BrokenSequence> sequences;  // the recipe's first
    std::string changes;  // what of the recipe was not as a person asked; empty: nothing

    const Config& config() const { return recipe.model->config; }
    const BrokenSequence& sequence(int index) const {
        return sequences[static_cast<size_t>(index)];
    }
};

// Longest run: what is more of a recipe is left out, and `changes` says so. A pass is recomputed as
// a whole each time, and a model of many weights takes its time.
constexpr int kMostMistakePrompt = 24;
constexpr int kMostMistakePasses = 8;

// Runs a recipe with a mistake in the decoder. Throws Error where the prompt cannot be encoded or
// the recipe cannot show the mistake (WhyNotShown).
BrokenRun RunBroken(const Recipe& recipe, Mistake mistake);

// The same in a given arrangement, which must be able to show it (assert).
BrokenRun RunBroken(const Recipe& recipe, Mistake mistake, RunSetup arrangement);

}  // namespace decodescope
