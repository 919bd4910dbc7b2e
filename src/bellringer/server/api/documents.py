"""The documents of the interface for programs: what is sent, and what is answered."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Any, Literal

from fastapi import Path
from pydantic import BaseModel, ConfigDict, Field

from bellringer.server.tables.verbs.company import SAYING_LENGTH


class Status(StrEnum):
    """Store a table's status."""

    WAITING = "waiting"
    DEALING = "dealing"
    RUNNING = "running"
    OVER = "over"
    VOID = "void"


class Strict(BaseModel):
    """A document that has these fields and no others."""

    model_config = ConfigDict(extra="forbid", strict=True)


Figure = tuple[float, float]  # a figure and its standard error


class DifferenceShown(BaseModel):
    """What one source does to the score of a seat, after the first move and after the second.

    `shares`: in how many of the games it does anything, from 0 to 1; `points`: in the mean of all games; `gap`: how
    many more they are after the first.
    """

    seat: int
    source: str
    shares: tuple[float, float]
    points: tuple[float, float]
    gap: Figure


class WhyShown(BaseModel):
    """What differs between two moves in pairs of games that are played on after them, as a review says it.

    `sources`: how many did something; `differences`: those that hold together at 95 %; `score`, `wins`: how much more
    the seat scores, and how many more of the games it wins, after the first move. `sentences`: the same in words.
    """

    moves: tuple[str, str]
    pairs: int
    sources: int
    differences: list[DifferenceShown]
    score: Figure
    wins: Figure
    sentences: list[str]


class StoppedShown(BaseModel):
    """A move that does not count yet. `asked`: its question, which with a `then` may follow a move that was made.

    `better`: what the bot would play; `loss`: of the chance to win, from 0 to 1, with its error; `why`: what differs
    between the two, null if that is not known. Send the move again with `sure`, or another one.
    """

    seat: int
    asked: int
    move: str
    better: str
    loss: Figure
    why: WhyShown | None = None


class Problem(BaseModel):
    """Why a request was refused. `asked`: for a stale answer, the question that is asked now.

    `stopped`: for a move that a teacher has stopped, what it loses.

    `field`: with 422, what is wrong: the path in the document (`seats[1].bot`), or the name of a part of the address,
    of the query, or of a header; `body` for a document that is none.
    """

    error: str
    message: str
    field: str | None = None
    asked: int | None = None
    legal: list[str] | None = None
    stopped: StoppedShown | None = None


Name = Annotated[str, Field(min_length=1, max_length=40, description="What to call you")]
SeatNumber = Annotated[int, Path(ge=0, le=5)]
Address = Annotated[str, Path(min_length=1, max_length=22, description="The table's id")]


Hex = Annotated[str, Field(pattern="^[0-9a-f]{64}$")]
Commitment = Annotated[str, Field(pattern="^([0-9a-f]{64})?$", description="SHA-256 of a nonce of yours, or nothing")]


class SeatWanted(Strict):
    """Who shall sit on a seat of a new table: you, a bot, or whoever comes."""

    kind: Literal["me", "bot", "open"]
    bot: str = Field("", max_length=20)


class TableWanted(Strict):
    """A new table. `options` are the game's, as in `/games`: one value, a list of several, or the word of a set."""

    name: Name
    game: str = Field(max_length=20)
    seats: list[SeatWanted] = Field(min_length=2, max_length=6)
    options: dict[str, str | bool | int | list[str]] = Field(default_factory=dict, max_length=10)
    clock: str = Field("none", max_length=20)
    joining: Literal["link", "anyone"] = "link"
    watching: Literal["company", "anyone", "link", "nobody"] = "company"
    hints: Literal["alone", "all", "none"] = "alone"
    teaching: Literal["off", "blunders", "mistakes", "all"] = "off"
    commitment: Commitment = ""


