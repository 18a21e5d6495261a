// The Recipe panel with its commands applied, and models to show in it, for tests of its parts.
#pragma once

#include <memory>
#include <utility>

#include "app/apply/apply.h"
#include "app/views/recipe/recipe_panel.h"
#include "tests/support/live_bench.h"
#include "tests/support/random_model.h"

namespace decodescope {

inline const Area kRecipe{{0, 0}, {240, 1600}};

inline LiveBench RecipeOf(AppState state) {
    return LiveBench(std::move(state), [](const Panel& panel) { DrawRecipePanel(panel, kRecipe); });
}

inline AppState StateOf(const Config& config, Precision precision = Precision::Float64) {
    auto model = std::make_shared<const Model>(RandomModel(config, 1, precision));
    return StateFor(ExampleRecipe(model), "");
}

// One layer with everything that there is, small enough to be shown whole.
inline Config SmallWithEverything() {
    Config config = LlamaParts();
    config.vocabulary_size = 4;
    config.d_model = 4;
    config.query_heads = 2;
    config.kv_heads = 1;
    config.head_dim = 2;
    config.attention_scale = 0.5;
    config.norm = NormKind::LayerNorm;
    config.mlp_hidden = 3;
    return config;
}

}  // namespace decodescope
