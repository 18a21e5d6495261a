#include "core/checkpoint/checkpoint_weights.h"

#include <utility>

#include "core/base/error.h"
#include "core/tokenizer/token_display.h"

namespace decodescope {
namespace {

constexpr std::string_view kWeight = ".weight", kBias = ".bias";
constexpr int kMostTokens = 1 << 21;  // each of which takes memory before it is known

Error Missing(const std::string& name, const std::string& file) {
    return Error("the tensor " + name + " is missing", file,
                 "a model of this architecture needs it");
}

const StoredTensor& RequireRead(const StoredTensor& tensor) {
    if (tensor.type->is_read()) return tensor;
    throw Error("the tensor " + PrintableUtf8(tensor.name) + " is stored as " +
                    std::string(tensor.type->name),
                tensor.file, ReadStoredTypes() + " are read");
}

}  // namespace

std::string CheckpointWeights::NameOf(const PartNames& names, int layer,
                                      std::string_view ending) const {
    std::string name(names.In(naming_));
    if (const std::size_t at = name.find(".N."); at != std::string::npos) {
        name.replace(at + 1, 1, std::to_string(layer));
    }
    return name + std::string(ending);
}

// Names of Hugging Face may have a prefix; the output matrix has none in any file.
const StoredTensor* CheckpointWeights::Find(const std::string& name) const {
    if (naming_ == Naming::HuggingFace) {
        if (const auto* const found = source_->Find(std::string(family_.prefix) + name))
            return found;
    }
    return source_->Find(name);
}

// A file may have a matrix that serves twice under either name.
const StoredTensor* CheckpointWeights::FindWeight(TensorId weight, int layer,
                                                  const Config& config) const {
    const StoredTensor* const found = Find(NameOf(family_.NamesOf(weight), layer, kWeight));
    if (found != nullptr || weight != TensorId::TokenEmbedding || !config.tied_output) return found;
    return Find(NameOf(family_.NamesOf(TensorId::OutputWeight), 0, kWeight));
}

int CheckpointWeights::VocabularySize(const std::string& file) {
    const Config tied{.tied_output = true};
    const StoredTensor* const embedding = FindWeight(TensorId::TokenEmbedding, 0, tied);
    if (embedding == nullptr)
        throw Missing(NameOf(family_.NamesOf(TensorId::TokenEmbedding), 0, kWeight), file);
    const std::int64_t rows = embedding->shape.front();
    if (rows <= kMostTokens) return static_cast<int>(rows);
    throw Error("the token embedding has " + std::to_string(rows) + " rows", embedding->file,
                "a vocabulary has at most " + std::to_string(kMostTokens) + " tokens");
}

bool CheckpointWeights::HasOutput() const {
    return Find(NameOf(family_.NamesOf(TensorId::OutputWeight), 0, kWeight)) != nullptr;
}

// Finds the tensors of all parameters first, so that nothing large is done before all are known.
class CheckpointWeights::Reader {
public:
    Reader(CheckpointWeights& owner, const Config& config, std::string file)
        : owner_(owner), config_(config), file_(std::move(file)) {}

    Weights<float> Read(WorkProgress* progress) {
        Weights<float> weights;
        ReadNumbers(weights.token_embedding, TensorId::TokenEmbedding, TensorId::TokenEmbedding, 0);
        if (config_.positions == Positions::Learned) {
            ReadNumbers(weights.position_embedding, TensorId::PositionEmbedding,
                        TensorId::PositionEmbedding, 0);
        }
        weights.layers.resize(static_cast<std::size_t>(config_.layers));
        ForEachPart(weights, [&](PartAt at, auto& part) { ReadPart(at, part); });
        dequantizer_.Run(progress);
        return weights;
    }

private:
    template <class Part>
    void ReadPart(PartAt at, Part& part) {
        const bool is_tied = at.weight == TensorId::OutputWeight && config_.tied_output;
        if (is_tied || !Has(config_, at.weight)) return;
        ReadNumbers(WeightOf(part), at.weight, at.weight, at.layer);
        if (owner_.family_.NamesOf(at.weight).bias != BiasRule::None) {
            ReadNumbers(part.bias, at.weight, at.bias, at.layer);
        }
    }

