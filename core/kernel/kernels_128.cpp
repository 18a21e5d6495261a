// Registers of 128 bits: SSE2, which every x86-64 has, or what else the processor has.
#include "core/kernel/kernel_tables.h"
#include "core/kernel/kernels_in_lanes.h"

namespace decodescope {
namespace {

constexpr KernelTables kTables = {KernelsInLanes<float, 4>::Table(),
                                  KernelsInLanes<double, 2>::Table()};

}  // namespace

const KernelTables* const kKernels128 = &kTables;

}  // namespace decodescope
