"""From a person's number to its function. Written by tools/notre_dame/cards.py from the decks: do not edit."""

from cython.cimports.bellringer.games.notre_dame.cards.new_persons import (
    actress,
    administrator,
    bell_ringer,
    butcher,
    coachman,
    councillor,
    gravedigger,
    guard,
    gypsies,
    innkeeper,
    merchant,
    mistress,
    nurse,
    patron,
    priest,
    procurator,
    scholar,
    spy,
)
from cython.cimports.bellringer.games.notre_dame.cards.person_numbers import (
    ACTRESS,
    ADMINISTRATOR,
    ADVOCATE,
    BEGGAR_KING,
    BELL_RINGER,
    BISHOP,
    BUTCHER,
    CARPENTER,
    CITY_GUARD,
    COACHMAN,
    COUNCILLOR,
    DOCTOR,
    FOOL,
    GRAVEDIGGER,
    GUARD,
    GUILD_MASTER,
    GYPSIES,
    HOSTESS,
    INNKEEPER,
    LADY_OF_THE_COURT,
    MAYOR,
    MERCHANT,
    MINSTREL,
    MISTRESS,
    MONEY_LENDER,
    MONK,
    NIGHT_WATCHMAN,
    NURSE,
    PATRON,
    PRIEST,
    PROCURATOR,
    SCHOLAR,
    SPY,
)
from cython.cimports.bellringer.games.notre_dame.cards.persons import (
    advocate,
    beggar_king,
    bishop,
    carpenter,
    city_guard,
    doctor,
    fool,
    guild_master,
    hostess,
    lady_of_the_court,
    mayor,
    minstrel,
    money_lender,
    monk,
    night_watchman,
)


def serve(s, p, person):
    """What the person does for who hired it."""
    if person == HOSTESS:
        hostess(s, p)
    elif person == MINSTREL:
        minstrel(s, p)
    elif person == MONK:
        monk(s, p)
    elif person == FOOL:
        fool(s, p)
    elif person == MONEY_LENDER:
        money_lender(s, p)
    elif person == DOCTOR:
        doctor(s, p)
    elif person == CITY_GUARD:
        city_guard(s, p)
    elif person == NIGHT_WATCHMAN:
        night_watchman(s, p)
    elif person == BISHOP:
        bishop(s, p)
    elif person == GUILD_MASTER:
        guild_master(s, p)
    elif person == BEGGAR_KING:
        beggar_king(s, p)
    elif person == ADVOCATE:
        advocate(s, p)
    elif person == LADY_OF_THE_COURT:
        lady_of_the_court(s, p)
    elif person == MAYOR:
        mayor(s, p)
    elif person == CARPENTER:
        carpenter(s, p)
    elif person == ADMINISTRATOR:
        administrator(s, p)
    elif person == NURSE:
        nurse(s, p)
    elif person == SCHOLAR:
        scholar(s, p)
    elif person == PRIEST:
        priest(s, p)
    elif person == PROCURATOR:
        procurator(s, p)
    elif person == BELL_RINGER:
        bell_ringer(s, p)
    elif person == SPY:
        spy(s, p)
    elif person == GYPSIES:
        gypsies(s, p)
    elif person == COACHMAN:
        coachman(s, p)
    elif person == BUTCHER:
        butcher(s, p)
    elif person == PATRON:
        patron(s, p)
    elif person == MERCHANT:
        merchant(s, p)
    elif person == INNKEEPER:
        innkeeper(s, p)
    elif person == GRAVEDIGGER:
        gravedigger(s, p)
    elif person == ACTRESS:
        actress(s, p)
    elif person == COUNCILLOR:
        councillor(s, p)
    elif person == GUARD:
        guard(s, p)
    elif person == MISTRESS:
        mistress(s, p)
