#include "app/cli/report/batch_json.h"

#include <algorithm>
#include <string_view>

#include "app/cli/report/json_writer.h"

namespace decodescope {
namespace {

// Null while a response has not ended.
void WriteEnded(JsonWriter& json, FinishReason reason) {
    json.Key("ended");
    if (reason == FinishReason::None)
        json.Value(nullptr);
    else
        json.Value(KeyOf(reason));
}

void WriteCheck(JsonWriter& json, const ResponseCheck& check, const Config& config) {
    json.Object("alone", [&] {
        json.Field("max_abs_difference", check.max_abs_difference);
        json.Field("tokens_agree", check.tokens_agree);
        json.Field("passes_compared", check.passes);
        json.Field("weight_bytes_read", check.alone.weight_bytes_read);
        json.Field("kv_positions_computed", check.alone.KvPositions(config));
    });
}

void WriteRequest(JsonWriter& json, const BatchRun& run, const ResponseCheck& check) {
    const int index = check.request;
    const Model& model = *run.batch().model;
    const Request& asked = run.batch().requests[static_cast<size_t>(index)];
    const Recording& response = *run.response(index);
    const RequestStatus status = RequestStatusAt(run, index, run.step_count() - 1);
    const std::vector<TokenId>& ids = response.ids();
    json.Break().Object([&] {
        json.Field("row", index);
        json.BytesField("prompt", asked.prompt);
        json.Field("prompt_ids", response.prompt());
        json.Field("selected_ids",
                   std::vector<TokenId>(ids.begin() + response.prompt_length(), ids.end()));
        json.BytesField("text", Detokenize(model.tokenizer, model.config.begin_token, ids));
        json.Field("tokens", asked.tokens);
        json.Field("seed", asked.rule.seed);
        json.Field("joins", asked.arrival_step);
        json.Field("slot", status.slot);
        json.Field("first_step", status.first_step);
        json.Field("last_step", status.last_step);
        WriteEnded(json, status.ended);
        WriteCheck(json, check, run.config());
    });
}

void WriteSelected(JsonWriter& json, const BatchRun& run,
                   const std::optional<Selection>& selection) {
    json.Key("selected");
    if (!selection) return json.Value(nullptr);
    json.Object([&] {
        json.Field("id", selection->id);
        json.Field("text", run.token_texts().At(selection->id));
    });
}

void WriteWork(JsonWriter& json, const BatchRun& run, const SlotStep& slot) {
    const Pass& pass = *slot.pass;
    // A shared prefill processes nothing itself.
    const bool is_computed = slot.work != SlotWork::Share;
    json.Field("row", slot.request);
    json.Field("from_kept_logits", !is_computed);
    json.Field("processed_ids", is_computed ? pass.tokens : std::vector<TokenId>());
    json.Field("first_position", pass.first_position);
    json.Field("cache_length_before", pass.cache_length_before);
    json.Field("cache_length_after", pass.cache_length_after);
    json.Field("shared_rows", slot.shared_rows);
    json.Field("multiply_adds", pass.counts.MultiplyAdds());
    json.Field("cache_bytes_read", pass.counts.cache_bytes_read);
    WriteSelected(json, run, pass.selection);
    WriteEnded(json, slot.ended);
}

void WriteStep(JsonWriter& json, const BatchRun& run, const BatchStep& step) {
    json.Break().Object([&] {
        json.Field("step", step.index);
        json.Field("has_pass", step.has_pass());
        json.Field("weight_bytes_read", step.counts.weight_bytes_read);
        json.Field("kv_positions_computed", step.counts.KvPositions(run.config()));
        json.Field("cache_bytes", step.cache_bytes);
        json.Field("shared_cache_bytes", step.shared_bytes);
        json.Array("slots", [&] {
            for (const SlotStep& slot : step.slots) {
                json.Break().Object([&] {
                    json.Field("work", NameOf(slot.work));
                    if (slot.work != SlotWork::Idle) WriteWork(json, run, slot);
                });
            }
        });
        json.Field("waiting_rows", step.queue);
    });
}

void WriteTotals(JsonWriter& json, const BatchRun& run) {
    const BatchTotals totals = TotalsOf(run, run.step_count() - 1);
    json.Break().Object("totals", [&] {
        json.Field("steps", run.step_count());
        json.Field("selected", totals.selected);
        json.Field("slot_steps", totals.slot_steps);
        json.Field("idle_slot_steps", totals.idle_slot_steps);
        json.Field("weight_bytes_read", totals.counts.weight_bytes_read);
        json.Field("kv_positions_computed", totals.counts.KvPositions(run.config()));
        json.Field("multiply_adds", totals.counts.MultiplyAdds());
    });
}

}  // namespace

std::string BatchJson(const BatchRun& run, const std::vector<ResponseCheck>& checks) {
    std::string out;
    JsonWriter json(out);
    json.Object([&] {
        json.Field("format", "decodescope-batch");
        json.Field("version", 1);
        json.BytesField("model", run.batch().model->name);
        json.Field("slots", run.batch().slots);
        json.Field("shares_prompts", run.batch().shares_prompts);
        json.Break().Array("rows", [&] {
            for (const ResponseCheck& check : checks) WriteRequest(json, run, check);
        });
        json.Break().Array("steps", [&] {
            for (const BatchStepPtr& step : run.steps()) WriteStep(json, run, *step);
        });
        WriteTotals(json, run);
        json.Field("agrees", std::ranges::all_of(checks, &ResponseCheck::agrees));
    });
    return out + "\n";
}

}  // namespace decodescope
