#include "app/command.h"

#include <algorithm>
#include <utility>

#include "app/files.h"
#include "app/recorder.h"
#include "core/error.h"
#include "core/parameters.h"

namespace decodescope {
namespace {

// --- Moving --------------------------------------------------------------------------------------

// The layer shown follows the playhead into a layer; stages outside the layers leave it alone.
void MoveTo(AppState& state, Playhead playhead) {
    state.ui.playhead = Clamp(*state.recording, playhead);
    const int step = state.ui.playhead.step;
    if (step < 0) return;
    const StageStep& at = state.recording->steps()[static_cast<size_t>(step)];
    if (InfoOf(at.stage).per_layer) state.ui.layer = at.layer;
}

// Moving by hand ends playing.
void Step(AppState& state, Playhead playhead) {
    state.ui.playing = false;
    MoveTo(state, playhead);
}

// --- Recording -----------------------------------------------------------------------------------

void KeepInRange(AppState& state) {
    const Config& config = state.recording->config();
    state.ui.layer = std::clamp(state.ui.layer, 0, config.layers - 1);
    state.ui.head = std::clamp(state.ui.head, 0, config.query_heads - 1);
    MoveTo(state, state.ui.playhead);
    if (state.ui.pinned && !state.recording->Has(*state.ui.pinned)) state.ui.pinned.reset();
}

// A pending recording takes over once it reaches the pass that is being looked at, or is whole.
void ShowPendingIfReady(AppState& state) {
    if (!state.pending) return;
    const bool is_whole = state.pending->stop_reason() != StopReason::None;
    if (!is_whole && state.pending->pass_count() <= state.ui.playhead.pass) return;
    state.recording = std::exchange(state.pending, nullptr);
    KeepInRange(state);
}

std::string FieldOf(const Recipe& recipe) {
    try {
        Validate(recipe.rule);
    } catch (const Error&) {
        return "recipe.rule";
    }
    return "recipe.prompt";
}

// Makes the recording of the recipe as it stands. Where that cannot be, the old one stays.
void Rerecord(AppState& state) {
    try {
        state.pending = Begin(state.document.recipe);
    } catch (const Error& error) {
        state.problem = Problem{FieldOf(state.document.recipe), error.what()};
        return;
    }
    state.problem.reset();
    ++state.edition;
    // Another shape of model cannot be looked at through the old picture.
    const bool same_shape = state.recording && state.recording->config() == state.pending->config();
    if (!same_shape) {
        state.recording = std::exchange(state.pending, nullptr);
        KeepInRange(state);
    }
    ShowPendingIfReady(state);
}

std::shared_ptr<const Recording> Longer(const Recording& recording,
                                        const std::vector<PassPtr>& passes) {
    auto longer = std::make_shared<Recording>(recording);  // passes are shared, not copied
    for (const PassPtr& pass : passes) longer->Append(pass);
    return longer;
}

// --- Editing -------------------------------------------------------------------------------------

template <class Change>
void Edit(AppState& state, const std::string& name, const Change& change) {
    Recipe edited = state.document.recipe;
    change(edited);
    if (edited == state.document.recipe) return;
    state.history.Add(name, state.document.recipe);
    state.document.recipe = std::move(edited);
    Rerecord(state);
}

std::string NameOfChange(const Model& model, const Cell& cell) {
    if (cell.value == Value::TokenEmbedding) {
        return "change embedding of " + DisplayText(model.tokenizer, cell.row);
    }
    return "change " + std::string(InfoOf(cell.value).title);
}

void ChangeParameter(AppState& state, const Cell& cell, double number) {
    const Model& model = *state.document.recipe.model;
    if (!HasParameter(model, cell) || ParameterAt(model, cell) == number) return;
    Edit(state, NameOfChange(model, cell), [&](Recipe& recipe) {
        recipe.model = std::make_shared<const Model>(WithParameter(model, cell, number));
        recipe.model_path.clear();  // the file there holds another model now
    });
}

void Restore(AppState& state, std::optional<Recipe> recipe) {
    if (!recipe) return;
    state.document.recipe = std::move(*recipe);
    Rerecord(state);
}

// --- Files ---------------------------------------------------------------------------------------

// What is remembered of how the screen looks; not where it stood in another recording.
void Adopt(AppState& state, Document document) {
    AppState opened = StateFor(document.recipe, document.path);
    opened.document = std::move(document);
    opened.edition = state.edition + 1;
    opened.ui.theme = state.ui.theme;
    opened.ui.scale = state.ui.scale;
    opened.ui.numbers = state.ui.numbers;
    opened.ui.tab = state.ui.tab;
    state = std::move(opened);
}

void SaveTo(AppState& state, const std::string& path) {
    SaveDocument(state.document, path);
    state.ui.path_field = PathField::None;
}

// --- One function for each command -----------------------------------------------------------------

struct Applier {
    AppState& state;
    UiState& ui = state.ui;

