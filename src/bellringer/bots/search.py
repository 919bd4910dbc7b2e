"""The bot that searches: information-set Monte Carlo tree search, written once for all games.

Each iteration deals everything that the seat can't see anew (`determinize`), walks down the tree by the moves that are
legal in that world, adds the moves that it meets for the first time, plays on at random for a while, and carries the
result for each seat back up the tree. Every seat is assumed to maximise its own result. The method is that of Cowling,
Powley and Whitehouse, Information Set Monte Carlo Tree Search (IEEE TCIAIG 4(2), 2012): one tree, availability counts.

The options of a search (its style):

iterations    how many each thread makes for a decision; as many as the time allows if `seconds` are given instead
seconds       how long it thinks for a decision; 0: no limit
exploration   weight of the bonus for moves that were tried little, in standard deviations of the results
trust         how many visits the first guess of a move's value counts for
horizon       decisions after which a playout stops and the position is valued; -1: it plays to the end; -2: the
              game's own number, or none at all where a net values it
swing         points of evaluation that make odds of e to 1, without a net; 0: the game's own number
place_weight  part of the result that counts how many seats were left behind, rather than the victory
threads       how many think together; each has its own tree and makes all the iterations
pool          the most nodes of a tree; a full tree is still searched, but does not grow
forced        the number of a move that is played whenever it is legal; -1: none. Used by studies, as is the next
forbidden     the number of a move that is not played if there is another one; -1: none
noise         above 0: moves are chosen at random, with odds of e to 1 for a win chance that is higher by this much;
              with a net also moves that were not tried, by what it guesses
net           the net (core/compiled/nets.py) that values positions; None: the one that ships with the game
level         the number of a level, the weakest is 1: iterations and noise are what the game says of it; 0: none
plain         True: no net; positions are valued by playouts and the game's evaluation
eyes          by whose knowledge worlds are dealt: a seat, -1 for all seats together; -2: the one that decides. Used by
              reviews, which tell how a game stood for those who saw more or less; such a search does not play
manner        which of the moves that it likes nearly as well as the best one it plays, a number of bots/manners.pxd;
              0: always the best one
"""

import time
from concurrent.futures import ThreadPoolExecutor
from numbers import Integral, Real

import cython
from cython.cimports.bellringer.bots.bot import Bot
from cython.cimports.bellringer.bots.manners import MEDDLING, PLAIN, liking
from cython.cimports.bellringer.bots.results import expected_results, results_of, worth_for
from cython.cimports.bellringer.bots.tree import (
    NONE,
    ROOT,
    Node,
    Tree,
    add_node,
    answer_at,
    clear_tree,
    mark_available,
    most_visited,
)
from cython.cimports.bellringer.core.compiled.dice import Dice, next_word
from cython.cimports.bellringer.core.compiled.head import Head
from cython.cimports.bellringer.core.compiled.legal import (
    LEGAL_WORDS,
    allow,
    count_legal,
    is_allowed,
    lowest_bit,
    random_legal,
    refuse,
)
from cython.cimports.bellringer.core.compiled.nets import Net, begin_place, change_place, part_for, write_scores
from cython.cimports.bellringer.core.compiled.play import next_seat
from cython.cimports.bellringer.core.compiled.rules import EVERYBODY
from cython.cimports.bellringer.core.compiled.state import RuleBook, State
from cython.cimports.libc.math import exp, log, sqrt
from cython.cimports.libc.stdint import uint64_t
from cython.cimports.libc.stdlib import calloc, free, malloc
from cython.cimports.libc.string import memcpy, memset
from cython.cimports.posix.time import CLOCK_MONOTONIC, clock_gettime, timespec

from bellringer.bots import LARGEST_INT, LEAST_SECONDS, MOST_ITERATIONS, MOST_SECONDS
from bellringer.core.errors import OptionError

