#include "core/serve/batch_scheduler.h"

#include <algorithm>
#include <cassert>
#include <set>

#include "core/run/branches.h"

namespace decodescope {
namespace {

// A response in its slot.
struct SlotState {
    int request = -1;  // -1: the slot is free
    std::optional<KvCache> cache;
    std::vector<TokenId> next;  // what its next pass processes: the prompt, or the token that waits
    int passes = 0;             // that it has run
    int prefix = -1;            // the request that computed its shared prefix; -1: none

    bool is_free() const { return request < 0; }
};

// The prefix that requests with equal prompts share.
struct SharedPrefix {
    int request;  // the first of them, which computes it
    std::shared_ptr<const KvCache> cache;
    SharedTrace trace;  // of the prompt's pass
};

}  // namespace

class BatchScheduler::Loop {
public:
    explicit Loop(const BatchRun& run)
        : batch_(run.batch()), engine_(batch_.model), slots_(static_cast<size_t>(batch_.slots)) {
        for (int i = 0; i < run.request_count(); ++i) {
            const Recording* response = run.response(i);
            recipes_.push_back(RecipeOf(batch_, i));
            prompts_.push_back(response ? response->prompt() : std::vector<TokenId>());
            if (response) waiting_.push_back(i);
        }
        std::ranges::stable_sort(waiting_, {}, [this](int i) { return RequestAt(i).arrival_step; });
    }

    BatchStepPtr Step() {
        const bool all_free = std::ranges::all_of(slots_, &SlotState::is_free);
        if (all_free && waiting_.empty()) return nullptr;
        BatchStep step{.index = index_++, .slots = std::vector<SlotStep>(slots_.size())};
        FillSlots(step);
        std::vector<Trace> traces = RunPass(step);
        size_t next_trace = 0;
        for (size_t i = 0; i < slots_.size(); ++i) {
            SlotStep& slot = step.slots[i];
            if (slot.work == SlotWork::Idle) continue;
            if (slot.work == SlotWork::Share)
                StartAfterPrefix(slots_[i], slot);
            else
                Select(slots_[i], slot, std::move(traces[next_trace++]));
        }
        CountCaches(step);
        FreeSlots(step);
        return std::make_shared<const BatchStep>(std::move(step));
    }

private:
    const Request& RequestAt(int i) const { return batch_.requests[static_cast<size_t>(i)]; }
    const Recipe& RecipeAt(int i) const { return recipes_[static_cast<size_t>(i)]; }
    const std::vector<TokenId>& PromptAt(int i) const { return prompts_[static_cast<size_t>(i)]; }

    bool CanShare(int a, int b) const {
        SelectionRule rule = RequestAt(a).rule;
        rule.seed = RequestAt(b).rule.seed;
        return batch_.shares_prompts && PromptAt(a) == PromptAt(b) && rule == RequestAt(b).rule;
    }

    SharedPrefix* PrefixFor(int request) {
        const auto found = std::ranges::find_if(
            prefixes_, [&](const SharedPrefix& one) { return CanShare(one.request, request); });
        return found == prefixes_.end() ? nullptr : &*found;
    }

    // Gives free slots to requests in the queue, and decides what each slot does in this step.
    void FillSlots(BatchStep& step) {
        for (size_t i = 0; i < slots_.size(); ++i) {
            SlotState& slot = slots_[i];
            if (slot.is_free() && HasArrived(step.index)) {
                slot = {.request = waiting_.front()};
                waiting_.erase(waiting_.begin());
                slot.next = PromptAt(slot.request);
            }
            if (slot.is_free()) continue;
            SlotStep& done = step.slots[i];
            done.request = slot.request;
            done.work = slot.passes > 0 ? SlotWork::Decode : SlotWork::Prefill;
            if (slot.passes == 0) StartPrefill(slot, done);
        }
        for (const int request : waiting_) {
            if (RequestAt(request).arrival_step <= step.index) step.queue.push_back(request);
        }
    }

    bool HasArrived(int step) const {
        return !waiting_.empty() && RequestAt(waiting_.front()).arrival_step <= step;
    }

    void StartPrefill(SlotState& slot, SlotStep& done) {
        if (PrefixFor(slot.request) != nullptr) {
            done.work = SlotWork::Share;
            return;
        }
        slot.cache.emplace(*batch_.model);
        const bool is_wanted =
            std::ranges::any_of(waiting_, [&](int other) { return CanShare(slot.request, other); });
        if (is_wanted) prefixes_.push_back({.request = slot.request});
    }

