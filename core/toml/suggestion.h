// What was probably meant by an unknown word.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace decodescope {

// "did you mean 'norm'?" where a word is similar enough to one of `words`, else all of them.
std::string Suggest(std::string_view word, std::span<const std::string_view> words);

}  // namespace decodescope
