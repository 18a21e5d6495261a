#include "app/views/disaggregation/disaggregation_view_data.h"

#include <algorithm>

#include "core/base/number.h"
#include "core/explain/narrate.h"

namespace decodescope {
namespace {

bool IsLast(TransferProtocol protocol) { return protocol == TransferProtocol::LastPosition; }

// Tells from one recording what two workers would have done.
class Builder {
public:
    Builder(const Recording& recording, TransferProtocol protocol, int step)
        : recording_(recording),
          protocol_(protocol),
          length_(recording.prompt_length()),
          sent_(PositionsSent(protocol, length_)) {
        data_.step_count = DisaggregationSteps(recording, protocol);
        data_.step = std::clamp(step, 0, data_.step_count - 1);
    }

    DisaggregationViewData Build() {
        data_.prefill.name = "prefill";
        data_.decode.name = "decode";
        BuildPrefill();
        BuildTransfer();
        BuildDecode();
        data_.title = Title();
        data_.sentence = Sentence();
        return data_;
    }

private:
    DisaggregationRow RowAt(int position, TokenState state) const {
        const bool is_prompt = position < length_;
        return {.position = position,
                .id = recording_.ids()[static_cast<size_t>(position)],
                .state = state,
                .origin = is_prompt ? TokenOrigin::Prompt : TokenOrigin::Generated};
    }

    // The token selected after `positions` positions, if there is one.
    std::optional<DisaggregationRow> WaitingAfter(int positions) const {
        if (positions >= static_cast<int>(recording_.ids().size())) return std::nullopt;
        return RowAt(positions, TokenState::Waiting);
    }

    bool HasRun() const { return data_.step >= kPrefillStep; }
    bool HasArrived() const { return data_.step >= kArrivedStep; }

    // The pass that the decode worker runs at this step, with its index in the recording; -1: none.
    int PassNow() const {
        const int run = data_.step - kArrivedStep;  // passes so far
        if (run < 1) return -1;
        return IsLast(protocol_) ? run - 1 : run;
    }

    void BuildPrefill() {
        for (int p = 0; p < length_; ++p) {
            DisaggregationRow row = RowAt(p, HasRun() ? TokenState::Cached : TokenState::Uncached);
            row.in_pass = data_.step == kPrefillStep;
            row.made_in = HasRun() ? "prefill" : "no K, no V yet";
            data_.prefill.rows.push_back(row);
        }
        data_.prefill.computed = HasRun() ? length_ : 0;
        constexpr const char* kDoing[] = {"has the prompt", "runs the prefill", "sends its cache"};
        data_.prefill.doing =
            HasArrived() ? "done with this prompt" : kDoing[static_cast<size_t>(data_.step)];
        data_.prefill.is_busy = HasRun() && !HasArrived();
        data_.prefill.appends = data_.step == kPrefillStep;
        data_.prefill.appended = length_;
        if (data_.step >= kPrefillStep && data_.step < kArrivedStep && !IsLast(protocol_)) {
            data_.prefill.waiting = WaitingAfter(length_);
        }
    }

    void BuildTransfer() {
        for (int p = 0; p < sent_; ++p) data_.sent.push_back(RowAt(p, TokenState::Cached));
        const std::optional<DisaggregationRow> first = WaitingAfter(length_);
        if (!IsLast(protocol_) && first) data_.sent_token = first->id;
    }

    std::string MadeIn(int position) const {
        if (position < sent_) return "received";
        if (position == length_ - 1) return "again";
        return "pass " + std::to_string(position - length_ + 1);
    }

