#include "core/checkpoint/tokenizer_json.h"

#include <algorithm>
#include <set>

#include "core/base/error.h"
#include "core/tokenizer/byte_alphabet.h"
#include "core/tokenizer/token_display.h"
#include "core/tokenizer/unicode.h"

namespace decodescope {
namespace {

constexpr std::size_t kLargestFile = std::size_t{40} << 20;
constexpr std::string_view kSpaceMark = "\xE2\x96\x81";  // U+2581

// The patterns of Split that are known, written as they are in the files.
struct KnownPattern {
    std::string_view text;
    PreTokenizer pattern;
};
constexpr KnownPattern kPatterns[] = {
    {R"((?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+)",
     PreTokenizer::Llama3},
    {R"((?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+)",
     PreTokenizer::Qwen2},
    {R"('s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+)",
     PreTokenizer::Gpt2},
};

std::string TextOf(const Json* value) {
    return value != nullptr && value->is_string() ? value->get<std::string>() : std::string();
}
std::string TextIn(const Json& object, std::string_view name) {
    return TextOf(Member(object, name));
}
bool FlagIn(const Json& object, std::string_view name, bool otherwise) {
    const Json* const value = Member(object, name);
    return value != nullptr && value->is_boolean() ? value->get<bool>() : otherwise;
}

// The parts of a Sequence, or the one that there is.
std::vector<const Json*> PartsOf(const Json* value, std::string_view list) {
    if (value == nullptr) return {};
    if (TextIn(*value, "type") != "Sequence") return {value};
    std::vector<const Json*> parts;
    if (const Json* const items = Member(*value, list); items != nullptr && items->is_array()) {
        for (const Json& item : *items) parts.push_back(&item);
    }
    return parts;
}

std::string Replaced(std::string text, std::string_view what, std::string_view by) {
    for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += by.size()) {
        text.replace(at, what.size(), by);
    }
    return text;
}

class TokenizerJsonReader {
public:
    TokenizerJsonReader(const Json& json, std::string file, int vocabulary_size)
        : json_(json), file_(std::move(file)), builder_(vocabulary_size, file_) {}

    TokenizerFacts Read() {
        const Json* const model = Member(json_, "model");
        if (model == nullptr || !model->is_object()) throw Wrong("there is no model", "");
        const std::string type = TextIn(*model, "type");
        if (!type.empty() && type != "BPE") {
            throw Wrong("the tokenizer is of the kind '" + PrintableUtf8(type) + "'",
                        "'BPE' is read");
        }
        ReadNormalizer();
        ReadPreTokenizer();
        ReadModelOptions(*model);
        ReadAddedTokens();
        ReadVocabulary(*model);
        ReadMerges(*model);
        TokenizerFacts facts;
        facts.begin_token = BeginToken();
        facts.tokenizer = builder_.Build(is_byte_level_ ? TokenizerKind::ByteLevel
                                                        : TokenizerKind::SentencePiece);
        return facts;
    }

private:
    MergeRules& rules() { return builder_.rules(); }

    // --- What is done to a text before it is merged
    // -----------------------------------------------

    void ReadNormalizer() {
        bool replaces_spaces = false;
        for (const Json* const part : PartsOf(Member(json_, "normalizer"), "normalizers")) {
            const std::string type = TextIn(*part, "type");
            if (type == "NFC") {
                rules().composes = true;
            } else if (type == "Prepend" && TextIn(*part, "prepend") == kSpaceMark) {
                rules().space_prefix = SpacePrefix::Always;
            } else if (type == "Replace" && ReplacesSpaces(*part)) {
                replaces_spaces = true;
            } else {
                throw NotRead("normalizer", type);
            }
        }
        has_space_marks_ = replaces_spaces;
    }

    static bool ReplacesSpaces(const Json& part) {
        const Json* const pattern = Member(part, "pattern");
        return pattern != nullptr && TextIn(*pattern, "String") == " " &&
               TextIn(part, "content") == kSpaceMark;
    }

    void ReadPreTokenizer() {
        for (const Json* const part : PartsOf(Member(json_, "pre_tokenizer"), "pretokenizers")) {
            const std::string type = TextIn(*part, "type");
            if (type == "ByteLevel") {
                ReadByteLevel(*part);
            } else if (type == "Split") {
                ReadSplit(*part);
            } else if (type == "Digits" && FlagIn(*part, "individual_digits", false)) {
                splits_digits_ = true;
            } else if (type == "Metaspace") {
                ReadMetaspace(*part);
            } else {
                throw NotRead("pre-tokenizer", type);
            }
        }
        if (splits_digits_) {
            if (rules().pre_tokenizer != PreTokenizer::Gpt2)
                throw NotRead("pre-tokenizer", "Digits");
            rules().pre_tokenizer = PreTokenizer::SmolLm;
        }
        if (!is_byte_level_ && !has_space_marks_) {
            throw Wrong("the tokenizer works neither on bytes nor with ▁ for spaces",
                        "byte-level BPE and SentencePiece BPE are read");
        }
    }

