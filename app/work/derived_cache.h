// Keeps the findings up to date with the state: each is found again only when what it depends on
// has changed, and only while someone looks at it where it costs much.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "app/state/state.h"
#include "app/views/mistakes/mistakes_worker.h"
#include "app/work/background.h"
#include "app/work/derived.h"

namespace decodescope {

// What the plane of a state shows.
PlaneQuery PlaneQueryOf(const AppState& state);

// The candidates in the order and with the limits that the state shows. They belong to its
// playhead's pass.
std::vector<CandidateRow> CandidateRowsOf(const AppState& state,
                                          const std::vector<Candidate>& candidates);

// What a draw can hit in the pass at the playhead; empty where the rule draws nothing.
std::vector<Interval> IntervalsAt(const AppState& state);

// The step at the playhead in words and numbers; at the start, what there is before it.
std::string TranscriptAt(const AppState& state);

class DerivedData {
public:
    // `wake` is called from another thread when there is something new.
    explicit DerivedData(std::function<void()> wake)
        : mistakes_(wake), checks_(wake), batch_checks_(wake), disaggregation_(std::move(wake)) {}

    // Once a frame, before it is drawn. The position that the mouse is over is of the last frame.
    void Find(const AppState& state, const std::optional<int>& hovered_position);

    const Derived& derived() const { return findings_; }
    bool is_busy() const {
        return checks_.is_running() || mistakes_.is_busy() || batch_checks_.is_running() ||
               disaggregation_.is_busy();
    }

private:
    // What the candidates' rows were found for.
    struct ListKey {
        CandidateOrder order;
        std::string search;
        SelectionRule rule;
        bool has_selected = false;

        friend bool operator==(const ListKey&, const ListKey&) = default;
    };

    void FindLinks(const AppState& state, const std::optional<Cell>& looked_at, bool is_new);
    void FindCandidates(const AppState& state, bool is_new);
    void FindPlane(const AppState& state, bool is_new);
    void FindTranscript(const AppState& state, bool is_new);
    void FindChecks(const AppState& state);
    void FindBatch(const AppState& state);
    void CheckBatch(const std::shared_ptr<const BatchRun>& run);

    Derived findings_;
    std::shared_ptr<const Recording> found_for_;
    std::optional<ListKey> listed_for_;
    std::optional<PlaneQuery> plane_for_;
    std::optional<Playhead> transcript_for_;

    MistakesRunner mistakes_;
    Background<PassCheck> checks_;
    std::shared_ptr<const Recording> checked_;

    std::shared_ptr<const BatchRun> batch_for_;
    Background<ResponseCheck> batch_checks_;
    std::shared_ptr<const BatchRun> checked_batch_;
    DisaggregationChecker disaggregation_;
};

}  // namespace decodescope
