#include "app/views/disaggregation/disaggregation_view_data.h"

#include <algorithm>

#include "core/base/number.h"
#include "core/explain/narrate.h"

namespace decodescope {
namespace {

bool IsLast(TransferProtocol protocol) { return protocol == TransferProtocol::LastPosition; }

// Reads one recording as two workers would have run it.
class Teller {
public:
    Teller(const Recording& recording, TransferProtocol protocol, int step)
        : recording_(recording),
          protocol_(protocol),
          length_(recording.prompt_length()),
          sent_(PositionsSent(protocol, length_)) {
        scene_.step_count = DisaggregationSteps(recording, protocol);
        scene_.step = std::clamp(step, 0, scene_.step_count - 1);
    }

    DisaggregationViewData Tell() {
        TellPrefill();
        TellTransfer();
        TellDecode();
        scene_.title = Title();
        scene_.sentence = Sentence();
        return scene_;
    }

private:
    DisaggregationRow RowAt(int position, TokenState state) const {
        const bool is_prompt = position < length_;
        return {.position = position,
                .id = recording_.ids()[static_cast<size_t>(position)],
                .state = state,
                .origin = is_prompt ? TokenOrigin::Prompt : TokenOrigin::Generated};
    }

    // The token selected behind so many positions, if there is one.
    std::optional<DisaggregationRow> WaitingBehind(int positions) const {
        if (positions >= static_cast<int>(recording_.ids().size())) return std::nullopt;
        return RowAt(positions, TokenState::Waiting);
    }

    bool HasRun() const { return scene_.step >= kPrefillStep; }
    bool HasArrived() const { return scene_.step >= kArrivedStep; }

    // The pass that the decode worker runs at this step, as the undivided run counts it; -1: none.
    int PassNow() const {
        const int run = scene_.step - kArrivedStep;  // how many it has run
        if (run < 1) return -1;
        return IsLast(protocol_) ? run - 1 : run;
    }

    void TellPrefill() {
        for (int p = 0; p < length_; ++p) {
            DisaggregationRow row = RowAt(p, HasRun() ? TokenState::Cached : TokenState::Uncached);
            row.in_pass = scene_.step == kPrefillStep;
            scene_.prefill.rows.push_back(row);
        }
        scene_.prefill.computed = HasRun() ? length_ : 0;
        if (scene_.step >= kPrefillStep && scene_.step < kArrivedStep && !IsLast(protocol_)) {
            scene_.prefill.waiting = WaitingBehind(length_);
        }
    }

    void TellTransfer() {
        for (int p = 0; p < sent_; ++p) scene_.sent.push_back(RowAt(p, TokenState::Cached));
        const std::optional<DisaggregationRow> first = WaitingBehind(length_);
        if (!IsLast(protocol_) && first) scene_.sent_token = first->id;
    }

    void TellDecode() {
        if (!HasArrived()) return;
        const int now = PassNow();
        const int cached = now < 0 ? sent_ : length_ + now;
        for (int p = 0; p < cached; ++p) {
            DisaggregationRow row = RowAt(p, TokenState::Cached);
            row.in_pass = now >= 0 && p == cached - 1;
            row.is_recomputed = IsLast(protocol_) && p == length_ - 1;
            scene_.decode.rows.push_back(row);
        }
        scene_.decode.computed = cached - sent_;
        if (now < 0 && IsLast(protocol_)) {
            scene_.decode.rows.push_back(RowAt(length_ - 1, TokenState::Uncached));
        } else {
            scene_.decode.waiting = WaitingBehind(cached);
        }
    }

    std::string Title() const {
        const int now = PassNow();
        if (now == 0) return "The last prompt position, again";
        if (now > 0) return "Decode pass " + std::to_string(now);
        constexpr const char* kTitles[] = {"The prompt", "Prefill", "On its way", "Arrived"};
        return kTitles[scene_.step];
    }

    std::string Name(int position) const { return TokenAt(recording_, position); }

    std::string Sentence() const {
        const int now = PassNow();
        if (now >= 0) return SentenceOfPass(now);
        switch (scene_.step) {
            case kPromptStep:
                return "The prompt reaches the prefill worker. Both workers have the weights; no "
                       "cache "
                       "has a row yet.";
            case kPrefillStep: return SentenceOfPrefill();
            case kTransferStep:
                return CountText(sent_, "row") + " of K and V of every layer travel" +
                       (scene_.sent_token
                            ? ", and the first token: as an ID, for it has no K and no V."
                        : IsLast(protocol_) ? "; no token does, for none has been selected."
                                            : "; no token could be selected.");
            default: break;
        }
        if (!IsLast(protocol_)) {
            return "The decode worker's cache stands as if it had run the prefill itself. It has "
                   "computed "
                   "nothing yet.";
        }
        return Name(length_ - 1) +
               " is there as an ID. Its K and V were computed, and left behind: what "
               "is missing are its logits.";
    }

    std::string SentenceOfPrefill() const {
        const std::string computed =
            "K and V of " + CountText(length_, "prompt position") + " are computed and cached.";
        if (IsLast(protocol_)) return computed + " The last one's logits are not used here.";
        if (recording_.pass_count() == 0) return computed;  // it is still being decoded
        if (!WaitingBehind(length_)) return computed + " No token could be selected.";
        return computed + " " + Name(length_) + " is selected: only an ID, in no cache.";
    }

    std::string SentenceOfPass(int now) const {
        const int position = length_ - 1 + now;
        const std::string whose =
            now == 0 ? Name(position) +
                           " is processed a second time: its K and V come "
                           "out the same to the bit, and its logits are those needed."
                     : Name(position) + " gets its K and V and enters the cache.";
        const std::optional<DisaggregationRow> next = WaitingBehind(position + 1);
        if (!next) return whose + " Nothing can be selected.";
        return whose + " " + Name(position + 1) + " is selected, and waits.";
    }

    const Recording& recording_;
    TransferProtocol protocol_;
    int length_, sent_;
    DisaggregationViewData scene_;
};

}  // namespace

int Worker::cached() const {
    return static_cast<int>(
        std::ranges::count(rows, TokenState::Cached, &DisaggregationRow::state));
}

DisaggregationViewData DisaggregationViewDataAt(const Recording& recording,
                                                TransferProtocol protocol, int step) {
    return Teller(recording, protocol, step).Tell();
}

}  // namespace decodescope
