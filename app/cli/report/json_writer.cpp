#include "app/cli/report/json_writer.h"

#include <cmath>

#include "core/base/number.h"
#include "core/base/utf8.h"
#include "core/tokenizer/token_display.h"

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

void JsonWriter::EndLine() {
    out_ += '\n';
    if (layout_ == JsonLayout::Indented) out_.append(depth_, ' ');
}

void JsonWriter::Separate() {
    if (needs_comma_) out_ += ',';
    const bool is_indented = layout_ == JsonLayout::Indented && depth_ > 0 && !follows_key_;
    if (breaks_ || is_indented)
        EndLine();
    else if (needs_comma_)
        out_ += ' ';
    breaks_ = follows_key_ = false;
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
    ++depth_;
}

void JsonWriter::Close(char bracket) {
    --depth_;
    const bool is_empty = !needs_comma_;
    if (layout_ == JsonLayout::Indented && !is_empty) EndLine();
    out_ += bracket;
    needs_comma_ = true;
    breaks_ = false;
    if (pass_on_) pass_on_();
}

void JsonWriter::Key(std::string_view name) {
    Separate();
    out_ += '"';
    out_ += Escaped(name);
    out_ += "\": ";
    needs_comma_ = false;
    follows_key_ = true;
}

void JsonWriter::Value(double number) {
    const std::string text = FormatShortest(number);
    Put(std::isfinite(number) ? text : '"' + text + '"');
}

void JsonWriter::Value(std::string_view utf8) { Put('"' + Escaped(utf8) + '"'); }

void JsonWriter::Value(const Numbers& numbers) {
    Array([&] {
        for (int i = 0; i < numbers.size(); ++i) Value(numbers[i]);
    });
}

void JsonWriter::BytesField(std::string_view key, std::string_view bytes) {
    const bool is_utf8 = !FirstInvalidUtf8(bytes).has_value();
    Field(key, is_utf8 ? std::string(bytes) : PrintableUtf8(bytes));
    if (!is_utf8) Field(std::string(key) + "_bytes", Hexadecimal(bytes));
}

}  // namespace decodescope
