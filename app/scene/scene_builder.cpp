#include "app/scene/scene_builder.h"

#include <algorithm>

#include "app/scene/words.h"
#include "core/explain/narrate.h"

namespace decodescope {

SceneBuilder::SceneBuilder(const Recording& shown, const SceneView& looked_at, const PassFit& fit)
    : recording(shown),
      config(shown.config()),
      view(looked_at),
      shape(ShapeOf(shown, looked_at.playhead.pass)),
      pass(looked_at.playhead.pass < shown.pass_count() ? &shown.pass(looked_at.playhead.pass)
                                                        : nullptr),
      layout(LayOutPass(shown, looked_at, shape, fit)),
      cached(CacheLengthAt(shown, looked_at.playhead, looked_at.layer)) {}

int SceneBuilder::StepOf(Stage stage) const {
    return recording.StepOf(stage, InfoOf(stage).per_layer ? view.layer : 0);
}

BlockState SceneBuilder::StateOf(Stage stage) const {
    const int step = StepOf(stage);
    if (step == view.playhead.step) return BlockState::Current;
    return step < view.playhead.step ? BlockState::Done : BlockState::Ghost;
}

Block& SceneBuilder::AddBlock(BlockId id, BlockState state, Meaning meaning,
                              std::vector<BlockId> inputs) {
    scene.blocks.push_back({.id = id,
                            .place = layout.PlaceOf(id),
                            .state = state,
                            .meaning = meaning,
                            .inputs = std::move(inputs)});
    return scene.blocks.back();
}

void SceneBuilder::AddText(Rect place, std::string words, TextStyle style, Tone tone, Align align) {
    const auto fits = [&](const std::string& some) {
        constexpr float kSlack = 1;
        return view.measure(style, some) <= place.width + kSlack;
    };
    const bool is_number = style == TextStyle::Mono || style == TextStyle::MonoStrong;
    if (is_number ? !fits(words) : words.empty()) return;  // part of a number would be another one
    if (!is_number) words = Shortened(std::move(words), fits);
    if (words.empty() || words == "…") return;
    scene.texts.push_back({place, std::move(words), style, tone, align});
}

void SceneBuilder::AddTitle(const Block& block, const Title& title) {
    const bool is_now = block.state == BlockState::Current;
    const bool is_ghost = block.state == BlockState::Ghost;
    if (is_now) {
        scene.bands.push_back({BandKind::NowTitle,
                               {block.place.x, block.place.y, block.place.width,
                                std::min(layout.insets.band(), block.place.height)}});
    }
    const Tone quiet = is_now ? Tone::OnNow : Tone::Muted;
    const Tone name_tone = is_now ? Tone::OnNow : is_ghost ? Tone::Muted : title.name_tone;
    const float height = 24;
    const float y =
        block.place.y + (std::min(layout.insets.title, block.place.height) - height) / 2;
    const float right = block.place.right() - 12;
    const float shape_width = view.measure(TextStyle::Mono, title.shape);
    AddText({right - shape_width, y, shape_width, height}, title.shape, TextStyle::Mono, quiet,
            Align::Right);

    float x = block.place.x + 12;
    const auto flow = [&](const std::string& words, TextStyle style, Tone tone, float gap) {
        const float width = view.measure(style, words);
        if (words.empty() || x + width > right - shape_width - 8) return;
        AddText({x, y, width, height}, words, style, tone);
        x += width + gap;
    };
    flow(title.number, TextStyle::Mono, quiet, 8);
    flow(title.name, TextStyle::Strong, name_tone, 10);
    flow(title.formula, TextStyle::Plain, quiet, 8);
    title_rooms[static_cast<size_t>(block.id)] = {x, y, right - shape_width - 14 - x, height};
}

TokenOrigin SceneBuilder::OriginOf(int position) const {
    return position < recording.prompt_length() ? TokenOrigin::Prompt : TokenOrigin::Generated;
}

Tag SceneBuilder::TagOf(TagKind kind, Rect place, int position, bool with_token) const {
    Tag tag{.kind = kind,
            .place = place,
            .token = {},
            .position = std::to_string(position),
            .at = position,
            .origin = OriginOf(position)};
    if (with_token && position < static_cast<int>(recording.ids().size())) {
        tag.token = TokenText(recording, recording.ids()[static_cast<size_t>(position)]);
    }
    return tag;
}

}  // namespace decodescope
