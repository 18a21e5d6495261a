// A small GPT-2 as Hugging Face's files, to be spoilt.
#pragma once

#include <map>
#include <string>

namespace decodescope {

// The contents of config.json, tokenizer.json and model.safetensors, by name.
std::map<std::string, std::string> TinyGpt2Files();

}  // namespace decodescope
