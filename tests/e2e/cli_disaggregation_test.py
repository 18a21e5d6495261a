"""Disaggregated prefill as two processes, one prefills and one decodes; through a file and over TCP.

The result must be, byte for byte, the trace of the undivided run; whatever happens to the cache on the way
must be noticed, reported in one line, and leave nothing behind.
"""

import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time

from _cli import ABC, BIN, Folder, check, check_refused, finish, text_of

DRINKS = "assets/models/drinks.toml"
MODELS = os.environ.get("DECODESCOPE_MODELS", "../shared/models")
STORIES = os.path.join(MODELS, "stories260K.bin")
PROTOCOLS = ("first-token", "last-position")

RECIPES = [
    (ABC, ["--tokens", "4"]),
    (ABC, ["--prompt", "A", "--tokens", "3", "--rule", "sample", "--seed", "7"]),  # one token, so N - 1 = 0
    (DRINKS, ["--prompt", "Today I drink tea with", "--rule", "sample", "--temperature", "1.2",
              "--top-k", "5", "--seed", "3"]),
]
if os.path.exists(STORIES):
    RECIPES.append((STORIES, ["--prompt", "Once upon a time", "--tokens", "4"]))


class Program:
    """The program, running in parallel with this script."""

    def __init__(self, *arguments):
        environment = dict(os.environ)
        environment.pop("DISPLAY", None)
        self.arguments = arguments
        self.process = subprocess.Popen([os.path.abspath(BIN), *arguments], stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE, stdin=subprocess.DEVNULL,
                                        env=environment)

    def finish(self):
        """(exit code, stdout, stderr)"""
        out, error = self.process.communicate(timeout=60)
        return self.process.returncode, out, error.decode("utf-8")

    def must_refuse(self, *says):
        code, out, error = self.finish()
        check(code == 2, f"{self.arguments}: exit code {code}, not 2: {error!r}")
        check(out == b"", f"{self.arguments}: stdout {out!r}")
        check(error.count("\n") == 1 and error.startswith("decodescope: "),
              f"{self.arguments}: not one line: {error!r}")
        for part in says:
            check(part in error, f"{self.arguments}: {part!r} is not in {error!r}")


class Listening(Program):
    """A decode worker that listens on a free port."""

    def __init__(self, *arguments):
        super().__init__(*arguments, "--listen", "0")
        said = self.process.stderr.readline().decode()
        match = re.fullmatch(r"decodescope: listening on 127\.0\.0\.1:(\d+)\n", said)
        check(match is not None, f"the port is not said: {said!r}")
        self.port = int(match[1]) if match else 0


class Proxy(threading.Thread):
    """A proxy between the two: alters bytes on the way, or lets only the first `cut` of them through."""

    def __init__(self, port, alter=lambda data: data, cut=None):
        super().__init__(daemon=True)
        self.target, self.alter, self.cut = port, alter, cut
        self.server = socket.create_server(("127.0.0.1", 0))
        self.port = self.server.getsockname()[1]
        self.start()

    def run(self):
        sender, _ = self.server.accept()
        self.server.close()
        sender.settimeout(20)
        data = b""
        while more := sender.recv(1 << 16):
            data += more
        data = self.alter(data)[: self.cut]
        with sender, socket.create_connection(("127.0.0.1", self.target), timeout=20) as receiver:
            try:
                receiver.sendall(data)
                receiver.shutdown(socket.SHUT_WR)
                while answer := receiver.recv(1 << 16):
                    sender.sendall(answer)
            except OSError:
                pass


def trace(model, arguments, **options):
    return text_of("trace", model, *arguments, "--format", "json", **options)


def test_through_a_file():
    with Folder() as folder:
        for model, arguments in RECIPES:
            whole = trace(model, arguments)
            for protocol in PROTOCOLS:
                cache = folder.file("cache.bin")
                report = text_of("prefill", model, *arguments, "--protocol", protocol, "-o", cache)
                check(f": {os.path.getsize(cache)}\n".encode() in report, f"{report}: the size")
                got = text_of("decode", model, "--cache", cache, "--format", "json")
                check(got == whole, f"{model} {arguments} {protocol}: the trace is another")
                for form in ("text", "csv", "markdown"):
                    want = text_of("trace", model, *arguments, "--format", form)
                    got = text_of("decode", model, "--cache", cache, "--format", form)
                    check(got == want, f"{model} {protocol} {form}: the trace is another")
                out = folder.file("out.json")
                text_of("decode", model, "--cache", cache, "--format", "json", "-o", out)
                with open(out, "rb") as file:
                    check(file.read() == whole, "-o writes the same")


