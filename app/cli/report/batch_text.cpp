#include "app/cli/report/batch_text.h"

#include <algorithm>

#include "app/cli/report/columns.h"
#include "core/base/number.h"
#include "core/explain/transcript.h"

namespace decodescope {
namespace {

constexpr size_t kStepWidth = 6, kCellGap = 2;

std::string CellText(const BatchRun& run, const SlotStep& slot) {
    if (slot.work == SlotWork::Idle) return "idle";
    std::string text =
        "request " + std::to_string(slot.request) + " " + std::string(NameOf(slot.work));
    if (slot.work == SlotWork::Share) text += " without a pass";
    if (slot.work == SlotWork::Prefill) text += " " + std::to_string(slot.pass->tokens.size());
    if (slot.pass->selection) text += ", selects " + run.token_texts().At(slot.pass->selection->id);
    if (slot.ended != FinishReason::None)
        text += ", ends: " + std::string(FinishReasonName(slot.ended));
    return text;
}

// Whether something was selected without a pass: from logits that were kept.
bool IsWithoutPass(const BatchStep& step) { return !step.has_pass() && step.selected() > 0; }

std::string GridText(const BatchRun& run) {
    const auto slots = static_cast<size_t>(run.batch().slots);
    std::vector<std::vector<std::string>> rows{std::vector<std::string>(slots)};
    for (size_t i = 0; i < slots; ++i) rows[0][i] = "slot " + std::to_string(i);
    for (const BatchStepPtr& step : run.steps()) {
        rows.emplace_back();
        for (const SlotStep& slot : step->slots) rows.back().push_back(CellText(run, slot));
    }
    std::vector<size_t> widths(slots);
    for (const auto& row : rows) {
        for (size_t i = 0; i < slots; ++i)
            widths[i] = std::max(widths[i], row[i].size() + kCellGap);
    }
    std::string text;
    for (size_t step = 0; step < rows.size(); ++step) {
        std::string line = PadRight(step == 0 ? "step" : std::to_string(step - 1), kStepWidth);
        for (size_t i = 0; i < slots; ++i) {
            line += i + 1 < slots ? PadRight(rows[step][i], widths[i]) : rows[step][i];
        }
        const std::vector<int>* queue =
            step > 0 ? &run.step(static_cast<int>(step) - 1).queue : nullptr;
        if (queue != nullptr && !queue->empty()) {
            line += "; queued:";
            for (const int request : *queue) line += " request " + std::to_string(request);
        }
        const bool has_no_pass = step > 0 && IsWithoutPass(run.step(static_cast<int>(step) - 1));
        if (has_no_pass) line += "; no pass: the weights are not read";
        text += line + "\n";
    }
    return text;
}

std::string RequestsText(const BatchRun& run) {
    std::string text;
    for (int i = 0; i < run.request_count(); ++i) {
        const Request& asked = run.batch().requests[static_cast<size_t>(i)];
        text += "Request " + std::to_string(i) + ": \"" + PrintableUtf8(asked.prompt) + "\", " +
                CountText(run.response(i)->prompt_length(), "token") + ", arrives at step " +
                std::to_string(asked.arrival_step);
        if (!asked.rule.is_greedy()) text += ", seed " + std::to_string(asked.rule.seed);
        text += ". Starts at step " +
                std::to_string(RequestStatusAt(run, i, run.step_count() - 1).first_step) + ".\n";
    }
    return text;
}

std::string ResponsesText(const BatchRun& run) {
    std::string text;
    const Model& model = *run.batch().model;
    for (int i = 0; i < run.request_count(); ++i) {
        const Recording& response = *run.response(i);
        const RequestStatus serving = RequestStatusAt(run, i, run.step_count() - 1);
        text +=
            "Request " + std::to_string(i) + ", steps " + std::to_string(serving.first_step) +
            " to " + std::to_string(serving.last_step) + ", ended by " +
            std::string(FinishReasonName(serving.ended)) + ": " +
            PrintableUtf8(Detokenize(model.tokenizer, model.config.begin_token, response.ids())) +
            "\n";
    }
    return text;
}

Counts CountsAlone(const std::vector<ResponseCheck>& checks) {
    Counts alone;
    for (const ResponseCheck& check : checks) alone += check.alone;
    return alone;
}

std::string CountedText(const BatchRun& run, const std::vector<ResponseCheck>& checks) {
    const BatchTotals totals = TotalsOf(run, run.step_count() - 1);
    const Counts alone = CountsAlone(checks);
    std::int64_t most = 0, shared = 0;
    for (const BatchStepPtr& step : run.steps()) {
        most = std::max(most, step->cache_bytes);
        shared = std::max(shared, step->shared_bytes);
    }
    const auto percent = static_cast<int>(100 * totals.utilisation() + 0.5);
    return "Counted:\n"
           "  " +
           CountText(run.step_count(), "step") + ", " + CountText(totals.selected, "token") +
           " selected.\n"
           "  Weights read: " +
           CountText(totals.counts.weight_bytes_read, "byte") +
           ", once per step for all slots; each response alone, " +
           CountText(alone.weight_bytes_read, "byte") +
           " in total.\n"
           "  K and V computed: " +
           CountText(totals.counts.KvPositions(run.config()), "position") +
           "; each response alone, " + std::to_string(alone.KvPositions(run.config())) +
           " in total.\n"
           "  Cache: at most " +
           CountText(most, "byte") + " held, of which at most " + CountText(shared, "byte") +
           " shared.\n"
           "  Slots: " +
           std::to_string(totals.idle_slot_steps) + " of " +
           CountText(totals.slot_steps, "slot-step") + " idle, " + std::to_string(percent) +
           " % used.\n";
}

std::string Verdict(const std::vector<ResponseCheck>& checks) {
    double largest = 0;
    std::string wrong;
    for (const ResponseCheck& check : checks) {
        largest = std::max(largest, check.max_abs_difference);
        if (!check.agrees()) wrong += " " + std::to_string(check.request);
    }
    const std::string text =
        "Each response decoded again alone, computed: the largest |difference| of hidden, "
        "logits and probabilities is " +
        FormatShortest(largest) + ". ";
    if (!wrong.empty()) return text + "They disagree in request" + wrong + ".\n";
    return text +
           "They agree: every response is identical to decoding it alone (values, tokens, finish "
           "reason).\n";
}

}  // namespace

std::string BatchText(const BatchRun& run, const std::vector<ResponseCheck>& checks) {
    const Batch& batch = run.batch();
    const int tokens = std::ranges::max(batch.requests, {}, &Request::tokens).tokens;
    return PrintableUtf8(batch.model->name) + ", " + CountText(run.request_count(), "request") +
           " in " + CountText(batch.slots, "slot") + ", at most " + CountText(tokens, "token") +
           " each.\n" + "The rule is " + DescribeRule(batch.requests.front().rule) + ".\n" +
           "Each step is one pass over the weights for all slots. A shared prefill is none: it "
           "takes "
           "the prompt's K and V from the cache of the request that computed them, and draws its "
           "first "
           "token from the logits of that prefill, which were kept.\n\n" +
           RequestsText(run) + "\n" + GridText(run) + "\n" + ResponsesText(run) + "\n" +
           CountedText(run, checks) + "\n" + Verdict(checks);
}

}  // namespace decodescope
