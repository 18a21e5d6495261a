#include "core/io/batch_plan_toml.h"

#include "core/run/recipe.h"
#include "core/toml/toml_writer.h"

namespace decodescope {
namespace {

constexpr std::string_view kBatchKeys[] = {"kind",     "slots",   "shares_prompts",
                                           "requests", "samples", "selection"};
constexpr std::string_view kRequestKeys[] = {"prompt", "tokens", "arrives"};
constexpr std::string_view kSampleKeys[] = {"count", "prompt", "tokens"};
constexpr std::string_view kKinds[] = {"prompts", "samples"};  // in the order of BatchKind

// A key that may be left out; then the number stays as it is.
void ReadInteger(const TomlReader& read, const TomlValue& table, std::string_view key,
                 const std::string& name, int least, int most, int& number) {
    const TomlValue* value = table.Find(key);
    if (value) number = read.Integer(*value, name + "." + std::string(key), least, most);
}

BatchRequest ReadRequest(const TomlReader& read, const TomlValue& table, const std::string& name) {
    read.RequireKeys(table, name, kRequestKeys);
    BatchRequest request;
    request.prompt = read.Bytes(
        read.Require(table, "prompt", "write { prompt = \"…\", tokens = 8 }"), name + ".prompt");
    ReadInteger(read, table, "tokens", name, 1, kMostSelected, request.tokens);
    ReadInteger(read, table, "arrives", name, 0, kLatestArrival, request.arrival_step);
    return request;
}

void ReadRequests(const TomlReader& read, const TomlValue& list, BatchPlan& plan) {
    const TomlValue::Array& requests = read.Array(list, "batch.requests", {});
    if (requests.empty() || requests.size() > kMostRequests) {
        throw read.Wrong(list.place,
                         "batch.requests has the length " + std::to_string(requests.size()),
                         "a batch has 1 to " + std::to_string(kMostRequests) + " requests");
    }
    for (size_t i = 0; i < requests.size(); ++i) {
        plan.requests.push_back(
            ReadRequest(read, requests[i], "batch.requests[" + std::to_string(i) + "]"));
    }
}

void ReadSamples(const TomlReader& read, const TomlValue& table, BatchPlan& plan) {
    const std::string name = "batch.samples";
    read.RequireKeys(table, name, kSampleKeys);
    ReadInteger(read, table, "count", name, 1, kMostRequests, plan.samples);
    ReadInteger(read, table, "tokens", name, 1, kMostSelected, plan.sample.tokens);
    if (const TomlValue* prompt = table.Find("prompt"))
        plan.sample.prompt = read.Bytes(*prompt, name + ".prompt");
}

}  // namespace

BatchPlan ReadBatchPlan(const TomlReader& read, const TomlValue& table,
                        const ReadRuleTable& read_rule) {
    read.RequireKeys(table, "[batch]", kBatchKeys);
    BatchPlan plan;
    if (const TomlValue* kind = table.Find("kind"))
        plan.kind = static_cast<BatchKind>(read.Choice(*kind, "batch.kind", kKinds));
    ReadInteger(read, table, "slots", "batch", 1, kMostSlots, plan.slots);
    if (const TomlValue* shares = table.Find("shares_prompts"))
        plan.shares_prompts = read.Boolean(*shares, "batch.shares_prompts");
    ReadRequests(read,
                 read.Require(table, "requests",
                              "write requests = [{ prompt = \"…\", tokens = 8, arrives = 0 }]"),
                 plan);
    if (const TomlValue* samples = table.Find("samples")) ReadSamples(read, *samples, plan);
    if (const TomlValue* rule = table.Find("selection"))
        plan.sample_rule = read_rule(*rule, "batch.selection");
    return plan;
}

std::string FormatBatchPlan(const BatchPlan& plan) {
    std::string text =
        "\n[batch]\nkind = \"" + std::string(kKinds[static_cast<size_t>(plan.kind)]) +
        "\"\nslots = " + std::to_string(plan.slots) +
        "\nshares_prompts = " + (plan.shares_prompts ? "true" : "false") + "\nrequests = [\n";
    for (const BatchRequest& request : plan.requests) {
        text += "  { prompt = " + TomlText(request.prompt) +
                ", tokens = " + std::to_string(request.tokens) +
                ", arrives = " + std::to_string(request.arrival_step) + " },\n";
    }
    return text + "]\nsamples = { count = " + std::to_string(plan.samples) +
           ", prompt = " + TomlText(plan.sample.prompt) +
           ", tokens = " + std::to_string(plan.sample.tokens) + " }\n";
}

}  // namespace decodescope