def passes_of(raw):
    """The passes of a JSON trace, byte for byte, by number."""
    begin, end = raw.index(b'"passes":') + 9, raw.index(b'\n"sequence"')
    starts = [m.start() for m in re.finditer(rb'\n\{"pass": *\d+', raw)]
    check(bool(starts), "the passes are found")
    pieces = [raw[a:b].strip(b",\n") for a, b in zip(starts, [*starts[1:], end])]
    return {int(re.match(rb'\{"pass": *(\d+)', p)[1]): p.rstrip(b"]").strip(b",\n") for p in pieces}


def test_cache_alone():
    """Without the prefill's values the decode passes are the same, and the trace says what it does not know."""
    with Folder() as folder:
        for model, arguments in RECIPES:
            whole = trace(model, arguments)
            everything = json.loads(whole)
            for protocol in PROTOCOLS:
                cache, large = folder.file("cache.bin"), folder.file("large.bin")
                shared = ["prefill", model, *arguments, "--protocol", protocol]
                text_of(*shared, "--ship", "cache", "-o", cache)
                text_of(*shared, "--ship", "trace", "-o", large)
                check(os.path.getsize(cache) < os.path.getsize(large), "the cache alone is smaller")
                raw = text_of("decode", model, "--cache", cache, "--format", "json")
                got, n = json.loads(raw), len(everything["prompt"]["tokens"])
                first = 1 if protocol == "first-token" else 0
                check(got["handover"] == {
                    "protocol": protocol, "positions_received": n - 1 + first,
                    "positions_recomputed": [] if first else [n - 1]}, f"{got['handover']}")
                check([p["pass"] for p in got["passes"]] ==
                      list(range(first, len(everything["passes"]))), f"{protocol}: passes")
                mine, theirs = passes_of(raw), passes_of(whole)
                for index in range(1, len(everything["passes"])):
                    check(mine[index] == theirs[index], f"{model} {protocol}: pass {index}")
                if not first:  # the last prompt position, recomputed, row by row
                    a, b = got["passes"][0], everything["passes"][0]
                    check(a["positions"] == [n - 1], "position N - 1 is what is run again")
                    check(a["hidden"] == b["hidden"][-1:] and a["logits"] == b["logits"] and
                          a["candidates"] == b["candidates"] and a["selected"] == b["selected"],
                          f"{model}: the recomputed position is another")
                check(got["sequence"] == everything["sequence"], "the sequence")
                check(got["stop"] == everything["stop"], "why it stops")
                for form in ("text", "csv", "markdown"):
                    for values in ("full", "summary"):
                        text_of("decode", model, "--cache", cache, "--format", form, "--values", values)


def test_over_a_connection():
    for model, arguments in RECIPES:
        whole = trace(model, arguments)
        for protocol in PROTOCOLS:
            worker = Listening("decode", model, "--format", "json")
            text_of("prefill", model, *arguments, "--protocol", protocol, "--to", str(worker.port))
            code, out, error = worker.finish()
            check((code, error) == (0, ""), f"{model} {protocol}: {code} {error!r}")
            check(out == whole, f"{model} {arguments} {protocol}: the trace is another")


