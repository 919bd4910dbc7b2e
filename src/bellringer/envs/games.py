"""The bare interface: many games in one block of memory, whose arrays are written in place.

    games = Games("a-game", 4096)
    games.reset(seed=1)
    while True:
        games.step(games.sample())  # games.observations, games.masks, games.rewards, games.ends, games.movers

Nothing is allocated in a step. vector.py has the same games under Gymnasium's interface.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Self

import numpy as np
from numpy.typing import DTypeLike, NDArray

from bellringer import bots
from bellringer.core.chance import MASK_64
from bellringer.core.compiled.state import State
from bellringer.core.errors import IllegalMove, OptionError
from bellringer.envs.batch import AUTORESETS, REWARDS, Batch
from bellringer.envs.setting import SEED, Setting, dtype_of, one_of, setting_of

MASKS = ("bits", "bools")
BITS_A_WORD, BYTES_A_WORD = 64, 8
MOST_GAMES, MOST_THREADS = 2**24, 256
ALL, EVERY = "all", "every"  # seats that learn: all of them, or one after the other


class Games:
    """Many games of one table. Every array has one row a game, and each step writes all of them anew.

    `observations`: what the seat that is to act sees. `masks`: its legal actions, as bits of bytes, the lowest first
    (`numpy.unpackbits(masks, axis=1, count=games.actions, bitorder="little")`), or as bools. `rewards`: by seat, or
    of the seat that learns; 0 before the end. `ends`: whether the last step ended the game. `movers`: the seat that is
    to act. `last_observations`: where games begin anew in the step that ends them, those with which they ended.
    """

    def __init__(
        self,
        game: str,
        games: int = 4096,
        *,
        seats: int | None = None,
        options: Mapping[str, Any] | None = None,
        dtype: DTypeLike = np.int8,
        masks: str = "bits",
        learner: int | str = ALL,
        opponents: str | Sequence[str] = "random",
        reward: str = "win",
        autoreset: str = "same-step",
        threads: int = 1,
        seed: int | None = None,
        into: Mapping[str, NDArray[Any]] | None = None,
        keeps_last: bool = False,
        remembers: bool = False,
    ) -> None:
        """Make the games, none of which is dealt before `reset`.

        `learner`: the seat for which the caller acts, `every` for one seat after the other, game by game, or `all`.
        `opponents`: the bot on all other seats, or one for each, clockwise from the learner. `reward`: `win` (1 for the
        first place, shared by those who share it), `place` (1 for the first to 0 for the last) or `score` (points).
        `autoreset`: what follows an end: `same-step`, `next-step` (the next step begins the next game and ignores its
        action) or `disabled` (`reset` with `chosen`). `threads`: that share the games. `seed`: of what the options
        draw.
        `into`: arrays of the caller's to be written, by the names above. `keeps_last`: whether `last_observations` are
        written. `remembers`: whether `memory` has the moves; 1 KiB a game. Raises OptionError.
        """
        self.setting: Setting = setting_of(game, seats, options or {}, seed)
        self.games = counted(games, MOST_GAMES, "games")
        self.threads = min(counted(threads, MOST_THREADS, "threads"), self.games)
        self.dtype = dtype_of(dtype)
        self.mask_form = one_of(masks, MASKS, "masks")
        self.reward, self.autoreset = one_of(reward, REWARDS, "reward"), one_of(autoreset, AUTORESETS, "autoreset")
        self.learner = checked_learner(learner, self.setting.seats)
        self.remembers = remembers
        self.is_dealt = False
        self.batch = Batch(
            self.setting.blank,
            self.setting.encoder,
            self.games,
            self.pools(opponents),
            self.learner,
            learner == EVERY,
            self.autoreset,
            self.reward,
            remembers,
        )
        self.executor = ThreadPoolExecutor(self.threads - 1) if self.threads > 1 else None
        self.make_arrays(into or {}, keeps_last)

    def pools(self, opponents: str | Sequence[str]) -> list[list[bots.Bot]]:
        """For each thread the bots on the seats after the learner; none where all seats learn. Raises OptionError."""
        others = self.setting.seats - 1
        names = [opponents] * others if isinstance(opponents, str) else list(opponents)
        if len(names) != others:
            raise OptionError(f"there are {others} seats beside the learner's, not {len(names)}", "opponents")
        made = [[bots.make(name) for name in names] for _ in range(self.threads)]
        return [[] for _ in made] if self.learner is None else made

    def make_arrays(self, into: Mapping[str, NDArray[Any]], keeps_last: bool) -> None:
        """Make the arrays that steps write, or take the caller's. Raises OptionError."""
        words = (self.actions + BITS_A_WORD - 1) // BITS_A_WORD
        rewards = 1 if self.learner is not None else self.setting.seats
        shapes: dict[str, tuple[tuple[int, ...], DTypeLike]] = {
            "observations": ((self.games, self.width), self.dtype),
            "last_observations": ((self.games, self.width), self.dtype),
            "masks": ((self.games, self.actions if self.mask_form == "bools" else BYTES_A_WORD * words), np.uint8),
            "rewards": ((self.games, rewards) if self.learner is None else (self.games,), np.float32),
            "ends": ((self.games,), np.bool_),
            "movers": ((self.games,), np.int8),
        }
        for name in into:
            one_of(name, tuple(shapes), "array")
        self.arrays = {
            name: taken(into[name], name, *shape) if name in into else np.zeros(*shape)
            for name, shape in shapes.items()
            if name != "last_observations" or keeps_last or name in into
        }
        self._actions = np.zeros(self.games, np.int64)
        self.batch.attach(
            self.observations,
            self.arrays.get("last_observations"),
            self.masks.view(np.uint8),
            self.rewards.reshape(self.games, rewards),
            self.ends.view(np.uint8),
            self.movers,
            self.executor,
        )

    # what there is

    @property
    def observations(self) -> NDArray[Any]:
        """What the seat that is to act sees, a row a game."""
        return self.arrays["observations"]

    @property
    def last_observations(self) -> NDArray[Any]:
        """The observations with which games ended that began anew in the same step. Raises KeyError if not kept."""
        return self.arrays["last_observations"]

    @property
    def masks(self) -> NDArray[Any]:
        """The legal actions, a row a game."""
        return self.arrays["masks"]

    @property
    def rewards(self) -> NDArray[Any]:
        """The rewards of the last step."""
        return self.arrays["rewards"]

    @property
    def ends(self) -> NDArray[np.bool_]:
        """Which games the last step ended."""
        return self.arrays["ends"]

    @property
    def movers(self) -> NDArray[np.int8]:
        """The seats that are to act."""
        return self.arrays["movers"]

    @property
    def width(self) -> int:
        """How many numbers an observation has."""
        return self.setting.encoder.width

    @property
    def actions(self) -> int:
        """How many actions there are, legal or not: they count from 0."""
        return len(self.setting.actions)

    def state(self, game: int) -> State:
        """A copy of a game's state. Raises IndexError."""
        return self.batch.state_of(game)

    def memory(self, game: int, seat: int) -> NDArray[np.int16]:
        """The moves of a game as a seat saw them, the last 512: a row each.

        Its numbers are the seat that moved, clockwise from the one that remembers, and the action, or -1 for one that
        it did not see. With the observations that the seat has had, this is all that it can know. Raises IndexError
        for a game or a seat that there is not, OptionError for games that do not remember.
        """
        if not self.remembers:
            raise OptionError("these games remember nothing: make them with remembers=True", "remembers")
        return np.array(self.batch.memory_of(game, seat), np.int16).reshape(-1, 2)

    def __repr__(self) -> str:
        return f"<{self.games} Games of {self.setting.game.name}, {self.setting.seats} seats, {self.width} numbers>"

    # play

    def reset(self, seed: int | None = None, chosen: NDArray[np.bool_] | None = None) -> None:
        """Begin games anew: all, or those that are `chosen` (bools, one a game).

        `seed`: from which all deals follow; None goes on with the deals of the last one, and begins with
        that of seed 0.
        Raises OptionError, and ValueError for games that were never dealt and are not chosen.
        """
        if seed is not None and not 0 <= seed <= MASK_64:
            raise OptionError(f"a seed is a number from 0 to {MASK_64}, not {seed!r}", "seed")
        wanted = np.ones(self.games, np.uint8) if chosen is None else np.ascontiguousarray(chosen).astype(np.uint8)
        if wanted.shape != (self.games,):
            raise OptionError(f"one bool a game is wanted, not an array of {wanted.shape}", "chosen")
        if not self.is_dealt and not wanted.all():
            raise OptionError("the first reset is of all games", "chosen")
        self.batch.reset(SEED if seed is None and not self.is_dealt else seed, wanted)
        self.is_dealt = True

    def step(self, actions: NDArray[Any]) -> None:
        """Make one action in every game, and write all arrays. `actions`: whole numbers, one a game.

        Raises IllegalMove, which names the game, for an action that is not legal or in a game that is over, and
        OptionError for an array of wrong shape or type; then no game has been played on.
        """
        if not self.is_dealt:
            raise IllegalMove("the games are not dealt: call reset first")
        if not isinstance(actions, np.ndarray) or actions.shape != (self.games,):
            raise OptionError(f"one action a game is wanted, {self.games}, not {np.shape(actions)}", "actions")
        if not np.issubdtype(actions.dtype, np.integer):
            raise OptionError(f"actions are whole numbers, not {actions.dtype}", "actions")
        try:
            self.batch.step(np.ascontiguousarray(actions, np.int64))
        except IndexError as error:
            raise self.refusal(int(error.args[0]), actions) from None

    def refusal(self, game: int, actions: NDArray[Any]) -> IllegalMove:
        """What is wrong with the action of a game."""
        state, action, seat = self.state(game), int(actions[game]), int(self.movers[game])
        if state.over:
            return IllegalMove(f"game {game} is over: reset it before the next step")
        if not 0 <= action < self.actions:
            return IllegalMove(f"game {game}: there is no action {action}; they count from 0 to {self.actions - 1}")
        legal = [self.setting.actions[move] for move in state.legal(seat)]
        name = self.setting.actions[action] or "kept free"
        return IllegalMove(f"game {game}: action {action} ({name}) is not legal for seat {seat}", legal)

    def sample(self, out: NDArray[np.int64] | None = None) -> NDArray[np.int64]:
        """A random legal action of each game, all equally likely. Without `out`, an array that is used again."""
        out = self._actions if out is None else taken(out, "actions", (self.games,), np.int64)
        self.batch.sample(out)
        return out

    def close(self) -> None:
        """Let the threads go. Nothing can be stepped on more than one thread afterwards."""
        if self.executor is not None:
            self.executor.shutdown()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


