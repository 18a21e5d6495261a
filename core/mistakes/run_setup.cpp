#include "core/mistakes/run_setup.h"

#include <algorithm>

namespace decodescope {

RunSetup SetupFor(Mistake mistake) {
    switch (mistake) {
        case Mistake::StaleCache: return RunSetup::AfterPromptEdit;
        case Mistake::CacheRowsSwapped: return RunSetup::TwoRequests;
        case Mistake::PaddingAttended: return RunSetup::TwoRequestsPadded;
        default: return RunSetup::Single;
    }
}

TokenId OtherToken(const Config& config, TokenId token) {
    for (int step = 1; step < config.vocabulary_size; ++step) {
        const TokenId other = (token + step) % config.vocabulary_size;
        if (config.begin_token != other && config.end_token != other) return other;
    }
    return token;
}

int EditedPlace(const Config& config) { return config.begin_token ? 1 : 0; }

std::vector<TokenId> CompanionOf(const Config& config, const std::vector<TokenId>& prompt,
                                 RunSetup setup) {
    constexpr int kLonger = 2;
    std::vector<TokenId> companion = prompt;
    for (auto token =
             companion.begin() + std::min<std::ptrdiff_t>(EditedPlace(config), std::ssize(prompt));
         token != companion.end(); ++token) {
        *token = OtherToken(config, *token);
    }
    if (setup != RunSetup::TwoRequestsPadded) return companion;
    const int length = static_cast<int>(prompt.size());
    const int room = config.context_length > 0 ? config.context_length - length : kLonger;
    for (int i = 0; i < std::min(kLonger, room); ++i) {
        companion.push_back(OtherToken(config, companion.back()));
    }
    return companion;
}

TokenId PaddingToken(const Config& config) { return config.end_token.value_or(0); }

}  // namespace decodescope
