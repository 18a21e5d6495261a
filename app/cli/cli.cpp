#include "app/cli/cli.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <csignal>

#include "app/cli/output.h"
#include "app/cli/verbs.h"
#include "core/base/error.h"
#include "core/io/file_error.h"

namespace decodescope {
namespace {

// --- Parsing ------------------------------------------------------------------------------------

void AddToParser(CLI::App& app, const Option& option) {
    if (option.argument.empty() && option.name.starts_with('-')) {
        app.add_flag_callback(
            option.name, [set = option.set] { set(""); }, option.help);
        return;
    }
    CLI::Option* added = nullptr;
    if (option.repeats) {
        const auto set_each = [set = option.set](const std::vector<std::string>& values) {
            for (const std::string& value : values) set(value);
        };
        added =
            app.add_option_function<std::vector<std::string>>(option.name, set_each, option.help)
                ->allow_extra_args(false);
    } else {
        added = app.add_option_function<std::string>(option.name, option.set, option.help);
    }
    added->type_name(option.argument)->required(option.is_required);
}

std::string UsageOf(const Verb& verb) {
    const std::string name = verb.name;
    return "decodescope" + (name.empty() ? "" : " " + name);
}

// The files that were typed, for CheckOutput.
struct TypedPaths {
    std::optional<std::string> output;
    std::vector<std::optional<std::string>> inputs;
};

// The option, which also notes the file that it names.
Option Noting(Option option, TypedPaths& paths) {
    if (option.path == PathUse::None) return option;
    const bool is_output = option.path == PathUse::Writes;
    option.set = [set = option.set, is_output, &paths](const std::string& value) {
        set(value);
        if (is_output)
            paths.output = value;
        else
            paths.inputs.emplace_back(value);
    };
    return option;
}

// What was typed after the verb, last first, as CLI11 takes it. "--prompt=" is an empty prompt;
// CLI11 would take the next argument for it.
std::vector<std::string> ArgumentsFrom(int argc, char** argv, int first) {
    std::vector<std::string> arguments;
    bool is_plain = false;  // after "--" everything is a FILE
    for (int i = first; i < argc; ++i) {
        const std::string argument = argv[i];
        const bool is_empty_value = !is_plain && argument.size() > 3 &&
                                    argument.starts_with("--") &&
                                    argument.find('=') == argument.size() - 1;
        is_plain |= argument == "--";
        arguments.push_back(is_empty_value ? argument.substr(0, argument.size() - 1) : argument);
        if (is_empty_value) arguments.emplace_back();
    }
    std::ranges::reverse(arguments);
    return arguments;
}

// Parses, then runs. --help and --version come as exceptions from the parser.
int ParseAndRun(int argc, char** argv, const Window& window) {
    const Verb& verb = VerbNamed(argc > 1 ? argv[1] : nullptr);
    const bool is_named = *verb.name != '\0';
    OptionList list;
    const VerbRun run = verb.prepare(list, window);
    TypedPaths paths;
    CLI::App app{verb.help, UsageOf(verb)};
    for (const Option& option : list.options()) AddToParser(app, Noting(option, paths));
    app.set_version_flag("--version", "decodescope " DECODESCOPE_VERSION);
    if (!is_named) app.footer(VerbsHelp());
    const int skipped = is_named ? 1 : 0;
    try {
        app.parse(ArgumentsFrom(argc, argv, 1 + skipped));
    } catch (const CLI::CallForHelp&) {
        WriteOutput(std::nullopt, app.help());
        return kExitFine;
    } catch (const CLI::CallForVersion& version) {
        WriteOutput(std::nullopt, std::string(version.what()) + "\n");
        return kExitFine;
    } catch (const CLI::RequiredError&) {
        throw Error("there is no model or recipe", "", "write " + UsageOf(verb) + " FILE");
    } catch (const CLI::ParseError& error) {
        throw Error(error.what(), "", "see " + UsageOf(verb) + " --help");
    }
    CheckOutput(paths.output, paths.inputs);
    return run();
}

}  // namespace

int RunCli(int argc, char** argv, const Window& window) {
    // A closed pipe or a file grown too large is an error that is reported, not a silent end.
    std::signal(SIGPIPE, SIG_IGN);
    std::signal(SIGXFSZ, SIG_IGN);
    try {
        return ParseAndRun(argc, argv, window);
    } catch (const std::exception& error) {
        PrintError(InWords(error));
    }
    return kExitBad;
}

}  // namespace decodescope
