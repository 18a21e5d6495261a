#include "core/explain/narrate.h"

#include <algorithm>
#include <cctype>
#include <string_view>

#include "core/base/number.h"
#include "core/engine/cutoffs.h"
#include "core/explain/stage_sentence.h"
#include "core/model/tensor_table.h"
#include "core/run/first_odd_number.h"

namespace decodescope {
namespace {

// --- Selecting ----------------------------------------------------------------------------------

// What a limit that cut between equals did.
std::string SayTies(const Recording& recording, const Pass& pass) {
    std::string text;
    for (const Cutoff& limit : CutoffsOf(recording.recipe().rule, LogitsOf(recording, pass))) {
        if (limit.is_tie) text += " A tie where " + limit.name + " cuts: the lower ID stays.";
    }
    return text;
}

std::string HowSelected(const Recording& recording, const Pass& pass) {
    const Selection& selection = *pass.selection;
    const std::string token = QuotedToken(recording, selection.id);
    if (selection.by_hand) {
        const std::string instead =
            selection.instead_of
                ? "instead of the rule's " + QuotedToken(recording, *selection.instead_of)
                : "where the rule can select nothing";
        return token + " is taken by hand, " + instead + ".";
    }
    if (selection.drawn) {
        const Numbers finals =
            recording.Row(TensorId::ProbabilitiesAfterRule, 0, 0, pass.last_position());
        return "The rule keeps " + std::to_string(KeptCandidates(recording, pass)) + " of " +
               CountText(finals.size(), "token") + "; the random number " +
               FormatFixed(*selection.drawn, 3) + " falls in the interval of " + token +
               ", whose probability is " + FormatFixed(finals[selection.id], 3) + "." +
               SayTies(recording, pass);
    }
    const bool is_cold = recording.recipe().rule.kind == RuleKind::Sample;
    const std::string greedy = is_cold ? "At temperature 0 the rule" : "Greedy";
    if (selection.tied.size() > 1) {
        return ListTokens(recording, selection.tied) + " share the largest logit, a tie. " +
               greedy + " takes the lowest ID among them: " + token + ".";
    }
    return greedy + " takes the largest probability: " + token + ".";
}

// What is true of the token just selected, and what will become of it.
std::string WhatFollows(const Recording& recording, const Pass& pass) {
    const bool is_last = pass.index + 1 == recording.pass_count();
    if (!is_last || recording.finish_reason() == FinishReason::None) {
        return "It is only an ID now; its K and V come in the next pass.";
    }
    return "It stays only an ID, without K and V, because no pass follows. " +
           Describe(recording.finish_reason(), recording.recipe());
}

// " It begins with E[1,0], the token embedding of B: NaN."
std::string WhereItBegan(const Recording& recording, const Pass& pass) {
    const std::optional<Cell> odd = FirstOddNumber(recording, pass.index);
    if (!odd) return "";
    const TensorInfo& info = InfoOf(odd->tensor);
    const std::string of = info.rows == Axis::Vocabulary ? " of " + QuotedToken(recording, odd->row)
                           : info.rows == Axis::Position ? " of " + TokenAt(recording, odd->row)
                                                         : "";
    return " It begins with " + SymbolOf(recording.config(), *odd) + ", in the " +
           std::string(info.title) + of + ": " + FormatFixed(recording.At(*odd), 3) + ".";
}

std::string SelectSentence(const Recording& recording, const Pass& pass) {
    if (!pass.selection) {
        return Describe(FinishReason::NotSelected, recording.recipe()) +
               WhereItBegan(recording, pass);
    }
    return HowSelected(recording, pass) + " " + WhatFollows(recording, pass);
}

std::string StartSentence(const Recording& recording) {
    const int count = recording.prompt_length();
    return "The prompt is " + CountText(count, "token") + ": " +
           ListTokens(recording, recording.prompt()) + ". So far " +
           (count == 1 ? "it is only an ID" : "they are only IDs") +
           "; nothing is computed yet and the KV cache is empty. Press → to begin the prefill.";
}

bool IsBare(const std::string& piece) {
    return piece.size() == 1 && std::isalnum(static_cast<unsigned char>(piece[0])) != 0;
}

}  // namespace

// --- Names --------------------------------------------------------------------------------------

const std::string& TokenText(const Recording& recording, TokenId id) {
    return recording.token_texts().At(id);
}

std::string QuotedToken(const Recording& recording, TokenId id) {
    const std::vector<std::string>& pieces = recording.model().tokenizer.pieces;
    const std::string& text = TokenText(recording, id);
    return std::all_of(pieces.begin(), pieces.end(), IsBare) ? text : "\"" + text + "\"";
}

std::string TokenAt(const Recording& recording, int position) {
    return QuotedToken(recording, recording.ids().at(static_cast<size_t>(position))) + " at " +
           std::to_string(position);
}

std::string TokenWithPosition(const Recording& recording, int position) {
    const bool is_known = position < static_cast<int>(recording.ids().size());
    if (!is_known) return "row " + std::to_string(position);
    return TokenText(recording, recording.ids()[static_cast<size_t>(position)]) + " " +
           std::to_string(position);
}

std::string ListTokens(const Recording& recording, const std::vector<TokenId>& ids) {
    constexpr size_t kLongest = 4;
    const size_t named = ids.size() <= kLongest ? ids.size() : kLongest - 1;
    std::string list;
    for (size_t i = 0; i < named; ++i) {
        if (i > 0) list += (i + 1 == ids.size()) ? " and " : ", ";
        list += QuotedToken(recording, ids[i]);
    }
    if (named < ids.size()) list += " and " + std::to_string(ids.size() - named) + " more";
    return list;
}

std::string PassTitle(const Pass& pass) {
    return pass.kind == PassKind::Prefill ? "Prefill" : "Decode pass " + std::to_string(pass.index);
}

std::string PassSubtitle(const Recording& recording, const Pass& pass) {
    const size_t count = pass.tokens.size();
    const std::string last = TokenAt(recording, pass.last_position());
    if (pass.kind == PassKind::Decode) return "one new position: " + last;
    if (count == 1) return "the only prompt position: " + last;
    if (count == 2) return "both prompt positions at once";
    return "all " + std::to_string(count) + " prompt positions at once";
}

std::string StepTitle(const Recording& recording, Playhead playhead) {
    if (playhead.step < 0) return "Before the prefill";
    const StageStep step = recording.steps().at(static_cast<size_t>(playhead.step));
    std::string title(InfoOf(step.stage).title);
    title[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(title[0])));
    const bool needs_layer = InfoOf(step.stage).per_layer && recording.config().layers > 1;
    return needs_layer ? title + ", layer " + std::to_string(step.layer) : title;
}

// --- Sentences ----------------------------------------------------------------------------------

std::string StepSentence(const Recording& recording, Playhead playhead) {
    if (playhead.step < 0) return StartSentence(recording);
    const Pass& pass = recording.pass(playhead.pass);
    const StageStep step = recording.steps().at(static_cast<size_t>(playhead.step));
    if (step.stage == Stage::Select) return SelectSentence(recording, pass);
    return StageSentence(recording, pass, step);
}

std::string TraySentence(const Recording& recording, Playhead playhead) {
    if (const std::optional<SequenceToken> token = WaitingAt(recording, playhead)) {
        return TokenAt(recording, token->position) + " is waiting: it is ID " +
               std::to_string(token->id) + ", with no K and no V yet";
    }
    if (playhead.step < 0 || recording.pass_count() == 0) {
        return "nothing is waiting: no token has been selected yet";
    }
    const Pass& pass = recording.pass(playhead.pass);
    if (playhead.step + 1 == recording.step_count() && !pass.selection) {
        return "nothing is waiting: no token could be selected";
    }
    return pass.kind == PassKind::Prefill
               ? "nothing is waiting: no token has been selected yet"
               : "nothing is waiting: the last token selected is in this pass";
}

}  // namespace decodescope
