// The weights of a TOML model: layers, matrices and norms, in sizes that follow from the shape.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/model/model.h"
#include "core/model/weights.h"
#include "core/toml/toml_reader.h"

namespace decodescope {

// Reads with the sizes that `config` has at that moment; the first layer with an MLP sets
// mlp_hidden. `name` is what messages call the value. Throws Error with file:line:column.
class WeightsReader {
public:
    WeightsReader(const TomlReader& reader, Config& config) : read_(reader), config_(config) {}

    // What a [[layers]] table may have.
    static std::vector<std::string_view> LayerKeys();

    // A [[layers]] table. What is left out is the identity, or a gain of ones; an MLP's matrices
    // must be there.
    LayerWeights<double> ReadLayer(const TomlValue& table, const std::string& name) const;

    // One of the norms, named by its gain: left out (a gain of ones), an array, or { gain = …,
    // bias = … }. Throws Error where it is given and the model has no such norm.
    Norm<double> ReadNorm(const TomlValue& table, TensorId gain, const std::string& name) const;

    // The output matrix: "tied", a matrix, or { weight = either, bias = … }.
    Linear<double> ReadOutput(const TomlValue& value, const std::string& name) const;

    // Whether a matrix is given by a word, alone or as { weight = "word", … }.
    static bool IsWord(const TomlValue& value, std::string_view word);

private:
    void ReadPart(const TomlValue& table, const std::string& layer_name, PartAt at,
                  Linear<double>& linear) const;
    void ReadPart(const TomlValue& table, const std::string& layer_name, PartAt at,
                  Norm<double>& norm) const;

    // How many numbers a matrix has along an axis, and why.
    WantedSize SizeAlong(Axis axis) const;

    // Left out or "identity", a matrix, or { weight = …, bias = … }.
    Linear<double> Projection(const TomlValue& layer, std::string_view key,
                              const std::string& layer_name, const WantedSize& out,
                              const WantedSize& in) const;

    // A matrix that must be there, or { weight = …, bias = … }.
    Linear<double> MlpMatrix(const TomlValue& layer, std::string_view key,
                             const std::string& layer_name, const WantedSize& out,
                             const WantedSize& in) const;
    // `word` is what may be written instead of the matrix, if anything.
    Linear<double> WeightAndBias(const TomlValue& value, const std::string& name,
                                 const WantedSize& out, const WantedSize& in,
                                 std::string_view word) const;

    const TomlReader& read_;
    Config& config_;
};

}  // namespace decodescope
