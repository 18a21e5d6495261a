#include "core/engine/trace.h"

#include <algorithm>
#include <cassert>
#include <optional>

namespace decodescope {
namespace {

// Rows of scores and attention weights, one after the other, each as long as its position + 1.
constexpr int kPacked = -1;

// The first position in [first, last] whose row of a tensor is kept; nothing if none is.
std::optional<int> FirstKept(const Config& config, const TensorInfo& info, Capture capture,
                             int first, int last) {
    const bool is_cached = info.tensor == CachedKSource(config) || info.tensor == TensorId::V;
    const bool is_of_vocabulary = info.columns == Axis::Vocabulary;
    const bool is_lasting = is_cached || info.tensor == FinalHidden(config).tensor;
    switch (capture) {
        case Capture::Everything: return is_of_vocabulary ? last : first;
        case Capture::LastPosition: return last;
        case Capture::LogitsOnly: return is_of_vocabulary ? std::optional(last) : std::nullopt;
        case Capture::Checked:
            if (is_of_vocabulary) return last;
            return is_lasting ? std::optional(first) : std::nullopt;
        case Capture::Lasting: return is_lasting ? std::optional(first) : std::nullopt;
        case Capture::CachedRows: return is_cached ? std::optional(first) : std::nullopt;
        case Capture::CachedRowsAndLast: return is_cached ? first : last;
    }
    return std::nullopt;
}

// What the cache holds are the rows of k and v; they are not stored a second time.
bool IsStored(const TensorInfo& info) { return !info.is_parameter && info.stage != Stage::Append; }

// Entries of packed rows for positions [first, end): (first + 1) + (first + 2) + ... + end.
size_t PackedSize(int first, int end) {
    const auto below = static_cast<size_t>(first), top = static_cast<size_t>(end);
    return top * (top + 1) / 2 - below * (below + 1) / 2;
}

template <class T>
std::unique_ptr<T[]> Allocate(size_t size) {
    return std::make_unique_for_overwrite<T[]>(size);
}

}  // namespace

bool IsCaptured(const Config& config, Capture capture, TensorId tensor, int first, int last,
                int position) {
    const TensorInfo& info = InfoOf(tensor);
    if (!IsStored(info) || !Has(config, tensor)) return false;
    const std::optional<int> kept = FirstKept(config, info, capture, first, last);
    return kept && *kept <= position && position <= last;
}

Trace::Trace(const Config& config, Precision precision, int first_position, int positions,
             Capture capture, bool shared_layers)
    : capture_(capture),
      first_position_(first_position),
      last_position_(first_position + positions - 1) {
    assert(positions > 0);
    for (int i = 0; i < kTensorCount; ++i) {
        const TensorInfo& info = InfoOf(static_cast<TensorId>(i));
        if (!IsStored(info) || !decodescope::Has(config, info.tensor)) continue;
        const std::optional<int> first =
            FirstKept(config, info, capture, first_position, last_position_);
        if (!first) continue;
        Place& place = places_[static_cast<size_t>(i)];
        const int heads = HeadCount(config, info.tensor);
        place.begin = size_;
        place.first_position = *first;
        if (info.columns == Axis::KeyPosition) {
            place.row_length = kPacked;
            place.head_stride = PackedSize(*first, last_position_ + 1);
            place.layer_stride = place.head_stride * static_cast<size_t>(heads);
        } else {
            const int rows = last_position_ - *first + 1;
            place.row_length = heads * Length(config, info.columns);
            place.layer_stride = static_cast<size_t>(place.row_length) * static_cast<size_t>(rows);
        }
        const int layers = info.per_layer && !shared_layers ? config.layers : 1;
        size_ += place.layer_stride * static_cast<size_t>(layers);
        if (shared_layers) place.layer_stride = 0;
    }
    if (precision == Precision::Float64) {
        arena_ = Allocate<double>(size_);
    } else {
        arena_ = Allocate<float>(size_);
    }
}

bool Trace::Has(TensorId tensor, int position) const {
    const Place& place = places_[static_cast<size_t>(tensor)];
    return place.row_length != 0 && place.first_position <= position && position <= last_position_;
}

int Trace::RowLength(TensorId tensor, int position) const {
    const int length = places_[static_cast<size_t>(tensor)].row_length;
    return length == kPacked ? position + 1 : length;
}

size_t Trace::Offset(TensorId tensor, int layer, int position, int head) const {
    assert(Has(tensor, position));
    const Place& place = places_[static_cast<size_t>(tensor)];
    const size_t start = place.begin + place.layer_stride * static_cast<size_t>(layer) +
                         place.head_stride * static_cast<size_t>(head);
    if (place.row_length == kPacked) return start + PackedSize(place.first_position, position);
    const int row = position - place.first_position;
    return start + static_cast<size_t>(row) * static_cast<size_t>(place.row_length);
}

Numbers Trace::Row(TensorId tensor, int layer, int position, int head) const {
    const size_t offset = Offset(tensor, layer, position, head);
    const int length = RowLength(tensor, position);
    return std::visit([&](const auto& arena) { return Numbers(arena.get() + offset, length); },
                      arena_);
}

void Trace::SetRow(TensorId tensor, int layer, int position, int head, Numbers row) {
    assert(row.size() == RowLength(tensor, position));
    const size_t offset = Offset(tensor, layer, position, head);
    std::visit([&](const auto& arena) { row.CopyTo(arena.get() + offset); }, arena_);
}

void Trace::CopyRowsFrom(const Trace& other, const Config& config) {
    ForEachRow(config, *this, first_position_, last_position_ + 1,
               [&](TensorId tensor, int layer, int position, int head) {
                   if (!other.Has(tensor, position)) return;
                   SetRow(tensor, layer, position, head, other.Row(tensor, layer, position, head));
               });
}

size_t Trace::bytes() const {
    return size_ * (arena_.index() == 0 ? sizeof(double) : sizeof(float));
}

}  // namespace decodescope
