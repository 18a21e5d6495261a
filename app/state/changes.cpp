#include "app/state/changes.h"

#include <algorithm>
#include <cmath>

#include "core/explain/narrate.h"

namespace decodescope {
namespace {

bool IsSameNumber(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }

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

std::string SelectedText(const Recording& recording, int pass) {
    const std::optional<Selection>& selection = recording.pass(pass).selection;
    return selection ? QuotedToken(recording, selection->id) : "";
}

}  // namespace

bool Differs(const Recording& before, const Recording& after, const Cell& cell) {
    return before.Has(cell) && after.Has(cell) && !IsSameNumber(before.At(cell), after.At(cell));
}

std::optional<double> NumberBefore(const AppState& state, const Cell& cell) {
    if (!state.last_edit || !Differs(*state.last_edit->before, *state.recording, cell)) {
        return std::nullopt;
    }
    return state.last_edit->before->At(cell);
}

std::optional<Flip> FirstFlip(const Recording& before, const Recording& after) {
    if (&before == &after || !HaveSamePrompt(before, after)) return std::nullopt;
    const int both = std::min(before.pass_count(), after.pass_count());
    for (int pass = 0; pass < both; ++pass) {
        if (SelectsSame(before, after, pass)) continue;
        return Flip{pass, SelectedText(before, pass), SelectedText(after, pass)};
    }
    return std::nullopt;
}

std::optional<Flip> FlipOf(const AppState& state) {
    if (!state.last_edit) return std::nullopt;
    return FirstFlip(*state.last_edit->before, *state.recording);
}

std::string Describe(const Flip& flip) {
    const auto named = [](const std::string& token) {
        return token.empty() ? std::string("nothing") : token;
    };
    const std::string pass = flip.pass == 0 ? "The prefill" : "Pass " + std::to_string(flip.pass);
    return pass + " now selects " + named(flip.after) + " instead of " + named(flip.before) +
           "; from there the sequence differs.";
}

const Recording* MarkedAgainst(const AppState& state) {
    return state.last_edit && state.last_edit->is_marked ? state.last_edit->before.get() : nullptr;
}

}  // namespace decodescope
