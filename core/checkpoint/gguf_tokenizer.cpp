#include "core/checkpoint/gguf_tokenizer.h"

#include <algorithm>
#include <cmath>

#include "core/base/error.h"
#include "core/base/utf8.h"
#include "core/tokenizer/byte_alphabet.h"
#include "core/tokenizer/token_display.h"

namespace decodescope {
namespace {

// tokenizer.ggml.token_type.
enum class GgufRole { Normal = 1, Unknown, Control, UserDefined, Unused, Byte };

// tokenizer.ggml.pre, which names the pattern that cuts a text into words.
struct PreTokenizerName {
    std::string_view name;
    PreTokenizer pattern;
    bool takes_whole_words;
    bool begins_by_default;  // puts a begin token before a prompt where the file does not say
};
constexpr PreTokenizerName kPreTokenizers[] = {
    {"gpt-2", PreTokenizer::Gpt2, false, false},
    {"smollm", PreTokenizer::SmolLm, false, false},
    {"starcoder", PreTokenizer::SmolLm, false, false},
    {"llama-bpe", PreTokenizer::Llama3, true, true},
    {"llama3", PreTokenizer::Llama3, true, true},
    {"llama-v3", PreTokenizer::Llama3, true, true},
    {"qwen2", PreTokenizer::Qwen2, false, false},
    {"deepseek-r1-qwen", PreTokenizer::Qwen2, false, false},
};

std::string WithoutMarks(std::string_view text) {
    constexpr std::string_view kSpaceMark = "\xE2\x96\x81";
    std::string spaced(text);
    for (std::size_t at = 0; (at = spaced.find(kSpaceMark, at)) != std::string::npos; ++at) {
        spaced.replace(at, kSpaceMark.size(), " ");
    }
    return spaced;
}

GgufRole RoleOf(double type) {
    const bool is_role = 1 <= type && type <= 6 && type == std::floor(type);
    return is_role ? static_cast<GgufRole>(static_cast<int>(type)) : GgufRole::Normal;
}

class GgufTokenizerReader {
public:
    GgufTokenizerReader(const Gguf& gguf, int vocabulary_size)
        : gguf_(gguf), vocabulary_size_(vocabulary_size), builder_(vocabulary_size, gguf.file) {}

    TokenizerFacts Read() {
        const std::string model = RequireText("tokenizer.ggml.model");
        if (model != "gpt2" && model != "llama") {
            throw Wrong("the tokenizer is of the kind '" + PrintableUtf8(model) + "'",
                        "'gpt2' and 'llama' are read");
        }
        is_byte_level_ = model == "gpt2";
        ReadTokens();
        TokenizerFacts facts;
        const bool begins_by_default = is_byte_level_ ? ReadByteLevel() : ReadSentencePiece();
        const auto begin = Token("tokenizer.ggml.bos_token_id");
        if (Flag("tokenizer.ggml.add_bos_token").value_or(begins_by_default)) {
            if (!begin) throw Wrong("a begin token is to be added, but the file names none", "");
            facts.begin_token = begin;
        }
        for (const char* name : {"tokenizer.ggml.eos_token_id", "tokenizer.ggml.eot_token_id"}) {
            const auto end = Token(name);
            if (end && std::ranges::find(facts.end_tokens, *end) == facts.end_tokens.end())
                facts.end_tokens.push_back(*end);
        }
        facts.tokenizer =
            builder_.Build(is_byte_level_ ? TokenizerKind::ByteLevel : TokenizerKind::SentencePiece,
                           std::move(scores_));
        return facts;
    }

private:
    void ReadTokens() {
        const auto tokens = RequireTexts("tokenizer.ggml.tokens");
        if (tokens.empty()) throw Wrong("there are no tokens", "the vocabulary is needed");
        if (tokens.size() > static_cast<std::size_t>(vocabulary_size_)) {
            throw Wrong("there are " + std::to_string(tokens.size()) + " tokens",
                        "the token embedding has " + std::to_string(vocabulary_size_) + " rows");
        }
        const std::vector<double> types =
            NumbersFor("tokenizer.ggml.token_type", tokens.size(), true);
        for (std::size_t id = 0; id < tokens.size(); ++id) {
            const auto usual =
                !is_byte_level_ && ByteNamed(tokens[id]) ? GgufRole::Byte : GgufRole::Normal;
            const auto role = types.empty() ? usual : RoleOf(types[id]);
            AddToken(static_cast<TokenId>(id), std::string(tokens[id]), role);
        }
    }

