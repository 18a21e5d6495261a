// Keeps Derived up to date with the state: each part is found again only when what it depends on
// has changed, and what is expensive only while it is on screen.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "app/state/state.h"
#include "app/work/derived.h"
#include "app/work/job.h"

namespace decodescope {

// What the plane of a state shows.
PlaneQuery PlaneQueryOf(const AppState& state);

// The candidates in the order and with the limits that the state shows. They belong to its
// playhead's pass.
std::vector<CandidateRow> CandidateRowsOf(const AppState& state,
                                          const std::vector<Candidate>& candidates);

// Everything about the candidates of a pass.
struct CandidateList {
    std::vector<Candidate> candidates;
    std::vector<CandidateRow> rows;
    std::vector<Interval> intervals;
};

// The intervals that a draw can hit in the pass at the playhead; empty where the rule draws
// nothing.
std::vector<Interval> IntervalsAt(const AppState& state);

// The step at the playhead in words and numbers; at the start, what there is before it.
std::string TranscriptAt(const AppState& state);

class DerivedCache {
public:
    // `wake` is called from another thread when there is something new.
    explicit DerivedCache(const std::function<void()>& wake)
        : list_(wake), lens_(wake), checks_(wake) {}

    // Once per frame, before it is drawn. `hovered_position` is what the mouse was over in the last
    // frame.
    void Update(const AppState& state, const std::optional<int>& hovered_position);

    const Derived& derived() const { return derived_; }
    bool is_busy() const {
        return list_.is_running() || lens_.is_running() || checks_.is_running();
    }

private:
    // What the list of candidates depends on.
    struct ListKey {
        PassPtr pass;
        CandidateOrder order;
        std::string search;
        SelectionRule rule;
        bool has_selected = false;

        friend bool operator==(const ListKey&, const ListKey&) = default;
    };

    void UpdateLinks(const AppState& state, const std::optional<Cell>& looked_at, bool is_new);
    void UpdateCandidates(const AppState& state);
    static CandidateList ListOf(const Recording& recording, int pass, const ListKey& key);
    void TakeList(CandidateList list);
    void UpdatePlane(const AppState& state, bool is_new);
    void UpdateTranscript(const AppState& state, bool is_new);
    void UpdateLens(const AppState& state);
    void UpdateChecks(const AppState& state);

    Derived derived_;
    std::shared_ptr<const Recording> updated_for_;
    std::optional<PlaneQuery> plane_for_;
    std::optional<Playhead> transcript_for_;

    std::shared_ptr<const Recording> checked_;  // whose checks were found, or the first of them
    Job<ListKey, CandidateList> list_;
    PassPtr listed_;  // whose candidates are there
    Job<PassPtr, LensLine> lens_;
    Job<std::shared_ptr<const Recording>, PassCheck> checks_;
};

}  // namespace decodescope
