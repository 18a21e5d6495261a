// Where the blocks of a pass are: columns, rows and heights, before anything is put into them.
//
// Heights are what the tallest pass and widths what the widest pass of a PassFit need, so that
// stepping moves nothing, but where parts have to be folded.
#pragma once

#include <array>
#include <vector>

#include "app/scene/build.h"
#include "app/scene/layout/row_plan.h"
#include "app/scene/pass_fit.h"

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

// Inside a block, from its upper edge to its rows: the title; the heads of the cache and of the
// candidates. Below its rows. And all of a block that is folded.
struct Insets {
    float title = 36, cache_head = 64, candidates_head = 38;
    float foot = 8;
    float folded = 34;

    float band() const { return title - 4; }  // of a title that is lit
};
constexpr Insets kDenseInsets{
    .title = 28, .cache_head = 48, .candidates_head = 34, .foot = 4, .folded = 26};

constexpr float kAxisHeight = 20;  // of the labels of columns

// Between the parts of a block.
constexpr float kPartGap = 4;

struct PassLayout {
    Rect bounds;
    std::array<Rect, kBlockCount> places;
    Rect navigator;  // no height where there is nothing to choose
    Insets insets;
    Parts open = Parts::All();      // the others are folded to their titles
    float cell_width = 64;          // of a number
    float key_width = 64;           // of a score or weight
    float tag_width = 32;           // of a row label
    bool draws_numbers = true;      // of vectors; else they are colour
    float chip_width = 24;          // of a token in the cache; 0: none is drawn
    float cache_label = 64;         // from the cache's edge to its first number
    RowPlan rows;                   // of the pass
    float number_row = kNumberRow;  // lower ones are colour
    float attention_map = 0;        // height of the map of all rows so far; 0: only the pass's rows
    float distribution = 0;         // height of the candidates' bars; 0: none
    float cache_room = 0;           // the greatest height for the rows of the cache
    int candidates = 0;             // how many are listed
    float candidate_row = 44;
    float candidate_cell = 64;
    float candidate_token = 28;  // as wide as a candidate's chip
    float tray_line = 0;         // y of the arrows into the tray and out of it
    bool is_whole = true;        // nothing of it is outside the view

    const Rect& PlaceOf(BlockId id) const { return places[static_cast<size_t>(id)]; }
    bool Has(BlockId id) const { return PlaceOf(id).height > 0; }
    float CellsFrom(const Rect& block) const { return block.x + 12 + tag_width; }
    // Of a number of this tensor.
    float CellWidthOf(TensorId tensor) const {
        return InfoOf(tensor).columns == Axis::KeyPosition ? key_width : cell_width;
    }
};

// `view.size` in scene pixels, at the zoom of the fit.
PassLayout LayOutPass(const Recording& recording, const SceneView& view, const PassShape& shape,
                      const PassFit& fit);

}  // namespace decodescope