POOL = 1 << 20  # nodes of a tree: 32 MiB
MOST_POOL = 1 << 26
MOST_THREADS = 256
NODE_BYTES = cython.sizeof(Node)
LONGEST_LINE = 12
OTHERS_SEED = 0x9E3779B97F4A7C15  # added for each further thread, so that no two have the same dice
NONE_SUCH = -1
FIRST_BONUS = cython.declare(cython.double, 0.3)  # used as standard deviation before there are results
LEAST_SPREAD = cython.declare(cython.double, 1e-4)
GAMES_OWN = -2  # a horizon that means the game's own
ITS_OWN = -2  # eyes of the seat that decides
NEARLY_AS_GOOD = cython.declare(cython.double, 0.8)  # of a move's visits, or its odds, for a manner to prefer another
NOTICED = cython.declare(cython.double, 0.1)  # points of the game by which a manner must like a move more
DEFAULTS = {
    "iterations": 2000,
    "seconds": 0.0,
    "exploration": 1.5,
    "trust": 4.0,
    "horizon": GAMES_OWN,
    "swing": 0.0,
    "place_weight": 0.2,
    "noise": 0.0,
    "manner": PLAIN,
    "net": None,
    "plain": False,
    "level": 0,
    "eyes": ITS_OWN,
    "threads": 1,
    "forced": NONE_SUCH,
    "forbidden": NONE_SUCH,
}

# The least and the highest value of each option but the net. If they are integers, the value must be one.
RANGES = {
    "iterations": (1, MOST_ITERATIONS),
    "seconds": (LEAST_SECONDS, MOST_SECONDS),
    "exploration": (0.0, 1e6),
    "trust": (0.0, 1e6),
    "horizon": (GAMES_OWN, LARGEST_INT),
    "swing": (0.0, 1e6),
    "place_weight": (0.0, 1.0),
    "noise": (0.0, 1e6),
    "manner": (PLAIN, MEDDLING),
    "plain": (0, 1),
    "level": (0, LEVELS),
    "eyes": (ITS_OWN, SEATS_ROOM - 1),
    "threads": (1, MOST_THREADS),
    "forced": (NONE_SUCH, MOVES_ROOM - 1),
    "forbidden": (NONE_SUCH, MOVES_ROOM - 1),
    "pool": (2, MOST_POOL),
}


