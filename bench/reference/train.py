"""The PyTorch side of `npm run bench:peers -- train`: the same training iteration in eager PyTorch.

One iteration builds 16 sequences with the current policy in the noisy environment, draws 16 more from a dataset with
intentions from the noise posterior, looks their scores up, and updates policy and dynamics with one Adam each. It is
written as one would write it for speed in eager PyTorch: everything is vectorised over the batch, all random numbers of
an iteration are drawn at once, both losses share one backward pass. A child of the benchmark (serving.py):

    {"command": "prepare", "scores": […], "dataset": […]}             → {}     scores of all sequences, numbers of some
    {"command": "measure", "case": {…}, "milliseconds": 100}          → {"milliseconds": <per iteration>}
    {"command": "evaluate", "case": {…}, "weights": {…}, "inputs": {…}} → {"loss": …, "dynamicsLoss": …, "gradientNorm": …}

A case is described in src/bench/train/train-case.ts; the networks are `mlpModel` and `dynamicsModel` of src/model.

    python3 bench/reference/train.py <threads>
"""

from serving import measuring, serve

import torch
from torch import nn
from torch.nn import functional as F


class Policy(nn.Module):
    """An MLP over the features of a prefix with all heads in one matrix: policy, backward policy, log flow."""

    def __init__(self, case):
        super().__init__()
        features = case["length"] * case["tokens"] + case["length"] + 1
        widths = [features] + [case["hidden"]] * case["layers"] + [2 * case["tokens"] + 1]
        self.layers = nn.ModuleList(nn.Linear(a, b) for a, b in zip(widths, widths[1:]))

    def forward(self, x):
        for layer in self.layers[:-1]:
            x = torch.relu(layer(x))
        return self.layers[-1](x)


class Dynamics(nn.Module):
    """Logits of what happens at a prefix when a token is intended, for one intention per row."""

    def __init__(self, case):
        super().__init__()
        features = case["length"] * case["tokens"] + case["length"] + 1
        self.state = nn.Linear(features, case["hidden"])
        self.intention = nn.Embedding(case["tokens"], case["hidden"])
        self.outcome = nn.Linear(case["hidden"], case["tokens"])
        self.direct = nn.Embedding(case["tokens"], case["tokens"])

    def forward(self, x, thought):
        hidden = torch.relu(self.state(x) + self.intention(thought))
        return self.outcome(hidden) + self.direct(thought)


def prefix_features(case, real):
    """One-hot tokens and length of every prefix s_0 … s_T of sequences [T, B], as [(T+1)·B, F]."""
    length, tokens, size = case["length"], case["tokens"], real.shape[1]
    one_hot = F.one_hot(real, tokens).float().transpose(0, 1).reshape(1, size, length * tokens)
    written = torch.ones(length + 1, length).tril(-1).repeat_interleave(tokens, 1).unsqueeze(1)
    lengths = torch.eye(length + 1).unsqueeze(1).expand(-1, size, -1)
    return torch.cat([one_hot * written, lengths], 2).view((length + 1) * size, -1)


def losses(case, policy, dynamics, real, thought, log_reward):
    """Stochastic detailed balance over all transitions, and the cross-entropy of the dynamics on those that happened."""
    length, tokens, size = case["length"], case["tokens"], real.shape[1]
    features = prefix_features(case, real)
    heads = policy(features).view(length + 1, size, -1)
    forward, backward, flow = heads.split([tokens, tokens, 1], 2)
    chosen = thought.unsqueeze(2)
    log_forward = F.log_softmax(forward[:-1], 2).gather(2, chosen).squeeze(2)
    log_backward = F.log_softmax(backward[1:], 2).gather(2, chosen).squeeze(2)
    flow = flow.squeeze(2)
    end_flow = torch.cat([flow[1:-1], log_reward.unsqueeze(0)])
    logits = dynamics(features[: length * size], thought.reshape(-1))
    surprise = F.cross_entropy(logits, real.reshape(-1), reduction="none").view(length, size)
    residual = flow[:-1] + log_forward - surprise.detach() - end_flow - log_backward
    # Intentions of dataset sequences are made up, so only roll-outs teach the dynamics.
    return residual.square().mean(), surprise[:, : case["onPolicy"]].mean()


