// Catch2, whichever major version is installed.
#pragma once

#if __has_include(<catch2/catch_all.hpp>)
#include <catch2/catch_all.hpp>
#else
#include <catch2/catch.hpp>
#endif

// SKIP("… not found") ends a test that cannot run here; ctest counts it as skipped. Catch2 3.3 has
// it; with an older one it must be in the body of the TEST_CASE itself, because it returns.
#ifndef SKIP
namespace decodescope::test {
void Skip(const char* reason);  // catch_main.cpp
}
#define SKIP(reason)                       \
    do {                                   \
        ::decodescope::test::Skip(reason); \
        return;                            \
    } while (false)
#endif
