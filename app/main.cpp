// Decodescope: watch a language model decode, number by number.
#include "app/cli/cli.h"
#include "app/window.h"

int main(int argc, char** argv) {
    return decodescope::RunCli(argc, argv, decodescope::ShowWindow);
}