    void ReadByteLevel(const Json& part) {
        is_byte_level_ = true;
        if (FlagIn(part, "add_prefix_space", false)) {
            throw Wrong("ByteLevel adds a space before a text (add_prefix_space)", "it must not");
        }
        if (FlagIn(part, "use_regex", true)) rules().pre_tokenizer = PreTokenizer::Gpt2;
    }

    void ReadSplit(const Json& part) {
        const Json* const pattern = Member(part, "pattern");
        const std::string text = pattern ? TextIn(*pattern, "Regex") : std::string();
        const auto* const known = std::ranges::find(kPatterns, text, &KnownPattern::text);
        if (known == std::end(kPatterns) || TextIn(part, "behavior") != "Isolated" ||
            FlagIn(part, "invert", false)) {
            throw Wrong("the pattern that cuts a text into words is not known here",
                        "those of GPT-2, Llama 3 and Qwen2 are");
        }
        rules().pre_tokenizer = known->pattern;
    }

    void ReadMetaspace(const Json& part) {
        has_space_marks_ = true;
        if (TextIn(part, "replacement") != kSpaceMark) throw NotRead("pre-tokenizer", "Metaspace");
        const bool older = FlagIn(part, "add_prefix_space", true);
        std::string scheme = TextIn(part, "prepend_scheme");
        if (scheme.empty()) scheme = older ? "always" : "never";
        rules().space_prefix = scheme == "always"  ? SpacePrefix::UnlessThere
                               : scheme == "first" ? SpacePrefix::FirstUnlessThere
                                                   : SpacePrefix::None;
        if (FlagIn(part, "split", true)) rules().pre_tokenizer = PreTokenizer::BeforeSpaces;
    }

    // --- Tokens
    // ------------------------------------------------------------------------------------

    void ReadModelOptions(const Json& model) {
        rules().whole_words = FlagIn(model, "ignore_merges", false);
        falls_back_to_bytes_ = FlagIn(model, "byte_fallback", false);
        for (const char* name : {"continuing_subword_prefix", "end_of_word_suffix"}) {
            if (!TextIn(model, name).empty()) throw NotRead("option", name);
        }
        if (Member(model, "dropout") != nullptr && *Member(model, "dropout") != 0.0) {
            throw NotRead("option", "dropout");
        }
    }

    void ReadAddedTokens() {
        const Json* const tokens = Member(json_, "added_tokens");
        if (tokens == nullptr) return;
        if (!tokens->is_array()) throw Wrong("added_tokens is no list", "");
        for (const Json& token : *tokens) AddAdded(token);
    }

    void AddAdded(const Json& token) {
        const std::string content = TextIn(token, "content");
        const Json* const id = Member(token, "id");
        if (content.empty() || id == nullptr)
            throw Wrong("an added token lacks its text or ID", "");
        for (const char* name : {"single_word", "lstrip", "rstrip"}) {
            if (FlagIn(token, name, false)) {
                throw Wrong("the added token '" + PrintableUtf8(content) + "' has " + name,
                            "it is not read");
            }
        }
        const bool is_special = FlagIn(token, "special", false);
        // With nothing to normalize there is only one text to look in.
        const bool is_after = FlagIn(token, "normalized", !is_special) &&
                              (rules().composes || rules().space_prefix == SpacePrefix::Always);
        const TokenId number = IdOf(content, *id);
        builder_.Add(number, content, content, is_special ? TokenRole::Special : TokenRole::Text);
        rules().in_text.push_back({number, is_after ? Normalized(content) : content, is_after});
    }

    std::string Normalized(const std::string& text) {
        const std::string composed = rules().composes ? ComposedText(text) : text;
        if (is_byte_level_) return composed;
        return (rules().space_prefix == SpacePrefix::Always ? " " : "") +
               Replaced(composed, kSpaceMark, " ");
    }

    TokenId IdOf(const std::string& token, const Json& id) const {
        const bool is_right = id.is_number_unsigned() && id.get<std::uint64_t>() < 0x7FFFFFFF;
        if (is_right) return static_cast<TokenId>(id.get<std::uint64_t>());
        throw Wrong("the token '" + PrintableUtf8(token) + "' has the ID " + id.dump(),
                    "it must be a whole number");
    }

