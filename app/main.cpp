// Decodescope: watch a language model decode, number by number.
#include "app/cli/cli.h"
#include "app/shell/views.h"
#include "app/window/window.h"
#include "app/work/malloc_options.h"

int main(int argc, char** argv) {
    decodescope::KeepFreedMemory();
    return decodescope::RunCli(argc, argv,
                               {.run = decodescope::ShowWindow, .views = decodescope::ViewNames()});
}
