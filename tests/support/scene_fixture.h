// Recordings of several shapes, and every moment and window size at which a scene is looked at.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "app/scene/build.h"
#include "app/scene/pass_fit.h"
#include "core/io/model_file.h"
#include "core/run/decoder.h"
#include "tests/support/random_model.h"

namespace decodescope {

struct SceneCase {
    std::string name;
    Recording recording;
};

inline Recording RecordingOf(Model model, const std::string& prompt, int tokens,
                             RuleKind rule = RuleKind::Greedy) {
    Recipe recipe;
    recipe.model = std::make_shared<const Model>(std::move(model));
    recipe.prompt = prompt;
    recipe.tokens = tokens;
    recipe.rule.kind = rule;
    return Record(recipe);
}

// Shared KV heads, LayerNorm, learned positions, residuals and a GELU between them.
inline Model SharedHeadsModel() {
    Config config;
    config.vocabulary_size = 7;
    config.d_model = 6;
    config.layers = 2;
    config.query_heads = 4;
    config.kv_heads = 2;
    config.head_dim = 3;
    config.attention_scale = 0.5;
    config.positions = Positions::Learned;
    config.context_length = 32;
    config.norm = NormKind::LayerNorm;
    config.residuals = true;
    config.mlp = MlpKind::Gelu;
    config.mlp_hidden = 9;
    config.has_output_projection = true;
    return RandomModel(config, 3);
}

// Too wide for numbers: colour instead, RoPE, and query heads in pairs over a KV head.
inline Model ColourModel() {
    Config config = LlamaParts();
    config.vocabulary_size = 40;
    config.d_model = 32;
    config.layers = 3;
    config.query_heads = 4;
    config.kv_heads = 2;
    config.head_dim = 8;
    config.attention_scale = 0.35;
    config.context_length = 64;
    config.mlp_hidden = 48;
    return RandomModel(config, 5);
}

inline std::string FirstPieces(const Model& model, int count) {
    std::string prompt;
    for (int i = 0; i < count; ++i) {
        if (i > 0 && model.tokenizer.kind == TokenizerKind::Words) prompt += ' ';
        prompt += model.tokenizer.pieces[static_cast<size_t>(i)];
    }
    return prompt;
}

inline std::vector<SceneCase> SceneCases() {
    const Model shared = SharedHeadsModel();
    const std::string prompt = FirstPieces(shared, 3);
    std::vector<SceneCase> cases;
    cases.push_back({"ABC", RecordingOf(ToyModel(), "A B", 4)});
    cases.push_back({"ABC, five in the prompt", RecordingOf(ToyModel(), "A B C A B", 3)});
    cases.push_back({"ABC, long", RecordingOf(ToyModel(), "A B", 16)});
    cases.push_back({"drinks", RecordingOf(ReadModelFile("assets/models/drinks.toml"),
                                           "Today I drink tea", 4, RuleKind::Sample)});
    cases.push_back({"shared heads", RecordingOf(shared, prompt, 3)});
    const Model colour = ColourModel();
    cases.push_back({"colour", RecordingOf(colour, FirstPieces(colour, 5), 4, RuleKind::Sample)});
    return cases;
}

constexpr Point kSceneSizes[] = {{1000, 636}, {664, 420}, {1320, 800}, {200, 150}};

// Calls visit(scene, view) for every step of some passes, in every size, layer and head shown.
template <class Visit>
void ForEachScene(const Recording& recording, const Visit& visit) {
    const Config& config = recording.config();
    const int last = recording.pass_count() - 1;
    for (const int pass : {0, 1, last / 2, last}) {
        for (const Point size : kSceneSizes) {
            SceneView view{.playhead = {pass, 0},
                           .layer = config.layers - 1,
                           .size = size,
                           .numbers = {.decimals = size.x > 1200 ? 6 : 3}};
            // One for each of the heads that are looked at in turn.
            std::array<PassFit, 2> fits{FitPass(recording, view)};
            view.query_head = config.query_heads - 1;
            fits[1] = FitPass(recording, view);
            for (int step = pass == 0 ? -1 : 0; step < recording.step_count(); ++step) {
                const bool is_last = step % 2 != 0;
                view.playhead.step = step;
                view.query_head = is_last ? config.query_heads - 1 : 0;
                visit(BuildScene(recording, view, fits[is_last]), view);
            }
        }
    }
}

}  // namespace decodescope