class Search(Bot):
    """Thinks for a number of iterations or a time. The same seed and iterations give the same choices.

    With several threads, each grows its own tree, and their visits are added up. Raises OptionError for a wrong option.
    """

    name = "search"

    def __cinit__(self, seed: int = 0, **style):
        check_style(style)
        pool: cython.int = style.get("pool", POOL)
        self.mind = cython.cast(cython.pointer(Mind), calloc(1, cython.sizeof(Mind)))
        if self.mind == cython.NULL:
            raise MemoryError
        self.mind.tree.room = pool
        self.mind.tree.nodes = cython.cast(cython.pointer(Node), malloc(pool * cython.sizeof(Node)))
        if self.mind.tree.nodes == cython.NULL:
            raise MemoryError
        self.chooser = choose_by_search
        self.memory = self.mind

    def __init__(self, seed: int = 0, **style):
        super().__init__(seed)
        check_style(style)
        self.given = dict(style)
        given = {**DEFAULTS, **({"iterations": 0} if "seconds" in style else {}), **style}
        mine = cython.address(self.mind.style)
        mine.iterations = given["iterations"]
        mine.seconds = given["seconds"]
        mine.exploration = given["exploration"]
        mine.trust = given["trust"]
        mine.horizon = given["horizon"]
        mine.swing = given["swing"]
        mine.place_weight = given["place_weight"]
        mine.noise = given["noise"]
        mine.manner = given["manner"]
        mine.forced = given["forced"]
        mine.forbidden = given["forbidden"]
        mine.plain = given["plain"]
        mine.level = given["level"]
        mine.eyes = given["eyes"]
        if given["net"] is not None:  # `given` keeps it
            mine.net = cython.address(cython.cast(Net, given["net"]).weights)
        self.others = [
            Search(seed + OTHERS_SEED * (turn + 1), **{**style, "threads": 1}) for turn in range(given["threads"] - 1)
        ]

    def made_with(self):
        return dict(self.given)

    def check_plays(self, book):
        """Raise OptionError for another game than that of the search's net, and for a search by other eyes.

        Such a search thinks, and does not play: what is legal in its worlds may not be so at the table.
        """
        self.check_net(book)
        if self.mind.style.eyes >= EVERYBODY:
            raise OptionError("a search by the eyes of others can be asked what it thinks, and does not play")

    def check_net(self, book):
        """Raise OptionError for another game than that of the search's net."""
        net = self.given.get("net")
        if net is not None and net.book is not book:
            raise OptionError(f"a search with a net of {net.book.name} can't play {book.name}")

    def chances(self):
        return (Bot.chances(self), *[cython.cast(Search, other).chances() for other in self.others])

    def put_chances(self, words):
        own, *rest = words
        Bot.put_chances(self, own)
        for other, chances in zip(self.others, rest, strict=True):
            cython.cast(Search, other).put_chances(chances)

    def reseed(self, seed: int) -> None:
        Bot.reseed(self, seed)
        for turn, other in enumerate(self.others or ()):
            other.reseed(seed + OTHERS_SEED * (turn + 1))

    def __dealloc__(self):
        if self.mind != cython.NULL:
            free(self.mind.tree.nodes)
            free(self.mind)

    def stop(self):
        """Stop a search that thinks in another thread; it decides with what it has found so far."""
        for other in self.others:
            other.stop()
        self.mind.stopped = 1

    def choose_number(self, state: State, seat: int):
        """The number of the move that the bot plays. Raises ValueError if the seat has nothing to decide."""
        self.check_plays(state.book)
        self.ponder(state, seat)
        return decide(self.mind, cython.address(cython.cast(RuleBook, state.book).rules), cython.address(self.dice))

    def analyse(self, state: State, seat: int):
        """Think, and return the findings: `iterations`, `seconds`, `nodes`, `moves`, `chances` and `line`.

        `moves`: the most visited first, each with its `move` number, `visits`, `win_chance` with its standard `error`,
        and expected `place`; these are None after too few visits. `chances`: each seat's chance to win, as
        `root_chances` has them. `line`: the expected line as (seat, move) numbers. Raises ValueError if the seat has
        nothing to decide.
        """
        began = time.perf_counter()
        self.ponder(state, seat)
        spent = time.perf_counter() - began
        moves = [tally_of(move, self.mind.tallies[move]) for move in state.legal(seat)]
        moves.sort(key=lambda found: -found["visits"])  # the first among equals comes first, as in `decide`
        return {
            "iterations": self.mind.iterations,
            "seconds": spent,
            "nodes": self.mind.tree.used + sum(cython.cast(Search, other).mind.tree.used for other in self.others),
            "moves": moves,
            "chances": self.root_chances(state.seats),
            "line": self.line(moves[0]["move"]),
        }

    def root_chances(self, seats: int, move=None):
        """Each seat's chance to win after a move, in the mean over its visits by the last search.

        `seats`: how many sit at the table; `move`: the one that was tried most, if not given. Raises ValueError for a
        move that was not tried, and so before the first search.
        """
        tallies = self.mind.tallies
        best = max(range(MOVES_ROOM), key=lambda move: tallies[move].visits) if move is None else move
        visits: cython.int = tallies[best].visits  # of the first among equals, as in `decide`
        if visits == 0:
            raise ValueError("there are no chances before a search has thought, nor of a move that it did not try")
        return [won / visits for won in tallies[best].wins][:seats]

    def root_visits(self):
        """The moves that the last search tried, as (move, visits)."""
        tallies = self.mind.tallies
        return [(move, tallies[move].visits) for move in range(MOVES_ROOM) if tallies[move].visits > 0]

    def ponder(self, state: State, seat: int):
        """Let all threads grow their trees, and add up their visits."""
        self.check_net(state.book)
        if seat not in state.pending:
            raise ValueError(f"seat {seat} has nothing to decide")
        if self.mind.style.eyes >= state.seats:
            raise ValueError(f"there is no seat {self.mind.style.eyes} whose knowledge could be asked for")
        if not self.others:
            self.grow(state, seat)
            return
        with ThreadPoolExecutor(len(self.others)) as pool:
            waiting = [pool.submit(other.grow, state, seat) for other in self.others]
            self.grow(state, seat)
            for one in waiting:
                one.result()
        for other in self.others:
            add_up(self.mind, cython.cast(Search, other).mind)

    def grow(self, state: State, seat: int):
        """Grow this thread's own tree, without the GIL."""
        rules = cython.address(cython.cast(RuleBook, state.book).rules)
        memory = state.memory
        mind = self.mind
        dice = cython.address(self.dice)
        p: cython.int = seat
        with cython.nogil:
            think(mind, rules, memory, p, dice)

    def line(self, first):
        """A move and the most visited moves after it, in the tree of the thread that visited it most."""
        best = cython.declare(cython.pointer(Tree), cython.NULL)
        start: cython.int = NONE
        for one in [self, *self.others]:
            tree = cython.address(cython.cast(Search, one).mind.tree)
            number: cython.int = answer_at(tree, ROOT, first)
            if number != NONE and (start == NONE or tree.nodes[number].visits > best.nodes[start].visits):
                best = tree
                start = number
        return [] if start == NONE else expected_line(best, start)