    void BuildDecode() {
        data_.decode.grows = true;
        data_.decode.is_busy = data_.step == kTransferStep;
        data_.decode.doing = data_.step == kTransferStep ? "receives" : "waits for a cache";
        if (!HasArrived()) return;
        const int now = PassNow();
        data_.decode.is_busy = now >= 0;
        data_.decode.doing = now < 0    ? "has computed nothing yet"
                             : now == 0 ? "processes position " + std::to_string(length_ - 1)
                                        : "runs pass " + std::to_string(now);
        data_.decode.appends = now >= 0;
        data_.decode.appended = 1;
        const int cached = now < 0 ? sent_ : length_ + now;
        for (int p = 0; p < cached; ++p) {
            DisaggregationRow row = RowAt(p, TokenState::Cached);
            row.in_pass = now >= 0 && p == cached - 1;
            row.is_recomputed = IsLast(protocol_) && p == length_ - 1;
            row.is_received = p < sent_;
            row.made_in = MadeIn(p);
            data_.decode.rows.push_back(row);
        }
        data_.decode.computed = cached - sent_;
        if (now < 0 && IsLast(protocol_)) {
            data_.decode.rows.push_back(RowAt(length_ - 1, TokenState::Uncached));
            data_.decode.rows.back().made_in = "only its ID is here";
        } else {
            data_.decode.waiting = WaitingAfter(cached);
        }
    }

    std::string Title() const {
        const int now = PassNow();
        if (now == 0) return "The last prompt position again";
        if (now > 0) return "Decode pass " + std::to_string(now);
        constexpr const char* kTitles[] = {"The prompt", "Prefill", "In transit", "Received"};
        return kTitles[data_.step];
    }

    std::string Name(int position) const { return TokenAt(recording_, position); }

    std::string Sentence() const {
        const int now = PassNow();
        if (now >= 0) return SentenceOfPass(now);
        switch (data_.step) {
            case kPromptStep:
                return "The prompt is on the prefill worker. Both workers have the weights; both "
                       "caches are empty.";
            case kPrefillStep: return SentenceOfPrefill();
            case kTransferStep:
                return CountText(sent_, "row") + " of K and V per layer " +
                       (sent_ == 1 ? "is" : "are") + " sent" +
                       (data_.sent_token
                            ? ", and the first token: as an ID, because it has no K and no V yet."
                        : IsLast(protocol_) ? "; no token is sent, because none is selected yet."
                                            : "; no token could be selected.");
            default: break;
        }
        if (!IsLast(protocol_)) {
            return "The decode worker's cache is now the same as if it had run the prefill. It has "
                   "computed nothing yet.";
        }
        return Name(length_ - 1) +
               " is there as an ID. Its K and V were computed but not sent; what is missing is its "
               "logits.";
    }

    std::string SentenceOfPrefill() const {
        const std::string computed =
            "K and V of " + CountText(length_, "prompt position") + " are computed and cached.";
        if (IsLast(protocol_)) return computed + " The last position's logits are not used here.";
        if (recording_.pass_count() == 0) return computed;  // still being decoded
        if (!WaitingAfter(length_)) return computed + " No token could be selected.";
        return computed + " " + Name(length_) + " is selected: an ID only, in neither cache.";
    }

    std::string SentenceOfPass(int now) const {
        const int position = length_ - 1 + now;
        const std::string what =
            now == 0 ? Name(position) +
                           " is processed a second time: its K and V come out the same, bit for "
                           "bit, and now its logits are there."
                     : Name(position) + " gets its K and V and enters the cache.";
        const std::optional<DisaggregationRow> next = WaitingAfter(position + 1);
        if (!next) return what + " No token can be selected.";
        return what + " " + Name(position + 1) + " is selected and waits.";
    }

    const Recording& recording_;
    TransferProtocol protocol_;
    int length_, sent_;
    DisaggregationViewData data_;
};

}  // namespace

int Worker::cached() const {
    return static_cast<int>(
        std::ranges::count(rows, TokenState::Cached, &DisaggregationRow::state));
}

std::int64_t BytesSent(const Recording& recording, TransferProtocol protocol) {
    const int positions = PositionsSent(protocol, recording.prompt_length());
    return BytesPerLayer(recording.config(), recording.model().precision(), positions).both() *
           recording.config().layers;
}

DisaggregationViewData DisaggregationViewDataAt(const Recording& recording,
                                                TransferProtocol protocol, int step) {
    return Builder(recording, protocol, step).Build();
}

}  // namespace decodescope
