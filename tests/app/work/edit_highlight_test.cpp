#include "app/work/edit_highlight.h"

#include <cmath>

#include "app/apply/apply.h"
#include "app/apply/model_commands.h"
#include "app/state/changes.h"
#include "tests/support/catch.h"
#include "tests/support/headless_ui.h"

namespace decodescope {
namespace {

const Cell kEmbeddingOfB1{TensorId::TokenEmbedding, 0, 0, 1, 1};

}  // namespace

TEST_CASE("Marks stay for a moment, then the window wakes once to remove them") {
    AppState state = AbcState({1, 8});
    EditHighlight highlight;
    CHECK_FALSE(highlight.Tick(state, 10).has_value());
    CHECK(std::isinf(highlight.next_tick()));

    Execute(state, SetParameter{kEmbeddingOfB1, 0.5});
    CHECK(MarkedAgainst(state) != nullptr);
    CHECK_FALSE(highlight.Tick(state, 10).has_value());
    CHECK(highlight.next_tick() == Approx(10 + kMarkedSeconds));
    Execute(state, SetParameter{kEmbeddingOfB1, 0.4});  // the drag goes on
    CHECK_FALSE(highlight.Tick(state, 12).has_value());
    CHECK(highlight.next_tick() == Approx(12 + kMarkedSeconds));
    const auto command = highlight.Tick(state, 20);
    REQUIRE(command.has_value());
    Execute(state, *command);
    CHECK(MarkedAgainst(state) == nullptr);
    CHECK(NumberBefore(state, kEmbeddingOfB1) == 1.0);  // what was there can still be asked
    CHECK_FALSE(highlight.Tick(state, 21).has_value());
    CHECK(std::isinf(highlight.next_tick()));
}

}  // namespace decodescope
