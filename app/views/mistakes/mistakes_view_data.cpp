#include "app/views/mistakes/mistakes_view_data.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "core/base/number.h"
#include "core/mistakes/violation_text.h"

namespace decodescope {
namespace {

// The pass that is shown, and what it belongs to.
struct Shown {
    const BrokenRun& run;
    const BrokenSequence& sequence;
    const BrokenPass& pass;
    const TokenTexts& texts;
    int layer, head;

    const Trace& trace() const { return *pass.correct.trace; }
    int positions() const { return sequence.PositionsAfter(pass.index); }
    const std::string& Text(TokenId id) const { return texts.At(id); }
};

bool Differ(double a, double b) {
    if (a == b || (std::isnan(a) && std::isnan(b))) return false;
    constexpr double kRounding = 1e-5;
    return !(std::abs(a - b) <= kRounding * std::max(1.0, std::abs(b)));
}

MistakeCell Compared(std::string head, double broken, double correct) {
    return {std::move(head), broken, correct, Differ(broken, correct)};
}

// A token as a sentence names it.
std::string Named(const Shown& at, const PlainRow& row) {
    return '"' + at.Text(row.token) + "\" at " + std::to_string(row.place);
}

// --- The cache

// Whether an entry is the token at its place, with the K and V that a fresh computation gives.
bool IsRight(const Shown& at, const CacheEntry& entry) {
    const auto place = static_cast<size_t>(entry.place);
    if (entry.token != at.sequence.ids[place]) return false;
    const TensorId key = CachedKSource(at.run.config());
    for (int layer = 0; layer < at.run.config().layers; ++layer) {
        const Numbers k = at.trace().Row(key, layer, entry.place);
        const Numbers v = at.trace().Row(TensorId::V, layer, entry.place);
        for (int i = 0; i < k.size(); ++i) {
            const auto l = static_cast<size_t>(layer), column = static_cast<size_t>(i);
            if (Differ(entry.k[l][column], k[i]) || Differ(entry.v[l][column], v[i])) return false;
        }
    }
    return true;
}

MistakeChip ChipOf(const Shown& at, TokenId id, int place) {
    const bool is_prompt = place < std::ssize(at.sequence.prompt);
    return {.token = at.Text(id), .index = std::to_string(place), .is_prompt = is_prompt};
}

std::vector<MistakeChip> CacheChips(const Shown& at) {
    std::vector<MistakeChip> chips;
    std::set<int> places;
    for (const CacheEntry& entry : at.pass.cache) {
        MistakeChip chip = ChipOf(at, entry.token, entry.place);
        chip.is_padding = entry.is_padding();
        if (chip.is_padding) {
            chip.token = "pad";
            chip.index.clear();
        } else {
            const bool is_ahead = entry.place >= at.positions();
            const bool is_again = !places.insert(entry.place).second;
            chip.is_wrong = is_ahead || is_again || !IsRight(at, entry);
        }
        chips.push_back(std::move(chip));
    }
    return chips;
}

std::vector<MistakeChip> SoundChips(const Shown& at) {
    std::vector<MistakeChip> chips;
    for (int place = 0; place < at.positions(); ++place) {
        chips.push_back(ChipOf(at, at.sequence.ids[static_cast<size_t>(place)], place));
    }
    return chips;
}

// --- Weights

// The row whose weights tell most: the first one that attends to what it should not, or does not
// attend to what it should; otherwise the last.
const PlainRow& TellingRow(const Shown& at) {
    const auto sees_rightly = [&at](const PlainRow& row) {
        if (row.is_padding()) return true;
        int next = 0;
        for (const int entry : row.heads[0][0].seen) {
            if (at.pass.cache[static_cast<size_t>(entry)].place != next++) return false;
        }
        return next == row.place + 1;
    };
    if (sees_rightly(at.pass.last_row())) {
        const auto found = std::ranges::find_if_not(at.pass.rows, sees_rightly);
        if (found != at.pass.rows.end()) return *found;
    }
    return at.pass.last_row();
}

// Each place may be attended to once; a second entry for it should not be there.
MistakeTable WeightsTable(const Shown& at) {
    const PlainRow& row = TellingRow(at);
    const HeadAttention& attention =
        row.heads[static_cast<size_t>(at.layer)][static_cast<size_t>(at.head)];
    const Numbers correct =
        at.trace().Row(TensorId::AttentionWeights, at.layer, row.place, at.head);
    MistakeTable table;
    table.title = "weights of " + Named(at, row);
    const Config& config = at.run.config();
    if (config.layers > 1) table.title += ", layer " + std::to_string(at.layer);
    if (config.query_heads > 1) table.title += ", head " + std::to_string(at.head);
    std::set<int> places;
    for (int entry = 0; entry < std::ssize(at.pass.cache); ++entry) {
        const CacheEntry& cached = at.pass.cache[static_cast<size_t>(entry)];
        const auto seen = std::ranges::find(attention.seen, entry);
        MistakeCell cell{.head = cached.is_padding()
                                     ? "pad"
                                     : at.Text(cached.token) + " " + std::to_string(cached.place)};
        if (seen != attention.seen.end())
            cell.broken = attention.weights[static_cast<size_t>(seen - attention.seen.begin())];
        const bool is_due =
            !cached.is_padding() && cached.place <= row.place && places.insert(cached.place).second;
        if (is_due) cell.correct = correct[cached.place];
        if (!cell.broken && !cell.correct) continue;
        cell.differs = !cell.broken || !cell.correct || Differ(*cell.broken, *cell.correct);
        table.cells.push_back(std::move(cell));
    }
    // Of too many, the last ones are kept: those nearest to the row itself.
    const size_t more = table.cells.size() - std::min(table.cells.size(), kMostMistakeCells);
    table.left_out = static_cast<int>(more);
    table.keeps_last = true;
    table.cells.erase(table.cells.begin(), table.cells.begin() + static_cast<std::ptrdiff_t>(more));
    return table;
}

// --- Hidden and logits

MistakeTable HiddenTable(const Shown& at) {
    const TensorAt hidden = FinalHidden(at.run.config());
    const PlainRow& row = at.pass.last_row();
    const Numbers correct = at.trace().Row(hidden.tensor, hidden.layer, row.place);
    MistakeTable table{.title = "hidden of " + Named(at, row), .cells = {}};
    for (int i = 0; i < correct.size(); ++i) {
        if (table.cells.size() == kMostMistakeCells) break;
        table.cells.push_back(
            Compared(std::to_string(i), row.hidden[static_cast<size_t>(i)], correct[i]));
    }
    table.left_out = correct.size() - static_cast<int>(table.cells.size());
    return table;
}

// The tokens with the largest logits in either decoder, or all of them by ID.
MistakeTable LogitsTable(const Shown& at) {
    const Row& broken = at.pass.logits;
    const Row& correct = at.pass.correct.logits;
    std::vector<TokenId> ids(correct.size());
    for (size_t i = 0; i < ids.size(); ++i) ids[i] = static_cast<TokenId>(i);
    if (ids.size() > kMostMistakeCells) {
        const auto larger_of = [&](TokenId id) {
            return std::max(broken[static_cast<size_t>(id)], correct[static_cast<size_t>(id)]);
        };
        std::ranges::stable_sort(ids,
                                 [&](TokenId a, TokenId b) { return larger_of(a) > larger_of(b); });
        ids.resize(kMostMistakeCells);
    }
    MistakeTable table{.title = "logits", .cells = {}};
    for (const TokenId id : ids) {
        const auto i = static_cast<size_t>(id);
        table.cells.push_back(Compared(at.Text(id), broken[i], correct[i]));
    }
    table.left_out = static_cast<int>(correct.size() - ids.size());
    return table;
}

MistakeSelected SelectedOf(const Shown& at) {
    const auto text = [&at](const std::optional<Selection>& selection) {
        return selection ? at.Text(selection->id) : std::string("none");
    };
    MistakeSelected selected{text(at.pass.selection), text(at.pass.correct.selection)};
    selected.differs = selected.broken != selected.correct;
    return selected;
}

// --- Checks

std::string ViolationText(const JudgedRun& judged, const InvariantCheck& check,
                          const NumberFormat& format) {
    const Violation& violation = check.violations.front();
    const double rounds_away = std::pow(10.0, -format.decimals) / 2;
    const auto number = [&](double value) {
        const bool is_lost = value != 0 && std::abs(value) < rounds_away;
        return is_lost ? FormatExact(value, format) : FormatNumber(value, format);
    };
    std::string text =
        PlaceText(judged.run, violation) + ": " + AmountText(check.invariant, violation, number);
    if (!violation.detail.empty()) text += ", " + violation.detail;
    return text;
}

InvariantLine LineOf(const JudgedRun& judged, const InvariantCheck& check, int pass,
                     const NumberFormat& format) {
    InvariantLine line{.invariant = check.invariant, .applies = check.applies, .first = {}};
    if (check.holds()) return line;
    line.is_broken = check.violations.front().pass <= pass;
    line.is_now = ViolationIn(check, pass) != nullptr;
    line.first = ViolationText(judged, check, format);
    return line;
}

std::string Subtitle(const Shown& at) {
    if (at.pass.index == 0)
        return "prefill of " + CountText(std::ssize(at.sequence.prompt), "token");
    return "decode pass of " + Named(at, at.pass.last_row());
}

}  // namespace

MistakesViewData BuildMistakesViewData(const JudgedRun& judged, const MistakesQuery& query) {
    const BrokenRun& run = judged.run;
    const int row = std::clamp(query.row, 0, static_cast<int>(run.sequences.size()) - 1);
    const BrokenSequence& sequence = run.sequence(row);
    const int pass = std::clamp(query.pass, 0, static_cast<int>(sequence.passes.size()) - 1);
    const Shown at{run,
                   sequence,
                   sequence.passes[static_cast<size_t>(pass)],
                   *judged.texts,
                   std::clamp(query.layer, 0, run.config().layers - 1),
                   std::clamp(query.head, 0, run.config().query_heads - 1)};
    MistakesViewData data{.pass = pass,
                          .passes = static_cast<int>(sequence.passes.size()),
                          .row = row,
                          .rows = static_cast<int>(run.sequences.size()),
                          .subtitle = Subtitle(at),
                          .cache = CacheChips(at),
                          .should_be = SoundChips(at),
                          .weights = WeightsTable(at),
                          .hidden = HiddenTable(at),
                          .logits = LogitsTable(at),
                          .selected = SelectedOf(at),
                          .invariants = {}};
    for (const InvariantCheck& check : judged.checks) {
        data.invariants.push_back(LineOf(judged, check, pass, query.format));
        if (!check.holds()) ++data.broken;
    }
    return data;
}

}  // namespace decodescope
