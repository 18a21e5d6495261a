// What can be typed after a verb: a FILE and options, and what each of them sets.
//
// A verb keeps what is typed in a struct of its own and has a table of rows that fill it in. Rows
// that several verbs share are in recipe_options.h and report_options.h.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace decodescope {

// Whether an option names a file. None that is read may be overwritten.
enum class PathUse { None, Reads, Writes };

struct Option {
    std::string name;      // "--tokens", "-o"; "FILE" is typed without a name
    std::string argument;  // what --help calls its value; empty: a flag
    std::string help;
    // Reads one value; throws Error, naming the option, where that cannot be.
    std::function<void(const std::string& value)> set;
    PathUse path = PathUse::None;
    bool is_required = false;
    bool repeats = false;
};

// A row of a table of options; `Target` is the struct that it fills in.
template <class Target>
struct OptionRow {
    const char* name;
    const char* argument;
    void (*set)(Target& target, const std::string& value, const std::string& name);
    const char* help;
    PathUse path = PathUse::None;
    bool repeats = false;
};

// The options of one verb, in the order of its --help. The targets must live until it has run.
class OptionList {
public:
    void Add(Option option) { options_.push_back(std::move(option)); }

    template <class Target, std::size_t N>
    void Add(Target& target, const OptionRow<Target> (&rows)[N]) {
        for (const OptionRow<Target>& row : rows) {
            const auto set = [&target, &row](const std::string& value) {
                row.set(target, value, row.name);
            };
            Add({.name = row.name,
                 .argument = row.argument,
                 .help = row.help,
                 .set = set,
                 .path = row.path,
                 .repeats = row.repeats});
        }
    }

    const std::vector<Option>& options() const { return options_; }

private:
    std::vector<Option> options_;
};

}  // namespace decodescope
