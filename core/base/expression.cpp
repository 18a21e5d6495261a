#include "core/base/expression.h"

#include <charconv>
#include <cmath>
#include <string>
#include <system_error>

#include "core/base/error.h"

namespace decodescope {
namespace {

std::string Quoted(std::string_view text) { return "'" + std::string(text) + "'"; }

// Reads the grammar from left to right, one function a rule. Everything is kept as long double.
class ExpressionReader {
public:
    explicit ExpressionReader(std::string_view text) : text_(text) {}

    double Read() {
        const long double value = Expression();
        SkipSpaces();
        if (at_ != text_.size()) throw NoNumber();
        const auto number = static_cast<double>(value);
        const bool is_too_large = std::isinf(number) && !has_infinity_;
        const bool is_too_small = number == 0 && !has_zero_ && !has_infinity_;
        if (is_too_large || is_too_small) throw OutOfRange(text_);
        return number;
    }

private:
    long double Expression() {
        long double value = Signed();
        for (;;) {
            if (Take("*") || Take("·") || Take("×")) {
                value *= Signed();
            } else if (Take("/")) {
                value = Divided(value, Signed());
            } else {
                return value;
            }
        }
    }

    long double Divided(long double dividend, long double divisor) const {
        if (divisor != 0) return dividend / divisor;
        throw Error(Quoted(text_) + " divides by 0", {}, "write another number after the /");
    }

    long double Signed() {
        if (Take("-") || Take("−")) return -Factor();
        Take("+");
        return Factor();
    }

    long double Factor() {
        constexpr int kDeepest = 32;  // roots and brackets within each other
        if (++depth_ > kDeepest) throw NoNumber();
        const long double value = Take("√")      ? Root(Factor())
                                  : Take("sqrt") ? Root(InBrackets())
                                  : Sees("(")    ? InBrackets()
                                                 : Decimal();
        --depth_;
        return value;
    }

    long double InBrackets() {
        if (!Take("(")) throw NoNumber();
        const long double value = Expression();
        if (!Take(")")) throw NoNumber();
        return value;
    }

    long double Root(long double square) const {
        if (!(square < 0)) return std::sqrt(square);
        throw Error(Quoted(text_) + " takes the square root of a negative number", {},
                    "write a number of at least 0 there");
    }

    long double Decimal() {
        SkipSpaces();
        const std::string_view rest = text_.substr(at_);
        if (rest.starts_with('-')) throw NoNumber();  // a second sign, which from_chars would take
        double number = 0;
        const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), number);
        const auto length = static_cast<size_t>(end - rest.data());
        if (error == std::errc::result_out_of_range) {
            throw OutOfRange(rest.substr(0, length));
        }
        if (error != std::errc()) throw NoNumber();
        at_ += length;
        has_zero_ |= number == 0;
        has_infinity_ |= std::isinf(number);
        return static_cast<long double>(number);
    }

    // --- Single words ----------------------------------------------------------------------------

    void SkipSpaces() {
        constexpr std::string_view kSpaces = " \t\r\n";
        while (at_ < text_.size() && kSpaces.find(text_[at_]) != std::string_view::npos) ++at_;
    }

    bool Sees(std::string_view word) {
        SkipSpaces();
        return text_.substr(at_).starts_with(word);
    }

    bool Take(std::string_view word) {
        if (!Sees(word)) return false;
        at_ += word.size();
        return true;
    }

    static Error OutOfRange(std::string_view text) {
        return Error(Quoted(text) + " is too large or too close to 0 for a number", {},
                     "write 0, or one from 5e-324 to 1.7e308");
    }

    Error NoNumber() const {
        return Error(Quoted(text_) + " is not a number", {},
                     "write a number such as 0.33, 1e-5, 3/4 or 1/sqrt(2)");
    }

    std::string_view text_;
    size_t at_ = 0;
    int depth_ = 0;
    bool has_zero_ = false, has_infinity_ = false;  // among the decimals, so that both may result
};

}  // namespace

double Evaluate(std::string_view text) { return ExpressionReader(text).Read(); }

}  // namespace decodescope
