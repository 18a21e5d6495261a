// A selection rule in a cache file. What version 1 has is at fixed places; a parameter that was
// added later follows with its key at the end of the section, and only where it is not at its
// default, so that files without it stay as they were.
#pragma once

#include <span>
#include <string>

#include "core/engine/selection_rule.h"
#include "core/io/byte_reader.h"

namespace decodescope {

// i32 kind, f64 temperature, i32 top-k, f64 top-p, f64 min-p, u64 seed.
void AppendRule(std::string& bytes, const SelectionRule& rule);
SelectionRule ReadRule(ByteReader& from);

// For each of the other fields: u32 length and letters of its key, then its number. Reading takes
// all that is left; it throws Error for a key that this program does not know.
void AppendLaterFields(std::string& bytes, const SelectionRule& rule,
                       std::span<const RuleField> fields = RuleFields());
void ReadLaterFields(ByteReader& from, SelectionRule& rule,
                     std::span<const RuleField> fields = RuleFields());

}  // namespace decodescope
