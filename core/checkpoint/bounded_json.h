// JSON from files that nobody vouches for: of limited size and depth, each name once.
#pragma once

#include <cstdint>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace decodescope {

using Json = nlohmann::json;

// Throws Error with the place in `file` where it is no JSON, nested too deeply, not UTF-8, or has a
// name twice in one object.
Json ParseJson(std::string_view text, const std::string& file);

// A JSON file, which must be an object. Throws Error where it is missing or larger than `most`
// bytes.
Json ReadJsonFile(const std::filesystem::path& path, std::size_t most);

// The member of an object; null where it is not there, or null.
const Json* Member(const Json& object, std::string_view name);

}  // namespace decodescope
