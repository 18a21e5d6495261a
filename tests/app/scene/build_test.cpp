// What must hold for a scene of any model, at any playhead, in any window.
#include "app/scene/build.h"

#include <algorithm>
#include <map>
#include <set>

#include "app/scene/navigator.h"
#include "app/scene/pick.h"
#include "tests/support/catch.h"
#include "tests/support/scene_fixture.h"

namespace decodescope {
namespace {

const Block& BlockOf(const Scene& scene, BlockId id) {
    const Block* block = scene.Find(id);
    REQUIRE(block != nullptr);
    return *block;
}

// A line of an arrow as a thin rectangle.
Rect Along(Point a, Point b) {
    const float x = std::min(a.x, b.x), y = std::min(a.y, b.y);
    return {x, y, std::max(a.x, b.x) - x + 0.01f, std::max(a.y, b.y) - y + 0.01f};
}

Rect Shrunk(const Rect& rect, float by) {
    return {rect.x + by, rect.y + by, rect.width - 2 * by, rect.height - 2 * by};
}

// The rectangle that the capitals and digits of some words take up.
Rect Inked(const Text& text) {
    constexpr float kCapHeight = 10;
    const float width = FixedPitchWidth(text.style, text.words);
    const float spare = text.place.width - width;
    const float x = text.place.x + (text.align == Align::Left     ? 0
                                    : text.align == Align::Center ? spare / 2
                                                                  : spare);
    return {x, text.place.center().y - kCapHeight / 2, width, kCapHeight};
}

// Cached rows that a scene draws for keys: as numbers and in maps.
std::set<int> CachedRows(const Scene& scene) {
    std::set<int> rows;
    for (const CellBox& box : scene.cells) {
        if (box.cell.tensor == TensorId::CachedK) rows.insert(box.cell.row);
    }
    for (const HeatMap& map : scene.maps) {
        if (map.first.tensor != TensorId::CachedK) continue;
        for (int row = 0; row < map.rows; ++row) rows.insert(map.first.row + row);
    }
    return rows;
}

std::string Fingerprint(const Scene& scene) {
    std::string print;
    const auto add = [&](const Rect& place) {
        for (const float number : {place.x, place.y, place.width, place.height}) {
            print += std::to_string(number) + ' ';
        }
    };
    for (const Block& block : scene.blocks) {
        add(block.place);
        print += std::to_string(static_cast<int>(block.state)) + '\n';
    }
    for (const CellBox& box : scene.cells) {
        add(box.place);
        print += NameOf(box.cell) + box.number + '\n';
    }
    for (const HeatMap& map : scene.maps) {
        add(map.place);
        for (const float share : map.shares) print += std::to_string(share) + ' ';
    }
    for (const Text& text : scene.texts) {
        add(text.place);
        print += text.words + '\n';
    }
    return print;
}

}  // namespace

TEST_CASE("No two blocks of a pass overlap, and each lies in the scene") {
    for (const SceneCase& one : SceneCases()) {
        ForEachScene(one.recording, [&](const Scene& scene, const SceneView&) {
            for (const Block& a : scene.blocks) {
                CHECK(scene.bounds.Contains(a.place));
                for (const Block& b : scene.blocks) {
                    if (a.id < b.id) CHECK_FALSE(a.place.Overlaps(b.place));
                }
            }
        });
    }
}

TEST_CASE("The waiting tray keeps clear of the cache") {
    for (const SceneCase& one : SceneCases()) {
        ForEachScene(one.recording, [&](const Scene& scene, const SceneView&) {
            CHECK(BlockOf(scene, BlockId::Cache).place.bottom() + 16 <=
                  BlockOf(scene, BlockId::Tray).place.y);
        });
    }
}

TEST_CASE("Every cell, map, tag and bar lies in a block") {
    for (const SceneCase& one : SceneCases()) {
        INFO(one.name);
        ForEachScene(one.recording, [&](const Scene& scene, const SceneView& view) {
            INFO("pass " << view.playhead.pass << ", step " << view.playhead.step << ", window "
                         << view.size.x);
            for (const CellBox& box : scene.cells) {
                INFO(NameOf(box.cell));
                CHECK(BlockOf(scene, box.block).place.Contains(box.place));
            }
            for (const HeatMap& map : scene.maps) {
                INFO(NameOf(map.first));
                CHECK(BlockOf(scene, map.block).place.Contains(map.place));
            }
            const auto is_in_block = [&](const Rect& place) {
                return std::ranges::any_of(
                    scene.blocks, [&](const Block& block) { return block.place.Contains(place); });
            };
            for (const Tag& tag : scene.tags) CHECK(is_in_block(tag.place));
            for (const Bar& bar : scene.bars) CHECK(is_in_block(bar.place));
            for (const Tick& tick : scene.ticks) CHECK(is_in_block(tick.place));
        });
    }
}

TEST_CASE("Cells do not overlap each other") {
    for (const SceneCase& one : SceneCases()) {
        ForEachScene(one.recording, [&](const Scene& scene, const SceneView&) {
            for (size_t i = 0; i < scene.cells.size(); ++i) {
                for (size_t j = i + 1; j < scene.cells.size(); ++j) {
                    if (scene.cells[i].place.Overlaps(scene.cells[j].place)) {
                        FAIL_CHECK(NameOf(scene.cells[i].cell)
                                   << " over " << NameOf(scene.cells[j].cell));
                    }
                }
            }
        });
    }
}

TEST_CASE("No arrow crosses a block, and every arrow runs at right angles") {
    for (const SceneCase& one : SceneCases()) {
        INFO(one.name);
        ForEachScene(one.recording, [&](const Scene& scene, const SceneView& view) {
            INFO("pass " << view.playhead.pass << ", step " << view.playhead.step << ", window "
                         << view.size.x);
            for (const Arrow& arrow : scene.arrows) {
                for (size_t i = 1; i < arrow.path.size(); ++i) {
                    const Point a = arrow.path[i - 1], b = arrow.path[i];
                    CHECK((a.x == b.x || a.y == b.y));
                    for (const Block& block : scene.blocks) {
                        INFO("from " << static_cast<int>(arrow.from) << " to "
                                     << static_cast<int>(arrow.to) << " over "
                                     << static_cast<int>(block.id));
                        CHECK_FALSE(Along(a, b).Overlaps(Shrunk(block.place, 0.5f)));
                    }
                }
            }
        });
    }
}

TEST_CASE("No words overlap other words or numbers, and none are cut off") {
    for (const SceneCase& one : SceneCases()) {
        INFO(one.name);
        ForEachScene(one.recording, [&](const Scene& scene, const SceneView& view) {
            INFO("pass " << view.playhead.pass << ", step " << view.playhead.step << ", window "
                         << view.size.x);
            for (size_t i = 0; i < scene.texts.size(); ++i) {
                const Rect words = Inked(scene.texts[i]);
                INFO(scene.texts[i].words);
                CHECK(scene.bounds.Contains(words));
                for (size_t j = i + 1; j < scene.texts.size(); ++j) {
                    if (words.Overlaps(Inked(scene.texts[j]))) FAIL_CHECK(scene.texts[j].words);
                }
                for (const CellBox& box : scene.cells) {
                    if (words.Overlaps(box.place)) FAIL_CHECK(NameOf(box.cell));
                }
                for (const HeatMap& map : scene.maps) {
                    if (words.Overlaps(map.place)) FAIL_CHECK(NameOf(map.first));
                }
            }
        });
    }
}

TEST_CASE("A ghost has no numbers") {
    for (const SceneCase& one : SceneCases()) {
        ForEachScene(one.recording, [&](const Scene& scene, const SceneView& view) {
            for (const CellBox& box : scene.cells) {
                const StageStep stage{InfoOf(box.cell.tensor).stage, box.cell.layer};
                const int step = one.recording.StepOf(stage.stage, stage.layer);
                const Pass* pass = one.recording.PassOfPosition(box.cell.row);
                REQUIRE(pass != nullptr);
                const bool is_reached = std::pair(pass->index, step) <=
                                        std::pair(view.playhead.pass, view.playhead.step);
                if (!is_reached) CHECK(box.kind == CellKind::Empty);
                CHECK(box.number.empty() == (box.kind != CellKind::Number));
            }
            for (const HeatMap& map : scene.maps) CHECK(map.ghost == map.shares.empty());
        });
    }
}

TEST_CASE("Numbers in a scene are the recording's, at the set decimals, never shortened") {
    for (const SceneCase& one : SceneCases()) {
        ForEachScene(one.recording, [&](const Scene& scene, const SceneView& view) {
            for (const CellBox& box : scene.cells) {
                if (box.kind != CellKind::Number) continue;
                CHECK(box.number == FormatNumber(one.recording.At(box.cell), view.numbers));
                CHECK(FixedPitchWidth(TextStyle::Mono, box.number) <= box.place.width - 4);
            }
        });
    }
}

TEST_CASE("The future is masked, and nothing else is") {
    for (const SceneCase& one : SceneCases()) {
        ForEachScene(one.recording, [&](const Scene& scene, const SceneView&) {
            for (const CellBox& box : scene.cells) {
                if (box.kind == CellKind::Empty) continue;
                const bool per_key = InfoOf(box.cell.tensor).columns == Axis::KeyPosition;
                CHECK((box.kind == CellKind::Masked) ==
                      (per_key && box.cell.column > box.cell.row));
            }
            for (const HeatMap& map : scene.maps) {
                const bool per_key = InfoOf(map.first.tensor).columns == Axis::KeyPosition;
                for (size_t i = 0; i < map.shares.size(); ++i) {
                    const int row = static_cast<int>(i) / map.columns;
                    const int column = static_cast<int>(i) % map.columns;
                    CHECK((map.shares[i] == kMaskedShare) ==
                          (per_key && column > map.first.row + row));
                }
            }
        });
    }
}

TEST_CASE("The cache shows the rows that it holds at the playhead, and no others") {
    for (const SceneCase& one : SceneCases()) {
        ForEachScene(one.recording, [&](const Scene& scene, const SceneView& view) {
            const int length = CacheLengthAt(one.recording, view.playhead, view.layer);
            const std::set<int> rows = CachedRows(scene);
            CHECK(static_cast<int>(rows.size()) == length);
            if (length > 0) CHECK(*rows.rbegin() == length - 1);
        });
    }
}

TEST_CASE("Only the step at the playhead is marked as changed") {
    for (const SceneCase& one : SceneCases()) {
        ForEachScene(one.recording, [&](const Scene& scene, const SceneView& view) {
            for (const CellBox& box : scene.cells) {
                if (!box.changed) continue;
                CHECK(one.recording.StepOf(InfoOf(box.cell.tensor).stage, box.cell.layer) ==
                      view.playhead.step);
            }
        });
    }
}

TEST_CASE("Within a pass no block moves or changes its size, unless some are folded") {
    for (const SceneCase& one : SceneCases()) {
        std::map<std::pair<int, float>, std::vector<Rect>> first;
        ForEachScene(one.recording, [&](const Scene& scene, const SceneView& view) {
            if (scene.is_folded) return;
            std::vector<Rect> places;
            for (const Block& block : scene.blocks) places.push_back(block.place);
            const auto [found, is_new] =
                first.try_emplace({view.playhead.pass, view.size.x}, places);
            REQUIRE(found->second.size() == places.size());
            for (size_t i = 0; i < places.size(); ++i) {
                CHECK(found->second[i].x == places[i].x);
                CHECK(found->second[i].y == places[i].y);
                CHECK(found->second[i].width == places[i].width);
                CHECK(found->second[i].height == places[i].height);
            }
        });
    }
}

TEST_CASE("Candidates and tray are in the same place in every pass") {
    const Recording recording = RecordingOf(ToyModel(), "A B", 4);
    const Scene first = BuildScene(recording, {.playhead = {0, 8}});
    const Scene last = BuildScene(recording, {.playhead = {3, 8}});
    for (const BlockId id : {BlockId::Candidates, BlockId::Tray}) {
        CHECK(BlockOf(first, id).place.x == BlockOf(last, id).place.x);
        CHECK(BlockOf(first, id).place.y == BlockOf(last, id).place.y);
    }
}

TEST_CASE("Visiting playheads in any order gives identical scenes") {
    const Recording recording = RecordingOf(ToyModel(), "A B", 3);
    const Playhead visits[] = {{2, 8}, {0, -1}, {1, 2}, {0, 4}, {1, 2}, {0, -1}, {2, 8}, {0, 4}};
    std::map<std::pair<int, int>, std::string> seen;
    for (const Playhead playhead : visits) {
        const std::string print = Fingerprint(BuildScene(recording, {.playhead = playhead}));
        CHECK(seen.try_emplace({playhead.pass, playhead.step}, print).first->second == print);
    }
}

TEST_CASE("ABC at 1600 by 900 is where the drawing has it") {
    const Recording recording = RecordingOf(ToyModel(), "A B", 3);
    const Scene scene = BuildScene(recording, {.playhead = {0, 8}, .size = {1000, 640}});
    const std::pair<BlockId, Rect> drawn[] = {
        {BlockId::Input, {24, 16, 180, 100}},         {BlockId::Query, {48, 136, 180, 100}},
        {BlockId::Key, {48, 252, 180, 100}},          {BlockId::Value, {48, 368, 180, 100}},
        {BlockId::Cache, {292, 100, 336, 128}},       {BlockId::Tray, {292, 456, 336, 104}},
        {BlockId::Score, {660, 16, 316, 120}},        {BlockId::Softmax, {660, 167, 316, 120}},
        {BlockId::WeightedSum, {660, 317, 316, 100}}, {BlockId::Candidates, {660, 448, 316, 176}},
    };
    for (const auto& [id, place] : drawn) {
        const Rect& built = BlockOf(scene, id).place;
        INFO(static_cast<int>(id));
        CHECK(built.x == Approx(place.x).margin(1));
        CHECK(built.y == Approx(place.y).margin(1));
        CHECK(built.width == Approx(place.width).margin(1));
        CHECK(built.height == Approx(place.height).margin(1));
    }
}

TEST_CASE("A selected token waits in the tray, and its own pass appends it to the cache") {
    const Recording recording = RecordingOf(ToyModel(), "A B", 4);
    const int append = recording.StepOf(Stage::Append);
    const auto says = [](const Scene& scene, const std::string& words) {
        return std::ranges::any_of(scene.texts,
                                   [&](const Text& text) { return text.words == words; });
    };
    const Scene selected = BuildScene(recording, {.playhead = {0, recording.step_count() - 1}});
    CHECK(BlockOf(selected, BlockId::Tray).state == BlockState::Done);
    CHECK(says(selected, "ID 0"));
    CHECK(says(selected, "no K, no V yet"));
    CHECK(says(selected, "2 rows"));
    CHECK(says(selected, "enters in the next pass"));

    const Scene before = BuildScene(recording, {.playhead = {1, append - 1}});
    CHECK(BlockOf(before, BlockId::Tray).state == BlockState::Ghost);
    CHECK(CachedRows(before).size() == 2);
    const Scene appended = BuildScene(recording, {.playhead = {1, append}});
    CHECK(says(appended, "2 → 3 rows"));
    CHECK(BlockOf(appended, BlockId::Cache).state == BlockState::Current);

    const Scene end = BuildScene(recording, {.playhead = {3, recording.step_count() - 1}});
    CHECK(says(end, "no pass follows"));
    CHECK_FALSE(says(end, "enters in the next pass"));
}

TEST_CASE("A scene before the prefill shows the prompt and no number") {
    const Recording recording = RecordingOf(ToyModel(), "A B", 4);
    const Scene scene = BuildScene(recording, {.playhead = kStart});
    for (const CellBox& box : scene.cells) CHECK(box.kind == CellKind::Empty);
    CHECK(std::ranges::count(scene.tags, TagKind::Ghost, &Tag::kind) == 2);
    CHECK(CachedRows(scene).empty());
}

TEST_CASE("Query heads that share a KV head are over one line in the navigator") {
    const Recording recording =
        RecordingOf(SharedHeadsModel(), FirstPieces(SharedHeadsModel(), 3), 2);
    const Scene scene = BuildScene(recording, {.playhead = {0, 3}, .layer = 1, .query_head = 3});
    CHECK(std::ranges::count(scene.choices, Choice::Kind::Layer, &Choice::kind) == 2);
    CHECK(std::ranges::count(scene.choices, Choice::Kind::Head, &Choice::kind) == 4);
    CHECK(std::ranges::count(scene.bands, BandKind::Group, &Band::kind) == 1);
    CHECK(std::ranges::count(scene.bands, BandKind::ChosenGroup, &Band::kind) == 1);
}

TEST_CASE(
    "Where there are many layers and heads, the navigator leads to the next, first and last") {
    Config config;
    config.layers = 24;
    config.query_heads = 14;
    config.kv_heads = 2;
    for (int layer = 0; layer < config.layers; ++layer) {
        const int head = layer % config.query_heads;
        const NavigatorPlan plan = PlanNavigator(config, {.layer = layer, .query_head = head}, 650);
        CHECK(plan.height <= 100);
        const auto leads_to = [&](Choice::Kind kind, int index) {
            return std::ranges::any_of(plan.choices, [&](const Choice& choice) {
                return choice.kind == kind && choice.index == index;
            });
        };
        for (const int to : {0, layer - 1, layer, layer + 1, config.layers - 1}) {
            if (0 <= to && to < config.layers) CHECK(leads_to(Choice::Kind::Layer, to));
        }
        for (const int to : {0, head - 1, head, head + 1, config.query_heads - 1}) {
            if (0 <= to && to < config.query_heads) CHECK(leads_to(Choice::Kind::Head, to));
        }
        for (size_t i = 0; i < plan.choices.size(); ++i) {
            CHECK(plan.choices[i].place.right() <= 650);
            for (size_t j = 0; j < i; ++j) {
                CHECK_FALSE(plan.choices[i].place.Overlaps(plan.choices[j].place));
            }
        }
    }
}

TEST_CASE("Every cell is found at its centre") {
    for (const SceneCase& one : SceneCases()) {
        ForEachScene(one.recording, [&](const Scene& scene, const SceneView&) {
            for (const CellBox& box : scene.cells) {
                const std::optional<Cell> found = PickCell(scene, box.place.center());
                if (box.kind == CellKind::Number)
                    CHECK(found == box.cell);
                else
                    CHECK_FALSE(found.has_value());
            }
            for (const HeatMap& map : scene.maps) {
                for (size_t i = 0; i < map.shares.size(); ++i) {
                    const int row = static_cast<int>(i) / map.columns;
                    const int column = static_cast<int>(i) % map.columns;
                    const auto found = PickCell(scene, map.PlaceOf(row, column).center());
                    if (map.shares[i] == kMaskedShare) {
                        CHECK_FALSE(found.has_value());
                        continue;
                    }
                    Cell cell = map.first;
                    cell.row += row;
                    cell.column += column;
                    CHECK(found == cell);
                    if (found) CHECK(one.recording.Has(*found));
                }
            }
        });
    }
}

}  // namespace decodescope
