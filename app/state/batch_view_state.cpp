#include "app/state/batch_view_state.h"

#include <algorithm>
#include <array>
#include <span>

#include "app/work/recorder.h"
#include "core/base/error.h"

namespace decodescope {
namespace {

constexpr int kUsualTokens = 8, kUsualRows = 4;
constexpr double kToyWork = 4e6;  // some milliseconds, without an optimiser

// Rows to begin with, by what models can read; the first set whose every prompt can be read is
// taken. Three slots for four rows: the last one waits for one.
using Rows = std::array<BatchRequest, kUsualRows>;
const Rows kDrinks{{{"Today I drink tea with", 8, 0},
                    {"Yesterday I drank water", 8, 0},
                    {"She", 9, 0},
                    {"Tomorrow we eat soup with", 8, 2}}};
const Rows kStories{{{"Once upon a time", 12, 0},
                     {"The little dog", 6, 0},
                     {"Lily and Tom went to the park to", 10, 0},
                     {"One day", 8, 2}}};
const Rows kLetters{{{"A B", 4, 0}, {"C", 6, 0}, {"B C A", 3, 0}, {"A C B A", 3, 1}}};

bool CanRead(const Model& model, const std::string& prompt) {
    try {
        Encode(model.tokenizer, model.config.begin_token, prompt);
        return true;
    } catch (const Error&) {
        return false;
    }
}

// The recipe's prompt, and what is left of it when its end is taken away again and again.
std::vector<BatchRequest> Beginnings(const Recipe& recipe) {
    std::vector<BatchRequest> rows;
    std::string prompt = recipe.prompt;
    while (rows.size() < kUsualRows) {
        rows.push_back({prompt, std::clamp(recipe.tokens, 1, kUsualTokens), 0});
        const size_t space = prompt.find_last_of(' ');
        std::string shorter = prompt.substr(0, space == std::string::npos ? 0 : space);
        if (shorter.empty() || !CanRead(*recipe.model, shorter)) break;
        prompt = std::move(shorter);
    }
    if (rows.size() > 2) rows.back().arrival_step = 2;
    return rows;
}

std::vector<BatchRequest> RequestsFor(const Recipe& recipe) {
    const Model& model = *recipe.model;
    for (const Rows* rows : {&kDrinks, &kLetters, &kStories}) {
        // A tokenizer of bytes reads everything; the story is what such models are for.
        const bool is_for_bytes = rows == &kStories;
        if ((model.tokenizer.kind == TokenizerKind::BytePair) != is_for_bytes) continue;
        const auto can_read = [&](const BatchRequest& row) { return CanRead(model, row.prompt); };
        if (std::ranges::all_of(*rows, can_read)) return {rows->begin(), rows->end()};
    }
    return Beginnings(recipe);
}

}  // namespace

BatchViewState BatchViewStateFor(const Recipe& recipe) {
    BatchViewState look{.requests = RequestsFor(recipe)};
    look.slots = std::max(1, static_cast<int>(look.requests.size()) - 1);
    look.sample = {recipe.prompt, kUsualTokens, 0};
    if (!recipe.rule.is_greedy()) look.sample_rule = recipe.rule;
    return look;
}

Batch BatchOf(const BatchViewState& look, const Recipe& recipe) {
    if (look.kind == BatchKind::Samples) {
        Recipe sampled = recipe;
        sampled.prompt = look.sample.prompt;
        sampled.tokens = look.sample.tokens;
        sampled.rule = look.sample_rule;
        Batch batch = SamplesOf(sampled, look.samples, look.slots);
        batch.shares_prompts = look.shares_prompts;
        return batch;
    }
    Batch batch{.model = recipe.model, .slots = look.slots, .shares_prompts = look.shares_prompts};
    for (const BatchRequest& row : look.requests) {
        batch.requests.push_back({row.prompt, row.tokens, recipe.rule, row.arrival_step});
    }
    return batch;
}

BatchViewState InRange(BatchViewState look) {
    const auto keep_request = [](BatchRequest& row) {
        row.tokens = std::clamp(row.tokens, 1, kMostSelected);
        row.arrival_step = std::clamp(row.arrival_step, 0, kLatestArrival);
    };
    if (look.requests.empty()) look.requests.emplace_back();
    look.requests.resize(std::min<size_t>(look.requests.size(), kMostRequests));
    std::ranges::for_each(look.requests, keep_request);
    keep_request(look.sample);
    look.samples = std::clamp(look.samples, 1, kMostRequests);
    look.slots = std::clamp(look.slots, 1, kMostSlots);
    return look;
}

bool IsToy(const BatchRun& run) {
    double work = 0;
    for (int i = 0; i < run.request_count(); ++i) {
        if (const Recording* response = run.response(i)) work += EstimatedWork(*response);
    }
    return work <= kToyWork;
}

}  // namespace decodescope
