// main of the Catch2 tests. They run in the user's locale, decimal comma and all, because libraries
// that open windows and dialogs switch to it, too.
#define CATCH_CONFIG_RUNNER
#include "tests/support/catch.h"

#include <clocale>
#include <iostream>
#include <locale>

namespace {

// What Catch2 3 returns when it ran nothing but skipped tests.
constexpr int kSkipped = 4;

bool has_skipped = false;

void UseLocaleOfEnvironment() {
    if (!std::setlocale(LC_ALL, "")) {
        std::cerr << "The locale that the environment asks for is not installed; using C.\n";
        return;
    }
    std::locale::global(std::locale(""));
}

}  // namespace

namespace decodescope::test {

void Skip(const char* reason) {
    has_skipped = true;
    std::cout << "SKIPPED: " << reason << "\n";
}

}  // namespace decodescope::test

extern "C" const char* __ubsan_default_options() { return "print_stacktrace=1"; }

int main(int argc, char** argv) {
    UseLocaleOfEnvironment();
    const int result = Catch::Session().run(argc, argv);
    return result == 0 && has_skipped ? kSkipped : result;
}
