// What the parts of BuildScene share: the recording, the layout, and the scene they add to.
#pragma once

#include <array>
#include <string>

#include "app/scene/build.h"
#include "app/scene/pass_layout.h"

namespace decodescope {

// Room left of a block's rows for their labels, and where the first row begins.
constexpr float kTitleHeight = 36;
constexpr float kAxisHeight = 20;

// The title row of a block, left to right: number, name, formula; the shape at the right.
struct Title {
    std::string number;
    std::string name;
    Tone name_tone = Tone::Ink;
    std::string formula;
    std::string shape;
};

// A value's rows in a block. Numbers if its columns fit into `width`, else a heat map.
struct Grid {
    BlockId block;
    TensorId tensor;
    int layer;
    Point corner;
    float width;
    BlockState state;
    Fill fill = Fill::Neutral;
    HeatScale scale = HeatScale::Signed;
};

class Builder {
public:
    Builder(const Recording& recording, const SceneView& view);

    Scene Finish();  // all of it

private:
    // One part of the pass each; see the file of that name.
    void AddNavigator();             // navigator.cpp
    void AddInput();                 // columns.cpp
    void AddProjection(BlockId id);  // columns.cpp
    void AddScores();                // columns.cpp
    void AddWeights();               // columns.cpp
    void AddAttentionMap(const Rect& block, BlockState state);
    void AddMix();            // columns.cpp
    void AddPostAttention();  // rest.cpp
    void AddCache();          // cache.cpp
    void AddTray();           // cache.cpp
    void AddCandidates();     // candidates.cpp
    void AddArrows();         // arrows.cpp
    void ShareScale();        // scale.cpp: numbers in maps become shares of a range

    // The state of a stage in the layer shown.
    BlockState StateOf(Stage stage) const;
    int StepOf(Stage stage) const;
    std::string NumberOf(Stage stage) const { return std::to_string(StepOf(stage) + 1); }
    const Block& BlockOf(BlockId id) const { return *scene_.Find(id); }

    Block& AddBlock(BlockId id, BlockState state, Meaning meaning, std::vector<BlockId> inputs);
    void AddText(Rect place, std::string words, TextStyle style, Tone tone,
                 Align align = Align::Left);
    void AddTitle(const Block& block, const Title& title);

    // grid.cpp
    void AddGrid(const Grid& grid);
    void AddNumberRow(const Grid& grid, int position, Rect row, int columns);
    void AddHeatRows(const Grid& grid, int first_position, int rows, Rect place, int columns);
    void AddRowLabels(const Rect& block, float y, BlockState state);
    void AddSectionLabel(const Rect& block, float y, std::string words);
    void AddKeyLabels(const Rect& block, float y, BlockState state);
    void AddRowNote(const Rect& block, float y, int row, int columns, std::string words);
    bool IsChanged(const Grid& grid, const Cell& cell) const;
    bool IsAnyChanged(const Grid& grid, const HeatMap& map) const;
    CellBox BoxOf(const Grid& grid, const Cell& cell, Rect place) const;
    float WidthOf(const Cell& cell) const;
    void AddRange(const HeatMap& map, float range);
    int ColumnsOf(TensorId tensor) const;
    bool FitsAsNumbers(int columns, float width) const;

    // cache.cpp
    struct CacheRows;
    CacheRows PlanCacheRows() const;
    void PlanFolds(int rows, float room, CacheRows& plan) const;
    void AddCacheNumbers(const CacheRows& rows, const Rect& cache);
    void AddCacheHeat(const CacheRows& rows, const Rect& cache);
    void AddCacheLabels(const CacheRows& rows, const Rect& cache);
    void AddCacheHeads(const Rect& cache);

    // candidates.cpp
    void AddCandidateHeads(const Rect& block);
    void AddCandidateRow(const Candidate& candidate, Rect row);
    void AddDistribution(Rect place);

    // arrows.cpp
    void AddArrowsToProjections();
    void AddArrowsIntoCache();
    void AddArrowsOutOfCache();
    void AddArrowsDown();
    void AddArrowsOfTray();
    void AddArrow(BlockId from, BlockId to, std::vector<Point> path, BlockState state,
                  Meaning meaning);

    TokenOrigin OriginOf(int position) const;
    Tag TagOf(TagKind kind, Rect place, int position, bool with_token = true) const;

    const Recording& recording_;
    const Config& config_;
    SceneView view_;
    PassShape shape_;
    const Pass* pass_;  // null where it is not recorded yet
    SceneLayout layout_;
    int cached_;        // rows in the cache of this layer at the playhead
    float selected_y_;  // of the candidate that was selected
    std::array<Rect, kBlockCount> title_rooms_{};  // what titles leave free
    Scene scene_;
};

}  // namespace decodescope