class SeatShown(BaseModel):
    """A seat. `bot`: who plays it, when no user does at the moment."""

    number: int
    colour: str
    name: str
    kind: Literal["human", "bot", "open"]
    bot: str
    resigned: bool
    seconds_left: float | None


class NewRulesShown(BaseModel):
    """The rules changed under a table. `acts`: how many things had happened then; `parts`: of the rules.

    `dropped`: how many moves the new rules did not allow.
    """

    acts: int
    parts: list[str]
    dropped: int


class OfferShown(BaseModel):
    """Somebody offers another game. By seats: who offers, who is ready, who declines, who is waited for.

    `gone`: who had resigned or left the seat to a bot, and may come along all the same.
    """

    by: list[int]
    accepted: list[int]
    declined: list[int]
    waiting: list[int]
    gone: list[int]


class RequestShown(BaseModel):
    """A seat asks to take its last decision back. `number`: to be sent with the answer.

    `moves`: how many would be taken back; `waiting`: the seats of people who have not agreed.
    """

    number: int
    seat: int
    moves: int
    waiting: list[int]


class DealShown(BaseModel):
    """The seats' part in the deal, by seat. `commitments`: SHA-256 of the nonces; fixed when the last seat is taken.

    `awaited`: the seats whose nonces a table that is `dealing` waits for; `missing`: those that have made it `void`.
    `apart`: while the table waits, the seats of those who have let another deal fail within the last day. They have no
    part in this one; committing is refused as `no-part`.
    `keys`: stand for who sits there in the chain of acts.
    """

    keys: list[str]
    commitments: list[str | None]
    nonces: list[str | None]
    awaited: list[int]
    missing: list[int]
    apart: list[int]


class BegunShown(BaseModel):
    """Where the first position of a table was found that was not dealt.

    `same_luck`: chance goes on as it went there.
    """

    kind: Literal["lesson", "moment", "brought"]
    same_luck: bool


class TableShown(BaseModel):
    """A table as anyone may see it who may look on. `acts`: how many things have happened.

    `rules`: their versions, as a record writes them. `places`: who resigned does not place above who stayed;
    null where nobody has won.
    `rematch`: the id of the next table, once it is there.
    """

    id: str
    game: str
    options: dict[str, Any]
    clock: str
    hints: bool = Field(description="Whether its people may ask for hints")
    teaching: str = Field(description="Which bad moves a teacher stops before they count: off, blunders, mistakes, all")
    status: Status
    ended_by: str
    seats: list[SeatShown]
    pending: list[int]
    acts: int
    commitment: str | None = Field(description="SHA-256 of the seed; null while the server lacks its keys")
    head: str | None = Field(description="Of the chain of acts; null before the game, and at a table without a chain")
    seed: str | None = Field(description="Once the game is over")
    deal: DealShown | None = Field(description="Null at a table where seats can have no part in the deal")
    began_from: BegunShown | None = Field(description="Null at a table that was dealt")
    places: list[int] | None
    scores: list[int] | None
    rematch: str | None
    offer: OfferShown | None
    request: RequestShown | None
    rules: str
    new_rules: list[NewRulesShown]


class Seated(BaseModel):
    """You sit. `key`: keep it; `seats`: yours; `invitations`: for the open seats, by number."""

    key: str
    seats: list[int]
    invitations: dict[int, str]
    table: TableShown


class MoveShown(BaseModel):
    """A legal move: its name, what it is about on the board, and in words."""

    name: str
    target: str | None
    words: str


class ViewShown(BaseModel):
    """What a seat sees. `asked`: the number of the question, to be sent with the answer; null when nothing is asked.

    `standing`: what the seat lets pass, at a table where windows open. `window`: when the question is one, the seconds
    after which the chance passes by itself. `may_ask_back`: how many moves would be taken back if all agreed, to
    open the seat's last decision again; 0 when that is not possible.
    """

    seat: int | None
    acts: int
    asked: int | None
    prompt: str
    standing: str | None
    window: float | None
    moves: list[MoveShown]
    may_undo: bool
    may_ask_back: int
    view: dict[str, Any]


