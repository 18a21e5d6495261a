// Notices when another program writes, replaces or deletes the document's file.
#pragma once

#include <limits>
#include <optional>

#include "app/state/command.h"
#include "app/state/state.h"

namespace decodescope {

class FileWatch {
public:
    // The command that says the file has changed, at most once every second or two. A file that is
    // gone gets one more chance, since some programs delete a file before they write it. `now` in
    // seconds, on any clock.
    std::optional<Command> Poll(const AppState& state, double now);

    // When to look again; infinity while there is no file.
    double next_time(const AppState& state) const;

private:
    double last_time_ = -std::numeric_limits<double>::infinity();
    bool was_missing_ = false;
};

}  // namespace decodescope
