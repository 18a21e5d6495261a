// What the mistakes view shows of a run, as plain data: one pass, broken beside sound, and what the
// checks say about it. Pure: nothing is drawn here.
//
//   cache       [A 0][B 1][B 1]      as it is
//   should be   [A 0][B 1]           as it should be
//   weights     0.198 0.401 0.401    of one token | 0.330 0.670 -
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/look/format.h"
#include "core/mistakes/invariants.h"
#include "core/model/token_texts.h"

namespace decodescope {

// A run and what its checks say. Immutable.
struct JudgedRun {
    BrokenRun run;
    std::vector<InvariantCheck> checks;
    std::shared_ptr<const TokenTexts> texts;  // of its model
};

// A token of a cache.
struct MistakeChip {
    std::string token, index;  // its place; empty for padding
    bool is_prompt = true;
    bool is_padding = false;
    bool is_wrong = false;  // it should not be here, or not hold what it holds
};

// A number as it is and as it should be; either may not exist.
struct MistakeCell {
    std::string head;  // what it is of: a token, a dimension
    std::optional<double> broken, sound;
    bool differs = false;
};

struct MistakeTable {
    std::string title;
    std::vector<MistakeCell> cells;
    int left_out = 0;         // cells that are not in it, however wide the screen
    bool keeps_last = false;  // where there is no room for all, the first ones go
};

struct MistakeSelected {
    std::string broken, sound;  // tokens
    bool differs = false;
};

// One invariant, as it stands once the shown pass has ended.
struct InvariantLine {
    Invariant invariant = Invariant::CacheLength;
    bool applies = true;
    bool is_broken = false;  // in this pass or an earlier one
    bool is_now = false;     // in this pass
    std::string first;       // the first breach: where and by how much
};

// Most cells of a table.
constexpr size_t kMostMistakeCells = 12;

struct MistakesViewData {
    int pass = 0, passes = 0;
    int row = 0, rows = 1;  // of the batch
    std::string subtitle;   // "prefill of A B", "decode pass 1 of A"
    std::vector<MistakeChip> cache, should_be;
    MistakeTable weights, hidden, logits;
    MistakeSelected selected;
    std::vector<InvariantLine> invariants;
    int broken = 0;  // invariants, in the whole run
};

// The page of a run at a pass and a row of its batch, each brought into range. `layer` and `head`
// are those whose weights are shown.
struct MistakesQuery {
    int pass = 0, row = 0, layer = 0, head = 0;
    NumberFormat format;

    friend bool operator==(const MistakesQuery&, const MistakesQuery&) = default;
};
MistakesViewData BuildMistakesViewData(const JudgedRun& judged, const MistakesQuery& query);

}  // namespace decodescope
