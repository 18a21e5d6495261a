#include "app/cli/report/mistakes_json.h"

#include "app/cli/report/json_writer.h"

namespace decodescope {
namespace {

// Inside an object that is open.
void WriteToken(JsonWriter& json, const Model& model, TokenId id) {
    json.Field("id", id);
    json.BytesField("text", model.tokenizer.pieces[static_cast<size_t>(id)]);
}

void WriteSelected(JsonWriter& json, const char* key, const Model& model,
                   const std::optional<Selection>& selection) {
    json.Key(key);
    if (!selection) return json.Value(nullptr);
    json.Object([&] { WriteToken(json, model, selection->id); });
}

void WritePass(JsonWriter& json, const Model& model, const BrokenPass& pass) {
    json.Break().Object([&] {
        json.Field("pass", pass.index);
        json.Array("cache", [&] {
            for (const CacheEntry& entry : pass.cache) {
                json.Object([&] {
                    WriteToken(json, model, entry.token);
                    json.Field("position", entry.position);
                    json.Field("padding", entry.is_padding());
                });
            }
        });
        json.Field("logits", pass.logits);
        json.Field("logits_should_be", pass.correct.logits);
        WriteSelected(json, "selected", model, pass.selection);
        WriteSelected(json, "selected_should_be", model, pass.correct.selection);
    });
}

void WriteViolation(JsonWriter& json, const Violation& violation) {
    const std::pair<const char*, int> places[] = {{"pass", violation.pass},
                                                  {"row", violation.sequence},
                                                  {"layer", violation.layer},
                                                  {"head", violation.head},
                                                  {"position", violation.place}};
    json.Object([&] {
        for (const auto& [name, index] : places) {
            if (index >= 0) json.Field(name, index);
        }
        json.Field(violation.is_difference ? "difference" : "found", violation.found);
        if (!violation.is_difference) json.Field("expected", violation.expected);
        if (!violation.detail.empty()) json.Field("detail", violation.detail);
    });
}

void WriteCheck(JsonWriter& json, const InvariantCheck& check) {
    json.Break().Object([&] {
        json.Field("invariant", InfoOf(check.invariant).name);
        json.Field("applies", check.applies);
        json.Field("holds", check.holds());
        json.Array("breaches", [&] {
            for (const Violation& violation : check.violations) WriteViolation(json, violation);
        });
    });
}

void WriteRun(JsonWriter& json, const ShownMistake& shown) {
    const Model& model = *shown.run.recipe.model;
    json.Key("run_with");
    if (shown.run.changes.empty())
        json.Value(nullptr);
    else
        json.Value(shown.run.changes);
    json.Array("rows", [&] {
        for (const BrokenSequence& sequence : shown.run.sequences) {
            json.Array([&] {
                for (const BrokenPass& pass : sequence.passes) WritePass(json, model, pass);
            });
        }
    });
    json.Array("checks", [&] {
        for (const InvariantCheck& check : shown.checks) WriteCheck(json, check);
    });
}

void WriteMistake(JsonWriter& json, const ShownMistake& shown) {
    const MistakeInfo& info = InfoOf(shown.mistake);
    json.Break().Object([&] {
        json.Field("mistake", info.name);
        json.Field("wrong", info.wrong);
        json.Key("not_shown_because");
        if (!shown.why_not.empty()) return json.Value(shown.why_not);
        json.Value(nullptr);
        WriteRun(json, shown);
    });
}

}  // namespace

std::string MistakesJson(const Recipe& recipe, const std::vector<ShownMistake>& shown) {
    std::string text;
    JsonWriter json(text);
    json.Object([&] {
        json.BytesField("model", recipe.model->name);
        json.BytesField("prompt", recipe.prompt);
        json.Array("mistakes", [&] {
            for (const ShownMistake& one : shown) WriteMistake(json, one);
        });
    });
    return text + "\n";
}

}  // namespace decodescope
