#include "app/views/pass/corner_note.h"

#include <string_view>

#include "app/state/changes.h"

namespace decodescope {
namespace {

constexpr float kCorner = 8, kGap = 6;  // at scale 1

}  // namespace

float WriteCornerNote(const Panel& panel, float left, float right, float y) {
    const bool is_after_edit = MarkedAgainst(panel.state) != nullptr;
    if (panel.state.ui.playhead.step < 0 && !is_after_edit) return right;  // nothing is marked
    const std::string_view words = is_after_edit ? "changed by the edit" : "new in this stage";
    const Pen pen = panel.pen();
    const float size = panel.Px(kCorner);
    const float begin = right - pen.Width(words) - panel.Px(kGap) - size;
    if (begin < left) return right;
    const float top = y - size / 2;
    pen.list.AddTriangleFilled({begin, top}, {begin + size, top}, {begin, top + size}, pen.color);
    pen.Muted().WriteRight({right, y}, words);
    panel.Spot("pass.corner_note", {{begin, top}, {right, top + size}});
    return begin;
}

}  // namespace decodescope
