#include "app/scene/build.h"

#include <algorithm>
#include <array>

#include "app/scene/scene_builder.h"
#include "app/scene/words.h"
#include "core/explain/narrate.h"

namespace decodescope {

float FixedPitchWidth(TextStyle style, std::string_view words) {
    const float letter = style == TextStyle::Container ? 10.5f : 9.0f;
    return letter * static_cast<float>(CharacterCount(words));
}

bool ShowsTheSame(const SceneView& a, const SceneView& b) {
    return a.playhead == b.playhead && a.layer == b.layer && a.query_head == b.query_head &&
           a.size == b.size && a.numbers == b.numbers && a.before == b.before &&
           a.is_overview == b.is_overview && a.position == b.position &&
           a.open_stage == b.open_stage;
}

Builder::Builder(const Recording& recording, const SceneView& view)
    : recording_(recording),
      config_(recording.config()),
      view_(view),
      shape_(ShapeOf(recording, view.playhead.pass)),
      pass_(view.playhead.pass < recording.pass_count() ? &recording.pass(view.playhead.pass)
                                                        : nullptr),
      layout_(LayOutScene(recording, view, shape_)),
      cached_(CacheLengthAt(recording, view.playhead, view.layer)),
      selected_y_(layout_.tray_line) {}

Scene Builder::Finish() {
    scene_.bounds = layout_.bounds;
    AddNavigator();
    AddInput();
    AddProjection(BlockId::Query);
    AddProjection(BlockId::Key);
    AddProjection(BlockId::Value);
    AddCache();
    AddScores();
    AddWeights();
    AddMix();
    AddPostAttention();
    AddCandidates();
    AddTray();
    AddArrows();
    ShareScale();
    scene_.focus = scene_.blocks.front().place;
    for (const Block& block : scene_.blocks) {
        if (block.state == BlockState::Current) scene_.focus = block.place;
    }
    return std::move(scene_);
}

int Builder::StepOf(Stage stage) const {
    return recording_.StepOf(stage, InfoOf(stage).per_layer ? view_.layer : 0);
}

BlockState Builder::StateOf(Stage stage) const {
    const int step = StepOf(stage);
    if (step == view_.playhead.step) return BlockState::Current;
    return step < view_.playhead.step ? BlockState::Done : BlockState::Ghost;
}

Block& Builder::AddBlock(BlockId id, BlockState state, Meaning meaning,
                         std::vector<BlockId> inputs) {
    scene_.blocks.push_back({.id = id,
                             .place = layout_.PlaceOf(id),
                             .state = state,
                             .meaning = meaning,
                             .inputs = std::move(inputs)});
    return scene_.blocks.back();
}

void Builder::AddText(Rect place, std::string words, TextStyle style, Tone tone, Align align) {
    if (words.empty()) return;
    scene_.texts.push_back({place, std::move(words), style, tone, align});
}

void Builder::AddTitle(const Block& block, const Title& title) {
    const bool is_now = block.state == BlockState::Current;
    const bool is_ghost = block.state == BlockState::Ghost;
    if (is_now) {
        scene_.bands.push_back(
            {BandKind::NowTitle, {block.place.x, block.place.y, block.place.width, 32}});
    }
    const Tone quiet = is_now ? Tone::OnNow : Tone::Muted;
    const Tone name_tone = is_now ? Tone::OnNow : is_ghost ? Tone::Muted : title.name_tone;
    const float y = block.place.y + 6, height = 24;
    const float right = block.place.right() - 12;
    const float shape_width = view_.measure(TextStyle::Mono, title.shape);
    AddText({right - shape_width, y, shape_width, height}, title.shape, TextStyle::Mono, quiet,
            Align::Right);

    float x = block.place.x + 12;
    const auto flow = [&](const std::string& words, TextStyle style, Tone tone, float gap) {
        const float width = view_.measure(style, words);
        if (words.empty() || x + width > right - shape_width - 8) return;
        AddText({x, y, width, height}, words, style, tone);
        x += width + gap;
    };
    flow(title.number, TextStyle::Mono, quiet, 8);
    flow(title.name, TextStyle::Strong, name_tone, 10);
    flow(title.formula, TextStyle::Plain, quiet, 8);
    title_rooms_[static_cast<size_t>(block.id)] = {x, y, right - shape_width - 14 - x, height};
}

TokenOrigin Builder::OriginOf(int position) const {
    return position < recording_.prompt_length() ? TokenOrigin::Prompt : TokenOrigin::Generated;
}

Tag Builder::TagOf(TagKind kind, Rect place, int position, bool with_token) const {
    Tag tag{.kind = kind,
            .place = place,
            .token = {},
            .position = std::to_string(position),
            .at = position,
            .origin = OriginOf(position)};
    if (with_token && position < static_cast<int>(recording_.ids().size())) {
        tag.token = TokenText(recording_, recording_.ids()[static_cast<size_t>(position)]);
    }
    return tag;
}

Scene BuildScene(const Recording& recording, const SceneView& view) {
    return Builder(recording, view).Finish();
}

}  // namespace decodescope
