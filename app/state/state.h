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
#include "app/state/plane_view_state.h"
#include "app/state/question.h"
#include "app/state/view.h"
#include "core/io/file_stamp.h"
#include "core/model/cell.h"
#include "core/run/playhead.h"

namespace decodescope {

// Where a person wants to go, once it is settled what becomes of unsaved changes.
struct Departure {
    enum class Kind { None, Quit, Open, New } kind = Kind::None;
    std::string path;  // that is opened
};

// What becomes of a recipe that an earlier run left unsaved.
enum class Recovery { None, Offered, Restored, Discarded, Later };

// Why the recipe as it stands cannot be decoded, or what is typed into a field cannot be used.
struct Problem {
    std::string field;  // the hotspot of the control that is wrong: "recipe.prompt"
    std::string text;
};

// Which of the model's parameters are in the table of the recipe panel.
struct ParameterTable {
    TensorId tensor = TensorId::TokenEmbedding;
    int layer = 0;

    friend bool operator==(const ParameterTable&, const ParameterTable&) = default;
};

// A parameter's number that is typed where it is drawn.
struct InlineEdit {
    Cell cell;            // of the model
    std::string hotspot;  // of the drawn number
    int undo_count = 0;   // when it began: Escape goes back there
};

// A way from one cell of the pass to another, by keys.
struct Walk {
    int right = 0;
    int down = 0;
    int blocks = 0;  // to the first cell of another block instead
};

// What the screen remembers. None of it changes what is computed.
struct UiState {
    View view = View::Pass;
    Playhead playhead = kStart;
    bool shows_text = false;  // after the end of the run: the IDs are detokenized
    int compared_branch = 0;  // beside the present one, where there are several
    int layer = 0;            // shown, where there are several; follows the playhead into a layer
    int head = 0;             // query head shown
    bool shows_overview = false;  // all layers and heads instead
    bool playing = false;

    Camera camera;           // of the pass
    bool show_keys = false;  // the `?` page
    bool show_settings = false;
    bool presents = false;  // for a lecture room: chrome hidden, all of it larger
    std::string tab = "plane";
    BatchViewState batch;
    CostViewState cost;
    DisaggregationViewState disaggregation;
    MistakesViewState mistakes;
    PlaneViewState plane;
    CandidateOrder candidate_order;
    std::string candidate_search;
    int sequence_back = 0;  // tokens between the newest and the last one that the strip shows
    FileBrowser browser;
    Question question;
    Departure departure;  // for which a question is asked, or a path to save to
    Recovery recovery = Recovery::None;
    bool full_screen = false;
    bool wants_to_quit = false;

    std::optional<TokenId> token_menu;  // the token that is being renamed or moved
    std::string token_search;           // in the list of a large vocabulary
    ParameterTable parameters;
    std::optional<InlineEdit> inline_edit;
    std::optional<Problem> refused;  // typed into a field that keeps what it had; until it is left

    std::optional<Cell> pinned;   // in the inspector
    std::optional<Cell> focused;  // walked to by keys
    std::optional<Cell> hovered;  // under the mouse
    std::vector<Walk>
        walks;  // asked for since the last frame; the pass panel knows where they lead
    std::optional<Stage> open_stage;  // of the rest of a layer; else the last one done
    std::optional<Cell> copied;       // what the copy menu is about
    std::string clipboard;            // to be put there
    std::string message;              // what went wrong last, in words; empty: nothing

    // The state of a view, by its type; here are all of them.
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

// What the inspector explains: the first of these that there is.
inline std::optional<Cell> LookedAt(const UiState& ui) {
    if (ui.pinned) return ui.pinned;
    return ui.focused ? ui.focused : ui.hovered;
}

// How large the window was when it last stood neither minimised nor in full screen.
struct WindowPlace {
    int width = 0, height = 0;  // 0: never
    bool is_maximized = false;

    friend bool operator==(const WindowPlace&, const WindowPlace&) = default;
};

constexpr size_t kMostRecent = 10;

constexpr float kLeastScale = 0.5f, kMostScale = 4.0f;

constexpr double kUsualSecondsPerStage = 0.9;  // at play speed 1
constexpr double kLeastSpeed = 0.25, kMostSpeed = 4.0;

// How a person likes the screen. Remembered from one start to the next, never undone.
struct Preferences {
    ThemeKind theme = ThemeKind::Light;
    float scale = 1.0f;  // of the person's own; the monitor's multiplies it
    NumberFormat numbers;
    bool has_motion = true;

    // Playing
    double seconds_per_stage = kUsualSecondsPerStage;
    bool loops = false;               // begins again at the end
    bool stops_at_selection = false;  // pauses where a token has been selected

    PanelSizes panels;
    WindowPlace window;
    std::vector<std::string> recent;  // files, absolute, the last one first

    friend bool operator==(const Preferences&, const Preferences&) = default;
};

// What the person works on.
struct Document {
    Recipe recipe;
    Recipe saved;                // as it is in its file
    std::string path;            // of the file it came from; empty: none
    bool is_model_file = false;  // the file holds a model alone, so the recipe is saved elsewhere

    FileStamp stamp;  // of that file when it was read or written here
    bool differs_from_file =
        false;  // for another reason than an edit: the file changed, or is gone

    bool unsaved() const { return differs_from_file || !(recipe == saved); }

    // Its name in titles and questions.
    std::string name() const {
        return path.empty() ? recipe.model->name : path.substr(path.find_last_of('/') + 1);
    }
};

// What was shown before the last edit, or undo; kept until the next one or Escape. A drag is one
// edit.
struct LastEdit {
    std::shared_ptr<const Recording> before;
    int number = 0;  // which edit it was: every further one, a drag's each step too, has another
    bool is_marked = true;  // for a moment: the numbers that it changed
};

// The recording is replaced as a whole when the recipe changes, and by a longer one while a larger
// model is still decoding.
struct AppState {
    Document document;
    History history;
    std::optional<Problem> problem;  // then what is shown is an earlier recipe's recording
    std::shared_ptr<const Recording> recording;
    std::shared_ptr<const Recording> pending;  // of the edited recipe, not yet long enough to show
    // By branch of the recipe, where there are several: what is known of each. Null: nothing yet.
    std::vector<std::shared_ptr<const Recording>> branches;
    int branches_edition = 0;  // as `edition`, for the compared branch
    std::optional<LastEdit> last_edit;
    int edition =
        0;  // counts the recordings begun; passes of an earlier one are not wanted any more
    BatchWork batch;
    UiState ui;
    Preferences preferences;
    std::vector<std::string> examples;  // files that come with the program
    std::shared_ptr<const Document>
        recovered;  // that an earlier run left unsaved, while it is offered

    // The recording that is being made.
    const std::shared_ptr<const Recording>& newest() const { return pending ? pending : recording; }
};

}  // namespace decodescope