class MoveSent(Strict):
    """An answer. The same one sent again gets the same answer."""

    seat: int = Field(ge=0, le=5)
    asked: int = Field(ge=0, le=1_000_000)
    move: str = Field(min_length=1, max_length=80)
    then: str = Field("", max_length=80, description="The answer to the question that the move leads to, if it is one")
    sure: bool = Field(False, description="It is meant: a teacher lets it through")


class FigureChangeShown(BaseModel):
    """A figure of a seat that would change; empty where it is not shown."""

    seat: int
    key: str
    words: str
    before: str
    after: str


class PieceChangeShown(BaseModel):
    """A piece of a board that would come, move or go: its id in the picture, and its `transform` before and after.

    `drawing`: the piece as it would be, as SVG; empty when it goes. `place`: on a board beside the large one, the
    target within which it would stand.
    """

    id: str
    before: str | None
    after: str | None
    drawing: str
    place: str = ""


class PreviewShown(BaseModel):
    """What a move would do, as far as its seat can know. `next`: what the seat would be asked then.

    `lines`: what would happen, in words. `unknown`: what hidden things or chance decide after that; empty if nothing.
    """

    lines: list[str]
    unknown: str
    figures: list[FigureChangeShown]
    pieces: list[PieceChangeShown]
    next: str


class UndoSent(Strict):
    """Take the last decision back, at a table of one person also past those of bots. `acts`: as in the newest view."""

    seat: int = Field(ge=0, le=5)
    acts: int = Field(ge=0, le=1_000_000)


class SeatSent(Strict):
    """Something about a seat of yours."""

    seat: int = Field(ge=0, le=5)


class StandingSent(SeatSent):
    """What a seat of yours lets pass. A number: ask when so much is at stake at least."""

    standing: Literal["always", "1", "2", "3", "never"]


class AnswerSent(SeatSent):
    """What a seat says to a request to take a move back. `number`: of the request; `withdraw`: for who asks."""

    number: int = Field(ge=0, le=1_000_000)
    answer: Literal["agree", "refuse", "withdraw"]


class RematchSent(Strict):
    """What you say to another game. `accept` makes the offer if nobody has; the last three are for who has made it.

    `bots`, `open`: begin without those who do not come, with bots in their places or with open seats.
    """

    answer: Literal["accept", "decline", "withdraw", "bots", "open"] = "accept"
    commitment: Commitment = ""


class SaySent(Strict):
    """A line for the chat."""

    seat: int = Field(ge=0, le=5)
    text: str = Field(min_length=1, max_length=SAYING_LENGTH)


Sign = Literal["hello", "well-played", "thanks", "oops", "thinking", "hurry"]


class SignSent(SeatSent):
    """Something that is said with one word, to everybody in the own language."""

    sign: Sign


class AsideSent(Strict):
    """A line for the other spectators, in words or as a sign: one of the two."""

    name: Name
    text: str = Field("", max_length=SAYING_LENGTH)
    sign: Sign | None = None


class ReportSent(Strict):
    """A line that the host of the table shall look at."""

    place: Literal["table", "aside"]
    number: int = Field(ge=1, le=99_999)


class HandOverSent(Strict):
    """Take a seat over. `token`: the end of the link that the host of the server gave out."""

    token: str = Field(max_length=80)


class SitSent(Strict):
    """Sit down. `invitation`: for a table that only the invited may join."""

    name: Name
    invitation: str = Field("", max_length=40)
    commitment: Commitment = ""


class CommitmentSent(SeatSent):
    """What a seat of yours commits to, while the table waits: SHA-256 of 32 random bytes of yours, the nonce."""

    commitment: Hex


class NonceSent(SeatSent):
    """The nonce of a seat of yours, once the table is `dealing`."""

    nonce: Hex


