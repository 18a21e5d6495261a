#include "app/cli/output.h"

#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <system_error>

#include "core/base/error.h"
#include "core/io/file.h"
#include "core/tokenizer/token_display.h"

namespace decodescope {
namespace {

void WriteToStdout(std::string_view text) {
    while (!text.empty()) {
        const ssize_t written = ::write(STDOUT_FILENO, text.data(), text.size());
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) {
            throw Error(
                "not all of the output could be written: " + std::generic_category().message(errno),
                "stdout", "write to a file with -o FILE");
        }
        text.remove_prefix(static_cast<size_t>(written));
    }
}

}  // namespace

void WriteOutput(const std::optional<std::string>& file, std::string_view text) {
    if (file) {
        WriteFileAtomically(*file, text);
    } else {
        WriteToStdout(text);
    }
}

void CheckOutput(const std::optional<std::string>& output,
                 const std::vector<std::optional<std::string>>& inputs) {
    namespace fs = std::filesystem;
    if (!output) return;
    if (output->empty()) throw Error("the file has no name", "-o", "write -o FILE");
    std::error_code ignored;
    for (const std::optional<std::string>& input : inputs) {
        if (input && fs::is_regular_file(*output, ignored) &&
            fs::equivalent(*output, *input, ignored)) {
            throw Error("the output would overwrite an input", *output, "name another file");
        }
    }
    const fs::path folder = fs::path(*output).parent_path();
    if (!folder.empty() && !fs::is_directory(folder, ignored)) {
        throw Error("there is no such folder", folder.string(), "name a folder that exists");
    }
}

void PrintError(std::string_view message) {
    const std::string line = "decodescope: " + PrintableUtf8(message) + "\n";
    std::fwrite(line.data(), 1, line.size(), stderr);
    std::fflush(stderr);
}

}  // namespace decodescope
