#include "app/panel/kv_heads_field.h"

#include <algorithm>

#include "app/apply/model_commands.h"
#include "app/widgets/controls.h"

namespace decodescope {

std::string KvHeadsName(int query_heads, int kv_heads) {
    if (kv_heads == query_heads) return std::to_string(kv_heads) + " (MHA)";
    return std::to_string(kv_heads) + (kv_heads == 1 ? " (MQA)" : " (GQA)");
}

std::vector<int> PossibleKvHeads(int query_heads) {
    std::vector<int> possible;
    for (int heads = 1; heads <= query_heads; ++heads) {
        if (query_heads % heads == 0) possible.push_back(heads);
    }
    return possible;
}

std::optional<int> KvHeadsChoice(const Panel& panel, const char* id, Area field, int query_heads,
                                 int kv_heads) {
    const std::vector<int> possible = PossibleKvHeads(query_heads);
    const auto at = [&](int i) { return possible[static_cast<size_t>(i)]; };
    const auto chosen = static_cast<int>(std::ranges::find(possible, kv_heads) - possible.begin());
    const auto name_of = [&](int i) { return KvHeadsName(query_heads, at(i)); };
    const auto choice =
        ChoiceField(id, panel.theme, field, chosen, static_cast<int>(possible.size()), name_of);
    return choice ? std::optional(at(*choice)) : std::nullopt;
}

void DrawKvHeadsField(const Panel& panel, Area field, std::string_view hotspot) {
    const Config& config = panel.state.document.recipe.model->config;
    if (const auto heads =
            KvHeadsChoice(panel, "##kv_heads", field, config.query_heads, config.kv_heads)) {
        panel.Emit(SetKvHeads{*heads});
    }
    panel.Spot(std::string(hotspot), field);
}

}  // namespace decodescope
