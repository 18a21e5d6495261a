#include "core/run/trace_memory.h"

#include <cassert>
#include <utility>

namespace decodescope {

size_t TraceMemory::budget() const {
    const std::lock_guard lock(mutex_);
    return budget_;
}

void TraceMemory::SetBudget(size_t bytes) {
    Entries excess;
    const std::lock_guard lock(mutex_);
    budget_ = bytes;
    excess = TakeExcess();
}

size_t TraceMemory::bytes() const {
    const std::lock_guard lock(mutex_);
    return bytes_;
}

SharedTrace TraceMemory::Find(Owner owner) {
    const std::lock_guard lock(mutex_);
    const auto place = places_.find(owner);
    if (place == places_.end()) return {};
    entries_.splice(entries_.begin(), entries_, place->second);
    return place->second->trace;
}

bool TraceMemory::Holds(Owner owner) const {
    const std::lock_guard lock(mutex_);
    return places_.contains(owner);
}

void TraceMemory::Put(Owner owner, SharedTrace trace) {
    Entries excess;
    const std::lock_guard lock(mutex_);
    // Another thread may have computed the same one in the meantime: the same numbers.
    if (places_.contains(owner)) return;
    bytes_ += trace.bytes();
    entries_.push_front({owner, std::move(trace)});
    places_.emplace(owner, entries_.begin());
    excess = TakeExcess();
}

void TraceMemory::Drop(Owner owner) {
    Entries dropped;
    const std::lock_guard lock(mutex_);
    const auto place = places_.find(owner);
    if (place == places_.end()) return;
    bytes_ -= place->second->trace.bytes();
    dropped.splice(dropped.begin(), entries_, place->second);
    places_.erase(place);
}

TraceMemory::Entries TraceMemory::TakeExcess() {
    Entries excess;
    while (bytes_ > budget_ && entries_.size() > kFewestTraces) {
        const auto last = std::prev(entries_.end());
        bytes_ -= last->trace.bytes();
        places_.erase(last->owner);
        excess.splice(excess.begin(), entries_, last);
    }
    return excess;
}

KeptTrace::KeptTrace(SharedTrace lasting, SharedTrace all, TraceMemoryPtr memory)
    : lasting_(std::move(lasting)), slot_(std::make_shared<const Slot>(Slot{std::move(memory)})) {
    Keep(std::move(all));
}

SharedTrace KeptTrace::Find() const { return slot_ ? slot_->memory->Find(slot_.get()) : lasting_; }

bool KeptTrace::is_at_hand() const { return !slot_ || slot_->memory->Holds(slot_.get()); }

void KeptTrace::Keep(SharedTrace all) const {
    assert(slot_ && all.capture() == Capture::Everything);
    slot_->memory->Put(slot_.get(), std::move(all));
}

}  // namespace decodescope
