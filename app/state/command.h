// What a person can wish for. Panels return wishes; Apply is the only place that grants them.
#pragma once

#include <any>
#include <cassert>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "app/state/copy.h"
#include "app/state/mistakes_view_state.h"
#include "app/state/state.h"
#include "core/engine/selection.h"
#include "core/model/cell.h"
#include "core/run/playhead.h"

namespace decodescope {

// --- Transition: changes the playhead, never the recipe
struct GoTo {
    Playhead playhead;
};
struct GoToNextStage {};
struct GoToPreviousStage {};
struct GoToNextPass {};
struct GoToPreviousPass {};
struct GoToFirst {};
struct GoToLast {};
struct TogglePlay {};
struct SetPlaying {
    bool playing;
};
struct PlayAgain {};  // from the start, and goes on playing
struct SetPlaySpeed {
    double speed;
};  // 1 is the usual pace
struct ToggleLoop {};
struct ToggleStopAtSelection {};

// --- Editing: makes a new recipe, and so a new recording
struct SetPrompt {
    std::string prompt;
};
struct SetTokens {
    int tokens;
};
struct SetRule {
    SelectionRule rule;
};
struct SetParameter {
    Cell cell;
    double number;
};  // an embedding, a weight, a bias, a gain
struct AddToken {};
struct RenameToken {
    TokenId id;
    std::string text;
};
struct RemoveToken {
    TokenId id;
};
struct MoveToken {
    TokenId from, to;
};
struct SetAttentionScale {
    std::string words;
};  // "0.5", "1/sqrt(2)"
struct SetNormEps {
    double eps;
};
struct SetRopeTheta {
    double theta;
};
struct SetKvHeads {
    int heads;
};
struct SetEmbedding {
    TokenId token;
    std::vector<double> values;
};  // all of its numbers
struct NudgeEmbedding {
    int x, y;
};  // of the plane's chosen arrow, in steps along its axes
struct TakeCandidate {
    int pass;
    TokenId id;
};  // by hand, instead of what is selected there
struct GoToBranch {
    int branch;
};
struct RemoveBranch {
    int branch;
};
struct EndEdit {};  // of a gesture: edits up to here are undone together
struct Undo {};
struct Redo {};
struct GoToHistory {
    int index;
};  // as it was after so many edits
struct FadeMarks {
    int number;
};                     // of the last edit, if it is still this one
struct ForgetFlip {};  // what the last edit changed is not shown any more
struct BeginInlineEdit {
    Cell cell;
    std::string hotspot;
};
struct EndInlineEdit {
    bool keep;
};

// --- Decoding: what a larger model has found meanwhile
struct AddPasses {
    int edition;
    std::vector<PassPtr> passes;
};
struct AddBranchPasses {
    int edition;
    std::vector<PassPtr> passes;
};  // of the compared branch

// --- Several responses together
struct SetBatchView {
    BatchViewState look;
};
struct AddBatchSteps {
    int edition;
    std::vector<BatchStepPtr> steps;
};
struct GoToBatchStep {
    int step;
    bool keeps_playing = false;
};

// --- Files
struct OpenPath {
    std::string path;
};
struct Save {};
struct SaveAs {
    std::string path;
};
struct NewDocument {};
struct ShowPathField {
    PathField field;
};  // the page on which a file is found
struct BrowseTo {
    std::string folder;
};
struct TypePath {
    std::string text;
};
struct HighlightEntry {
    int row;
};
struct ShowAllFiles {
    bool shows_all;
};
struct EnterPath {};  // what is highlighted or typed: into a folder, or opened, or saved to
struct AnswerQuestion {
    Answer answer;
};
struct NoticeFile {
    FileStamp stamp;
};  // how the document's file looks now
struct OfferRecovery {
    std::shared_ptr<const Document> document;
};
struct EndRecovery {};  // nothing is left of what was offered

// --- Looking
struct ChooseLayer {
    int layer;
};
struct ChooseHead {
    int head;
};
struct OpenHead {
    int layer;
    int head;
};  // and leave the overview
struct ToggleOverview {};
struct LookAt {
    Camera camera;
};
struct Pin {
    std::optional<Cell> cell;
};
struct Focus {
    std::optional<Cell> cell;
};
struct Hover {
    std::optional<Cell> cell;
};
struct TakeWalk {
    Walk walk;
};
struct OpenStage {
    Stage stage;
};
struct ShowCopyMenu {
    std::optional<Cell> cell;
};
struct Copy {
    Cell cell;
    CopyKind kind;
};
struct ChooseParameters {
    ParameterTable table;
};
struct ShowTokenMenu {
    std::optional<TokenId> id;
};
struct SearchTokens {
    std::string text;
};
struct ChooseView {
    View view;
};
struct CompareBranch {
    int branch;
};                   // beside the present one
struct ShowText {};  // the end of the run, detokenized
struct ChooseTab {
    std::string tab;
};
struct SetTheme {
    ThemeKind theme;
};
struct SetScale {
    float scale;
};
struct SetNumberFormat {
    NumberFormat format;
};
struct ToggleKeys {};
struct ToggleFullScreen {};
struct ToggleSettings {};
struct ToggleMotion {};
struct TogglePresentation {};
struct SetPlaneView {
    PlaneViewState look;
};
struct ChooseArrow {
    int by;
};  // of the plane: the next token's, or the one before
struct SortCandidates {
    CandidateOrder order;
};
struct SearchCandidates {
    std::string text;
};
struct CopyWords {
    std::string text;
};  // to the clipboard
struct ScrollSequence {
    int by;
};  // tokens, to older ones
struct SetPanelSizes {
    PanelSizes sizes;
};
struct RememberWindow {
    WindowPlace place;
};
struct ShowMessage {
    std::string text;
};
struct DismissMessage {};
struct Escape {};  // closes what is open, else unpins
struct Quit {};

// --- The broken decoder
struct SetMistakesView {
    MistakesViewState look;
};
struct GuessMistake {};  // draws one and hides its name; again: the next one
struct AnswerMistake {
    Mistake mistake;
};
// A list of types.
template <class... Types>
struct OneOf {
    template <class Type>
    static constexpr bool Has() {
        return (std::is_same_v<Type, Types> || ...);
    }
};

// --- Hand-over
struct SetDisaggregationView {
    DisaggregationViewState look;
};

// --- Cost
struct SetCostView {
    CostViewState look;
};

// A line for each section above.
// clang-format off
using CommandTypes = OneOf<
    GoTo, GoToNextStage, GoToPreviousStage, GoToNextPass, GoToPreviousPass, GoToFirst, GoToLast,
    TogglePlay, SetPlaying, PlayAgain, SetPlaySpeed, ToggleLoop, ToggleStopAtSelection,

