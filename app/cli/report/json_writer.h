// JSON, written as it comes: no tree in memory, and numbers in the shortest form that reads back to
// the same double (a library's dump() does not promise that).
//
//   json.Object([&] {
//       json.Field("passes", 3);
//       json.Break().Array("ids", [&] { for (int id : ids) json.Value(id); });
//   });
#pragma once

#include <concepts>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/numbers.h"

namespace decodescope {

// Where lines end: only where Break() says so, or after everything, indented by its depth.
enum class JsonLayout { AsTold, Indented };

// Appends to a string. Commas are put where they belong. Between two calls, and when `pass_on` is
// called now and then, the string may be written somewhere and emptied: what was written is not
// looked at again.
class JsonWriter {
public:
    explicit JsonWriter(std::string& out, JsonLayout layout = JsonLayout::AsTold,
                        std::function<void()> pass_on = {})
        : out_(out), layout_(layout), pass_on_(std::move(pass_on)) {}

    // `fill` writes what is inside.
    template <class Fill>
    void Object(Fill fill) {
        Open('{');
        fill();
        Close('}');
    }
    template <class Fill>
    void Array(Fill fill) {
        Open('[');
        fill();
        Close(']');
    }
    template <class Fill>
    void Object(std::string_view key, Fill fill) {
        Key(key);
        Object(fill);
    }
    template <class Fill>
    void Array(std::string_view key, Fill fill) {
        Key(key);
        Array(fill);
    }

    // NaN and infinities become the strings "NaN", "Infinity", "-Infinity".
    void Value(double number);
    void Value(std::string_view utf8);
    void Value(const char* utf8) { Value(std::string_view(utf8)); }
    void Value(const std::string& utf8) { Value(std::string_view(utf8)); }
    void Value(std::nullptr_t) { Put("null"); }
    template <std::integral T>
    void Value(T number) {
        if constexpr (std::same_as<T, bool>)
            Put(number ? "true" : "false");
        else
            Put(std::to_string(number));
    }
    // Null where there is none.
    template <class T>
    void Value(const std::optional<T>& value) {
        value ? Value(*value) : Value(nullptr);
    }
    // An array.
    template <class T>
    void Value(const std::vector<T>& values) {
        Array([&] {
            for (const T& value : values) Value(value);
        });
    }
    void Value(const Numbers& numbers);

    void Key(std::string_view name);

    template <class T>
    void Field(std::string_view key, const T& value) {
        Key(key);
        Value(value);
    }

    // A key and its text, whatever bytes it has. Bytes that are not UTF-8 appear as <0xNN> in the
    // text; NAME_bytes then has all of them, exactly, in hexadecimal.
    void BytesField(std::string_view key, std::string_view bytes);

    // A line break before the next thing, so that a person can read the file too.
    JsonWriter& Break() {
        breaks_ = true;
        return *this;
    }

private:
    void Open(char bracket);
    void Close(char bracket);
    void Put(std::string_view token);
    void Separate();
    void EndLine();

    std::string& out_;
    JsonLayout layout_;
    std::function<void()> pass_on_;  // may be empty
    std::size_t depth_ = 0;
    bool needs_comma_ = false;  // before the next key or value
    bool follows_key_ = false;
    bool breaks_ = false;
};

}  // namespace decodescope
