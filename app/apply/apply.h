// How wishes are granted: one function for each command. Only Apply (command.h) calls these, and
// they call each other's helpers below; a failure throws Error and changes nothing.
#pragma once

#include <string>
#include <utility>

#include "app/state/command.h"

namespace decodescope {

// --- moving.cpp
void Apply(AppState& state, const GoTo& command);
void Apply(AppState& state, const GoToNextStage& command);
void Apply(AppState& state, const GoToPreviousStage& command);
void Apply(AppState& state, const GoToNextPass& command);
void Apply(AppState& state, const GoToPreviousPass& command);
void Apply(AppState& state, const GoToFirst& command);
void Apply(AppState& state, const GoToLast& command);
void Apply(AppState& state, const TogglePlay& command);
void Apply(AppState& state, const SetPlaying& command);

// --- handover.cpp
void Apply(AppState& state, const SetDisaggregationView& command);

// --- cost.cpp
void Apply(AppState& state, const SetCostView& command);

// --- playing.cpp
void Apply(AppState& state, const PlayAgain& command);
void Apply(AppState& state, const SetPlaySpeed& command);
void Apply(AppState& state, const ToggleLoop& command);
void Apply(AppState& state, const ToggleStopAtSelection& command);

// --- editing.cpp
void Apply(AppState& state, const SetPrompt& command);
void Apply(AppState& state, const SetTokens& command);
void Apply(AppState& state, const SetRule& command);
void Apply(AppState& state, const EndEdit& command);
void Apply(AppState& state, const Undo& command);
void Apply(AppState& state, const Redo& command);
void Apply(AppState& state, const GoToHistory& command);
void Apply(AppState& state, const FadeMarks& command);
void Apply(AppState& state, const ForgetFlip& command);

// --- branching.cpp
void Apply(AppState& state, const TakeCandidate& command);
void Apply(AppState& state, const GoToBranch& command);
void Apply(AppState& state, const RemoveBranch& command);
void Apply(AppState& state, const CompareBranch& command);
void Apply(AppState& state, const AddBranchPasses& command);

// --- model_editing.cpp
void Apply(AppState& state, const SetParameter& command);
void Apply(AppState& state, const SetEmbedding& command);
void Apply(AppState& state, const NudgeEmbedding& command);
void Apply(AppState& state, const AddToken& command);
void Apply(AppState& state, const RenameToken& command);
void Apply(AppState& state, const RemoveToken& command);
void Apply(AppState& state, const MoveToken& command);
void Apply(AppState& state, const SetAttentionScale& command);
void Apply(AppState& state, const SetNormEps& command);
void Apply(AppState& state, const SetRopeTheta& command);
void Apply(AppState& state, const SetKvHeads& command);
void Apply(AppState& state, const BeginInlineEdit& command);
void Apply(AppState& state, const EndInlineEdit& command);

// --- recording.cpp
void Apply(AppState& state, const AddPasses& command);

// --- batch.cpp
void Apply(AppState& state, const SetBatchView& command);
void Apply(AppState& state, const AddBatchSteps& command);
void Apply(AppState& state, const GoToBatchStep& command);

// --- files.cpp
void Apply(AppState& state, const NewDocument& command);
void Apply(AppState& state, const OpenPath& command);
void Apply(AppState& state, const Save& command);
void Apply(AppState& state, const SaveAs& command);
void Apply(AppState& state, const AnswerQuestion& command);
void Apply(AppState& state, const NoticeFile& command);
void Apply(AppState& state, const OfferRecovery& command);
void Apply(AppState& state, const EndRecovery& command);
void Apply(AppState& state, const Quit& command);

// --- browsing.cpp
void Apply(AppState& state, const ShowPathField& command);
void Apply(AppState& state, const BrowseTo& command);
void Apply(AppState& state, const TypePath& command);
void Apply(AppState& state, const HighlightEntry& command);
void Apply(AppState& state, const ShowAllFiles& command);
void Apply(AppState& state, const EnterPath& command);

// --- looking.cpp
void Apply(AppState& state, const ChooseLayer& command);
void Apply(AppState& state, const ChooseHead& command);
void Apply(AppState& state, const OpenHead& command);
void Apply(AppState& state, const ToggleOverview& command);
void Apply(AppState& state, const LookAt& command);
void Apply(AppState& state, const Pin& command);
void Apply(AppState& state, const Focus& command);
void Apply(AppState& state, const Hover& command);
void Apply(AppState& state, const TakeWalk& command);
void Apply(AppState& state, const OpenStage& command);
void Apply(AppState& state, const ShowCopyMenu& command);
void Apply(AppState& state, const Copy& command);
void Apply(AppState& state, const ChooseParameters& command);
void Apply(AppState& state, const ShowTokenMenu& command);
void Apply(AppState& state, const SearchTokens& command);
void Apply(AppState& state, const ChooseView& command);
void Apply(AppState& state, const ShowText& command);
void Apply(AppState& state, const ChooseTab& command);
void Apply(AppState& state, const SetTheme& command);
void Apply(AppState& state, const SetScale& command);
void Apply(AppState& state, const SetNumberFormat& command);
void Apply(AppState& state, const ToggleKeys& command);
void Apply(AppState& state, const ToggleFullScreen& command);
void Apply(AppState& state, const ToggleSettings& command);
void Apply(AppState& state, const ToggleMotion& command);
void Apply(AppState& state, const TogglePresentation& command);
void Apply(AppState& state, const SetPanelSizes& command);
void Apply(AppState& state, const RememberWindow& command);
void Apply(AppState& state, const ShowMessage& command);
void Apply(AppState& state, const DismissMessage& command);
void Apply(AppState& state, const Escape& command);

// --- tabs.cpp
void Apply(AppState& state, const SetPlaneView& command);
void Apply(AppState& state, const ChooseArrow& command);
void Apply(AppState& state, const SortCandidates& command);
void Apply(AppState& state, const SearchCandidates& command);
void Apply(AppState& state, const ScrollSequence& command);
void Apply(AppState& state, const CopyWords& command);

// --- mistakes.cpp
void Apply(AppState& state, const SetMistakesView& command);
void Apply(AppState& state, const GuessMistake& command);
void Apply(AppState& state, const AnswerMistake& command);

// --- Helpers that several of them share

// What typing into a field that may refuse its text is called; renaming is named after its field.
constexpr const char* kChangeScale = "change attention scale";
constexpr const char* kChangeNormEps = "change epsilon of the norms";
constexpr const char* kChangeRopeTheta = "change base of RoPE";

// moving.cpp: goes there, or as near as the recording allows. The layer shown follows the playhead
// into a layer; stages outside the layers leave it alone.
void MoveTo(AppState& state, Playhead playhead);

// recording.cpp: makes the recording of the recipe as it stands. Where that cannot be, the old one
// stays and the state's problem says why.
void Rerecord(AppState& state);

// batch.cpp: while the batch view is shown, its run is of the batch as it is set, on the model as
// it is.
void FollowBatch(AppState& state);
// recording.cpp: a recording with passes added; those that it has are shared.
std::shared_ptr<const Recording> Longer(const Recording& recording,
                                        const std::vector<PassPtr>& passes);

// recording.cpp: makes the recordings of the other branches while they are looked at: all of a
// toy's, the compared one of a larger model. What is known is kept.
void RecordBranches(AppState& state);

// editing.cpp: replaces the recipe, as one entry of the history with this name. Edits of one
// gesture join the entry until EndEdit; without a gesture's own name it is the entry's. Nothing
// happens where nothing differs.
void Edit(AppState& state, const std::string& name, Recipe edited, const std::string& gesture = {});

// editing.cpp: takes back the edits since there were so many, as if they had never been.
void Forget(AppState& state, int undo_count);

// files.cpp: whether it must first be settled what becomes of unsaved changes. The question is
// asked then, and its answer leads on to where the person wanted to go.
bool AsksFirst(AppState& state, const Departure& departure);

// looking.cpp: brings what is looked at (layer, head, playhead, pinned cell) into the recording's
// range.
void KeepInRange(AppState& state);

// looking.cpp: the same for what is looked at in the recipe's model: its table, its token, an
// inline edit.
void KeepInModel(AppState& state);
// tabs.cpp: the same for the plane's axes and token.
void KeepPlaneInRange(AppState& state);

}  // namespace decodescope
