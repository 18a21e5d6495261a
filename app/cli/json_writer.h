// JSON, written as it comes: no tree in memory, and numbers in the shortest form that reads back to
// the same double (a library's dump() does not promise that).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace decodescope {

// Appends to a string. The caller opens and closes; commas are put where they belong.
class JsonWriter {
public:
    explicit JsonWriter(std::string& out) : out_(out) {}

    void BeginObject() { Open('{'); }
    void EndObject() { Close('}'); }
    void BeginArray() { Open('['); }
    void EndArray() { Close(']'); }

    void Key(std::string_view name);

    // NaN and infinities become the strings "NaN", "Infinity", "-Infinity".
    void Number(double number);
    void Integer(std::int64_t number) { Put(std::to_string(number)); }
    void Unsigned(std::uint64_t number) { Put(std::to_string(number)); }
    void Bool(bool value) { Put(value ? "true" : "false"); }
    void Null() { Put("null"); }

    // Text must be UTF-8.
    void Text(std::string_view utf8);

    // A key and its text, whatever bytes it has. Bytes that are not UTF-8 appear as <0xNN> in the
    // text; NAME_bytes then has all of them, exactly, in hexadecimal.
    void KeyAndBytes(std::string_view name, std::string_view bytes);

    // A line break before the next thing, so that a person can read the file too.
    void Break() { breaks_ = true; }

private:
    void Open(char bracket);
    void Close(char bracket);
    void Put(std::string_view token);
    void Separate();

    std::string& out_;
    bool needs_comma_ = false;
    bool breaks_ = false;
};

}  // namespace decodescope
