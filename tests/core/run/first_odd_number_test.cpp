#include "core/run/first_odd_number.h"

#include <cmath>

#include "core/explain/narrate.h"
#include "core/model/parameters.h"
#include "core/run/decoder.h"
#include "tests/support/catch.h"
#include "tests/support/random_model.h"

namespace decodescope {
namespace {

Recording RecordedWith(const Cell& parameter, double number) {
    Recipe recipe;
    recipe.prompt = "A B";
    recipe.model = std::make_shared<const Model>(WithParameter(ToyModel(), parameter, number));
    return Record(recipe);
}

}  // namespace

TEST_CASE("An ordinary run has no odd number") {
    Recipe recipe;
    recipe.prompt = "A B";
    recipe.model = std::make_shared<const Model>(ToyModel());
    CHECK_FALSE(FirstOddNumber(Record(recipe), 99).has_value());
}

TEST_CASE("The first odd number is the parameter that it comes from") {
    const Cell embedding{TensorId::TokenEmbedding, 0, 0, 1, 0};
    CHECK(FirstOddNumber(RecordedWith(embedding, NAN), 0) == embedding);
    const Cell query{TensorId::QueryWeight, 0, 0, 1, 1};
    CHECK(FirstOddNumber(RecordedWith(query, INFINITY), 0) == query);
    const Cell output{TensorId::OutputWeight, 0, 0, 2, 0};
    CHECK(FirstOddNumber(RecordedWith(output, NAN), 0) == output);
    // Of a token that is not there, nothing is computed.
    const Cell unused{TensorId::TokenEmbedding, 0, 0, 2, 0};
    CHECK_FALSE(FirstOddNumber(RecordedWith(unused, NAN), 0).has_value());
}

TEST_CASE("Where numbers grow too large by themselves, the first that is infinite is named") {
    const Recording recording = RecordedWith({TensorId::TokenEmbedding, 0, 0, 1, 0}, 1e308);
    CHECK(FirstOddNumber(recording, 0) == Cell{TensorId::Scores, 0, 0, 1, 1});
}

TEST_CASE("Where nothing could be selected, the reason is named") {
    const Recording recording = RecordedWith({TensorId::TokenEmbedding, 0, 0, 1, 0}, NAN);
    const std::string said = StepSentence(recording, Last(recording));
    CHECK(said.find("nothing can be selected") != std::string::npos);
    CHECK(said.find("E[1,0]") != std::string::npos);
    CHECK(said.find("NaN") != std::string::npos);
}

}  // namespace decodescope
