// Registers of 512 bits: AVX-512.
#include "core/kernel/kernel_tables.h"
#ifdef __AVX512F__
#include "core/kernel/kernels_in_lanes.h"

namespace decodescope {
namespace {

constexpr KernelTables kTables = {KernelsInLanes<float, 16>::Table(),
                                  KernelsInLanes<double, 8>::Table()};

}  // namespace

const KernelTables* const kKernels512 = &kTables;

}  // namespace decodescope
#else

const decodescope::KernelTables* const decodescope::kKernels512 = nullptr;

#endif
