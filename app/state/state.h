// Everything the window knows between two frames, as plain data. Only commands write it
// (app/apply/).
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "app/look/format.h"
#include "app/look/theme.h"
#include "app/look/window_layout.h"
#include "app/scene/camera.h"
#include "app/state/batch_view_state.h"
#include "app/state/candidate_list.h"
#include "app/state/cost_view_state.h"
#include "app/state/disaggregation_view_state.h"
#include "app/state/file_browser.h"
#include "app/state/history.h"
#include "app/state/mistakes_view_state.h"
#include "app/state/opening.h"
#include "app/state/plane_view_state.h"
#include "app/state/question.h"
#include "app/state/refusal.h"
#include "app/state/topic.h"
#include "app/state/view.h"
#include "core/io/file_stamp.h"
#include "core/model/cell.h"
#include "core/run/playhead.h"

namespace decodescope {

// What a person wants to do next, once the question about unsaved changes is answered.
struct Departure {
    enum class Kind { None, Quit, Open, New } kind = Kind::None;
    std::string path;  // to open
};

// What happens to a recipe that an earlier run left unsaved.
enum class Recovery { None, Offered, Restored, Discarded, Later };

// Which of the model's parameters the recipe panel shows as a table.
struct ParameterTable {
    TensorId tensor = TensorId::TokenEmbedding;
    int layer = 0;

    friend bool operator==(const ParameterTable&, const ParameterTable&) = default;
};

// A parameter's number that is being typed where it is drawn.
struct InlineEdit {
    Cell cell;            // of the model
    std::string hotspot;  // of the number
    int undo_count = 0;   // when it began; Escape goes back to that
};

// A move of the focus from one cell of the pass to another, by keys.
struct Walk {
    int right = 0;
    int down = 0;
    int blocks = 0;  // instead: to the first cell of another block
};

// The control that keys have reached in a list.
struct ControlFocus {
    std::string id;
    bool is_new = true;       // to be scrolled into sight
    bool is_clicked = false;  // by a key, when it is next drawn
};

// What the screen remembers. None of it changes what is computed.
struct UiState {
    View view = View::Pass;
    Playhead playhead = kStart;
    bool shows_text = false;      // after the end of the run: the IDs detokenized
    int compared_branch = 0;      // shown beside the present one
    int layer = 0;                // shown; follows the playhead into a layer
    int head = 0;                 // query head that is shown
    bool shows_overview = false;  // instead: all layers and heads
    bool playing = false;

    Camera camera;           // of the pass
    bool show_keys = false;  // the `?` page
    bool show_settings = false;
    bool presents = false;  // for a lecture room: panels hidden, everything larger
    bool shows_recipe = true, shows_inspector = true;  // at the sides of the pass, else folded
    std::string tab = "plane";
    BatchViewState batch;
    CostViewState cost;
    DisaggregationViewState disaggregation;
    MistakesViewState mistakes;
    PlaneViewState plane;
    CandidateOrder candidate_order;
    std::string candidate_search;
    int sequence_back = 0;  // newest tokens that the strip has scrolled past
    FileBrowser browser;
    Question question;
    Departure departure;  // waiting for the answer to a question, or for a path to save to
    Recovery recovery = Recovery::None;
    bool full_screen = false;
    bool wants_to_quit = false;

    std::optional<TokenId> token_menu;  // being renamed or moved
    std::string token_search;           // in the list of tokens
    ParameterTable parameters;
    std::optional<InlineEdit> inline_edit;
    Refusals refused;  // what fields hold that cannot be used

    std::optional<Cell> pinned;                 // in the inspector
    std::optional<Cell> focused;                // moved to by keys
    std::optional<Cell> hovered;                // under the mouse
    std::optional<ControlFocus> control_focus;  // in a list, by keys
    int leaves_blocks = 0;    // Tab came to the last block of the pass (1), or to the first (-1)
    std::vector<Walk> walks;  // since the last frame; the pass panel knows where they lead
    std::optional<Stage> open_stage;  // after attention; nothing: the last one done
    std::optional<Cell> copied;       // in the copy menu
    std::string clipboard;            // text to put there
    std::string message;              // what went wrong last; empty: nothing
    Topic message_topic = Topic::Anything;

