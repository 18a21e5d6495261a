#include "app/views/disaggregation/disaggregation_view_data.h"

#include "core/run/decoder.h"
#include "tests/support/catch.h"
#include "tests/support/headless_ui.h"
#include "tests/support/scene_fixture.h"

namespace decodescope {
namespace {

constexpr TransferProtocol kProtocols[] = {TransferProtocol::FirstToken,
                                           TransferProtocol::LastPosition};

Recipe Toy(const std::string& prompt, int tokens) {
    Recipe recipe = AbcState().document.recipe;
    recipe.prompt = prompt;
    recipe.tokens = tokens;
    return recipe;
}

}  // namespace

TEST_CASE("The steps of a transfer end where both workers have run all their passes") {
    for (const int tokens : {1, 2, 4}) {
        for (const char* prompt : {"A", "A B", "A B C"}) {
            const Recording recording = Record(Toy(prompt, tokens));
            for (const TransferProtocol protocol : kProtocols) {
                const TransferCheck proof = CheckTransfer(recording, protocol);
                const int steps = DisaggregationSteps(recording, protocol);
                // The prompt, the prefill, the transfer, the arrival, and a step for each pass.
                CHECK(steps == 4 + proof.decode_passes);
                const DisaggregationViewData end =
                    DisaggregationViewDataAt(recording, protocol, steps - 1);
                CHECK(end.decode.cached() == recording.passes().back()->cache_length_after);
                CHECK(end.decode.computed == proof.decode_positions);
                CHECK(end.prefill.computed == proof.prefill_positions);
                CHECK(end.prefill.cached() == recording.prompt_length());
                REQUIRE(end.decode.waiting);
                CHECK(end.decode.waiting->id == recording.ids().back());
                CHECK(static_cast<int>(end.sent.size()) == proof.positions_sent);
            }
        }
    }
}

TEST_CASE(
    "At every step each worker has at most one waiting token and no cached row without K and V") {
    const Recording recording = Record(Toy("A B", 4));
    for (const TransferProtocol protocol : kProtocols) {
        int computed = 0;
        for (int step = 0; step < DisaggregationSteps(recording, protocol); ++step) {
            const DisaggregationViewData scene =
                DisaggregationViewDataAt(recording, protocol, step);
            CHECK(scene.step == step);
            CHECK_FALSE(scene.title.empty());
            CHECK_FALSE(scene.sentence.empty());
            CHECK(scene.prefill.computed + scene.decode.computed >= computed);
            computed = scene.prefill.computed + scene.decode.computed;
            if (step < kArrivedStep) CHECK(scene.decode.rows.empty());
            if (scene.decode.waiting) {
                CHECK(scene.decode.waiting->position == scene.decode.cached());
            }
            for (size_t i = 0; i < scene.decode.rows.size(); ++i) {
                CHECK(scene.decode.rows[i].position == static_cast<int>(i));
            }
        }
    }
}

TEST_CASE("The first token is sent as an ID, and only under its own protocol") {
    const Recording recording = Record(Toy("A B", 4));
    const DisaggregationViewData first =
        DisaggregationViewDataAt(recording, TransferProtocol::FirstToken, kTransferStep);
    CHECK(first.sent_token == recording.ids()[2]);
    CHECK(first.sent.size() == 2);
    const DisaggregationViewData last =
        DisaggregationViewDataAt(recording, TransferProtocol::LastPosition, kTransferStep);
    CHECK_FALSE(last.sent_token);
    CHECK(last.sent.size() == 1);
    CHECK_FALSE(last.prefill.waiting);
}

TEST_CASE("What is recomputed on the decode side is marked") {
    const Recording recording = Record(Toy("A B", 4));
    const DisaggregationViewData before =
        DisaggregationViewDataAt(recording, TransferProtocol::LastPosition, kArrivedStep);
    REQUIRE(before.decode.rows.size() == 2);
    CHECK(before.decode.rows[1].state == TokenState::Uncached);
    const DisaggregationViewData again =
        DisaggregationViewDataAt(recording, TransferProtocol::LastPosition, kArrivedStep + 1);
    CHECK(again.decode.rows[1].is_recomputed);
    CHECK(again.decode.rows[1].in_pass);
    CHECK_FALSE(again.decode.rows[0].is_recomputed);
    for (int step = 0; step < DisaggregationSteps(recording, TransferProtocol::FirstToken);
         ++step) {
        for (const DisaggregationRow& row :
             DisaggregationViewDataAt(recording, TransferProtocol::FirstToken, step).decode.rows) {
            CHECK_FALSE(row.is_recomputed);
        }
    }
}

}  // namespace decodescope