def expected_line(tree, start):
    """A node's move and the most visited moves after it, as (seat, move)."""
    found = []
    number: cython.int = start
    while number != NONE and tree.nodes[number].visits > 0 and len(found) < LONGEST_LINE:
        found.append((tree.nodes[number].seat, tree.nodes[number].move))
        number = most_visited(tree, number)
    return found


def check_style(style):
    """Raise OptionError for an unknown option, or a value that is out of range."""
    if unknown := sorted(set(style) - {*RANGES, "net"}):
        raise OptionError(f"a search has no {', '.join(unknown)}; it has {', '.join(RANGES)}, net")
    if not isinstance(style.get("net"), Net | None):
        raise OptionError(f"net of a search can't be {style['net']!r}: a Net or None")
    if style.get("level") and (own := sorted(set(style) & {"iterations", "seconds", "noise"})):
        raise OptionError(f"a search at a level has no {', '.join(own)} of its own: the game says how much it thinks")
    for name, value in style.items():
        if name == "net":
            continue
        least, most = RANGES[name]
        number = Integral if isinstance(most, int) else Real
        if not isinstance(value, number) or not least <= value <= most:  # nan is refused too
            raise OptionError(f"{name} of a search can't be {value!r}: {least:g} to {most:,.15g}")


def tally_of(move, tally):
    """The sums over all visits of one move at the root, by name."""
    n = tally["visits"]
    if n == 0:
        return {"move": move, "visits": 0, "win_chance": None, "error": None, "place": None}
    mean = tally["win"] / n
    spread = max(0.0, tally["square"] / n - mean * mean)
    return {
        "move": move,
        "visits": n,
        "win_chance": mean,
        "error": (spread / (n - 1)) ** 0.5 if n > 1 else None,
        "place": tally["place"] / n,
    }


def seconds_now():
    """The time in seconds on a clock that is never set back."""
    now = cython.declare(timespec)
    clock_gettime(CLOCK_MONOTONIC, cython.address(now))
    return now.tv_sec + 1e-9 * now.tv_nsec


def add_up(mine, other):
    """Add the tallies of another thread."""
    mine.iterations += other.iterations
    for move in range(MOVES_ROOM):
        mine.tallies[move].visits += other.tallies[move].visits
        mine.tallies[move].win += other.tallies[move].win
        mine.tallies[move].square += other.tallies[move].square
        mine.tallies[move].place += other.tallies[move].place
        mine.tallies[move].liking += other.tallies[move].liking
        for p in range(SEATS_ROOM):
            mine.tallies[move].wins[p] += other.tallies[move].wins[p]


def choose_by_search(memory, rules, state, seat, dice):
    """Think, and choose the most visited move, or with noise a random one that was tried."""
    mind = cython.cast(cython.pointer(Mind), memory)
    think(mind, rules, state, seat, dice)
    return decide(mind, rules, dice)


def think(mind, rules, state, seat, dice):
    """Iterate up to the bound of the style or its level, or until stopped, but at least once."""
    clear_tree(cython.address(mind.tree))
    memset(mind.tallies, 0, cython.sizeof(mind.tallies))
    mind.iterations = 0
    mind.stopped = 0
    mind.total = 0
    mind.squares = 0
    mind.bonus = mind.style.exploration * FIRST_BONUS
    style = cython.address(mind.style)
    mind.swing = style.swing if style.swing > 0 else rules.swing
    mind.most = rules.levels[style.level - 1].iterations if style.level > 0 else style.iterations
    mind.noise = rules.levels[style.level - 1].noise if style.level > 0 else style.noise
    mind.net = net_for(style, rules, state)
    mind.has_base = False
    mind.horizon = style.horizon
    if mind.horizon < -1:  # the game's own
        mind.horizon = 0 if mind.net != cython.NULL else rules.horizon
    until: cython.double = seconds_now() + style.seconds if style.seconds > 0 else 0.0
    if mind.noise > 0 and mind.net != cython.NULL and style.trust > 0:
        guess_all(mind, rules, state, seat, dice)
    while True:
        iterate(mind, rules, state, seat, dice)
        mind.iterations += 1
        if mind.stopped or (mind.most > 0 and mind.iterations >= mind.most):
            return
        if until > 0 and mind.iterations % LOOK_AT_CLOCK == 0 and seconds_now() >= until:
            return


