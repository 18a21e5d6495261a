// The proof that a recording's hand-over agrees with it: found while the view is shown, at once for
// a toy, on another thread for a larger model.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "app/state/state.h"
#include "app/work/background.h"
#include "core/serve/disaggregation.h"

namespace decodescope {

struct DisaggregationChecks {
    std::vector<TransferCheck> proofs;  // by protocol; fewer while more will come
    bool is_proving = false;
};

class DisaggregationChecker {
public:
    explicit DisaggregationChecker(std::function<void()> wake) : proofs_(std::move(wake)) {}

    void Find(const AppState& state, DisaggregationChecks& derived);
    bool is_busy() const { return proofs_.is_running(); }

private:
    Background<TransferCheck> proofs_;
    std::shared_ptr<const Recording> proved_;
};

}  // namespace decodescope
