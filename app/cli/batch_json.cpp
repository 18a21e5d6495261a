#include <algorithm>

#include "app/cli/batch_verb.h"
#include "app/cli/json_writer.h"

namespace decodescope {
namespace {

void WriteField(JsonWriter& json, std::string_view key, std::int64_t number) {
    json.Key(key);
    json.Integer(number);
}

void WriteIds(JsonWriter& json, std::string_view key, const std::vector<int>& ids) {
    json.Key(key);
    json.BeginArray();
    for (const int id : ids) json.Integer(id);
    json.EndArray();
}

// Null while a response has not ended.
void WriteEnded(JsonWriter& json, StopReason reason) {
    json.Key("ended");
    if (reason == StopReason::None)
        json.Null();
    else
        json.Text(FinishReasonName(reason));
}

void WriteCheck(JsonWriter& json, const ResponseCheck& check, const Config& config) {
    json.Key("alone");
    json.BeginObject();
    json.Key("max_abs_difference");
    json.Number(check.max_abs_difference);
    json.Key("tokens_agree");
    json.Bool(check.tokens_agree);
    WriteField(json, "passes_compared", check.passes);
    WriteField(json, "weight_bytes_read", check.alone.weight_bytes_read);
    WriteField(json, "kv_positions_computed", check.alone.KvPositions(config));
    json.EndObject();
}

void WriteRow(JsonWriter& json, const BatchRun& run, const ResponseCheck& check) {
    const int row = check.request;
    const Request& asked = run.batch().requests[static_cast<size_t>(row)];
    const Recording& response = *run.response(row);
    const RequestStatus serving = RequestStatusAt(run, row, run.step_count() - 1);
    const std::vector<TokenId>& ids = response.ids();
    json.Break();
    json.BeginObject();
    WriteField(json, "row", row);
    json.KeyAndBytes("prompt", asked.prompt);
    WriteIds(json, "prompt_ids", response.prompt());
    WriteIds(json, "selected_ids", {ids.begin() + response.prompt_length(), ids.end()});
    const Model& model = *run.batch().model;
    json.KeyAndBytes("text", Detokenize(model.tokenizer, model.config.begin_token, ids));
    WriteField(json, "tokens", asked.tokens);
    json.Key("seed");
    json.Unsigned(asked.rule.seed);
    WriteField(json, "joins", asked.arrival_step);
    WriteField(json, "slot", serving.slot);
    WriteField(json, "first_step", serving.first_step);
    WriteField(json, "last_step", serving.last_step);
    WriteEnded(json, serving.ended);
    WriteCheck(json, check, run.config());
    json.EndObject();
}

void WriteSlot(JsonWriter& json, const BatchRun& run, const SlotStep& slot) {
    json.Break();
    json.BeginObject();
    json.Key("work");
    json.Text(NameOf(slot.work));
    if (slot.work != SlotWork::Idle) {
        const Pass& pass = *slot.pass;
        WriteField(json, "row", slot.request);
        // A shared prefill processes nothing itself.
        const bool is_computed = slot.work != SlotWork::Share;
        WriteIds(json, "processed_ids", is_computed ? pass.tokens : std::vector<TokenId>());
        WriteField(json, "first_position", pass.first_position);
        WriteField(json, "cache_length_before", pass.cache_length_before);
        WriteField(json, "cache_length_after", pass.cache_length_after);
        WriteField(json, "shared_rows", slot.shared_rows);
        WriteField(json, "multiply_adds", pass.counts.MultiplyAdds());
        WriteField(json, "cache_bytes_read", pass.counts.cache_bytes_read);
        json.Key("selected");
        if (pass.selection) {
            json.BeginObject();
            WriteField(json, "id", pass.selection->id);
            json.Key("text");
            json.Text(run.token_texts().At(pass.selection->id));
            json.EndObject();
        } else {
            json.Null();
        }
        WriteEnded(json, slot.ended);
    }
    json.EndObject();
}

void WriteStep(JsonWriter& json, const BatchRun& run, const BatchStep& step) {
    json.Break();
    json.BeginObject();
    WriteField(json, "step", step.index);
    WriteField(json, "weight_bytes_read", step.counts.weight_bytes_read);
    WriteField(json, "kv_positions_computed", step.counts.KvPositions(run.config()));
    WriteField(json, "cache_bytes", step.cache_bytes);
    WriteField(json, "shared_cache_bytes", step.shared_bytes);
    json.Key("slots");
    json.BeginArray();
    for (const SlotStep& slot : step.slots) WriteSlot(json, run, slot);
    json.EndArray();
    WriteIds(json, "waiting_rows", step.queue);
    json.EndObject();
}

void WriteTotals(JsonWriter& json, const BatchRun& run) {
    const BatchTotals totals = TotalsOf(run, run.step_count() - 1);
    json.Break();
    json.Key("totals");
    json.BeginObject();
    WriteField(json, "steps", run.step_count());
    WriteField(json, "selected", totals.selected);
    WriteField(json, "slot_steps", totals.slot_steps);
    WriteField(json, "idle_slot_steps", totals.idle_slot_steps);
    WriteField(json, "weight_bytes_read", totals.counts.weight_bytes_read);
    WriteField(json, "kv_positions_computed", totals.counts.KvPositions(run.config()));
    WriteField(json, "multiply_adds", totals.counts.MultiplyAdds());
    json.EndObject();
}

}  // namespace

std::string BatchJson(const BatchRun& run, const std::vector<ResponseCheck>& checks) {
    std::string out;
    JsonWriter json(out);
    json.BeginObject();
    json.Key("format");
    json.Text("decodescope-batch");
    WriteField(json, "version", 1);
    json.KeyAndBytes("model", run.batch().model->name);
    WriteField(json, "slots", run.batch().slots);
    json.Key("shares_prompts");
    json.Bool(run.batch().shares_prompts);
    json.Break();
    json.Key("rows");
    json.BeginArray();
    for (const ResponseCheck& check : checks) WriteRow(json, run, check);
    json.EndArray();
    json.Break();
    json.Key("steps");
    json.BeginArray();
    for (const BatchStepPtr& step : run.steps()) WriteStep(json, run, *step);
    json.EndArray();
    WriteTotals(json, run);
    json.Key("agrees");
    json.Bool(std::ranges::all_of(checks, &ResponseCheck::agrees));
    json.EndObject();
    out += "\n";
    return out;
}

}  // namespace decodescope
