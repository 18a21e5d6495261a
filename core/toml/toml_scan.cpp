#include "core/toml/toml_scan.h"

#include <array>
#include <string>

#include "core/base/utf8.h"

namespace decodescope {
namespace {

class Scanner {
public:
    explicit Scanner(std::string_view text) : text_(text) {}

    TomlObjection Scan() {
        while (objection_.problem.empty() && offset_ < text_.size()) {
            const char c = text_[offset_];
            if (c == '"' || c == '\'') {
                SkipString();
            } else if (c == '#') {
                while (offset_ < text_.size() && text_[offset_] != '\n') Advance();
            } else {
                Count(c);
                Advance();
            }
        }
        return objection_;
    }

private:
    // Brackets, and the dots between the parts of a key. A decimal point counts as a dot; there is
    // only one of them before the next character that ends a key.
    void Count(char c) {
        if (c == '[') Open(']');
        if (c == '{') Open('}');
        if (c == ']' || c == '}') Close(c);
        if (c == '.') {
            ++key_parts_;
        } else if (std::string_view("=,[]{}\n").find(c) != std::string_view::npos) {
            key_parts_ = 1;
        }
        if (key_parts_ > kLongestTomlKey) {
            Object("this key has too many parts", "no key in these files has more than 3");
        }
    }

    void Open(char closing) {
        if (depth_ == kDeepestToml) {
            Object("this is nested too deeply", "nothing in these files needs more than 4 levels");
        } else {
            closing_[static_cast<size_t>(depth_++)] = closing;
        }
    }

    void Close(char closing) {
        const char wanted = depth_ > 0 ? closing_[static_cast<size_t>(depth_ - 1)] : '\0';
        if (wanted == closing) {
            --depth_;
        } else if (wanted == ']') {
            Object("this brace closes nothing", "a bracket ] is expected first");
        } else if (wanted == '}') {
            Object("this bracket closes nothing", "a brace } is expected first");
        } else {
            Object("this closes nothing", "leave it out, or open it first");
        }
    }

    // Strings in one or in three quotation marks. A backslash escapes only within "...". A string
    // in single marks ends with its line at the latest; the parser explains that error.
    void SkipString() {
        const char mark = text_[offset_];
        const bool is_long = IsMarkTripled(mark);
        Advance(is_long ? 3 : 1);
        while (objection_.problem.empty() && offset_ < text_.size()) {
            const char c = text_[offset_];
            if (c == '\\' && mark == '"') {
                Advance();
            } else if (is_long && IsMarkTripled(mark)) {
                return Advance(3);
            } else if (!is_long && c == mark) {
                return Advance();
            } else if (!is_long && c == '\n') {
                return;
            }
            if (offset_ < text_.size()) Advance();
        }
    }

    bool IsMarkTripled(char mark) const { return text_.substr(offset_, 3) == std::string(3, mark); }

    void Advance(int characters) {
        for (int i = 0; i < characters && offset_ < text_.size(); ++i) Advance();
    }

    void Advance() {
        const Utf8Character character = Utf8At(text_, offset_);
        if (!character.code_point) {
            Object("the text is not UTF-8", "save the file as UTF-8");
        }
        if (text_[offset_] == '\n') {
            ++place_.line;
            place_.column = 1;
        } else {
            ++place_.column;
        }
        offset_ += character.length;
    }

    void Object(std::string_view problem, std::string_view remedy) {
        if (objection_.problem.empty()) objection_ = {problem, remedy, place_};
    }

    std::string_view text_;
    size_t offset_ = 0;
    TextPlace place_;
    std::array<char, kDeepestToml> closing_{};  // what closes each bracket that is open
    int depth_ = 0;
    int key_parts_ = 1;
    TomlObjection objection_;
};

}  // namespace

TomlObjection ScanToml(std::string_view text) { return Scanner(text).Scan(); }

}  // namespace decodescope
