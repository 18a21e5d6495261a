// Values from a TOML document, each of the kind that is wanted, or an Error that says where it is
// and what would be right.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/numbers.h"
#include "core/base/tensor.h"
#include "core/toml/bounded_toml.h"

namespace decodescope {

// How many numbers or rows are wanted, and why: {2, "d_model"}.
struct WantedSize {
    static constexpr int kAny = -1;  // as many as there are

    int count = kAny;
    std::string reason;
};

// `name` is what messages call the value that is read, such as "layers[0].query".
class TomlReader {
public:
    explicit TomlReader(const TomlDocument& document) : document_(document) {}

    const TomlDocument& document() const { return document_; }

    // From now on a number must have one of this precision near it.
    void SetPrecision(Precision precision) { precision_ = precision; }

    Error Wrong(TextPlace place, const std::string& problem, const std::string& remedy) const;

    // Throws where the value is not a table, or has an unknown key; the nearest known one is
    // suggested. `elsewhere` are keys of the top level, so that one which got below a [section] by
    // mistake is explained.
    void RequireKeys(const TomlValue& table, const std::string& name,
                     std::span<const std::string_view> known,
                     std::span<const std::string_view> elsewhere = {}) const;

    // The value of a key that must be there; `remedy` says how it is written.
    const TomlValue& Require(const TomlValue& table, std::string_view key,
                             const std::string& remedy) const;

    // Throws where a table has a key that would have no effect: that is an error, not ignored.
    // `needed` says what would give it one. The table may be null.
    void RejectUnless(bool has_effect, const TomlValue* table, std::string_view key,
                      const std::string& needed) const;

    std::string String(const TomlValue& value, const std::string& name) const;
    bool Boolean(const TomlValue& value, const std::string& name) const;
    int Integer(const TomlValue& value, const std::string& name, int least, int most) const;

    // An integer of at least 0. TOML's integers end at 2^63; a larger one is written as a string.
    std::uint64_t Unsigned(const TomlValue& value, const std::string& name) const;

    // An integer or a decimal; also a string such as "1/sqrt(2)". May be NaN or infinite, but does
    // not become so: what the precision cannot hold is refused.
    double Number(const TomlValue& value, const std::string& name) const;
    double FiniteNumber(const TomlValue& value, const std::string& name) const;

    const TomlValue::Array& Array(const TomlValue& value, const std::string& name,
                                  const WantedSize& wanted) const;
    Vector<double> Numbers(const TomlValue& value, const std::string& name,
                           const WantedSize& wanted) const;
    // [rows, columns], at least 1 × 1. Any number of columns means: as many as the first row has.
    Matrix<double> Rows(const TomlValue& value, const std::string& name, const WantedSize& rows,
                        const WantedSize& columns) const;

    // A token: a string, or { bytes = [0xE2, 0x82] } for one that is not UTF-8.
    std::string Bytes(const TomlValue& value, const std::string& name) const;

    // One of a few words, as its index.
    std::size_t Choice(const TomlValue& value, const std::string& name,
                       std::span<const std::string_view> words) const;

    // One of a few words, such as {{"none", NormKind::None}, {"rms", NormKind::RmsNorm}}.
    template <class T>
    T Choice(const TomlValue& value, const std::string& name,
             std::initializer_list<std::pair<std::string_view, T>> choices) const {
        const std::string word = String(value, name);
        std::vector<std::string_view> words;
        for (const auto& [choice, meaning] : choices) {
            if (word == choice) return meaning;
            words.push_back(choice);
        }
        throw NoSuchChoice(value, name, word, words);
    }

private:
    double NumberAsWritten(const TomlValue& value, const std::string& name) const;

    Error WrongKind(const TomlValue& value, const std::string& name,
                    const std::string& wanted) const;
    Error NoSuchChoice(const TomlValue& value, const std::string& name, const std::string& word,
                       const std::vector<std::string_view>& words) const;

    // "0.330" where two integers of an array look like one with a decimal comma, else empty.
    std::string PointForComma(const TomlValue::Array& numbers) const;

    const TomlDocument& document_;
    Precision precision_ = Precision::Float64;
};

}  // namespace decodescope
