// The pass as a picture made from data: blocks, cells, tags, arrows and words, each with its place.
//
// BuildScene (build.h) makes a Scene from a recording and a playhead; paint.h draws it, pick.h
// finds what is under a point, and hotspots and highlights read the same items. Nothing computes
// geometry while painting. All places are in scene pixels at scale 1, origin top left;
// colours are the theme's, so items say what they mean instead.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/model/cell.h"
#include "core/run/playhead.h"

namespace decodescope {

struct Point {
    float x = 0, y = 0;

    friend bool operator==(const Point&, const Point&) = default;
};

struct Rect {
    float x = 0, y = 0, width = 0, height = 0;

    float right() const { return x + width; }
    float bottom() const { return y + height; }
    Point center() const { return {x + width / 2, y + height / 2}; }
    bool Contains(Point p) const { return p.x >= x && p.x < right() && p.y >= y && p.y < bottom(); }
    bool Contains(const Rect& other) const {
        return other.x >= x && other.right() <= right() && other.y >= y &&
               other.bottom() <= bottom();
    }
    // The smallest rectangle around both.
    Rect Joined(const Rect& other) const {
        const float left = x < other.x ? x : other.x, top = y < other.y ? y : other.y;
        const float most_right = right() > other.right() ? right() : other.right();
        const float lowest = bottom() > other.bottom() ? bottom() : other.bottom();
        return {left, top, most_right - left, lowest - top};
    }
    bool Overlaps(const Rect& other) const {
        return other.x < right() && x < other.right() && other.y < bottom() && y < other.bottom();
    }
};

// What an item is about; theme.h gives each its colour.
enum class Meaning { Neutral, Q, K, V, Cached, Waiting };

// Done: computed at the playhead. Current: by its step. Ghost: a later step will.
enum class BlockState { Done, Current, Ghost };

enum class BlockId {
    Input,  // what enters the layer, and its norm
    Query,
    Key,
    Value,
    Cache,
    Score,
    Softmax,
    WeightedSum,
    PostAttention,  // what else the layer does: WO, add, norm, MLP, add
    Candidates,     // logits, probabilities, select
    Tray,           // the waiting token, outside the cache
    Count,
};

constexpr size_t kBlockCount = static_cast<size_t>(BlockId::Count);

struct Block {
    BlockId id;
    Rect place;
    BlockState state = BlockState::Done;
    Meaning meaning = Meaning::Neutral;
    std::vector<BlockId> inputs;  // what it is computed from
};

// --- Words ------------------------------------------------------------------------------------

enum class TextStyle { Container, Strong, Plain, Mono, MonoStrong };
enum class Tone { Ink, Muted, Q, K, V, Cached, Waiting, OnNow, OnInk };
enum class Align { Left, Center, Right };

struct Text {
    Rect place;  // the words are in it, vertically centred
    std::string words;
    TextStyle style = TextStyle::Plain;
    Tone tone = Tone::Ink;
    Align align = Align::Left;
};

// --- Numbers ----------------------------------------------------------------------------------

enum class CellKind {
    Number,
    Masked,  // the future of its row: it does not exist
    Empty,   // not computed yet
};

enum class Fill { None, Neutral, Q, K, V, Waiting, Magnitude, SignedHeat, MagnitudeHeat };

struct CellBox {
    BlockId block;
    Rect place;
    Cell cell;
    CellKind kind = CellKind::Number;
    std::string number;  // as it is drawn; empty unless kind is Number
    Fill fill = Fill::Neutral;
    float share = 0;               // Magnitude: of the largest possible
    bool changed = false;          // by the last step, or by an edit
    float opacity = 1;             // less while it appears
    bool keeps_text_size = false;  // however far the camera is zoomed in
};

enum class HeatScale { Signed, Magnitude };

// The share of a masked entry of a map.
constexpr float kMaskedShare = std::numeric_limits<float>::max();

// A matrix drawn as colour: one cell per entry, rows downwards.
struct HeatMap {
    BlockId block;
    Rect place;
    Cell first;  // its upper left entry; rows and columns count on from there
    int rows = 0;
    int columns = 0;
    HeatScale scale = HeatScale::Signed;
    // What is drawn: [share_rows, share_columns] in [-1, 1] or [0, 1]; NaN and kMaskedShare have
    // colours of their own. With more entries than pixels, each share is the largest of a group.
    std::vector<float> shares;
    int share_rows = 0;
    int share_columns = 0;
    bool ghost = false;  // not computed yet: shares is empty
    bool changed = false;
    bool is_earlier = false;  // rows of earlier passes, which this one does not compute
    float opacity = 1;

