// A tokenizer as a file describes it, and what it says about the beginning and the end of a text.
#pragma once

#include <optional>
#include <vector>

#include "core/tokenizer/merge_rules.h"
#include "core/tokenizer/tokenizer.h"

namespace decodescope {

struct TokenizerFacts {
    Tokenizer tokenizer;
    std::optional<TokenId> begin_token;  // to put before a prompt
    std::vector<TokenId> end_tokens;
};

// The tokens of a vocabulary as a file names them, to be made into a Tokenizer.
class VocabularyBuilder {
public:
    // IDs go from 0 to size − 1; those that never get a text are [PADn] and unused.
    VocabularyBuilder(int size, std::string file);

    // Throws Error where the ID is not below the size, or has a text already.
    void Add(std::int64_t id, std::string name, std::string bytes, TokenRole role);

    // The token that a file calls so, the first of equals.
    std::optional<TokenId> Named(std::string_view name) const;

    // Two tokens, by the names whose sum is the third's. Throws Error where one does not exist.
    void AddMerge(std::string_view left, std::string_view right);

    // "left right"; the space may not be the first character.
    void AddMerge(std::string_view pair);

    // What else there is to set.
    MergeRules& rules() { return rules_; }

    Tokenizer Build(TokenizerKind kind, std::vector<float> scores = {});

private:
    std::string file_;
    std::vector<std::optional<std::string>> names_;  // [size], as in the file
    std::vector<std::string> pieces_;                // [size], the bytes that each means
    std::unordered_map<std::string, TokenId> of_name_;
    MergeRules rules_;
};

}  // namespace decodescope
