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
// the others start with those rows and draw their first token from those logits, which are kept. So
// their prefill is no pass at all. A server that keeps only K and V would have to process the last
// position of the prompt again to get the logits.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/run/recording.h"

namespace decodescope {

// What is asked for: one response.
struct Request {
    std::string prompt;
    int tokens = 4;        // how many to select, unless it ends earlier
    SelectionRule rule;    // draws are counted by the response's own passes, as if it were alone
    int arrival_step = 0;  // from this step on it waits for a slot

    friend bool operator==(const Request&, const Request&) = default;
};

struct Batch {
    ModelPtr model;
    std::vector<Request> requests;  // served in the order of arrival, then in this order
    int slots = 4;
    bool shares_prompts = true;  // where the prompts are equal, and the rules but for the seed

    friend bool operator==(const Batch&, const Batch&) = default;
};

// `count` responses to the recipe's prompt with the seeds SEED, SEED + 1, …, where SEED is the
// rule's.
Batch SamplesOf(const Recipe& recipe, int count, int slots);

// The batch that a person set up. Requests use the recipe's selection rule, samples one of their
// own.
Batch BatchOf(const BatchPlan& plan, const Recipe& recipe);

// The recipe of one request alone.
Recipe RecipeOf(const Batch& batch, int request);

// Throws Error naming what no batch can have: no request or too many, no slot or too many, a rule
// out of range, more numbers than should be kept in memory. BatchRun checks the prompts.
void Validate(const Batch& batch);

enum class SlotWork {
    Idle,
    Prefill,  // processes the prompt
    Share,    // takes the prompt's rows, and the logits that were kept, from the response that
              // computed them: no pass
    Decode,   // processes the token that waited
};

// "idle", "prefill", "shared prefill", "decode".
std::string_view NameOf(SlotWork work);

// What ended a response, in two words: "end token", "length", "context full"; empty for None.
std::string_view FinishReasonName(FinishReason reason);

// What one slot did in one step.
struct SlotStep {
    SlotWork work = SlotWork::Idle;
    int request = -1;  // -1: idle
    PassPtr pass;  // of its response, without the weights' bytes, which are in the step. Null: idle
    int prefix = -1;      // the request that computed the shared prefix of its cache; -1: none
    int shared_rows = 0;  // positions of that prefix
    FinishReason ended = FinishReason::None;  // why the response ended with this step
};

struct BatchStep {
    int index = 0;
    std::vector<SlotStep> slots;
    std::vector<int> queue;  // requests that have arrived and wait for a slot, first come first
    Counts counts;           // of all slots, the weights' bytes once
    std::int64_t cache_bytes = 0;   // held after it, including responses that end with it
    std::int64_t shared_bytes = 0;  // of these, in shared prefixes: held once

    int SlotsAt(SlotWork work) const;
    int selected() const;  // tokens
    // Whether the weights were read: not where every response draws its first token from the logits
    // that another one's prefill left.
    bool has_pass() const { return SlotsAt(SlotWork::Prefill) + SlotsAt(SlotWork::Decode) > 0; }
};

using BatchStepPtr = std::shared_ptr<const BatchStep>;

// The steps that a batch yields. Append-only; what is in it never changes, so stepping back is an
// index.
class BatchRun {
public:
    // Encodes the prompts. A request whose prompt cannot be encoded, or is too long, is refused: it
    // gets no slot. Throws Error as Validate does.
    explicit BatchRun(Batch batch);

    const Batch& batch() const { return batch_; }
    const Config& config() const { return batch_.model->config; }
    int request_count() const { return static_cast<int>(batch_.requests.size()); }
    int step_count() const { return static_cast<int>(steps_.size()); }
    const BatchStep& step(int index) const { return *steps_.at(static_cast<size_t>(index)); }
    const std::vector<BatchStepPtr>& steps() const { return steps_; }

    // Why a request is refused; empty: it is not.
    const std::string& problem(int request) const { return At(request).problem; }

    // The response so far, null if the request is refused. Its passes keep the values of their last
    // positions (Capture::LastPosition).
    const Recording* response(int request) const {
        return At(request).recording ? &*At(request).recording : nullptr;
    }

    // Whether every response has ended, so that no step follows.
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

// Multiplications that it takes, roughly (core/run/work_estimate.h).
double EstimatedWork(const BatchRun& run);

// What has become of a request at a step; -1 is before the first.
enum class RequestState { Refused, NotArrived, Queued, Running, Ended };

struct RequestStatus {
    RequestState state = RequestState::NotArrived;
    int slot = -1;               // the one it has or had
    int first_step = -1;         // in which it ran
    int last_step = -1;          // in which it ran, so far
    const Pass* pass = nullptr;  // of that step
    FinishReason ended = FinishReason::None;

    int selected() const { return pass == nullptr ? 0 : pass->index + (pass->selection ? 1 : 0); }
};
RequestStatus RequestStatusAt(const BatchRun& run, int request, int step);

// The counts of steps 0 to `step`.
struct BatchTotals {
    int slot_steps = 0;       // steps times slots
    int idle_slot_steps = 0;  // of these, those without a response
    int selected = 0;         // tokens
    Counts counts;

    double utilisation() const {
        return slot_steps == 0 ? 0.0
                               : static_cast<double>(slot_steps - idle_slot_steps) / slot_steps;
    }
};
BatchTotals TotalsOf(const BatchRun& run, int step);

// One response compared with decoding its request alone, with its own decoder and cache.
struct ResponseCheck {
    int request = 0;
    int passes = 0;  // compared
    // Largest |difference| over hidden, logits and probabilities of every pass; infinite where one
    // side has a NaN that the other has not.
    double max_abs_difference = 0.0;
    bool tokens_agree = true;  // and the reasons why both finished
    Counts alone;              // of decoding it alone

    bool agrees() const { return max_abs_difference == 0.0 && tokens_agree; }
};

// The request must not have been refused, and its response must have ended.
ResponseCheck CheckResponse(const BatchRun& run, int request);

}  // namespace decodescope
