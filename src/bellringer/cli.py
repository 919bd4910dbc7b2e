"""The command line: every command with its options and its help.

The work is done in bellringer.commands. A command imports the modules that it needs, so that `--help` stays quick.
"""

from __future__ import annotations

import os
from typing import Any

import click
from click.core import ParameterSource

from bellringer import __version__, game_names
from bellringer.bots import MOST_ITERATIONS
from bellringer.commands import keeping_commands
from bellringer.commands.clusters import ray_option
from bellringer.commands.language import spoken
from bellringer.commands.options import (
    Commands,
    Entrants,
    Names,
    OneOf,
    PublicKey,
    Time,
    bot_names,
    bounds,
    chosen_options,
    examples,
    game_argument,
    game_options,
    given,
    is_bot,
    json_option,
    key_file_option,
    player_names,
    seed_option,
    spelled_bots,
    table_options,
)
from bellringer.commands.printing import put
from bellringer.core.nearest import meant

SHELLS = ("bash", "zsh", "fish")
COMPLETE = "_BELLRINGER_COMPLETE"


@click.group(
    cls=Commands,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog=examples(
        "bellringer play {game}              sit down against three bots",
        "bellringer simulate {game} --games 10000 --bots greedy,random",
        "bellringer COMMAND --help                what a command can do, with examples",
    ),
)
@click.version_option(__version__, "-V", "--version", message="%(prog)s %(version)s", prog_name="bellringer")
def main() -> None:
    """Plague games at the terminal: play against bots, simulate by the million, look at any position."""


@main.command(
    epilog=examples(
        "bellringer play {game}",
        "bellringer play {game} --seats 3 --persons new --bots greedy,random",
        "bellringer play {game} --bots human,greedy,greedy       two people, one keyboard",
        "bellringer play {game} --bots expert+cautious,expert+meddling,adept",
        "bellringer play my-game.txt                          go on with a saved game",
    ),
)
@click.argument("what", required=False, metavar="[GAME|FILE]")
@table_options
@click.option(
    "--bots",
    type=Names("names", player_names, several=True, also=is_bot, hint=bounds, spelled=spelled_bots),
    help=f"Who sits on the other seats, in order and again from the first: {', '.join(player_names())}.  "
    "[default: greedy]",
)
@click.option("--seat", help="Where you sit: a seat's name, or its number from 0.  [default: the first]")
@seed_option
@click.option("--components", type=click.Path(), help="The numbers of your own box, as TOML.")
@click.option("--load", type=click.Path(), help="A saved game, or a position, to go on from.")
@click.option("--confirm", is_flag=True, help="Ask after each of your turns, so that it can be undone.")
def play(what: str | None, load: str | None, **options: Any) -> None:
    """Play a game at this terminal, against bots or each other.

    Type the number or the name of a move; ? lists the other keys. In a low terminal, Tab turns pages: the board,
    the players or cards, the log, all choices. A game is saved as its record; give the file's name to go on with it.
    """
    from bellringer.commands.play import at_file, at_new_table

    if load is None and what is not None and what not in game_names():
        if not os.path.exists(what):
            raise click.UsageError(
                f"{what!r}{meant(what, game_names())} is neither a file nor one of the games: {', '.join(game_names())}"
            )
        what, load = None, what
    if load is None:
        at_new_table(what or game_names()[0], spoken(), given(options))
        return
    sitting = ("bots", "seat", "confirm")
    if unfit := list(chosen_options({name: options[name] for name in options if name not in sitting})):
        raise click.UsageError(f"a saved game has its own {', '.join(unfit)}")
    at_file(load, spoken(), given(options))


