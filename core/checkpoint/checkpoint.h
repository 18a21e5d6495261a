// Models from the files that people have: GGUF, and safetensors with config.json and tokenizer.json
// beside them. Weights become single precision, whatever they are stored as; the files stay mapped,
// so that each number can say how it is stored (Model::stored_at).
#pragma once

#include <filesystem>

#include "core/base/work_progress.h"
#include "core/model/model.h"

namespace decodescope {

// Each throws Error saying in one line what cannot be read and why. Nothing is allocated that the
// files do not have room for. `progress` may be null.
Model ReadGguf(const std::filesystem::path& path, WorkProgress* progress = nullptr);

// A safetensors file, its index, or the folder that they are in.
Model ReadSafetensors(const std::filesystem::path& path, WorkProgress* progress = nullptr);

// Whether a folder has a model that ReadSafetensors is for.
bool IsSafetensorsFolder(const std::filesystem::path& folder);

}  // namespace decodescope