    void AddToken(TokenId id, std::string name, GgufRole role) {
        switch (role) {
            case GgufRole::Unknown:
            case GgufRole::Control:
                AddInText(id, name);
                return builder_.Add(id, name, name, TokenRole::Special);
            case GgufRole::UserDefined:
                AddInText(id, name);
                return builder_.Add(id, name, name, TokenRole::Text);
            case GgufRole::Byte: return builder_.Add(id, name, name, TokenRole::Byte);
            case GgufRole::Unused: return builder_.Add(id, name, name, TokenRole::Unused);
            case GgufRole::Normal: break;
        }
        std::string bytes = is_byte_level_ ? AlphabetBytes(id, name) : WithoutMarks(name);
        builder_.Add(id, std::move(name), std::move(bytes), TokenRole::Text);
    }

    std::string AlphabetBytes(TokenId id, const std::string& name) const {
        if (auto bytes = BytesOfAlphabet(name)) return std::move(*bytes);
        throw Wrong("token " + std::to_string(id) + ", '" + PrintableUtf8(name) +
                        "', is not written in GPT-2's alphabet of bytes",
                    "is the file damaged?");
    }

    // The first of equal texts is found.
    void AddInText(TokenId id, const std::string& text) {
        if (!text.empty() && !builder_.Named(text)) builder_.rules().in_text.push_back({id, text});
    }

    // Each returns whether a begin token is usual.
    bool ReadByteLevel() {
        const std::string name = RequireText("tokenizer.ggml.pre");
        const auto* const found = std::ranges::find(kPreTokenizers, name, &PreTokenizerName::name);
        if (found == std::end(kPreTokenizers)) {
            throw Wrong("the pre-tokenizer '" + PrintableUtf8(name) + "' is not known here",
                        "gpt-2, smollm, llama-bpe and qwen2 are");
        }
        builder_.rules().pre_tokenizer = found->pattern;
        builder_.rules().whole_words = found->takes_whole_words;
        for (const std::string_view pair : RequireTexts("tokenizer.ggml.merges")) {
            builder_.AddMerge(pair);
        }
        return found->begins_by_default;
    }

    bool ReadSentencePiece() {
        const std::size_t count = RequireTexts("tokenizer.ggml.tokens").size();
        const std::vector<double> scores = NumbersFor("tokenizer.ggml.scores", count, false);
        scores_.assign(static_cast<std::size_t>(vocabulary_size_), 0.0f);
        for (std::size_t id = 0; id < scores.size(); ++id) {
            if (std::isnan(scores[id])) throw Wrong("the score of a token is no number", "");
            scores_[id] = static_cast<float>(scores[id]);
        }
        const bool has_prefix = Flag("tokenizer.ggml.add_space_prefix").value_or(true);
        builder_.rules().space_prefix = has_prefix ? SpacePrefix::Always : SpacePrefix::None;
        builder_.rules().unknown = Token("tokenizer.ggml.unknown_token_id");
        return true;
    }

    // --- Metadata

    std::string RequireText(const std::string& key) const {
        const GgufValue* const value = gguf_.Find(key);
        const auto text = value ? value->Text() : std::nullopt;
        if (text) return std::string(*text);
        throw Wrong("the file has no text " + key, "it is needed to make tokens of a prompt");
    }

    std::vector<std::string_view> RequireTexts(const std::string& key) const {
        const GgufValue* const value = gguf_.Find(key);
        auto texts = value ? value->Texts() : std::nullopt;
        if (texts) return std::move(*texts);
        throw Wrong("the file has no list of texts " + key,
                    "it is needed to make tokens of a prompt");
    }

    std::vector<double> NumbersFor(const std::string& key, std::size_t count,
                                   bool is_optional) const {
        const GgufValue* const value = gguf_.Find(key);
        if (value == nullptr && is_optional) return {};
        auto numbers = value ? value->Numbers() : std::nullopt;
        if (numbers && numbers->size() == count) return std::move(*numbers);
        throw Wrong(key + " is no list of " + std::to_string(count) + " numbers",
                    "there must be one for each token");
    }

    std::optional<TokenId> Token(const std::string& key) const {
        const GgufValue* const value = gguf_.Find(key);
        if (value == nullptr) return std::nullopt;
        const auto id = value->Integer();
        if (id && 0 <= *id && *id < vocabulary_size_) return static_cast<TokenId>(*id);
        throw Wrong(key + " is no token's ID",
                    "IDs go from 0 to " + std::to_string(vocabulary_size_ - 1));
    }

    std::optional<bool> Flag(const std::string& key) const {
        const GgufValue* const value = gguf_.Find(key);
        return value ? value->Boolean() : std::nullopt;
    }

    Error Wrong(const std::string& problem, const std::string& remedy) const {
        return Error(problem, gguf_.file, remedy);
    }

    const Gguf& gguf_;
    int vocabulary_size_;
    bool is_byte_level_ = false;
    VocabularyBuilder builder_;
    std::vector<float> scores_;
};

}  // namespace

TokenizerFacts GgufTokenizer(const Gguf& gguf, int vocabulary_size) {
    return GgufTokenizerReader(gguf, vocabulary_size).Read();
}

}  // namespace decodescope
