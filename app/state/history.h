// What can be undone: the recipe as it stood before each edit, with the edit's name.
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
    // Notes that `before` was edited. Redo entries are lost, as the edit leads elsewhere. Edits
    // with the same `gesture` are one entry, named as the last of them. Returns whether this one
    // joined others.
    bool Add(const std::string& name, const Recipe& before, const std::string& gesture);
    bool Add(const std::string& name, const Recipe& before) { return Add(name, before, name); }
    void EndGesture() { gesture_.clear(); }

    // The recipe as it stood before this gesture; null where it has not begun.
    const Recipe* BeforeGesture(const std::string& gesture) const;

    // The recipe to go back or on to, `now` being the present one; nothing at an end.
    std::optional<Recipe> Undo(const Recipe& now);
    std::optional<Recipe> Redo(const Recipe& now);

    // As if the last edit had never been: its recipe, and no redo of it. There must be one.
    Recipe Forget();

    // The whole history as a list: the present is after undo_count() edits, the first edit is
    // Name(0).
    int size() const { return undo_count() + redo_count(); }
    const std::string& Name(int index) const;

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
    std::string gesture_;  // of the edits that join the last entry; empty: none do
};

}  // namespace decodescope
