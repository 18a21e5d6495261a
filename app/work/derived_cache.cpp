#include "app/work/derived_cache.h"

#include <algorithm>

#include "app/work/recorder.h"
#include "core/explain/narrate.h"
#include "core/explain/transcript.h"

namespace decodescope {
namespace {

bool IsRecorded(const AppState& state) {
    return state.ui.playhead.pass < state.recording->pass_count();
}

bool HasSelected(const AppState& state) {
    return IsRecorded(state) && state.ui.playhead.step >= state.recording->StepOf(Stage::Select);
}

}  // namespace

PlaneQuery PlaneQueryOf(const AppState& state) {
    return {.playhead = state.ui.playhead,
            .layer = state.ui.layer,
            .head = state.ui.head,
            .look = state.ui.plane};
}

std::vector<CandidateRow> CandidateRowsOf(const AppState& state,
                                          const std::vector<Candidate>& candidates) {
    if (candidates.empty()) return {};
    return ListCandidates(*state.recording, state.ui.playhead.pass, candidates,
                          state.ui.candidate_order, state.ui.candidate_search, HasSelected(state));
}

std::vector<Interval> IntervalsAt(const AppState& state) {
    const Recording& recording = *state.recording;
    if (!IsRecorded(state) || recording.recipe().rule.is_greedy()) return {};
    const Pass& pass = recording.pass(state.ui.playhead.pass);
    if (!pass.selection || !pass.selection->drawn) return {};
    const Numbers logits = pass.trace().Row(TensorId::Logits, 0, pass.last_position());
    std::vector<double> numbers;
    for (int i = 0; i < logits.size(); ++i) numbers.push_back(logits[i]);
    return IntervalsOf(recording.recipe().rule, numbers);
}

std::string TranscriptAt(const AppState& state) {
    const Recording& recording = *state.recording;
    if (state.ui.playhead.step < 0 || !IsRecorded(state)) return TranscriptOpening(recording);
    const Pass& pass = recording.pass(state.ui.playhead.pass);
    return PassTitle(pass) + ": " + PassSubtitle(recording, pass) + ".\n\n" +
           TranscriptOfStep(recording, state.ui.playhead);
}

void DerivedData::Find(const AppState& state, const std::optional<int>& hovered_position) {
    const bool is_new = found_for_ != state.recording;
    FindLinks(state, LookedAt(state.ui), is_new);
    findings_.highlights.position = hovered_position;
    FindCandidates(state, is_new);
    FindPlane(state, is_new);
    FindTranscript(state, is_new);
    findings_.flip = FlipOf(state);
    FindChecks(state);
    mistakes_.Find(state, findings_.mistakes);
    FindBatch(state);
    disaggregation_.Find(state, findings_.disaggregation);
    found_for_ = state.recording;
}

void DerivedData::FindLinks(const AppState& state, const std::optional<Cell>& looked_at,
                            bool is_new) {
    if (!is_new && findings_.highlights.inspected == looked_at) return;
    findings_.derivation.reset();
    if (looked_at && state.recording->Has(*looked_at)) {
        findings_.derivation = Terms(*state.recording, *looked_at);
    }
    findings_.highlights =
        findings_.derivation ? HighlightsOf(*findings_.derivation) : Highlights{};
}

void DerivedData::FindCandidates(const AppState& state, bool is_new) {
    const bool is_other_pass = is_new || findings_.candidates_pass != state.ui.playhead.pass;
    if (is_other_pass) {
        findings_.candidates_pass = state.ui.playhead.pass;
        findings_.candidates.clear();
        if (IsRecorded(state)) {
            findings_.candidates = CandidatesOf(*state.recording, findings_.candidates_pass);
        }
        findings_.stretches = IntervalsAt(state);
    }
    const ListKey key{state.ui.candidate_order, state.ui.candidate_search,
                      state.recording->recipe().rule, HasSelected(state)};
    if (!is_other_pass && listed_for_ == key) return;
    findings_.candidate_rows = CandidateRowsOf(state, findings_.candidates);
    listed_for_ = key;
}

void DerivedData::FindPlane(const AppState& state, bool is_new) {
    const bool is_shown = state.ui.tab == "plane" || state.ui.tab == "recipe";
    if (!is_shown || !(IsRecorded(state) || state.ui.playhead.step < 0)) {
        plane_for_.reset();
        findings_.plane.reset();
        return;
    }
    const PlaneQuery query = PlaneQueryOf(state);
    if (!is_new && plane_for_ == query) return;
    findings_.plane = BuildPlane(*state.recording, query);
    plane_for_ = query;
}

void DerivedData::FindTranscript(const AppState& state, bool is_new) {
    if (is_new) transcript_for_.reset();
    if (state.ui.tab != "transcript" || transcript_for_ == state.ui.playhead) return;
    findings_.transcript = TranscriptAt(state);
    transcript_for_ = state.ui.playhead;
}

// Recomputing is quadratic, so it is done only while someone looks at it: at once for a toy, pass
// by pass on another thread for a larger model.
void DerivedData::FindChecks(const AppState& state) {
    const bool is_shown = state.ui.tab == "check" || state.ui.view == View::Cost;
    if (!is_shown || state.recording->stop_reason() == StopReason::None) return;
    if (checked_ != state.recording) {
        checked_ = state.recording;
        findings_.checks.clear();
        checks_.Cancel();
        if (IsToy(*checked_)) {
            findings_.checks = CheckAll(*checked_);
        } else {
            checks_.Start([recording = checked_] {
                return [recording, pass = 0]() mutable -> std::optional<PassCheck> {
                    if (pass >= recording->pass_count()) return std::nullopt;
                    return CheckPass(*recording, pass++);
                };
            });
        }
    }
    for (PassCheck& check : checks_.Take()) findings_.checks.push_back(std::move(check));
    findings_.is_checking = checks_.is_running();
}

void DerivedData::FindBatch(const AppState& state) {
    const std::shared_ptr<const BatchRun>& run = state.batch.run;
    if (checked_batch_ && (checked_batch_ != run || state.ui.view != View::Batch)) {
        batch_checks_.Cancel();
        checked_batch_.reset();
    }
    if (state.ui.view != View::Batch || !run) {
        findings_.batch.reset();
        batch_for_.reset();
        return;
    }
    const int step = std::clamp(state.ui.batch.step, -1, run->step_count() - 1);
    if (batch_for_ != run || findings_.batch->step != step) {
        BatchResults found = BatchResultsOf(*run, step);
        if (findings_.batch && checked_batch_ == run)
            found.checks = std::move(findings_.batch->checks);
        findings_.batch = std::move(found);
        batch_for_ = run;
    }
    if (run->is_done()) CheckBatch(run);
}

// Each response alone costs as much as it did together, so larger models are checked on another
// thread.
void DerivedData::CheckBatch(const std::shared_ptr<const BatchRun>& run) {
    BatchResults& found = *findings_.batch;
    if (checked_batch_ != run) {
        checked_batch_ = run;
        std::vector<int> served;
        for (int i = 0; i < run->request_count(); ++i) {
            if (run->response(i) != nullptr) served.push_back(i);
        }
        if (IsToy(*run)) {
            for (const int request : served) found.checks.push_back(CheckResponse(*run, request));
        } else {
            batch_checks_.Start([run, served] {
                return [run, served, next = size_t{0}]() mutable -> std::optional<ResponseCheck> {
                    if (next >= served.size()) return std::nullopt;
                    return CheckResponse(*run, served[next++]);
                };
            });
        }
    }
    for (ResponseCheck& check : batch_checks_.Take()) found.checks.push_back(check);
    found.is_checking = batch_checks_.is_running();
}

}  // namespace decodescope
