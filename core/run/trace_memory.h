// The traces of passes, of which only those used last are kept.
//
// One decode pass of a real model computes megabytes of numbers, a long prefill gigabytes. What is
// needed of it for ever is little: k and v, which the cache holds, and the hidden vectors. With
// those any pass can be computed again, to the bit (run_again.h). So everything else is kept of the
// passes that were used last, within a budget, and of no other
// (docs/decisions/0034-older-passes-are-computed-again.md).
//
//   pass        0   1   2   3   …   197   198   199
//   for ever    ▪   ▪   ▪   ▪   …    ▪     ▪     ▪     k, v, hidden: Capture::Lasting
//   everything      ▪           …    ▪     ▪     ▪     while there is room: Capture::Everything
//
// Nothing that is in use goes away: a SharedTrace, and Numbers read from it, hold the trace.
#pragma once

#include <cstddef>
#include <list>
#include <memory>
#include <mutex>
#include <unordered_map>

#include "core/engine/trace.h"

namespace decodescope {

// A trace that is kept alive by whoever has it, or Numbers read from it.
class SharedTrace {
public:
    SharedTrace() = default;  // none
    explicit SharedTrace(Trace trace) : trace_(std::make_shared<const Trace>(std::move(trace))) {}
    explicit SharedTrace(std::shared_ptr<const Trace> trace) : trace_(std::move(trace)) {}

    explicit operator bool() const { return trace_ != nullptr; }
    friend bool operator==(const SharedTrace&, const SharedTrace&) = default;  // the same one

    // As those of a Trace.
    bool Has(TensorId tensor, int position) const { return trace_->Has(tensor, position); }
    Numbers Row(TensorId tensor, int layer, int position, int head = 0) const {
        return trace_->Row(tensor, layer, position, head).HeldBy(trace_);
    }
    Capture capture() const { return trace_->capture(); }
    size_t bytes() const { return trace_->bytes(); }

private:
    std::shared_ptr<const Trace> trace_;
};

constexpr size_t kUsualTraceMemory = size_t{256} << 20;  // bytes

// What a person can choose, in MB of 2^20 bytes.
constexpr int kLeastTraceMegabytes = 1, kMostTraceMegabytes = 1 << 20;

// The last few traces stay, however large they are and however small the budget is: what is on
// screen at once may come from several passes (before and after an edit, two branches).
constexpr size_t kFewestTraces = 4;

// What several recordings share. May be used by several threads at once.
class TraceMemory {
public:
    explicit TraceMemory(size_t budget = kUsualTraceMemory) : budget_(budget) {}
    TraceMemory(const TraceMemory&) = delete;
    TraceMemory& operator=(const TraceMemory&) = delete;

    size_t budget() const;
    void SetBudget(size_t bytes);

    // Of the traces that it holds now: at most the budget, but for the last few.
    size_t bytes() const;

private:
    friend class KeptTrace;
    using Owner = const void*;
    struct Entry {
        Owner owner;
        SharedTrace trace;
    };
    using Entries = std::list<Entry>;

    SharedTrace Find(Owner owner);  // none: it is not there any more. Makes it the last used
    bool Holds(Owner owner) const;
    void Put(Owner owner, SharedTrace trace);
    void Drop(Owner owner);
    Entries TakeExcess();  // the longest unused, which the caller frees without the lock

    mutable std::mutex mutex_;
    Entries entries_;  // the last used first
    std::unordered_map<Owner, Entries::iterator> places_;
    size_t budget_;
    size_t bytes_ = 0;
};

using TraceMemoryPtr = std::shared_ptr<TraceMemory>;

// What is kept of one pass. Copies are about the same trace.
class KeptTrace {
public:
    KeptTrace() = default;  // nothing

    // All of it, for ever.
    explicit KeptTrace(SharedTrace all) : lasting_(std::move(all)) {}

    // All of it (Capture::Everything) while the memory has room; `lasting` for ever.
    KeptTrace(SharedTrace lasting, SharedTrace all, TraceMemoryPtr memory);

    const SharedTrace& lasting() const { return lasting_; }
    bool is_for_ever() const { return slot_ == nullptr; }

    // All of it; none if it has to be computed again.
    SharedTrace Find() const;
    bool is_at_hand() const;

    // Gives back what was computed again.
    void Keep(SharedTrace all) const;

private:
    struct Slot {
        TraceMemoryPtr memory;
        ~Slot() { memory->Drop(this); }
    };

    SharedTrace lasting_;
    std::shared_ptr<const Slot> slot_;  // null: lasting_ is all there is
};

}  // namespace decodescope
