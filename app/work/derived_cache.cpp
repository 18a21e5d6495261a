#include "app/work/derived_cache.h"

#include <algorithm>

#include "core/explain/narrate.h"
#include "core/explain/transcript.h"
#include "core/run/work_estimate.h"

namespace decodescope {
namespace {

bool IsRecorded(const AppState& state) {
    return state.ui.playhead.pass < state.recording->pass_count();
}

std::vector<Interval> IntervalsIn(const Recording& recording, const Pass& pass) {
    const bool is_drawn = pass.selection && pass.selection->drawn;
    if (recording.recipe().rule.is_greedy() || !is_drawn) return {};
    return IntervalsOf(recording.recipe().rule, LogitsOf(recording, pass));
}

// Multiplications that take as long as listing a vocabulary, roughly.
double ListWork(const Config& config) { return 40.0 * config.vocabulary_size; }

bool HasSelected(const AppState& state) {
    return IsRecorded(state) && state.ui.playhead.step >= state.recording->StepOf(Stage::Select);
}

}  // namespace

PlaneQuery PlaneQueryOf(const AppState& state) {
    return {.playhead = state.ui.playhead,
            .layer = state.ui.layer,
            .head = state.ui.head,
            .view = state.ui.plane};
}

std::vector<CandidateRow> CandidateRowsOf(const AppState& state,
                                          const std::vector<Candidate>& candidates) {
    if (candidates.empty()) return {};
    return ListCandidates(*state.recording, state.ui.playhead.pass, candidates,
                          state.ui.candidate_order, state.ui.candidate_search, HasSelected(state));
}

std::vector<Interval> IntervalsAt(const AppState& state) {
    if (!IsRecorded(state)) return {};
    return IntervalsIn(*state.recording, state.recording->pass(state.ui.playhead.pass));
}

std::string TranscriptAt(const AppState& state) {
    const Recording& recording = *state.recording;
    if (state.ui.playhead.step < 0 || !IsRecorded(state)) return TranscriptOpening(recording);
    const Pass& pass = recording.pass(state.ui.playhead.pass);
    return PassTitle(pass) + ": " + PassSubtitle(recording, pass) + ".\n\n" +
           TranscriptOfStep(recording, state.ui.playhead);
}

void DerivedCache::Update(const AppState& state, const std::optional<int>& hovered_position) {
    const bool is_new = updated_for_ != state.recording;
    const std::optional<Cell> looked_at = LookedAt(state.ui);
    const bool is_there = looked_at && IsComputed(*state.recording, *looked_at, state.ui.playhead);
    UpdateLinks(state, is_there ? looked_at : std::nullopt, is_new);
    derived_.highlights.position = hovered_position;
    UpdateCandidates(state);
    UpdatePlane(state, is_new);
    UpdateTranscript(state, is_new);
    UpdateLens(state);
    derived_.flip = FlipOf(state);
    UpdateChecks(state);
    updated_for_ = state.recording;
}

void DerivedCache::UpdateLinks(const AppState& state, const std::optional<Cell>& looked_at,
                               bool is_new) {
    if (!is_new && derived_.highlights.inspected == looked_at) return;
    derived_.derivation.reset();
    if (looked_at) derived_.derivation = Terms(*state.recording, *looked_at);
    derived_.highlights = derived_.derivation ? HighlightsOf(*derived_.derivation) : Highlights{};
}

// Sorting a large vocabulary takes longer than a frame. While another order or search of the same
// pass is worked out, the list stays as it was.
void DerivedCache::UpdateCandidates(const AppState& state) {
    const bool is_shown = state.ui.tab == "candidates" || state.ui.view == View::Branches;
    const int pass = state.ui.playhead.pass;
    if (!is_shown || !IsRecorded(state)) {
        list_.Drop();
        listed_.reset();
        TakeList({});
        derived_.is_listing = false;
        return;
    }
    const ListKey key{state.recording->passes()[static_cast<size_t>(pass)],
                      state.ui.candidate_order, state.ui.candidate_search,
                      state.recording->recipe().rule, HasSelected(state)};
    if (list_.TurnTo(key)) {
        if (listed_ != key.pass) TakeList({});
        listed_ = key.pass;
        list_.Start(ListWork(state.recording->config()), 1,
                    [recording = state.recording, key, pass](int) {
                        return ListOf(*recording, pass, key);
                    });
    }
    for (CandidateList& list : list_.Take()) TakeList(std::move(list));
    derived_.is_listing = derived_.candidates.empty() && list_.is_running();
}

CandidateList DerivedCache::ListOf(const Recording& recording, int pass, const ListKey& key) {
    CandidateList list{.candidates = CandidatesOf(recording, pass),
                       .rows = {},
                       .intervals = IntervalsIn(recording, recording.pass(pass))};
    list.rows =
        ListCandidates(recording, pass, list.candidates, key.order, key.search, key.has_selected);
    return list;
}

void DerivedCache::TakeList(CandidateList list) {
    derived_.candidates = std::move(list.candidates);
    derived_.candidate_rows = std::move(list.rows);
    derived_.intervals = std::move(list.intervals);
}

void DerivedCache::UpdatePlane(const AppState& state, bool is_new) {
    const bool is_shown = state.ui.tab == "plane";
    if (!is_shown || !(IsRecorded(state) || state.ui.playhead.step < 0)) {
        plane_for_.reset();
        derived_.plane.reset();
        return;
    }
    const PlaneQuery query = PlaneQueryOf(state);
    if (!is_new && plane_for_ == query) return;
    derived_.plane = BuildPlane(*state.recording, query);
    plane_for_ = query;
}

void DerivedCache::UpdateTranscript(const AppState& state, bool is_new) {
    if (is_new) transcript_for_.reset();
    if (state.ui.tab != "transcript" || transcript_for_ == state.ui.playhead) return;
    derived_.transcript = TranscriptAt(state);
    transcript_for_ = state.ui.playhead;
}

// Line by line, since each takes a product with the whole output matrix.
void DerivedCache::UpdateLens(const AppState& state) {
    const bool is_shown = state.ui.view == View::Pass && state.ui.shows_overview;
    if (!is_shown || !IsRecorded(state)) {
        lens_.Drop();
        derived_.lens.reset();
        return;
    }
    const PassPtr& pass = state.recording->passes()[static_cast<size_t>(state.ui.playhead.pass)];
    if (lens_.TurnTo(pass)) {
        derived_.lens.reset();
        const Config& config = state.recording->config();
        lens_.Start(LensWork(config), config.layers,
                    [recording = state.recording, pass](int layer) {
                        LensLine line = LensLineAfter(*recording, *pass, layer);
                        // How a token is displayed is found once, which may take a moment, too.
                        if (line.best) TokenText(*recording, line.best->id);
                        return line;
                    });
    }
    const std::vector<LensLine> found = lens_.Take();
    if (found.empty()) return;
    auto lines = std::make_shared<std::vector<LensLine>>();
    if (derived_.lens) *lines = *derived_.lens;
    lines->insert(lines->end(), found.begin(), found.end());
    derived_.lens = std::move(lines);
}

// Recomputing is quadratic, so it is done only while someone looks at it: looking away stops it,
// and coming back goes on from there.
void DerivedCache::UpdateChecks(const AppState& state) {
    const std::shared_ptr<const Recording>& recording = state.recording;
    const bool is_shown = state.ui.tab == "check" || state.ui.view == View::Cost;
    for (PassCheck& check : checks_.Take()) derived_.checks.push_back(std::move(check));
    derived_.is_checking = false;
    if (!is_shown) return checks_.Drop();
    if (recording->finish_reason() == FinishReason::None) return;
    if (checked_ != recording) derived_.checks.clear();
    checked_ = recording;
    const auto done = static_cast<int>(derived_.checks.size());
    if (done < recording->pass_count() && checks_.TurnTo(recording)) {
        checks_.Start(EstimatedCheckWork(*recording), recording->pass_count() - done,
                      [recording, done](int i) { return CheckPass(*recording, done + i); });
        for (PassCheck& check : checks_.Take()) derived_.checks.push_back(std::move(check));
    }
    derived_.is_checking = checks_.is_running();
}

}  // namespace decodescope
