#include "core/model/edit_vocabulary.h"

#include <algorithm>
#include <cassert>
#include <numeric>
#include <vector>

#include "core/base/error.h"
#include "core/model/weights.h"
#include "core/tokenizer/token_display.h"

namespace decodescope {
namespace {

void RequireEditable(const Model& model) {
    if (const auto reason = WhyTokensAreFixed(model)) throw Error(*reason);
}

void RequireToken(const Model& model, TokenId id) {
    if (0 <= id && id < model.config.vocabulary_size) return;
    throw Error("there is no token with the ID " + std::to_string(id), {},
                "IDs go from 0 to " + std::to_string(model.config.vocabulary_size - 1));
}

// A text for the token `id`, which need not exist yet.
void RequireFreeText(const Tokenizer& tokenizer, std::string_view text, TokenId id) {
    if (text.empty()) throw Error("a token has no text", {}, "type at least one character");
    const auto found = std::ranges::find(tokenizer.pieces, text);
    const auto other = static_cast<TokenId>(found - tokenizer.pieces.begin());
    if (found == tokenizer.pieces.end() || other == id) return;
    throw Error(
        "the token '" + PrintableUtf8(text) + "' already exists, as ID " + std::to_string(other),
        {}, "every token must be different");
}

// Calls change(numbers) for every matrix or vector that has a row for each token.
template <class T, class Change>
void ForEachOfVocabulary(Weights<T>& weights, Change change) {
    ForEachParameter(weights, [&](TensorAt at, auto& numbers) {
        const TensorInfo& info = InfoOf(at.tensor);
        if (info.rows == Axis::Vocabulary || info.columns == Axis::Vocabulary) change(numbers);
    });
}

// --- Rows in another order: what was at order[i] comes to i --------------------------------------

using Order = std::vector<TokenId>;

template <class Numbers>
void Reorder(Numbers& numbers, const Order& order) {
    if (numbers.size() == 0) return;  // tied, or no bias
    const auto rows = Unpacked(numbers);
    auto reordered = rows;
    reordered.resize(static_cast<Eigen::Index>(order.size()), rows.cols());
    for (size_t i = 0; i < order.size(); ++i) {
        reordered.row(static_cast<Eigen::Index>(i)) = rows.row(order[i]);
    }
    numbers = reordered;
}

std::optional<TokenId> IdAfter(std::optional<TokenId> id, const Order& order) {
    const auto found = id ? std::ranges::find(order, *id) : order.end();
    if (found == order.end()) return std::nullopt;
    return static_cast<TokenId>(found - order.begin());
}

Model WithTokens(const Model& model, const Order& order) {
    Model changed = model;
    changed.config.vocabulary_size = static_cast<int>(order.size());
    changed.config.begin_token = IdAfter(model.config.begin_token, order);
    changed.config.end_token = IdAfter(model.config.end_token, order);
    changed.config.other_end_tokens.clear();
    for (const TokenId id : model.config.other_end_tokens) {
        if (const auto after = IdAfter(id, order))
            changed.config.other_end_tokens.push_back(*after);
    }
    changed.tokenizer.pieces.clear();
    for (const TokenId id : order) {
        changed.tokenizer.pieces.push_back(model.tokenizer.pieces[static_cast<size_t>(id)]);
    }
    std::visit(
        [&](auto& weights) {
            ForEachOfVocabulary(weights, [&](auto& rows) { Reorder(rows, order); });
        },
        *changed.weights);
    return changed;
}

Order IdsOf(const Model& model) {
    Order order(static_cast<size_t>(model.config.vocabulary_size));
    std::iota(order.begin(), order.end(), 0);
    return order;
}

// --- A new token ---------------------------------------------------------------------------------

// Appends a row, the average of the others.
template <class Numbers>
void AddAverage(Numbers& numbers) {
    if (numbers.size() == 0) return;
    auto rows = Unpacked(numbers);
    const Eigen::Index count = rows.rows();
    rows.conservativeResize(count + 1, rows.cols());
    rows.row(count).setZero();
    for (Eigen::Index row = 0; row < count; ++row) rows.row(count) += rows.row(row);
    rows.row(count) /= static_cast<typename Numbers::Scalar>(count);
    numbers = rows;
}

template <class T>
void AddToken(Weights<T>& weights, bool is_tied) {
    ForEachOfVocabulary(weights, [](auto& rows) { AddAverage(rows); });
    PackedMatrix<T>& embedding = weights.token_embedding;
    const Eigen::Index row = embedding.rows() - 1;
    Vector<T> added(embedding.cols());
    embedding.CopyRow(row, added.data());
    constexpr T kNothingToSee = T{1} / 1000000;
    if (is_tied || added.cwiseAbs().maxCoeff() >= kNothingToSee) return;
    added.setConstant(T{1} / 2);
    embedding.SetRow(row, added.data());
}

}  // namespace

std::optional<std::string> WhyTokensAreFixed(const Model& model) {
    if (model.tokenizer.merging != nullptr) {
        return "The tokens of this model are merged from pairs of shorter ones, by rules that came "
               "with it: with other texts or in another order, a prompt would become other tokens. "
               "So they can be looked at here, but not changed.";
    }
    if (model.tokenizer.kind != TokenizerKind::BytePair) return std::nullopt;
    return "The tokens of this model are merged from pairs of shorter ones by their scores, as in "
           "llama2.c, and its byte tokens are recognised by their IDs: with other texts or in "
           "another "
           "order, a prompt would become other tokens. So they can be looked at here, but not "
           "changed.";
}

Model WithTokenAdded(const Model& model, std::string_view text) {
    RequireEditable(model);
    RequireFreeText(model.tokenizer, text, -1);
    Model changed = model;
    ++changed.config.vocabulary_size;
    changed.tokenizer.pieces.emplace_back(text);
    std::visit([&](auto& weights) { AddToken(weights, model.config.tied_output); },
               *changed.weights);
    return changed;
}

std::string FreeTokenText(const Tokenizer& tokenizer) {
    const auto is_free = [&](const std::string& text) {
        return std::ranges::find(tokenizer.pieces, text) == tokenizer.pieces.end();
    };
    const bool are_letters = std::ranges::all_of(
        tokenizer.pieces, [](const std::string& piece) { return piece.size() == 1; });
    for (char letter = 'A'; are_letters && letter <= 'Z'; ++letter) {
        if (is_free(std::string(1, letter))) return std::string(1, letter);
    }
    std::string text = "new";
    for (int number = 2; !is_free(text); ++number) text = "new" + std::to_string(number);
    return text;
}

Model WithTokenRenamed(const Model& model, TokenId id, std::string_view text) {
    RequireEditable(model);
    RequireToken(model, id);
    RequireFreeText(model.tokenizer, text, id);
    Model changed = model;
    changed.tokenizer.pieces[static_cast<size_t>(id)] = text;
    changed.example_prompt = PromptAfterRename(model, changed, model.example_prompt);
    return changed;
}

Model WithTokenRemoved(const Model& model, TokenId id) {
    RequireEditable(model);
    RequireToken(model, id);
    if (model.config.vocabulary_size == 1) {
        throw Error("this is the last token", {}, "a model needs at least one");
    }
    Order order = IdsOf(model);
    order.erase(order.begin() + id);
    return WithTokens(model, order);
}

Model WithTokenMoved(const Model& model, TokenId from, TokenId to) {
    RequireEditable(model);
    RequireToken(model, from);
    RequireToken(model, to);
    Order order = IdsOf(model);
    order.erase(order.begin() + from);
    order.insert(order.begin() + to, from);
    return WithTokens(model, order);
}

std::string PromptAfterRename(const Model& before, const Model& after, const std::string& prompt) {
    assert(!WhyTokensAreFixed(before));
    std::vector<TokenId> ids;
    try {
        ids = Encode(before.tokenizer, std::nullopt, prompt);
    } catch (const Error&) {
        return prompt;
    }
    std::string renamed;
    size_t at = 0;
    for (const TokenId id : ids) {
        const std::string& piece = before.tokenizer.pieces[static_cast<size_t>(id)];
        // Encode skips nothing but spaces, and only where no token begins.
        while (prompt.compare(at, piece.size(), piece) != 0) renamed += prompt[at++];
        renamed += after.tokenizer.pieces[static_cast<size_t>(id)];
        at += piece.size();
    }
    return renamed + prompt.substr(at);
}

}  // namespace decodescope