@torch.no_grad()
def roll_out(case, policy):
    """Intentions and what really happened, [T, onPolicy] each."""
    length, tokens, size = case["length"], case["tokens"], case["onPolicy"]
    gumbel = torch.empty(length, size, tokens).exponential_().log_().neg_()
    stuck = torch.rand(length, size) < case["alpha"]
    anything = torch.randint(tokens, (length, size))
    x = torch.zeros(size, length * tokens + length + 1)
    x[:, length * tokens] = 1
    thought, real = [], []
    for t in range(length):
        intended = (policy(x)[:, :tokens] + gumbel[t]).argmax(1)
        happened = torch.where(stuck[t], anything[t], intended)
        thought.append(intended)
        real.append(happened)
        x.scatter_(1, happened.unsqueeze(1) + t * tokens, 1.0)
        x[:, length * tokens + t] = 0
        x[:, length * tokens + t + 1] = 1
    return torch.stack(thought), torch.stack(real)


landscape = {}


def prepare(request):
    landscape["scores"] = torch.tensor(request["scores"])
    landscape["dataset"] = torch.tensor(request["dataset"], dtype=torch.int64)
    return {}


def training_iteration(case):
    length, tokens = case["length"], case["tokens"]
    policy, dynamics = Policy(case), Dynamics(case)
    policy_optimiser = torch.optim.Adam(policy.parameters(), lr=case["rate"])
    dynamics_optimiser = torch.optim.Adam(dynamics.parameters(), lr=case["dynamicsRate"])
    place = tokens ** torch.arange(length - 1, -1, -1).unsqueeze(1)
    log_rewards = (landscape["scores"].clamp(min=0) ** case["exponent"]).clamp(min=case["floor"]).log()
    dataset = landscape["dataset"]

    def from_dataset():
        """As many known sequences, with intentions from P(a | c) ∝ P(c | a), which mirrors the noise."""
        size = case["dataset"]
        numbers = dataset[torch.randint(len(dataset), (size,))]
        real = numbers.unsqueeze(0).div(place, rounding_mode="floor") % tokens
        stuck = torch.rand(length, size) < case["alpha"]
        return torch.where(stuck, torch.randint(tokens, (length, size)), real), real

    def iterate():
        thought, real = (torch.cat(pair, 1) for pair in zip(roll_out(case, policy), from_dataset()))
        log_reward = log_rewards[(real * place).sum(0)]
        loss, dynamics_loss = losses(case, policy, dynamics, real, thought, log_reward)
        policy_optimiser.zero_grad(set_to_none=True)
        dynamics_optimiser.zero_grad(set_to_none=True)
        (loss + dynamics_loss).backward()
        nn.utils.clip_grad_norm_(policy.parameters(), case["clip"])
        nn.utils.clip_grad_norm_(dynamics.parameters(), case["clip"])
        policy_optimiser.step()
        dynamics_optimiser.step()
        # Ours hands both losses out after every iteration too.
        return loss.item(), dynamics_loss.item()

    return iterate


def load_weights(module, weights, prefix):
    """Ours are [inputs, outputs]; nn.Linear keeps the transpose."""
    for name, value in module.named_parameters():
        flat = torch.tensor(weights[prefix + name])
        linear = name.endswith(".weight") and name not in ("intention.weight", "direct.weight")
        with torch.no_grad():
            value.copy_(flat.view(value.shape[::-1]).t() if linear and value.dim() == 2 else flat.view(value.shape))


def evaluate(request):
    case, weights, inputs = request["case"], request["weights"], request["inputs"]
    policy, dynamics = Policy(case), Dynamics(case)
    load_weights(policy, weights, "policy.")
    load_weights(dynamics, weights, "dynamics.")
    real, thought = (torch.tensor(inputs[name]).view(case["length"], -1) for name in ("real", "thought"))
    loss, dynamics_loss = losses(case, policy, dynamics, real, thought, torch.tensor(inputs["logReward"]))
    (loss + dynamics_loss).backward()
    parameters = [*policy.parameters(), *dynamics.parameters()]
    squares = sum(float((p.grad.double() ** 2).sum()) for p in parameters)
    return {"loss": loss.item(), "dynamicsLoss": dynamics_loss.item(), "gradientNorm": squares**0.5}


serve({"prepare": prepare, "measure": measuring(training_iteration), "evaluate": evaluate})
