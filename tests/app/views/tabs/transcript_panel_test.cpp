#include "app/views/tabs/transcript_panel.h"

#include "app/apply/inspect_commands.h"
#include "app/work/derived_cache.h"
#include "core/explain/transcript.h"
#include "tests/support/catch.h"
#include "tests/support/headless_ui.h"

namespace decodescope {
namespace {

const Area kTab{{0, 0}, {360, 360}};

}  // namespace

TEST_CASE("The transcript is that of the step, and Copy takes all of it") {
    AppState state = AbcState({1, 2});
    PanelBench bench(state, [](const Panel& panel) { DrawTranscriptPanel(panel, kTab); });
    bench.ui.Click("transcript.copy");
    const std::string& copied = bench.OnlyCommand<CopyWords>().text;
    CHECK(copied.find(TranscriptOfStep(*state.recording, {1, 2})) != std::string::npos);
    CHECK(bench.ui.Has("transcript.text"));
}

TEST_CASE("Before the prefill the transcript describes what is given") {
    CHECK(TranscriptAt(AbcState()) == TranscriptOpening(*AbcState().recording));
}

}  // namespace decodescope
