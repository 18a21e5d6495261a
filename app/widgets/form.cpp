#include "app/widgets/form.h"

#include <algorithm>

namespace decodescope {
namespace {

constexpr float kLabelLeast = 0.35f;  // of the row's width, where both have little room

std::string IdOf(const std::string& hotspot) { return "##" + hotspot; }  // ImGui shows none of it

}  // namespace

void WriteParagraph(const Pen& pen, Column& column, std::string_view text, int max_lines) {
    column.y = pen.WriteParagraph({column.left, column.y}, text, column.width(), max_lines);
}

void EndColumn(const Column& column) {
    ImGui::SetCursorScreenPos({column.left, column.y});
    ImGui::Dummy({1, 1});
}

void Form::Divide(int count) {
    if (index_ > 0) {  // a row that is not full ends here
        index_ = count_ - 1;
        Advance(style_.row);
    }
    count_ = count;
}

Area Form::Cell() const {
    const float gap = theme_.Px(style_.gap), count = static_cast<float>(count_);
    const float width = (column_.width() - gap * (count - 1)) / count;
    const float left = column_.left + (width + gap) * static_cast<float>(index_);
    const float half = theme_.Px(style_.field_height) / 2;
    return {{left, column_.y - half}, {left + width, column_.y + half}};
}

void Form::Advance(float row) {
    const float half = theme_.Px(row) / 2;
    row_ = {{Cell().min.x, column_.y - half}, {Cell().max.x, column_.y + half}};
    if (++index_ < count_) return;
    index_ = 0;
    column_.y += theme_.Px(row);
}

Area Form::Field(std::string_view label) {
    const Area cell = Cell();
    field_ = cell;
    field_.min.x = style_.field_width > 0
                       ? std::max(cell.min.x + cell.width() * kLabelLeast,
                                  cell.max.x - theme_.Px(style_.field_width))
                       : std::min(cell.center().x, cell.min.x + theme_.Px(style_.label_width));
    const float gap = theme_.Px(theme_.metrics.number_gap);
    PenOn(theme_).Muted(style_.muted).WriteIn({cell.min, {field_.min.x - gap, cell.max.y}}, label);
    Advance(style_.row);
    return field_;
}

NumberEdit Form::Number(const std::string& hotspot, std::string_view label, double number,
                        const NumberStyle& style) {
    const Area field = Field(label);
    Spot(hotspot, field);
    return NumberField(IdOf(hotspot).c_str(), theme_, field, number, numbers_, style);
}

SeedEdit Form::Seed(const std::string& hotspot, std::string_view label, std::uint64_t seed,
                    const NumberStyle& style) {
    const Area field = Field(label);
    Spot(hotspot, field);
    return SeedField(IdOf(hotspot).c_str(), theme_, field, seed, numbers_, style);
}

FieldEdit<std::string> Form::Text(const std::string& hotspot, std::string_view label,
                                  const std::string& text, const FieldStyle& style) {
    const Area field = Field(label);
    Spot(hotspot, field);
    return TextField(IdOf(hotspot).c_str(), theme_, field, text, style);
}

std::optional<int> Form::Choice(const std::string& hotspot, std::string_view label, int chosen,
                                int count, const std::function<std::string(int)>& name_of) {
    const Area field = Field(label);
    Spot(hotspot, field);
    return ChoiceField(IdOf(hotspot).c_str(), theme_, field, chosen, count, name_of);
}

bool Form::Switch(const std::string& hotspot, std::string_view label, bool is_on) {
    field_ = Cell();
    Spot(hotspot, field_);
    const bool is_clicked = Toggle(hotspot.c_str(), theme_, field_, label, is_on);
    Advance(style_.switch_row);
    return is_clicked;
}

void Form::Fixed(const std::string& hotspot, std::string_view label, std::string_view words) {
    const Area cell = Cell();
    PenOn(theme_).Muted(style_.muted).WriteAtEnds(cell, label, words);
    field_ = cell;
    Advance(style_.row);
    Spot(hotspot, row_);
}

}  // namespace decodescope