    // The states of all views, and that of one, by its type.
    template <class Ui>
    static auto ViewStatesOf(Ui& ui) {
        return std::tie(ui.batch, ui.cost, ui.disaggregation, ui.mistakes, ui.plane);
    }
    template <class ViewState>
    ViewState& view_state() {
        return std::get<ViewState&>(ViewStatesOf(*this));
    }
    template <class ViewState>
    const ViewState& view_state() const {
        return std::get<const ViewState&>(ViewStatesOf(*this));
    }
};

// What the inspector explains: the first of these that is set.
inline std::optional<Cell> LookedAt(const UiState& ui) {
    if (ui.pinned) return ui.pinned;
    return ui.focused ? ui.focused : ui.hovered;
}

// The size of the window when it was last neither minimised nor in full screen.
struct WindowPlace {
    int width = 0, height = 0;  // 0: never
    bool is_maximized = false;

    friend bool operator==(const WindowPlace&, const WindowPlace&) = default;
};

constexpr size_t kMostRecent = 10;

constexpr float kLeastScale = 0.5f, kMostScale = 4.0f;

constexpr double kUsualSecondsPerStage = 0.9;  // at play speed 1
constexpr double kLeastSpeed = 0.25, kMostSpeed = 4.0;

constexpr int kUsualTraceMegabytes = static_cast<int>(kUsualTraceMemory >> 20);

// How a person likes the screen. Kept from one run to the next, never undone.
struct Preferences {
    ThemeKind theme = ThemeKind::Light;
    float scale = 1.0f;  // the person's own; multiplied by the monitor's
    NumberFormat numbers;
    bool has_motion = true;

    // Playing
    double seconds_per_stage = kUsualSecondsPerStage;
    bool loops = false;               // at the end, plays again from the start
    bool stops_at_selection = false;  // pauses when a token has been selected

    PanelSizes panels;
    WindowPlace window;
    std::vector<std::string> recent;  // absolute paths, the latest first

    int trace_megabytes = kUsualTraceMegabytes;  // for the numbers of passes (AppState::memory)

    friend bool operator==(const Preferences&, const Preferences&) = default;
};

// What the person works on.
struct Document {
    Recipe recipe;               // can be decoded, always
    Recipe saved;                // as it is in its file
    std::string path;            // of its file; empty: none
    bool is_model_file = false;  // its file is only a model, so the recipe is saved elsewhere

    FileStamp stamp;                 // of its file when it was last read or written here
    bool differs_from_file = false;  // other than by an edit: the file was changed or deleted

    bool unsaved() const { return differs_from_file || !(recipe == saved); }

    // As in titles and questions.
    std::string name() const {
        return path.empty() ? recipe.model->name : path.substr(path.find_last_of('/') + 1);
    }
};

// What was shown before the last edit or undo; kept until the next one, or Escape. A drag is one
// edit.
struct LastEdit {
    std::shared_ptr<const Recording> before;
    int number = 0;  // of the edit; every edit has another one, and so has every step of a drag
    bool is_marked = true;  // whether the changed numbers are still marked
};

// All of it. The recording is replaced when the recipe changes, and by a longer one while a larger
// model is still decoding.
struct AppState {
    Document document;
    History history;
    std::shared_ptr<const Recording> recording;
    std::shared_ptr<const Recording> pending;  // of the edited recipe, not yet long enough to show
    // By branch of the recipe, if there are several: each recording so far. Null: nothing yet.
    std::vector<std::shared_ptr<const Recording>> branches;
    int branches_edition = 0;  // as `edition`, for the compared branch
    std::optional<LastEdit> last_edit;
    // Shared by all recordings; how large it may get is a preference.
    TraceMemoryPtr memory = std::make_shared<TraceMemory>();
    int edition = 0;  // counts the recordings started; passes of an earlier one are dropped
    BatchWork batch;
    UiState ui;
    Preferences preferences;
    std::shared_ptr<const Opening> opening;  // null: no file is being opened
    std::vector<std::string> examples;       // files installed with the program
    std::shared_ptr<const Document>
        recovered;  // left unsaved by an earlier run, while it is offered

    // The recording that is being made.
    const std::shared_ptr<const Recording>& newest() const { return pending ? pending : recording; }
};

// Whether there is anything that leaving now would lose: edits, or a prompt that cannot be used.
inline bool HasUnsavedWork(const AppState& state) {
    return state.document.unsaved() || state.ui.refused.OfPrompt() != nullptr;
}

}  // namespace decodescope
