// The picture of one pass in the making: what is looked at, where its blocks are, and the scene so
// far. Each part of the picture (navigator.h, attention_blocks.h, cache_block.h …) is a function
// that adds itself; BuildScene calls them in order.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "app/scene/build.h"
#include "app/scene/layout/pass_layout.h"

namespace decodescope {

// The title row of a block, left to right: number, name, formula; the shape at the right.
struct Title {
    std::string number;
    std::string name;
    Tone name_tone = Tone::Ink;
    std::string formula;
    std::string shape;
};

struct SceneBuilder {
    // `looked_at.size` at the zoom of the fit.
    SceneBuilder(const Recording& shown, const SceneView& looked_at, const PassFit& fit);

    // A stage in the layer shown: its state, its step, the step's number on screen, and its name.
    BlockState StateOf(Stage stage) const;
    int StepOf(Stage stage) const;
    std::string NumberOf(Stage stage) const { return std::to_string(StepOf(stage) + 1); }
    std::string NameOf(Stage stage) const { return std::string(InfoOf(stage).title); }
    const Block& BlockOf(BlockId id) const { return *scene.Find(id); }
    bool IsOpen(Part part) const { return layout.open.Has(part); }

    Block& AddBlock(BlockId id, BlockState state, Meaning meaning, std::vector<BlockId> inputs);
    // Words that are wider than the place end in "…"; a number that is, is left out.
    void AddText(Rect place, std::string words, TextStyle style, Tone tone,
                 Align align = Align::Left);
    void AddTitle(const Block& block, const Title& title);

    TokenOrigin OriginOf(int position) const;
    Tag TagOf(TagKind kind, Rect place, int position, bool with_token = true) const;

    const Recording& recording;
    const Config& config;
    SceneView view;
    PassShape shape;
    const Pass* pass;  // null where it is not recorded yet
    PassLayout layout;
    int cached;                                   // rows in the cache of this layer at the playhead
    bool is_selection_listed = false;             // whether the selected candidate is
    float selected_y = 0;                         // where its row is then
    std::array<Rect, kBlockCount> title_rooms{};  // what titles leave free
    Scene scene;
};

}  // namespace decodescope
