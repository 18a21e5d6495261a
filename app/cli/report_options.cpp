#include "app/cli/report_options.h"

#include "app/cli/parse.h"

namespace decodescope {
namespace {

using Text = const std::string&;

constexpr OptionRow<ReportOptions> kFormatRows[] = {
    {"--format", "text|json",
     [](ReportOptions& o, Text v, Text n) {
         constexpr std::string_view kFormats[] = {"text", "json"};
         o.is_json = ParseChoice(v, n, kFormats) == 1;
     },
     "text (the default), or json for scripts"},
};

}  // namespace

void AddReportFormat(OptionList& list, ReportOptions& options) { list.Add(options, kFormatRows); }

void AddOutput(OptionList& list, std::optional<std::string>& output, const char* argument,
               const char* help) {
    list.Add({.name = "-o",
              .argument = argument,
              .help = std::string(help) + "; replaced as a whole or not at all",
              .set = [&output](Text value) { output = value; },
              .path = PathUse::Writes});
}

}  // namespace decodescope
