#include "app/scene/navigator.h"

#include <algorithm>

#include "app/scene/scene_builder.h"

namespace decodescope {
namespace {

constexpr float kButton = 36, kStep = 40, kGroupGap = 12, kLine = 48;
constexpr int kMostLines = 2;  // with all layers and heads
constexpr int kFew = 5;        // buttons instead of all

// Puts things side by side, and into the next line where one does not fit.
struct Lines {
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

constexpr std::string_view kMore = "…";

class Planner {
public:
    Planner(const Config& config, const SceneView& view, float width, bool has_all)
        : config_(config), view_(view), width_(width), has_all_(has_all), lines_{.width = width} {}

    NavigatorPlan Plan() {
        if (config_.layers > 1) PlanLayers();
        if (config_.query_heads > 1) PlanHeads();
        const float words = view_.measure(TextStyle::Plain, kOverviewWord) + 24;
        plan_.choices.push_back({Choice::Kind::Overview, 0, lines_.Take(words, 0)});
        plan_.height = lines_.y + kButton + 8;
        return std::move(plan_);
    }

private:
    void AddWords(const std::string& words, TextStyle style, Tone tone, float gap) {
        const Rect place = lines_.Take(view_.measure(style, words), gap);
        plan_.texts.push_back({place, words, style, tone, Align::Left});
    }

    void PlanLayers() {
        AddWords("Layer", TextStyle::Strong, Tone::Ink, 12);
        if (has_all_ || config_.layers <= kFew) {
            for (int layer = 0; layer < config_.layers; ++layer) {
                const Rect button = lines_.Take(kButton, kStep - kButton);
                plan_.choices.push_back({Choice::Kind::Layer, layer, button, layer == view_.layer});
            }
        } else {
            PlanFew(Choice::Kind::Layer, config_.layers, view_.layer);
        }
        lines_.x += 24;
    }

    void PlanHeads() {
        AddWords("Query head", TextStyle::Strong, Tone::Ink, 12);
        if (has_all_ || config_.query_heads <= kFew) {
            for (int group = 0; group < config_.kv_heads; ++group) PlanGroup(group);
        } else {
            PlanFew(Choice::Kind::Head, config_.query_heads, view_.query_head);
        }
        if (config_.queries_per_kv_head() == 1) return;
        AddWords("KV head " + std::to_string(config_.KvHeadOf(view_.query_head)), TextStyle::Plain,
                 Tone::K, 16);
    }

    // The first, the last and three around the chosen one, always in the same places.
    void PlanFew(Choice::Kind kind, int count, int chosen) {
        const int from = std::clamp(chosen - 1, 1, count - 4);
        const float sign = view_.measure(TextStyle::Plain, kMore);
        const float needed = kFew * kStep + 2 * (sign + kStep - kButton) - (kStep - kButton);
        Rect next = lines_.Take(needed, kGroupGap);
        next.width = kButton;
        const auto add = [&](int index) {
            plan_.choices.push_back({kind, index, next, index == chosen});
            if (kind == Choice::Kind::Head) UnderlineHead(index, next);
            next.x += kStep;
        };
        const auto add_sign = [&](bool is_gap) {
            if (is_gap) {
                plan_.texts.push_back({{next.x, next.y, sign, kButton},
                                       std::string(kMore),
                                       TextStyle::Plain,
                                       Tone::Muted,
                                       Align::Left});
            }
            next.x += sign + kStep - kButton;
        };
        add(0);
        add_sign(from > 1);
        for (int i = 0; i < 3; ++i) add(from + i);
        add_sign(from + 3 < count - 1);
        add(count - 1);
    }

    void UnderlineHead(int head, const Rect& button) {
        if (config_.queries_per_kv_head() == 1) return;
        const bool is_chosen = config_.KvHeadOf(view_.query_head) == config_.KvHeadOf(head);
        plan_.groups.push_back({is_chosen ? BandKind::ChosenGroup : BandKind::Group,
                                {button.x, button.y + kButton + 4, button.width, 3}});
    }

    // The query heads that share one KV head: side by side over a line, if they fit into one.
    void PlanGroup(int group) {
        const int shared = config_.queries_per_kv_head();
        const float needed = static_cast<float>(shared) * kStep - (kStep - kButton);
        const bool is_whole = needed <= width_;
        const Rect place = is_whole ? lines_.Take(needed, kGroupGap) : Rect{};
        if (is_whole && shared > 1) {
            const bool is_chosen = config_.KvHeadOf(view_.query_head) == group;
            plan_.groups.push_back({is_chosen ? BandKind::ChosenGroup : BandKind::Group,
                                    {place.x, place.y + kButton + 4, needed, 3}});
        }
        for (int i = 0; i < shared; ++i) {
            const int head = group * shared + i;
            const Rect button =
                is_whole ? Rect{place.x + static_cast<float>(i) * kStep, place.y, kButton, kButton}
                         : lines_.Take(kButton, kStep - kButton);
            plan_.choices.push_back({Choice::Kind::Head, head, button, head == view_.query_head});
        }
    }

    const Config& config_;
    const SceneView& view_;
    float width_;
    bool has_all_;
    Lines lines_;
    NavigatorPlan plan_;
};

}  // namespace

NavigatorPlan PlanNavigator(const Config& config, const SceneView& view, float width) {
    if (config.layers == 1 && config.query_heads == 1) return {};
    NavigatorPlan all = Planner(config, view, width, true).Plan();
    if (all.height <= kMostLines * kLine) return all;
    return Planner(config, view, width, false).Plan();
}

void AddNavigator(SceneBuilder& builder) {
    const Rect& place = builder.layout.navigator;
    NavigatorPlan plan = PlanNavigator(builder.config, builder.view, place.width);
    const auto moved = [&](Rect rect) {
        return Rect{rect.x + place.x, rect.y + place.y, rect.width, rect.height};
    };
    for (Text& text : plan.texts) {
        text.place = moved(text.place);
        builder.scene.texts.push_back(std::move(text));
    }
    for (Choice choice : plan.choices) {
        choice.place = moved(choice.place);
        builder.scene.choices.push_back(choice);
    }
    for (Band group : plan.groups) {
        group.place = moved(group.place);
        builder.scene.bands.push_back(group);
    }
}

}  // namespace decodescope
