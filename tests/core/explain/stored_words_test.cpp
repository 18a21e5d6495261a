#include "core/explain/stored_words.h"

#include "core/model/parameters.h"
#include "tests/support/catch.h"
#include "tests/support/random_model.h"

namespace decodescope {
namespace {

// A toy whose first embedding is said to be stored so.
Model StoredAs(const StoredNumber& stored) {
    Model model = WithParameter(ToyModel(), {TensorId::TokenEmbedding, 0, 0, 0, 0},
                                static_cast<double>(static_cast<float>(stored.Value())));
    model.stored_at = [stored](const Cell&) { return std::optional(stored); };
    return model;
}

std::optional<std::string> WordsOf(const StoredNumber& stored) {
    return StoredWords(StoredAs(stored), {TensorId::TokenEmbedding, 0, 0, 0, 0});
}

TEST_CASE("A stored weight is said as scale times whole number, with its type and block") {
    CHECK(WordsOf({.type = "Q4_0", .block = 17, .factors = {0.0078125, 4}}) ==
          "0.03125 = 0.007813 · 4 (Q4_0, block 17)");
    CHECK(WordsOf({.type = "Q8_0", .block = 0, .factors = {0.5, -3}}) ==
          "-1.5 = 0.5 · (-3) (Q8_0, block 0)");
    CHECK(WordsOf({.type = "Q4_1", .block = 2, .factors = {0.5, 3}, .offset = {-0.25}}) ==
          "1.25 = 0.5 · 3 + -0.25 (Q4_1, block 2)");
    CHECK(WordsOf({.type = "Q4_K",
                   .block = 5,
                   .factors = {0.25, 12, 3},
                   .offset = {0.125, 10},
                   .is_offset_subtracted = true}) ==
          "7.75 = 0.25 · 12 · 3 − 0.125 · 10 (Q4_K, block 5)");
    CHECK(WordsOf({.type = "F16", .factors = {0.0312042236328125}}) == "0.0312 (F16)");
}

TEST_CASE("Nothing is said of a weight that has been changed, or is from no file") {
    const Cell cell{TensorId::TokenEmbedding, 0, 0, 0, 0};
    const Model model = StoredAs({.type = "Q4_0", .block = 1, .factors = {0.5, 4}});
    CHECK(StoredWords(model, cell));
    CHECK_FALSE(StoredWords(WithParameter(model, cell, 2.25), cell));
    CHECK_FALSE(StoredWords(ToyModel(), cell));
    CHECK_FALSE(StoredWords(model, {TensorId::ResidualIn, 0, 0, 0, 0}));
}

}  // namespace
}  // namespace decodescope
