#include "app/widgets/lossless_edit.h"

#include <algorithm>
#include <vector>

#include "app/look/imgui_compat.h"

namespace decodescope {
namespace {

using Pieces = std::vector<TypedPiece>;

bool LookAlike(const TypedPiece& a, const TypedPiece& b) { return a.shown == b.shown; }

std::string BytesOf(Pieces::const_iterator from, Pieces::const_iterator to) {
    std::string bytes;
    for (; from != to; ++from) bytes += from->bytes;
    return bytes;
}

// One edit replaces a part in the middle; `kept_before` and `kept_after` pieces at the ends stay.
std::string Spliced(const Pieces& before, const Pieces& edited, size_t kept_before,
                    size_t kept_after) {
    const auto at = [](const Pieces& pieces, size_t i) {
        return pieces.begin() + static_cast<std::ptrdiff_t>(i);
    };
    return BytesOf(before.begin(), at(before, kept_before)) +
           BytesOf(at(edited, kept_before), at(edited, edited.size() - kept_after)) +
           BytesOf(at(before, before.size() - kept_after), before.end());
}

}  // namespace

std::optional<std::string> AfterEdit(std::string_view before, std::string_view edited) {
    const Pieces old_pieces = TypedPiecesOf(before), new_pieces = TypedPiecesOf(edited);
    const size_t shorter = std::min(old_pieces.size(), new_pieces.size());
    size_t first = 0, last = 0;  // how many pieces at the beginning and at the end look the same
    while (first < shorter && LookAlike(old_pieces[first], new_pieces[first])) ++first;
    while (last < shorter && LookAlike(old_pieces[old_pieces.size() - 1 - last],
                                       new_pieces[new_pieces.size() - 1 - last]))
        ++last;
    // Of several equal letters it does not matter which was deleted; of several U+FFFD it does.
    std::string text = Spliced(old_pieces, new_pieces, first, std::min(last, shorter - first));
    if (text != Spliced(old_pieces, new_pieces, std::min(first, shorter - last), last))
        return std::nullopt;
    for (size_t i = first; i + std::min(last, shorter - first) < new_pieces.size(); ++i) {
        if (new_pieces[i].is_destroyed()) return std::nullopt;
    }
    const size_t seen = std::min(before.find('\0'), before.size());  // a field ends there
    const bool is_other_text = first + last == 0;
    return is_other_text ? text : text + std::string(before.substr(seen));
}

}  // namespace decodescope