    void operator()(const GoTo& c) const { Step(state, c.playhead); }
    void operator()(const GoToNextStage&) const {
        MoveTo(state, NextStage(*state.recording, ui.playhead));
    }
    void operator()(const GoToPreviousStage&) const {
        Step(state, PreviousStage(*state.recording, ui.playhead));
    }
    void operator()(const GoToNextPass&) const {
        Step(state, NextPass(*state.recording, ui.playhead));
    }
    void operator()(const GoToPreviousPass&) const {
        Step(state, PreviousPass(*state.recording, ui.playhead));
    }
    void operator()(const GoToFirst&) const { Step(state, kStart); }
    void operator()(const GoToLast&) const { Step(state, Last(*state.recording)); }
    void operator()(const TogglePlay&) const {
        const bool at_end = ui.playhead == Last(*state.recording) &&
                            state.recording->stop_reason() != StopReason::None;
        if (!ui.playing && at_end) MoveTo(state, kStart);
        ui.playing = !ui.playing;
    }

    void operator()(const SetPrompt& c) const {
        Edit(state, "change prompt", [&](Recipe& recipe) { recipe.prompt = c.prompt; });
    }
    void operator()(const SetTokens& c) const {
        Edit(state, "change tokens to select",
             [&](Recipe& recipe) { recipe.tokens = std::clamp(c.tokens, 1, kMostSelected); });
    }
    void operator()(const SetRule& c) const {
        Edit(state, "change selection rule", [&](Recipe& recipe) { recipe.rule = c.rule; });
    }
    void operator()(const SetParameter& c) const { ChangeParameter(state, c.cell, c.number); }
    void operator()(const EndEdit&) const { state.history.EndGesture(); }
    void operator()(const Undo&) const {
        Restore(state, state.history.Undo(state.document.recipe));
    }
    void operator()(const Redo&) const {
        Restore(state, state.history.Redo(state.document.recipe));
    }

    void operator()(const AddPasses& c) const {
        if (c.edition != state.edition) return;
        std::shared_ptr<const Recording>& grown = state.pending ? state.pending : state.recording;
        grown = Longer(*grown, c.passes);
        ShowPendingIfReady(state);
    }

    void operator()(const OpenPath& c) const { Adopt(state, OpenDocument(c.path)); }
    void operator()(const Save&) const {
        if (state.document.path.empty() || state.document.is_model_file) {
            ui.path_field = PathField::SaveAs;
        } else {
            SaveTo(state, state.document.path);
        }
    }
    void operator()(const SaveAs& c) const { SaveTo(state, c.path); }
    void operator()(const ShowPathField& c) const { ui.path_field = c.field; }

    void operator()(const ChooseLayer& c) const {
        ui.layer = c.layer;
        KeepLookInRange();
    }
    void operator()(const ChooseHead& c) const {
        ui.head = c.head;
        KeepLookInRange();
    }
    void operator()(const LookAt& c) const { ui.camera = c.camera; }
    void operator()(const Pin& c) const {
        const bool exists = c.cell && state.recording->Has(*c.cell);
        ui.pinned = exists && ui.pinned != c.cell ? c.cell : std::nullopt;
    }
    void operator()(const ChooseTab& c) const { ui.tab = c.tab; }
    void operator()(const SetTheme& c) const { ui.theme = c.theme; }
    void operator()(const SetScale& c) const {
        ui.scale = std::clamp(c.scale, kLeastScale, kMostScale);
    }
    void operator()(const SetNumberFormat& c) const {
        ui.numbers = c.format;
        ui.numbers.decimals = std::clamp(c.format.decimals, 2, 6);
    }
    void operator()(const ToggleKeys&) const { ui.show_keys = !ui.show_keys; }
    void operator()(const ShowMessage& c) const { ui.message = c.text; }
    void operator()(const DismissMessage&) const { ui.message.clear(); }
    void operator()(const Escape&) const {
        if (ui.show_keys) {
            ui.show_keys = false;
        } else if (ui.path_field != PathField::None) {
            ui.path_field = PathField::None;
        } else if (!ui.message.empty()) {
            ui.message.clear();
        } else {
            ui.pinned.reset();
        }
    }
    void operator()(const Quit&) const { ui.wants_to_quit = true; }

    void KeepLookInRange() const {
        const Config& config = state.recording->config();
        ui.layer = std::clamp(ui.layer, 0, config.layers - 1);
        ui.head = std::clamp(ui.head, 0, config.query_heads - 1);
    }
};

}  // namespace

void Apply(AppState& state, const Command& command) {
    try {
        std::visit(Applier{state}, command);
    } catch (const Error& error) {
        state.ui.message = error.what();
    }
}

AppState StateFor(const Recipe& recipe, const std::string& path) {
    AppState state;
    state.document = {.recipe = recipe,
                      .saved = recipe,
                      .path = path,
                      .is_model_file = !path.empty() && recipe.model_path == path};
    Rerecord(state);
    if (!state.recording) throw Error(state.problem->text);
    return state;
}

}  // namespace decodescope
