// How far a verb has come, on stderr where a person is watching: the one mechanism for all of them.
#pragma once

#include <string>
#include <thread>

#include "core/base/work_progress.h"

namespace decodescope {

// "decoding: pass 120 of 4096", rewritten in place by a thread of its own once the work has taken a
// moment; nothing where stderr is not a terminal. It is gone when this is.
class Progress {
public:
    // `unit`: what is counted, such as "pass"; "%": how much of all. `is_wanted`: not where the
    // output itself comes bit by bit on the same terminal.
    Progress(std::string what, std::string unit, const WorkProgress& progress,
             bool is_wanted = true);
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

private:
    std::jthread thread_;  // not running where nobody is watching
};

}  // namespace decodescope
