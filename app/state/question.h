// What the program asks before it goes on, and the possible answers: one table for the page, its
// keys and its hotspots.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace decodescope {

enum class QuestionKind {
    None,
    Leave,      // there are unsaved changes, and the person opens another file or quits
    Overwrite,  // "Save as" names another file that exists
    Changed,    // the file was changed by another program
    SaveOver,   // the same, and saving would overwrite it
    Recover,    // an earlier run ended without saving
    Opening,    // a large file is being opened: it can be called off
};

enum class Answer { Cancel, Save, Discard, Overwrite, Reload, Keep, Restore, Throw, Later };

struct Question {
    QuestionKind kind = QuestionKind::None;
    std::string path;  // of the file in question; may be empty

    bool is_open() const { return kind != QuestionKind::None; }
};

struct AnswerRow {
    Answer answer;
    std::string_view hotspot;
    std::string_view label;
    bool is_default = false;  // what Enter gives: an answer that loses nothing
};

// One of them is the default. Escape gives the last.
std::span<const AnswerRow> AnswersTo(QuestionKind kind);
const AnswerRow& DefaultAnswer(QuestionKind kind);

struct QuestionText {
    std::string title;
    std::string text;
};

// `name` is the document's.
QuestionText TextOf(const Question& question, const std::string& name);

}  // namespace decodescope
