#include "core/run/work_estimate.h"

#include "core/model/parameters.h"

namespace decodescope {

double EstimatedWork(const Recording& recording) {
    const Model& model = recording.model();
    double parameters = 0;
    for (int i = 0; i < kTensorCount; ++i) {
        const TensorInfo& info = InfoOf(static_cast<TensorId>(i));
        if (!info.is_parameter || !Has(model.config, info.tensor)) continue;
        for (int layer = 0; layer < (info.per_layer ? model.config.layers : 1); ++layer) {
            const ParameterShape shape = ShapeOf(model, info.tensor, layer);
            parameters += static_cast<double>(shape.rows) * shape.columns;
        }
    }
    return parameters * (recording.prompt_length() + recording.recipe().tokens);
}

}  // namespace decodescope
