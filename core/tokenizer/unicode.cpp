#include "core/tokenizer/unicode.h"

#include <unicode/bytestream.h>
#include <unicode/normalizer2.h>
#include <unicode/uchar.h>

#include "core/base/utf8.h"

namespace decodescope {
namespace {

// Text without an invalid byte.
void AppendComposed(std::string_view valid, std::string& composed) {
    UErrorCode status = U_ZERO_ERROR;
    const icu::Normalizer2* const nfc = icu::Normalizer2::getNFCInstance(status);
    std::string result;
    if (U_SUCCESS(status)) {
        icu::StringByteSink<std::string> sink(&result);
        const icu::StringPiece piece(valid.data(), static_cast<int32_t>(valid.size()));
        nfc->normalizeUTF8(0, piece, sink, nullptr, status);
    }
    // It fails without memory or without ICU's own data; then the text is as good as it was.
    composed += U_SUCCESS(status) ? std::string_view(result) : valid;
}

}  // namespace

CharacterClass ClassOf(char32_t code_point) {
    const auto character = static_cast<UChar32>(code_point);
    const uint32_t category = U_MASK(u_charType(character));
    if ((category & U_GC_L_MASK) != 0) return CharacterClass::Letter;
    if ((category & U_GC_N_MASK) != 0) return CharacterClass::Number;
    return u_isUWhiteSpace(character) ? CharacterClass::Space : CharacterClass::Other;
}

std::string ComposedText(std::string_view text) {
    std::string composed;
    while (const auto invalid = FirstInvalidUtf8(text)) {
        AppendComposed(text.substr(0, *invalid), composed);
        composed += text[*invalid];
        text.remove_prefix(*invalid + 1);
    }
    AppendComposed(text, composed);
    return composed;
}

}  // namespace decodescope