def guess_all(mind, rules, state, seat, dice):
    """Let the net guess with what chance each of the seat's moves wins, in one world, since noise may choose any.

    The dice stay as they are, so that the search thinks as it does without noise.
    """
    own: Dice = dice[0]
    world = cython.cast(cython.p_void, mind.world)
    legal = cython.declare(uint64_t[LEGAL_WORDS])
    results = cython.declare(Results)
    memcpy(world, state, rules.size)
    cython.cast(cython.pointer(Head), world).events.recording = 0
    rules.determinize(world, seat, cython.address(own))
    rules.find_legal(world, seat, legal)
    bind_root(mind, rules, legal)
    set_base(mind, world, cython.cast(cython.pointer(Head), world).seats)
    for move in range(rules.moves):
        if is_allowed(legal, move):
            guess(mind, rules, seat, move, cython.address(results))
            mind.tallies[move].guess = results.win[seat]


def iterate(mind, rules, state, seat, dice):
    """One iteration: deal the hidden part, walk down the tree, play on, carry the result back."""
    world = cython.cast(cython.p_void, mind.world)
    memcpy(world, state, rules.size)
    head = cython.cast(cython.pointer(Head), world)
    head.events.recording = 0
    rules.determinize(world, seat if mind.style.eyes < EVERYBODY else mind.style.eyes, dice)
    mind.foreseen = NONE
    depth = walk(mind, rules, seat)
    results = cython.declare(Results)
    if mind.horizon == 0 and mind.foreseen == mind.path[depth] and mind.style.trust > 0:
        results = mind.foresight
    else:
        play_on(mind, rules, dice, cython.address(results))
    bring_back(mind, depth, cython.address(results))


def walk(mind, rules, seat):
    """Walk down the tree to a node without visits. Returns the number of moves on the way."""
    world = cython.cast(cython.p_void, mind.world)
    tree = cython.address(mind.tree)
    node: cython.int = ROOT
    depth: cython.int = 0
    p: cython.int = seat
    mind.path[0] = ROOT
    is_told: cython.bint = mind.style.manner == PLAIN
    before: cython.double = liking(rules, world, seat, mind.style.manner)
    while p >= 0 and depth < DEEPEST:
        if depth > 0 and tree.nodes[node].visits == 0:
            break
        node = best_answer(mind, rules, node, p)
        if node == NONE:
            break
        rules.apply(world, p, tree.nodes[node].move)
        depth += 1
        mind.path[depth] = node
        p = next_seat(world)
        if p != seat and not is_told:
            ask_manner(mind, rules, seat, before)
            is_told = True
    if not is_told:
        ask_manner(mind, rules, seat, before)
    return depth


def ask_manner(mind, rules, seat, before):
    """Add up how much better the bot's manner likes the world after the seat's own moves than before them."""
    first = mind.tree.nodes[mind.path[1]].move
    after: cython.double = liking(rules, cython.cast(cython.p_void, mind.world), seat, mind.style.manner)
    mind.tallies[first].liking += after - before


def best_answer(mind, rules, parent, seat):
    """Choose the move to walk on by. Known moves are counted as available, new ones join the tree."""
    legal = cython.declare(uint64_t[LEGAL_WORDS])
    found = cython.declare(cython.int[MOVES_ROOM])
    count: cython.int = 0
    tree = cython.address(mind.tree)
    rules.find_legal(cython.cast(cython.p_void, mind.world), seat, legal)
    if parent == ROOT:
        bind_root(mind, rules, legal)
    mark_available(tree, parent, seat, legal, found, cython.address(count))
    if mind.net != cython.NULL and count_legal(legal, rules.words) >= WORTH_A_BASE:
        set_base(mind, cython.cast(cython.p_void, mind.world), cython.cast(cython.pointer(Head), mind.world).seats)
    highest: cython.double = -1.0
    results = cython.declare(Results)
    for word in range(rules.words):
        while legal[word] != 0:
            move = 64 * word + lowest_bit(legal[word])
            legal[word] &= legal[word] - 1
            worth = guess(mind, rules, seat, move, cython.address(results))
            number = add_node(tree, parent, seat, move, worth)
            if number == NONE:
                break
            if worth > highest:
                highest = worth
                mind.foreseen = number
                mind.foresight = results
            found[count] = number
            count += 1
    return best_of(mind, found, count)


