// What a program that makes one recording after another tells the C library about memory.
#pragma once

#if defined(__GLIBC__)
#include <malloc.h>
#endif

namespace decodescope {

// Keeps freed memory for the next recording instead of giving it back to the system, up to 256 MB.
// Every edit drops a recording and makes one of the same size; fetching fresh pages for it costs
// more than computing what is in them. Call once, at the start of main.
inline void KeepFreedMemory() {
#if defined(__GLIBC__)
    constexpr int kMegabyte = 1 << 20;
    mallopt(M_MMAP_THRESHOLD, 64 * kMegabyte);
    mallopt(M_TRIM_THRESHOLD, 256 * kMegabyte);
#endif
}

}  // namespace decodescope
