#include "app/files/preferences_file.h"

#include <algorithm>

#include "app/files/folders.h"
#include "core/base/error.h"
#include "core/io/file.h"
#include "core/toml/toml_reader.h"
#include "core/toml/toml_writer.h"

namespace decodescope {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kLargestPreferences = std::size_t{1} << 20;
constexpr int kLargestWindow = 32768;
constexpr double kLeastSeconds = 0.05, kMostSeconds = 60;
constexpr double kLargestPanel = 10000;

// A value in a file, and where messages say it is.
struct Place {
    const TomlReader& read;
    const TomlValue& value;
    const std::string& key;

    bool Boolean() const { return read.Boolean(value, key); }
    int Integer(int least, int most) const { return read.Integer(value, key, least, most); }
    double Number(double least, double most) const {
        const double number = read.FiniteNumber(value, key);
        if (least <= number && number <= most) return number;
        throw read.Wrong(value.place, key + " is out of range",
                         "write one from " + TomlNumber(least) + " to " + TomlNumber(most));
    }
    float Float(double least, double most) const { return static_cast<float>(Number(least, most)); }
};

// --- The table

struct Field {
    const char* key;
    std::string (*format)(const Preferences& p);  // empty: nothing to remember
    void (*read)(Preferences& p, const Place& at);
};

std::string FormatBool(bool value) { return value ? "true" : "false"; }

std::string FormatChoice(std::optional<bool> choice) { return choice ? FormatBool(*choice) : ""; }

std::string FormatSize(const std::optional<float>& size) {
    return size ? TomlNumber(std::round(static_cast<double>(*size) * 8) / 8) : "";
}

std::string FormatRecent(const Preferences& p) {
    std::vector<std::string> items;
    for (const std::string& path : p.recent) items.push_back(TomlText(path));
    return TomlList(items);
}

void ReadRecent(Preferences& p, const Place& at) {
    for (const TomlValue& path : at.read.Array(at.value, at.key, {WantedSize::kAny, ""})) {
        if (p.recent.size() == kMostRecent) break;
        p.recent.push_back(at.read.Bytes(path, at.key));
    }
}

constexpr Field kFields[] = {
    {"theme",
     [](const Preferences& p) { return TomlText(p.theme == ThemeKind::Dark ? "dark" : "light"); },
     [](Preferences& p, const Place& at) {
         p.theme = at.read.Choice<ThemeKind>(
             at.value, at.key, {{"light", ThemeKind::Light}, {"dark", ThemeKind::Dark}});
     }},
    {"scale", [](const Preferences& p) { return TomlNumber(static_cast<double>(p.scale)); },
     [](Preferences& p, const Place& at) {
         p.scale = at.Float(static_cast<double>(kLeastScale), static_cast<double>(kMostScale));
     }},
    {"decimals", [](const Preferences& p) { return std::to_string(p.numbers.decimals); },
     [](Preferences& p, const Place& at) {
         p.numbers.decimals = at.Integer(kFewestDecimals, kMostDecimals);
     }},
    {"decimal_comma", [](const Preferences& p) { return FormatBool(p.numbers.decimal_comma); },
     [](Preferences& p, const Place& at) { p.numbers.decimal_comma = at.Boolean(); }},
    {"motion", [](const Preferences& p) { return FormatBool(p.has_motion); },
     [](Preferences& p, const Place& at) { p.has_motion = at.Boolean(); }},
    {"seconds_per_stage", [](const Preferences& p) { return TomlNumber(p.seconds_per_stage); },
     [](Preferences& p, const Place& at) {
         p.seconds_per_stage = at.Number(kLeastSeconds, kMostSeconds);
     }},
    {"loops", [](const Preferences& p) { return FormatBool(p.loops); },
     [](Preferences& p, const Place& at) { p.loops = at.Boolean(); }},
    {"stops_at_selection", [](const Preferences& p) { return FormatBool(p.stops_at_selection); },
     [](Preferences& p, const Place& at) { p.stops_at_selection = at.Boolean(); }},
    {"trace_megabytes", [](const Preferences& p) { return std::to_string(p.trace_megabytes); },
     [](Preferences& p, const Place& at) {
         p.trace_megabytes = at.Integer(kLeastTraceMegabytes, kMostTraceMegabytes);
     }},
    {"recipe_width", [](const Preferences& p) { return FormatSize(p.panels.recipe_width); },
     [](Preferences& p, const Place& at) { p.panels.recipe_width = at.Float(0, kLargestPanel); }},
    {"inspector_width", [](const Preferences& p) { return FormatSize(p.panels.inspector_width); },
     [](Preferences& p, const Place& at) {
         p.panels.inspector_width = at.Float(0, kLargestPanel);
     }},
    {"inspector_height", [](const Preferences& p) { return FormatSize(p.panels.inspector_height); },
     [](Preferences& p, const Place& at) {
         p.panels.inspector_height = at.Float(0, kLargestPanel);
     }},
    {"recipe_open", [](const Preferences& p) { return FormatChoice(p.panels.recipe_open); },
     [](Preferences& p, const Place& at) { p.panels.recipe_open = at.Boolean(); }},
    {"inspector_open", [](const Preferences& p) { return FormatChoice(p.panels.inspector_open); },
     [](Preferences& p, const Place& at) { p.panels.inspector_open = at.Boolean(); }},
    {"window_width", [](const Preferences& p) { return std::to_string(p.window.width); },
     [](Preferences& p, const Place& at) { p.window.width = at.Integer(0, kLargestWindow); }},
    {"window_height", [](const Preferences& p) { return std::to_string(p.window.height); },
     [](Preferences& p, const Place& at) { p.window.height = at.Integer(0, kLargestWindow); }},
    {"window_maximized", [](const Preferences& p) { return FormatBool(p.window.is_maximized); },
     [](Preferences& p, const Place& at) { p.window.is_maximized = at.Boolean(); }},
    {"recent", FormatRecent, ReadRecent},
};

}  // namespace