class Done(BaseModel):
    """What you did is the table's act of this number. `word`: the move; of an undo, how many decisions if several."""

    number: int
    seat: int
    kind: str
    word: str


class EventShown(BaseModel):
    """Something that happened, open to all."""

    number: int
    kind: str
    seat: int | None
    words: str


class NoteShown(BaseModel):
    """Something that happened besides the game. `number`: of the act; `events`: how many events came before it.

    `kind`: lend, late, return, resign; back: a move was taken back as everybody agreed; close: the server's host has
    ended the game, which no seat did: `seat` is 0.
    """

    number: int
    kind: str
    seat: int
    events: int
    words: str


class Happened(BaseModel):
    """What happened since. `next`, `acts`: send them as `since` and `acts` the next time.

    `since`: from which event on; lower than you asked for when moves were taken back. `notes`: since so many acts.
    """

    events: list[EventShown]
    notes: list[NoteShown]
    since: int
    next: int
    acts: int
    over: bool


class ChainShown(BaseModel):
    """The chain of a table's acts. `entries`: as they are hashed, from `since` on; 0 is what the game is.

    `key`, `signature`: of the server, over the head, the number of `acts` and whether the game is `over`.
    """

    entries: list[str]
    since: int
    acts: int
    head: str
    over: bool
    key: str | None
    signature: str | None


class WhySent(Strict):
    """Which moment of a review is to be explained. `turn`: as the review counts them, from 0."""

    turn: int = Field(ge=0, le=100_000)


class ReviewState(BaseModel):
    """What there is of the review of a game. `done` `of`: steps; `explaining`: turns whose why is being found.

    `review`: the document that docs/review.md describes, once it is whole.
    """

    state: Literal["none", "waiting", "working", "stopped", "whole"]
    done: int
    of: int
    explaining: list[int]
    review: dict[str, Any] | None


class HintSent(SeatSent):
    """A seat of yours that wants a hint. `why`: also say why, for which the answer takes longer."""

    why: bool = False


class PuzzleAsked(BaseModel):
    """A puzzle: what its seat sees, what it is asked, and its legal moves, one of which is clearly best.

    `number`: it is that of a `day`, by UTC; `difficulty`: 1 to 3.
    """

    game: str
    number: int
    day: str
    seat: int
    difficulty: int
    prompt: str
    moves: list[MoveShown]
    view: dict[str, Any]


class PuzzleTried(Strict):
    """A move that is tried at a puzzle, by its number. Nothing is kept of it."""

    number: int = Field(ge=1, le=1_000_000)
    move: str = Field(min_length=1, max_length=80)


class PuzzleAnswered(BaseModel):
    """What is best at a puzzle. Figures are a value and its error, of win chance from 0 to 1.

    `behind`: how far the move that was tried is behind the best; `margin`: how far the next best is. `why`: why that is
    worse, as docs/review.md describes it, and in `lines`. `version`, `net`: of who judges.
    """

    right: bool
    best: str
    behind: tuple[float, float]
    margin: tuple[float, float]
    why: dict[str, Any]
    lines: list[str]
    version: str
    net: str | None


class HintShown(BaseModel):
    """What the best bot would do. `error`: of the win chance; null when too little was tried to tell.

    `why`: rather than the next best move; null if it was not wanted, and where only one move is sensible.
    """

    move: str
    win_chance: float
    error: float | None
    why: WhyShown | None


class ChatShown(BaseModel):
    """A line of the chat. `kind`: `say`, or `sign`: then `text` is the sign's name."""

    number: int
    seat: int
    text: str
    kind: Literal["say", "sign", "gone"]


class AsideShown(BaseModel):
    """A line of the spectators. `kind`: as of the chat."""

    number: int
    name: str
    text: str
    kind: Literal["say", "sign", "gone"]


class ReportedShown(BaseModel):
    """A line that people report, for the host. `people`: how many do."""

    place: Literal["table", "aside"]
    number: int
    name: str
    text: str
    people: int