@main.command(
    epilog=examples(
        "bellringer serve --open                       a table in your browser",
        "bellringer serve --name games.example.org --https --proxy 127.0.0.1",
    ),
)
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option("--port", type=click.IntRange(0, 65535), default=8000, show_default=True, help="0: any that is free.")
@click.option("--data", type=click.Path(), help="The folder of the tables.  [default: ~/.local/share/bellringer]")
@key_file_option
@click.option("--name", "names", multiple=True, metavar="HOST", help="A name of the server, besides localhost.")
@click.option("--https", "is_secure", is_flag=True, help="Pages are fetched by https, from a proxy before this server.")
@click.option(
    "--proxy",
    "proxies",
    multiple=True,
    metavar="ADDRESS",
    help="Believe this address, or network, which visitor a request comes from.",
)
@click.option("--open", "opens", is_flag=True, help="Open the first page in a browser.")
@click.option("--json", "is_json", is_flag=True, help="Log every answer, a JSON object a line.")
@click.option("--metrics-token", type=click.Path(), help="A file with what Prometheus must send to get /metrics.")
@click.option("--pace", type=Time(10, may_be_none=True), default=0.6, show_default=True, help="Seconds a bot waits.")
@click.option("--threads", type=click.IntRange(1, 64), help="Threads for the bots.  [default: one for each core]")
@click.option(
    "--draw-apart",
    type=click.IntRange(min=0),
    metavar="PAGES",
    help="Let another process draw pages as soon as so many listen; 0: never.  [default: 20, on two cores or more]",
)
@click.option(
    "--no-limits",
    "has_limits",
    is_flag=True,
    flag_value=False,
    default=True,
    help="Limit no requests: for measurements only.",
)
def serve(**options: Any) -> None:
    """Open tables in the browser, for this machine or for friends.

    All tables are kept in one database file in the data folder, and go on after a restart.
    """
    from bellringer.commands.serving import serve

    serve(**options)


@main.command(
    epilog=examples(
        "bellringer simulate {game} --games 10000 --bots greedy,random",
        "bellringer simulate {game} --games 100000 --seats 3 --persons new --json",
        "bellringer simulate {game} --games 100000000 --ray auto             on many machines",
    ),
)
@game_argument
@click.option("--games", "count", type=click.IntRange(min=1), default=1000, show_default=True, help="How many.")
@table_options
@click.option(
    "--bots",
    type=Names("names", bot_names, several=True, also=is_bot, hint=bounds, spelled=spelled_bots),
    default="greedy,random",
    show_default=True,
    help=f"Who plays, rotating through the seats: {', '.join(bot_names())}.",
)
@click.option("--threads", type=click.IntRange(min=1), help="[default: one for each core]")
@ray_option
@click.option("--seed", type=int, default=0, show_default=True, help="The same games again.")
@click.option("--components", type=click.Path(), help="The numbers of your own box, as TOML.")
@json_option
def simulate(**options: Any) -> None:
    """Play many games between bots, and say who wins.

    Every deal is played once with every rotation of the seats. Shares come with their 95 % interval.
    """
    from bellringer.commands.simulations import simulate as run

    run(**given(options))


@main.command(
    epilog=examples(
        "bellringer arena {game} --bots greedy,random --deals 20",
        "bellringer arena {game} --bots greedy,random,random,random --deals 20    one against copies",
        "bellringer arena {game} --bots adept+cautious,adept --seats 2           what a manner costs",
        "bellringer arena {game} --bots my_module:MyBot,greedy --seats 2 --jobs 8             a bot of your own",
        "bellringer arena {game} --bots adept,greedy --ray auto     on many machines",
    ),
)
@game_argument
@table_options
@click.option(
    "--bots",
    type=Entrants("names", bot_names, several=True),
    required=True,
    help=f"Who plays: {', '.join(bot_names())}, or module:Class or module:Class@file of your own; in order, and again "
    "from the first. Of more than the seats, every choice of so many plays.",
)
@click.option("--deals", type=click.IntRange(min=1), default=100, show_default=True, help="How many.")
@click.option("--seed", type=int, default=0, show_default=True, help="The same deals again.")
@click.option("--jobs", type=click.IntRange(min=1), help="[default: one for each core]")
@ray_option
@click.option("--out", type=click.Path(file_okay=False), help="The folder of the match.  [default: arena-GAME-...]")
@click.option("--components", type=click.Path(), help="The numbers of your own box, as TOML.")
@json_option
def arena(**options: Any) -> None:
    """Play a match in duplicate, and report who is how strong.

    Every deal is played with every rotation of the seats; a set that is drawn is drawn anew for each. Ctrl-C stops;
    the same command goes on. Results are written as Parquet, the report as Markdown and HTML.
    """
    from bellringer.commands.arena import arena as run

    click.get_current_context().exit(run(**given(options)))


