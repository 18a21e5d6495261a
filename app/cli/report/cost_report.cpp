#include "app/cli/report/cost_report.h"

#include "core/base/error.h"

namespace decodescope {
namespace {

// The row with a name; the Error for an unknown one lists the names of all rows.
template <class Rows, class Named>
const auto& RowFor(const Rows& rows, const std::string& name, const char* option, Named named) {
    std::string names;
    for (const auto& row : rows) {
        if (named(row) == name) return row;
        names += (names.empty() ? "" : " or ") + std::string(named(row));
    }
    throw Error("'" + name + "' is not in the table", option, "write " + names);
}

StorageFormat FormatFor(const std::optional<std::string>& name, const char* option) {
    if (!name) return StorageFormat::Float16;
    return RowFor(StorageFormats(), *name, option,
                  [](const StorageFormatInfo& row) { return row.name; })
        .format;
}

}  // namespace

std::optional<ModelledRun> ModelledRunOf(const ModelledOptions& options, const Model* model) {
    const bool has_details = options.weights || options.cache || options.batch || options.context;
    if (!options.is_wanted() && has_details) {
        throw Error("there is no hardware to model", "", "add --hardware NAME, or see --list");
    }
    if (!options.is_wanted()) return std::nullopt;
    ModelledRun run;
    if (options.shape) {
        const KnownShape& known = RowFor(KnownShapes(), *options.shape, "--shape",
                                         [](const KnownShape& row) { return row.name; });
        run.shape = known.shape;
        run.shape_name = known.name;
        run.scenario.shape = CostShapeOf(known.shape);
    } else {
        run.shape = ModelShapeOf(model->config);
        run.shape_name = model->name;
        run.scenario.shape = CostShapeOf(*model);
    }
    run.scenario.hardware =
        RowFor(KnownHardware(), options.hardware.value_or(std::string(kDefaultHardware)),
               "--hardware", [](const Hardware& row) { return row.name; });
    run.scenario.weights = FormatFor(options.weights, "--weights-format");
    run.scenario.cache = FormatFor(options.cache, "--cache-format");
    run.scenario.batch = static_cast<double>(options.batch.value_or(1));
    run.scenario.context = static_cast<double>(options.context.value_or(1024));
    return run;
}

AttentionCase AttentionCaseOf(const ModelledRun& run) {
    return {.n = run.scenario.context,
            .d = static_cast<double>(run.shape.d_model),
            .h = static_cast<double>(run.shape.query_heads),
            .b = run.scenario.batch};
}

}  // namespace decodescope
