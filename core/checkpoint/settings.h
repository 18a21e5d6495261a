// What a file says about its model in words and numbers: the metadata of a GGUF file or the entries
// of a config.json, those of nested objects under "outer.inner".
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace decodescope {

class Settings {
public:
    // A list or anything else is there, but is none of these.
    struct Other {};
    using Value = std::variant<Other, bool, std::int64_t, double, std::string>;

    explicit Settings(std::string file) : file_(std::move(file)) {}

    void Set(std::string name, Value value) { values_[std::move(name)] = std::move(value); }

    const std::string& file() const { return file_; }
    bool Has(std::string_view name) const { return values_.contains(name); }

    // Nothing where it is not there. Throws Error where it is of another type, or out of range.
    std::optional<int> Integer(std::string_view name, int least, int most) const;
    std::optional<double> Number(std::string_view name) const;
    std::optional<std::string> Text(std::string_view name) const;
    std::optional<bool> Flag(std::string_view name) const;

    // It must be there.
    int RequireInteger(std::string_view name, int least, int most) const;
    double RequireNumber(std::string_view name) const;

private:
    const Value* Find(std::string_view name) const;

    std::map<std::string, Value, std::less<>> values_;
    std::string file_;
};

}  // namespace decodescope
