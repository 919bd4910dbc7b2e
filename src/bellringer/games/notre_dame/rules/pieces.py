"""The asks that persons share: which piece, from where, to where, how many. No person is named here."""

import cython
from cython.cimports.bellringer.core.compiled.legal import allow
from cython.cimports.bellringer.games.notre_dame.rules.actions import use_sector
from cython.cimports.bellringer.games.notre_dame.rules.ask_numbers import (
    CARRY_PIECES,
    CARRY_TO,
    MOVE_TO,
    PAY_FOR_RAT,
    PLACE_IN_EMPTY,
    RETURN_MARKER,
)
from cython.cimports.bellringer.games.notre_dame.rules.carriage import bring, collected_of_kind
from cython.cimports.bellringer.games.notre_dame.rules.moves import CARRY, FRIEND, FROM, PASS, PAY, REPEAT, TO, USE
from cython.cimports.bellringer.games.notre_dame.rules.state import (
    CARRY_ALL,
    KINDS,
    NOWHERE,
    PLACES,
    SECTORS,
    TRUSTED_FRIEND,
    pieces,
)
from cython.cimports.bellringer.games.notre_dame.rules.verbs import (
    ask,
    gain,
    grant_marker,
    move_friend,
    move_markers,
    pay_coins,
    rat_back,
    return_marker,
)


def legal_move_from(s, p, legal, cathedral):
    """Any marker of the borough, or of the cathedral if the edition allows it, or the friend."""
    for place in range(PLACES if cathedral else SECTORS):
        if s.markers[p][place] > 0:
            allow(legal, FROM + place)
    if s.friend[p] != NOWHERE:
        allow(legal, FRIEND)


def answer_move_from(s, p, move):
    """Remember where from; ask where to."""
    ask(s, p, MOVE_TO, TRUSTED_FRIEND if move == FRIEND else move - FROM, 0)


def legal_move_to(s, p, legal, source):
    """Any other sector."""
    origin: cython.int = source
    if source == TRUSTED_FRIEND:
        origin = s.friend[p]
    for sector in range(SECTORS):
        if sector != origin:
            allow(legal, TO + sector)


def answer_move_to(s, p, move, source):
    """Move the piece, and carry out the action of its new sector."""
    if source == TRUSTED_FRIEND:
        move_friend(s, p, move - TO)
    else:
        move_markers(s, p, source, move - TO, 1)
    use_sector(s, p, move - TO)


def legal_carry_from(s, p, legal):
    """Any sector with a piece."""
    for sector in range(SECTORS):
        if pieces(s, p, sector) > 0:
            allow(legal, FROM + sector)


def answer_carry_from(s, p, move, how):
    """Remember where from; ask where to."""
    ask(s, p, CARRY_TO, move - FROM, how)


def legal_carry_to(legal, source):
    """Any other sector."""
    for sector in range(SECTORS):
        if sector != source:
            allow(legal, TO + sector)


def answer_carry_to(s, p, move, source, how):
    """CARRY_ALL: move all pieces, and carry out the action of the sector. CARRY_SOME: ask how many."""
    target = move - TO
    if how == CARRY_ALL:
        carry(s, p, source, target, s.markers[p][source], s.friend[p] == source)
        use_sector(s, p, target)
    else:
        ask(s, p, CARRY_PIECES, source, target)


def carry(s, p, source, target, markers, friend):
    """Move markers, and perhaps the friend, from one sector to another."""
    if markers > 0:
        move_markers(s, p, source, target, markers)
    if friend:
        move_friend(s, p, target)


def legal_carry_pieces(s, p, legal, source):
    """One to three pieces; the friend counts as one."""
    for markers in range(1, 4):
        if markers <= s.markers[p][source]:
            allow(legal, CARRY + markers - 1)
    if s.friend[p] == source:
        for markers in range(3):
            if markers <= s.markers[p][source]:
                allow(legal, CARRY + 3 + markers)


def answer_carry_pieces(s, p, move, source, target):
    """Move them. The new sector is not used."""
    if move >= CARRY + 3:
        carry(s, p, source, target, move - CARRY - 3, True)
    else:
        carry(s, p, source, target, move - CARRY + 1, False)


def legal_place_in_empty(s, p, legal):
    """Any sector without a piece, if the general supply has a marker."""
    if s.general[p] > 0:
        for sector in range(SECTORS):
            if pieces(s, p, sector) == 0:
                allow(legal, TO + sector)


def answer_place_in_empty(s, p, move, markers, using):
    """Place the marker, use the sector if `using`, and ask for the next one."""
    grant_marker(s, p, move - TO)
    if using:
        use_sector(s, p, move - TO)
    if markers > 1:
        ask(s, p, PLACE_IN_EMPTY, markers - 1, using)


def legal_use_sector(s, p, legal):
    """Any sector with a piece."""
    for sector in range(SECTORS):
        if pieces(s, p, sector) > 0:
            allow(legal, USE + sector)


def answer_use_sector(s, p, move):
    """The sector acts."""
    use_sector(s, p, move - USE)


def legal_pay_for_rat(s, p, legal):
    """Pay one more coin, or stop."""
    allow(legal, PASS)
    if s.coins[p] > 0:
        allow(legal, PAY)


def answer_pay_for_rat(s, p, move):
    """Pay a coin, move the rat back a step, and ask again."""
    if move == PAY:
        pay_coins(s, p, 1)
        rat_back(s, p, 1)
        ask(s, p, PAY_FOR_RAT, 0, 0)


def legal_return_marker(s, p, legal):
    """Return one more marker from anywhere on the board, or stop."""
    allow(legal, PASS)
    for place in range(PLACES):
        if s.markers[p][place] > 0:
            allow(legal, FROM + place)


def answer_return_marker(s, p, move, returned):
    """Return a marker and ask again; in the end gain two prestige for each, as a single gain. [ND-10.8]"""
    if move == PASS:
        gain(s, p, 2 * returned)
    else:
        return_marker(s, p, move - FROM)
        ask(s, p, RETURN_MARKER, returned + 1, 0)


def legal_repeat_messages(s, p, legal):
    """Any kind of message that the seat has, or none."""
    allow(legal, PASS)
    for kind in range(KINDS):
        if collected_of_kind(s, p, kind) > 0:
            allow(legal, REPEAT + kind)


def answer_repeat_messages(s, p, move):
    """Get the bonus of all messages of that kind, as a single gain."""
    if move != PASS:
        bring(s, p, move - REPEAT, collected_of_kind(s, p, move - REPEAT))
