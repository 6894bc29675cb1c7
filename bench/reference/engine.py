"""The PyTorch side of `npm run bench:peers -- engine`: the same training steps in eager PyTorch.

A long-lived child of the benchmark (serving.py), with these requests and answers:

    {"command": "measure", "case": {…}, "milliseconds": 100}          → {"milliseconds": <per step>}
    {"command": "evaluate", "case": {…}, "weights": {…}, "inputs": {…}} → {"loss": …, "gradientNorm": …}

A case is described in src/bench/engine/cases.ts; parameters have the names of src/bench/engine/models.ts with "/" for ".".

    python3 bench/reference/engine.py <threads>
"""

from serving import measuring, serve

import torch
from torch import nn
from torch.nn import functional as F


class Mlp(nn.Module):
    def __init__(self, case):
        super().__init__()
        widths = [case["inputs"]] + [case["hidden"]] * case["hiddenLayers"] + [case["outputs"]]
        self.layers = nn.ModuleList(nn.Linear(a, b) for a, b in zip(widths, widths[1:]))

    def forward(self, x):
        for layer in self.layers[:-1]:
            x = torch.relu(layer(x))
        return self.layers[-1](x)


class Block(nn.Module):
    """A pre-norm block: causal self-attention, then a ReLU feed-forward layer, each added to its input."""

    def __init__(self, case):
        super().__init__()
        width = case["width"]
        self.shape = (case["sequences"], case["length"], 3, case["heads"], width // case["heads"])
        self.norm1 = nn.LayerNorm(width)
        self.qkv = nn.Linear(width, 3 * width)
        self.out = nn.Linear(width, width)
        self.norm2 = nn.LayerNorm(width)
        self.up = nn.Linear(width, case["feedForward"])
        self.down = nn.Linear(case["feedForward"], width)
        length = case["length"]
        self.register_buffer("mask", (torch.ones(length, length).tril() - 1) * 1e9)

    def forward(self, h):
        q, k, v = self.qkv(self.norm1(h)).view(self.shape).permute(2, 0, 3, 1, 4).unbind(0)
        scores = q @ k.transpose(-2, -1) * (1 / self.shape[-1] ** 0.5) + self.mask
        mixed = torch.softmax(scores, -1) @ v
        h = h + self.out(mixed.transpose(1, 2).reshape(h.shape))
        return h + self.down(torch.relu(self.up(self.norm2(h))))


class Transformer(nn.Module):
    def __init__(self, case):
        super().__init__()
        self.sequences = case["sequences"]
        self.embedding = nn.Embedding(case["vocabulary"], case["width"])
        self.positions = nn.Parameter(0.02 * torch.randn(case["length"], case["width"]))
        self.layers = nn.ModuleList(Block(case) for _ in range(case["layers"]))
        self.norm = nn.LayerNorm(case["width"])
        self.head = nn.Linear(case["width"], case["vocabulary"])

    def forward(self, tokens):
        embedded = self.embedding(tokens.view(self.sequences, -1)) + self.positions
        h = embedded.view(tokens.numel(), -1)
        for block in self.layers:
            h = block(h)
        return self.head(self.norm(h))


def build_model(case):
    return Mlp(case) if case["kind"] == "mlp" else Transformer(case)


def random_batch(case):
    if case["kind"] == "mlp":
        return torch.randn(case["rows"], case["inputs"]), torch.randint(case["outputs"], (case["rows"],))
    tokens = case["sequences"] * case["length"]
    return torch.randint(case["vocabulary"], (tokens,)), torch.randint(case["vocabulary"], (tokens,))


def given_batch(case, inputs):
    y = torch.tensor(inputs["y"], dtype=torch.int64)
    if case["kind"] == "mlp":
        return torch.tensor(inputs["x"], dtype=torch.float32).view(case["rows"], case["inputs"]), y
    return torch.tensor(inputs["x"], dtype=torch.int64), y


def load_weights(model, weights):
    """Ours are [inputs, outputs]; nn.Linear keeps the transpose."""
    for name, module in model.named_modules():
        for key, value in module.named_parameters(recurse=False):
            path = f"{name}.{key}".lstrip(".").replace(".", "/")
            flat = torch.tensor(weights[path], dtype=torch.float32)
            with torch.no_grad():
                if isinstance(module, nn.Linear) and key == "weight":
                    value.copy_(flat.view(value.shape[1], value.shape[0]).t())
                else:
                    value.copy_(flat.view(value.shape))


def training_step(case):
    model = build_model(case)
    optimiser = torch.optim.Adam(model.parameters(), lr=1e-3)
    x, y = random_batch(case)

    def step():
        loss = F.cross_entropy(model(x), y)
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        optimiser.step()
        # Our engine hands the loss out after every step too.
        return loss.item()

    return step


def evaluate(request):
    case = request["case"]
    model = build_model(case)
    load_weights(model, request["weights"])
    x, y = given_batch(case, request["inputs"])
    loss = F.cross_entropy(model(x), y)
    loss.backward()
    squares = sum(float((p.grad.double() ** 2).sum()) for p in model.parameters())
    return {"loss": loss.item(), "gradientNorm": squares**0.5}


serve({"measure": measuring(training_step), "evaluate": evaluate})