def test_cut_off_at_every_tenth():
    """The sender dies after n tenths of the transfer."""
    with Folder() as folder:
        for tenth in range(10):
            out = folder.file("out.json")
            worker = Listening("decode", DRINKS, "--format", "json", "-o", out)
            cache = folder.file("cache.bin")
            text_of("prefill", DRINKS, "-o", cache)
            with open(cache, "rb") as file:
                data = file.read()
            part = folder.file("part.bin", data[: len(data) * tenth // 10])
            check_refused("decode", DRINKS, "--cache", part, "-o", out, says=["cut off"])
            proxy = Proxy(worker.port, cut=len(data) * tenth // 10)
            sender = Program("prefill", DRINKS, "--to", f"127.0.0.1:{proxy.port}")
            worker.must_refuse("hung up")
            sender.must_refuse("refused")
            check(folder.names() == ["cache.bin", "part.bin"], f"left behind: {folder.names()}")


def test_killed_in_the_middle():
    """A sender is killed while it sends: what it has sent so far is not used."""
    with Folder() as folder:
        path = folder.file("cache.bin")
        text_of("prefill", DRINKS, "-o", path)
        script = ("import socket,sys,time;d=open(sys.argv[1],'rb').read();"
                  "s=socket.create_connection(('127.0.0.1',int(sys.argv[2])));"
                  "s.sendall(d[:len(d)*int(sys.argv[3])//10]);print('sent',flush=True);time.sleep(60)")
        for tenth in range(1, 10):
            worker = Listening("decode", DRINKS, "-o", folder.file("out"))
            sender = subprocess.Popen([sys.executable, "-c", script, path, str(worker.port), str(tenth)],
                                      stdout=subprocess.PIPE)
            sender.stdout.readline()
            sender.kill()
            sender.communicate()
            worker.must_refuse("hung up", "bytes")
            check(folder.names() == ["cache.bin"], f"left behind: {folder.names()}")


def test_single_bits_flipped():
    with Folder() as folder:
        path = folder.file("cache.bin")
        text_of("prefill", ABC, "-o", path)
        with open(path, "rb") as file:
            size = len(file.read())
    def flip(place, bit):
        return lambda data: data[:place] + bytes([data[place] ^ 1 << bit]) + data[place + 1:]
    places = [0, 8, 12, 17, 20, 24, 40, size // 3, size // 2, 2 * size // 3, size - 33, size - 1]
    for i, place in enumerate(places):
        worker = Listening("decode", ABC, "--timeout", "2")
        proxy = Proxy(worker.port, alter=flip(place, i % 8))
        sender = Program("prefill", ABC, "--to", str(proxy.port))
        worker.must_refuse()
        sender.must_refuse("refused")


def test_wrong_model():
    with Folder() as folder:
        with open(ABC, encoding="utf-8") as file:
            abc = file.read()
        check("[ 1,  0]" in abc, "the model has a number to change")
        other = folder.file("other.toml", abc.replace("[ 1,  0]", "[ 1.5,  0]", 1))
        cache = folder.file("cache.bin")
        text_of("prefill", ABC, "-o", cache)
        check_refused("decode", other, "--cache", cache, says=["another model", "weights"])
        check_refused("decode", DRINKS, "--cache", cache,
                      says=["another model", "configuration", "weights", "vocabulary"])
        worker = Listening("decode", other)
        sender = Program("prefill", ABC, "--to", str(worker.port))
        worker.must_refuse("another model", "weights")
        sender.must_refuse("refused", "another model")


def test_what_is_no_cache():
    with Folder() as folder:
        cache = folder.file("cache.bin")
        text_of("prefill", ABC, "-o", cache)
        with open(cache, "rb") as file:
            good = file.read()
        for name, contents, says in [
            ("empty", b"", "cut off"), ("text", "A B C", "not a cache"),
            ("trailing", good + b"\0", "trailing data"), ("version", good[:8] + b"\2" + good[9:], "version 2"),
            ("huge", good[:12] + b"\xff" * 8 + good[20:], "bytes"),
        ]:
            check_refused("decode", ABC, "--cache", folder.file(name, contents), says=[says])
        check_refused("decode", ABC, "--cache", folder.file("none"), says=["no such file"])
        check_refused("decode", ABC, "--cache", folder.path, says=["folder"])
        check_refused("decode", ABC, "--cache", cache, "-o", cache, says=["overwrite"])
        with open(cache, "rb") as file:
            check(file.read() == good, "the cache is as it was")


def say(port, data, ends=True):
    """Connects, sends something and returns the answer."""
    with socket.create_connection(("127.0.0.1", port), timeout=20) as peer:
        peer.sendall(data)
        if ends:
            peer.shutdown(socket.SHUT_WR)
        answer = b""
        while more := peer.recv(1 << 16):
            answer += more
        return answer


def test_peers_that_are_no_workers():
    magic = b"\x89DSC\r\n\x1a\n"
    for data, says in [(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n", "not a cache"), (b"", "before"),
                       (magic + b"\1\0\0\0" + b"\xff" * 8 + b"x" * 100000, "bytes"),
                       (os.urandom(1 << 20), "not a cache"), (magic, "cut off")]:
        worker = Listening("decode", ABC)
        answer = say(worker.port, data)
        worker.must_refuse(says)
        check(answer[:4] == b"DSCA" and says.encode() in answer, f"{data[:20]}: answered {answer!r}")

    server = socket.create_server(("127.0.0.1", 0))
    port = server.getsockname()[1]
    for answer, says in [(b"", "hung up"), (b"HTTP/1.1 400 Bad Request\r\n\r\n", "not a decode worker"),
                         (b"DSCA\0\0\0\0\xff\xff\xff\xff", "not a decode worker")]:
        sender = Program("prefill", ABC, "--to", str(port))
        peer, _ = server.accept()
        while peer.recv(1 << 16):
            pass
        peer.sendall(answer)
        peer.close()
        sender.must_refuse(says)
    server.close()
    check_refused("prefill", ABC, "--to", str(port), says=["nothing is listening", str(port)])


def test_silence_ends():
    worker = Listening("decode", ABC, "--timeout", "0.3")
    with socket.create_connection(("127.0.0.1", worker.port), timeout=20):
        worker.must_refuse("nothing came for 0.3 s", "--timeout")
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        check_refused("prefill", ABC, "--to", str(port), "--timeout", "0.3", says=["nothing came"])


def test_half_a_second_is_half_a_second():
    started = time.monotonic()
    worker = Listening("decode", ABC, "--timeout", "0.5")
    worker.must_refuse("nobody connected for 0.5 s", "--timeout")
    waited = time.monotonic() - started
    check(0.5 <= waited < 3, f"the first connection: {waited}")
    worker = Listening("decode", ABC, "--timeout", "0.5")
    started = time.monotonic()
    with socket.create_connection(("127.0.0.1", worker.port), timeout=20):
        worker.must_refuse("nothing came for 0.5 s")
    check(time.monotonic() - started < 3, "silence after connecting")


def test_the_counts_of_a_cache_alone():
    """After last-position the decode worker's first pass lists one position, and counts that one."""
    with Folder() as folder:
        cache = folder.file("cache.bin")
        text_of("prefill", ABC, "--prompt", "A B C", "--protocol", "last-position", "--ship", "cache",
                "-o", cache)
        got = json.loads(text_of("decode", ABC, "--cache", cache, "--format", "json"))
        first = got["passes"][0]
        check(first["positions"] == [2] and first["kv_positions_computed"] == 1, f"{first}")
        check(first["kv_positions_computed_total"] == 3, "the rows that were sent are in the total")
        check(first["counts"]["multiply_adds_total"] ==
              got["passes"][1]["counts"]["multiply_adds_total"] - 4, "one position's work")


def test_ports():
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        check_refused("decode", ABC, "--listen", str(port), says=["already listens", str(port)])
    for address in ("", "x", "70000", "-1", "1.5", ":", ":80", "127.0.0.1:"):
        check_refused("decode", ABC, "--listen", address, says=["--listen", "not an address"])
        check_refused("prefill", ABC, "--to", address, says=["--to", "not an address"])
    check_refused("prefill", ABC, "--to", "0", says=["port 0"])
    check_refused("decode", ABC, says=["--cache", "--listen"])
    check_refused("decode", ABC, "--cache", "a", "--listen", "0", says=["one place"])
    check_refused("prefill", ABC, says=["-o", "--to"])
    check_refused("prefill", ABC, "-o", "a", "--to", "1", says=["one place"])
    check_refused("prefill", ABC, "--protocol", "none", "-o", "a", says=["first-token"])


def test_interrupt_ends_it():
    worker = Listening("decode", ABC)
    started = time.monotonic()
    worker.process.send_signal(signal.SIGINT)
    code, out, _ = worker.finish()
    check(code == -signal.SIGINT and out == b"", f"Ctrl+C: {code}")
    check(time.monotonic() - started < 20, "Ctrl+C ends it")


for name, test in sorted(globals().items()):
    if name.startswith("test_"):
        print(name)
        test()
finish(skipped=None if os.path.exists(STORIES) else f"{STORIES} not found")
