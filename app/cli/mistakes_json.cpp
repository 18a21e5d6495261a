#include "app/cli/json_writer.h"
#include "app/cli/mistakes_verb.h"

namespace decodescope {
namespace {

void WriteToken(JsonWriter& json, const Model& model, TokenId id) {
    json.Key("id");
    json.Integer(id);
    json.KeyAndBytes("text", model.tokenizer.pieces[static_cast<size_t>(id)]);
}

void WriteSelected(JsonWriter& json, const char* key, const Model& model,
                   const std::optional<Selection>& selection) {
    json.Key(key);
    if (!selection) return json.Null();
    json.BeginObject();
    WriteToken(json, model, selection->id);
    json.EndObject();
}

void WriteNumbers(JsonWriter& json, const char* key, const Row& row) {
    json.Key(key);
    json.BeginArray();
    for (const double number : row) json.Number(number);
    json.EndArray();
}

void WritePass(JsonWriter& json, const Model& model, const BrokenPass& pass) {
    json.Break();
    json.BeginObject();
    json.Key("pass");
    json.Integer(pass.index);
    json.Key("cache");
    json.BeginArray();
    for (const CacheEntry& entry : pass.cache) {
        json.BeginObject();
        WriteToken(json, model, entry.token);
        json.Key("position");
        json.Integer(entry.position);
        json.Key("padding");
        json.Bool(entry.is_padding());
        json.EndObject();
    }
    json.EndArray();
    WriteNumbers(json, "logits", pass.logits);
    WriteNumbers(json, "logits_should_be", pass.sound.logits);
    WriteSelected(json, "selected", model, pass.selection);
    WriteSelected(json, "selected_should_be", model, pass.sound.selection);
    json.EndObject();
}

void WriteBreach(JsonWriter& json, const Violation& breach) {
    json.BeginObject();
    const std::pair<const char*, int> places[] = {{"pass", breach.pass},
                                                  {"row", breach.sequence},
                                                  {"layer", breach.layer},
                                                  {"head", breach.head},
                                                  {"position", breach.place}};
    for (const auto& [name, index] : places) {
        if (index < 0) continue;
        json.Key(name);
        json.Integer(index);
    }
    json.Key(breach.is_difference ? "difference" : "found");
    json.Number(breach.found);
    if (!breach.is_difference) {
        json.Key("expected");
        json.Number(breach.expected);
    }
    if (!breach.detail.empty()) {
        json.Key("detail");
        json.Text(breach.detail);
    }
    json.EndObject();
}

void WriteCheck(JsonWriter& json, const InvariantCheck& check) {
    json.Break();
    json.BeginObject();
    json.Key("invariant");
    json.Text(InfoOf(check.invariant).name);
    json.Key("applies");
    json.Bool(check.applies);
    json.Key("holds");
    json.Bool(check.holds());
    json.Key("breaches");
    json.BeginArray();
    for (const Violation& breach : check.breaches) WriteBreach(json, breach);
    json.EndArray();
    json.EndObject();
}

void WriteRun(JsonWriter& json, const ShownMistake& shown) {
    json.Key("run_with");
    if (shown.run.changes.empty())
        json.Null();
    else
        json.Text(shown.run.changes);
    json.Key("rows");
    json.BeginArray();
    for (const BrokenSequence& sequence : shown.run.sequences) {
        json.BeginArray();
        for (const BrokenPass& pass : sequence.passes)
            WritePass(json, *shown.run.recipe.model, pass);
        json.EndArray();
    }
    json.EndArray();
    json.Key("checks");
    json.BeginArray();
    for (const InvariantCheck& check : shown.checks) WriteCheck(json, check);
    json.EndArray();
}

}  // namespace

std::string MistakesJson(const Recipe& recipe, const std::vector<ShownMistake>& shown) {
    std::string text;
    JsonWriter json(text);
    json.BeginObject();
    json.KeyAndBytes("model", recipe.model->name);
    json.KeyAndBytes("prompt", recipe.prompt);
    json.Key("mistakes");
    json.BeginArray();
    for (const ShownMistake& one : shown) {
        const MistakeInfo& info = InfoOf(one.mistake);
        json.Break();
        json.BeginObject();
        json.Key("mistake");
        json.Text(info.name);
        json.Key("wrong");
        json.Text(info.wrong);
        json.Key("not_shown_because");
        if (one.why_not.empty())
            json.Null();
        else
            json.Text(one.why_not);
        if (one.why_not.empty()) WriteRun(json, one);
        json.EndObject();
    }
    json.EndArray();
    json.Break();
    json.EndObject();
    return text + "\n";
}

}  // namespace decodescope
