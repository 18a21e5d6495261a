// Every verb has all that --help and the dispatch read.
#include "app/cli/verbs.h"

#include <set>

#include "tests/support/catch.h"

namespace decodescope {
namespace {

const Window kWindow{.run = nullptr, .views = "pass or cost"};

TEST_CASE("Every verb has its own name, a description and options that differ") {
    std::set<std::string> names;
    for (const Verb* verb : Verbs()) {
        CAPTURE(std::string(verb->name));
        CHECK(names.insert(verb->name).second);
        CHECK(&VerbNamed(verb->name) == verb);
        CHECK(*verb->arguments != '\0');
        CHECK(*verb->summary != '\0');
        CHECK(*verb->help != '\0');
        OptionList list;
        CHECK(verb->prepare(list, kWindow));
        std::set<std::string> options;
        for (const Option& option : list.options()) {
            CAPTURE(option.name);
            CHECK(options.insert(option.name).second);
            CHECK_FALSE(option.help.empty());
            CHECK(option.set);
        }
        CHECK(options.contains("FILE"));
    }
}

TEST_CASE("Without a verb, and with a first word that is not one, the window opens") {
    CHECK(*VerbNamed(nullptr).name == '\0');
    CHECK(*VerbNamed("").name == '\0');
    CHECK(*VerbNamed("abc.toml").name == '\0');
    CHECK(*VerbNamed("--help").name == '\0');
    CHECK(VerbNamed("").needs_display);
    CHECK_FALSE(VerbNamed("trace").needs_display);
}

TEST_CASE("The program's help has a line for each verb") {
    const std::string help = VerbsHelp();
    for (const Verb* verb : Verbs()) {
        if (*verb->name == '\0') continue;
        const size_t line = help.find("\n  decodescope " + std::string(verb->name) + " ");
        REQUIRE(line != std::string::npos);
        const std::string words = help.substr(line + 1, help.find('\n', line + 1) - line - 1);
        CHECK(words.find(verb->summary) != std::string::npos);
        CHECK((words.find("needs a display") != std::string::npos) == verb->needs_display);
    }
}

TEST_CASE("What was typed is kept until the verb runs") {
    OptionList list;
    const VerbRun run = VerbNamed("trace").prepare(list, kWindow);
    for (const Option& option : list.options()) {
        if (option.name == "FILE") option.set("no such file.toml");
    }
    CHECK_THROWS(run());
}

}  // namespace
}  // namespace decodescope
