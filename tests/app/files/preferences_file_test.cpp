#include "app/files/preferences_file.h"

#include "core/base/error.h"
#include "tests/support/catch.h"
#include "tests/support/temporary_folder.h"

namespace decodescope {
namespace {

Preferences Unusual() {
    Preferences p;
    p.theme = ThemeKind::Dark;
    p.scale = 1.625f;
    p.numbers = {.decimals = 5, .decimal_comma = true};
    p.has_motion = false;
    p.seconds_per_stage = 0.3;
    p.loops = true;
    p.stops_at_selection = true;
    p.panels = {.recipe_width = 301.5f, .inspector_width = 444, .inspector_height = 222.25f};
    p.trace_megabytes = 1000;
    p.window = {.width = 1234, .height = 777, .is_maximized = true};
    p.recent = {"/a/b.toml", "/quoted \"name\"\n.toml", "/not utf-8 \xFF.toml"};
    return p;
}

}  // namespace

TEST_CASE("Preferences read back as they were written") {
    for (const Preferences& preferences : {Preferences{}, Unusual()}) {
        const PreferencesRead read = ParsePreferences(FormatPreferences(preferences), "p.toml");
        CHECK(read.problem == "");
        CHECK(read.preferences == preferences);
    }
}

TEST_CASE("Unknown keys of another version are ignored") {
    const PreferencesRead read =
        ParsePreferences("theme = \"dark\"\nfuture = [1, 2]\n[more]\nx = 1\n", "p.toml");
    CHECK(read.problem == "");
    CHECK(read.preferences.theme == ThemeKind::Dark);
}

TEST_CASE("A wrong preference keeps its default and the others are read") {
    const char* const wrong[] = {"theme = \"pink\"",     "theme = 3",          "scale = 1000",
                                 "scale = nan",          "scale = \"big\"",    "decimals = 99",
                                 "motion = \"perhaps\"", "recent = 7",         "recent = [1]",
                                 "window_width = -5",    "trace_megabytes = 0"};
    for (const char* line : wrong) {
        INFO(line);
        const PreferencesRead read =
            ParsePreferences(std::string(line) + "\nloops = true\n", "p.toml");
        CHECK_FALSE(read.problem.empty());
        CHECK(read.preferences.loops);
        Preferences usual;
        usual.loops = true;
        CHECK(read.preferences == usual);
    }
}

TEST_CASE("Broken preferences give the defaults and a message, no more") {
    const TemporaryFolder folder;
    for (const std::string& text : {std::string("theme = "), std::string("\xFF\xFE\x00", 3),
                                    std::string("[[["), std::string(3 << 20, 'x')}) {
        const PreferencesRead read = ReadPreferences(folder.Write("p.toml", text));
        CHECK(read.preferences == Preferences{});
        CHECK_FALSE(read.problem.empty());
    }
    CHECK_FALSE(ReadPreferences(folder.path()).problem.empty());  // a folder of that name
}

TEST_CASE("No preferences yet, or no place for them, is no problem") {
    const TemporaryFolder folder;
    CHECK(ReadPreferences(folder.path() / "none.toml").problem == "");
    CHECK(ReadPreferences("").problem == "");
}

TEST_CASE("Preferences create their folder and replace what was there") {
    const TemporaryFolder folder;
    const auto path = folder.path() / "decodescope" / "preferences.toml";
    WritePreferences(path, Preferences{});
    WritePreferences(path, Unusual());
    CHECK(ReadPreferences(path).preferences == Unusual());
    CHECK_THROWS_AS(WritePreferences(path / "below a file" / "p.toml", Unusual()), Error);
}

TEST_CASE("What the command line set is not written until the person changes it") {
    Preferences remembered, started;
    remembered.scale = 1.5f;
    started.scale = 1.5f;
    started.theme = ThemeKind::Dark;  // --theme dark
    CHECK(WithoutOverrides(started, started, remembered) == remembered);
    Preferences now = started;
    now.loops = true;
    now.scale = 2;
    const Preferences kept = WithoutOverrides(now, started, remembered);
    CHECK(kept.theme == ThemeKind::Light);
    CHECK(kept.scale == 2);
    CHECK(kept.loops);
}

}  // namespace decodescope
