// How a verb writes what it found, and where.
#pragma once

#include <optional>
#include <string>

#include "app/cli/option_list.h"

namespace decodescope {

struct ReportOptions {
    bool is_json = false;
    std::optional<std::string> output;  // a file; else stdout
};

// --format text|json
void AddReportFormat(OptionList& list, ReportOptions& options);

// -o; `argument` is what --help calls the file, `help` what it is.
void AddOutput(OptionList& list, std::optional<std::string>& output, const char* argument = "FILE",
               const char* help = "write to a file instead of stdout");

}  // namespace decodescope
