#include "core/run/work_estimate.h"

#include <algorithm>

#include "core/base/error.h"
#include "core/base/number.h"
#include "core/model/dataflow.h"
#include "core/model/parameters.h"

namespace decodescope {
namespace {

double ParameterCount(const Model& model) {
    double parameters = 0;
    for (const TensorInfo& info : AllTensors()) {
        if (!info.is_parameter || !Has(model.config, info.tensor)) continue;
        for (int layer = 0; layer < (info.per_layer ? model.config.layers : 1); ++layer) {
            const ParameterShape shape = ShapeOf(model, info.tensor, layer);
            parameters += static_cast<double>(shape.rows) * shape.columns;
        }
    }
    return parameters;
}

// How many passes follow from the recipe, at most, and positions are cached in the end.
struct Extent {
    double passes, positions;
};

Extent ExtentOf(const Recording& recording) {
    const int context = recording.config().context_length;
    const double prompt = recording.prompt_length();
    double passes = recording.recipe().tokens;
    if (context > 0) passes = std::min(passes, context - prompt + 1);
    return {passes, prompt + passes - 1};
}

// 1 + 2 + … + count: the entries of all rows of scores.
double Triangle(double count) { return count * (count + 1) / 2; }

// Entries of all traces of a run.
double TraceEntries(const Config& config, Capture capture, Extent extent) {
    double entries = 0;
    for (const TensorInfo& info : AllTensors()) {
        if (!IsCaptured(config, capture, info.tensor, 0, 0, 0)) continue;
        const double each = static_cast<double>(HeadCount(config, info.tensor)) *
                            (info.per_layer ? config.layers : 1);
        if (info.columns == Axis::KeyPosition) {
            entries += each * Triangle(extent.positions);
        } else {
            const bool is_last_only = info.columns == Axis::Vocabulary;
            entries += each * Length(config, info.columns) *
                       (is_last_only ? extent.passes : extent.positions);
        }
    }
    return entries;
}

double WorkOf(const Model& model, double positions) {
    const Config& config = model.config;
    const double per_score = 2.0 * config.query_width() * config.layers;  // q · K, and w · V
    return ParameterCount(model) * positions + per_score * Triangle(positions);
}

std::string Gigabytes(double bytes) { return FormatFixed(bytes / 1e9, 1) + " GB"; }

}  // namespace

double EstimatedWork(const Recording& recording) {
    return WorkOf(recording.model(), ExtentOf(recording).positions);
}

double EstimatedCheckWork(const Recording& recording) {
    const Extent extent = ExtentOf(recording);
    return WorkOf(recording.model(), extent.positions) * extent.passes;
}

double EstimatedBytes(const Recording& recording) {
    const Config& config = recording.config();
    const Extent all = ExtentOf(recording);
    const Extent prefill{1, static_cast<double>(recording.prompt_length())};
    const int bytes = BytesPerNumber(recording.model().precision());
    // The cache itself, and what lasts of each pass, whose k and v are the same again.
    const double cache = 2.0 * config.kv_width() * config.layers * all.positions;
    const double lasting = cache + TraceEntries(config, Capture::Lasting, all);
    const auto budget = static_cast<double>(recording.memory()->budget());
    // A pass is computed before another one makes room for it; the prefill is the largest.
    const double traces =
        std::min(TraceEntries(config, Capture::Everything, all) * bytes,
                 budget + TraceEntries(config, Capture::Everything, prefill) * bytes);
    return lasting * bytes + traces;
}

void RequireMemory(const Recording& recording, double free_bytes) {
    const double needed = EstimatedBytes(recording);
    if (needed <= free_bytes) return;
    throw Error("this run takes " + Gigabytes(needed) + " of memory, and " + Gigabytes(free_bytes) +
                    " are free",
                "prompt", "shorten the prompt, or select fewer tokens");
}

}  // namespace decodescope