def counted(said: Any, most: int, what: str) -> int:
    """A number of things. Raises OptionError."""
    if isinstance(said, bool) or not isinstance(said, int | np.integer) or not 1 <= said <= most:
        raise OptionError(f"there can be 1 to {most:,} {what}, not {said!r}", what)
    return int(said)


def checked_learner(said: Any, seats: int) -> int | None:
    """The seat for which the caller acts in the first game; None for all seats. Raises OptionError."""
    if said == ALL:
        return None
    if said == EVERY:
        return 0
    if isinstance(said, bool) or not isinstance(said, int | np.integer) or not 0 <= said < seats:
        raise OptionError(f"the learner is a seat from 0 to {seats - 1}, {EVERY} or {ALL}, not {said!r}", "learner")
    return int(said)


def taken(array: Any, name: str, shape: tuple[int, ...], dtype: DTypeLike) -> NDArray[Any]:
    """An array of the caller's that will be written. Raises OptionError when it is not as it must be."""
    wanted = f"{name} must be an array of {shape} {np.dtype(dtype)}, writable, its rows one after the other"
    if not isinstance(array, np.ndarray):
        raise OptionError(f"{wanted}; not a {type(array).__name__}", name)
    if array.shape != shape or array.dtype != dtype or not array.flags.c_contiguous or not array.flags.writeable:
        raise OptionError(f"{wanted}; not one of {array.shape} {array.dtype}", name)
    return array
