#include "app/history.h"

#include <utility>

namespace decodescope {

void History::Add(const std::string& name, const Recipe& before) {
    redo_.clear();
    if (!undo_.empty() && gesture_ == name) return;
    undo_.push_back({name, before});
    gesture_ = name;
}

std::optional<Recipe> History::Undo(const Recipe& now) {
    EndGesture();
    return Move(undo_, redo_, now);
}

std::optional<Recipe> History::Redo(const Recipe& now) {
    EndGesture();
    return Move(redo_, undo_, now);
}

std::optional<Recipe> History::Move(std::vector<Entry>& from, std::vector<Entry>& to,
                                    const Recipe& now) {
    if (from.empty()) return std::nullopt;
    Entry entry = std::move(from.back());
    from.pop_back();
    to.push_back({entry.name, now});
    return std::move(entry.recipe);
}

}  // namespace decodescope