    SetPrompt, SetTokens, SetRule, SetParameter, SetEmbedding, NudgeEmbedding, AddToken, RenameToken, RemoveToken, MoveToken,
    SetAttentionScale, SetNormEps, SetRopeTheta, SetKvHeads, TakeCandidate, GoToBranch, RemoveBranch, EndEdit, Undo, Redo, GoToHistory,
    FadeMarks, ForgetFlip, BeginInlineEdit, EndInlineEdit,

    AddPasses, AddBranchPasses,

    SetBatchView, AddBatchSteps, GoToBatchStep,

    SetDisaggregationView,

    NewDocument, OpenPath, Save, SaveAs, ShowPathField, BrowseTo, TypePath, HighlightEntry, ShowAllFiles,
    EnterPath, AnswerQuestion, NoticeFile, OfferRecovery, EndRecovery,

    ChooseLayer, ChooseHead, OpenHead, ToggleOverview, LookAt, Pin, Focus, Hover, TakeWalk, OpenStage,
    ShowCopyMenu, Copy, CopyWords, ChooseView, CompareBranch, ShowText, ChooseTab, ChooseParameters, ShowTokenMenu, SearchTokens, SetPlaneView,
    ChooseArrow, SortCandidates, SearchCandidates, ScrollSequence,

    SetMistakesView, GuessMistake, AnswerMistake,

    SetCostView,

    SetTheme, SetScale, SetNumberFormat, ToggleKeys, ToggleSettings, ToggleMotion, TogglePresentation,
    ToggleFullScreen, SetPanelSizes, RememberWindow, ShowMessage, DismissMessage,
    Escape, Quit>;
// clang-format on

// One of them. Not a std::variant: its visit and move tables, with so many alternatives, would be
// compiled anew in every file that wishes for anything, and were two thirds of the time that
// building took.
class Command {
public:
    template <class C>
    requires(CommandTypes::Has<C>()) Command(C command) : command_(std::move(command)) {}

    template <class C>
    bool Is() const {
        return If<C>() != nullptr;
    }
    // Null where it is another one.
    template <class C>
    const C* If() const {
        return std::any_cast<C>(&command_);
    }
    // It must be this one.
    template <class C>
    const C& As() const {
        const C* command = If<C>();
        assert(command != nullptr);
        return *command;
    }

private:
    std::any command_;
};

using Commands = std::vector<Command>;

constexpr float kLeastScale = 0.5f;
constexpr float kMostScale = 4.0f;

constexpr double kUsualSecondsPerStage = 0.9;  // at play speed 1
constexpr double kLeastSpeed = 0.25;
constexpr double kMostSpeed = 4.0;

// Grants a wish. What cannot be granted (a bad prompt, a file that cannot be read) changes nothing
// that is shown but the message; a wish that makes no sense (a layer that is not there) is brought
// into range. Never throws Error.
void Apply(AppState& state, const Command& command);

// A state that works on `recipe`, paused before the prefill.
AppState StateFor(const Recipe& recipe, const std::string& path);

}  // namespace decodescope
