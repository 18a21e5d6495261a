// What the program asks before it goes on, and what can be answered: one table for the page that
// asks, its keys and its hotspots.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace decodescope {

enum class QuestionKind {
    None,
    Leave,      // there are unsaved changes, and the person wants to go elsewhere
    Overwrite,  // "Save as" names another file that exists
    Changed,    // the file was changed by somebody else
    SaveOver,   // it was, and would be overwritten now
    Recover,    // an earlier run ended without saving
};

enum class Answer { Cancel, Save, Discard, Overwrite, Reload, Keep, Restore, Throw, Later };

struct Question {
    QuestionKind kind = QuestionKind::None;
    std::string path;  // of the file it is about; may be empty

    bool is_open() const { return kind != QuestionKind::None; }
};

struct AnswerRow {
    Answer answer;
    std::string_view hotspot;
    std::string_view label;
};

// The first answer is the one that Enter gives, the last one what Escape does.
std::span<const AnswerRow> AnswersTo(QuestionKind kind);

struct QuestionText {
    std::string title;
    std::string text;
};

// `name` is what the document is called.
QuestionText TextOf(const Question& question, const std::string& name);

}  // namespace decodescope
