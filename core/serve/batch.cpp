#include "core/serve/batch.h"

#include <algorithm>
#include <cassert>

#include "core/base/error.h"
#include "core/base/number.h"
#include "core/run/check.h"
#include "core/run/decoder.h"
#include "core/run/work_estimate.h"
#include "core/serve/batch_scheduler.h"

namespace decodescope {
namespace {

constexpr std::int64_t kMostKeptBytes = std::int64_t{1} << 30;
// What is kept of all passes takes this much if no response ends early.
std::int64_t KeptBytes(const Batch& batch) {
    const Config& config = batch.model->config;
    std::int64_t bytes = 0;
    for (const Request& request : batch.requests) {
        const int limit = config.context_length > 0 ? config.context_length : request.tokens;
        const int passes = std::min(request.tokens, limit);
        const Trace last(config, batch.model->precision(), passes - 1, 1, Capture::LastPosition);
        bytes += static_cast<std::int64_t>(last.bytes()) * passes;
    }
    return bytes;
}

// Counted from 0, as everywhere.
std::string RequestName(size_t request) { return "request " + std::to_string(request); }

void Validate(const Request& request, size_t index) {
    if (request.tokens < 1 || request.tokens > kMostSelected) {
        throw Error("it selects " + CountText(request.tokens, "token"), RequestName(index),
                    "give a number from 1 to " + std::to_string(kMostSelected));
    }
    if (request.arrival_step < 0 || request.arrival_step > kLatestArrival) {
        throw Error("it arrives at step " + std::to_string(request.arrival_step),
                    RequestName(index), "give a step from 0 to " + std::to_string(kLatestArrival));
    }
    Validate(request.rule);
}

}  // namespace

Batch SamplesOf(const Recipe& recipe, int count, int slots) {
    Batch batch{.model = recipe.model, .slots = slots};
    for (int i = 0; i < count; ++i) {
        Request request{recipe.prompt, recipe.tokens, recipe.rule};
        request.rule.seed += static_cast<std::uint64_t>(i);
        batch.requests.push_back(std::move(request));
    }
    return batch;
}

Batch BatchOf(const BatchPlan& plan, const Recipe& recipe) {
    if (plan.kind == BatchKind::Samples) {
        Recipe sampled = recipe;
        sampled.prompt = plan.sample.prompt;
        sampled.tokens = plan.sample.tokens;
        sampled.rule = plan.sample_rule;
        Batch batch = SamplesOf(sampled, plan.samples, plan.slots);
        batch.shares_prompts = plan.shares_prompts;
        return batch;
    }
    Batch batch{.model = recipe.model, .slots = plan.slots, .shares_prompts = plan.shares_prompts};
    for (const BatchRequest& row : plan.requests) {
        batch.requests.push_back({row.prompt, row.tokens, recipe.rule, row.arrival_step});
    }
    return batch;
}

Recipe RecipeOf(const Batch& batch, int request) {
    const Request& asked = batch.requests.at(static_cast<size_t>(request));
    Recipe recipe;
    recipe.model = batch.model;
    recipe.prompt = asked.prompt;
    recipe.tokens = asked.tokens;
    recipe.rule = asked.rule;
    return recipe;
}

void Validate(const Batch& batch) {
    if (batch.requests.empty() || batch.requests.size() > kMostRequests) {
        throw Error("a batch has 1 to " + std::to_string(kMostRequests) + " requests, not " +
                    std::to_string(batch.requests.size()));
    }
    if (batch.slots < 1 || batch.slots > kMostSlots) {
        throw Error("a batch has 1 to " + std::to_string(kMostSlots) + " slots, not " +
                    std::to_string(batch.slots));
    }
    for (size_t i = 0; i < batch.requests.size(); ++i) Validate(batch.requests[i], i);
    if (KeptBytes(batch) > kMostKeptBytes) {
        throw Error("the values of all passes would take more than a gigabyte", "batch",
                    "ask for fewer tokens or requests");
    }
}

std::string_view NameOf(SlotWork work) {
    constexpr std::string_view kNames[] = {"idle", "prefill", "shared prefill", "decode"};
    return kNames[static_cast<size_t>(work)];
}

std::string_view FinishReasonName(FinishReason reason) {
    switch (reason) {
        case FinishReason::None: return "";
        case FinishReason::Length: return "length";
        case FinishReason::EndToken: return "end token";
        case FinishReason::ContextFull: return "context full";
        case FinishReason::NotSelected: return "no selection";
    }
    return "";
}

int BatchStep::SlotsAt(SlotWork work) const {
    return static_cast<int>(std::ranges::count(slots, work, &SlotStep::work));
}

int BatchStep::selected() const {
    return static_cast<int>(std::ranges::count_if(
        slots, [](const SlotStep& slot) { return slot.pass && slot.pass->selection; }));
}

// --- BatchRun ------------------------------------------------------------------------------------

BatchRun::BatchRun(Batch batch) : batch_(std::move(batch)) {
    Validate(batch_);
    token_texts_ = std::make_shared<const TokenTexts>(batch_.model);
    for (int i = 0; i < request_count(); ++i) {
        Response response;
        try {
            response.recording.emplace(RecipeOf(batch_, i));
            ++open_;
        } catch (const Error& error) {
            response.problem = error.what();
        }
        responses_.push_back(std::move(response));
    }
}

void BatchRun::Append(BatchStepPtr step) {
    assert(step->index == step_count() && !is_done());
    for (const SlotStep& slot : step->slots) {
        if (slot.work == SlotWork::Idle) continue;
        responses_[static_cast<size_t>(slot.request)].recording->Append(slot.pass);
        if (slot.ended != FinishReason::None) --open_;
    }
    steps_.push_back(std::move(step));
}

BatchRun RunBatch(const Batch& batch) {
    BatchRun run(batch);
    BatchScheduler scheduler(run);
    while (BatchStepPtr step = scheduler.Step()) run.Append(std::move(step));
    return run;
}

double EstimatedWork(const BatchRun& run) {
    double work = 0;
    for (int i = 0; i < run.request_count(); ++i) {
        if (const Recording* response = run.response(i)) work += EstimatedWork(*response);
    }
    return work;
}

// --- At a step -----------------------------------------------------------------------------------

RequestStatus RequestStatusAt(const BatchRun& run, int request, int step) {
    if (run.response(request) == nullptr) return {.state = RequestState::Refused};
    RequestStatus status;
    for (int i = 0; i <= std::min(step, run.step_count() - 1); ++i) {
        const std::vector<SlotStep>& slots = run.step(i).slots;
        const auto found = std::ranges::find(slots, request, &SlotStep::request);
        if (found == slots.end()) continue;
        if (status.first_step < 0) status.first_step = i;
        status.state =
            found->ended == FinishReason::None ? RequestState::Running : RequestState::Ended;
        status.slot = static_cast<int>(found - slots.begin());
        status.last_step = i;
        status.pass = found->pass.get();
        status.ended = found->ended;
    }
    const int arrival_step = run.batch().requests[static_cast<size_t>(request)].arrival_step;
    if (status.pass == nullptr && arrival_step <= std::max(step, 0))
        status.state = RequestState::Queued;
    return status;
}

BatchTotals TotalsOf(const BatchRun& run, int step) {
    BatchTotals totals;
    for (int i = 0; i <= step; ++i) {
        const BatchStep& at = run.step(i);
        totals.slot_steps += static_cast<int>(at.slots.size());
        totals.idle_slot_steps += at.SlotsAt(SlotWork::Idle);
        totals.selected += at.selected();
        totals.counts += at.counts;
    }
    return totals;
}

// --- Alone ---------------------------------------------------------------------------------------

namespace {

// Of one pass of two recordings.
double LargestDifference(const Recording& a, const Recording& b, int pass) {
    const Config& config = a.config();
    const int position = a.pass(pass).last_position();
    const SharedTrace here = a.TraceOf(a.pass(pass)), there = b.TraceOf(b.pass(pass));
    double largest = 0.0;
    for (const TensorAt at :
         {FinalHidden(config), TensorAt{TensorId::Logits, 0}, TensorAt{TensorId::Probabilities, 0},
          TensorAt{TensorId::ProbabilitiesAfterRule, 0}}) {
        const Numbers one = here.Row(at.tensor, at.layer, position);
        const Numbers other = there.Row(at.tensor, at.layer, position);
        for (int i = 0; i < one.size(); ++i) {
            largest = std::max(largest, AbsoluteDifference(one[i], other[i]));
        }
    }
    return largest;
}

}  // namespace

ResponseCheck CheckResponse(const BatchRun& run, int request) {
    const Recording& together = *run.response(request);
    const Recording alone = Record(together.recipe(), Capture::LastPosition);
    ResponseCheck check{.request = request};
    for (const PassPtr& pass : alone.passes()) check.alone += pass->counts;
    check.tokens_agree =
        together.ids() == alone.ids() && together.finish_reason() == alone.finish_reason();
    check.passes = std::min(together.pass_count(), alone.pass_count());
    for (int i = 0; i < check.passes; ++i) {
        // Once the tokens differ, all that follows does: what counts is the first difference.
        if (together.pass(i).tokens != alone.pass(i).tokens) break;
        check.max_abs_difference =
            std::max(check.max_abs_difference, LargestDifference(together, alone, i));
    }
    return check;
}

}  // namespace decodescope
