// Several responses decoded together, in steps: in each step every response that has a slot takes
// part in one pass over the weights, and one token is selected for it.
//
//           slot 0       slot 1
//   step 0  prefill A    prefill B    Each response has its own cache. A response that ends frees
//        1  decode A     decode B     its slot for the next one in the queue, so prefill and decode
//        2  decode A     prefill C    happen in the same step. A slot without a response is idle.
//        3  idle         decode C
//
// Identical prompts can share a prefix: the first response computes the prompt's K, V and logits,
// the others start with those rows and draw their first token from those logits.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/run/recording.h"

namespace decodescope {

constexpr int kMostRequests = 64;
constexpr int kMostSlots = 64;
constexpr int kLatestArrival = 1000;

// A response that is asked for.
struct Request {
    std::string prompt;
    int tokens = 4;        // how many to select, unless it ends before
    SelectionRule rule;    // its draws are counted by its own passes, as if it were alone
    int arrival_step = 0;  // the step from which on it waits for a slot

    friend bool operator==(const Request&, const Request&) = default;
};

struct Batch {
    ModelPtr model;
    std::vector<Request> requests;  // who joins first is served first; at once: in this order
    int slots = 4;
    bool shares_prompts = true;  // of requests with equal prompts, and rules but for the seed

    friend bool operator==(const Batch&, const Batch&) = default;
};

// `count` responses to the recipe's prompt, which differ in their seeds: the rule's, and those
// behind it.
Batch SamplesOf(const Recipe& recipe, int count, int slots);

// A request as a recipe of its own.
Recipe RecipeOf(const Batch& batch, int request);

// Throws Error naming what no batch can have: no request or too many, no slot or too many, a rule
// out of range, more numbers than memory should hold. Prompts are not looked at: BatchRun does
// that.
void Validate(const Batch& batch);

enum class SlotWork {
    Idle,
    Prefill,  // processes the prompt
    Share,    // takes the prompt's rows and logits from the response that computed them
    Decode,   // processes the token that waited
};

// "idle", "prefill", "shared prefill", "decode".
std::string_view NameOf(SlotWork work);

// What ended a response, in two words: "end token", "length", "context full"; empty for None.
std::string_view FinishReasonName(FinishReason reason);

// What one slot did in one step.
struct SlotStep {
    SlotWork work = SlotWork::Idle;
    int request = -1;  // whose response; -1: idle
    PassPtr pass;      // of that response; its weights' bytes stand in the step alone. Null: idle
    int prefix = -1;   // the request whose prompt's rows its cache begins with, shared; -1: none
    int shared_rows = 0;                      // positions of that beginning
    FinishReason ended = FinishReason::None;  // why the response ended with this step
};

struct BatchStep {
    int index = 0;
    std::vector<SlotStep> slots;
    std::vector<int> queue;  // requests that have joined and wait for a slot, first come first
    Counts counts;           // of all slots; the weights' bytes once
    std::int64_t cache_bytes = 0;   // held after it, those of responses that end with it included
    std::int64_t shared_bytes = 0;  // of these, in beginnings that are shared: held once

    int SlotsAt(SlotWork work) const;
    int selected() const;  // tokens
};

using BatchStepPtr = std::shared_ptr<const BatchStep>;

// The steps that a batch yields. Append-only; what is in it never changes, so stepping back is an
// index.
class BatchRun {
public:
    // Encodes the prompts. A request whose prompt cannot be served is refused: it gets no slot.
    // Throws Error as Validate does.
    explicit BatchRun(Batch batch);

    const Batch& batch() const { return batch_; }
    const Config& config() const { return batch_.model->config; }
    int request_count() const { return static_cast<int>(batch_.requests.size()); }
    int step_count() const { return static_cast<int>(steps_.size()); }
    const BatchStep& step(int index) const { return *steps_.at(static_cast<size_t>(index)); }
    const std::vector<BatchStepPtr>& steps() const { return steps_; }

    // Why a request is refused; empty: it is not.
    const std::string& problem(int request) const { return At(request).problem; }

    // A response so far, which knows its prompt's IDs. Null where the request is refused. Its
    // passes kept the values of their last positions (Capture::LastPosition).
    const Recording* response(int request) const {
        return At(request).recording ? &*At(request).recording : nullptr;
    }

    // Whether no step follows: every response has ended.
    bool is_done() const { return open_ == 0; }

    // How the model's tokens are displayed.
    const TokenTexts& token_texts() const { return *token_texts_; }

    void Append(BatchStepPtr step);

private:
    struct Response {
        std::optional<Recording> recording;
        std::string problem;
    };
    const Response& At(int request) const { return responses_.at(static_cast<size_t>(request)); }

    Batch batch_;
    std::vector<Response> responses_;
    std::vector<BatchStepPtr> steps_;
    std::shared_ptr<const TokenTexts> token_texts_;
    int open_ = 0;  // responses that have not ended
};

// Runs a batch to its end.
BatchRun RunBatch(const Batch& batch);

// Where a request is at a step; at step -1, before the first.
enum class RequestState { Refused, NotArrived, Queued, Running, Ended };

struct RequestStatus {
    RequestState state = RequestState::NotArrived;
    int slot = -1;               // that it has, or had
    int first_step = -1;         // that it took part in
    int last_step = -1;          // the last one so far
    const Pass* pass = nullptr;  // the one of that step
    FinishReason ended = FinishReason::None;

    int selected() const { return pass == nullptr ? 0 : pass->index + (pass->selection ? 1 : 0); }
};
RequestStatus RequestStatusAt(const BatchRun& run, int request, int step);

// Steps 0 to `step`, counted.
struct BatchTotals {
    int slot_steps = 0;       // steps times slots
    int idle_slot_steps = 0;  // of these, without a response
    int selected = 0;         // tokens
    Counts counts;

    double utilisation() const {
        return slot_steps == 0 ? 0.0
                               : static_cast<double>(slot_steps - idle_slot_steps) / slot_steps;
    }
};
BatchTotals TotalsOf(const BatchRun& run, int step);

// One response against the same request served alone: by its own decoder, with its own cache.
struct ResponseCheck {
    int request = 0;
    int passes = 0;  // compared
    // Largest |difference| over hidden, logits and probabilities of every pass; infinite where one
    // side has a NaN that the other has not.
    double max_abs_difference = 0.0;
    bool tokens_agree = true;  // and why both ended
    Counts alone;              // what it cost alone

    bool agrees() const { return max_abs_difference == 0.0 && tokens_agree; }
};

// The request must not be refused, and its response have ended.
ResponseCheck CheckResponse(const BatchRun& run, int request);

}  // namespace decodescope
