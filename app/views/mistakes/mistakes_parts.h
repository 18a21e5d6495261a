// The parts of the mistakes view. Each draws downwards from `y` in a column and returns where it
// ends.
#pragma once

#include "app/panel/panel.h"
#include "app/views/mistakes/mistakes_view_data.h"

namespace decodescope {

struct MistakesColumn {
    float left = 0, right = 0;

    float width() const { return right - left; }
};

// The list of mistakes to choose from, or to answer with, and the buttons of guessing.
float DrawMistakesGallery(const Panel& panel, MistakesColumn column, float y);

// What is shown, in words, and the buttons that step through its passes.
float DrawMistakesHead(const Panel& panel, MistakesColumn column, float y);

// Cache, weights, hidden, logits and selected token of the pass: broken, and as they should be.
float DrawMistakesPicture(const Panel& panel, const MistakesViewData& page, MistakesColumn column,
                          float y);

// The invariants, with a tick or a cross.
float DrawMistakesChecks(const Panel& panel, const MistakesViewData& page, MistakesColumn column,
                         float y);

// The wrong line of code and the right one.
float DrawMistakesCode(const Panel& panel, MistakesColumn column, float y);

// A tick in a circle for what holds, a cross for what does not.
void DrawVerdict(const Panel& panel, ImVec2 center, bool holds);

}  // namespace decodescope
