// How two workers wait for each other.
#pragma once

#include "app/cli/option_list.h"
#include "core/io/socket.h"

namespace decodescope {

struct ConnectionOptions {
    Patience patience = std::chrono::seconds(30);
    bool is_given = false;  // else the first connection is waited for without end
};

// --timeout
void AddTimeout(OptionList& list, ConnectionOptions& options);

}  // namespace decodescope
