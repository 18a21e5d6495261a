#include "core/explain/transcript.h"

#include "core/run/decoder.h"
#include "tests/support/catch.h"
#include "tests/support/random_model.h"

namespace decodescope {
namespace {

Recording Run(Model model, const std::string& prompt, int tokens) {
    return Record(
        {.model = std::make_shared<Model>(std::move(model)), .prompt = prompt, .tokens = tokens});
}

std::string WholeTranscript(const Recording& recording, TranscriptDetail detail) {
    std::string text = TranscriptOpening(recording);
    const std::vector<PassCheck> checks = CheckAll(recording);
    for (int pass = 0; pass < recording.pass_count(); ++pass) {
        text += TranscriptOfPass(recording, pass, checks[static_cast<size_t>(pass)], detail);
    }
    return text + TranscriptClosing(recording, checks.back());
}

bool Contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("The opening says what the model is, what to know about it and what the prompt is") {
    Model model = ToyModel();
    model.note = "Not trained.";
    const std::string text = TranscriptOpening(Run(model, "A B", 4));
    CHECK(Contains(text, "Model: ABC. 3 tokens in its vocabulary, vectors of 2 numbers, 1 layer"));
    CHECK(Contains(text, "Not trained."));
    CHECK(Contains(text, "Prompt: 2 tokens. A, ID 0, at position 0; B, ID 1, at position 1.\n"));
    CHECK(Contains(text, "greedy: the largest logit is taken, among equals the lowest ID"));
    CHECK(Contains(text, "Tokens to select: 4."));
}

TEST_CASE("A step's transcript names every token and every number") {
    const Recording recording = Run(ToyModel(), "A B", 2);
    const Playhead weights{1, recording.StepOf(Stage::Softmax)};
    const std::string text = TranscriptOfStep(recording, weights);
    CHECK(Contains(text, "Stage 5 of 9. Softmax."));
    CHECK(Contains(text,
                   "attention weights of A at 2: 0.401 for A at 0, 0.198 for B at 1, 0.401 "
                   "for A at 2.\n"));
    const Playhead mix{1, recording.StepOf(Stage::WeightedSum)};
    CHECK(Contains(TranscriptOfStep(recording, mix), "h, head output of A at 2: 0.802, 0.198.\n"));
}

TEST_CASE("A pass says its counts: cached, recomputed, in the cache, waiting") {
    const Recording recording = Run(ToyModel(), "A B", 4);
    const std::vector<PassCheck> checks = CheckAll(recording);
    const std::string text = TranscriptOfPass(recording, 3, checks[3], TranscriptDetail::Summary);
    CHECK(Contains(text, "Cache: 4 before this pass, 5 positions after it."));
    CHECK(
        Contains(text, "for 1 position; recomputed without a cache, for 5. So far 5 against 14."));
    CHECK(Contains(text, "Waiting: B at 5 is waiting: it is ID 1, with no K and no V yet."));
    CHECK(Contains(text, "Largest difference between the two: 0."));
}

TEST_CASE("A waiting token keeps its own letter at the beginning of a sentence") {
    Model model = ToyModel();
    model.tokenizer.pieces[0] = "n";
    const Recording recording = Run(std::move(model), "n B", 1);
    const std::string text =
        TranscriptOfPass(recording, 0, CheckAll(recording)[0], TranscriptDetail::Summary);
    CHECK(Contains(text, "Waiting: n at 2 is waiting"));
}

TEST_CASE("The closing says why it stopped, who waits, and detokenizes") {
    const Recording recording = Run(ToyModel(), "A B", 4);
    const std::string text = TranscriptClosing(recording, CheckAll(recording).back());
    CHECK(Contains(text, Describe(FinishReason::Length, recording.recipe())));
    CHECK(Contains(text, "6 tokens, 5 in the cache, 1 waiting: B at 5, which is only an ID."));
    CHECK(Contains(text, "for 5 positions with the cache, for 14 without it."));
    CHECK(Contains(text, "A B A B A B\n"));
}

TEST_CASE("The summary leaves the stages out and keeps candidates, selection and counts") {
    const Recording recording = Run(ToyModel(), "A B", 4);
    const std::string full = WholeTranscript(recording, TranscriptDetail::Full);
    const std::string summary = WholeTranscript(recording, TranscriptDetail::Summary);
    CHECK(Contains(full, "Stage 3 of 9. Append."));
    CHECK_FALSE(Contains(summary, "Stage "));
    CHECK(Contains(summary, "A, ID 0: logit 0.670, probability 0.526, after the rule 1.000."));
    CHECK(Contains(summary, "Greedy takes the largest probability: A."));
}

TEST_CASE("Long rows are described by their extremes and how many numbers they have") {
    Config config = Stories260KConfig();
    config.layers = 1;
    const Recording recording = Run(RandomModel(config, 1), "t0 t1 t2", 1);
    const std::string x = SayRow(recording, {.tensor = TensorId::ResidualIn, .row = 2});
    CHECK(Contains(x, "64 numbers, from -"));
    CHECK(Contains(x, " at column "));
    const std::string logits = SayRow(recording, {.tensor = TensorId::Logits, .row = 2});
    CHECK(Contains(logits, "the largest are "));
    CHECK(Contains(logits, "; 507 others are not larger"));
    const std::string shares = SayRow(recording, {.tensor = TensorId::Probabilities, .row = 2});
    CHECK(Contains(shares, "; 507 others have 0."));
}

TEST_CASE("A rule is described with everything that narrows it") {
    CHECK(DescribeRule({.kind = RuleKind::Sample,
                        .temperature = 0.5,
                        .top_k = 3,
                        .top_p = 0.9,
                        .min_p = 0.1,
                        .seed = 7}) ==
          "sample: temperature 0.5, top-k 3, top-p 0.9, min-p 0.1, seed 7");
    CHECK(DescribeRule({.kind = RuleKind::Sample}) == "sample: temperature 1, seed 0");
}

}  // namespace decodescope
