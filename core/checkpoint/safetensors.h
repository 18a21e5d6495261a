// safetensors files, as github.com/huggingface/safetensors describes them:
//
//   uint64   length of the header
//   header   JSON: name → {"dtype": "F32", "shape": [rows, columns], "data_offsets": [begin, end]},
//            and perhaps "__metadata__"
//   data     the tensors without gaps or overlaps
//
// A large model has several, and an index that says in which of them each tensor is.
#pragma once

#include <filesystem>

#include "core/checkpoint/tensor_source.h"

namespace decodescope {

// The tensors of one file, or of all that belong with it: an index file (.index.json), or a file
// that an index beside it names. Throws Error naming what is damaged, or missing.
TensorSource ReadSafetensorsFiles(const std::filesystem::path& path);

// The file in a folder that a model is in: its index, or its only .safetensors. Nothing where there
// is neither.
std::optional<std::filesystem::path> SafetensorsIn(const std::filesystem::path& folder);

}  // namespace decodescope
