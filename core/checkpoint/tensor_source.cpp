#include "core/checkpoint/tensor_source.h"

#include <algorithm>
#include <utility>

#include "core/base/error.h"
#include "core/tokenizer/token_display.h"

namespace decodescope {

std::optional<std::int64_t> CountOf(const std::vector<std::int64_t>& shape) {
    constexpr std::int64_t kMost = std::int64_t{1} << 40;
    std::int64_t count = 1;
    for (const std::int64_t size : shape) {
        if (size < 1 || size > kMost / count) return std::nullopt;
        count *= size;
    }
    return count;
}

std::int64_t StoredTensor::count() const { return CountOf(shape).value_or(0); }

std::string ShapeText(const std::vector<std::int64_t>& shape) {
    std::string text = "[";
    for (std::size_t i = 0; i < shape.size(); ++i) {
        text += (i == 0 ? "" : ", ") + std::to_string(shape[i]);
    }
    return text + "]";
}

void TensorSource::Add(StoredTensor tensor) {
    std::string name = tensor.name, file = tensor.file;
    if (!tensors_.emplace(name, std::move(tensor)).second) {
        throw Error("there are two tensors named " + PrintableUtf8(name), file,
                    "each name must be there once");
    }
}

const StoredTensor* TensorSource::Find(std::string_view name) const {
    const auto found = tensors_.find(name);
    return found == tensors_.end() ? nullptr : &found->second;
}

bool TensorSource::IsWhole() const {
    return std::ranges::all_of(files_, [](const MappedFilePtr& file) { return file->IsWhole(); });
}

}  // namespace decodescope
