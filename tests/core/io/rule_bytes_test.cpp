#include "core/io/rule_bytes.h"

#include "core/base/error.h"
#include "tests/support/catch.h"

namespace decodescope {
namespace {

// What another program would have in its table: a parameter that version 1 does not have.
std::vector<RuleField> WithOneMore() {
    std::vector<RuleField> fields(RuleFields().begin(), RuleFields().end());
    fields.push_back({.key = "typical_p",
                      .title = "typical-p",
                      .argument = "P",
                      .help = "",
                      .range = RuleRange<double>{&SelectionRule::min_p, 0, 1}});
    return fields;
}

TEST_CASE("A rule is five numbers at fixed places") {
    const SelectionRule rule{.kind = RuleKind::Sample,
                             .temperature = 0.5,
                             .top_k = 3,
                             .top_p = 0.9,
                             .min_p = 0.1,
                             .seed = ~std::uint64_t{0}};
    std::string bytes;
    AppendRule(bytes, rule);
    AppendLaterFields(bytes, rule);
    CHECK(bytes.size() == 4 + 8 + 4 + 8 + 8 + 8);
    ByteReader from(bytes, "the section RECP", "cache");
    CHECK(ReadRule(from) == rule);
    CHECK(from.left() == 0);
}

TEST_CASE("A parameter added later follows with its key, unless it is at its default") {
    const std::vector<RuleField> fields = WithOneMore();
    std::string bytes;
    AppendLaterFields(bytes, {}, fields);
    CHECK(bytes.empty());

    AppendLaterFields(bytes, {.min_p = 0.25}, fields);
    CHECK(bytes.size() == 4 + std::string_view("typical_p").size() + 8);
    SelectionRule rule;
    ByteReader from(bytes, "the section RECP", "cache");
    ReadLaterFields(from, rule, fields);
    CHECK(rule.min_p == 0.25);

    ByteReader again(bytes, "the section RECP", "cache");
    CHECK_THROWS_AS(ReadLaterFields(again, rule), Error);
    ByteReader cut_off(std::string_view(bytes).substr(0, bytes.size() - 1), "it", "cache");
    CHECK_THROWS_AS(ReadLaterFields(cut_off, rule, fields), Error);
}

}  // namespace
}  // namespace decodescope
