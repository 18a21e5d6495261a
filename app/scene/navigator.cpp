// The row above the pass that chooses a layer and a query head, where there are several. Query
// heads that share a KV head stand together over one line.

#include <algorithm>

#include "app/scene/scene_builder.h"

namespace decodescope {
namespace {

constexpr float kButton = 36, kStep = 40, kGroupGap = 12, kLine = 48;

// Puts things side by side and goes on in the next line where one does not fit.
struct Pen {
    float width;
    float x = 0;
    float y = 0;

    Rect Take(float needed, float gap) {
        if (x > 0 && x + needed > width) {
            x = 0;
            y += kLine;
        }
        const Rect place{x, y, needed, kButton};
        x += needed + gap;
        return place;
    }
};

}  // namespace

NavigatorPlan PlanNavigator(const Config& config, const SceneView& view, float width) {
    NavigatorPlan plan;
    if (config.layers == 1 && config.query_heads == 1) return plan;
    Pen pen{.width = width};
    const auto title = [&](const std::string& words) {
        const float needed = view.measure(TextStyle::Strong, words);
        plan.texts.push_back(
            {pen.Take(needed, 12), words, TextStyle::Strong, Tone::Ink, Align::Left});
    };
    if (config.layers > 1) {
        title("Layer");
        for (int layer = 0; layer < config.layers; ++layer) {
            plan.choices.push_back({Choice::Kind::Layer, layer, pen.Take(kButton, kStep - kButton),
                                    layer == view.layer});
        }
        pen.x += 24;
    }
    if (config.query_heads > 1) {
        title("Query head");
        const int shared = config.queries_per_kv_head();
        for (int group = 0; group < config.kv_heads; ++group) {
            const float needed = static_cast<float>(shared) * kStep - (kStep - kButton);
            const bool whole = needed <= width;
            const bool is_chosen = config.KvHeadOf(view.query_head) == group;
            Rect place = whole ? pen.Take(needed, kGroupGap) : Rect{};
            if (whole && shared > 1) {
                plan.groups.push_back({is_chosen ? BandKind::ChosenGroup : BandKind::Group,
                                       {place.x, place.y + kButton + 4, needed, 3}});
            }
            for (int i = 0; i < shared; ++i) {
                const int head = group * shared + i;
                const Rect button =
                    whole ? Rect{place.x + static_cast<float>(i) * kStep, place.y, kButton, kButton}
                          : pen.Take(kButton, kStep - kButton);
                plan.choices.push_back({Choice::Kind::Head, head, button, head == view.query_head});
            }
        }
        if (shared > 1) {
            const std::string words = "KV head " + std::to_string(config.KvHeadOf(view.query_head));
            const float needed = view.measure(TextStyle::Plain, words);
            plan.texts.push_back(
                {pen.Take(needed, 16), words, TextStyle::Plain, Tone::K, Align::Left});
        }
    }
    const float words = view.measure(TextStyle::Plain, kOverviewWord) + 24;
    plan.choices.push_back({Choice::Kind::Overview, 0, pen.Take(words, 0)});
    plan.height = pen.y + kButton + 8;
    return plan;
}

void Builder::AddNavigator() {
    const Rect& place = layout_.navigator;
    NavigatorPlan plan = PlanNavigator(config_, view_, place.width);
    const auto moved = [&](Rect rect) {
        return Rect{rect.x + place.x, rect.y + place.y, rect.width, rect.height};
    };
    for (Text& text : plan.texts) {
        text.place = moved(text.place);
        scene_.texts.push_back(std::move(text));
    }
    for (Choice choice : plan.choices) {
        choice.place = moved(choice.place);
        scene_.choices.push_back(choice);
    }
    for (Band group : plan.groups) {
        group.place = moved(group.place);
        scene_.bands.push_back(group);
    }
}

}  // namespace decodescope
