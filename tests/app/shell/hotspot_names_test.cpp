// Scripts find things by the names of their hotspots: docs/window-log.md lists them.
#include <algorithm>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "app/apply/edit_commands.h"
#include "app/apply/inspect_commands.h"
#include "app/apply/screen_commands.h"
#include "app/shell/views.h"
#include "tests/support/catch.h"
#include "tests/support/program_bench.h"
#include "tests/support/temporary_folder.h"

namespace decodescope {
namespace {

using NameParts = std::vector<std::string>;

NameParts PartsOf(const std::string& name) {
    NameParts parts;
    std::istringstream text(name);
    for (std::string part; std::getline(text, part, '.');) parts.push_back(part);
    return parts;
}

bool IsPlaceholder(const std::string& part) {
    return std::ranges::all_of(part, [](char c) { return 'A' <= c && c <= 'Z'; });
}

// Every name between backticks below the heading "Hotspots".
std::vector<NameParts> ListedNames() {
    const std::string text = Slurp("docs/window-log.md");
    std::vector<NameParts> names;
    size_t at = text.find("## Hotspots");
    while ((at = text.find('`', at)) != std::string::npos) {
        const size_t end = text.find('`', at + 1);
        names.push_back(PartsOf(text.substr(at + 1, end - at - 1)));
        at = end + 1;
    }
    return names;
}

// A placeholder is one part of a name; ANY is all that follows.
bool Matches(const NameParts& listed, const NameParts& name) {
    for (size_t i = 0; i < listed.size(); ++i) {
        if (listed[i] == "ANY") return i < name.size();
        if (i >= name.size() || (listed[i] != name[i] && !IsPlaceholder(listed[i]))) return false;
    }
    return listed.size() == name.size();
}

void Collect(const ProgramBench& bench, std::set<std::string>& names) {
    for (const Hotspot& spot : bench.app.hotspots().all()) names.insert(spot.name);
}

std::set<std::string> DrawnNames() {
    std::set<std::string> names;
    const auto do_and_collect = [&](ProgramBench& bench, const Command& command) {
        bench.app.Do(command);
        bench.ui.Settle();
        Collect(bench, names);
    };
    for (const AppState& state : {AbcState({1, 8}), DrinksState({1, 28})}) {
        for (const ViewRow* row : Views()) {
            ProgramBench bench(state, row->view);
            Collect(bench, names);
            do_and_collect(bench, TogglePresentation{});
        }
        for (const char* tab : {"plane", "candidates", "check", "loop", "transcript"}) {
            AppState with_tab = state;
            with_tab.ui.tab = tab;
            Collect(ProgramBench(with_tab), names);
        }
        ProgramBench bench(state);
        do_and_collect(bench, Pin{Cell{TensorId::AttentionWeights, 0, 0, 2, 0}});
        do_and_collect(bench, ToggleInspector{});
        do_and_collect(bench, ToggleRecipe{});
        do_and_collect(bench, SetPrompt{"A X"});
        do_and_collect(bench, ToggleKeys{});
        do_and_collect(bench, ToggleSettings{});
    }
    return names;
}

}  // namespace

TEST_CASE("Every hotspot that is drawn has its name in the list") {
    const std::vector<NameParts> listed = ListedNames();
    REQUIRE(listed.size() > 100);
    const std::set<std::string> drawn = DrawnNames();
    CHECK(drawn.size() > 300);
    for (const std::string& name : drawn) {
        const NameParts parts = PartsOf(name);
        INFO(name);
        CHECK(
            std::ranges::any_of(listed, [&](const NameParts& one) { return Matches(one, parts); }));
    }
}

}  // namespace decodescope
