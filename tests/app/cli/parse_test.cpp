#include "app/cli/parse.h"

#include "core/base/error.h"
#include "tests/support/catch.h"
#include "tests/support/random_model.h"

namespace decodescope {
namespace {

TEST_CASE("A number option takes all of the text or none of it") {
    CHECK(ParseInteger("12", "--tokens", 1, 100) == 12);
    SelectionRule rule;
    ParseRuleField(*RuleFieldNamed("seed"), "18446744073709551615", rule);
    CHECK(rule.seed == ~std::uint64_t{0});
    CHECK(ParseReal("0.25", "--top-p", 0, 1) == 0.25);
    CHECK(ParseReal("1/4", "--top-p", 0, 1) == 0.25);
    for (const char* text : {"", "-", "+3", "3x", "3 ", "0,5", "101", "0"}) {
        CAPTURE(text);
        CHECK_THROWS_AS(ParseInteger(text, "--tokens", 1, 100), Error);
    }
    const WindowSize size = ParseSize("1600x900", "--size");
    CHECK(size.width == 1600);
    CHECK(size.height == 900);
}

TEST_CASE("A field of the rule is read in its own range, and refused with its option") {
    const auto refusal = [](const char* key, const std::string& text) {
        SelectionRule rule;
        try {
            ParseRuleField(*RuleFieldNamed(key), text, rule);
            return std::string("none");
        } catch (const Error& error) {
            CHECK(rule == SelectionRule{});
            return std::string(error.what());
        }
    };
    CHECK(refusal("top_p", "0.9") == "none");
    CHECK(refusal("top_p", "0") == "'0' is out of range, --top-p, write a number above 0, up to 1");
    CHECK(refusal("temperature", "-1") ==
          "'-1' is out of range, --temperature, write a number from 0 to 1000000");
    CHECK(refusal("top_k", "1.5") ==
          "'1.5' is not a whole number, --top-k, write one from 0 to 2147483647");
    CHECK(refusal("seed", "18446744073709551616") ==
          "'18446744073709551616' is out of range, --seed, write one from 0 to "
          "18446744073709551615");
    for (const RuleField& field : RuleFields()) {
        for (const char* text : {"", "x", "nan", "inf", "1,5", "1e999"}) {
            CAPTURE(std::string(field.key), text);
            CHECK(refusal(std::string(field.key).c_str(), text).find(field.option()) !=
                  std::string::npos);
        }
    }
}

TEST_CASE("A token by hand is a text first and an ID second, and # makes it an ID") {
    Model model = ToyModel();
    model.tokenizer.pieces = {"2", "#2", "B"};
    const auto id_of = [&](const std::string& text) {
        return ParseByHand(text, "--by-hand", model).at(0).id;
    };
    CHECK(id_of("0:2") == 0);
    CHECK(id_of("0: 2 ") == 0);
    CHECK(id_of("0:1") == 1);
    CHECK(id_of("0:#2") == 1);
    CHECK(id_of("0:#02") == 2);
    CHECK_THROWS_AS(id_of("0:#3"), Error);
    CHECK_THROWS_AS(id_of("0:X"), Error);
}

TEST_CASE("A choice is one of the words") {
    constexpr Choice<bool> kSwitch[] = {{"on", true}, {"off", false}};
    CHECK(ParseChoice("on", "--sharing", kSwitch));
    CHECK_FALSE(ParseChoice("off", "--sharing", kSwitch));
    CHECK_THROWS_AS(ParseChoice("On", "--sharing", kSwitch), Error);
    CHECK_THROWS_AS(ParseChoice("", "--sharing", kSwitch), Error);
}

}  // namespace
}  // namespace decodescope
