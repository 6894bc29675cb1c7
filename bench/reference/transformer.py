"""The PyTorch side of bench/speed/transformer.ts: a whole training iteration of a small transformer policy in eager PyTorch.

One iteration rolls out a batch of sequences under sticky noise, with a cache of keys and values, looks their scores up,
scores all prefixes in one causal pass under stochastic detailed balance with the posterior as backward policy (so that
what counts of a step is log Σ_a π(a|s) P(c|s,a)), and makes one step of Adam with a bound on the gradient's norm. Random
numbers of an iteration are drawn at once. A child of the benchmark (serving.py); a case says length, tokens, batch, layers,
width, heads, alpha, rate and clip.

    python3 bench/reference/transformer.py <threads>
"""

from serving import measuring, serve

import torch
from torch import nn
from torch.nn import functional as F


class Block(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.heads, self.columns = heads, width // heads
        self.norm1, self.norm2 = nn.LayerNorm(width), nn.LayerNorm(width)
        self.qkv, self.mix = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.up, self.down = nn.Linear(width, 4 * width), nn.Linear(4 * width, width)

    def split(self, x):
        """[B, T, width] to three of [B, heads, T, columns]."""
        batch, time, _ = x.shape
        joint = self.qkv(self.norm1(x)).view(batch, time, 3, self.heads, self.columns)
        return joint.permute(2, 0, 3, 1, 4).unbind(0)

    def joined(self, x, mixed):
        batch, time, width = x.shape
        x = x + self.mix(mixed.transpose(1, 2).reshape(batch, time, width))
        return x + self.down(torch.relu(self.up(self.norm2(x))))

    def forward(self, x):
        q, k, v = self.split(x)
        return self.joined(x, F.scaled_dot_product_attention(q, k, v, is_causal=True))

    def step(self, x, cache, t):
        """One new position beside what was kept; `cache` is [2, B, heads, T, columns]."""
        q, k, v = self.split(x)
        cache[0, :, :, t : t + 1], cache[1, :, :, t : t + 1] = k, v
        keys, values = cache[0, :, :, : t + 1], cache[1, :, :, : t + 1]
        return self.joined(x, F.scaled_dot_product_attention(q, keys, values))


class Policy(nn.Module):
    """Logits of what to intend and log flow, after every prefix."""

    def __init__(self, case):
        super().__init__()
        tokens, width, positions = case["tokens"], case["width"], case["length"] + 1
        self.tokens = tokens
        self.embedding = nn.Embedding(tokens + 1, width)
        self.places = nn.Parameter(torch.randn(positions, width))
        self.scales = nn.Parameter(torch.randn(positions, width))
        self.blocks = nn.ModuleList(Block(width, case["heads"]) for _ in range(case["layers"]))
        self.head = nn.Linear(width, tokens + 1)

    def forward(self, ids):
        time = ids.shape[1]
        x = self.embedding(ids) * self.scales[:time] + self.places[:time]
        for block in self.blocks:
            x = block(x)
        return self.head(x).split([self.tokens, 1], 2)

    def step(self, ids, caches, t):
        x = self.embedding(ids).unsqueeze(1) * self.scales[t] + self.places[t]
        for block, cache in zip(self.blocks, caches):
            x = block.step(x, cache, t)
        return self.head(x)[:, 0, : self.tokens]


@torch.no_grad()
def roll_out(case, policy):
    """What really happened, [B, T]."""
    length, tokens, batch = case["length"], case["tokens"], case["batch"]
    gumbel = torch.empty(length, batch, tokens).exponential_().log_().neg_()
    stuck = torch.rand(length, batch) < case["alpha"]
    anything = torch.randint(tokens, (length, batch))
    columns = case["width"] // case["heads"]
    caches = torch.empty(case["layers"], 2, batch, case["heads"], length, columns)
    ids, real = torch.full((batch,), tokens), []
    for t in range(length):
        intended = (policy.step(ids, caches, t) + gumbel[t]).argmax(1)
        ids = torch.where(stuck[t], anything[t], intended)
        real.append(ids)
    return torch.stack(real, 1)


landscape = {}


def prepare(request):
    landscape["rewards"] = torch.tensor(request["logRewards"])
    return {}


def training_iteration(case):
    length, tokens, batch, alpha = case["length"], case["tokens"], case["batch"], case["alpha"]
    policy = Policy(case)
    optimiser = torch.optim.Adam(policy.parameters(), lr=case["rate"])
    known = landscape["rewards"]
    place = tokens ** torch.arange(7, -1, -1)
    begin = torch.full((batch, 1), tokens)

    def iterate():
        real = roll_out(case, policy)
        # Scores are a table of the first eight letters, whatever the length.
        log_reward = known[(real[:, :8] * place).sum(1)]
        logits, flow = policy(torch.cat([begin, real[:, : length - 1]], 1))
        comes = (1 - alpha) * logits.softmax(2) + alpha / tokens
        log_comes = comes.gather(2, real.unsqueeze(2)).squeeze(2).log()
        flow = flow.squeeze(2)
        after = torch.cat([flow[:, 1:], log_reward.unsqueeze(1)], 1)
        loss = (flow + log_comes - after).square().mean()
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(policy.parameters(), case["clip"])
        optimiser.step()
        return loss.item()

    return iterate


serve({"prepare": prepare, "measure": measuring(training_iteration)})
