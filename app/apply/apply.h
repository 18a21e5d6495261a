// How wishes are granted: one function for each command. Only Apply (command.h) calls these, and
// they call each other's helpers below; a failure throws Error and changes nothing.
#pragma once

#include <string>
#include <utility>

#include "app/state/command.h"

namespace decodescope {

// --- moving.cpp
void Grant(AppState& state, const GoTo& wish);
void Grant(AppState& state, const GoToNextStage& wish);
void Grant(AppState& state, const GoToPreviousStage& wish);
void Grant(AppState& state, const GoToNextPass& wish);
void Grant(AppState& state, const GoToPreviousPass& wish);
void Grant(AppState& state, const GoToFirst& wish);
void Grant(AppState& state, const GoToLast& wish);
void Grant(AppState& state, const TogglePlay& wish);

// --- handover.cpp
void Grant(AppState& state, const LookAtHandover& wish);

// --- cost.cpp
void Grant(AppState& state, const LookAtCost& wish);

// --- playing.cpp
void Grant(AppState& state, const PlayAgain& wish);
void Grant(AppState& state, const SetPlaySpeed& wish);
void Grant(AppState& state, const ToggleLoop& wish);
void Grant(AppState& state, const ToggleStopAtSelection& wish);

// --- editing.cpp
void Grant(AppState& state, const SetPrompt& wish);
void Grant(AppState& state, const SetTokens& wish);
void Grant(AppState& state, const SetRule& wish);
void Grant(AppState& state, const EndEdit& wish);
void Grant(AppState& state, const Undo& wish);
void Grant(AppState& state, const Redo& wish);
void Grant(AppState& state, const GoToHistory& wish);
void Grant(AppState& state, const FadeMarks& wish);
void Grant(AppState& state, const ForgetFlip& wish);

// --- branching.cpp
void Grant(AppState& state, const TakeCandidate& wish);
void Grant(AppState& state, const GoToBranch& wish);
void Grant(AppState& state, const RemoveBranch& wish);
void Grant(AppState& state, const CompareBranch& wish);
void Grant(AppState& state, const AddBranchPasses& wish);

// --- model_editing.cpp
void Grant(AppState& state, const SetParameter& wish);
void Grant(AppState& state, const SetEmbedding& wish);
void Grant(AppState& state, const NudgeEmbedding& wish);
void Grant(AppState& state, const AddToken& wish);
void Grant(AppState& state, const RenameToken& wish);
void Grant(AppState& state, const RemoveToken& wish);
void Grant(AppState& state, const MoveToken& wish);
void Grant(AppState& state, const SetAttentionScale& wish);
void Grant(AppState& state, const SetNormEps& wish);
void Grant(AppState& state, const SetRopeTheta& wish);
void Grant(AppState& state, const SetKvHeads& wish);
void Grant(AppState& state, const BeginInlineEdit& wish);
void Grant(AppState& state, const EndInlineEdit& wish);

// --- recording.cpp
void Grant(AppState& state, const AddPasses& wish);

// --- batch.cpp
void Grant(AppState& state, const SetBatch& wish);
void Grant(AppState& state, const AddBatchSteps& wish);
void Grant(AppState& state, const GoToStep& wish);

// --- files.cpp
void Grant(AppState& state, const NewDocument& wish);
void Grant(AppState& state, const OpenPath& wish);
void Grant(AppState& state, const Save& wish);
void Grant(AppState& state, const SaveAs& wish);
void Grant(AppState& state, const AnswerQuestion& wish);
void Grant(AppState& state, const NoticeFile& wish);
void Grant(AppState& state, const OfferRecovery& wish);
void Grant(AppState& state, const EndRecovery& wish);
void Grant(AppState& state, const Quit& wish);

// --- browsing.cpp
void Grant(AppState& state, const ShowPathField& wish);
void Grant(AppState& state, const BrowseTo& wish);
void Grant(AppState& state, const TypePath& wish);
void Grant(AppState& state, const HighlightEntry& wish);
void Grant(AppState& state, const ShowAllFiles& wish);
void Grant(AppState& state, const EnterPath& wish);

// --- looking.cpp
void Grant(AppState& state, const ChooseLayer& wish);
void Grant(AppState& state, const ChooseHead& wish);
void Grant(AppState& state, const OpenHead& wish);
void Grant(AppState& state, const ToggleOverview& wish);
void Grant(AppState& state, const LookAt& wish);
void Grant(AppState& state, const Pin& wish);
void Grant(AppState& state, const Focus& wish);
void Grant(AppState& state, const Hover& wish);
void Grant(AppState& state, const TakeWalk& wish);
void Grant(AppState& state, const OpenStage& wish);
void Grant(AppState& state, const ShowCopyMenu& wish);
void Grant(AppState& state, const Copy& wish);
void Grant(AppState& state, const ChooseParameters& wish);
void Grant(AppState& state, const ShowTokenMenu& wish);
void Grant(AppState& state, const SearchTokens& wish);
void Grant(AppState& state, const ChooseView& wish);
void Grant(AppState& state, const ShowText& wish);
void Grant(AppState& state, const ChooseTab& wish);
void Grant(AppState& state, const SetTheme& wish);
void Grant(AppState& state, const SetScale& wish);
void Grant(AppState& state, const SetNumberFormat& wish);
void Grant(AppState& state, const ToggleKeys& wish);
void Grant(AppState& state, const ToggleFullScreen& wish);
void Grant(AppState& state, const ToggleSettings& wish);
void Grant(AppState& state, const ToggleMotion& wish);
void Grant(AppState& state, const TogglePresentation& wish);
void Grant(AppState& state, const SetPanelSizes& wish);
void Grant(AppState& state, const RememberWindow& wish);
void Grant(AppState& state, const ShowMessage& wish);
void Grant(AppState& state, const DismissMessage& wish);
void Grant(AppState& state, const Escape& wish);

// --- tabs.cpp
void Grant(AppState& state, const LookAtPlane& wish);
void Grant(AppState& state, const ChooseArrow& wish);
void Grant(AppState& state, const SortCandidates& wish);
void Grant(AppState& state, const SearchCandidates& wish);
void Grant(AppState& state, const ScrollSequence& wish);
void Grant(AppState& state, const CopyWords& wish);

// --- mistakes.cpp
void Grant(AppState& state, const LookAtMistakes& wish);
void Grant(AppState& state, const GuessMistake& wish);
void Grant(AppState& state, const AnswerMistake& wish);

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
