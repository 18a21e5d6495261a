// How a run is set up so that a mistake can show: one prompt, or two in a batch; with or without an
// edit before it. The setup itself is correct: without a mistake no invariant is violated in it.
#pragma once

#include <vector>

#include "core/mistakes/mistake.h"

namespace decodescope {

enum class RunSetup {
    Single,              // the recipe's prompt alone
    TwoRequests,         // and another prompt of the same length
    TwoRequestsPadded,   // and a longer one; the recipe's is padded on the left
    AfterPromptEdit,     // after the prefill of a prompt that differs in one token
    AfterEmbeddingEdit,  // after the prefill of the same prompt with another embedding of one token
};

// The setup that shows a mistake. A stale cache can also be shown after an edit of an embedding.
RunSetup SetupFor(Mistake mistake);

inline bool HasTwoRequests(RunSetup setup) {
    return setup == RunSetup::TwoRequests || setup == RunSetup::TwoRequestsPadded;
}
inline bool IsAfterEdit(RunSetup setup) {
    return setup == RunSetup::AfterPromptEdit || setup == RunSetup::AfterEmbeddingEdit;
}

// The next entry of the vocabulary that is neither the begin nor the end token, or the token itself
// if there is no other.
TokenId OtherToken(const Config& config, TokenId token);

// Where in a prompt the edit is: at its first token after a begin token.
int EditedPlace(const Config& config);

// The other prompt: each token of the recipe's replaced by another one. For TwoRequestsPadded it is
// up to two tokens longer, as far as the context allows.
std::vector<TokenId> CompanionOf(const Config& config, const std::vector<TokenId>& prompt,
                                 RunSetup setup);

// What fills the gap before a shorter prompt: the end token, or the first entry.
TokenId PaddingToken(const Config& config);

}  // namespace decodescope
