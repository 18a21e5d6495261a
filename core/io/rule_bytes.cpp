#include "core/io/rule_bytes.h"

#include <algorithm>
#include <type_traits>

#include "core/base/bytes.h"

namespace decodescope {
namespace {

constexpr std::string_view kFirstKeys[] = {"temperature", "top_k", "top_p", "min_p", "seed"};

void AppendNumber(std::string& bytes, const SelectionRule& rule, const RuleField& field) {
    WithNumber(field, rule, [&](auto number, const auto&) { AppendBytes(bytes, number); });
}

void ReadNumber(ByteReader& from, SelectionRule& rule, const RuleField& field) {
    WithNumber(field, rule, [&](auto& number, const auto&) {
        number = from.Number<std::remove_reference_t<decltype(number)>>();
    });
}

}  // namespace

void AppendRule(std::string& bytes, const SelectionRule& rule) {
    AppendBytes(bytes, static_cast<std::int32_t>(rule.kind));
    for (const std::string_view key : kFirstKeys) AppendNumber(bytes, rule, *RuleFieldNamed(key));
}

SelectionRule ReadRule(ByteReader& from) {
    SelectionRule rule;
    rule.kind = static_cast<RuleKind>(from.Choice(static_cast<int>(RuleKindNames().size()) - 1));
    for (const std::string_view key : kFirstKeys) ReadNumber(from, rule, *RuleFieldNamed(key));
    return rule;
}

void AppendLaterFields(std::string& bytes, const SelectionRule& rule,
                       std::span<const RuleField> fields) {
    for (const RuleField& field : fields) {
        const bool is_first = std::ranges::find(kFirstKeys, field.key) != std::end(kFirstKeys);
        if (is_first || IsDefault(field, rule)) continue;
        AppendBytes(bytes, static_cast<std::uint32_t>(field.key.size()));
        bytes += field.key;
        AppendNumber(bytes, rule, field);
    }
}

void ReadLaterFields(ByteReader& from, SelectionRule& rule, std::span<const RuleField> fields) {
    while (from.left() > 0) {
        const std::string_view key = from.Take(from.Count(1));
        const auto field = std::ranges::find(fields, key, &RuleField::key);
        if (field == fields.end())
            throw from.Damaged("has a rule with a parameter that this program does not know");
        ReadNumber(from, rule, *field);
    }
}

}  // namespace decodescope
