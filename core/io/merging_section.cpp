#include "core/io/merging_section.h"

#include <array>
#include <cmath>

#include "core/tokenizer/merge_rules.h"
#include "core/toml/toml_writer.h"

namespace decodescope {
namespace {

constexpr std::string_view kKeys[] = {"kind",        "words",   "space",   "composed",
                                      "whole_words", "unknown", "special", "bytes",
                                      "unused",      "merges",  "in_text"};
constexpr std::string_view kTextKeys[] = {"id", "text", "after_normalizing"};
constexpr std::array<std::string_view, 2> kKinds = {"bytes", "characters"};

// In the order of the enums.
constexpr std::array<std::string_view, 6> kWords = {"all",    "gpt-2", "smollm",
                                                    "llama3", "qwen2", "before-spaces"};
constexpr std::array<std::string_view, 4> kSpaces = {"none", "always", "unless-there",
                                                     "first-unless-there"};

struct RoleKey {
    std::string_view key;
    TokenRole role;
};
constexpr RoleKey kRoles[] = {
    {"special", TokenRole::Special}, {"bytes", TokenRole::Byte}, {"unused", TokenRole::Unused}};

std::string Quoted(std::string_view word) { return "\"" + std::string(word) + "\""; }

template <size_t kSize>
std::string Word(const std::array<std::string_view, kSize>& words, size_t index) {
    return Quoted(words[index]);
}

std::vector<std::string> IdsWith(const MergeRules& rules, TokenRole role) {
    std::vector<std::string> ids;
    for (size_t id = 0; id < rules.roles.size(); ++id) {
        if (rules.roles[id] == role) ids.push_back(std::to_string(id));
    }
    return ids;
}

class MergingReader {
public:
    MergingReader(const TomlReader& reader, const TomlValue& section, std::string name,
                  Tokenizer& tokenizer)
        : reader_(reader), section_(section), name_(std::move(name)), tokenizer_(tokenizer) {}

    void Read() {
        reader_.RequireKeys(section_, "[" + name_ + "]", kKeys);
        const auto kind = Choice("kind", kKinds);
        tokenizer_.kind = kind == 0 ? TokenizerKind::ByteLevel : TokenizerKind::SentencePiece;
        rules_.pre_tokenizer = static_cast<PreTokenizer>(Choice("words", kWords));
        rules_.space_prefix = static_cast<SpacePrefix>(Choice("space", kSpaces));
        rules_.composes = Flag("composed");
        rules_.whole_words = Flag("whole_words");
        if (const TomlValue* id = section_.Find("unknown")) rules_.unknown = Id(*id, "unknown");
        ReadRoles();
        ReadMerges();
        ReadInText();
        tokenizer_.merging =
            std::make_shared<const MergeVocabulary>(tokenizer_.pieces, std::move(rules_));
    }

private:
    std::string Name(std::string_view key) const { return name_ + "." + std::string(key); }

    template <size_t kSize>
    size_t Choice(std::string_view key, const std::array<std::string_view, kSize>& words) const {
        const TomlValue* const value = section_.Find(key);
        return value ? reader_.Choice(*value, Name(key), words) : 0;
    }

    bool Flag(std::string_view key) const {
        const TomlValue* const value = section_.Find(key);
        return value && reader_.Boolean(*value, Name(key));
    }

    TokenId Id(const TomlValue& value, std::string_view key) const {
        return reader_.Integer(value, Name(key), 0, tokenizer_.size() - 1);
    }

    void ReadRoles() {
        for (const RoleKey& row : kRoles) {
            const TomlValue* const value = section_.Find(row.key);
            if (!value) continue;
            rules_.roles.resize(tokenizer_.pieces.size(), TokenRole::Text);
            for (const TomlValue& id : reader_.Array(*value, Name(row.key), {})) {
                rules_.roles[static_cast<size_t>(Id(id, row.key))] = row.role;
            }
        }
    }

    void ReadMerges() {
        const TomlValue* const value = section_.Find("merges");
        if (!value) return;
        for (const TomlValue& merge : reader_.Array(*value, Name("merges"), {})) {
            const TomlValue::Array& ids =
                reader_.Array(merge, Name("merges"), {3, "left, right and merged ID"});
            rules_.merges.push_back(
                {Id(ids[0], "merges"), Id(ids[1], "merges"), Id(ids[2], "merges")});
        }
    }

    void ReadInText() {
        const TomlValue* const value = section_.Find("in_text");
        if (!value) return;
        const std::string remedy = "write { id = 4, text = \"<s>\" }";
        for (const TomlValue& token : reader_.Array(*value, Name("in_text"), {})) {
            reader_.RequireKeys(token, Name("in_text"), kTextKeys);
            const TomlValue* const after = token.Find("after_normalizing");
            rules_.in_text.push_back(
                {Id(reader_.Require(token, "id", remedy), "in_text"),
                 reader_.Bytes(reader_.Require(token, "text", remedy), Name("in_text")),
                 after && reader_.Boolean(*after, Name("in_text"))});
        }
    }

    const TomlReader& reader_;
    const TomlValue& section_;
    std::string name_;
    Tokenizer& tokenizer_;
    MergeRules rules_;
};

}  // namespace

std::string FormatMerging(const Tokenizer& tokenizer) {
    const MergeRules& rules = tokenizer.merging->rules();
    std::string text;
    const auto key = [&text](std::string_view name, const std::string& value) {
        text += std::string(name) + " = " + value + "\n";
    };
    key("kind", Word(kKinds, tokenizer.kind == TokenizerKind::ByteLevel ? 0 : 1));
    key("words", Word(kWords, static_cast<size_t>(rules.pre_tokenizer)));
    key("space", Word(kSpaces, static_cast<size_t>(rules.space_prefix)));
    if (rules.composes) key("composed", "true");
    if (rules.whole_words) key("whole_words", "true");
    if (rules.unknown) key("unknown", std::to_string(*rules.unknown));
    for (const RoleKey& row : kRoles) {
        if (!rules.roles.empty()) key(row.key, TomlList(IdsWith(rules, row.role)));
    }
    std::vector<std::string> merges, in_text;
    for (const Merge& merge : rules.merges) {
        merges.push_back("[" + std::to_string(merge.left) + ", " + std::to_string(merge.right) +
                         ", " + std::to_string(merge.merged) + "]");
    }
    for (const TokenInText& token : rules.in_text) {
        in_text.push_back("{ id = " + std::to_string(token.id) +
                          ", text = " + TomlText(token.text) +
                          (token.is_after_normalizing ? ", after_normalizing = true }" : " }"));
    }
    key("merges", TomlList(merges));
    key("in_text", TomlList(in_text));
    return text;
}

void ReadMerging(const TomlReader& reader, const TomlValue& section, const std::string& name,
                 Tokenizer& tokenizer) {
    MergingReader(reader, section, name, tokenizer).Read();
}

}  // namespace decodescope
