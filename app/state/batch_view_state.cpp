#include "app/state/batch_view_state.h"

#include <algorithm>
#include <array>
#include <span>

#include "app/state/state.h"
#include "core/base/error.h"
#include "core/run/work_estimate.h"

namespace decodescope {
namespace {

constexpr int kUsualTokens = 8, kUsualRows = 4;

// Requests to begin with, for models of three kinds: the first set of which the model can read
// every prompt. With three slots for four requests, the last one is queued.
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

// The recipe's prompt, and ever shorter prefixes of it.
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
        // A byte-level tokenizer can read everything; such models were trained on stories.
        const bool is_for_bytes = rows == &kStories;
        if ((model.tokenizer.kind >= TokenizerKind::BytePair) != is_for_bytes) continue;
        const auto can_read = [&](const BatchRequest& row) { return CanRead(model, row.prompt); };
        if (std::ranges::all_of(*rows, can_read)) return {rows->begin(), rows->end()};
    }
    return Beginnings(recipe);
}

}  // namespace

BatchViewState BatchViewStateFor(const Recipe& recipe) {
    BatchViewState view;
    view.requests = RequestsFor(recipe);
    view.slots = std::max(1, static_cast<int>(view.requests.size()) - 1);
    view.sample = {recipe.prompt, kUsualTokens, 0};
    if (!recipe.rule.is_greedy()) view.sample_rule = recipe.rule;
    return view;
}

std::string NameOfChange(const BatchPlan& before, const BatchPlan& after) {
    if (before.kind != after.kind) return "switch the kind of batch";
    if (before.requests.size() < after.requests.size()) return "add request";
    if (before.requests.size() > after.requests.size()) return "remove request";
    for (size_t i = 0; i < after.requests.size(); ++i) {
        const BatchRequest &a = before.requests[i], &b = after.requests[i];
        const std::string of = " of request " + std::to_string(i);
        if (a.prompt != b.prompt) return "change prompt" + of;
        if (a.tokens != b.tokens) return "change tokens" + of;
        if (a.arrival_step != b.arrival_step) return "change arrival" + of;
    }
    if (before.slots != after.slots) return "change slots";
    if (before.shares_prompts != after.shares_prompts) return "change sharing of prompts";
    if (before.sample.prompt != after.sample.prompt) return "change prompt of the samples";
    if (before.sample_rule != after.sample_rule) return "change rule of the samples";
    return "change samples";
}

BatchViewState InRange(BatchViewState view, const AppState& state) {
    const auto keep_request = [](BatchRequest& row) {
        row.tokens = std::clamp(row.tokens, 1, kMostSelected);
        row.arrival_step = std::clamp(row.arrival_step, 0, kLatestArrival);
    };
    if (view.requests.empty()) view.requests.emplace_back();
    view.requests.resize(std::min<size_t>(view.requests.size(), kMostRequests));
    std::ranges::for_each(view.requests, keep_request);
    keep_request(view.sample);
    view.samples = std::clamp(view.samples, 1, kMostRequests);
    view.slots = std::clamp(view.slots, 1, kMostSlots);
    const BatchRun* const run = state.batch.run.get();
    if (run != nullptr && run->step_count() > 0) {
        view.step = std::clamp(view.step, -1, run->step_count() - 1);
    }
    return view;
}

}  // namespace decodescope
