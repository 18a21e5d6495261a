#include "core/run/comparison.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

namespace decodescope {
namespace {

int PositionsOf(const Recording& recording) {
    return recording.pass_count() == 0 ? 0 : recording.passes().back()->cache_length_after;
}

// IDs mean the same token in two vocabularies where its text is the same, or where the token at
// that ID has been given another name and the old text is gone.
bool IsSameToken(const Recording& before, TokenId old_id, const Recording& after, TokenId new_id) {
    const std::vector<std::string>& old_pieces = before.model().tokenizer.pieces;
    const std::vector<std::string>& new_pieces = after.model().tokenizer.pieces;
    const std::string& old_piece = old_pieces[static_cast<size_t>(old_id)];
    const std::string& new_piece = new_pieces[static_cast<size_t>(new_id)];
    if (old_piece == new_piece) return true;
    if (old_id != new_id || old_pieces.size() != new_pieces.size()) return false;
    const bool is_gone = std::ranges::find(new_pieces, old_piece) == new_pieces.end();
    const bool is_new = std::ranges::find(old_pieces, new_piece) == old_pieces.end();
    return is_gone && is_new;
}

bool HaveSamePrompt(const Recording& before, const Recording& after) {
    return std::ranges::equal(before.prompt(), after.prompt(), [&](TokenId a, TokenId b) {
        return IsSameToken(before, a, after, b);
    });
}

bool SelectsSame(const Recording& before, const Recording& after, int pass) {
    const std::optional<Selection>& a = before.pass(pass).selection;
    const std::optional<Selection>& b = after.pass(pass).selection;
    if (!a || !b) return a.has_value() == b.has_value();
    return IsSameToken(before, a->id, after, b->id);
}

}  // namespace

double AbsoluteDifference(double a, double b) {
    if (a == b || (std::isnan(a) && std::isnan(b))) return 0.0;
    const double difference = std::abs(a - b);
    return std::isnan(difference) ? std::numeric_limits<double>::infinity() : difference;
}

void Comparison::CompareRow(TensorAt at, int position) {
    for (int head = 0; head < HeadCount(one_.config(), at.tensor); ++head) {
        const Cell first{.tensor = at.tensor, .layer = at.layer, .head = head, .row = position};
        if (!one_.Has(first) || !other_.Has(first)) return;
        const Numbers a = one_.Row(at.tensor, at.layer, head, position);
        const Numbers b = other_.Row(at.tensor, at.layer, head, position);
        assert(a.size() == b.size());
        compared_ += a.size();
        for (int column = 0; column < a.size(); ++column) {
            const double difference = AbsoluteDifference(a[column], b[column]);
            if (difference <= largest_) continue;
            largest_ = difference;
            place_ = Cell{at.tensor, at.layer, head, position, column};
        }
    }
}

void Comparison::CompareEverything() {
    const int positions = std::min(PositionsOf(one_), PositionsOf(other_));
    for (int i = 0; i < kTensorCount; ++i) {
        const TensorInfo& info = InfoOf(static_cast<TensorId>(i));
        if (info.is_parameter) continue;
        for (int layer = 0; layer < (info.per_layer ? one_.config().layers : 1); ++layer) {
            for (int position = 0; position < positions; ++position) {
                CompareRow({info.tensor, layer}, position);
            }
        }
    }
}

bool Differs(const Recording& before, const Recording& after, const Cell& cell) {
    return before.Has(cell) && after.Has(cell) &&
           AbsoluteDifference(before.At(cell), after.At(cell)) != 0.0;
}

std::optional<int> FirstFlippedPass(const Recording& before, const Recording& after) {
    if (&before == &after || !HaveSamePrompt(before, after)) return std::nullopt;
    const int both = std::min(before.pass_count(), after.pass_count());
    for (int pass = 0; pass < both; ++pass) {
        if (!SelectsSame(before, after, pass)) return pass;
    }
    return std::nullopt;
}

}  // namespace decodescope
