#include "app/apply/file_commands.h"

#include <algorithm>

#include "app/apply/apply.h"
#include "app/apply/browse_commands.h"
#include "app/apply/document_file.h"
#include "app/apply/edit_commands.h"
#include "app/apply/recording_commands.h"
#include "app/apply/screen_commands.h"
#include "core/base/error.h"
#include "core/io/file_formats.h"
#include "core/model/new_model.h"

namespace decodescope {
namespace {

// --- Opening

void Remember(AppState& state, const std::string& path) {
    const std::string absolute = AbsolutePath(path);
    if (path.empty() || std::ranges::count(state.examples, absolute) > 0) return;
    AddRecent(state.preferences.recent, absolute);
}

// Keeps how the screen looks, but not where it was in the other recording.
void TakeOver(AppState& state, AppState opened, Document document) {
    opened.document = std::move(document);
    opened.edition = state.edition + 1;
    opened.preferences = state.preferences;
    opened.examples = state.examples;
    opened.ui.tab = state.ui.tab;
    opened.ui.full_screen = state.ui.full_screen;
    opened.ui.browser.folder = state.ui.browser.folder;
    const bool is_offered =
        state.ui.recovery == Recovery::Offered;  // and will be again, after this
    opened.ui.recovery = is_offered ? Recovery::None : state.ui.recovery;
    state = std::move(opened);
    Remember(state, state.document.path);
}

void Adopt(AppState& state, Document document) {
    AppState opened = StateFor(document.recipe, document.path, state.memory);
    TakeOver(state, std::move(opened), std::move(document));
}

// A recovered recipe may have a prompt that its model cannot read. That comes back into its field,
// while the prompt shown is the model's own.
void AdoptUnfinished(AppState& state, const Document& document) {
    try {
        return Adopt(state, document);
    } catch (const Error& error) {
        Document readable = document;
        readable.recipe.prompt = ExampleRecipe(document.recipe.model).prompt;
        Adopt(state, std::move(readable));
        state.ui.refused.Add({std::string(kPromptField), document.recipe.prompt, error.what()});
    }
}

// A large file is opened in the background, so that the window never stands still.
void Open(AppState& state, const std::string& path) {
    if (IsLargeToOpen(path)) {
        const auto read = [path](WorkProgress& progress) {
            return Opened{std::make_shared<const Document>(OpenDocument(path, &progress)), {}};
        };
        return Apply(
            state,
            BeginOpening{std::make_shared<const Opening>(Opening{.path = path, .read = read})});
    }
    try {
        Adopt(state, OpenDocument(path));
    } catch (const Error&) {
        if (!StampOf(path).exists) std::erase(state.preferences.recent, AbsolutePath(path));
        throw;
    }
}

void CallOffOpening(AppState& state) {
    if (state.opening) state.opening->progress->CallOff();
    state.opening.reset();
}

void BeginAnew(AppState& state) {
    const Recipe recipe = ExampleRecipe(std::make_shared<const Model>(NewModel()));
    Adopt(state, {.recipe = recipe, .saved = recipe, .path = "", .is_model_file = false});
}

// --- Leaving

void Depart(AppState& state) {
    const Departure departure = std::exchange(state.ui.departure, {});
    switch (departure.kind) {
        case Departure::Kind::None: break;
        case Departure::Kind::Quit: state.ui.wants_to_quit = true; break;
        case Departure::Kind::Open: Open(state, departure.path); break;
        case Departure::Kind::New: BeginAnew(state); break;
    }
}

// Asks what to do with unsaved changes, if there are any; the answer then leads on to where the
// person wanted to go.
bool AsksFirst(AppState& state, const Departure& departure) {
    if (!HasUnsavedWork(state)) return false;
    state.ui.departure = departure;
    state.ui.question = {QuestionKind::Leave, state.document.path};
    return true;
}

// --- Saving

// What cannot be used is not in the recipe, and so would be missing in the file without a word.
void RequireUsable(const AppState& state) {
    const Refusal* const refused = state.ui.refused.newest();
    if (!refused) return;
    throw Error("not saved, because a field holds what cannot be used: " + refused->why, {},
                "correct it, or press Esc to drop it");
}

// If that fails, the document stays open.
void SaveTo(AppState& state, const std::string& path) {
    try {
        RequireUsable(state);
        SaveDocument(state.document, path);
    } catch (const Error&) {
        if (!state.ui.browser.is_open()) state.ui.departure = {};
        throw;
    }
    state.ui.browser.field = PathField::None;
    Apply(state, EndMessage{Topic::File});
    Remember(state, path);
    Depart(state);
}

bool WasChangedByOthers(const Document& document) {
    const FileStamp now = StampOf(document.path);
    return now.exists && now != document.stamp;
}

// --- When the file was changed

// The file as it is now, in an edit that can be undone. What was being typed is dropped.
void Reload(AppState& state) {
    Document reloaded = OpenDocument(state.document.path);
    state.ui.refused.clear();
    state.ui.departure = {};
    state.history.EndGesture();
    Edit(state, "reload " + state.document.name(), reloaded.recipe);
    state.history.EndGesture();
    reloaded.recipe = state.document.recipe;
    state.document = std::move(reloaded);
}

void KeepMine(Document& document) {
    document.stamp = StampOf(document.path);
    document.differs_from_file = true;
}

// --- Recovering

void Restore(AppState& state) {
    const std::shared_ptr<const Document> recovered = std::exchange(state.recovered, nullptr);
    state.ui.recovery = Recovery::Later;  // unless the next line succeeds
    AdoptUnfinished(state, *recovered);
    state.ui.recovery = Recovery::Restored;
}

void DeclineRecovery(AppState& state, Recovery recovery) {
    state.recovered.reset();
    state.ui.recovery = recovery;
}

}  // namespace

void Apply(AppState& state, const NewDocument&) {
    if (!AsksFirst(state, {Departure::Kind::New, ""})) BeginAnew(state);
}

void Apply(AppState& state, const OpenPath& command) {
    if (!AsksFirst(state, {Departure::Kind::Open, command.path})) Open(state, command.path);
}

void Apply(AppState& state, const BeginOpening& command) {
    CallOffOpening(state);
    state.opening = command.opening;
    state.ui.question = {QuestionKind::Opening, command.opening->path};
}

void Apply(AppState& state, const EndOpening& command) {
    if (state.opening != command.opening) return;
    state.opening.reset();
    if (state.ui.question.kind == QuestionKind::Opening) state.ui.question = {};
    if (!command.problem.empty()) throw Error(command.problem);
    Adopt(state, *command.document);
    for (const Command& next : command.opening->afterwards) next.ApplyTo(state);
}

void Apply(AppState& state, const Save&) {
    const Document& document = state.document;
    if (document.path.empty() || document.is_model_file) {
        Apply(state, ShowPathField{PathField::SaveAs});
    } else if (WasChangedByOthers(document)) {
        state.ui.question = {QuestionKind::SaveOver, document.path};
    } else {
        SaveTo(state, document.path);
    }
}

void Apply(AppState& state, const SaveAs& command) {
    RequireUsable(state);
    const std::string path = RecipePath(command.path);
    const bool is_own = IsSameFile(path, state.document.path) && !state.document.is_model_file;
    if (is_own && WasChangedByOthers(state.document)) {
        state.ui.question = {QuestionKind::SaveOver, path};
    } else if (!is_own && StampOf(path).exists) {
        state.ui.question = {QuestionKind::Overwrite, path};
    } else {
        SaveTo(state, path);
    }
}

void Apply(AppState& state, const AnswerQuestion& command) {
    const Question question = std::exchange(state.ui.question, {});
    state.ui.control_focus.reset();
    const auto rows = AnswersTo(question.kind);
    if (std::ranges::find(rows, command.answer, &AnswerRow::answer) == rows.end()) {
        state.ui.question = question;  // not an answer to this question
        return;
    }
    switch (command.answer) {
        case Answer::Cancel:
            // After Overwrite, another name can be chosen, and then what was asked for goes on.
            if (question.kind != QuestionKind::Overwrite) state.ui.departure = {};
            CallOffOpening(state);
            break;
        case Answer::Save: Apply(state, Save{}); break;
        case Answer::Discard: Depart(state); break;
        case Answer::Overwrite: SaveTo(state, question.path); break;
        case Answer::Reload: Reload(state); break;
        case Answer::Keep: KeepMine(state.document); break;
        case Answer::Restore: Restore(state); break;
        case Answer::Throw: DeclineRecovery(state, Recovery::Discarded); break;
        case Answer::Later: DeclineRecovery(state, Recovery::Later); break;
    }
}

void Apply(AppState& state, const NoticeFile& command) {
    Document& document = state.document;
    if (command.stamp == document.stamp || document.path.empty()) return;
    if (command.stamp.exists) {
        if (state.ui.question.is_open()) return;  // one question at a time
        state.ui.question = {QuestionKind::Changed, document.path};
        return;
    }
    KeepMine(document);
    Apply(state, ShowMessage{document.name() +
                                 " was deleted or moved by another program; save to write it again",
                             Topic::File});
}

void Apply(AppState& state, const OfferRecovery& command) {
    state.recovered = command.document;
    state.ui.recovery = Recovery::Offered;
    state.ui.question = {QuestionKind::Recover, command.document->path};
}

void Apply(AppState& state, const EndRecovery&) { state.ui.recovery = Recovery::None; }

void Apply(AppState& state, const Quit&) {
    if (!AsksFirst(state, {Departure::Kind::Quit, ""})) state.ui.wants_to_quit = true;
}

}  // namespace decodescope
