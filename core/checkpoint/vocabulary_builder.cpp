#include "core/checkpoint/vocabulary_builder.h"

#include "core/base/error.h"
#include "core/tokenizer/token_display.h"

namespace decodescope {

VocabularyBuilder::VocabularyBuilder(int size, std::string file)
    : file_(std::move(file)),
      names_(static_cast<std::size_t>(size)),
      pieces_(static_cast<std::size_t>(size)) {
    rules_.roles.assign(static_cast<std::size_t>(size), TokenRole::Unused);
}

void VocabularyBuilder::Add(std::int64_t id, std::string name, std::string bytes, TokenRole role) {
    const auto wrong = [&](const std::string& problem, const std::string& remedy) {
        return Error("the token '" + PrintableUtf8(name) + "' " + problem, file_, remedy);
    };
    const auto size = static_cast<std::int64_t>(names_.size());
    if (id < 0 || id >= size) {
        throw wrong("has the ID " + std::to_string(id),
                    "the token embedding has " + std::to_string(size) + " rows");
    }
    const auto at = static_cast<std::size_t>(id);
    if (names_[at]) {
        throw wrong(
            "has the ID " + std::to_string(id) + ", as '" + PrintableUtf8(*names_[at]) + "'",
            "each token must have its own");
    }
    of_name_.emplace(name, static_cast<TokenId>(id));
    names_[at] = std::move(name);
    pieces_[at] = std::move(bytes);
    rules_.roles[at] = role;
}

std::optional<TokenId> VocabularyBuilder::Named(std::string_view name) const {
    const auto found = of_name_.find(std::string(name));
    return found == of_name_.end() ? std::nullopt : std::optional(found->second);
}

void VocabularyBuilder::AddMerge(std::string_view left, std::string_view right) {
    const auto require = [&](const std::string& name) {
        if (const auto id = Named(name)) return *id;
        throw Error("merge " + std::to_string(rules_.merges.size()) + " is of the token '" +
                        PrintableUtf8(name) + "', which does not exist",
                    file_, "is the file damaged?");
    };
    const std::string first(left), second(right);
    rules_.merges.push_back({require(first), require(second), require(first + second)});
}

void VocabularyBuilder::AddMerge(std::string_view pair) {
    const std::size_t space = pair.find(' ', 1);
    if (space == std::string_view::npos || space + 1 == pair.size()) {
        throw Error("merge " + std::to_string(rules_.merges.size()) + " is '" +
                        PrintableUtf8(pair) + "', no pair of tokens",
                    file_, "it must be two with a space between them");
    }
    AddMerge(pair.substr(0, space), pair.substr(space + 1));
}

Tokenizer VocabularyBuilder::Build(TokenizerKind kind, std::vector<float> scores) {
    for (std::size_t id = 0; id < names_.size(); ++id) {
        if (!names_[id]) pieces_[id] = "[PAD" + std::to_string(id) + "]";
    }
    Tokenizer tokenizer{.kind = kind, .pieces = pieces_, .scores = std::move(scores)};
    tokenizer.merging =
        std::make_shared<const MergeVocabulary>(std::move(pieces_), std::move(rules_));
    return tokenizer;
}

}  // namespace decodescope
