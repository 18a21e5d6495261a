#include "app/views/mistakes/mistakes_log.h"

#include <nlohmann/json.hpp>

#include "app/views/mistakes/mistakes_worker.h"

namespace decodescope {

nlohmann::ordered_json MistakesJson(const AppState& state, const Derived&,
                                    const ViewWorker* worker) {
    using Json = nlohmann::ordered_json;
    const MistakesResults& results = static_cast<const MistakesWorker&>(*worker).results();
    const MistakesViewState& view = state.ui.mistakes;
    const std::string name(InfoOf(view.mistake).name);
    Json json{{"mistake", view.is_hidden() ? Json(nullptr) : Json(name)},
              {"guessing", view.guess.has_value()},
              {"pass", view.pass},
              {"right", view.right},
              {"asked", view.asked},
              {"running", results.is_running},
              {"why_not", results.why_not},
              {"broken", Json::array()}};
    if (!results.judged) return json;
    for (const InvariantCheck& check : results.judged->checks) {
        if (!check.holds()) json["broken"].push_back(std::string(InfoOf(check.invariant).name));
    }
    return json;
}

}  // namespace decodescope
