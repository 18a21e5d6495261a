// What the mistakes view shows of a run, as plain data: one pass as it is and as it should be, and
// which invariants hold.
//
//   cache       [A 0][B 1][B 1]      as it is
//   should be   [A 0][B 1]           as it should be
//   weights     0.198 0.401 0.401    of one token
//               0.330 0.670 -
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
    bool is_wrong = false;  // it should not be here, or has wrong values
};

// A number as it is and as it should be; either may be missing.
struct MistakeCell {
    std::string head;  // a token or a dimension
    std::optional<double> broken, correct;
    bool differs = false;
};

struct MistakeTable {
    std::string title;
    std::vector<MistakeCell> cells;
    int left_out = 0;         // cells beyond the most that are ever shown
    bool keeps_last = false;  // where there is no room for all, the first ones are left out
};

struct MistakeSelected {
    std::string broken, correct;  // tokens
    bool differs = false;
};

// One invariant at the end of the shown pass.
struct InvariantLine {
    Invariant invariant = Invariant::CacheLength;
    bool applies = true;
    bool is_broken = false;  // in this pass or an earlier one
    bool is_now = false;     // in this pass
    std::string first;       // the first violation: where and by how much
};

// The most cells of a table.
constexpr size_t kMostMistakeCells = 12;

struct MistakesViewData {
    int pass = 0, passes = 0;
    int row = 0, rows = 1;  // request of the batch
    std::string subtitle;   // "prefill of A B", "decode pass 1 of A"
    std::vector<MistakeChip> cache, should_be;
    MistakeTable weights, hidden, logits;
    MistakeSelected selected;
    std::vector<InvariantLine> invariants;
    int broken = 0;  // violated invariants in the whole run
};

// A pass and a request of the batch, each brought into range, and the layer and head whose weights
// are shown.
struct MistakesQuery {
    int pass = 0, row = 0, layer = 0, head = 0;
    NumberFormat format;

    friend bool operator==(const MistakesQuery&, const MistakesQuery&) = default;
};
MistakesViewData BuildMistakesViewData(const JudgedRun& judged, const MistakesQuery& query);

}  // namespace decodescope
