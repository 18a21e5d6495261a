#include "app/state/history.h"

#include <utility>

namespace decodescope {

bool History::Add(const std::string& name, const Recipe& before, const std::string& gesture) {
    redo_.clear();
    if (BeforeGesture(gesture)) {
        undo_.back().name = name;
        return true;
    }
    undo_.push_back({name, before});
    gesture_ = gesture;
    return false;
}

const Recipe* History::BeforeGesture(const std::string& gesture) const {
    return !undo_.empty() && !gesture.empty() && gesture_ == gesture ? &undo_.back().recipe
                                                                     : nullptr;
}

Recipe History::Forget() {
    EndGesture();
    Recipe recipe = std::move(undo_.back().recipe);
    undo_.pop_back();
    return recipe;
}

const std::string& History::Name(int index) const {
    const int undone = index - undo_count();  // 0: what Redo would redo, the last of redo_
    if (undone < 0) return undo_[static_cast<size_t>(index)].name;
    return redo_[static_cast<size_t>(redo_count() - 1 - undone)].name;
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
