// The tensors of a model's files, by name: where their bytes are, not yet what they mean.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/checkpoint/mapped_file.h"
#include "core/checkpoint/stored_type.h"

namespace decodescope {

struct StoredTensor {
    std::string name;
    std::vector<std::int64_t> shape;  // rows before columns, whatever the file's order; at least 1
    const StoredType* type = nullptr;
    std::string_view bytes;  // as many as shape and type say, in a mapped file
    std::string file;        // where, for messages

    std::int64_t count() const;
};

// The numbers of a shape, or nothing where they are more than any file can hold.
std::optional<std::int64_t> CountOf(const std::vector<std::int64_t>& shape);

// "[32, 64]".
std::string ShapeText(const std::vector<std::int64_t>& shape);

class TensorSource {
public:
    // The bytes of the tensors are in these files, which live as long as this does.
    void Keep(MappedFilePtr file) { files_.push_back(std::move(file)); }

    // Throws Error where there is one with this name.
    void Add(StoredTensor tensor);

    // Null where there is none.
    const StoredTensor* Find(std::string_view name) const;

    const std::map<std::string, StoredTensor, std::less<>>& tensors() const { return tensors_; }

    // Whether nobody has cut off a file since.
    bool IsWhole() const;

private:
    std::vector<MappedFilePtr> files_;
    std::map<std::string, StoredTensor, std::less<>> tensors_;
};

}  // namespace decodescope