def bind_root(mind, rules, legal):
    """Leave only the forced move if it is legal, and remove the forbidden one if there is another."""
    forced = mind.style.forced
    if 0 <= forced < rules.moves and is_allowed(legal, forced):
        memset(legal, 0, rules.words * cython.sizeof(uint64_t))
        allow(legal, forced)
    if 0 <= mind.style.forbidden < rules.moves and count_legal(legal, rules.words) > 1:
        refuse(legal, mind.style.forbidden)


def best_of(mind, found, count):
    """The node with the highest upper confidence bound: its mean, with the first guess as some visits, and a bonus."""
    style = cython.address(mind.style)
    best: cython.int = NONE
    highest: cython.double = -1e9
    for i in range(count):
        node = cython.address(mind.tree.nodes[found[i]])
        visits: cython.double = node.visits + style.trust + 1e-3  # never 0, so untried nodes win
        mean: cython.double = (node.worth + (style.trust + 1e-3) * node.guess) / visits
        bonus: cython.double = mind.bonus * sqrt(log(node.available + 1.0) / visits)
        if mean + bonus > highest:
            highest = mean + bonus
            best = found[i]
    return best


def guess(mind, rules, seat, move, results):
    """The first guess of a move's value: what is to be expected right after it, which becomes `results`."""
    if mind.style.trust <= 0:
        return 0.5
    after = cython.cast(cython.p_void, mind.copy)
    memcpy(after, cython.cast(cython.p_void, mind.world), rules.size)
    rules.apply(after, seat, move)
    expect(mind, rules, after, results)
    return worth_for(results, seat, mind.style.place_weight)


def net_for(style, rules, state):
    """The net of a search: its own, or the one that ships with the game; NULL where there is none for these seats."""
    net = style.net if style.net != cython.NULL else rules.net
    if style.plain or net == cython.NULL or net.layout != rules.layout:
        return cython.NULL
    seats = cython.cast(cython.pointer(cython.const[Head]), state).seats
    return net if part_for(net, seats) != cython.NULL else cython.NULL


def set_base(mind, state, seats):
    """Read a state, from which those after it differ little."""
    if not mind.has_base:
        begin_place(mind.net, state, seats, cython.address(mind.places[mind.base]))
        mind.has_base = True
        return
    other = 1 - mind.base
    change_place(mind.net, state, seats, cython.address(mind.places[mind.base]), cython.address(mind.places[other]))
    mind.base = other


def expect(mind, rules, state, results):
    """Write the results that are to be expected of a state, or those of a game that has ended."""
    seats = cython.cast(cython.pointer(Head), state).seats
    if mind.net == cython.NULL or cython.cast(cython.pointer(Head), state).over:
        expected_results(rules, state, seats, mind.swing, results)
        return
    if not mind.has_base:
        set_base(mind, state, seats)
    scores = cython.declare(cython.double[SEATS_ROOM])
    other = cython.address(mind.places[1 - mind.base])
    change_place(mind.net, state, seats, cython.address(mind.places[mind.base]), other)
    write_scores(mind.net, cython.address(other.sums), seats, scores)
    results_of(scores, seats, 1.0, results)


def play_on(mind, rules, dice, results):
    """Play random moves to the horizon or the end, and write the expected or final results."""
    world = cython.cast(cython.p_void, mind.world)
    legal = cython.declare(uint64_t[LEGAL_WORDS])
    left: cython.int = mind.horizon
    p: cython.int = next_seat(world)
    while p >= 0 and left != 0:
        rules.find_legal(world, p, legal)
        rules.apply(world, p, random_legal(legal, rules.words, dice))
        left -= 1
        p = next_seat(world)
    expect(mind, rules, world, results)


