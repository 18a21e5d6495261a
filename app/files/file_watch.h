// Notices when somebody else writes, replaces or deletes the document's file.
#pragma once

#include <limits>
#include <optional>

#include "app/state/command.h"
#include "app/state/state.h"

namespace decodescope {

class FileWatch {
public:
    // The command to notice that the file is not what it was, at most every second or two. A file
    // that is gone is waited for once, since some programs delete it before they write it anew.
    // `now` in seconds, on any clock.
    std::optional<Command> Look(const AppState& state, double now);

    // When to look again; infinity while there is no file.
    double next_time(const AppState& state) const;

private:
    double last_time_ = -std::numeric_limits<double>::infinity();
    bool was_missing_ = false;
};

}  // namespace decodescope
