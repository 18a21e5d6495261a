// Registers of 256 bits: AVX2.
#include "core/kernel/kernel_tables.h"
#ifdef __AVX2__
#include "core/kernel/kernels_in_lanes.h"

namespace decodescope {
namespace {

constexpr KernelTables kTables = {KernelsInLanes<float, 8>::Table(),
                                  KernelsInLanes<double, 4>::Table()};

}  // namespace

const KernelTables* const kKernels256 = &kTables;

}  // namespace decodescope
#else

const decodescope::KernelTables* const decodescope::kKernels256 = nullptr;

#endif
