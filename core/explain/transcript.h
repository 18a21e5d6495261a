// A recording in words and numbers, made to be read aloud: what a screen reader says, and what the
// command line prints as text. Every token is named with its position, every count is said.
//
//   opening        the model, what a person should know about it, the prompt, the rule
//   for each pass  what it processes; each stage, a sentence and its numbers; the counts; who waits
//   closing        why it stopped, the sequence, the counts in total, the text
//
// Each part ends with a line break. Numbers have three decimals; long rows are described by their
// extremes, and say so.
#pragma once

#include <string>

#include "core/run/check.h"
#include "core/run/playhead.h"
#include "core/run/recording.h"

namespace decodescope {

enum class TranscriptDetail {
    Summary,  // counts, candidates and the selection
    Full,     // every stage with its numbers
};

// Words for a rule: "greedy: the largest logit is taken, among equals the lowest ID".
std::string DescribeRule(const SelectionRule& rule);

// The numbers of one row (its column is not used), those of scores and candidates by name: "0.330
// for A at 0, 0.670 for B at 1". Long rows by their largest, or by their extremes.
std::string SayRow(const Recording& recording, const Cell& row);

// The model, its note, the prompt token by token, the rule, how many tokens are to be selected.
std::string TranscriptOpening(const Recording& recording);

// One step: its number and title, its sentence, and a line for each row of numbers it computed.
// The playhead must name a step of a recorded pass whose trace kept everything.
std::string TranscriptOfStep(const Recording& recording, Playhead playhead);

// A whole pass. `check` is its recomputation without a cache, whose totals are filled in.
std::string TranscriptOfPass(const Recording& recording, int index, const PassCheck& check,
                             TranscriptDetail detail);

// `total` is the check of the last pass, whose totals are those of the run.
std::string TranscriptClosing(const Recording& recording, const PassCheck& total);

}  // namespace decodescope
