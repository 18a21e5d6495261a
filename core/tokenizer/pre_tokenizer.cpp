#include "core/tokenizer/pre_tokenizer.h"

#include <algorithm>
#include <cstddef>

#include "core/base/utf8.h"
#include "core/tokenizer/unicode.h"

namespace decodescope {
namespace {

struct Character {
    std::size_t offset;   // of its first byte
    char32_t code_point;  // kInvalid where the byte is not UTF-8
    CharacterClass kind;
};
constexpr char32_t kInvalid = 0xFFFFFFFF;

std::vector<Character> CharactersOf(std::string_view text) {
    std::vector<Character> characters;
    characters.reserve(text.size());
    for (std::size_t offset = 0; offset < text.size();) {
        const Utf8Character at = Utf8At(text, offset);
        characters.push_back({offset, at.code_point.value_or(kInvalid),
                              at.code_point ? ClassOf(*at.code_point) : CharacterClass::Other});
        offset += at.length;
    }
    return characters;
}

// The characters of a text, and what patterns ask about them. Indices count characters; past the
// end there is nothing, which is no character of any kind.
class Scanner {
public:
    explicit Scanner(std::string_view text) : text_(text), characters_(CharactersOf(text)) {}

    std::size_t size() const { return characters_.size(); }
    char32_t At(std::size_t i) const { return i < size() ? characters_[i].code_point : kInvalid; }
    bool Is(CharacterClass kind, std::size_t i) const {
        return i < size() && characters_[i].kind == kind;
    }
    bool IsLineEnd(std::size_t i) const { return At(i) == U'\r' || At(i) == U'\n'; }

    // The end of the characters of one kind from `i` on.
    std::size_t RunEnd(CharacterClass kind, std::size_t i) const {
        while (Is(kind, i)) ++i;
        return i;
    }
    std::size_t LineEndsEnd(std::size_t i) const {
        while (IsLineEnd(i)) ++i;
        return i;
    }

    std::string_view Text(std::size_t from, std::size_t to) const {
        return text_.substr(Offset(from), Offset(to) - Offset(from));
    }

private:
    std::size_t Offset(std::size_t i) const {
        return i < size() ? characters_[i].offset : text_.size();
    }

