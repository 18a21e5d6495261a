#include "core/engine/kv_cache.h"

#include <utility>

#include "core/model/model.h"

namespace decodescope {
namespace {

// Writes a row after the last one.
template <class T>
void AppendRow(std::vector<T>& rows, Numbers row) {
    const size_t end = rows.size();
    rows.resize(end + static_cast<size_t>(row.size()));
    row.CopyTo(rows.data() + end);
}

}  // namespace

KvCache::KvCache(const Model& model)
    : layers_(model.config.layers), width_(model.config.kv_width()) {
    const auto layers = static_cast<size_t>(layers_);
    if (model.precision() == Precision::Float64)
        rows_ = Layers<double>(layers);
    else
        rows_ = Layers<float>(layers);
}

KvCache::KvCache(std::shared_ptr<const KvCache> prefix)
    : layers_(prefix->layers_), width_(prefix->width_), prefix_(std::move(prefix)) {
    assert(prefix_->prefix_ == nullptr);
    std::visit([this](const auto& rows) { rows_ = std::decay_t<decltype(rows)>(rows.size()); },
               prefix_->rows_);
}

int KvCache::length(int layer) const {
    const size_t numbers = std::visit(
        [layer](const auto& rows) { return rows[static_cast<size_t>(layer)].keys.size(); }, rows_);
    return shared_length() + static_cast<int>(numbers / static_cast<size_t>(width_));
}

std::int64_t KvCache::own_bytes() const {
    const Precision precision = rows_.index() == 0 ? Precision::Float64 : Precision::Float32;
    return std::int64_t{2} * own_length() * width_ * layers_ * BytesPerNumber(precision);
}

void KvCache::Reserve(int positions) {
    const size_t size = static_cast<size_t>(positions) * static_cast<size_t>(width_);
    const auto reserve = [size](auto& rows) {
        for (auto& layer : rows) {
            layer.keys.reserve(size);
            layer.values.reserve(size);
        }
    };
    std::visit(reserve, rows_);
}

void KvCache::Append(int layer, Numbers k, Numbers v) {
    assert(k.size() == width_ && v.size() == width_);
    assert(layer == 0 || length(layer) < length(layer - 1));
    const auto append = [&](auto& rows) {
        AppendRow(rows[static_cast<size_t>(layer)].keys, k);
        AppendRow(rows[static_cast<size_t>(layer)].values, v);
    };
    std::visit(append, rows_);
}

Numbers KvCache::KeyRow(int layer, int position) const {
    assert(!prefix_ && position < length(layer));
    const size_t start = static_cast<size_t>(position) * static_cast<size_t>(width_);
    const auto row = [&](const auto& rows) {
        return Numbers(rows[static_cast<size_t>(layer)].keys.data() + start, width_);
    };
    return std::visit(row, rows_);
}

Numbers KvCache::ValueRow(int layer, int position) const {
    assert(!prefix_ && position < length(layer));
    const size_t start = static_cast<size_t>(position) * static_cast<size_t>(width_);
    const auto row = [&](const auto& rows) {
        return Numbers(rows[static_cast<size_t>(layer)].values.data() + start, width_);
    };
    return std::visit(row, rows_);
}

}  // namespace decodescope
