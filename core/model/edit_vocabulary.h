// A model with another vocabulary: a token added, renamed, removed or moved.
//
// Each token keeps its numbers: its row of the embedding, of the output matrix and of the output
// bias. The begin and the end token stay the tokens that they were, whatever their IDs become.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/model/model.h"

namespace decodescope {

// Why the tokens of this model cannot be changed, as a sentence; nothing where they can. Tokens
// that are merged from pairs (llama2.c) cannot: each is reached through shorter ones, by their
// scores, and byte tokens are known by their IDs.
std::optional<std::string> WhyTokensAreFixed(const Model& model);

// All of these throw Error where the tokens are fixed, or the vocabulary would not be valid.

// A token at the end. It starts as the average of all tokens, so that its logit is the average of
// theirs and it wins no greedy selection; where its embedding would be 0 and another matrix makes
// the logits, it is 1/2 in each dimension, so that there is something to see and to drag.
Model WithTokenAdded(const Model& model, std::string_view text);

// A text that no token has, to add one with: the next capital letter, or "new", "new2" and so on.
std::string FreeTokenText(const Tokenizer& tokenizer);

// Another text: not empty, and no other token's. Where the model's example prompt was made of the
// token, it follows.
Model WithTokenRenamed(const Model& model, TokenId id, std::string_view text);

// Without the token; the IDs behind it move up. Not the last one that there is.
Model WithTokenRemoved(const Model& model, TokenId id);

// The token at another ID; those between move by one.
Model WithTokenMoved(const Model& model, TokenId from, TokenId to);

// A prompt as it reads once a token has another text: wherever the prompt was made of that token,
// the new text stands; everything else, spaces too, stays. What is no valid prompt stays as it is.
std::string PromptAfterRename(const Model& before, const Model& after, const std::string& prompt);

}  // namespace decodescope
