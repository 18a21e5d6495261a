// A toy is numbers: whatever the present stage reads or writes is drawn as numbers that can be
// read, in any window that a lecturer or a student has.
#include "app/scene/pass_fit.h"

#include <algorithm>
#include <set>

#include "app/look/window_layout.h"
#include "app/scene/words.h"
#include "tests/support/catch.h"
#include "tests/support/scene_fixture.h"

namespace decodescope {
namespace {

// The room that the picture has in a window, with its title and one or two lines of words.
Point RoomIn(Point window, const PanelSizes& sides, const Recording& recording,
             const SceneView& view) {
    constexpr float kLine = 21, kOverlap = 16;
    Theme theme;
    theme.metrics = MetricsFor(window.y);
    const Area pass =
        LayoutFor(theme, {window.x, window.y}, sides, LeastWidth(recording, view)).pass;
    const float lines = pass.width() > 1150 ? 1 : 2;
    return {pass.width(), pass.height() - (theme.metrics.sentence_line + kLine * lines - kOverlap)};
}

// The numbers that a step reads and writes, as far as the picture has them: from the tensor table,
// not from the layout.
std::vector<Cell> NumbersOfStep(const Recording& recording, const SceneView& view) {
    const Config& config = recording.config();
    const StageStep at = recording.steps()[static_cast<size_t>(view.playhead.step)];
    const Pass& pass = recording.pass(view.playhead.pass);
    std::vector<TensorAt> tensors;
    for (const TensorId tensor : TensorsOf(config, at.stage)) {
        tensors.push_back({tensor, at.layer});
        const std::vector<TensorAt> inputs = InputsOf(config, {tensor, at.layer});
        tensors.insert(tensors.end(), inputs.begin(), inputs.end());
    }
    std::vector<Cell> cells;
    for (const TensorAt& one : tensors) {
        const TensorInfo& info = InfoOf(one.tensor);
        const bool is_input = one == BlockInput(config, view.layer);
        const bool is_elsewhere = info.per_layer && one.layer != view.layer && !is_input;
        const bool is_of_norm =
            one.tensor == TensorId::AttentionNormMean || one.tensor == TensorId::AttentionNormRstd;
        // Beside a greedy rule there is no column of what it makes of the probabilities.
        const bool is_greedy = recording.recipe().rule.kind == RuleKind::Greedy;
        if (is_greedy && one.tensor == TensorId::ProbabilitiesAfterRule) continue;
        if (info.is_parameter || info.rows != Axis::Position || is_elsewhere || is_of_norm)
            continue;
        const bool is_cached = one.tensor == TensorId::CachedK || one.tensor == TensorId::CachedV;
        const bool is_after = TensorId::AttentionOutput <= one.tensor && !is_input;
        Cell cell{one.tensor, one.layer, HeadOf(config, one.tensor, view.query_head)};
        cell.row = is_cached ? 0 : is_after ? pass.last_position() : pass.first_position;
        for (; cell.row <= pass.last_position(); ++cell.row) {
            const int columns =
                info.columns == Axis::KeyPosition ? cell.row + 1 : Length(config, info.columns);
            for (cell.column = 0; cell.column < columns; ++cell.column) cells.push_back(cell);
        }
    }
    return cells;
}

struct Asked {
    Point window;
    PanelSizes sides;
    NumberFormat numbers{};
};

void CheckNumbers(const Recording& recording, const Asked& asked) {
    const Config& config = recording.config();
    for (int pass = 0; pass < recording.pass_count(); ++pass) {
        for (int step = 0; step < recording.step_count(); ++step) {
            SceneView view{.playhead = {pass, step}, .numbers = asked.numbers};
            view.layer = InfoOf(recording.steps()[static_cast<size_t>(step)].stage).per_layer
                             ? recording.steps()[static_cast<size_t>(step)].layer
                         : step > 0 ? config.layers - 1
                                    : 0;
            view.size = RoomIn(asked.window, asked.sides, recording, view);
            const Scene scene = BuildScene(recording, view);
            INFO("window " << asked.window.x << "×" << asked.window.y << ", room " << view.size.x
                           << "×" << view.size.y << ", pass " << pass << ", step " << step);
            INFO("digits " << scene.zoom * kSceneDigits);
            CHECK(scene.zoom * kSceneDigits >= kLeastDigits);
            CHECK(scene.bounds.width * scene.zoom <= view.size.x + 1);
            CHECK(scene.bounds.height * scene.zoom <= view.size.y + 1);
            std::set<Cell> drawn;
            for (const CellBox& box : scene.cells) {
                if (box.kind == CellKind::Number) drawn.insert(box.cell);
            }
            for (const Cell& cell : NumbersOfStep(recording, view)) {
                INFO(NameOf(cell));
                if (!drawn.contains(cell)) {
                    FAIL_CHECK("is not a number");
                    return;
                }
            }
        }
    }
}

// Norms, RoPE, residuals, an MLP and an output projection, four numbers wide.
Model TwoLayerToy(int query_heads, int head_dim) {
    Config config = LlamaParts();
    config.vocabulary_size = 4;
    config.d_model = 4;
    config.layers = 2;
    config.query_heads = query_heads;
    config.kv_heads = 1;
    config.head_dim = head_dim;
    config.attention_scale = 0.7;
    config.context_length = 32;
    config.mlp_hidden = 8;
    return RandomModel(config, 11);
}

const PanelSizes kFolded{.recipe_open = false, .inspector_open = false};
const PanelSizes kRecipe{.recipe_open = true, .inspector_open = false};

}  // namespace

TEST_CASE("In ABC all that a stage reads or writes is numbers: short prompts at 1280 by 720") {
    for (const char* prompt : {"A", "A B", "C A B", "A B C A"}) {
        const int length = static_cast<int>(std::string_view(prompt).size() + 1) / 2;
        const Recording recording = RecordingOf(ToyModel(), prompt, 9 - length);
        INFO(prompt);
        for (const PanelSizes& sides : {PanelSizes{}, kFolded, kRecipe}) {
            CheckNumbers(recording, {{1280, 720}, sides});
        }
    }
}

TEST_CASE("In ABC all that a stage reads or writes is numbers: longer prompts in larger windows") {
    const Recording eight = RecordingOf(ToyModel(), "A B C A B C A B", 5);
    CheckNumbers(eight, {{1600, 900}, {}});
    CheckNumbers(RecordingOf(ToyModel(), "A B", 11), {{1600, 900}, {}});
    const Recording five = RecordingOf(ToyModel(), "A B C A B", 4);
    for (const Point window : {Point{1280, 800}, {1366, 768}}) {
        CheckNumbers(five, {window, kFolded});
        CheckNumbers(five, {window, kRecipe});
    }
    CheckNumbers(five, {{1024, 768}, kFolded});
    CheckNumbers(RecordingOf(ToyModel(), "A B C A B", 2), {{1024, 768}, kRecipe});
}

TEST_CASE("A toy of two layers is numbers, four positions at 1600 by 900") {
    for (const auto& [heads, head_dim] : {std::pair{1, 4}, {2, 2}, {4, 1}}) {
        const Model model = TwoLayerToy(heads, head_dim);
        INFO(heads << " heads");
        CheckNumbers(RecordingOf(model, FirstPieces(model, 4), 1), {{1600, 900}, {}});
        CheckNumbers(RecordingOf(model, FirstPieces(model, 2), 3), {{1600, 900}, {}});
    }
}

// The widths of ABC's columns, in characters of 9.6 scene pixels: with d decimals a number has d +
// 3, its cell 6 more pixels. x, Q, K and V take 2 cells, the cache 4, the scores one of a character
// less for each key; labels, gaps and margins take 290 pixels together. At 11 pixels of 15, the
// 1200 of a window of 1280 without sides are 1636 scene pixels: with 6 decimals that leaves 790 for
// keys of 83, with 9 decimals 618 for keys of 112. The 744 and more beside an open recipe of 1024
// are 1014: with 3 decimals 342 for keys of 54.
TEST_CASE("In ABC more decimals are numbers, too, as far as their digits have room") {
    for (const int decimals : {4, 5, 6}) {
        INFO(decimals);
        CheckNumbers(RecordingOf(ToyModel(), "A B", 7),
                     {{1280, 720}, kFolded, {.decimals = decimals}});
    }
    for (const int decimals : {7, 8, 9}) {
        INFO(decimals);
        CheckNumbers(RecordingOf(ToyModel(), "A B", 4),
                     {{1280, 720}, kFolded, {.decimals = decimals}});
        CheckNumbers(RecordingOf(ToyModel(), "A B", 7),
                     {{1600, 900}, kFolded, {.decimals = decimals}});
    }
    CheckNumbers(RecordingOf(ToyModel(), "A B", 5), {{1024, 768}, kRecipe});
}

TEST_CASE("A number that is drawn is whole and can be read, in any window and format") {
    const Recording recordings[] = {
        RecordingOf(ToyModel(), "A B", 4), RecordingOf(ToyModel(), "A B C A B", 4),
        RecordingOf(SharedHeadsModel(), FirstPieces(SharedHeadsModel(), 3), 2)};
    for (const Recording& recording : recordings) {
        for (const Point size : {Point{400, 300}, {700, 420}, {1000, 640}, {1700, 900}}) {
            for (const int decimals : {0, 3, 6, 9}) {
                for (int step = 0; step < recording.step_count(); ++step) {
                    const Scene scene =
                        BuildScene(recording, {.playhead = {recording.pass_count() - 1, step},
                                               .size = size,
                                               .numbers = {.decimals = decimals}});
                    INFO(size.x << " wide, " << decimals << " decimals, step " << step);
                    for (const CellBox& box : scene.cells) {
                        if (box.kind != CellKind::Number) continue;
                        constexpr float kDigit = 9;  // JetBrains Mono at 15 pixels
                        const auto needed = kDigit * static_cast<float>(CharacterCount(box.number));
                        if (needed > box.place.width) FAIL_CHECK(NameOf(box.cell));
                        if (scene.zoom * kSceneDigits < kLeastDigits) FAIL_CHECK("too small");
                    }
                }
            }
        }
    }
}

TEST_CASE("Digits never shrink when a window grows") {
    const Recording recordings[] = {RecordingOf(ToyModel(), "A B", 4),
                                    RecordingOf(ToyModel(), "A B C A", 4)};
    for (const Recording& recording : recordings) {
        for (const int pass : {0, 2}) {
            float before = 0;
            for (float share = 0.8f; share < 3; share += 0.1f) {
                const SceneView view{.playhead = {pass, 0}, .size = {1200 * share, 520 * share}};
                const float digits = FitPass(recording, view).digits;
                INFO(share);
                CHECK(digits >= before);
                before = digits;
            }
            CHECK(before == 26);
        }
    }
}

TEST_CASE("Digits and numbers have the same size in all passes of a short run") {
    const Recording recording = RecordingOf(ToyModel(), "A B", 4);
    const PassFit first = FitPass(recording, {.playhead = {0, 3}, .size = {1200, 520}});
    for (int pass = 1; pass < 4; ++pass) {
        CHECK(FitPass(recording, {.playhead = {pass, 3}, .size = {1200, 520}}).digits ==
              first.digits);
    }
    CHECK(first.digits >= kSceneDigits);
}

TEST_CASE("A presented toy has digits of 20 pixels, and all of it is in sight") {
    constexpr float kScale = 1.34f;  // of a presentation at 1280 by 720
    Theme theme;
    theme.scale = kScale;
    theme.metrics = PresentationMetrics();
    const Area pass = PresentationFor(theme, {1280, 720}).pass;
    const Point room{pass.width() / kScale,
                     pass.height() / kScale - (theme.metrics.sentence_line + 21 - 16)};
    for (const auto& [prompt, tokens] : {std::pair{"A B", 3}, {"A", 4}, {"A B C", 2}}) {
        const Recording recording = RecordingOf(ToyModel(), prompt, tokens);
        INFO(prompt);
        for (int at = 0; at < recording.pass_count(); ++at) {
            for (int step = 0; step < recording.step_count(); ++step) {
                const Scene scene = BuildScene(
                    recording,
                    {.playhead = {at, step}, .size = room, .least_digits = kPresentedDigits});
                INFO("pass " << at << ", step " << step);
                CHECK(scene.zoom * kSceneDigits * kScale >= 20);
                CHECK(scene.bounds.width * scene.zoom <= room.x + 1);
                CHECK(scene.bounds.height * scene.zoom <= room.y + 1);
            }
        }
    }
}

}  // namespace decodescope
