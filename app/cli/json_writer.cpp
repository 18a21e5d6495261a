#include "app/cli/json_writer.h"

#include <cmath>

#include "core/base/number.h"
#include "core/base/utf8.h"
#include "core/model/token_display.h"

namespace decodescope {
namespace {

constexpr char kHexDigits[] = "0123456789abcdef";

std::string Hexadecimal(std::string_view bytes) {
    std::string digits;
    for (const char c : bytes) {
        const auto byte = static_cast<unsigned char>(c);
        digits += kHexDigits[byte >> 4];
        digits += kHexDigits[byte & 15];
    }
    return digits;
}

std::string Escaped(std::string_view text) {
    std::string escaped;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\') {
            escaped += '\\';
            escaped += c;
        } else if (c == '\n') {
            escaped += "\\n";
        } else if (byte < 0x20) {
            escaped += std::string("\\u00") + kHexDigits[byte >> 4] + kHexDigits[byte & 15];
        } else {
            escaped += c;
        }
    }
    return escaped;
}

}  // namespace

void JsonWriter::Separate() {
    if (needs_comma_) out_ += ',';
    if (breaks_) {
        out_ += '\n';
    } else if (needs_comma_) {
        out_ += ' ';
    }
    breaks_ = false;
}

void JsonWriter::Put(std::string_view token) {
    Separate();
    out_ += token;
    needs_comma_ = true;
}

void JsonWriter::Open(char bracket) {
    Separate();
    out_ += bracket;
    needs_comma_ = false;
}

void JsonWriter::Close(char bracket) {
    out_ += bracket;
    needs_comma_ = true;
    breaks_ = false;
}

void JsonWriter::Key(std::string_view name) {
    Separate();
    out_ += '"';
    out_ += Escaped(name);
    out_ += "\": ";
    needs_comma_ = false;
}

void JsonWriter::Number(double number) {
    const std::string text = FormatShortest(number);
    Put(std::isfinite(number) ? text : '"' + text + '"');
}

void JsonWriter::Text(std::string_view utf8) { Put('"' + Escaped(utf8) + '"'); }

void JsonWriter::KeyAndBytes(std::string_view name, std::string_view bytes) {
    const bool is_utf8 = !FirstInvalidUtf8(bytes).has_value();
    Key(name);
    Text(is_utf8 ? std::string(bytes) : PrintableUtf8(bytes));
    if (is_utf8) return;
    Key(std::string(name) + "_bytes");
    Text(Hexadecimal(bytes));
}

}  // namespace decodescope
