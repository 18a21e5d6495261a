// What can be undone: the recipe as it stood before each edit, with the edit's name.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/recipe.h"

namespace decodescope {

// Recipes share their models, so an entry is small. Edits of one gesture (a drag, the typing of a
// word) are one entry: it begins with the gesture's first edit and ends with EndGesture.
class History {
public:
    // Notes that `before` was edited. Redo entries are lost, as the edit leads elsewhere.
    void Add(const std::string& name, const Recipe& before);
    void EndGesture() { gesture_.clear(); }

    // The recipe to go back or on to, `now` being the present one; nothing at an end.
    std::optional<Recipe> Undo(const Recipe& now);
    std::optional<Recipe> Redo(const Recipe& now);

    int undo_count() const { return static_cast<int>(undo_.size()); }
    int redo_count() const { return static_cast<int>(redo_.size()); }

    // Of the edit that Undo or Redo would undo or redo; empty at an end.
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
    std::string gesture_;  // the name of the edits that join the last entry; empty: none do
};

}  // namespace decodescope
