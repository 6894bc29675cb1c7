"""What the PyTorch references have in common: they serve lines (lines.py), and every one can measure a large square
product, which tells how fast its matrix library is. The first line says which torch this is, or why there is none.
"""

import platform
import re
import sys

from lines import give_up, serve_lines
from lines import measuring as measuring_steps

try:
    import torch
except Exception as error:
    give_up(error)


def square_product(case):
    a, b = torch.randn(case["size"], case["size"]), torch.randn(case["size"], case["size"])
    out = torch.empty_like(a)
    return lambda: torch.mm(a, b, out=out)


def measuring(make_step):
    """Steps of a case, or square products."""
    return measuring_steps(lambda case: (square_product if case["kind"] == "product" else make_step)(case))


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
    about = {
        "torch": torch.__version__,
        "python": platform.python_version(),
        "threads": torch.get_num_threads(),
        "blas": loaded_blas(),
    }
    serve_lines(about, commands)