    void ReadVocabulary(const Json& model) {
        const Json* const vocabulary = Member(model, "vocab");
        if (vocabulary == nullptr || !vocabulary->is_object()) throw Wrong("there is no vocab", "");
        std::optional<TokenId> unknown;
        const std::string unknown_name = TextIn(model, "unk_token");
        for (const auto& [name, id] : vocabulary->items()) {
            const TokenId number = IdOf(name, id);
            if (name == unknown_name) unknown = number;
            if (builder_.Named(name) != number) AddToken(number, name);
        }
        rules().unknown = unknown;
    }

    void AddToken(TokenId id, const std::string& name) {
        if (is_byte_level_) {
            auto bytes = BytesOfAlphabet(name);
            if (!bytes) {
                throw Wrong("the token '" + PrintableUtf8(name) +
                                "' is not written in GPT-2's alphabet of bytes",
                            "is the file damaged?");
            }
            return builder_.Add(id, name, std::move(*bytes), TokenRole::Text);
        }
        const bool is_byte = falls_back_to_bytes_ && ByteNamed(name);
        builder_.Add(id, name, is_byte ? name : Replaced(name, kSpaceMark, " "),
                     is_byte ? TokenRole::Byte : TokenRole::Text);
    }

    void ReadMerges(const Json& model) {
        const Json* const merges = Member(model, "merges");
        if (merges == nullptr || !merges->is_array()) throw Wrong("there are no merges", "");
        for (const Json& merge : *merges) {
            if (merge.is_string()) {
                builder_.AddMerge(merge.get_ref<const std::string&>());
            } else if (merge.is_array() && merge.size() == 2 && merge[0].is_string() &&
                       merge[1].is_string()) {
                builder_.AddMerge(merge[0].get_ref<const std::string&>(),
                                  merge[1].get_ref<const std::string&>());
            } else {
                throw Wrong("a merge is no pair of tokens", "it must be [\"a\", \"b\"] or \"a b\"");
            }
        }
    }

    // --- The begin token: what a template puts before a text
    // ----------------------------------------

    std::optional<TokenId> BeginToken() const {
        std::optional<TokenId> begin;
        for (const Json* const part : PartsOf(Member(json_, "post_processor"), "processors")) {
            const std::string type = TextIn(*part, "type");
            if (type == "TemplateProcessing") begin = BeginTokenOf(*part);
            if (type != "TemplateProcessing" && type != "ByteLevel")
                throw NotRead("post-processor", type);
        }
        return begin;
    }

    std::optional<TokenId> BeginTokenOf(const Json& part) const {
        const Json* const items = Member(part, "single");
        if (items == nullptr || !items->is_array()) throw Wrong("a template has no 'single'", "");
        std::optional<TokenId> begin;
        bool is_after = false;
        for (const Json& item : *items) {
            is_after |= Member(item, "Sequence") != nullptr;
            const Json* const special = Member(item, "SpecialToken");
            if (special == nullptr) continue;
            if (begin || is_after) {
                throw Wrong("a template adds more than one token before a text",
                            "one before it is read");
            }
            const std::string name = TextIn(*special, "id");
            begin = builder_.Named(name);
            if (!begin)
                throw Wrong("a template adds '" + PrintableUtf8(name) + "', which is no token", "");
        }
        return begin;
    }

    Error NotRead(const std::string& what, const std::string& name) const {
        return Wrong("the tokenizer has the " + what + " '" + PrintableUtf8(name) + "'",
                     "this program does not read it");
    }

    Error Wrong(const std::string& problem, const std::string& remedy) const {
        return Error(problem, file_, remedy.empty() ? "is the file damaged?" : remedy);
    }

    const Json& json_;
    std::string file_;
    VocabularyBuilder builder_;
    bool is_byte_level_ = false;
    bool has_space_marks_ = false;
    bool splits_digits_ = false;
    bool falls_back_to_bytes_ = false;
};

}  // namespace

TokenizerFacts TokenizerFromJson(const Json& json, const std::string& file, int vocabulary_size) {
    return TokenizerJsonReader(json, file, vocabulary_size).Read();
}

TokenizerFacts ReadTokenizerJson(const std::filesystem::path& path, int vocabulary_size) {
    return TokenizerFromJson(ReadJsonFile(path, kLargestFile), path.string(), vocabulary_size);
}

}  // namespace decodescope
