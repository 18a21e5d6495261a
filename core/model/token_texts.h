// How the tokens of one model are displayed, worked out once each.
#pragma once

#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "core/model/model.h"
#include "core/tokenizer/token_display.h"

namespace decodescope {

// DisplayText searches the whole vocabulary, and the window needs the same few tokens every frame.
// May be used from several threads.
class TokenTexts {
public:
    explicit TokenTexts(ModelPtr model) : model_(std::move(model)) {}

    // Valid as long as this object is.
    const std::string& At(TokenId id) const {
        const std::lock_guard lock(mutex_);
        texts_.resize(model_->tokenizer.pieces.size());  // once: the vocabulary never changes
        std::string& text = texts_[static_cast<size_t>(id)];
        if (text.empty()) text = DisplayText(model_->tokenizer, id);
        return text;
    }

private:
    ModelPtr model_;
    mutable std::mutex mutex_;
    mutable std::vector<std::string> texts_;  // empty until asked for: no token is displayed so
};

}  // namespace decodescope
