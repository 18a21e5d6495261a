#include "core/tokenizer/merge_rules.h"

#include <algorithm>
#include <cstdint>

#include "core/base/error.h"

namespace decodescope {
namespace {

std::uint64_t KeyOf(TokenId left, TokenId right) {
    return static_cast<std::uint64_t>(static_cast<std::uint32_t>(left)) << 32 |
           static_cast<std::uint32_t>(right);
}

void RequireToken(TokenId id, std::size_t size, const std::string& what) {
    if (0 <= id && static_cast<std::size_t>(id) < size) return;
    throw Error(what + " is ID " + std::to_string(id), {},
                "IDs go from 0 to " + std::to_string(size - 1));
}

void Validate(const MergeRules& rules, std::size_t size) {
    if (!rules.roles.empty() && rules.roles.size() != size) {
        throw Error("there are roles for " + std::to_string(rules.roles.size()) + " tokens", {},
                    "there must be one for each of " + std::to_string(size));
    }
    for (const Merge& merge : rules.merges) {
        for (const TokenId id : {merge.left, merge.right, merge.merged}) {
            RequireToken(id, size, "a token of a merge");
        }
    }
    for (const TokenInText& token : rules.in_text) {
        RequireToken(token.id, size, "the special token '" + token.text + "'");
    }
    if (rules.unknown) RequireToken(*rules.unknown, size, "the unknown token");
}

}  // namespace

std::optional<char> ByteNamed(std::string_view name) {
    constexpr std::string_view kDigits = "0123456789ABCDEF";
    if (name.size() != 6 || !name.starts_with("<0x") || name[5] != '>') return std::nullopt;
    const std::size_t high = kDigits.find(name[3]), low = kDigits.find(name[4]);
    if (high == std::string_view::npos || low == std::string_view::npos) return std::nullopt;
    return static_cast<char>(high * 16 + low);
}

MergeVocabulary::MergeVocabulary(std::vector<std::string> pieces, MergeRules rules)
    : pieces_(std::move(pieces)), rules_(std::move(rules)) {
    Validate(rules_, pieces_.size());
    of_piece_.reserve(pieces_.size());
    for (std::size_t i = 0; i < pieces_.size(); ++i) {
        const auto id = static_cast<TokenId>(i);
        if (RoleOf(id) == TokenRole::Text) of_piece_.emplace(pieces_[i], id);
    }
    of_pair_.reserve(rules_.merges.size());
    for (std::size_t rank = 0; rank < rules_.merges.size(); ++rank) {
        const Merge& merge = rules_.merges[rank];
        of_pair_.emplace(KeyOf(merge.left, merge.right), Ranked{rank, merge.merged});
    }
    for (int byte = 0; byte < 256; ++byte) {
        const char character = static_cast<char>(byte);
        of_bytes_[static_cast<std::size_t>(byte)] = Find(std::string_view(&character, 1));
    }
    for (std::size_t i = 0; i < pieces_.size(); ++i) {
        const auto id = static_cast<TokenId>(i);
        if (RoleOf(id) != TokenRole::Byte) continue;
        if (const auto byte = ByteNamed(pieces_[i])) {
            of_bytes_[static_cast<unsigned char>(*byte)] = id;
        }
    }
    for (std::size_t i = 0; i < rules_.in_text.size(); ++i) {
        const std::string& text = rules_.in_text[i].text;
        if (!text.empty()) in_text_from_[static_cast<unsigned char>(text.front())].push_back(i);
    }
    for (std::vector<std::size_t>& tokens : in_text_from_) {
        std::ranges::stable_sort(tokens, [&](std::size_t a, std::size_t b) {
            return rules_.in_text[a].text.size() > rules_.in_text[b].text.size();
        });
    }
}

TokenRole MergeVocabulary::RoleOf(TokenId id) const {
    return rules_.roles.empty() ? TokenRole::Text : rules_.roles[static_cast<std::size_t>(id)];
}

std::optional<TokenId> MergeVocabulary::Find(std::string_view piece) const {
    const auto found = of_piece_.find(piece);
    return found == of_piece_.end() ? std::nullopt : std::optional(found->second);
}

std::optional<Join<TokenId>> MergeVocabulary::JoinOf(TokenId left, TokenId right) const {
    const auto found = of_pair_.find(KeyOf(left, right));
    if (found == of_pair_.end()) return std::nullopt;
    return Join<TokenId>{static_cast<double>(found->second.rank), found->second.merged};
}

}  // namespace decodescope
