#include "app/files/folders.h"

#include <cstdlib>

#include "tests/support/catch.h"

namespace decodescope {

TEST_CASE("Folders follow the XDG specification") {
    const char* home = std::getenv("HOME");
    const std::string before = home ? home : "";
    ::setenv("HOME", "/someone", 1);
    ::unsetenv("XDG_CONFIG_HOME");
    ::setenv("XDG_STATE_HOME", "relative/is/ignored", 1);
    CHECK(FoldersFromEnvironment().config == "/someone/.config/decodescope");
    CHECK(FoldersFromEnvironment().state == "/someone/.local/state/decodescope");
    ::setenv("XDG_CONFIG_HOME", "/c", 1);
    ::setenv("XDG_STATE_HOME", "/s", 1);
    CHECK(FoldersFromEnvironment().config == "/c/decodescope");
    CHECK(FoldersFromEnvironment().state == "/s/decodescope");
    ::unsetenv("XDG_CONFIG_HOME");
    ::unsetenv("XDG_STATE_HOME");
    ::unsetenv("HOME");
    CHECK(FoldersFromEnvironment().config.empty());
    if (home) ::setenv("HOME", before.c_str(), 1);
}

}  // namespace decodescope
