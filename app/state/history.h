// What can be undone: the recipe before each edit, with the edit's name.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/run/recipe.h"

namespace decodescope {

// Recipes share their models, so an entry is small. Edits of one gesture (a drag, the typing of a
// word) are one entry: it begins with the gesture's first edit and ends with EndGesture.
class History {
public:
    // Adds an edit of `before`. Redo entries are dropped. Edits with the same `gesture` are one
    // entry with the name of the last. Returns whether this one joined others.
    bool Add(const std::string& name, const Recipe& before, const std::string& gesture);
    bool Add(const std::string& name, const Recipe& before) { return Add(name, before, name); }
    void EndGesture() { gesture_.clear(); }

    // Whether further edits of a gesture may still join the last entry.
    bool is_in_gesture() const { return !gesture_.empty() && !undo_.empty(); }

    // The recipe before this gesture; null if it has not begun.
    const Recipe* BeforeGesture(const std::string& gesture) const;

    // The recipe to go back or forward to, `now` being the present one; nothing at an end.
    std::optional<Recipe> Undo(const Recipe& now);
    std::optional<Recipe> Redo(const Recipe& now);

    // Takes back the last edit as if it had never been made, without a redo. There must be one.
    Recipe Forget();

    // The whole history as a list: the present is after undo_count() edits; Name(0) is the first.
    int size() const { return undo_count() + redo_count(); }
    const std::string& Name(int index) const;

    int undo_count() const { return static_cast<int>(undo_.size()); }
    int redo_count() const { return static_cast<int>(redo_.size()); }

    // The edit that Undo or Redo applies to; empty at an end.
    std::string undo_name() const { return undo_.empty() ? "" : undo_.back().name; }
    std::string redo_name() const { return redo_.empty() ? "" : redo_.back().name; }

private:
    struct Entry {
        std::string name;
        Recipe recipe;
    };

    static std::optional<Recipe> Move(std::vector<Entry>& from, std::vector<Entry>& to,
                                      const Recipe& now);

    std::vector<Entry> undo_;
    std::vector<Entry> redo_;
    std::string gesture_;  // of the edits that join the last entry; empty: none do
};

}  // namespace decodescope
