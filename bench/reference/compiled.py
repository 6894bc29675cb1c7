"""The compiled side of `npm run bench:peers -- train --python …`: trajectory balance as XLA runs it, the whole loop jitted.

Two loops over the same work, sequences of 8 letters without noise and a perceptron over their prefixes: one of our own
in plain JAX ("jax"), and one over gfnx's environment and roll-outs ("gfnx", where it is installed). Neither evaluates or
logs anything. A child of the benchmark (lines.py):

    {"command": "prepare", "scores": […], "dataset": […]}                     → {}     scores of all sequences
    {"command": "measure", "case": {…}, "milliseconds": 100}                  → {"milliseconds": <per iteration>}

A case is described in src/bench/train/peer-case.ts; its "peer" says which loop is meant.

    python3 bench/reference/compiled.py
"""

import platform
from importlib.metadata import PackageNotFoundError, version

from lines import give_up, measuring, serve_lines

try:
    import jax
    import jax.numpy as jnp
except Exception as error:
    give_up(error)

landscape = {}


def prepare(request):
    landscape["scores"] = jnp.array(request["scores"])
    return {}


def log_rewards(case):
    """log max(score^β, floor) of every sequence, in lexicographic order."""
    return jnp.log(jnp.maximum(jnp.maximum(landscape["scores"], 0) ** case["exponent"], case["floor"]))


def initial_layers(key, widths):
    keys = jax.random.split(key, len(widths) - 1)
    scale = lambda inputs: jnp.sqrt(2 / inputs)
    return [
        (scale(a) * jax.random.normal(k, (a, b)), jnp.zeros(b)) for k, a, b in zip(keys, widths, widths[1:])
    ]


def perceptron(layers, x):
    for weight, bias in layers[:-1]:
        x = jax.nn.relu(x @ weight + bias)
    weight, bias = layers[-1]
    return x @ weight + bias


def adam_step(parameters, gradients, moments, step, rate):
    """One update of Adam with the usual constants."""
    first, second = moments
    first = jax.tree.map(lambda m, g: 0.9 * m + 0.1 * g, first, gradients)
    second = jax.tree.map(lambda v, g: 0.999 * v + 0.001 * g * g, second, gradients)
    scale = rate * jnp.sqrt(1 - 0.999**step) / (1 - 0.9**step)
    update = lambda p, m, v: p - scale * m / (jnp.sqrt(v) + 1e-8)
    return jax.tree.map(update, parameters, first, second), (first, second)


def looped(case, widths, loss):
    """A step of many iterations in one compiled loop, from a loss of parameters and a key."""
    iterations = max(1, 320 // case["batch"])
    parameters = {"layers": initial_layers(jax.random.PRNGKey(0), widths), "logZ": jnp.zeros(())}
    zeros = jax.tree.map(jnp.zeros_like, parameters)

    def iterate(carry, _):
        parameters, moments, step, key = carry
        key, use = jax.random.split(key)
        gradients = jax.grad(loss)(parameters, use)
        parameters, moments = adam_step(parameters, gradients, moments, step, case["rate"])
        return (parameters, moments, step + 1, key), None

    many = jax.jit(lambda carry: jax.lax.scan(iterate, carry, None, length=iterations)[0], donate_argnums=0)
    state = {"carry": (parameters, (zeros, jax.tree.map(jnp.zeros_like, parameters)), 1.0, jax.random.PRNGKey(1))}

    def step():
        state["carry"] = jax.block_until_ready(many(state["carry"]))
        return iterations

    return step


def own_loop(case):
    """Prefixes as one-hot letters and a one-hot length; the roll-out and the loss share nothing but the parameters."""
    length, tokens, batch = case["length"], case["tokens"], case["batch"]
    rewards = log_rewards(case)
    place = tokens ** jnp.arange(length - 1, -1, -1)
    widths = [length * tokens + length + 1] + [case["hidden"]] * case["layers"] + [tokens]

    def features(letters, written):
        one_hot = jax.nn.one_hot(letters, tokens) * (jnp.arange(length) < written)[..., :, None]
        return jnp.concatenate(
            [one_hot.reshape(letters.shape[0], -1), jnp.broadcast_to(jax.nn.one_hot(written, length + 1), (letters.shape[0], length + 1))], 1
        )

    def roll_out(layers, key):
        def choose(letters, step):
            t, k = step
            chosen = jax.random.categorical(k, perceptron(layers, features(letters, t)))
            return letters.at[:, t].set(chosen), None

        steps = (jnp.arange(length), jax.random.split(key, length))
        return jax.lax.scan(choose, jnp.zeros((batch, length), jnp.int32), steps)[0]

    def loss(parameters, key):
        letters = jax.lax.stop_gradient(roll_out(parameters["layers"], key))
        rows = jnp.concatenate([features(letters, t) for t in range(length)])
        log_policy = jax.nn.log_softmax(perceptron(parameters["layers"], rows)).reshape(length, batch, tokens)
        taken = jnp.take_along_axis(log_policy, letters.T[..., None], 2)[..., 0].sum(0)
        return jnp.mean((parameters["logZ"] + taken - rewards[letters @ place]) ** 2)

    return looped(case, widths, loss)


def gfnx_loop(case):
    """The same balance over gfnx's environment, its roll-out and its way of observing states."""
    import gfnx
    from gfnx.base import BaseRewardModule

    rewards = log_rewards(case)

    class TableReward(BaseRewardModule):
        """Rewards looked up by the number of the sequence."""

        def init(self, rng_key, dummy_state):
            return {"logRewards": rewards}

        def log_reward(self, state, env_params):
            place = 4 ** jnp.arange(7, -1, -1)
            return env_params.reward_params["logRewards"][jnp.sum(state.tokens * place, axis=-1)]

        def reward(self, state, env_params):
            return jnp.exp(self.log_reward(state, env_params))

    environment = gfnx.environment.TFBind8Environment(TableReward())
    settings = environment.init(jax.random.PRNGKey(0))
    actions = environment.action_space.n
    observed = (environment.max_length + 1) * environment.ntoken
    widths = [observed] + [case["hidden"]] * case["layers"] + [actions]

    def logits_of(layers, observations):
        one_hot = jax.nn.one_hot(observations, environment.ntoken)
        return perceptron(layers, one_hot.reshape(*observations.shape[:-1], observed))

    def policy(key, observations, layers):
        return logits_of(layers, observations), {}

    def loss(parameters, key):
        layers = jax.lax.stop_gradient(parameters["layers"])
        trajectories, info = gfnx.utils.forward_rollout(key, case["batch"], policy, layers, environment, settings)
        log_policy = jax.nn.log_softmax(logits_of(parameters["layers"], trajectories.obs))
        taken = jnp.take_along_axis(log_policy, trajectories.action[..., None], 2)[..., 0]
        forward = jnp.sum(jnp.where(trajectories.pad, 0, taken), 1)
        return jnp.mean((parameters["logZ"] + forward - info["log_gfn_reward"]) ** 2)

    return looped(case, widths, loss)


def version_of(package):
    try:
        return version(package)
    except PackageNotFoundError:
        return None


loops = {"jax": own_loop, "gfnx": gfnx_loop}
about = {"jax": jax.__version__, "gfnx": version_of("gfnx"), "python": platform.python_version()}
serve_lines(about, {"prepare": prepare, "measure": measuring(lambda case: loops[case["peer"]](case))})
