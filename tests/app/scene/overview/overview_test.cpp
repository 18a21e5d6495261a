#include "app/scene/overview/overview.h"

#include <algorithm>
#include <set>

#include "app/scene/heat.h"
#include "app/scene/pick.h"
#include "tests/support/catch.h"
#include "tests/support/scene_fixture.h"

namespace decodescope {
namespace {

// As many layers and heads as a model of half a billion parameters has.
Model ManyHeadsModel() {
    Config config;
    config.vocabulary_size = 60;
    config.d_model = 28;
    config.layers = 24;
    config.query_heads = 14;
    config.kv_heads = 2;
    config.head_dim = 2;
    config.attention_scale = 0.7;
    config.context_length = 64;
    config.positions = Positions::Rope;
    config.norm = NormKind::RmsNorm;
    config.residuals = true;
    config.has_output_projection = true;
    return RandomModel(config, 7, Precision::Float32, 0.0);
}

std::shared_ptr<const std::vector<LensLine>> LensOf(const Recording& recording, int pass) {
    auto lines = std::make_shared<std::vector<LensLine>>();
    for (int layer = 0; layer < recording.config().layers; ++layer) {
        lines->push_back(LensLineAfter(recording, recording.pass(pass), layer));
    }
    return lines;
}

// Where the words really are in their place.
Rect InkOf(const Text& text) {
    const float width = FixedPitchWidth(text.style, text.words);
    const float spare = text.place.width - width;
    const float before = text.align == Align::Left     ? 0
                         : text.align == Align::Center ? spare / 2
                                                       : spare;
    return {text.place.x + before, text.place.y + 2, width, text.place.height - 4};
}

constexpr Point kLargeSizes[] = {{1074, 660}, {1280, 420}, {664, 420}, {560, 480}, {1900, 1000}};

}  // namespace

TEST_CASE(
    "The overview of many layers and heads has a square for each, and words in no other's way") {
    const Model model = ManyHeadsModel();
    const Recording recording = RecordingOf(model, FirstPieces(model, 5), 2);
    for (const Point size : kLargeSizes) {
        for (int step = 0; step < recording.step_count(); step += 7) {
            const SceneView view{.playhead = {1, step},
                                 .layer = 17,
                                 .query_head = 9,
                                 .size = size,
                                 .is_overview = true,
                                 .lens = LensOf(recording, 1)};
            const Scene scene = BuildOverview(recording, view);
            REQUIRE(scene.choices.size() == 24 * 14);
            for (const Choice& choice : scene.choices) {
                CHECK(choice.place.width >= 12);
                CHECK(scene.bounds.Contains(choice.place));
                const std::optional<Choice> picked = PickChoice(scene, choice.place.center());
                REQUIRE(picked);
                CHECK((picked->layer == choice.layer && picked->index == choice.index));
            }
            for (size_t i = 0; i < scene.texts.size(); ++i) {
                CAPTURE(size.x, size.y, step, scene.texts[i].words);
                const Rect ink = InkOf(scene.texts[i]);
                CHECK(scene.bounds.Contains(ink));
                for (size_t j = 0; j < i; ++j) {
                    CAPTURE(scene.texts[j].words);
                    CHECK_FALSE(ink.Overlaps(InkOf(scene.texts[j])));
                }
                for (const CellBox& box : scene.cells) CHECK_FALSE(ink.Overlaps(box.place));
            }
        }
    }
}

TEST_CASE(
    "A square of the overview has the weight of one position, the first or the one looked at") {
    const Model model = ManyHeadsModel();
    const Recording recording = RecordingOf(model, FirstPieces(model, 5), 3);
    for (const std::optional<int> position : {std::optional<int>(), std::optional(3)}) {
        const Scene scene = BuildOverview(
            recording, {.playhead = Last(recording), .position = position, .is_overview = true});
        REQUIRE(scene.cells.size() == 24 * 14);
        for (const CellBox& box : scene.cells) {
            CHECK(box.cell.row == 6);
            CHECK(box.cell.column == position.value_or(0));
            CHECK(box.share * box.share == Approx(recording.At(box.cell)).margin(1e-6));
        }
    }
}

TEST_CASE(
    "The overview has a line of the lens after each layer that is done, as far as it is known") {
    const Model model = ManyHeadsModel();
    const Recording recording = RecordingOf(model, FirstPieces(model, 5), 2);
    const auto lens = LensOf(recording, 0);
    const auto tokens_at = [&](int step, const auto& lines) {
        const Scene scene =
            BuildOverview(recording, {.playhead = {0, step}, .is_overview = true, .lens = lines});
        std::vector<std::string> tokens;
        for (const Text& text : scene.texts) {
            const bool is_token = text.words.size() > 1 && text.words[0] == 't' &&
                                  '0' <= text.words[1] && text.words[1] <= '9';
            if (is_token || text.words == "…") tokens.push_back(text.words);
        }
        return tokens;
    };
    for (int layer = 0; layer < 24; ++layer) {
        std::vector<std::string> expected;
        for (int i = 0; i <= layer; ++i) {
            expected.push_back("t" + std::to_string((*lens)[static_cast<size_t>(i)].best->id));
        }
        const int step = recording.StepOf(Stage::AddAttention, layer);
        CHECK(tokens_at(step, lens) == expected);
        expected.pop_back();
        CHECK(tokens_at(step - 1, lens) == expected);
    }
    const auto none = std::shared_ptr<const std::vector<LensLine>>();
    CHECK(tokens_at(recording.step_count() - 1, none) == std::vector<std::string>(24, "…"));

    const Scene done = BuildOverview(
        recording,
        {.playhead = {0, recording.step_count() - 1}, .is_overview = true, .lens = lens});
    const auto is_first = [](const LensLine& line) { return line.selected->rank == 1; };
    CHECK(std::ranges::count(done.bands, BandKind::SelectedRow, &Band::kind) ==
          std::ranges::count_if(*lens, is_first));
}

TEST_CASE("The overview has a map for each head of each layer, and clicks open it") {
    const Model model = ColourModel();
    const Recording recording = RecordingOf(model, FirstPieces(model, 5), 4);
    for (const Point size : kSceneSizes) {
        const SceneView view{.playhead = Last(recording), .size = size, .is_overview = true};
        const Scene scene = BuildOverview(recording, view);
        std::set<std::pair<int, int>> heads;
        for (const Choice& choice : scene.choices) {
            REQUIRE(choice.kind == Choice::Kind::Map);
            heads.insert({choice.layer, choice.index});
            CHECK(scene.bounds.Contains(choice.place));
            const std::optional<Choice> picked = PickChoice(scene, choice.place.center());
            REQUIRE(picked);
            CHECK(picked->layer == choice.layer);
            CHECK(picked->index == choice.index);
            const std::optional<Cell> cell =
                PickCell(scene, {choice.place.x + 1, choice.place.bottom() - 1});
            REQUIRE(cell);
            CHECK(*cell == Cell{TensorId::AttentionWeights, choice.layer, choice.index, 7, 0});
        }
        CHECK(heads.size() == 12);
    }
}

TEST_CASE("An overview that takes maps from the one before it is the same overview") {
    const Model model = ColourModel();
    const Recording recording = RecordingOf(model, FirstPieces(model, 5), 4);
    Scene before;
    for (int pass = 0; pass < 4; ++pass) {
        for (int step = 0; step < recording.step_count(); ++step) {
            const SceneView view{.playhead = {pass, step}, .is_overview = true};
            const Scene anew = BuildOverview(recording, view);
            before = BuildOverview(recording, view, &before);
            REQUIRE(anew.maps.size() == before.maps.size());
            for (size_t i = 0; i < anew.maps.size(); ++i) {
                CHECK(anew.maps[i].first == before.maps[i].first);
                CHECK(anew.maps[i].shares == before.maps[i].shares);
            }
        }
    }
}

TEST_CASE("The overview shows what is computed at the playhead and nothing that is not") {
    const Model model = ColourModel();
    const Recording recording = RecordingOf(model, FirstPieces(model, 5), 4);
    for (int pass = 0; pass < 4; ++pass) {
        for (int step = pass == 0 ? -1 : 0; step < recording.step_count(); ++step) {
            const Playhead playhead{pass, step};
            const Scene scene =
                BuildOverview(recording, {.playhead = playhead, .is_overview = true});
            for (const HeatMap& map : scene.maps) {
                CHECK(map.ghost == map.shares.empty());
                const int last = map.first.row + map.rows - 1;
                const int made_by = recording.PassOfPosition(last)->index;
                const int made_at =
                    recording.StepOf(InfoOf(map.first.tensor).stage, map.first.layer);
                const bool is_computed = made_by < pass || (made_by == pass && made_at <= step);
                CHECK(map.ghost != is_computed);
            }
        }
    }
}

}  // namespace decodescope
