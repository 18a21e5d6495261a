// The table of the selection rule's parameters.
#include "core/engine/selection_rule.h"

#include <cmath>
#include <limits>
#include <set>

#include "core/base/error.h"
#include "tests/support/catch.h"

namespace decodescope {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

const RuleField& FieldNamed(std::string_view key) {
    const RuleField* field = RuleFieldNamed(key);
    REQUIRE(field != nullptr);
    return *field;
}

TEST_CASE("Every parameter of the rule has words, a default in its range and a key of its own") {
    std::set<std::string_view> keys, titles;
    for (const RuleField& field : RuleFields()) {
        CAPTURE(std::string(field.key));
        CHECK(keys.insert(field.key).second);
        CHECK(titles.insert(field.title).second);
        CHECK_FALSE(field.argument.empty());
        CHECK_FALSE(field.help.empty());
        CHECK(IsDefault(field, {}));
        CHECK(IsInRange(field, {}));
        CHECK(RuleFieldNamed(field.key) == &field);
        if (!field.is_limit()) continue;
        CHECK(Describe(field.limit.dropped) == field.limit.why_dropped);
        CHECK_FALSE(field.limit.words({}, 2).empty());
    }
    CHECK(RuleFieldNamed("heat") == nullptr);
}

TEST_CASE("Every number of the rule is in the table") {
    // Rules that differ in one number are told apart by one field, and copied by copying it.
    const SelectionRule usual;
    for (const SelectionRule& rule : {SelectionRule{.temperature = 0.5},
                                      {.top_k = 3},
                                      {.top_p = 0.5},
                                      {.min_p = 0.5},
                                      {.seed = 5}}) {
        SelectionRule copy;
        int differing = 0;
        for (const RuleField& field : RuleFields()) {
            if (!IsDefault(field, rule)) ++differing;
            CopyField(field, rule, copy);
        }
        CHECK(differing == 1);
        CHECK(copy == rule);
        CHECK_FALSE(copy == usual);
    }
}

TEST_CASE("A limit that is at its default keeps everyone, and any keeps at least one") {
    const std::vector<double> shares = {0.4, 0.3, 0.2, 0.1};
    for (const RuleField& field : RuleFields()) {
        if (!field.is_limit()) continue;
        CAPTURE(std::string(field.key));
        std::vector<size_t> left = {0, 1, 2, 3};
        field.limit.keep({}, shares, left);
        CHECK(left.size() == 4);
        for (const double number : {0.0, 1e-9, 0.5, 1.0, 1e9}) {
            SelectionRule rule;
            SetNearest(field, rule, number);
            left = {0, 1, 2, 3};
            field.limit.keep(rule, shares, left);
            REQUIRE_FALSE(left.empty());
            CHECK(left.front() == 0);
        }
    }
}

TEST_CASE("Rules out of range are refused with the field's name") {
    const auto refused = [](const SelectionRule& rule, const char* field) {
        try {
            Validate(rule);
            return false;
        } catch (const Error& error) {
            return error.where == field;
        }
    };
    CHECK(refused({.temperature = -0.1}, "temperature"));
    CHECK(refused({.temperature = kNaN}, "temperature"));
    CHECK(refused({.temperature = kInfinity}, "temperature"));
    CHECK(refused({.top_k = -1}, "top_k"));
    CHECK(refused({.top_p = 0}, "top_p"));
    CHECK(refused({.top_p = 1.1}, "top_p"));
    CHECK(refused({.min_p = -0.5}, "min_p"));
    CHECK(refused({.min_p = kNaN}, "min_p"));
    CHECK_NOTHROW(Validate(SelectionRule{}));
}

TEST_CASE("A number set on screen becomes the nearest one in its range") {
    const auto set = [](const char* key, double number) {
        SelectionRule rule;
        SetNearest(FieldNamed(key), rule, number);
        CHECK_NOTHROW(Validate(rule));
        return NumberOf(FieldNamed(key), rule);
    };
    CHECK(set("temperature", -1) == 0);
    CHECK(set("temperature", 1e50) == 1e6);
    CHECK(set("temperature", kNaN) == 1);
    CHECK(set("top_p", 0) == 0.01);
    CHECK(set("top_p", 2) == 1);
    CHECK(set("top_k", 2.9) == 2);
    CHECK(set("top_k", 1e12) == std::numeric_limits<int>::max());
    CHECK(set("seed", 1e300) == std::ldexp(1.0, 53));
}

TEST_CASE("A field is set by a text that is a number in its range, all of it and exactly") {
    SelectionRule rule;
    SetFromText(FieldNamed("seed"), "18446744073709551615", rule);
    CHECK(rule.seed == ~std::uint64_t{0});
    SetFromText(FieldNamed("seed"), "9007199254740993", rule);  // 2^53 + 1, which no double is
    CHECK(rule.seed == 9007199254740993u);
    SetFromText(FieldNamed("temperature"), "1/3", rule);
    CHECK(rule.temperature == 1.0 / 3);
    const SelectionRule before = rule;
    for (const RuleField& field : RuleFields()) {
        for (const char* text : {"0.7x", "1e999", "1e-400", "2,5,1", "2,5", "", " ", "nan", "-1",
                                 "1e50", "18446744073709551616"}) {
            CAPTURE(std::string(field.key), text);
            CHECK_THROWS_AS(SetFromText(field, text, rule), Error);
            CHECK(rule == before);
        }
    }
}

TEST_CASE("A rule's numbers and their ranges read as text") {
    const SelectionRule rule{.temperature = 0.8, .top_k = 3, .seed = ~std::uint64_t{0}};
    CHECK(TextOf(FieldNamed("temperature"), rule) == "0.8");
    CHECK(TextOf(FieldNamed("top_k"), rule) == "3");
    CHECK(TextOf(FieldNamed("seed"), rule) == "18446744073709551615");
    CHECK(RangeText(FieldNamed("temperature")) == "from 0 to 1000000");
    CHECK(RangeText(FieldNamed("top_p")) == "above 0, up to 1");
    CHECK(FieldNamed("top_p").option() == "--top-p");
    CHECK(NameOf(RuleKind::Greedy) == "greedy");
    CHECK(NameOf(RuleKind::Sample) == "sample");
}

}  // namespace
}  // namespace decodescope
