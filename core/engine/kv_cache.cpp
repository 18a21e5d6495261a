#include "core/engine/kv_cache.h"

#include <utility>

#include "core/model/model.h"

namespace decodescope {
namespace {

template <class T>
std::vector<KvCache::Rows<T>> EmptyLayers(size_t layers, int width) {
    return std::vector<KvCache::Rows<T>>(layers, {PackedMatrix<T>(0, width), {}, width});
}

// Numbers of V up to a position, and what kernels may read after them.
size_t SizeOfValues(int positions, int width) {
    return static_cast<size_t>(positions) * static_cast<size_t>(width) + kPanelRows;
}

}  // namespace

KvCache::KvCache(const Model& model)
    : layers_(model.config.layers), width_(model.config.kv_width()) {
    const auto layers = static_cast<size_t>(layers_);
    if (model.precision() == Precision::Float64)
        rows_ = EmptyLayers<double>(layers, width_);
    else
        rows_ = EmptyLayers<float>(layers, width_);
}

KvCache::KvCache(std::shared_ptr<const KvCache> prefix)
    : layers_(prefix->layers_), width_(prefix->width_), prefix_(std::move(prefix)) {
    assert(prefix_->prefix_ == nullptr);
    const auto empty = [this]<class T>(const Layers<T>& rows) {
        rows_ = EmptyLayers<T>(rows.size(), width_);
    };
    std::visit(empty, prefix_->rows_);
}

int KvCache::length(int layer) const {
    const auto own = [layer](const auto& rows) {
        return rows[static_cast<size_t>(layer)].positions();
    };
    return shared_length() + std::visit(own, rows_);
}

std::int64_t KvCache::own_bytes() const {
    const Precision precision = rows_.index() == 0 ? Precision::Float64 : Precision::Float32;
    return std::int64_t{2} * own_length() * width_ * layers_ * BytesPerNumber(precision);
}

void KvCache::Reserve(int positions) {
    const auto reserve = [&](auto& rows) {
        for (auto& layer : rows) {
            layer.keys.Reserve(positions);
            layer.values.reserve(SizeOfValues(positions, width_));
        }
    };
    std::visit(reserve, rows_);
}

void KvCache::Append(int layer, Numbers k, Numbers v) {
    assert(k.size() == width_ && v.size() == width_);
    assert(layer == 0 || length(layer) < length(layer - 1));
    const auto append = [&](auto& rows) {
        auto& own = rows[static_cast<size_t>(layer)];
        own.values.resize(SizeOfValues(own.positions() + 1, width_));
        v.CopyTo(own.values.data() + own.positions() * width_);
        own.keys.AppendRow(k);
    };
    std::visit(append, rows_);
}

Numbers KvCache::KeyRow(int layer, int position) const {
    assert(!prefix_ && position < length(layer));
    const auto row = [&](const auto& rows) {
        return rows[static_cast<size_t>(layer)].keys.Row(position);
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
