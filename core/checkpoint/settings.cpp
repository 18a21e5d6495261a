#include "core/checkpoint/settings.h"

#include "core/base/error.h"

namespace decodescope {
namespace {

Error WrongType(std::string_view name, const std::string& wanted, const std::string& file) {
    return Error(std::string(name) + " is no " + wanted, file, "is the file damaged?");
}

Error Missing(std::string_view name, const std::string& file) {
    return Error("the file does not say " + std::string(name), file,
                 "a model of this architecture needs it");
}

}  // namespace

const Settings::Value* Settings::Find(std::string_view name) const {
    const auto found = values_.find(name);
    return found == values_.end() ? nullptr : &found->second;
}

std::optional<int> Settings::Integer(std::string_view name, int least, int most) const {
    const Value* const value = Find(name);
    if (value == nullptr) return std::nullopt;
    const auto* const integer = std::get_if<std::int64_t>(value);
    if (integer == nullptr) throw WrongType(name, "whole number", file_);
    if (*integer < least || *integer > most) {
        throw Error(std::string(name) + " is " + std::to_string(*integer), file_,
                    "it must be from " + std::to_string(least) + " to " + std::to_string(most));
    }
    return static_cast<int>(*integer);
}

std::optional<double> Settings::Number(std::string_view name) const {
    const Value* const value = Find(name);
    if (value == nullptr) return std::nullopt;
    if (const auto* const number = std::get_if<double>(value)) return *number;
    if (const auto* const integer = std::get_if<std::int64_t>(value))
        return static_cast<double>(*integer);
    throw WrongType(name, "number", file_);
}

std::optional<std::string> Settings::Text(std::string_view name) const {
    const Value* const value = Find(name);
    if (value == nullptr) return std::nullopt;
    if (const auto* const text = std::get_if<std::string>(value)) return *text;
    throw WrongType(name, "text", file_);
}

std::optional<bool> Settings::Flag(std::string_view name) const {
    const Value* const value = Find(name);
    if (value == nullptr) return std::nullopt;
    if (const auto* const flag = std::get_if<bool>(value)) return *flag;
    throw WrongType(name, "true or false", file_);
}

int Settings::RequireInteger(std::string_view name, int least, int most) const {
    if (const auto integer = Integer(name, least, most)) return *integer;
    throw Missing(name, file_);
}

double Settings::RequireNumber(std::string_view name) const {
    if (const auto number = Number(name)) return *number;
    throw Missing(name, file_);
}

}  // namespace decodescope
