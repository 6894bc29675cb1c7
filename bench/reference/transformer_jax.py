"""The JAX side of bench/speed/transformer.ts: the iteration of transformer.py as one jitted function, roll-out included.

    python3 bench/reference/transformer_jax.py
"""

import platform

from lines import give_up, measuring, serve_lines

try:
    import jax
    import jax.numpy as jnp
except Exception as error:
    give_up(error)

landscape = {}


def prepare(request):
    landscape["rewards"] = jnp.array(request["logRewards"])
    return {}


def initial(case, key):
    width, positions = case["width"], case["length"] + 1
    keys = iter(jax.random.split(key, 8 * case["layers"] + 8))
    matrix = lambda a, b, scale=1.0: scale / a**0.5 * jax.random.normal(next(keys), (a, b))
    layer = lambda a, b: (matrix(a, b), jnp.zeros(b))
    norm = lambda: (jnp.ones(width), jnp.zeros(width))
    block = lambda: {
        "norm1": norm(),
        "qkv": layer(width, 3 * width),
        "mix": layer(width, width),
        "norm2": norm(),
        "up": layer(width, 4 * width),
        "down": layer(4 * width, width),
    }
    return {
        "embedding": jax.random.normal(next(keys), (case["tokens"] + 1, width)),
        "places": jax.random.normal(next(keys), (positions, width)),
        "scales": jax.random.normal(next(keys), (positions, width)),
        "blocks": [block() for _ in range(case["layers"])],
        "head": layer(width, case["tokens"] + 1),
    }


def dense(layer, x):
    return x @ layer[0] + layer[1]


def normed(norm, x):
    centred = x - x.mean(-1, keepdims=True)
    return centred / jnp.sqrt(jnp.square(centred).mean(-1, keepdims=True) + 1e-5) * norm[0] + norm[1]


def fed(block, x):
    return x + dense(block["down"], jax.nn.relu(dense(block["up"], normed(block["norm2"], x))))


def whole(case, p, ids):
    """Heads after every prefix, [B, T, tokens + 1]."""
    batch, time = ids.shape
    heads, columns = case["heads"], case["width"] // case["heads"]
    x = p["embedding"][ids] * p["scales"][:time] + p["places"][:time]
    mask = jnp.tril(jnp.ones((time, time), bool))
    for block in p["blocks"]:
        joint = dense(block["qkv"], normed(block["norm1"], x)).reshape(batch, time, 3, heads, columns)
        q, k, v = joint[:, :, 0], joint[:, :, 1], joint[:, :, 2]
        scores = jnp.einsum("bthc,bshc->bhts", q, k) / columns**0.5
        weights = jax.nn.softmax(jnp.where(mask, scores, -jnp.inf))
        mixed = jnp.einsum("bhts,bshc->bthc", weights, v).reshape(batch, time, -1)
        x = fed(block, x + dense(block["mix"], mixed))
    return dense(p["head"], x)


def roll_out(case, p, key):
    """What really happened, [B, T]; keys and values are kept from step to step."""
    length, tokens, batch = case["length"], case["tokens"], case["batch"]
    heads, columns, layers = case["heads"], case["width"] // case["heads"], case["layers"]
    choose, stick, other = jax.random.split(key, 3)
    gumbel = jax.random.gumbel(choose, (length, batch, tokens))
    stuck = jax.random.uniform(stick, (length, batch)) < case["alpha"]
    anything = jax.random.randint(other, (length, batch), 0, tokens)

    def step(carry, given):
        ids, cache = carry
        t, noise, is_stuck, instead = given
        x = p["embedding"][ids] * p["scales"][t] + p["places"][t]
        seen = jnp.arange(length) <= t
        for i, block in enumerate(p["blocks"]):
            joint = dense(block["qkv"], normed(block["norm1"], x)).reshape(batch, 3, heads, columns)
            cache = cache.at[i, :, :, :, t].set(joint[:, 1:].transpose(1, 0, 2, 3))
            scores = jnp.einsum("bhc,bhsc->bhs", joint[:, 0], cache[i, 0]) / columns**0.5
            weights = jax.nn.softmax(jnp.where(seen, scores, -jnp.inf))
            mixed = jnp.einsum("bhs,bhsc->bhc", weights, cache[i, 1]).reshape(batch, -1)
            x = fed(block, x + dense(block["mix"], mixed))
        intended = jnp.argmax(dense(p["head"], x)[:, :tokens] + noise, 1)
        happened = jnp.where(is_stuck, instead, intended)
        return (happened, cache), happened

    start = (jnp.full(batch, tokens), jnp.zeros((layers, 2, batch, heads, length, columns)))
    return jax.lax.scan(step, start, (jnp.arange(length), gumbel, stuck, anything))[1].T


def training_iteration(case):
    length, tokens, batch, alpha = case["length"], case["tokens"], case["batch"], case["alpha"]
    known = landscape["rewards"]
    place = tokens ** jnp.arange(7, -1, -1)

    def loss(p, real):
        log_reward = known[real[:, :8] @ place]
        ids = jnp.concatenate([jnp.full((batch, 1), tokens), real[:, : length - 1]], 1)
        heads = whole(case, p, ids)
        comes = (1 - alpha) * jax.nn.softmax(heads[..., :tokens]) + alpha / tokens
        log_comes = jnp.log(jnp.take_along_axis(comes, real[..., None], 2)[..., 0])
        flow = heads[..., tokens]
        after = jnp.concatenate([flow[:, 1:], log_reward[:, None]], 1)
        return jnp.square(flow + log_comes - after).mean()

    def iterate(p, first, second, step, key):
        key, use = jax.random.split(key)
        real = jax.lax.stop_gradient(roll_out(case, p, use))
        value, gradient = jax.value_and_grad(loss)(p, real)
        norm = jnp.sqrt(sum(jnp.square(g).sum() for g in jax.tree.leaves(gradient)))
        scale = jnp.minimum(1, case["clip"] / (norm + 1e-6))
        gradient = jax.tree.map(lambda g: g * scale, gradient)
        first = jax.tree.map(lambda m, g: 0.9 * m + 0.1 * g, first, gradient)
        second = jax.tree.map(lambda v, g: 0.999 * v + 0.001 * g * g, second, gradient)
        size = case["rate"] * jnp.sqrt(1 - 0.999**step) / (1 - 0.9**step)
        p = jax.tree.map(lambda w, m, v: w - size * m / (jnp.sqrt(v) + 1e-8), p, first, second)
        return p, first, second, step + 1, key, value

    compiled = jax.jit(iterate, donate_argnums=(0, 1, 2))
    p = initial(case, jax.random.PRNGKey(0))
    zeros = lambda: jax.tree.map(jnp.zeros_like, p)
    state = {"carry": (p, zeros(), zeros(), 1.0, jax.random.PRNGKey(1))}

    def once():
        *carry, value = compiled(*state["carry"])
        state["carry"] = tuple(carry)
        float(value)

    return once


serve_lines(
    {"jax": jax.__version__, "python": platform.python_version()},
    {"prepare": prepare, "measure": measuring(training_iteration)},
)
