#include "app/views/batch/batch_view_data.h"

#include <algorithm>

namespace decodescope {
namespace {

// A response at the end of one of its passes: what it has processed is cached, what was selected
// waits.
std::vector<SequenceToken> TokensOf(const Recording& response, const Pass& pass, bool in_step) {
    std::vector<SequenceToken> tokens;
    const int prompt = response.prompt_length();
    for (int position = 0; position < pass.cache_length_after; ++position) {
        tokens.push_back(
            {.position = position,
             .id = response.ids()[static_cast<size_t>(position)],
             .state = TokenState::Cached,
             .in_pass = in_step && pass.HasPosition(position),
             .origin = position < prompt ? TokenOrigin::Prompt : TokenOrigin::Generated});
    }
    if (pass.selection) {
        tokens.push_back({.position = pass.cache_length_after,
                          .id = pass.selection->id,
                          .state = TokenState::Waiting,
                          .in_pass = false,
                          .origin = TokenOrigin::Generated});
    }
    return tokens;
}

BatchLane LaneOf(const BatchRun& run, int step, size_t slot) {
    const SlotStep& now = run.step(step).slots[slot];
    BatchLane lane{.work = now.work, .request = now.request, .ended = now.ended};
    if (now.work != SlotWork::Idle) {
        lane.tokens = TokensOf(*run.response(now.request), *now.pass, now.work != SlotWork::Share);
        lane.shared = now.shared_rows;
        lane.prefix = now.prefix;
        return lane;
    }
    for (int i = step - 1; i >= 0 && lane.request < 0; --i) {
        const SlotStep& before = run.step(i).slots[slot];
        lane.request = before.request;
        lane.ended = before.ended;
    }
    return lane;
}

// Adjacent lanes with the same prefix, idle ones between them ignored.
std::vector<SharedPrefix> SharedIn(const std::vector<BatchLane>& lanes) {
    std::vector<SharedPrefix> all;
    bool goes_on = false;
    for (size_t i = 0; i < lanes.size(); ++i) {
        const BatchLane& lane = lanes[i];
        if (lane.work == SlotWork::Idle) continue;
        const int at = static_cast<int>(i);
        if (lane.prefix < 0) {
            goes_on = false;
        } else if (goes_on && all.back().request == lane.prefix) {
            all.back().last_lane = at;
        } else {
            all.push_back(
                {lane.prefix, at, at, {lane.tokens.begin(), lane.tokens.begin() + lane.shared}});
            goes_on = true;
        }
        // The tokens are those of the lane that computes them, which need not be the first.
        if (lane.prefix >= 0 && lane.work == SlotWork::Prefill) {
            all.back().tokens.assign(lane.tokens.begin(), lane.tokens.begin() + lane.shared);
        }
    }
    return all;
}

}  // namespace

std::string EndWords(FinishReason reason) {
    if (reason == FinishReason::Length) return "all tokens selected";
    return std::string(FinishReasonName(reason));
}

BatchViewData BatchViewDataAt(const std::shared_ptr<const BatchRun>& run, int step) {
    BatchViewData data{.run = run, .step = std::clamp(step, -1, run->step_count() - 1)};
    const auto slots = static_cast<size_t>(run->batch().slots);
    data.lanes.resize(slots);
    if (data.step >= 0) {
        for (size_t i = 0; i < slots; ++i) data.lanes[i] = LaneOf(*run, data.step, i);
        data.shared = SharedIn(data.lanes);
        data.queue = run->step(data.step).queue;
    }
    data.totals = TotalsOf(*run, data.step);
    for (int i = 0; i < run->request_count(); ++i) {
        data.statuses.push_back(RequestStatusAt(*run, i, data.step));
        const RequestState state = data.statuses.back().state;
        if (state == RequestState::Queued && data.step < 0) data.queue.push_back(i);
        if (state == RequestState::NotArrived) data.not_arrived.push_back(i);
        if (run->response(i) != nullptr) ++data.checkable;
    }
    return data;
}

double BatchViewData::largest_difference() const {
    double largest = 0;
    for (const ResponseCheck& check : checks) largest = std::max(largest, check.max_abs_difference);
    return largest;
}

bool BatchViewData::all_agree() const {
    return std::ranges::all_of(checks, &ResponseCheck::agrees);
}

}  // namespace decodescope
