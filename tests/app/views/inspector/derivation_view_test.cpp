#include "app/views/inspector/derivation_view.h"

#include "app/views/inspector/inspector.h"
#include "core/run/terms_text.h"
#include "tests/support/catch.h"
#include "tests/support/headless_ui.h"

namespace decodescope {
namespace {

const Area kTall{{0, 0}, {360, 700}};

}  // namespace

TEST_CASE("Of many terms the four largest are shown, and the others still add up") {
    Derivation derivation;
    for (int i = 0; i < 30; ++i) {
        const double value = i % 7 - 3.0;
        derivation.terms.push_back({.factors = {}, .value = value});
        derivation.sum += value;
    }
    const FoldedTerms folded = Fold(derivation);
    REQUIRE(folded.shown.size() == 4);
    CHECK(folded.folded_count == 26);
    double sum = folded.folded_sum;
    for (const Term& term : folded.shown) {
        CHECK(std::fabs(term.value) == 3.0);
        sum += term.value;
    }
    CHECK(sum == Approx(derivation.sum));
}

}  // namespace decodescope
