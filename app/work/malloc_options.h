// How the C library should treat the memory of a program that makes one recording after another.
#pragma once

#if defined(__GLIBC__)
#include <malloc.h>
#endif

namespace decodescope {

// Keeps up to 256 MB of freed memory for the next recording instead of returning it to the system.
// Every edit drops a recording and makes one of the same size; getting fresh pages for it costs
// more than computing its numbers. Call once, at the start of main.
inline void KeepFreedMemory() {
#if defined(__GLIBC__)
    constexpr int kMegabyte = 1 << 20;
    mallopt(M_MMAP_THRESHOLD, 64 * kMegabyte);
    mallopt(M_TRIM_THRESHOLD, 256 * kMegabyte);
#endif
}

}  // namespace decodescope
