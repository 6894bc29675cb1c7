"""What all references have in common: a child process that is told what to measure, line by line.

It reads one JSON request per line from stdin and answers with one JSON line on stdout, so that its measurements can be
interleaved with ours in one run. The first line it prints says what it is, or why it cannot be. It ends when stdin does.
"""

import json
import signal
import sys
import time

# Ctrl-C reaches the whole process group; the parent reports it, a traceback from here would only add noise.
signal.signal(signal.SIGINT, signal.SIG_DFL)


def answer(message):
    sys.stdout.write(json.dumps(message) + "\n")
    sys.stdout.flush()


def give_up(error):
    """Says why there is nothing to measure here; a broken installation raises more than ImportError."""
    answer({"error": f"{type(error).__name__}: {error}"})
    sys.exit(0)


def measuring(make_step):
    """The command that runs steps for about the time asked for; `make_step` builds a case's step once.

    A step may say how many iterations it did; otherwise it did one.
    """
    steps = {}

    def measure(request):
        case = request["case"]
        key = json.dumps(case, sort_keys=True)
        if key not in steps:
            steps[key] = make_step(case)
        step = steps[key]
        budget = request["milliseconds"] / 1000
        count, start, worked = 0, time.perf_counter(), time.process_time()
        while True:
            done = step()
            count += done if isinstance(done, int) else 1
            elapsed = time.perf_counter() - start
            if elapsed >= budget:
                # What the processor did, all threads together, tells more on a machine that others use too.
                processor = 1000 * (time.process_time() - worked) / count
                return {"milliseconds": 1000 * elapsed / count, "processor": processor}

    return measure


def serve_lines(about, commands):
    """Introduces itself, then answers requests until stdin ends."""
    answer(about)
    for line in sys.stdin:
        request = json.loads(line)
        try:
            answer(commands[request["command"]](request))
        except Exception as error:
            answer({"error": f"{type(error).__name__}: {error}"})