@main.command(
    epilog=examples(
        "bellringer study persons --deals 60",
        "bellringer study classes --seats 6 --bot expert --deals 100",
        "bellringer study classes --classes random --deals 1000       a set of its own for every deal",
        "bellringer study opening {game} --seats 2",
    ),
)
@click.argument("what", metavar="WHAT")
@click.argument("game", required=False, metavar="[GAME]")
@table_options
@click.option(
    "--bot",
    type=Names("name", bot_names, also=is_bot, hint=bounds, spelled=spelled_bots),
    default="adept",
    show_default=True,
    help="The search on every seat: a level, or search:2000.",
)
@click.option(
    "--deals",
    type=click.IntRange(min=2),
    default=40,
    show_default=True,
    help="How many, for each thing or for all sets that are drawn.",
)
@click.option("--seed", type=int, default=0, show_default=True, help="The same deals again.")
@click.option("--jobs", type=click.IntRange(min=1), help="[default: one for each core]")
@ray_option
@click.option("--out", type=click.Path(file_okay=False), help="The folder of the page.  [default: study-GAME-WHAT]")
@json_option
def study(**options: Any) -> None:
    """Ask what a card is worth: persons, classes, or the opening of a game.

    Each deal is played with a seat that always takes the card beside one that never does, the others free. It
    prints the difference in that seat's victories, with its 95 % interval. Ctrl-C stops; the same command goes on.
    """
    from bellringer.commands.study import study as run

    click.get_current_context().exit(run(**given(options)))


@main.command(
    epilog=examples(
        "bellringer train {game} --seats 2 --games 1000 --rounds 3 --out nets",
        "bellringer train {game} --seats 2:6,3:1,4:4 --minutes 60 --out nets",
        "bellringer train {game} --begin nets --out more        go on anew",
    ),
)
@game_argument
@click.option("--out", type=click.Path(file_okay=False), required=True, help="The folder of the training.")
@click.option(
    "--seats",
    metavar="N[:SHARE],...",
    default="2",
    show_default=True,
    help="For how many, and perhaps in which shares of the games.",
)
@game_options
@click.option("--vary", metavar="NAMES", default="", help="Options that are drawn for each game, in half of the games.")
@click.option("--games", type=click.IntRange(min=2), default=2000, show_default=True, help="How many a round.")
@click.option("--rounds", type=click.IntRange(min=1), default=4, show_default=True, help="How many, in all.")
@click.option("--minutes", type=Time(), help="Begin no round that would likely end later than so many from now.")
@click.option("--iterations", type=click.IntRange(1, MOST_ITERATIONS), default=100, show_default=True, help="A move.")
@click.option("--width", type=int, default=32, show_default=True, help="The lanes of the net: a multiple of 16.")
@click.option(
    "--window", type=click.IntRange(min=1), default=3, show_default=True, help="The rounds of whose games a net learns."
)
@click.option(
    "--begin",
    type=click.Path(),
    help="Go on from the last net of another training, its folder or floats; `shipped`: from the game's net.",
)
@click.option("--seed", type=int, default=0, show_default=True, help="The same games again.")
@click.option("--jobs", type=click.IntRange(min=1), help="[default: one for each core]")
@ray_option
@json_option
def train(**options: Any) -> None:
    """Train a net by self-play, with which a search plays better.

    In each round the last net plays against itself, a new one is fitted to the games, and it is taken if it beats the
    last one over duplicate deals. Ctrl-C stops; the same command goes on. The folder has games, nets, and a report.
    """
    from bellringer.commands.train import train as run

    click.get_current_context().exit(run(**given(options)))


