// Where the blocks of a pass stand: columns, rows and heights, before anything is put into them.
//
// Heights are those that both the prefill and the pass at hand need, and widths those of the whole
// run, so that stepping moves nothing.
#pragma once

#include <array>
#include <vector>

#include "app/scene/build.h"

namespace decodescope {

// The positions that a pass processes, and the cache around it. Known before the prefill is
// recorded, too.
struct PassShape {
    int first_position = 0;
    std::vector<TokenId> tokens;
    int cache_before = 0;

    int rows() const { return static_cast<int>(tokens.size()); }
    int cache_after() const { return cache_before + rows(); }
};

PassShape ShapeOf(const Recording& recording, int pass);

// How high each row of the pass is; the same in all its blocks.
struct RowPlan {
    std::vector<float> heights;

    float total() const;
};

// A row this high can hold numbers.
constexpr float kNumberRow = 22.0f;

struct SceneLayout {
    Rect bounds;
    std::array<Rect, kBlockCount> places;
    Rect navigator;             // no height where there is nothing to choose
    float cell_width = 64;      // of a number
    float tag_width = 32;       // of a row label
    bool draws_numbers = true;  // of vectors; else they are colour
    float chip_width = 24;      // of a token in the cache; 0: none is drawn
    float cache_label = 64;     // from the cache's edge to its first number
    RowPlan rows;               // of the pass
    float attention_map = 0;    // height of the map of all rows so far; 0: the pass's rows only
    float distribution = 0;     // height of the candidates' bars; 0: none
    float cache_room = 0;       // most height for the rows of the cache
    int candidates = 0;         // how many are listed
    float candidate_row = 44;
    float candidate_cell = 64;
    float candidate_token = 28;  // as wide as a candidate's chip
    float tray_line = 0;         // y of the way into the tray and out of it

    const Rect& PlaceOf(BlockId id) const { return places[static_cast<size_t>(id)]; }
    bool Has(BlockId id) const { return PlaceOf(id).height > 0; }
    float CellsFrom(const Rect& block) const { return block.x + 12 + tag_width; }
};

SceneLayout LayOutScene(const Recording& recording, const SceneView& view, const PassShape& shape);

// The candidates that are listed: the first by final probability, the selected one among them; in
// the order of their IDs if all are. The pass must be recorded.
std::vector<Candidate> ListedCandidates(const Recording& recording, int pass, int count);

// The stages of a layer behind attention; with the last layer, the final norm too.
std::vector<StageStep> RestOf(const Config& config, int layer);

// A row of small words wraps at `width`: where each begins, and how many lines that takes.
struct Flow {
    std::vector<Point> places;
    int lines = 1;
    std::vector<float> number_widths;  // FlowRest: 0 where there is no room for numbers
    std::vector<float> title_widths;
};
Flow FlowWords(const std::vector<float>& widths, float width, float gap, float line_height);

// The rest block's stages, "8 WO", in a block of this width.
constexpr float kRestRow = 16;  // a value of the stage that is open
Flow FlowRest(const Recording& recording, const SceneView& view, float width);

// The navigator's choices and groups within `width`, from (0, 0); `height` 0: nothing to choose.
struct NavigatorPlan {
    std::vector<Text> texts;
    std::vector<Choice> choices;
    std::vector<Band> groups;
    float height = 0;
};
NavigatorPlan PlanNavigator(const Config& config, const SceneView& view, float width);

}  // namespace decodescope
