#include "app/cli/batch_verb.h"

#include <algorithm>

#include "app/cli/output.h"
#include "core/base/error.h"
#include "core/base/number.h"
#include "core/explain/transcript.h"
#include "core/io/file.h"
#include "core/serve/batch_scheduler.h"

namespace decodescope {
namespace {

constexpr size_t kLargestPrompts = size_t{1} << 20;
constexpr size_t kStepWidth = 6, kCellGap = 2;

// --- The batch that is asked for ----------------------------------------------------------------

// A prompt a line; empty lines are none.
std::vector<std::string> PromptsIn(const std::string& path) {
    const std::string text = ReadFile(path, kLargestPrompts);
    std::vector<std::string> prompts;
    for (size_t at = 0; at < text.size();) {
        const size_t end = std::min(text.find('\n', at), text.size());
        std::string line = text.substr(at, end - at);
        if (line.ends_with('\r')) line.pop_back();
        if (!line.empty()) prompts.push_back(std::move(line));
        at = end + 1;
    }
    if (prompts.empty()) throw Error("there is no prompt in it", path, "write one prompt a line");
    return prompts;
}

std::vector<std::string> PromptsOf(const Options& options, const Recipe& recipe) {
    std::vector<std::string> prompts;
    if (options.prompts_file) prompts = PromptsIn(*options.prompts_file);
    prompts.insert(prompts.end(), options.prompts.begin(), options.prompts.end());
    if (prompts.empty()) prompts.push_back(recipe.prompt);
    return prompts;
}

Batch SampledBatch(const Options& options, Recipe recipe, const std::vector<std::string>& prompts) {
    if (prompts.size() > 1) {
        throw Error("samples are of one prompt, not of " + std::to_string(prompts.size()),
                    "--samples", "give one --prompt");
    }
    if (recipe.rule.is_greedy()) {
        const bool is_cold = recipe.rule.kind == RuleKind::Sample;
        throw Error(is_cold ? "at temperature 0 all samples are the same"
                            : "the greedy rule makes all samples the same",
                    "--samples", is_cold ? "give a temperature above 0" : "add --rule sample");
    }
    recipe.prompt = prompts.front();
    return SamplesOf(recipe, *options.samples, 1);
}

void SetArrivalStep(const Options& options, Batch& batch) {
    if (options.arrival_step.size() > batch.requests.size()) {
        throw Error("there are " + std::to_string(options.arrival_step.size()) + " steps for " +
                        CountText(static_cast<int>(batch.requests.size()), "row"),
                    "--join", "give at most one for each row");
    }
    for (size_t i = 0; i < options.arrival_step.size(); ++i)
        batch.requests[i].arrival_step = options.arrival_step[i];
}

void RefuseWhatCannotBeServed(const BatchRun& run) {
    for (int i = 0; i < run.request_count(); ++i) {
        if (!run.problem(i).empty()) throw Error(run.problem(i), "row " + std::to_string(i + 1));
    }
}

// --- Text ---------------------------------------------------------------------------------------

std::string Padded(std::string text, size_t width) {
    // Counted in characters as they are displayed: continuation bytes take no room.
    const auto shown = static_cast<size_t>(std::ranges::count_if(
        text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
    if (shown < width) text.append(width - shown, ' ');
    return text;
}

std::string CellText(const BatchRun& run, const SlotStep& slot) {
    if (slot.work == SlotWork::Idle) return "idle";
    std::string text =
        "row " + std::to_string(slot.request + 1) + " " + std::string(NameOf(slot.work));
    if (slot.work == SlotWork::Prefill) text += " " + std::to_string(slot.pass->tokens.size());
    if (slot.pass->selection) text += ", selects " + run.token_texts().At(slot.pass->selection->id);
    if (slot.ended != StopReason::None)
        text += ", ends: " + std::string(FinishReasonName(slot.ended));
    return text;
}

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
        std::string line = Padded(step == 0 ? "step" : std::to_string(step - 1), kStepWidth);
        for (size_t i = 0; i < slots; ++i) {
            line += i + 1 < slots ? Padded(rows[step][i], widths[i]) : rows[step][i];
        }
        const std::vector<int>* queue =
            step > 0 ? &run.step(static_cast<int>(step) - 1).queue : nullptr;
        if (queue != nullptr && !queue->empty()) {
            line += "; waiting:";
            for (const int request : *queue) line += " row " + std::to_string(request + 1);
        }
        text += line + "\n";
    }
    return text;
}

std::string RowsText(const BatchRun& run) {
    std::string text;
    for (int i = 0; i < run.request_count(); ++i) {
        const Request& asked = run.batch().requests[static_cast<size_t>(i)];
        text += "Row " + std::to_string(i + 1) + ": \"" + PrintableUtf8(asked.prompt) + "\", " +
                CountText(run.response(i)->prompt_length(), "token") + ", joins at step " +
                std::to_string(asked.arrival_step);
        if (!asked.rule.is_greedy()) text += ", seed " + std::to_string(asked.rule.seed);
        text += ".\n";
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
            "Row " + std::to_string(i + 1) + ", steps " + std::to_string(serving.first_step) +
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
           ", once a step for all slots; each row alone, " +
           CountText(alone.weight_bytes_read, "byte") +
           " in all.\n"
           "  K and V computed: " +
           CountText(totals.counts.KvPositions(run.config()), "position") + "; each row alone, " +
           std::to_string(alone.KvPositions(run.config())) +
           " in all.\n"
           "  Cache: at most " +
           CountText(most, "byte") + " held, of them " + CountText(shared, "byte") +
           " shared at most.\n"
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
        if (!check.agrees()) wrong += " " + std::to_string(check.request + 1);
    }
    const std::string text =
        "Each row served again alone, computed: the largest |difference| of hidden, "
        "logits and probabilities is " +
        FormatShortest(largest) + ". ";
    if (!wrong.empty()) return text + "They disagree in row" + wrong + ".\n";
    return text + "They agree: every row equals itself alone, in every number, token and ending.\n";
}

std::vector<ResponseCheck> CheckResponses(const BatchRun& run) {
    std::vector<ResponseCheck> checks;
    for (int i = 0; i < run.request_count(); ++i) checks.push_back(CheckResponse(run, i));
    return checks;
}

}  // namespace

Batch BatchFrom(const Options& options) {
    const Recipe recipe = OpenRecipe(options);
    const std::vector<std::string> prompts = PromptsOf(options, recipe);
    Batch batch{.model = recipe.model};
    if (options.samples) {
        batch = SampledBatch(options, recipe, prompts);
    } else {
        for (const std::string& prompt : prompts) {
            batch.requests.push_back({prompt, recipe.tokens, recipe.rule});
        }
    }
    SetArrivalStep(options, batch);
    const int rows = static_cast<int>(batch.requests.size());
    batch.slots = options.slots.value_or(std::min(rows, kMostSlots));
    batch.shares_prompts = !options.is_unshared;
    Validate(batch);
    return batch;
}

std::string BatchReport(const BatchRun& run, const std::vector<ResponseCheck>& checks) {
    const Batch& batch = run.batch();
    const int tokens = std::ranges::max(batch.requests, {}, &Request::tokens).tokens;
    return PrintableUtf8(batch.model->name) + ", " + CountText(run.request_count(), "row") +
           " in " + CountText(batch.slots, "slot") + ", at most " + CountText(tokens, "token") +
           " each.\n" + "The rule is " + DescribeRule(batch.requests.front().rule) + ".\n" +
           "Each step is one pass over the weights for all slots.\n\n" + RowsText(run) + "\n" +
           GridText(run) + "\n" + ResponsesText(run) + "\n" + CountedText(run, checks) + "\n" +
           Verdict(checks);
}

int RunBatch(const Options& options) {
    BatchRun run(BatchFrom(options));
    RefuseWhatCannotBeServed(run);
    BatchScheduler server(run);
    while (BatchStepPtr step = server.Step()) run.Append(std::move(step));
    const std::vector<ResponseCheck> checks = CheckResponses(run);
    WriteOutput(options.output, options.format == TraceFormat::Json ? BatchJson(run, checks)
                                                                    : BatchReport(run, checks));
    return std::ranges::all_of(checks, &ResponseCheck::agrees) ? kExitFine : kExitNo;
}

}  // namespace decodescope
