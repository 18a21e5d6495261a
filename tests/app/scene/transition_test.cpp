// What moves between two steps: where it comes from, where it ends, and when nothing moves.
#include "app/work/transition_clock.h"

#include <algorithm>

#include "app/apply/apply.h"
#include "app/apply/edit_commands.h"
#include "app/apply/playhead_commands.h"
#include "tests/support/catch.h"
#include "tests/support/headless_ui.h"
#include "tests/support/scene_fixture.h"

namespace decodescope {
namespace {

Playhead At(const Recording& recording, int pass, Stage stage) {
    return {pass, recording.StepOf(stage)};
}

Scene SceneAt(const Recording& recording, Playhead playhead) {
    return BuildScene(recording, {.playhead = playhead});
}

std::vector<CellBox> NewRowsOf(const Scene& scene, TensorId cached) {
    std::vector<CellBox> boxes;
    for (const CellBox& box : scene.cells) {
        const bool is_new = box.block == BlockId::Cache && box.changed;
        if (is_new && box.cell.tensor == cached) boxes.push_back(box);
    }
    return boxes;
}

const CellBox& BoxIn(const Scene& scene, BlockId block, TensorId tensor, const Cell& like) {
    const auto found = std::ranges::find_if(scene.cells, [&](const CellBox& box) {
        return box.block == block && box.cell.tensor == tensor && box.cell.row == like.row &&
               box.cell.column == like.column;
    });
    REQUIRE(found != scene.cells.end());
    return *found;
}

bool Near(const Rect& a, const Rect& b) {
    return std::abs(a.x - b.x) < 0.01f && std::abs(a.y - b.y) < 0.01f &&
           std::abs(a.width - b.width) < 0.01f && std::abs(a.height - b.height) < 0.01f;
}

const Tag& WaitingTag(const Scene& scene) {
    const auto found = std::ranges::find(scene.tags, TagKind::Waiting, &Tag::kind);
    REQUIRE(found != scene.tags.end());
    return *found;
}

}  // namespace

TEST_CASE("The kind of motion follows from the step, and only a step forward has one") {
    const Recording abc = RecordingOf(ToyModel(), "A B", 4);
    const auto step = [&](Playhead from) {
        return TransitionBetween(abc, from, NextStage(abc, from));
    };
    CHECK(step(kStart) == TransitionKind::Step);
    CHECK(step(At(abc, 0, Stage::Project)) == TransitionKind::Append);
    CHECK(step(At(abc, 1, Stage::Append)) == TransitionKind::Step);
    CHECK(step(At(abc, 0, Stage::Probabilities)) == TransitionKind::Select);
    CHECK(step(At(abc, 0, Stage::Select)) == TransitionKind::Enter);
    CHECK(step(Last(abc)) == TransitionKind::None);
    CHECK(TransitionBetween(abc, {1, 3}, {1, 2}) == TransitionKind::None);
    CHECK(TransitionBetween(abc, {0, 3}, {2, 3}) == TransitionKind::None);
}

TEST_CASE("k and v fly from where they were computed to their rows of the cache") {
    const Recording abc = RecordingOf(ToyModel(), "A B", 4);
    for (const int pass : {0, 1, 3}) {
        const Scene rest = SceneAt(abc, At(abc, pass, Stage::Append));
        const Scene begin = InTransition(rest, {TransitionKind::Append, 0});
        for (const auto& [cached, block, made] :
             {std::tuple{TensorId::CachedK, BlockId::Key, TensorId::K},
              std::tuple{TensorId::CachedV, BlockId::Value, TensorId::V}}) {
            const std::vector<CellBox> flying = NewRowsOf(begin, cached);
            CHECK(flying.size() == (pass == 0 ? 4 : 2));
            for (const CellBox& box : flying) {
                CHECK(Near(box.place, BoxIn(rest, block, made, box.cell).place));
            }
        }
        const Scene end = InTransition(rest, {TransitionKind::Append, 1});
        for (size_t i = 0; i < rest.cells.size(); ++i) {
            CHECK(Near(end.cells[i].place, rest.cells[i].place));
        }
    }
}

TEST_CASE("Rows that are colour fly into the cache as well") {
    const Model colour = ColourModel();
    const Recording recording = RecordingOf(colour, FirstPieces(colour, 5), 4);
    const Scene rest = SceneAt(recording, {2, recording.StepOf(Stage::Append, 0)});
    const Scene begin = InTransition(rest, {TransitionKind::Append, 0});
    int flying = 0;
    for (size_t i = 0; i < rest.maps.size(); ++i) {
        if (rest.maps[i].block != BlockId::Cache || !rest.maps[i].changed) continue;
        ++flying;
        CHECK(rest.maps[i].rows == 1);
        CHECK_FALSE(Near(begin.maps[i].place, rest.maps[i].place));
        const BlockId from =
            rest.maps[i].first.tensor == TensorId::CachedK ? BlockId::Key : BlockId::Value;
        CHECK(rest.Find(from)->place.Contains(begin.maps[i].place.center()));
    }
    CHECK(flying == 2);
}

TEST_CASE("The selected token leaves its candidate's row and ends in the tray") {
    const Recording abc = RecordingOf(ToyModel(), "A B", 4);
    const Scene rest = SceneAt(abc, At(abc, 0, Stage::Select));
    const Rect tray = rest.Find(BlockId::Tray)->place;
    const Rect candidates = rest.Find(BlockId::Candidates)->place;
    const auto at = [&](float progress) {
        return WaitingTag(InTransition(rest, {TransitionKind::Select, progress})).place;
    };
    CHECK(candidates.Contains(at(0)));
    CHECK(tray.Contains(at(1)));
    float x = at(0).x;
    for (const float progress : {0.2f, 0.4f, 0.6f, 0.8f, 1.0f}) {
        CHECK(at(progress).x <= x);  // straight there, never back
        x = at(progress).x;
    }
}

TEST_CASE("The waiting token goes from its tray to its row of x, and waits until it is there") {
    const Recording abc = RecordingOf(ToyModel(), "A B", 4);
    const Scene rest = SceneAt(abc, {1, 0});
    const Rect input = rest.Find(BlockId::Input)->place;
    CHECK(std::ranges::count(rest.tags, TagKind::Waiting, &Tag::kind) == 0);
    const Scene begin = InTransition(rest, {TransitionKind::Enter, 0});
    CHECK(rest.Find(BlockId::Tray)->place.Contains(WaitingTag(begin).place));
    const Scene almost = InTransition(rest, {TransitionKind::Enter, 0.99f});
    CHECK(WaitingTag(almost).place.center().x < input.right());
    CHECK(std::ranges::count(InTransition(rest, {TransitionKind::Enter, 1}).tags, TagKind::Waiting,
                             &Tag::kind) == 0);
}

TEST_CASE("What moves stays in the picture, whatever moves, and everything arrives") {
    for (const SceneCase& one : SceneCases()) {
        INFO(one.name);
        const Recording& recording = one.recording;
        Playhead before = kStart;
        for (int i = 0; i < 2 * recording.step_count(); ++i) {
            const Playhead playhead = NextStage(recording, before);
            const TransitionKind kind = TransitionBetween(recording, before, playhead);
            before = playhead;
            const Scene rest = SceneAt(recording, playhead);
            for (const float progress : {0.0f, 0.3f, 0.9f}) {
                const Scene moved = InTransition(rest, {kind, progress});
                for (const CellBox& box : moved.cells) CHECK(rest.bounds.Contains(box.place));
                for (const HeatMap& map : moved.maps) CHECK(rest.bounds.Contains(map.place));
                for (const Tag& tag : moved.tags) CHECK(rest.bounds.Contains(tag.place));
            }
            const Scene end = InTransition(rest, {kind, 1});
            for (const CellBox& box : end.cells) CHECK(box.opacity == 1);
            CHECK(end.tags.size() == rest.tags.size());
        }
    }
}

TEST_CASE("Motion takes the time set for it, and there is none when it is switched off") {
    AppState state = AbcState();
    TransitionClock motion;
    CHECK(motion.Follow(state, false, 10).kind == TransitionKind::None);
    Execute(state, GoToNextStage{});
    CHECK(motion.Follow(state, false, 10).kind == TransitionKind::Step);
    CHECK(motion.Follow(state, false, 10.08).progress == Approx(0.5));
    CHECK(motion.Follow(state, false, 10.2).kind == TransitionKind::None);

    Execute(state, GoToNextStage{});
    CHECK(motion.Follow(state, true, 11).kind == TransitionKind::None);  // scrubbing
    state.preferences.has_motion = false;
    Execute(state, GoToNextStage{});
    CHECK(motion.Follow(state, false, 12).kind == TransitionKind::None);
}

TEST_CASE("A new recording under the playhead causes no motion") {
    AppState state = AbcState({1, 2});
    TransitionClock motion;
    motion.Follow(state, false, 0);
    Execute(state, SetTokens{5});
    Execute(state, GoToNextStage{});
    CHECK(motion.Follow(state, false, 1).kind == TransitionKind::None);
}

TEST_CASE("A point along a path keeps to the path") {
    const std::vector<Point> path{{0, 0}, {10, 0}, {10, 30}};
    CHECK(PointAlong(path, 0) == Point{0, 0});
    CHECK(PointAlong(path, 0.25f) == Point{10, 0});
    CHECK(PointAlong(path, 0.5f) == Point{10, 10});
    CHECK(PointAlong(path, 1) == Point{10, 30});
    CHECK(PointAlong({{3, 4}}, 0.5f) == Point{3, 4});
}

}  // namespace decodescope
