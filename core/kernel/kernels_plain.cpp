// One number at a time.
#include "core/kernel/kernel_tables.h"
#include "core/kernel/kernels_in_lanes.h"

namespace decodescope {
namespace {

constexpr KernelTables kTables = {KernelsInLanes<float, 1>::Table(),
                                  KernelsInLanes<double, 1>::Table()};

}  // namespace

const KernelTables* const kKernelsPlain = &kTables;

}  // namespace decodescope