    // A parameter of the part that has this weight.
    template <class Dense>
    void ReadNumbers(Dense& numbers, TensorId weight, TensorId parameter, int layer) {
        const PartNames& names = owner_.family_.NamesOf(weight);
        const bool is_bias = parameter != weight;
        const StoredTensor* const tensor = is_bias ? owner_.Find(owner_.NameOf(names, layer, kBias))
                                                   : owner_.FindWeight(weight, layer, config_);
        if (tensor == nullptr) {
            if (is_bias && names.bias == BiasRule::Optional) return;
            throw Missing(owner_.NameOf(names, layer, is_bias ? kBias : kWeight), file_);
        }
        RequireRead(*tensor);
        const TensorInfo& info = InfoOf(parameter);
        const int rows = Length(config_, info.rows), columns = Length(config_, info.columns);
        const StoredPlace place = Place<Dense>(*tensor, names, rows, columns);
        owner_.places_[{parameter, layer}] = place;
        if constexpr (Dense::IsVectorAtCompileTime) {
            numbers.resize(columns);
        } else {
            numbers.resize(rows, columns);
        }
        dequantizer_.Add(place, numbers);
    }

    // Where it is, once its shape has been found right. A vector is a row; of a third of one, the
    // place says where it begins.
    template <class Dense>
    StoredPlace Place(const StoredTensor& tensor, const PartNames& names, int rows,
                      int columns) const {
        const bool is_layers = InfoOf(names.weight).per_layer;
        const bool is_third = names.third >= 0;
        // Q, K and V have the same sizes in all families that have them in one matrix.
        const std::int64_t parts = is_third ? 3 : 1;
        StoredPlace place{.tensor = &tensor};
        std::vector<std::int64_t> wanted;
        if constexpr (Dense::IsVectorAtCompileTime) {
            wanted = {parts * columns};
            place.first = is_third ? names.third : 0;
        } else {
            place.is_transposed =
                owner_.family_.is_transposed && is_layers && owner_.naming_ == Naming::HuggingFace;
            place.first = is_third ? std::int64_t{names.third} * rows : 0;
            wanted = {parts * rows, columns};
            if (place.is_transposed) std::swap(wanted[0], wanted[1]);
        }
        if (tensor.shape != wanted) {
            throw Error(
                "the tensor " + PrintableUtf8(tensor.name) + " is " + ShapeText(tensor.shape),
                tensor.file, "it must be " + ShapeText(wanted));
        }
        RequireWholeBlocks(tensor, place, columns);
        return place;
    }

    // Rows of a matrix begin with a block. Parts of a vector, and columns of a transposed matrix,
    // do so only where each number is a block.
    void RequireWholeBlocks(const StoredTensor& tensor, const StoredPlace& place,
                            int columns) const {
        const int block = tensor.type->block_numbers;
        if (block == 1 || (!place.is_transposed && columns % block == 0)) return;
        throw Error("the tensor " + PrintableUtf8(tensor.name) + " is stored as " +
                        std::string(tensor.type->name) + ", whose blocks do not fit its parts",
                    tensor.file, "it must be F32, F16 or BF16");
    }

    CheckpointWeights& owner_;
    const Config& config_;
    std::string file_;
    Dequantizer dequantizer_;
};

Weights<float> CheckpointWeights::Read(const Config& config, const std::string& file,
                                       WorkProgress* progress) {
    return Reader(*this, config, file).Read(progress);
}

StoredAt CheckpointWeights::Origin(const Config& config) const {
    return [source = source_, places = std::make_shared<const Places>(places_),
            config](const Cell& cell) -> std::optional<StoredNumber> {
        const bool is_tied = cell.tensor == TensorId::OutputWeight && config.tied_output;
        const TensorId parameter = is_tied ? TensorId::TokenEmbedding : cell.tensor;
        const auto found = places->find({parameter, cell.layer});
        if (found == places->end() || !source->IsWhole()) return std::nullopt;
        const StoredTensor& tensor = *found->second.tensor;
        const int columns = Length(config, InfoOf(parameter).columns);
        return StoredNumberAt(*tensor.type, tensor.bytes.data(),
                              found->second.IndexOf(cell.row, cell.column, columns));
    };
}

}  // namespace decodescope