@main.command(epilog=examples("bellringer bench {game}", "bellringer bench {game} --seats 5 --persons new --json"))
@game_argument
@table_options
@click.option("--seconds", type=Time(), default=3.0, show_default=True)
@click.option("--threads", type=click.IntRange(min=1), default=1, show_default=True)
@json_option
def bench(**options: Any) -> None:
    """Measure how fast the engine plays random games here."""
    from bellringer.commands.simulations import bench as run

    run(**given(options))


@main.command(
    epilog=examples(
        "bellringer show my-game.txt --seat 0",
        "bellringer new {game} --seed 7 | bellringer show -",
        "bellringer new {game} | bellringer show - --svg board.svg",
    ),
)
@click.argument("file", type=click.Path())
@click.option("--seat", help="Only what this seat may see: its name, or its number from 0.")
@click.option("--svg", metavar="OUT", type=click.Path(), help="Into this file, as a picture; - for standard output.")
@json_option
def show(file: str, seat: str | None, svg: str | None, as_json: bool) -> None:
    """Draw a position (JSON) or the end of a record (text).

    Without --seat it shows everything that the file says. With --json it prints the position, or the view of the
    seat. With --svg it makes a picture for browsers and printers, in which the seat's legal moves are highlighted.
    """
    from bellringer.commands.documents import show as run
    from bellringer.commands.documents import show_svg

    if svg is not None:
        if as_json:
            raise click.UsageError("a picture or JSON: --svg and --json don't go together")
        show_svg(file, seat, svg, spoken())
        return
    run(file, seat, spoken(), as_json)


@main.command(
    epilog=examples(
        "bellringer verify my-game.txt", "bellringer verify my-game.txt --json", "bellringer verify one.txt other.txt"
    ),
)
@click.argument("record", type=click.Path())
@click.argument("other", type=click.Path(), required=False)
@click.option("--key", metavar="PUBLIC", type=PublicKey(), help="The server's public key: 64 hex digits.")
@json_option
def verify(record: str, other: str | None, key: str | None, as_json: bool) -> None:
    """Deal a record again from its revealed seed, replay it, and say what was checked, and what was not.

    The record of a server has a chain of all acts: a move, seat or result that was changed is named. With --key it must
    be signed by that key. With another record: whether both games had the same deal. Exit status 1 when a check fails.
    """
    from bellringer.commands.documents import verify as run

    if other is not None and key is not None:
        raise click.UsageError("--key is for one record: verify each by itself.")
    click.get_current_context().exit(run(record, other, key, spoken(), as_json))


@main.command(
    epilog=examples(
        "bellringer new {game} --seats 3 --seed 7 > position.json",
        "bellringer new {game} --components my-box.toml",
    ),
)
@game_argument
@table_options
@seed_option
@click.option("--components", type=click.Path(), help="The numbers of your own box, as TOML.")
def new(game: str, **options: Any) -> None:
    """Deal a game and print its position as JSON."""
    from bellringer.commands.documents import new as run

    run(game, given(options))


@main.command(
    epilog=examples(
        "bellringer moves position.json",
        "bellringer new {game} | bellringer moves - --seat 2 --json",
    ),
)
@click.argument("file", type=click.Path())
@click.option("--seat", help="This seat's moves only: its name, or its number from 0.")
@json_option
def moves(file: str, seat: str | None, as_json: bool) -> None:
    """List the legal moves of a position (JSON) or of a record's end (text), one on each line: name and words."""
    from bellringer.commands.documents import moves as run

    run(file, seat, spoken(), as_json)


