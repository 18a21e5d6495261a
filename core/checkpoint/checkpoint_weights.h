// The weights of a model from the tensors of its files, and the way back: where each number is
// stored.
#pragma once

#include <map>
#include <memory>

#include "core/checkpoint/dequantizer.h"
#include "core/checkpoint/families.h"
#include "core/checkpoint/tensor_source.h"
#include "core/model/dataflow.h"
#include "core/model/stored_number.h"
#include "core/model/weights.h"

namespace decodescope {

class CheckpointWeights {
public:
    CheckpointWeights(std::shared_ptr<const TensorSource> source, const Family& family,
                      Naming naming)
        : source_(std::move(source)), family_(family), naming_(naming) {}

    // Rows of the token embedding, which is the size of the vocabulary.
    int VocabularySize(const std::string& file);

    // Whether there is an output matrix.
    bool HasOutput() const;

    // All weights that the configuration has, in single precision. Throws Error naming the tensor
    // that is missing, of the wrong shape, or of a type that is not read.
    Weights<float> Read(const Config& config, const std::string& file, WorkProgress* progress);

    // Asks for single numbers of what has been read; the files stay mapped for as long as it lives.
    StoredAt Origin(const Config& config) const;

private:
    using Places = std::map<std::pair<TensorId, int>, StoredPlace>;

    class Reader;

    std::string NameOf(const PartNames& names, int layer, std::string_view ending) const;
    const StoredTensor* Find(const std::string& name) const;
    const StoredTensor* FindWeight(TensorId weight, int layer, const Config& config) const;
    std::shared_ptr<const TensorSource> source_;
    const Family& family_;
    Naming naming_;
    Places places_;
};

}  // namespace decodescope
