// Most tokens are shown as they are. What cannot be seen is written out (␣, <0x0A>), and a token
// that looks like another of its vocabulary is followed by its code points:
//
//   A  and  А U+0410        é U+00E9  and  é U+0065 U+0301        ""  and  "" empty
//
// A token of plain ASCII is shown without them; of two look-alikes at most one can be that. Code
// points and bytes together name the whole token, so different tokens are told apart. Tokens with
// the very same bytes (a vocabulary may have them), and those whose own text imitates such an
// addition, get their ID: "x #7".
#include "core/tokenizer/token_display.h"

#include <string>

#include "core/base/look_alike.h"
#include "core/base/utf8.h"

namespace decodescope {
namespace {

constexpr char32_t kOpenBox = 0x2423;       // ␣
constexpr char32_t kDottedCircle = 0x25CC;  // ◌, which carries a lone accent

bool IsPlainAscii(char c) { return ' ' <= c && c <= '~'; }

// Whether a token is shown as its own bytes, with nothing written out.
bool IsShownAsItIs(std::string_view piece) {
    if (piece.empty() || piece.front() == ' ' || piece.back() == ' ') return false;
    for (const char c : piece) {
        if (!IsPlainAscii(c)) return false;
    }
    return true;
}

// Whether a token's own text could be taken for one with something added.
bool ImitatesAddition(std::string_view piece) {
    for (const std::string_view addition : {" U+", " 0x", " empty", " #"}) {
        if (piece.find(addition) != std::string_view::npos) return true;
    }
    return false;
}

// llama2.c writes its begin token as "\n<s>\n"; the line breaks are not its name.
std::string_view WithoutLineBreaks(std::string_view piece) {
    const bool is_framed = piece.size() > 4 && piece.starts_with("\n<") && piece.ends_with(">\n");
    return is_framed ? piece.substr(1, piece.size() - 2) : piece;
}

void AppendUtf8(std::string& text, char32_t code_point) {
    const auto append = [&](char32_t byte) { text += static_cast<char>(byte); };
    if (code_point < 0x80) {
        append(code_point);
    } else if (code_point < 0x800) {
        append(0xC0 | (code_point >> 6));
        append(0x80 | (code_point & 0x3F));
    } else if (code_point < 0x10000) {
        append(0xE0 | (code_point >> 12));
        append(0x80 | ((code_point >> 6) & 0x3F));
        append(0x80 | (code_point & 0x3F));
    } else {
        append(0xF0 | (code_point >> 18));
        append(0x80 | ((code_point >> 12) & 0x3F));
        append(0x80 | ((code_point >> 6) & 0x3F));
        append(0x80 | (code_point & 0x3F));
    }
}

// Calls take(code point) for each code point that a token is shown as, until it returns false.
// Returns whether it never did.
template <class Take>
bool ForEachShown(std::string_view piece, Take take) {
    const auto take_all = [&](std::string_view ascii) {
        for (const char c : ascii) {
            if (!take(static_cast<unsigned char>(c))) return false;
        }
        return true;
    };
    piece = WithoutLineBreaks(piece);
    if (piece.empty()) return take_all("\"\"");
    const size_t first = piece.find_first_not_of(' ');  // npos: only spaces
    const size_t last = piece.find_last_not_of(' ');
    for (size_t i = 0; i < piece.size();) {
        const Utf8Character character = Utf8At(piece, i);
        const bool is_outer_space =
            piece[i] == ' ' && (first == std::string_view::npos || i < first || i > last);
        if (is_outer_space) {
            if (!take(kOpenBox)) return false;
        } else if (!character.code_point || IsControl(*character.code_point) ||
                   IsInvisible(*character.code_point)) {
            for (const char byte : piece.substr(i, character.length)) {
                if (!take_all(ByteName(byte))) return false;
            }
        } else {
            if (i == 0 && IsCombiningMark(*character.code_point) && !take(kDottedCircle))
                return false;
            if (!take(*character.code_point)) return false;
        }
        i += character.length;
    }
    return true;
}

std::string Shown(std::string_view piece) {
    std::string text;
    ForEachShown(piece, [&](char32_t code_point) {
        AppendUtf8(text, code_point);
        return true;
    });
    return text;
}

std::u32string LookOf(std::string_view piece) {
    std::u32string look;
    ForEachShown(piece, [&](char32_t code_point) {
        for (const char32_t part : decodescope::LookOf(code_point)) {
            if (part != 0) look += part;
        }
        return true;
    });
    return look;
}

// Whether a token is shown with exactly this look. It stops at the first difference, so that
// searching a vocabulary is fast.
bool HasLook(std::string_view piece, const std::u32string& look) {
    size_t matched = 0;
    const bool agrees = ForEachShown(piece, [&](char32_t code_point) {
        for (const char32_t part : decodescope::LookOf(code_point)) {
            if (part == 0) continue;
            if (matched == look.size() || look[matched] != part) return false;
            ++matched;
        }
        return true;
    });
    return agrees && matched == look.size();
}

// " U+0065 U+0301": all code points, " 0xE2" for a byte that belongs to none.
std::string CodePoints(std::string_view piece) {
    if (piece.empty()) return " empty";
    std::string names;
    for (size_t i = 0; i < piece.size();) {
        const Utf8Character character = Utf8At(piece, i);
        names += ' ';
        names += character.code_point ? CodePointName(*character.code_point)
                                      : ByteName(piece[i]).substr(1, 4);
        i += character.length;
    }
    return names;
}

// A token with a look-alike, told apart from it.
std::string ToldApart(std::string_view piece) {
    return IsShownAsItIs(piece) ? std::string(piece) : Shown(piece) + CodePoints(piece);
}

// No token is shown with more characters than this: its beginning and its ID say which it is.
constexpr int kMostShown = 48;

std::string Bounded(const std::string& text, TokenId id, const std::string& addition = {}) {
    int count = 0;
    for (size_t at = 0; at < text.size(); at += Utf8At(text, at).length) {
        if (++count > kMostShown) return text.substr(0, at) + "… #" + std::to_string(id);
    }
    return text + addition;
}

}  // namespace

std::string DisplayText(const Tokenizer& tokenizer, TokenId id) {
    const std::string& piece = tokenizer.pieces[static_cast<size_t>(id)];
    const std::string with_id = " #" + std::to_string(id);
    if (ImitatesAddition(piece)) return Bounded(Shown(piece), id, with_id);

    const bool is_as_it_is = IsShownAsItIs(piece);
    const std::u32string look = is_as_it_is ? std::u32string() : LookOf(piece);
    bool has_look_alike = false;
    for (TokenId other = 0; other < tokenizer.size(); ++other) {
        if (other == id) continue;
        const std::string& other_piece = tokenizer.pieces[static_cast<size_t>(other)];
        if (other_piece == piece) return Bounded(ToldApart(piece), id, with_id);
        if (!is_as_it_is && HasLook(other_piece, look)) has_look_alike = true;
    }
    return Bounded(has_look_alike ? ToldApart(piece) : Shown(piece), id);
}

std::string DisplayTextAlone(const Tokenizer& tokenizer, TokenId id) {
    return Bounded(Shown(tokenizer.pieces[static_cast<size_t>(id)]), id);
}

std::string PrintableUtf8(std::string_view bytes) {
    std::string text;
    for (size_t i = 0; i < bytes.size();) {
        const Utf8Character character = Utf8At(bytes, i);
        const std::string_view encoded = bytes.substr(i, character.length);
        if (character.code_point && !IsControl(*character.code_point)) {
            text += encoded;
        } else {
            for (const char byte : encoded) text += ByteName(byte);
        }
        i += character.length;
    }
    return text;
}

}  // namespace decodescope
