#include "app/cli/connection_options.h"

#include "app/cli/parse.h"

namespace decodescope {
namespace {

using Text = const std::string&;

constexpr OptionRow<ConnectionOptions> kRows[] = {
    {"--timeout", "SECONDS",
     [](ConnectionOptions& o, Text v, Text n) {
         o.patience = Patience(static_cast<int>(1000 * ParseReal(v, n, 0.1, 3600)));
     },
     "time-out in seconds, for each wait for the other side (default: 30)"},
};

}  // namespace

void AddTimeout(OptionList& list, ConnectionOptions& options) { list.Add(options, kRows); }

}  // namespace decodescope
