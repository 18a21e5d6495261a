#include "core/explain/transcript.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string_view>
#include <vector>

#include "core/base/number.h"
#include "core/explain/narrate.h"

namespace decodescope {
namespace {

constexpr int kDecimals = 3;
constexpr int kLongestRow = 16;  // numbers of a row that are all read out
constexpr int kLongestList = 8;  // cached rows, or candidates, that are all named
constexpr int kNamedOfMany = 5;  // how many are named where there are more

std::string Spoken(double number) { return FormatFixed(number, kDecimals); }

// --- Rows of numbers ----------------------------------------------------------------------------

// "1.000, 0.000", or for a long row where its smallest and largest number are.
std::string SayNumbers(const Numbers& row) {
    std::string text;
    if (row.size() <= kLongestRow) {
        for (int i = 0; i < row.size(); ++i) text += (i > 0 ? ", " : "") + Spoken(row[i]);
        return text;
    }
    int smallest = -1, largest = -1, not_numbers = 0;
    for (int i = 0; i < row.size(); ++i) {
        if (std::isnan(row[i])) {
            ++not_numbers;
            continue;
        }
        if (smallest < 0 || row[i] < row[smallest]) smallest = i;
        if (largest < 0 || row[i] > row[largest]) largest = i;
    }
    text = std::to_string(row.size()) + " numbers";
    if (not_numbers > 0) text += ", " + std::to_string(not_numbers) + " of them NaN";
    if (smallest < 0) return text;
    return text + ", from " + Spoken(row[smallest]) + " at column " + std::to_string(smallest) +
           " to " + Spoken(row[largest]) + " at column " + std::to_string(largest);
}

// Indices of a row, largest number first; equals by index, NaN last.
std::vector<int> LargestFirst(const Numbers& row) {
    std::vector<int> order(static_cast<size_t>(row.size()));
    std::iota(order.begin(), order.end(), 0);
    std::ranges::stable_sort(order, [&row](int a, int b) {
        if (std::isnan(row[a]) || std::isnan(row[b]))
            return !std::isnan(row[a]) && std::isnan(row[b]);
        return row[a] > row[b];
    });
    return order;
}

// What the columns of a row are, where they have names: cached rows, or tokens.
std::string ColumnName(const Recording& recording, Axis columns, int column) {
    return columns == Axis::Vocabulary ? QuotedToken(recording, column)
                                       : TokenAt(recording, column);
}

// "0.330 for A at 0, 0.670 for B at 1"; of a long row the largest, and what the others come to.
std::string SayNamed(const Recording& recording, const TensorInfo& info, const Numbers& row) {
    const bool is_long = row.size() > kLongestList;
    std::vector<int> order = LargestFirst(row);
    if (is_long) {
        order.resize(kNamedOfMany);
    } else {
        std::ranges::sort(order);
    }
    std::string text = is_long ? "the largest are " : "";
    double named_sum = 0;
    for (size_t i = 0; i < order.size(); ++i) {
        named_sum += row[order[i]];
        text += (i > 0 ? ", " : "") + Spoken(row[order[i]]) + " for " +
                ColumnName(recording, info.columns, order[i]);
    }
    if (!is_long) return text;
    const std::string others = "; " + std::to_string(row.size() - kNamedOfMany) + " others";
    const bool is_share = info.tensor != TensorId::Scores && info.tensor != TensorId::Logits;
    if (!is_share) return text + others + " are not larger";
    return text + others + " have " + Spoken(std::max(0.0, 1.0 - named_sum)) + " together";
}

// "  q, query of A at 2, head 0: 1.000, 0.000."
std::string RowLine(const Recording& recording, const Cell& row) {
    const TensorInfo& info = InfoOf(row.tensor);
    const bool has_heads = HeadCount(recording.config(), row.tensor) > 1;
    return "  " + std::string(info.symbol) + ", " + std::string(info.title) + " of " +
           TokenAt(recording, row.row) +
           (has_heads ? ", head " + std::to_string(row.head) : std::string()) + ": " +
           SayRow(recording, row) + ".\n";
}

// All rows of one value that a pass computed in one layer.
std::string ValueLines(const Recording& recording, const Pass& pass, TensorId tensor, int layer) {
    std::string lines;
    for (int position = pass.first_position; position <= pass.last_position(); ++position) {
        for (int head = 0; head < HeadCount(recording.config(), tensor); ++head) {
            const Cell row{.tensor = tensor, .layer = layer, .head = head, .row = position};
            if (recording.Has(row)) lines += RowLine(recording, row);
        }
    }
    return lines;
}

// --- Passes -------------------------------------------------------------------------------------

std::string CandidateLines(const Recording& recording, const Pass& pass) {
    const int vocabulary = recording.config().vocabulary_size;
    std::string lines = vocabulary > kNamedOfMany
                            ? "Candidates, the " + std::to_string(kNamedOfMany) + " largest of " +
                                  std::to_string(vocabulary) + ":\n"
                            : "Candidates:\n";
    for (const Candidate& candidate : CandidatesOf(recording, pass.index, kNamedOfMany)) {
        lines += "  " + QuotedToken(recording, candidate.id) + ", ID " +
                 std::to_string(candidate.id) + ": logit " + Spoken(candidate.logit) +
                 ", probability " + Spoken(candidate.probability) + ", after the rule " +
                 Spoken(candidate.probability_after_rule) +
                 (candidate.dropped == Dropped::No ? "" : ", dropped: ") +
                 Describe(candidate.dropped) + ".\n";
    }
    return lines;
}

// "; recomputed without a cache, for 3. So far 3 against 5." and what the comparison found.
std::string RecomputedWords(const PassCheck& check) {
    const std::string so_far = ". So far " + std::to_string(check.cached_total);
    if (!check.is_checked) return so_far + ". Not recomputed without a cache.\n";
    const std::string against =
        check.recomputed_total ? " against " + std::to_string(*check.recomputed_total) : "";
    return "; recomputed without a cache, for " + std::to_string(check.recomputed_positions) +
           so_far + against +
           ".\nLargest difference between the two: " + FormatShortest(check.max_abs_difference) +
           ".\n";
}

std::string CountLines(const Recording& recording, const Pass& pass, const PassCheck& check) {
    const Playhead end{pass.index, recording.step_count() - 1};
    std::string tray = TraySentence(recording, end);
    if (!WaitingAt(recording, end)) tray[0] = 'N';  // "nothing is waiting", not a token's name
    return "Cache: " + std::to_string(pass.cache_length_before) + " before this pass, " +
           CountText(pass.cache_length_after, "position") + " after it.\n" + "Waiting: " + tray +
           ".\n" + "K and V computed in this pass: for " +
           CountText(check.cached_positions, "position") + RecomputedWords(check);
}

std::string DescribeModel(const Recording& recording) {
    const Config& config = recording.config();
    std::string text = "Model: " + PrintableUtf8(recording.model().name) + ". " +
                       CountText(config.vocabulary_size, "token") +
                       " in its vocabulary, vectors of " + CountText(config.d_model, "number") +
                       ", " + CountText(config.layers, "layer") + ", " +
                       CountText(config.query_heads, "query head") + ", " +
                       CountText(config.kv_heads, "head") + " of K and V.\n";
    const std::string note = PrintableUtf8(recording.model().note);
    return note.empty() ? text : text + "Note: " + note + "\n";
}

std::string DescribePrompt(const Recording& recording) {
    std::string text = "Prompt: " + CountText(recording.prompt_length(), "token") + ".";
    for (int position = 0; position < recording.prompt_length(); ++position) {
        const TokenId id = recording.prompt()[static_cast<size_t>(position)];
        text += std::string(position > 0 ? ";" : "") + " " + QuotedToken(recording, id) + ", ID " +
                std::to_string(id) + ", at position " + std::to_string(position);
    }
    return text + ".\n";
}

}  // namespace

std::string DescribeRule(const SelectionRule& rule) {
    if (rule.kind == RuleKind::Greedy) {
        return "greedy: the largest logit is taken, among equals the lowest ID";
    }
    std::string text = "sample:";
    for (const RuleField& field : RuleFields()) {
        if (IsDefault(field, rule) && !field.is_always_said) continue;
        text += (text.ends_with(':') ? " " : ", ") + std::string(field.title) + " " +
                TextOf(field, rule);
    }
    return text;
}

std::string SayRow(const Recording& recording, const Cell& row) {
    const TensorInfo& info = InfoOf(row.tensor);
    const Numbers numbers = recording.Row(row.tensor, row.layer, row.head, row.row);
    const bool is_named = info.columns == Axis::KeyPosition || info.columns == Axis::Vocabulary;
    return is_named ? SayNamed(recording, info, numbers) : SayNumbers(numbers);
}

std::string TranscriptOpening(const Recording& recording) {
    return DescribeModel(recording) + DescribePrompt(recording) + "Selection rule, " +
           DescribeRule(recording.recipe().rule) + ".\n" +
           "Tokens to select: " + std::to_string(recording.recipe().tokens) + ".\n";
}

std::string TranscriptOfStep(const Recording& recording, Playhead playhead) {
    const Pass& pass = recording.pass(playhead.pass);
    const StageStep step = recording.steps().at(static_cast<size_t>(playhead.step));
    std::string text = "Stage " + std::to_string(playhead.step + 1) + " of " +
                       std::to_string(recording.step_count()) + ". " +
                       StepTitle(recording, playhead) + ". " + StepSentence(recording, playhead) +
                       "\n";
    for (const TensorId tensor : TensorsOf(recording.config(), step.stage)) {
        text += ValueLines(recording, pass, tensor, step.layer);
    }
    return text;
}

std::string TranscriptOfPass(const Recording& recording, int index, const PassCheck& check,
                             TranscriptDetail detail) {
    const Pass& pass = recording.pass(index);
    std::string text = PassTitle(pass) + ": " + PassSubtitle(recording, pass) + ".\n";
    const Playhead end{index, recording.step_count() - 1};
    if (detail == TranscriptDetail::Full) {
        for (int step = 0; step <= end.step; ++step) {
            text += TranscriptOfStep(recording, {index, step}) + "\n";
        }
        text += CandidateLines(recording, pass);
    } else {
        text += CandidateLines(recording, pass) + "Select. " + StepSentence(recording, end) + "\n";
    }
    return text + CountLines(recording, pass, check);
}

std::string TranscriptClosing(const Recording& recording, const PassCheck& total) {
    const Playhead end = Last(recording);
    const int length = static_cast<int>(recording.ids().size());
    const int cached = CacheLengthAt(recording, end);
    const std::optional<SequenceToken> waiting = WaitingAt(recording, end);
    const Tokenizer& tokenizer = recording.model().tokenizer;
    const std::string text =
        PrintableUtf8(Detokenize(tokenizer, recording.config().begin_token, recording.ids()));
    return "The end. " + Describe(recording.finish_reason(), recording.recipe()) + "\n" +
           "The sequence: " + CountText(length, "token") + ", " + std::to_string(cached) +
           " in the cache, " + std::to_string(length - cached) + " waiting" +
           (waiting ? ": " + TokenAt(recording, waiting->position) + ", which is only an ID" : "") +
           ".\n" + "K and V computed in all: for " + CountText(total.cached_total, "position") +
           " with the cache" +
           (total.recomputed_total
                ? ", for " + std::to_string(*total.recomputed_total) + " without it"
                : "; not all passes were recomputed without it") +
           ".\n" + "Detokenized, which is a separate, last step: " + text + "\n";
}

}  // namespace decodescope
