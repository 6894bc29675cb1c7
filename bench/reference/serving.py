"""What the PyTorch references have in common: a child process that is told what to measure, line by line.

It reads one JSON request per line from stdin and answers with one JSON line on stdout, so that its measurements can be
interleaved with ours in one run. The first line it prints says which torch this is, or why there is none. It ends when
stdin does. Every reference can measure a large square product, which tells how fast its matrix library is.
"""

import json
import platform
import re
import signal
import sys
import time

# Ctrl-C reaches the whole process group; the parent reports it, a traceback from here would only add noise.
signal.signal(signal.SIGINT, signal.SIG_DFL)


def answer(message):
    sys.stdout.write(json.dumps(message) + "\n")
    sys.stdout.flush()


try:
    import torch
except Exception as error:  # a broken installation raises more than ImportError
    answer({"error": f"{type(error).__name__}: {error}"})
    sys.exit(0)


def square_product(case):
    a, b = torch.randn(case["size"], case["size"]), torch.randn(case["size"], case["size"])
    out = torch.empty_like(a)
    return lambda: torch.mm(a, b, out=out)


def measuring(make_step):
    """The command that runs steps for about the time asked for; `make_step` builds a case's step once."""
    steps = {}

    def measure(request):
        case = request["case"]
        key = json.dumps(case, sort_keys=True)
        if key not in steps:
            steps[key] = (square_product if case["kind"] == "product" else make_step)(case)
        step = steps[key]
        budget = request["milliseconds"] / 1000
        count, start = 0, time.perf_counter()
        while True:
            step()
            count += 1
            elapsed = time.perf_counter() - start
            if elapsed >= budget:
                return {"milliseconds": 1000 * elapsed / count}

    return measure


def loaded_blas():
    """The libraries that do torch's matrix products, as far as the process shows them."""
    found = set()
    try:
        with open("/proc/self/maps", encoding="utf-8") as maps:
            for line in maps:
                match = re.search(r"([^/\s]+/)?(lib(?:openblas|blas|mkl|blis)[^/]*\.so[^/\s]*)\s*$", line)
                # Debian's libblas.so.3 can be any implementation; its folder says which.
                if match:
                    found.add("".join(match.groups("")) if "libblas" in match[2] else match[2])
    except OSError:
        pass  # not Linux
    if not found and torch.backends.mkl.is_available():
        found.add("MKL inside torch")
    return sorted(found)


def serve(commands):
    """Answers requests until stdin ends; the number of threads is the program's only argument."""
    torch.manual_seed(0)
    torch.set_num_threads(int(sys.argv[1]))
    torch.set_flush_denormal(True)
    answer(
        {
            "torch": torch.__version__,
            "python": platform.python_version(),
            "threads": torch.get_num_threads(),
            "blas": loaded_blas(),
        }
    )
    for line in sys.stdin:
        request = json.loads(line)
        try:
            answer(commands[request["command"]](request))
        except Exception as error:
            answer({"error": f"{type(error).__name__}: {error}"})
