// A model with another vocabulary: a token added, renamed, removed or moved.
//
// Each token keeps its numbers: its row of the embedding, the output matrix and the output bias.
// The begin token and the end token stay the same tokens, whatever their IDs become.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/model/model.h"

namespace decodescope {

// Why the tokens of this model cannot be changed, as a sentence; nothing where they can. Tokens
// that are merged from pairs (llama2.c) cannot: each is reached through shorter ones, by their
// scores, and byte tokens are recognised by their IDs.
std::optional<std::string> WhyTokensAreFixed(const Model& model);

// All of these throw Error where the tokens are fixed or the vocabulary would not be valid.

// With a token at the end. It starts as the average of all tokens, so that its logit is their
// average and it wins no greedy selection; where its embedding would be 0 and the output matrix is
// another one, it is 1/2 in each dimension, so that there is something to see and to drag.
Model WithTokenAdded(const Model& model, std::string_view text);

// A text that no token has, for a new one: the next capital letter, or "new", "new2" and so on.
std::string FreeTokenText(const Tokenizer& tokenizer);

// With another text for a token: not empty, and no other token's. The model's example prompt is
// changed with it.
Model WithTokenRenamed(const Model& model, TokenId id, std::string_view text);

// Without the token; later IDs move down by one. At least one token must remain.
Model WithTokenRemoved(const Model& model, TokenId id);

// With the token at another ID; those between move by one.
Model WithTokenMoved(const Model& model, TokenId from, TokenId to);

// A prompt after a token has been given another text: its occurrences have the new text; everything
// else stays, spaces too. An invalid prompt stays as it is.
std::string PromptAfterRename(const Model& before, const Model& after, const std::string& prompt);

}  // namespace decodescope