@main.command(
    epilog=examples(
        "bellringer analyse position.json",
        "bellringer analyse my-game.txt --move 40 --iterations 20000 --json",
        "bellringer new {game} --seed 7 | bellringer analyse - --seconds 3",
        "bellringer analyse my-game.txt --move 40 --features",
    ),
)
@click.argument("file", type=click.Path())
@click.option("--move", type=click.IntRange(min=1), help="Before this move of a record, 1 being the first.")
@click.option("--seat", help="For this seat: its name, or its number from 0.  [default: the first to decide]")
@click.option("--seconds", type=Time(), help="How long to think.  [default: 1]")
@click.option(
    "--iterations",
    type=click.IntRange(1, MOST_ITERATIONS),
    help="How many iterations for each thread, rather than how long.",
)
@click.option("--threads", type=click.IntRange(min=1, max=256), default=1, show_default=True)
@click.option("--seed", type=int, default=0, show_default=True, help="The same thoughts again, by iterations.")
@click.option("--features", is_flag=True, help="Also print in which features the best move and the next one differ.")
@click.option("--between", metavar="MOVE", multiple=True, help="With --features: this move and the best other, or two.")
@json_option
def analyse(seconds: float | None, iterations: int | None, **options: Any) -> None:
    """Ask a search what it thinks of each legal move of a position (JSON) or a record (text).

    The search uses only what the seat may know, and deals the rest anew in each iteration. Ctrl-C ends the search,
    and prints what it has found. Exit status 1 when nobody is to decide.
    """
    from bellringer.commands.analyse import analyse as run

    if seconds is not None and iterations is not None:
        raise click.UsageError("by time or by iterations: --seconds and --iterations don't go together")
    if options["between"] and not options["features"]:
        raise click.UsageError("--between says which moves --features compares, and goes with it alone")
    if len(options["between"]) > 2 or len(set(options["between"])) < len(options["between"]):
        raise click.UsageError("--between names one move, or two different ones")
    status = run(**options, seconds=seconds, iterations=iterations, language=spoken())
    click.get_current_context().exit(status)


@main.command(
    epilog=examples(
        "bellringer dataset {game} --games 1000 --bots greedy,adept --out my-data",
        "bellringer dataset {game} --bots master --observations --out my-data",
        "bellringer dataset {game} --from /srv/bellringer --masks --out theirs          finished games of a server",
    ),
)
@game_argument
@table_options
@click.option("--games", type=click.IntRange(min=1), default=1000, show_default=True, help="How many.")
@click.option(
    "--bots",
    type=Names("names", bot_names, several=True, also=is_bot, hint=bounds, spelled=spelled_bots),
    default="greedy",
    show_default=True,
    help="Who plays, moving on by a seat from game to game.",
)
@click.option("--observations", is_flag=True, help="With what the deciding seat saw.")
@click.option("--masks", is_flag=True, help="With its legal moves, as bits.")
@click.option("--visits", is_flag=True, help="With how often a search tried each move.")
@click.option("--seed", type=int, default=0, show_default=True, help="The same games again.")
@click.option("--jobs", type=click.IntRange(min=1), help="[default: one for each core]")
@ray_option
@click.option("--from", "data", type=click.Path(), metavar="DATA", help="Finished games of a server's data folder.")
@click.option("--out", type=click.Path(file_okay=False), required=True, help="The folder of the data.")
@json_option
@click.pass_context
def dataset(context: click.Context, /, data: str | None, **options: Any) -> None:
    """Write games between bots as data to learn from: Parquet files, with a card that tells what they have.

    Ctrl-C stops, and the same command goes on. The same seed gives the same files, however often it was stopped.

    With --from it reads the finished games of a server, which may run meanwhile: all of them, or those of the seats and
    options that are named, without names, times and talk. Each kind of table has a folder of its own.
    """
    from bellringer.commands.dataset import dataset as play
    from bellringer.commands.dataset import served

    if data is None:
        context.exit(play(**given(options)))
    for name in ("games", "bots", "visits", "seed", "jobs", "ray"):
        if context.get_parameter_source(name) is not ParameterSource.DEFAULT:
            raise click.UsageError(f"--from reads games that were played: --{name} does not go with it")
        del options[name]
    served(data=data, **given(options))


