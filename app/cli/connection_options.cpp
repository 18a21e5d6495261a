#include "app/cli/connection_options.h"

#include <cmath>

#include "app/cli/parse.h"

namespace decodescope {
namespace {

using Text = const std::string&;

constexpr OptionRow<ConnectionOptions> kRows[] = {
    {"--timeout", "SECONDS",
     [](ConnectionOptions& o, Text v, Text n) {
         o.patience = Patience(std::lround(1000 * ParseReal(v, n, 0.1, 3600)));
         o.is_given = true;
     },
     "time-out in seconds, for each wait for the other side, the first connection included "
     "(default: 30, and without end for the first connection)"},
};

}  // namespace

void AddTimeout(OptionList& list, ConnectionOptions& options) { list.Add(options, kRows); }

}  // namespace decodescope
