// Commands about the document and its file.
#pragma once

#include <memory>
#include <string>

#include "app/state/state.h"

namespace decodescope {

// These and Quit ask first what to do with unsaved changes.
struct NewDocument {
    static constexpr Topic kTopic = Topic::File;
};
void Apply(AppState& state, const NewDocument& command);

struct OpenPath {
    static constexpr Topic kTopic = Topic::File;
    std::string path;
};
void Apply(AppState& state, const OpenPath& command);

// Opens a file on another thread (app/work/opener.h); a page shows how far it has come.
struct BeginOpening {
    static constexpr Topic kTopic = Topic::File;
    std::shared_ptr<const Opening> opening;
};
void Apply(AppState& state, const BeginOpening& command);

// It has been read, or could not be (`problem`). Ignored if it was called off in the meantime.
struct EndOpening {
    static constexpr Topic kTopic = Topic::File;
    std::shared_ptr<const Opening> opening;
    std::shared_ptr<const Document> document;
    std::string problem;
};
void Apply(AppState& state, const EndOpening& command);

// Asks for a name if there is none yet, and before it replaces what another program wrote.
struct Save {
    static constexpr Topic kTopic = Topic::File;
};
void Apply(AppState& state, const Save& command);

struct SaveAs {
    static constexpr Topic kTopic = Topic::File;
    std::string path;
};
void Apply(AppState& state, const SaveAs& command);

struct AnswerQuestion {
    static constexpr Topic kTopic = Topic::File;
    Answer answer = Answer::Cancel;
};
void Apply(AppState& state, const AnswerQuestion& command);

struct Quit {
    static constexpr Topic kTopic = Topic::File;
};
void Apply(AppState& state, const Quit& command);

// --- From the disk

// The document's file is no longer what was read or written here.
struct NoticeFile {
    static constexpr Topic kTopic = Topic::File;
    FileStamp stamp;  // of what it is now
};
void Apply(AppState& state, const NoticeFile& command);

// An earlier run left a document unsaved.
struct OfferRecovery {
    static constexpr Topic kTopic = Topic::File;
    std::shared_ptr<const Document> document;
};
void Apply(AppState& state, const OfferRecovery& command);

// What was offered has been dealt with.
struct EndRecovery {
    static constexpr Topic kTopic = Topic::File;
};
void Apply(AppState& state, const EndRecovery& command);

}  // namespace decodescope
