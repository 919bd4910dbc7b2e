"""The four-player card games of other people's environments, driven from Python as they want it: one core each.

OpenSpiel: a game a state in C++, with its observer and its mask. Pgx and MahJax: a batch of games in JAX, compiled by
XLA for the processor, with random actions, observations, masks and new deals inside the compiled step. EnvPool has no
card game for four (its card games, those of Pgx, are for two and three).
"""

from __future__ import annotations

import os
import random
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

SPIEL_GAMES = ("hearts", "euchre", "spades", "crazy_eights(players=4)", "go_fish(players=4)")
ONE, SOME, MANY = 1, 512, 4096  # games at once
MOVES_BEFORE = 60  # of games that a batch begins with: as many as a game of the longest has
DEALS = 1_000  # of bridge, whose results Pgx reads from a file
CARDS_A_SUIT, SEATS = 13, 4
SUMS = 14**5  # of the tricks of a deal, as Pgx writes them


class Peer:
    """One environment. `batch`: how many games at once; `width`: how many numbers an observation has."""

    words: str
    batch: int
    width: int

    def advance(self) -> Any:
        """A step of all games."""
        raise NotImplementedError

    def rate(self, seconds: float) -> float:
        """Steps a second of processor time."""
        begun, steps = time.process_time(), 0
        while steps == 0 or time.process_time() - begun < seconds:
            self.advance()
            steps += self.batch
        return steps / (time.process_time() - begun)


class SpielPeer(Peer):
    """Games of OpenSpiel, each a state in C++. Observations and masks are rows of two arrays, as a learner wants."""

    def __init__(self, game: str, batch: int) -> None:
        import pyspiel
        from open_spiel.python.observation import INFO_STATE_OBS_TYPE, make_observation

        self.game, self.batch = pyspiel.load_game(game), batch
        has_own = self.game.get_type().provides_observation_tensor
        self.observation = make_observation(self.game, None if has_own else INFO_STATE_OBS_TYPE)
        self.words = f"OpenSpiel, {self.game.get_type().long_name}, {at_once(batch)}"
        self.width = len(self.observation.tensor)
        self.seen = np.zeros((batch, self.width), np.float32)
        self.masks = np.zeros((batch, self.game.num_distinct_actions()), np.int8)
        self.dice = random.Random(1)
        self.states = [self.in_the_midst() for _ in range(batch)]
        self.legal = [state.legal_actions() for state in self.states]

    def begun(self) -> Any:
        """A game after its deal."""
        return self.settled(self.game.new_initial_state())

    def in_the_midst(self) -> Any:
        """A game after some moves, so that not all games of a batch are dealt in the same step."""
        state = self.begun()
        for _ in range(self.dice.randrange(MOVES_BEFORE if self.batch > 1 else 1)):
            state.apply_action(self.dice.choice(state.legal_actions()))
            state = self.settled(state)
        return state

    def settled(self, state: Any) -> Any:
        """A state after all that chance does; a new game in the place of one that is over."""
        while state.is_chance_node():
            outcomes, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(self.dice.choices(outcomes, odds)[0])
        return self.begun() if state.is_terminal() else state

    def advance(self) -> None:
        """A step of all games."""
        for i in range(self.batch):
            state = self.states[i]
            state.apply_action(self.dice.choice(self.legal[i]))
            self.states[i] = state = self.settled(state)
            self.legal[i] = legal = state.legal_actions()
            self.observation.set_from(state, state.current_player())
            self.seen[i] = self.observation.tensor
            mask = self.masks[i]
            mask.fill(0)
            mask[legal] = 1


class JaxPeer(Peer):
    """An environment of JAX, as a batch whose step is compiled."""

    def __init__(self, words: str, env: Any, batch: int, observe: Callable[[Any], Any], auto_reset: Any) -> None:
        import jax
        import jax.numpy as jnp

        self.words, self.batch, self.key = f"{words}, {at_once(batch)}", batch, jax.random.PRNGKey(1)
        renewed = auto_reset(env.step, env.init)

        def step(state: Any, key: Any) -> Any:
            """Random legal actions; the states, what is seen, the masks, and the next key."""
            choosing, dealing, following = jax.random.split(key, 3)
            actions = jax.random.categorical(choosing, jnp.where(state.legal_action_mask, 0.0, -jnp.inf), axis=-1)
            state = jax.vmap(renewed)(state, actions, jax.random.split(dealing, batch))
            return state, jax.vmap(observe)(state), state.legal_action_mask, following

        self.step = jax.jit(step)
        self.state = jax.jit(jax.vmap(env.init))(jax.random.split(self.key, batch))
        seen = self.advance()
        self.width = sum(one.size for one in jax.tree_util.tree_leaves(seen)) // batch

    def advance(self) -> Any:
        """A step; what is seen after it."""
        import jax

        self.state, seen, masks, self.key = self.step(self.state, self.key)
        jax.block_until_ready((seen, masks))
        return seen


def at_once(batch: int) -> str:
    """How many games a peer plays at once."""
    return "one at a time" if batch == 1 else f"{batch:,} at once"


def bridge(batch: int) -> JaxPeer:
    """The bidding of bridge, of Pgx. The results of its deals are made up: the speed does not hang on them."""
    from pgx.bridge_bidding import BridgeBidding
    from pgx.experimental.wrappers import auto_reset

    dice = np.random.default_rng(1)
    deals = [dice.permutation(np.repeat(np.arange(SEATS), CARDS_A_SUIT)).reshape(SEATS, -1) for _ in range(DEALS)]
    keys = [[int("".join(map(str, suit.tolist())), SEATS) for suit in deal] for deal in deals]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "results.npy"
        np.save(path, np.array([keys, dice.integers(0, SUMS, (DEALS, SEATS))], np.int32))
        env = BridgeBidding(str(path))
    return JaxPeer("Pgx, the bidding of bridge", env, batch, lambda s: env.observe(s, s.current_player), auto_reset)


def mahjong(batch: int) -> JaxPeer:
    """One round of mahjong, of MahJax."""
    import mahjax
    from mahjax.wrappers.auto_reset_wrapper import auto_reset

    env = mahjax.make("no_red_mahjong", round_mode="single", observe_type="dict")
    return JaxPeer("MahJax, a round of mahjong", env, batch, env.observe, auto_reset)


def on_one_core() -> None:
    """Keep what JAX starts on one core. To be called before JAX is imported."""
    os.environ["JAX_PLATFORMS"] = "cpu"
    os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false"
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})


def peers() -> list[Peer]:
    """All of them, ready: what must be compiled has been. Ends the program where they are not installed."""
    try:
        found: list[Peer] = [SpielPeer(game, batch) for game in SPIEL_GAMES for batch in (ONE, MANY)]
        found += [bridge(batch) for batch in (SOME, MANY)]
        return [*found, mahjong(SOME)]
    except ImportError as error:
        raise SystemExit(f"{error.name} is not installed; `make bench-envs` installs the peers") from None
