#include "app/plane/plane.h"

#include <algorithm>
#include <cmath>
#include <random>

#include "app/apply/apply.h"
#include "app/apply/edit_commands.h"
#include "app/apply/model_commands.h"
#include "app/plane/label_place.h"
#include "app/work/derived_cache.h"
#include "core/model/parameters.h"
#include "tests/support/catch.h"
#include "tests/support/headless_ui.h"
#include "tests/support/random_planes.h"
#include "tests/support/scene_fixture.h"

namespace decodescope {
namespace {

bool Holds(const Region& region, PlanePoint p) {
    bool is_left = false, is_right = false;
    for (size_t i = 0; i < region.corners.size(); ++i) {
        const PlanePoint a = region.corners[i];
        const PlanePoint b = region.corners[(i + 1) % region.corners.size()];
        const double side = (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x);
        is_left |= side > 0;
        is_right |= side < 0;
    }
    return !(is_left && is_right);
}

// By how much the largest logit leads the next.
double LeadAt(const LogitPlanes& planes, PlanePoint p) {
    const TokenId winner = WinnerAt(planes, p);
    double lead = INFINITY;
    for (TokenId token = 0; token < static_cast<TokenId>(planes.a.size()); ++token) {
        if (token != winner) lead = std::min(lead, planes.At(winner, p) - planes.At(token, p));
    }
    return lead;
}

PlaneQuery QueryAt(Playhead playhead, int axis_x = 0, int axis_y = 1) {
    return {.playhead = playhead, .view = {.axis_x = axis_x, .axis_y = axis_y}};
}

}  // namespace

// --- Regions -------------------------------------------------------------------------------------

TEST_CASE("The regions divide up the whole square") {
    for (unsigned seed = 0; seed < 60; ++seed) {
        const int tokens = 1 + static_cast<int>(seed * seed % 397);
        const double reach = 0.5 + seed;
        double sum = 0;
        for (const Region& region : DecisionRegions(RandomPlanes(tokens, seed), reach)) {
            sum += AreaOf(region.corners);
        }
        CHECK(sum == Approx(4 * reach * reach).epsilon(1e-9));
    }
}

TEST_CASE("In a region its token has the largest logit at every point") {
    for (unsigned seed = 0; seed < 40; ++seed) {
        const LogitPlanes planes = RandomPlanes(2 + static_cast<int>(seed * 7), seed);
        const std::vector<Region> regions = DecisionRegions(planes, 2);
        std::mt19937 random(seed);
        std::uniform_real_distribution<double> place(-2, 2);
        for (int i = 0; i < 200; ++i) {
            const PlanePoint p{place(random), place(random)};
            if (LeadAt(planes, p) < 1e-9) continue;  // on a boundary, up to rounding
            const TokenId winner = WinnerAt(planes, p);
            int holders = 0;
            for (const Region& region : regions) {
                if (!Holds(region, p)) continue;
                ++holders;
                CHECK(region.token == winner);
            }
            CHECK(holders == 1);
        }
    }
}

TEST_CASE("Of tokens with equal logits everywhere the lowest ID has the region") {
    const LogitPlanes planes{{1, -1, 1, -1}, {0, 0, 0, 0}, {0, 0, 0, 0}};
    const std::vector<Region> regions = DecisionRegions(planes, 1);
    REQUIRE(regions.size() == 2);
    CHECK(regions[0].token == 0);
    CHECK(regions[1].token == 1);
    CHECK(AreaOf(regions[0].corners) == Approx(2));
}

TEST_CASE("Numbers that are not finite have no regions and do no harm") {
    const LogitPlanes planes{{1, NAN}, {0, 0}, {0, 0}};
    CHECK(DecisionRegions(planes, 1).empty());
    CHECK(DecisionRegions({}, 1).empty());
    const LogitPlanes infinite{{1, INFINITY}, {0, 0}, {0, 0}};
    CHECK(DecisionRegions(infinite, 1).empty());
}

// How long that takes is the benchmark's (RegionsOfTokens).
TEST_CASE("Regions of 32000 tokens divide up the square, each place to its winner") {
    const LogitPlanes planes = RandomPlanes(32000, 5);
    const std::vector<Region> regions = DecisionRegions(planes, 3);
    CHECK(regions.size() > 3);
    double sum = 0;
    for (const Region& region : regions) {
        sum += AreaOf(region.corners);
        PlanePoint middle{0, 0};
        for (const PlanePoint corner : region.corners) {
            middle.x += corner.x / static_cast<double>(region.corners.size());
            middle.y += corner.y / static_cast<double>(region.corners.size());
        }
        CHECK(WinnerAt(planes, middle) == region.token);
    }
    CHECK(sum == Approx(36).epsilon(1e-9));
}

TEST_CASE("Regions of a small vocabulary have a colour of their token's own") {
    const std::vector<Region> regions = DecisionRegions(RandomPlanes(3, 4), 2);
    const std::vector<int> colors = ColorsOf(regions, kRegionColors);
    for (size_t i = 0; i < regions.size(); ++i)
        CHECK(colors[i] == static_cast<int>(regions[i].token));
}

TEST_CASE("Neighbouring regions always differ in colour") {
    const auto has_corner = [](const Region& region, PlanePoint p) {
        return std::ranges::any_of(region.corners, [&](PlanePoint q) {
            return std::abs(p.x - q.x) + std::abs(p.y - q.y) < 1e-9;
        });
    };
    for (unsigned seed = 0; seed < 60; ++seed) {
        INFO("seed " << seed);
        const std::vector<Region> regions =
            DecisionRegions(RandomPlanes(4 + static_cast<int>(seed * 5), seed), 2);
        const std::vector<int> colors = ColorsOf(regions, kRegionColors);
        for (size_t i = 0; i < regions.size(); ++i) {
            for (size_t k = 0; k < i; ++k) {
                const auto shared = std::ranges::count_if(
                    regions[i].corners, [&](PlanePoint p) { return has_corner(regions[k], p); });
                if (shared >= 2) CHECK(colors[i] != colors[k]);  // a common edge
            }
        }
    }
}

TEST_CASE("Who wins where does not depend on how large or small all numbers are") {
    const LogitPlanes planes = RandomPlanes(40, 7);
    const std::vector<Region> usual = DecisionRegions(planes, 2);
    for (const int exponent : {-1040, -900, 900, 1020}) {
        for (const double reach : {2.0, 2e100, 2e-100}) {
            LogitPlanes scaled = planes;
            for (double& a : scaled.a) a = std::scalbn(a, exponent);
            for (double& b : scaled.b) b = std::scalbn(b, exponent);
            for (double& c : scaled.c) c = std::scalbn(c, exponent) * (reach / 2);
            const bool fits =
                std::ranges::all_of(scaled.c, [](double c) { return std::isnormal(c); });
            if (!fits || exponent < -1000) continue;  // rounded on the way
            const std::vector<Region> regions = DecisionRegions(scaled, reach);
            REQUIRE(regions.size() == usual.size());
            for (size_t i = 0; i < regions.size(); ++i) {
                CHECK(regions[i].token == usual[i].token);
                CHECK(AreaOf(usual[i].corners) ==
                      Approx(AreaOf(regions[i].corners) / (reach / 2) / (reach / 2)));
            }
        }
    }
    LogitPlanes largest = planes;
    for (double& a : largest.a) a = std::copysign(1.7e308, a);
    CHECK_FALSE(DecisionRegions(largest, 1e100).empty());
}

// --- The plane of a model ------------------------------------------------------------------------

TEST_CASE("The plane of ABC has its embeddings and its three regions before anything is computed") {
    const AppState state = AbcState();
    const Plane plane = BuildPlane(*state.recording, QueryAt(kStart));
    CHECK(plane.is_whole());
    REQUIRE(plane.embeddings.size() == 3);
    CHECK(plane.embeddings[2].tip == PlanePoint{-1, -1});
    CHECK(plane.range == 1);
    CHECK(plane.regions.size() == 3);
    CHECK(plane.keys.empty());
    CHECK_FALSE(plane.hidden.has_value());
    CHECK_FALSE(plane.lead.has_value());
}

TEST_CASE("Vectors of ABC appear in the plane as the stages compute them") {
    const AppState state = AbcState();
    const Recording& recording = *state.recording;
    const auto at = [&](Stage stage) {
        return BuildPlane(recording, QueryAt({0, recording.StepOf(stage)}));
    };
    CHECK(at(Stage::Embed).values.empty());
    CHECK(at(Stage::Project).keys.size() == 2);
    CHECK(at(Stage::Project).query == PlanePoint{0, 1});
    CHECK(at(Stage::Append).keys.size() == 2);
    CHECK_FALSE(at(Stage::Score).has_weights);
    CHECK(at(Stage::Softmax).has_weights);
    CHECK_FALSE(at(Stage::Softmax).hidden.has_value());
    CHECK(at(Stage::WeightedSum).hidden.has_value());
    CHECK(at(Stage::WeightedSum).weighted_sum == at(Stage::WeightedSum).hidden);
    CHECK(at(Stage::Logits).lead.has_value());
}

TEST_CASE("h is the weighted sum of the values that are drawn, and the weights sum to one") {
    const AppState state = AbcState();
    const int last = state.recording->step_count() - 1;
    for (int pass = 0; pass < 4; ++pass) {
        const Plane plane = BuildPlane(*state.recording, QueryAt({pass, last}));
        PlanePoint sum;
        double weights = 0;
        size_t positions = 0;
        for (const Plane::Mark& value : plane.values) {
            sum.x += value.weight * value.at.x;
            sum.y += value.weight * value.at.y;
            weights += value.weight;
            positions += value.positions.size();
        }
        CHECK(positions == static_cast<size_t>(2 + pass));
        CHECK(weights == Approx(1));
        REQUIRE(plane.hidden);
        CHECK(sum.x == Approx(plane.hidden->x));
        CHECK(sum.y == Approx(plane.hidden->y));
        CHECK(plane.path.size() == static_cast<size_t>(pass));
    }
}

TEST_CASE("The lead is the difference of the two largest logits") {
    const AppState state = AbcState();
    const Plane plane = BuildPlane(*state.recording, QueryAt({0, 8}));
    REQUIRE(plane.lead);
    CHECK(plane.lead->first == 0);
    CHECK(plane.lead->second == 1);
    const Candidate a = CandidateAt(*state.recording, state.recording->pass(0), 0);
    const Candidate b = CandidateAt(*state.recording, state.recording->pass(0), 1);
    CHECK(plane.lead->margin == a.logit - b.logit);
}

TEST_CASE("In more dimensions the regions are those of the slice through h") {
    for (const SceneCase& row : SceneCases()) {
        const Recording& recording = row.recording;
        const Config& config = recording.config();
        if (config.d_model == 2) continue;
        INFO(row.name);
        const Pass& pass = recording.pass(1);
        const PlaneQuery query = QueryAt({1, recording.step_count() - 1}, 1, 4);
        const Plane plane = BuildPlane(recording, query);
        REQUIRE_FALSE(plane.regions.empty());
        const TensorAt hidden = FinalHidden(config);
        const Numbers h = recording.Row(hidden.tensor, hidden.layer, 0, pass.last_position());
        std::mt19937 random(1);
        std::uniform_real_distribution<double> place(-plane.reach, plane.reach);
        for (int i = 0; i < 100; ++i) {
            const PlanePoint p{place(random), place(random)};
            std::vector<double> logits;  // W h' + b, where h' is h with two components replaced
            for (TokenId token = 0; token < config.vocabulary_size; ++token) {
                const Cell bias{TensorId::OutputBias, 0, 0, 0, token};
                double sum = HasParameter(recording.model(), bias)
                                 ? ParameterAt(recording.model(), bias)
                                 : 0;
                for (int k = 0; k < config.d_model; ++k) {
                    const double component = k == 1 ? p.x : k == 4 ? p.y : h[k];
                    sum += component *
                           ParameterAt(recording.model(), {TensorId::OutputWeight, 0, 0, token, k});
                }
                logits.push_back(sum);
            }
            const auto winner = std::ranges::max_element(logits);
            std::vector<double> sorted = logits;
            std::ranges::sort(sorted, std::greater<>());
            if (sorted[0] - sorted[1] < 1e-4) continue;  // a float model's rounding
            for (const Region& region : plane.regions) {
                if (Holds(region, p)) CHECK(region.token == winner - logits.begin());
            }
        }
    }
}

TEST_CASE("Every moment of every model has a plane that can be drawn") {
    for (const SceneCase& row : SceneCases()) {
        INFO(row.name);
        for (int pass = 0; pass < row.recording.pass_count(); ++pass) {
            for (int step = pass == 0 ? -1 : 0; step < row.recording.step_count(); ++step) {
                const Plane plane = BuildPlane(row.recording, QueryAt({pass, step}));
                CHECK(plane.range > 0);
                CHECK(plane.colors.size() == plane.regions.size());
            }
        }
    }
}

TEST_CASE("A range is a round number that is not below what it must hold") {
    for (const double number : {0.001, 0.37, 1.0, 1.01, 2.2, 9.9, 10.0, 123.0}) {
        CHECK(RoundUp(number) >= number * (1 - 1e-12));
        CHECK(RoundUp(number) <= number * 1.26);
    }
}

TEST_CASE("The plane keeps its frame at every moment of a run") {
    for (const SceneCase& row : SceneCases()) {
        INFO(row.name);
        const double range = BuildPlane(row.recording, QueryAt(kStart)).range;
        for (int pass = 0; pass < row.recording.pass_count(); ++pass) {
            for (int step = 0; step < row.recording.step_count(); ++step)
                CHECK(BuildPlane(row.recording, QueryAt({pass, step})).range == range);
        }
    }
}

TEST_CASE("Of a long run the last few h are shown, and all on demand") {
    AppState state = AbcState();
    Execute(state, SetTokens{30});
    PlaneQuery query = QueryAt({29, 8});
    const Plane few = BuildPlane(*state.recording, query);
    CHECK(few.path.size() == kUsualPath);
    CHECK(few.path.back().pass == 28);
    CHECK(few.path_left_out == 29 - kUsualPath);
    query.view.whole_path = true;
    const Plane all = BuildPlane(*state.recording, query);
    CHECK(all.path.size() == 29);
    CHECK(all.path_left_out == 0);
}

TEST_CASE("A vector that is no place is left out and its first odd number is named") {
    AppState state = AbcState();
    Execute(state, SetEmbedding{1, {1, INFINITY}});
    const Plane plane = BuildPlane(*state.recording, QueryAt({0, 8}));
    CHECK(plane.embeddings.size() == 2);
    REQUIRE(plane.placeless);
    CHECK(*plane.placeless == Cell{TensorId::TokenEmbedding, 0, 0, 1, 1});
    CHECK(plane.placeless_count > 1);  // k and v of its position, too
    CHECK_FALSE(plane.hidden.has_value());
    CHECK(plane.range == 1);
}

// --- Names ---------------------------------------------------------------------------------------

TEST_CASE("The name of a region is inside it and covers nothing") {
    const std::vector<Point> polygon{{0, 0}, {200, 0}, {200, 100}, {0, 100}};
    const std::vector<Rect> obstacles{{0, 0, 120, 100}};
    const auto place = PlaceLabel(polygon, {50, 20}, obstacles);
    REQUIRE(place);
    CHECK(place->x >= 120);
    CHECK(place->right() <= 200);
    CHECK_FALSE(PlaceLabel(polygon, {90, 20}, obstacles).has_value());
    CHECK_FALSE(PlaceLabel({}, {1, 1}, {}).has_value());
}

}  // namespace decodescope