    // One pass over the weights for all slots that process something. Their traces, in order.
    std::vector<Trace> RunPass(BatchStep& step) {
        std::vector<SequenceInput> sequences;
        for (size_t i = 0; i < slots_.size(); ++i) {
            const SlotWork work = step.slots[i].work;
            if (work != SlotWork::Prefill && work != SlotWork::Decode) continue;
            sequences.push_back({slots_[i].next, &*slots_[i].cache});
        }
        if (sequences.empty()) return {};
        std::vector<Trace> traces =
            engine_.RunTogether(sequences, Capture::LastPosition, step.counts.weight_bytes_read);
        sequence_counts_.clear();
        for (const SequenceInput& sequence : sequences) {
            sequence_counts_.push_back(sequence.counts);
            step.counts += sequence.counts;
        }
        next_counts_ = 0;
        return traces;
    }

    // Selects from what a slot has computed, and keeps its rows for the requests that share them.
    void Select(SlotState& slot, SlotStep& done, Trace trace) {
        const int after = slot.cache->length();
        const int first = after - static_cast<int>(slot.next.size());
        std::optional<Selection> selection =
            SelectIn(RecipeAt(slot.request), slot.passes, trace, after - 1);
        const SharedTrace kept(std::move(trace));
        SharedPrefix* const prefix =
            done.work == SlotWork::Prefill ? PrefixFor(slot.request) : nullptr;
        if (prefix != nullptr) {
            prefix->cache = std::make_shared<const KvCache>(std::move(*slot.cache));
            prefix->trace = kept;
            slot.cache.emplace(prefix->cache);
            slot.prefix = prefix->request;
        }
        Finish(slot, done,
               {.index = slot.passes,
                .kind = slot.passes == 0 ? PassKind::Prefill : PassKind::Decode,
                .first_position = first,
                .tokens = std::move(slot.next),
                .cache_length_before = first,
                .cache_length_after = after,
                .counts = sequence_counts_[next_counts_++],
                .kept = KeptTrace(kept),
                .selection = std::move(selection)});
    }

    // Starts after the prompt that another response has computed: nothing is computed.
    void StartAfterPrefix(SlotState& slot, SlotStep& done) {
        const SharedPrefix& prefix = *PrefixFor(slot.request);
        slot.cache.emplace(prefix.cache);
        slot.prefix = prefix.request;
        const int length = slot.cache->length();
        const Numbers logits = prefix.trace.Row(TensorId::Logits, 0, length - 1);
        Finish(slot, done,
               {.index = 0,
                .kind = PassKind::Prefill,
                .first_position = 0,
                .tokens = std::move(slot.next),
                .cache_length_before = 0,
                .cache_length_after = length,
                .kept = KeptTrace(prefix.trace),
                .selection = SelectIn(RecipeAt(slot.request), 0, logits.ToVector()).selection});
    }

    void Finish(SlotState& slot, SlotStep& done, Pass pass) {
        ++slot.passes;
        done.ended = FinishReasonAfter(RecipeAt(slot.request), pass);
        done.prefix = slot.prefix;
        done.shared_rows = slot.cache->shared_length();
        slot.next.clear();
        if (pass.selection) slot.next.push_back(pass.selection->id);
        done.pass = std::make_shared<const Pass>(std::move(pass));
    }

    void CountCaches(BatchStep& step) const {
        std::set<const KvCache*> shared;
        for (const SharedPrefix& prefix : prefixes_) shared.insert(prefix.cache.get());
        for (const SlotState& slot : slots_) {
            if (slot.is_free()) continue;
            step.cache_bytes += slot.cache->own_bytes();
            if (slot.cache->prefix()) shared.insert(slot.cache->prefix());
        }
        for (const KvCache* cache : shared) step.shared_bytes += cache->own_bytes();
        step.cache_bytes += step.shared_bytes;
    }

    // Frees the slots of responses that have ended, and drops prefixes that no request waits for.
    void FreeSlots(const BatchStep& step) {
        for (size_t i = 0; i < slots_.size(); ++i) {
            if (step.slots[i].ended != FinishReason::None) slots_[i] = {};
        }
        std::erase_if(prefixes_, [this](const SharedPrefix& one) {
            return std::ranges::none_of(waiting_,
                                        [&](int other) { return CanShare(one.request, other); });
        });
    }

    Batch batch_;
    Engine engine_;
    std::vector<Recipe> recipes_;                // of the requests
    std::vector<std::vector<TokenId>> prompts_;  // of the requests; empty: refused
    std::vector<int> waiting_;  // requests that had no slot yet, in the order of their arrival
    std::vector<SlotState> slots_;
    std::vector<SharedPrefix> prefixes_;   // that someone shares or waits for
    std::vector<Counts> sequence_counts_;  // of the present pass's sequences
    size_t next_counts_ = 0;
    int index_ = 0;
};

BatchScheduler::BatchScheduler(const BatchRun& run) : loop_(std::make_unique<Loop>(run)) {
    assert(run.step_count() == 0);
}
BatchScheduler::~BatchScheduler() = default;
BatchScheduler::BatchScheduler(BatchScheduler&&) noexcept = default;

BatchStepPtr BatchScheduler::Step() { return loop_->Step(); }

}  // namespace decodescope
