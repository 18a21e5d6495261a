// How a run is set up so that a mistake can show: one prompt, or two side by side; with or without
// a prompt that was edited before. The setup itself is sound: without a mistake nothing breaks in
// it.
#pragma once

#include <vector>

#include "core/mistakes/mistake.h"

namespace decodescope {

enum class RunSetup {
    Single,              // the recipe's prompt alone
    TwoRows,             // beside it another prompt, equally long
    TwoRowsPadded,       // beside it a longer one; the recipe's is padded on the left
    AfterPromptEdit,     // a prompt with another token was prefilled before
    AfterEmbeddingEdit,  // the same prompt was, with another embedding for one of its tokens
};

// How a mistake is shown. A stale cache may also be shown after an edit of an embedding.
RunSetup ArrangementFor(Mistake mistake);

inline bool HasTwoRows(RunSetup arrangement) {
    return arrangement == RunSetup::TwoRows || arrangement == RunSetup::TwoRowsPadded;
}
inline bool IsAfterEdit(RunSetup arrangement) {
    return arrangement == RunSetup::AfterPromptEdit || arrangement == RunSetup::AfterEmbeddingEdit;
}

// The next entry of the vocabulary that is neither the begin nor the end token, or the token itself
// where there is no other.
TokenId OtherToken(const Config& config, TokenId token);

// Where in a prompt the edit is: its first token that a person wrote.
int EditedPlace(const Config& config);

// The prompt beside the recipe's: each of its tokens replaced by another one; for TwoRowsPadded
// longer by up to two tokens, as far as the context allows.
std::vector<TokenId> CompanionOf(const Config& config, const std::vector<TokenId>& prompt,
                                 RunSetup arrangement);

// What fills the gap before a shorter prompt: the end token, or the first entry.
TokenId PaddingToken(const Config& config);

}  // namespace decodescope