    std::string_view text_;
    std::vector<Character> characters_;
};

using Kind = CharacterClass;

// --- Parts of patterns: each returns where its match ends, or `at` where it has none
// --------------

// In a pattern that ignores case, U+017F is a small s.
char32_t LowerCase(char32_t c) {
    if (U'A' <= c && c <= U'Z') return c + (U'a' - U'A');
    return c == U'\u017F' ? U's' : c;
}

// 's|'t|'re|'ve|'m|'ll|'d
std::size_t Contraction(const Scanner& text, std::size_t at, bool ignores_case) {
    if (text.At(at) != U'\'') return at;
    const auto letter = [&](std::size_t i) {
        return ignores_case ? LowerCase(text.At(i)) : text.At(i);
    };
    const char32_t first = letter(at + 1), second = letter(at + 2);
    if (first == U's' || first == U't' || first == U'm' || first == U'd') return at + 2;
    const bool is_pair = (first == U'r' && second == U'e') || (first == U'v' && second == U'e') ||
                         (first == U'l' && second == U'l');
    return is_pair ? at + 3 : at;
}

// " ?" and then one or more of a kind.
std::size_t SpaceAndRun(const Scanner& text, std::size_t at, Kind kind) {
    const std::size_t start = text.At(at) == U' ' ? at + 1 : at;
    return text.Is(kind, start) ? text.RunEnd(kind, start) : at;
}

// \s+(?!\S)|\s+: spaces, but the last one belongs to what follows.
std::size_t Spaces(const Scanner& text, std::size_t at) {
    const std::size_t end = text.RunEnd(Kind::Space, at);
    return end == text.size() || end - at < 2 ? end : end - 1;
}

// [^\r\n\p{L}\p{N}]?\p{L}+
std::size_t PrefixAndLetters(const Scanner& text, std::size_t at) {
    const bool has_prefix = at < text.size() && !text.Is(Kind::Letter, at) &&
                            !text.Is(Kind::Number, at) && !text.IsLineEnd(at);
    const std::size_t start = has_prefix ? at + 1 : at;
    return text.Is(Kind::Letter, start) ? text.RunEnd(Kind::Letter, start) : at;
}

// \p{N}{1,most}
std::size_t Numbers(const Scanner& text, std::size_t at, std::size_t most) {
    return std::min(text.RunEnd(Kind::Number, at), at + most);
}

// \s*[\r\n]+: spaces up to their last line end.
std::size_t SpacesAndLineEnds(const Scanner& text, std::size_t at) {
    std::size_t end = text.RunEnd(Kind::Space, at);
    while (end > at && !text.IsLineEnd(end - 1)) --end;
    return end;
}

// --- Patterns: where the word at `at` ends. The first part that matches counts.
// -------------------

std::size_t Gpt2Word(const Scanner& text, std::size_t at) {
    if (const std::size_t end = Contraction(text, at, false); end > at) return end;
    for (const Kind kind : {Kind::Letter, Kind::Number, Kind::Other}) {
        if (const std::size_t end = SpaceAndRun(text, at, kind); end > at) return end;
    }
    return Spaces(text, at);
}

std::size_t Llama3Word(const Scanner& text, std::size_t at, std::size_t most_digits) {
    if (const std::size_t end = Contraction(text, at, true); end > at) return end;
    if (const std::size_t end = PrefixAndLetters(text, at); end > at) return end;
    if (const std::size_t end = Numbers(text, at, most_digits); end > at) return end;
    if (const std::size_t end = SpaceAndRun(text, at, Kind::Other); end > at)
        return text.LineEndsEnd(end);
    if (const std::size_t end = SpacesAndLineEnds(text, at); end > at) return end;
    return Spaces(text, at);
}

std::size_t WordBeforeSpace(const Scanner& text, std::size_t at) {
    std::size_t end = at + 1;
    while (end < text.size() && text.At(end) != U' ') ++end;
    return end;
}

std::size_t WordEnd(PreTokenizer how, const Scanner& text, std::size_t at) {
    switch (how) {
        case PreTokenizer::Gpt2:
        case PreTokenizer::SmolLm: return Gpt2Word(text, at);
        case PreTokenizer::Llama3: return Llama3Word(text, at, 3);
        case PreTokenizer::Qwen2: return Llama3Word(text, at, 1);
        case PreTokenizer::BeforeSpaces: return WordBeforeSpace(text, at);
        case PreTokenizer::None: break;
    }
    return text.size();
}

void AppendWords(PreTokenizer how, std::string_view part, std::vector<std::string_view>& words) {
    const Scanner text(part);
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = WordEnd(how, text, at);
        words.push_back(text.Text(at, end));
        at = end;
    }
}

// The text between number characters, and each of those by itself: the pattern looks at a part as
// if there were nothing around it.
void AppendBetweenNumbers(std::string_view whole, std::vector<std::string_view>& words) {
    const Scanner text(whole);
    std::size_t start = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (!text.Is(Kind::Number, i)) continue;
        AppendWords(PreTokenizer::SmolLm, text.Text(start, i), words);
        words.push_back(text.Text(i, i + 1));
        start = i + 1;
    }
    AppendWords(PreTokenizer::SmolLm, text.Text(start, text.size()), words);
}

}  // namespace

std::vector<std::string_view> SplitIntoWords(PreTokenizer how, std::string_view text) {
    std::vector<std::string_view> words;
    if (how == PreTokenizer::SmolLm) {
        AppendBetweenNumbers(text, words);
    } else {
        AppendWords(how, text, words);
    }
    return words;
}

}  // namespace decodescope