std::string FormatPreferences(const Preferences& preferences) {
    std::string text = "# What Decodescope remembers from one start to the next.\n";
    for (const Field& field : kFields) {
        const std::string value = field.format(preferences);
        if (!value.empty()) text += std::string(field.key) + " = " + value + "\n";
    }
    return text;
}

PreferencesRead ParsePreferences(std::string_view text, const std::string& file_name) {
    PreferencesRead result;
    try {
        const TomlDocument document = ParseToml(text, file_name);
        const TomlReader reader(document);
        for (const Field& field : kFields) {
            const TomlValue* value = document.root.Find(field.key);
            if (!value) continue;
            Preferences changed = result.preferences;
            const std::string key = field.key;
            try {
                field.read(changed, {reader, *value, key});
                result.preferences = std::move(changed);
            } catch (const Error& error) {
                result.problem = error.what();
            }
        }
    } catch (const Error& error) {
        result.problem = error.what();
    }
    return result;
}

PreferencesRead ReadPreferences(const fs::path& path) {
    std::error_code ignored;
    if (path.empty() || !fs::exists(path, ignored)) return {};
    try {
        return ParsePreferences(ReadFile(path, kLargestPreferences), path.string());
    } catch (const Error& error) {
        return {.preferences = {}, .problem = error.what()};
    }
}

void WritePreferences(const fs::path& path, const Preferences& preferences) {
    std::error_code ignored;  // without the folder, writing fails and says so
    fs::create_directories(path.parent_path(), ignored);
    WriteFileAtomically(path, FormatPreferences(preferences));
}

Preferences WithoutOverrides(Preferences now, const Preferences& started,
                             const Preferences& remembered) {
    if (now.theme == started.theme) now.theme = remembered.theme;
    if (now.scale == started.scale) now.scale = remembered.scale;
    if (now.trace_megabytes == started.trace_megabytes)
        now.trace_megabytes = remembered.trace_megabytes;
    return now;
}

}  // namespace decodescope
