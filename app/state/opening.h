// A file that is being opened on another thread, because it is large.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "app/state/command.h"
#include "core/base/work_progress.h"
#include "core/run/playhead.h"

namespace decodescope {

struct Document;

// What a file turned out to hold.
struct Opened {
    std::shared_ptr<const Document> document;
    std::optional<Playhead> playhead;  // to go to once it is recorded
};

struct Opening {
    std::string path;
    std::function<Opened(WorkProgress&)> read;  // on the other thread; throws Error
    Commands afterwards = {};                   // to be done with the opened document
    std::shared_ptr<WorkProgress> progress = std::make_shared<WorkProgress>();
};

}  // namespace decodescope
