// Where the output of a verb goes.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/cli/report/growing_text.h"
#include "core/io/file.h"

namespace decodescope {

// Where a verb writes what it has to say as it comes: to a file, which is replaced as a whole or
// not at all, or to stdout where there is no file or it is stdout's own (/dev/stdout). What goes
// wrong is thrown as Error, also a full disk and a closed pipe.
//
//     output.text().end() += "...";
//     output.text().Pass();             now and then
//     output.Finish();                  all is written; a file without it is not there
class Output {
public:
    explicit Output(const std::optional<std::string>& file);
    Output(const Output&) = delete;
    Output& operator=(const Output&) = delete;

    bool is_terminal() const;

    GrowingText& text() { return text_; }
    void Finish();

private:
    std::optional<AtomicFile> file_;  // else stdout
    GrowingText text_;
};

// All of a text at once.
void WriteOutput(const std::optional<std::string>& file, std::string_view text);

// What a person should know about a file that was written: to stdout, or to stderr where stdout got
// the file itself.
void WriteReport(const std::optional<std::string>& file, std::string_view text);

// Throws Error where `output` would overwrite one of the inputs, has no name, or is in a folder
// that does not exist. To be called before long work.
void CheckOutput(const std::optional<std::string>& output,
                 const std::vector<std::optional<std::string>>& inputs);

// Prints "decodescope: message" as one line on stderr, whatever bytes it contains.
void PrintError(std::string_view message);

}  // namespace decodescope
