#include "app/scene/transition.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "app/scene/heat.h"

namespace decodescope {
namespace {

// Rows of a cached tensor come from these tensors of a block: from the first one that is drawn.
struct Origin {
    TensorId cached;
    BlockId block;
    std::array<TensorId, 3> sources;
};
constexpr Origin kOrigins[] = {
    {TensorId::CachedK, BlockId::Key, {TensorId::RotatedK, TensorId::NormedK, TensorId::K}},
    {TensorId::CachedV, BlockId::Value, {TensorId::V, TensorId::V, TensorId::V}},
};

float Between(float from, float to, float share) { return from + (to - from) * share; }

Rect Between(const Rect& from, const Rect& to, float share) {
    return {Between(from.x, to.x, share), Between(from.y, to.y, share),
            Between(from.width, to.width, share), Between(from.height, to.height, share)};
}

Rect MovedBy(const Rect& rect, Point by) {
    return {rect.x + by.x, rect.y + by.y, rect.width, rect.height};
}

const Arrow* FindArrow(const Scene& scene, BlockId from, BlockId to) {
    const auto is_it = [&](const Arrow& arrow) { return arrow.from == from && arrow.to == to; };
    const auto found = std::ranges::find_if(scene.arrows, is_it);
    return found == scene.arrows.end() ? nullptr : &*found;
}

// What flies together from one place to another, along an arrow.
struct Flight {
    Rect from;
    Rect to;
    std::vector<Point> path;  // from the middle of `from` to that of `to`

    Flight(Rect start, Rect end, const Arrow* arrow) : from(start), to(end) {
        path.push_back(from.center());
        if (arrow) path.insert(path.end(), arrow->path.begin(), arrow->path.end());
        path.push_back(to.center());
    }

