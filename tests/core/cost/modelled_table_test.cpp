#include "core/cost/modelled_table.h"

#include <utility>

#include "core/base/expression.h"
#include "tests/support/catch.h"

namespace decodescope {
namespace {

Scenario ScenarioOf(std::string_view shape, std::string_view hardware) {
    return {.shape = CostShapeOf(ShapeNamed(shape)->shape), .hardware = *HardwareNamed(hardware)};
}

void Replace(std::string& text, std::string_view what, std::string_view by) {
    for (size_t at = text.find(what); at != std::string::npos; at = text.find(what, at)) {
        text.replace(at, what.size(), by);
        at += by.size();
    }
}

// A formula that is filled in, worked out: "32 · 524 kB / 3.35 TB/s".
double WorkedOut(std::string text) {
    constexpr std::pair<std::string_view, std::string_view> kUnits[] = {{" PFLOP/s", "*1e15"},
                                                                        {" TFLOP/s", "*1e12"},
                                                                        {" GFLOP/s", "*1e9"},
                                                                        {" TB/s", "*1e12"},
                                                                        {" GB/s", "*1e9"},
                                                                        {" PFLOP", "*1e15"},
                                                                        {" TFLOP", "*1e12"},
                                                                        {" GFLOP", "*1e9"},
                                                                        {" MFLOP", "*1e6"},
                                                                        {" kFLOP", "*1e3"},
                                                                        {" PB", "*1e15"},
                                                                        {" TB", "*1e12"},
                                                                        {" GB", "*1e9"},
                                                                        {" MB", "*1e6"},
                                                                        {" kB", "*1e3"},
                                                                        {" B", ""},
                                                                        {" ns", "*1e-9"},
                                                                        {" µs", "*1e-6"},
                                                                        {" ms", "*1e-3"},
                                                                        {" min", "*60"},
                                                                        {" s", ""},
                                                                        {" h", "*3600"},
                                                                        {" days", "*86400"},
                                                                        {" years", "*31557600"},
                                                                        {" P ", "*1e15 "},
                                                                        {" T ", "*1e12 "},
                                                                        {" G ", "*1e9 "},
                                                                        {" M ", "*1e6 "},
                                                                        {" k ", "*1e3 "},
                                                                        {"\u202F", ""},
                                                                        {"·", "*"},
                                                                        {"−", "-"}};
    for (const auto& [unit, factor] : kUnits) Replace(text, unit, factor);
    if (const size_t plus = text.find(" + "); plus != std::string::npos) {
        return Evaluate(text.substr(0, plus)) + Evaluate(text.substr(plus + 3));
    }
    // "a / b*1e9" is a / (b·1e9).
    const size_t over = text.rfind(" / ");
    if (over == std::string::npos) return Evaluate(text);
    return Evaluate(text.substr(0, over)) / Evaluate(text.substr(over + 3));
}

}  // namespace

TEST_CASE("Each filled-in formula comes to its number as far as three digits go") {
    int checked = 0;
    const auto check = [&](const ModelledRow& row) {
        if (row.filled_in.starts_with("max") || row.key == "largest_batch") return;
        INFO(row.Explanation());
        CHECK(WorkedOut(row.filled_in) == Approx(row.number).epsilon(0.03));
        ++checked;
    };
    for (const KnownShape& shape : KnownShapes()) {
        for (const Hardware& hardware : KnownHardware()) {
            for (const double batch : {1.0, 48.0}) {
                Scenario s{.shape = CostShapeOf(shape.shape), .hardware = hardware};
                s.batch = batch;
                s.context = 3000;
                INFO(shape.name << " on " << hardware.name);
                for (const ModelledRow& row : DecodeRows(s)) check(row);
                for (const ModelledRow& row : PrefillRows(s)) check(row);
                for (const ModelledRow& row : MemoryRowsOf(s)) check(row);
                check(RidgeRow(s));
                check(IntensityRow(s, DecodeStepTime(s)));
                check(IntensityRow(s, PrefillTime(s).attention));
            }
        }
    }
    CHECK(checked > 1000);
}

// The numbers are those of cost_model_test.cpp.
TEST_CASE("The rows of LLaMA 2 7B on an H100 read as they are written on a board") {
    const Scenario s = ScenarioOf("llama2-7b", "h100-sxm");
    const StepRows rows = DecodeRows(s);
    CHECK(At(rows, StepTerm::Weights).Explanation() ==
          "weights = weights read / bandwidth\n= 13.2 GB / 3.35 TB/s = 3.94 ms");
    CHECK(At(rows, StepTerm::Cache).Explanation() ==
          "cache = b · n · k / bandwidth\n= 1 · 1024 · 524 kB / 3.35 TB/s = 160 µs");
    CHECK(At(rows, StepTerm::Step).Explanation() ==
          "together = linear layers + attention\n= 3.94 ms + 160 µs = 4.10 ms");
    CHECK(At(rows, StepTerm::Tokens).text == "244 tokens/s");
    CHECK(At(MemoryRowsOf(s), MemoryTerm::CachePerPosition).filled_in == "2 · 32 · 32 · 128 · 2 B");
    CHECK(At(MemoryRowsOf(s), MemoryTerm::LargestBatch).filled_in ==
          "(80.0 GB − 13.5 GB) / (1024 · 524 kB)");
    CHECK(BatchSentence(s) == "The linear layers are compute-bound from a batch of 296 on.");
    CHECK(ContextSentence(s) ==
          "From a context of 25\u202F206 on the cache takes longer to read than the weights.");
    CHECK(DecodeRows(s, ',')[0].text == "3,94 ms");
}

TEST_CASE("What does not fit is said, and what the model was not made for") {
    Scenario s = ScenarioOf("llama2-70b", "l4");
    CHECK(Reservation(s) == "does not fit: 138 GB of 24.0 GB memory");
    s = ScenarioOf("llama2-7b", "h100-sxm");
    CHECK(Reservation(s).empty());
    s.context = 4097;
    CHECK(Reservation(s) == "beyond the model's context of 4096");
    s.batch = 1000;
    CHECK(Reservation(s).starts_with("does not fit: "));
    CHECK(Reservation(s).ends_with("; beyond the model's context of 4096"));
    s.shape.config.context_length = 0;  // not known
    s.batch = 1;
    CHECK(Reservation(s).empty());
}

}  // namespace decodescope
