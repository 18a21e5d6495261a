// The kernels of each width, as the files that are compiled for them give them to kernels.cpp.
#pragma once

#include "core/kernel/kernels.h"

namespace decodescope {

struct KernelTables {
    Kernels<float> floats;
    Kernels<double> doubles;
};

// Null where the program was built for processors that do not have the width.
extern const KernelTables* const kKernelsPlain;
extern const KernelTables* const kKernels128;
extern const KernelTables* const kKernels256;
extern const KernelTables* const kKernels512;

}  // namespace decodescope
