#include "core/checkpoint/bounded_json.h"

#include <set>
#include <utility>
#include <vector>

#include "core/base/error.h"
#include "core/checkpoint/mapped_file.h"
#include "core/tokenizer/token_display.h"

namespace decodescope {
namespace {

// Looks at JSON as it is parsed.
class JsonGuard {
public:
    explicit JsonGuard(std::string file) : file_(std::move(file)) {}

    bool operator()(int, Json::parse_event_t event, Json& parsed) {
        using Event = Json::parse_event_t;
        switch (event) {
            case Event::object_start:
            case Event::array_start:
                if (names_.size() == kDeepest) {
                    throw Error(
                        "the JSON is nested more than " + std::to_string(kDeepest) + " deep", file_,
                        "is the file damaged?");
                }
                names_.emplace_back();
                break;
            case Event::object_end:
            case Event::array_end: names_.pop_back(); break;
            case Event::key: RequireNew(parsed.get_ref<const std::string&>()); break;
            case Event::value: break;
        }
        return true;
    }

private:
    static constexpr std::size_t kDeepest = 32;

    void RequireNew(const std::string& name) {
        if (names_.back().insert(name).second) return;
        throw Error("the JSON has the name " + PrintableUtf8(name) + " twice", file_,
                    "each must be there once");
    }

    std::string file_;
    std::vector<std::set<std::string>> names_;  // of each object that is being parsed
};

}  // namespace

Json ParseJson(std::string_view text, const std::string& file) {
    JsonGuard guard(file);
    try {
        return Json::parse(text, [&](int depth, Json::parse_event_t event, Json& parsed) {
            return guard(depth, event, parsed);
        });
    } catch (const Json::exception& error) {
        const auto* const parse_error = dynamic_cast<const Json::parse_error*>(&error);
        const std::string place =
            parse_error ? ", byte " + std::to_string(parse_error->byte) : std::string();
        throw Error("this is no JSON", file + place, "is the file cut off or damaged?");
    }
}

Json ReadJsonFile(const std::filesystem::path& path, std::size_t most) {
    const MappedFile file(path);
    if (file.bytes().size() > most) {
        throw Error("the file is larger than " + std::to_string(most) + " bytes", path.string(),
                    "is it the right one?");
    }
    Json json = ParseJson(file.bytes(), path.string());
    if (!json.is_object()) {
        throw Error("the JSON is no object", path.string(), "it must be { … }");
    }
    return json;
}

const Json* Member(const Json& object, std::string_view name) {
    if (!object.is_object()) return nullptr;
    const auto found = object.find(name);
    return found == object.end() || found->is_null() ? nullptr : &*found;
}

}  // namespace decodescope