@main.command(
    epilog=examples(
        "bellringer review my-game.txt",
        "bellringer review my-game.txt --html review.html --keep reviews",
        "bellringer review my-game.txt --seconds 10 --why 40 --json",
    ),
)
@click.argument("file", metavar="RECORD", type=click.Path())
@click.option("--seconds", type=Time(), help="About how long to think.  [default: as long as a whole review takes]")
@click.option("--html", metavar="FILE", type=click.Path(), help="Also write the review as a page, in your language.")
@click.option("--keep", metavar="FOLDER", type=click.Path(file_okay=False), help="Keep it there, and go on from there.")
@click.option("--why", metavar="MOVE", type=click.IntRange(min=1), multiple=True, help="Explain this move, too.")
@click.option("--threads", type=click.IntRange(min=1, max=256), help="[default: one for each core]")
@json_option
def review(**options: Any) -> None:
    """Tell of a finished game where it turned, what was luck, and why.

    Every decision is judged by what its seat knew. The largest mistakes are explained by what differs in games that
    are played on after the move and after a better one. Ctrl-C stops; with --keep the same command goes on.
    """
    from bellringer.commands.review import review as run

    click.get_current_context().exit(run(**options, language=spoken()))


@main.command(epilog=examples("bellringer mcp", "bellringer mcp --lang fr"))
def mcp() -> None:
    """Let a language model play, by tools of the Model Context Protocol on standard input and output.

    A program that knows the protocol starts it. The model sees what its seats see, and plays against bots.
    """
    from bellringer.commands.models import serve_model

    serve_model(spoken())


@main.command(
    epilog=examples(
        "bellringer puzzles {game}",
        "bellringer puzzles {game} --count 10 --seed 7 --out mine.jsonl",
        "bellringer puzzles {game} --play             solve today's here",
    ),
)
@game_argument
@click.option("--count", type=click.IntRange(1, 10_000), default=20, show_default=True, help="How many.")
@click.option("--out", type=click.Path(dir_okay=False), help="The file.  [default: puzzles-GAME.jsonl]")
@click.option("--seed", type=int, default=0, show_default=True, help="The same puzzles again.")
@click.option("--play", "is_played", is_flag=True, help="Look for none: solve one that comes with the game here.")
@click.option("--number", type=click.IntRange(min=1), help="Which, with --play: of a day.  [default: today's]")
@json_option
def puzzles(is_played: bool, number: int | None, **options: Any) -> None:
    """Look for puzzles, positions with one clearly best move; or solve one.

    Bots play games at tables of all kinds. A position is taken if two judges, who know what its seat knows, find that
    the same move leads by at least 8 points of win chance, and greedy does not play it. Ctrl-C stops; the same command
    goes on.
    """
    from bellringer.commands.puzzles import play
    from bellringer.commands.puzzles import puzzles as run

    context = click.get_current_context()
    if is_played:
        for name in ("count", "out", "seed", "as_json"):
            if context.get_parameter_source(name) is ParameterSource.COMMANDLINE:
                raise click.UsageError(f"--{name.removeprefix('as_')} is for looking: it does not go with --play")
        play(options["game"], number, spoken())
        return
    if number is not None:
        raise click.UsageError("--number says which puzzle --play asks, and goes with it alone")
    context.exit(run(**options, language=spoken()))


for command in keeping_commands.ALL:
    main.add_command(command)


@main.command(
    epilog=examples(
        'eval "$(bellringer completion bash)"            for this shell; put it into ~/.bashrc to keep it',
        "bellringer completion fish > ~/.config/fish/completions/bellringer.fish",
    ),
)
@click.argument("shell", type=OneOf(SHELLS))
def completion(shell: str) -> None:
    """Print the script that completes commands, options and names with the Tab key."""
    from click.shell_completion import get_completion_class

    found = get_completion_class(shell)
    assert found is not None  # click supports all of SHELLS
    put(found(main, {}, "bellringer", COMPLETE).source())