    // Where a part of it is, which flies from `own_from` to `own_to`.
    Rect At(const Rect& own_from, const Rect& own_to, float share) const {
        const Point middle = PointAlong(path, share);
        const Point straight{Between(from.center().x, to.center().x, share),
                             Between(from.center().y, to.center().y, share)};
        return MovedBy(Between(own_from, own_to, share),
                       {middle.x - straight.x, middle.y - straight.y});
    }
};

// Where a cell is drawn in a block, as a number or in a map.
std::optional<Rect> PlaceIn(const Scene& scene, BlockId block, const Cell& cell) {
    for (const CellBox& box : scene.cells) {
        if (box.block == block && box.cell == cell) return box.place;
    }
    for (const HeatMap& map : scene.maps) {
        if (map.block == block && Holds(map, cell)) {
            return map.PlaceOf(cell.row - map.first.row, cell.column - map.first.column);
        }
    }
    return std::nullopt;
}

// The place that a cell of the cache comes from: the same number in the block that computed it.
std::optional<Rect> PlaceBefore(const Scene& scene, const Origin& origin, const Cell& cached) {
    for (const TensorId tensor : origin.sources) {
        Cell made = cached;
        made.tensor = tensor;
        if (const std::optional<Rect> place = PlaceIn(scene, origin.block, made)) return place;
    }
    return std::nullopt;
}

// A cell or a map of the cache in flight.
struct Flier {
    Rect* place;
    Rect from;
    Rect to;
};

std::vector<Flier> FliersOf(Scene& moved, const Scene& scene, const Origin& origin) {
    std::vector<Flier> fliers;
    const auto add = [&](Rect& place, const Cell& first, const Cell& last) {
        const std::optional<Rect> from = PlaceBefore(scene, origin, first);
        const std::optional<Rect> to = PlaceBefore(scene, origin, last);
        if (from && to) fliers.push_back({&place, from->Joined(*to), place});
    };
    for (CellBox& box : moved.cells) {
        const bool is_new = box.block == BlockId::Cache && box.changed;
        if (is_new && box.cell.tensor == origin.cached) add(box.place, box.cell, box.cell);
    }
    for (HeatMap& map : moved.maps) {
        const bool is_new = map.block == BlockId::Cache && map.changed;
        if (!is_new || map.first.tensor != origin.cached) continue;
        Cell last = map.first;
        last.row += map.rows - 1;
        last.column += map.columns - 1;
        add(map.place, map.first, last);
    }
    return fliers;
}

// The halo flies with the rows; their slots in the cache are still empty.
void MoveHalo(Scene& moved, const std::vector<Rect>& flying) {
    for (Band& band : moved.bands) {
        if (band.kind != BandKind::NewRows) continue;
        band.kind = BandKind::Slot;
        for (Tag& tag : moved.tags) {
            if (band.place.Contains(tag.place)) tag.kind = TagKind::Ghost;
        }
        for (Text& text : moved.texts) {
            if (band.place.Contains(text.place.center())) text.tone = Tone::Muted;
        }
    }
    constexpr float kHalo = 3;
    for (const Rect& rows : flying) {
        moved.bands.push_back(
            {BandKind::FlyingRows,
             {rows.x - kHalo, rows.y - kHalo, rows.width + 2 * kHalo, rows.height + 2 * kHalo}});
    }
}

void MoveIntoCache(Scene& moved, const Scene& scene, float share) {
    std::vector<Rect> flying;
    for (const Origin& origin : kOrigins) {
        std::vector<Flier> fliers = FliersOf(moved, scene, origin);
        if (fliers.empty()) continue;
        Rect from = fliers.front().from, to = fliers.front().to;
        for (const Flier& flier : fliers) {
            from = from.Joined(flier.from);
            to = to.Joined(flier.to);
        }
        const Flight flight(from, to, FindArrow(scene, origin.block, BlockId::Cache));
        for (const Flier& flier : fliers) *flier.place = flight.At(flier.from, flier.to, share);
        flying.push_back(flight.At(from, to, share));
    }
    MoveHalo(moved, flying);
}

// From the selected row's chip to the tray.
void MoveToTray(Scene& moved, const Scene& scene, float share) {
    const auto is_selected = [](const Band& band) { return band.kind == BandKind::SelectedRow; };
    const auto row = std::ranges::find_if(scene.bands, is_selected);
    if (row == scene.bands.end()) return;
    Rect from{row->place.x + 6, row->place.y, 32, row->place.height};
    for (const Tag& tag : scene.tags) {
        if (tag.kind == TagKind::Vocabulary && row->place.Contains(tag.place.center())) {
            from = tag.place;
        }
    }
    const Arrow* arrow = FindArrow(scene, BlockId::Candidates, BlockId::Tray);
    for (Tag& tag : moved.tags) {
        if (tag.kind != TagKind::Waiting) continue;
        tag.place = Flight(from, tag.place, arrow).At(from, tag.place, share);
    }
}

constexpr float kEdge = 2;

// From the tray to the row that the token becomes in x. It is drawn as waiting until it arrives.
void MoveIntoPass(Scene& moved, const Scene& scene, float share) {
    const Block* tray = scene.Find(BlockId::Tray);
    const Block* input = scene.Find(BlockId::Input);
    if (!tray || !input) return;
    const Rect from{tray->place.x + 16, tray->place.y + 46, 72, 44};
    const Arrow* arrow = FindArrow(scene, BlockId::Tray, BlockId::Input);
    for (Tag& tag : moved.tags) {
        if (tag.kind != TagKind::RowLabel || !input->place.Contains(tag.place)) continue;
        tag.place = Flight(from, tag.place, arrow).At(from, tag.place, share);
        tag.place.x =
            std::max(tag.place.x, scene.bounds.x + kEdge);  // its arrow runs along the edge
        if (share < 1) tag.kind = TagKind::Waiting;
    }
}

void FadeIn(Scene& moved, float share, bool with_cache) {
    for (CellBox& box : moved.cells) {
        if (box.changed && (with_cache || box.block != BlockId::Cache)) box.opacity = share;
    }
    for (HeatMap& map : moved.maps) {
        if (map.changed && (with_cache || map.block != BlockId::Cache)) map.opacity = share;
    }
}

}  // namespace

TransitionKind TransitionBetween(const Recording& recording, Playhead from, Playhead to) {
    if (from == to || NextStage(recording, from) != to || to.step < 0) return TransitionKind::None;
    switch (recording.steps()[static_cast<size_t>(to.step)].stage) {
        case Stage::Append: return TransitionKind::Append;
        case Stage::Select: return TransitionKind::Select;
        case Stage::Embed: return to.pass > 0 ? TransitionKind::Enter : TransitionKind::Step;
        default: return TransitionKind::Step;
    }
}

double SecondsOf(TransitionKind kind) {
    switch (kind) {
        case TransitionKind::None: return 0;
        case TransitionKind::Step: return 0.16;
        case TransitionKind::Append: return 0.42;
        case TransitionKind::Select: return 0.32;
        case TransitionKind::Enter: return 0.42;
    }
    return 0;
}

Scene InTransition(const Scene& at_rest, const Transition& transition) {
    Scene moved = at_rest;
    if (transition.progress >= 1) return moved;
    const float share = EasedOut(transition.progress);
    switch (transition.kind) {
        case TransitionKind::None: break;
        case TransitionKind::Step: FadeIn(moved, share, true); break;
        case TransitionKind::Append: MoveIntoCache(moved, at_rest, share); break;
        case TransitionKind::Select:
            FadeIn(moved, share, true);
            MoveToTray(moved, at_rest, share);
            break;
        case TransitionKind::Enter:
            FadeIn(moved, share, true);
            MoveIntoPass(moved, at_rest, share);
            break;
    }
    return moved;
}

float EasedOut(float progress) {
    const float left = 1 - std::clamp(progress, 0.0f, 1.0f);
    return 1 - left * left * left;
}

Point PointAlong(const std::vector<Point>& path, float share) {
    const auto length = [](Point a, Point b) { return std::hypot(b.x - a.x, b.y - a.y); };
    float total = 0;
    for (size_t i = 1; i < path.size(); ++i) total += length(path[i - 1], path[i]);
    float left = total * std::clamp(share, 0.0f, 1.0f);
    for (size_t i = 1; i < path.size(); ++i) {
        const float leg = length(path[i - 1], path[i]);
        if (left <= leg && leg > 0) {
            return {Between(path[i - 1].x, path[i].x, left / leg),
                    Between(path[i - 1].y, path[i].y, left / leg)};
        }
        left -= leg;
    }
    return path.back();
}

}  // namespace decodescope
