#include "core/toml/suggestion.h"

#include <algorithm>
#include <vector>

namespace decodescope {
namespace {

// How many letters to insert, delete, change or swap with their neighbour to turn a into b.
size_t EditDistance(std::string_view a, std::string_view b) {
    // [i][j]: between the first i letters of a and the first j of b
    std::vector<std::vector<size_t>> distance(a.size() + 1, std::vector<size_t>(b.size() + 1));
    for (size_t i = 0; i <= a.size(); ++i) {
        for (size_t j = 0; j <= b.size(); ++j) {
            size_t& least = distance[i][j];
            least = i + j;
            if (i == 0 || j == 0) continue;
            const size_t change = a[i - 1] == b[j - 1] ? 0 : 1;
            least = std::min(
                {distance[i - 1][j] + 1, distance[i][j - 1] + 1, distance[i - 1][j - 1] + change});
            const bool is_swap = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
            if (is_swap) least = std::min(least, distance[i - 2][j - 2] + 1);
        }
    }
    return distance[a.size()][b.size()];
}

}  // namespace

std::string Suggest(std::string_view word, std::span<const std::string_view> words) {
    constexpr size_t kLongestWord = 64;  // a longer word is not a typing error
    const auto nearest = std::min_element(words.begin(), words.end(), [&](auto a, auto b) {
        return EditDistance(word.substr(0, kLongestWord), a) <
               EditDistance(word.substr(0, kLongestWord), b);
    });
    if (nearest != words.end() && word.size() <= kLongestWord &&
        EditDistance(word, *nearest) <= std::max<size_t>(1, nearest->size() / 3)) {
        return "did you mean '" + std::string(*nearest) + "'?";
    }
    std::string list = "it must be one of";
    for (const std::string_view known : words) {
        list += (known == words.front() ? " '" : ", '") + std::string(known) + "'";
    }
    return list;
}

}  // namespace decodescope
