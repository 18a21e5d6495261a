#include "app/shell/list_keys.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>

#include "app/apply/inspect_commands.h"
#include "app/apply/list_commands.h"

namespace decodescope {
namespace {

// How the IDs of a list begin. Those of a question come before all others, which it covers.
constexpr std::string_view kAnswers[] = {"close.", "overwrite.", "changed.", "recover."};
constexpr std::string_view kLists[] = {"view.",
                                       "sequence.chip.",
                                       "recipe.token.",
                                       "mistakes.choose.",
                                       "mistakes.answer.",
                                       "branches.show.",
                                       "branches.token.",
                                       "branches.compare.",
                                       "branches.remove.",
                                       "branches.take.",
                                       "branches.same.",
                                       "branches.layer.",
                                       "batch.prompts",
                                       "batch.samples_of_one",
                                       "batch.prompt.",
                                       "batch.step.",
                                       "protocol.",
                                       "cost.page.",
                                       "tab.",
                                       "candidates.take."};

using Controls = std::vector<KeyControl>;

// The beginning that an ID shares with the others of its list; empty: it is in none.
std::string_view ListOf(std::string_view id, bool asks) {
    const std::span<const std::string_view> lists =
        asks ? std::span<const std::string_view>(kAnswers)
             : std::span<const std::string_view>(kLists);
    const auto found =
        std::ranges::find_if(lists, [id](std::string_view list) { return id.starts_with(list); });
    return found == lists.end() ? std::string_view() : *found;
}

// The first item of each list, in the order in which they were drawn.
std::vector<const KeyControl*> FirstItems(const Controls& controls, bool asks) {
    std::vector<const KeyControl*> firsts;
    for (const KeyControl& control : controls) {
        const std::string_view list = ListOf(control.id, asks);
        const bool is_known = std::ranges::any_of(
            firsts, [&](const KeyControl* first) { return ListOf(first->id, asks) == list; });
        if (!list.empty() && !is_known) firsts.push_back(&control);
    }
    return firsts;
}

const KeyControl* Find(const Controls& controls, std::string_view id) {
    const auto found = std::ranges::find(controls, id, &KeyControl::id);
    return found == controls.end() ? nullptr : &*found;
}

// How far `to` is from `from` in a direction; infinity where it is not there.
float DistanceTo(ImVec2 from, ImVec2 to, int dx, int dy) {
    const float x = to.x - from.x, y = to.y - from.y;
    const float along = x * static_cast<float>(dx) + y * static_cast<float>(dy);
    const float across = std::abs(dx != 0 ? y : x);
    if (along < 1 || across > 4 * along) return std::numeric_limits<float>::infinity();
    return along + 3 * across;
}

const KeyControl* Nearest(const Controls& controls, const KeyControl& from, int dx, int dy,
                          bool asks) {
    const KeyControl* nearest = nullptr;
    float least = std::numeric_limits<float>::infinity();
    for (const KeyControl& control : controls) {
        if (ListOf(control.id, asks) != ListOf(from.id, asks)) continue;
        const float distance = DistanceTo(from.area.center(), control.area.center(), dx, dy);
        if (distance >= least) continue;
        least = distance;
        nearest = &control;
    }
    return nearest;
}

// From list to list; in the view of the pass, its blocks come between the last and the first.
Commands Tab(const AppState& state, const Controls& controls, bool back, bool asks) {
    const std::vector<const KeyControl*> firsts = FirstItems(controls, asks);
    if (firsts.empty()) return {};
    const bool has_blocks = state.ui.view == View::Pass && !asks;
    const std::string& now = state.ui.control_focus ? state.ui.control_focus->id : std::string();
    const auto at = std::ranges::find_if(firsts, [&](const KeyControl* first) {
        return !now.empty() && ListOf(first->id, asks) == ListOf(now, asks);
    });
    if (at == firsts.end()) {
        const bool begins_with_blocks = has_blocks && (!back || state.ui.focused);
        if (begins_with_blocks) return {};
        return {FocusControl{(back ? firsts.back() : firsts.front())->id}};
    }
    const bool is_over = back ? at == firsts.begin() : std::next(at) == firsts.end();
    if (!is_over) return {FocusControl{(*(back ? std::prev(at) : std::next(at)))->id}};
    if (has_blocks) return {FocusControl{}, TakeWalk{{.blocks = back ? -1 : 1}}};
    return {FocusControl{(back ? firsts.back() : firsts.front())->id}};
}

struct Direction {
    Key key;
    int dx, dy;
};

constexpr Direction kDirections[] = {
    {Key::Left, -1, 0}, {Key::Right, 1, 0}, {Key::Up, 0, -1}, {Key::Down, 0, 1}};

}  // namespace

Commands ListCommandsFor(const AppState& state, const Controls& controls, const KeyPress& press) {
    if (press.ctrl || press.alt) return {};
    const bool asks = state.ui.question.is_open();
    if (press.key == Key::Tab) return Tab(state, controls, press.shift, asks);
    if (!state.ui.control_focus || press.shift) return {};
    const KeyControl* now = Find(controls, state.ui.control_focus->id);
    if (now == nullptr || ListOf(now->id, asks).empty()) return {};
    if (press.key == Key::Enter) return {ClickControl{}};
    const auto direction = std::ranges::find(kDirections, press.key, &Direction::key);
    if (direction == std::end(kDirections)) return {};
    const KeyControl* next = Nearest(controls, *now, direction->dx, direction->dy, asks);
    if (next == nullptr) return {};
    return {FocusControl{next->id}};
}

Command FocusList(const Controls& controls, bool is_last) {
    const std::vector<const KeyControl*> firsts = FirstItems(controls, false);
    if (firsts.empty()) return FocusControl{};
    return FocusControl{(is_last ? firsts.back() : firsts.front())->id};
}

void DrawListFocus(const Theme& theme, const KeyFocus& focus) {
    const KeyControl* now = focus.id.empty() ? nullptr : Find(focus.controls, focus.id);
    if (now == nullptr || now->seen.empty()) return;
    const Area ring = now->seen.Grown(theme.Px(theme.metrics.ring) / 2);
    ImGui::GetForegroundDrawList()->AddRect(ring.min, ring.max, theme.colors().now_current_border,
                                            theme.Px(theme.metrics.cell_radius), 0,
                                            theme.Px(theme.metrics.ring));
}

}  // namespace decodescope