def bring_back(mind, depth, results):
    """Add the results to every node on the path, each for its own seat, and to the tally of the first move."""
    weight: cython.double = mind.style.place_weight
    root = cython.address(mind.tree.nodes[ROOT])
    root.visits += 1
    for i in range(1, depth + 1):
        node = cython.address(mind.tree.nodes[mind.path[i]])
        node.visits += 1
        worth: cython.double = (1.0 - weight) * results.win[node.seat] + weight * results.beaten[node.seat]
        node.worth = sum_of(node.worth, worth, node.visits)
        if i == 1:
            mind.total += worth
            mind.squares += worth * worth
    first = cython.address(mind.tree.nodes[mind.path[1]])
    tally = cython.address(mind.tallies[first.move])
    win: cython.double = results.win[first.seat]
    tally.visits += 1
    tally.win += win
    tally.square += win * win
    tally.place += results.place[first.seat]
    for p in range(cython.cast(cython.pointer(cython.const[Head]), mind.world).seats):
        tally.wins[p] += results.win[p]
    mean: cython.double = mind.total / root.visits
    spread: cython.double = mind.squares / root.visits - mean * mean
    mind.bonus = mind.style.exploration * (sqrt(spread) if spread > LEAST_SPREAD else FIRST_BONUS)


def sum_of(before, worth, visits):
    """Add a result to the sum of a node's results.

    The first SINGLE results are added in single precision, so that small searches choose as they did in the matches
    that are published. After that, single precision would lose more and more of each result.
    """
    if visits <= SINGLE:
        return cython.cast(cython.float, before + cython.cast(cython.float, worth))
    return before + worth


def decide(mind, rules, dice):
    """Choose the most visited move, or with noise a random one. A manner chooses among nearly as good ones."""
    total: cython.double = 0
    if mind.noise > 0:
        for move in range(rules.moves):
            total += odds(mind, move)
    if total <= 0:  # no noise, or so little that all odds are rounded to 0
        return most_tried(mind, rules) if mind.style.manner == PLAIN else best_liked(mind, rules)
    found: cython.int = drawn(mind, rules, total, dice)
    if mind.style.manner == PLAIN:
        return found
    other: cython.int = drawn(mind, rules, total, dice)
    one: cython.double = odds(mind, found)
    second: cython.double = odds(mind, other)
    is_like_it: cython.bint = second >= NEARLY_AS_GOOD * one and one >= NEARLY_AS_GOOD * second
    return other if is_like_it and is_liked_more(mind, other, found) else found


def most_tried(mind, rules):
    """The most visited move, the first one among equals."""
    best: cython.int = NONE
    for move in range(rules.moves):
        visits: cython.int = mind.tallies[move].visits
        if visits > 0 and (best == NONE or visits > mind.tallies[best].visits):
            best = move
    return best


def best_liked(mind, rules):
    """The move that the manner likes best, of those that were visited nearly as often as the most visited one."""
    best: cython.int = most_tried(mind, rules)
    enough: cython.double = NEARLY_AS_GOOD * mind.tallies[best].visits
    for move in range(rules.moves):
        visits: cython.int = mind.tallies[move].visits
        if visits > 0 and visits >= enough and is_liked_more(mind, move, best):
            best = move
    return best


def is_liked_more(mind, move, other):
    """Whether the manner clearly likes a move more than another one, by the mean of all visits; both must have some."""
    if mind.tallies[move].visits == 0 or mind.tallies[other].visits == 0:
        return False
    one: cython.double = mind.tallies[move].liking / mind.tallies[move].visits
    return one > mind.tallies[other].liking / mind.tallies[other].visits + NOTICED


def drawn(mind, rules, total, dice):
    """A random move. `total`: the sum of all odds."""
    best: cython.int = NONE
    left: cython.double = (next_word(dice) >> 11) * (1.0 / 9007199254740992.0) * total
    for move in range(rules.moves):
        own: cython.double = odds(mind, move)
        if own > 0:
            best = move
            left -= own
            if left < 0:
                return move
    return best


def odds(mind, move):
    """The odds that noise chooses a move, where a move that surely wins has 1; 0 for one that was not even guessed."""
    visits: cython.int = mind.tallies[move].visits
    if visits == 0 and mind.tallies[move].guess == 0:
        return 0.0
    worth: cython.double = mind.tallies[move].win / visits if visits > 0 else mind.tallies[move].guess
    return exp((worth - 1.0) / mind.noise)