    Rect PlaceOf(int row, int column) const {
        const float w = place.width / static_cast<float>(columns);
        const float h = place.height / static_cast<float>(rows);
        return {place.x + w * static_cast<float>(column), place.y + h * static_cast<float>(row), w,
                h};
    }
};

// --- Signs ------------------------------------------------------------------------------------

// A token as a label of a row or column, a chip in the cache, or waiting in the tray.
enum class TagKind { RowLabel, Ghost, CacheChip, Waiting, Vocabulary };

struct Tag {
    TagKind kind;
    Rect place;
    std::string token;     // may be empty where only the position fits
    std::string position;  // may be empty
    int at = -1;           // the position that it names; -1: none
    TokenOrigin origin = TokenOrigin::Prompt;
};

enum class BandKind {
    NowTitle,  // of the current block, across its whole width
    CacheTitle,
    NowHead,     // of the current column of the candidates
    NewRows,     // just appended to the cache
    FlyingRows,  // on their way there
    SelectedRow,
    Slot,      // a dashed place for a row that is not in the cache yet
    HeadRule,  // a hairline below the heads of the candidates
    Group,     // below query heads that share a KV head
    ChosenGroup,
    Legend,     // a colour scale from -1 to 1
    MapFrame,   // around a small attention map
    PassRows,   // of a map: those of this pass
    CacheCard,  // another layer's cache, behind this one
};

struct Band {
    BandKind kind;
    Rect place;
};

struct Bar {
    Rect place;
    float share = 0;  // of its width
};

// The largest candidates side by side, as bars from the bottom.
struct Distribution {
    Rect place;
    std::vector<float> shares;  // of the largest, in the order of the candidates
    int kept = 0;               // the first ones; all until the rule has been applied
    int selected = -1;          // which of them; none
};

// The round mark at the end of a candidate's row.
struct Tick {
    Rect place;
    bool selected = false;
};

// From one block to another, at right angles.
struct Arrow {
    BlockId from;
    BlockId to;
    std::vector<Point> path;  // the head is at its last point
    BlockState state = BlockState::Done;
    Meaning meaning = Meaning::Neutral;
    bool has_head = true;
};

constexpr std::string_view kOverviewWord = "all heads";

// Something to choose by a click.
struct Choice {
    enum class Kind {
        Layer,
        Head,
        Map,        // a head of a layer, in the overview
        Overview,   // go there
        Stage,      // of those after attention: to open its tensors
        Candidate,  // to take it by hand; its tick is drawn already
    } kind;
    int index = 0;
    Rect place;
    bool chosen = false;
    int layer = 0;  // Map
};

struct Scene {
    std::uint64_t stamp = 0;  // tells scenes of a SceneCache apart; 0: of none
    float zoom = 1;           // at which it is meant to be seen
    bool is_folded = false;   // whether some blocks are folded to their titles
    Rect bounds;
    Rect focus;  // around what is current
    std::vector<Block> blocks;
    std::vector<Band> bands;
    std::vector<Arrow> arrows;
    std::vector<HeatMap> maps;
    std::vector<CellBox> cells;
    std::vector<Tag> tags;
    std::vector<Bar> bars;
    std::vector<Distribution> distributions;
    std::vector<Tick> ticks;
    std::vector<Choice> choices;
    std::vector<Text> texts;

    const Block* Find(BlockId id) const {
        for (const Block& block : blocks) {
            if (block.id == id) return &block;
        }
        return nullptr;
    }
};

}  // namespace decodescope
