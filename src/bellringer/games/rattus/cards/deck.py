"""From a class card's number to its hooks. Written by tools/rattus/cards.py from the cards: do not edit."""

from cython.cimports.bellringer.core.compiled.sources import name_source
from cython.cimports.bellringer.games.rattus.cards.alchemist import before_last_ravage as alchemist_before_last_ravage
from cython.cimports.bellringer.games.rattus.cards.alchemist import borrows_tiles as alchemist_borrows_tiles
from cython.cimports.bellringer.games.rattus.cards.alchemist import may_use as alchemist_may_use
from cython.cimports.bellringer.games.rattus.cards.alchemist import taken as alchemist_taken
from cython.cimports.bellringer.games.rattus.cards.alchemist import use as alchemist_use
from cython.cimports.bellringer.games.rattus.cards.astronomer import may_use as astronomer_may_use
from cython.cimports.bellringer.games.rattus.cards.astronomer import use as astronomer_use
from cython.cimports.bellringer.games.rattus.cards.astronomer import use_2 as astronomer_use_2
from cython.cimports.bellringer.games.rattus.cards.astronomer import use_3 as astronomer_use_3
from cython.cimports.bellringer.games.rattus.cards.baker import before_last_ravage as baker_before_last_ravage
from cython.cimports.bellringer.games.rattus.cards.baker import before_last_ravage_2 as baker_before_last_ravage_2
from cython.cimports.bellringer.games.rattus.cards.baker import may_use as baker_may_use
from cython.cimports.bellringer.games.rattus.cards.baker import may_use_also_3 as baker_may_use_also_3
from cython.cimports.bellringer.games.rattus.cards.baker import taken as baker_taken
from cython.cimports.bellringer.games.rattus.cards.baker import taken_2 as baker_taken_2
from cython.cimports.bellringer.games.rattus.cards.baker import use as baker_use
from cython.cimports.bellringer.games.rattus.cards.baker import use_also_3 as baker_use_also_3
from cython.cimports.bellringer.games.rattus.cards.bishop import may_use as bishop_may_use
from cython.cimports.bellringer.games.rattus.cards.bishop import may_use_also_2 as bishop_may_use_also_2
from cython.cimports.bellringer.games.rattus.cards.bishop import use as bishop_use
from cython.cimports.bellringer.games.rattus.cards.bishop import use_also_2 as bishop_use_also_2
from cython.cimports.bellringer.games.rattus.cards.bishop import use_also_3 as bishop_use_also_3
from cython.cimports.bellringer.games.rattus.cards.boccaccio import after_plague as boccaccio_after_plague
from cython.cimports.bellringer.games.rattus.cards.boccaccio import may_use_last as boccaccio_may_use_last
from cython.cimports.bellringer.games.rattus.cards.boccaccio import use_last as boccaccio_use_last
from cython.cimports.bellringer.games.rattus.cards.caravanner import after_settling as caravanner_after_settling
from cython.cimports.bellringer.games.rattus.cards.caravanner import may_use as caravanner_may_use
from cython.cimports.bellringer.games.rattus.cards.caravanner import use as caravanner_use
from cython.cimports.bellringer.games.rattus.cards.caravanner import use_2 as caravanner_use_2
from cython.cimports.bellringer.games.rattus.cards.caravanner import use_3 as caravanner_use_3
from cython.cimports.bellringer.games.rattus.cards.class_numbers import (
    ALCHEMIST,
    ASTRONOMER,
    BAKER,
    BISHOP,
    BOCCACCIO,
    CARAVANNER,
    COURIER,
    CRUSADER,
    EMPEROR,
    EXPLORER,
    GUILD_MASTER,
    INN_KEEPER,
    INQUISITOR,
    JESTER,
    JUDGE,
    KING,
    KNIGHT,
    MAYOR,
    MERCHANT,
    MONK,
    NUN,
    PEASANT,
    PHILOSOPHER,
    PIED_PIPER,
    PROFESSOR,
    QUEEN,
    ROYAL_LIBRARIAN,
    SERF,
    SOLDIER,
    STUDENT,
    SULTAN,
    WITCH,
    WIZARD,
)
from cython.cimports.bellringer.games.rattus.cards.courier import may_use as courier_may_use
from cython.cimports.bellringer.games.rattus.cards.courier import use as courier_use
from cython.cimports.bellringer.games.rattus.cards.courier import use_2 as courier_use_2
from cython.cimports.bellringer.games.rattus.cards.courier import use_3 as courier_use_3
from cython.cimports.bellringer.games.rattus.cards.crusader import after_reveal_3 as crusader_after_reveal_3
from cython.cimports.bellringer.games.rattus.cards.crusader import may_use_also_3 as crusader_may_use_also_3
from cython.cimports.bellringer.games.rattus.cards.crusader import may_use_also_last_3 as crusader_may_use_also_last_3
from cython.cimports.bellringer.games.rattus.cards.crusader import may_use_last as crusader_may_use_last
from cython.cimports.bellringer.games.rattus.cards.crusader import reveals_all as crusader_reveals_all
from cython.cimports.bellringer.games.rattus.cards.crusader import steps as crusader_steps
from cython.cimports.bellringer.games.rattus.cards.crusader import steps_2 as crusader_steps_2
from cython.cimports.bellringer.games.rattus.cards.crusader import use_also_3 as crusader_use_also_3
from cython.cimports.bellringer.games.rattus.cards.crusader import use_last as crusader_use_last
from cython.cimports.bellringer.games.rattus.cards.emperor import may_use as emperor_may_use
from cython.cimports.bellringer.games.rattus.cards.emperor import may_use_also_2 as emperor_may_use_also_2
from cython.cimports.bellringer.games.rattus.cards.emperor import use as emperor_use
from cython.cimports.bellringer.games.rattus.cards.emperor import use_also_2 as emperor_use_also_2
from cython.cimports.bellringer.games.rattus.cards.emperor import use_also_3 as emperor_use_also_3
from cython.cimports.bellringer.games.rattus.cards.explorer import may_use as explorer_may_use
from cython.cimports.bellringer.games.rattus.cards.explorer import may_use_2 as explorer_may_use_2
from cython.cimports.bellringer.games.rattus.cards.explorer import use as explorer_use
from cython.cimports.bellringer.games.rattus.cards.explorer import use_2 as explorer_use_2
from cython.cimports.bellringer.games.rattus.cards.explorer import use_3 as explorer_use_3
from cython.cimports.bellringer.games.rattus.cards.guild_master import may_use as guild_master_may_use
from cython.cimports.bellringer.games.rattus.cards.guild_master import use as guild_master_use
from cython.cimports.bellringer.games.rattus.cards.inn_keeper import may_use as inn_keeper_may_use
from cython.cimports.bellringer.games.rattus.cards.inn_keeper import use as inn_keeper_use
from cython.cimports.bellringer.games.rattus.cards.inquisitor import after_plague as inquisitor_after_plague
from cython.cimports.bellringer.games.rattus.cards.inquisitor import after_plague_3 as inquisitor_after_plague_3
from cython.cimports.bellringer.games.rattus.cards.inquisitor import may_use_last as inquisitor_may_use_last
from cython.cimports.bellringer.games.rattus.cards.inquisitor import steps as inquisitor_steps
from cython.cimports.bellringer.games.rattus.cards.inquisitor import steps_2 as inquisitor_steps_2
from cython.cimports.bellringer.games.rattus.cards.inquisitor import use_last as inquisitor_use_last
from cython.cimports.bellringer.games.rattus.cards.jester import may_use as jester_may_use
from cython.cimports.bellringer.games.rattus.cards.jester import use as jester_use
from cython.cimports.bellringer.games.rattus.cards.judge import may_use as judge_may_use
from cython.cimports.bellringer.games.rattus.cards.judge import use as judge_use
from cython.cimports.bellringer.games.rattus.cards.king import may_use as king_may_use
from cython.cimports.bellringer.games.rattus.cards.king import may_use_2 as king_may_use_2
from cython.cimports.bellringer.games.rattus.cards.king import use as king_use
from cython.cimports.bellringer.games.rattus.cards.king import use_2 as king_use_2
from cython.cimports.bellringer.games.rattus.cards.king import use_3 as king_use_3
from cython.cimports.bellringer.games.rattus.cards.knight import lifts_limits_3 as knight_lifts_limits_3
from cython.cimports.bellringer.games.rattus.cards.knight import may_use_last as knight_may_use_last
from cython.cimports.bellringer.games.rattus.cards.knight import piece_counts as knight_piece_counts
from cython.cimports.bellringer.games.rattus.cards.knight import steps as knight_steps
from cython.cimports.bellringer.games.rattus.cards.knight import steps_2 as knight_steps_2
from cython.cimports.bellringer.games.rattus.cards.knight import use_last as knight_use_last
from cython.cimports.bellringer.games.rattus.cards.mayor import may_use as mayor_may_use
from cython.cimports.bellringer.games.rattus.cards.mayor import may_use_2 as mayor_may_use_2
from cython.cimports.bellringer.games.rattus.cards.mayor import may_use_last as mayor_may_use_last
from cython.cimports.bellringer.games.rattus.cards.mayor import may_use_last_2 as mayor_may_use_last_2
from cython.cimports.bellringer.games.rattus.cards.mayor import use as mayor_use
from cython.cimports.bellringer.games.rattus.cards.mayor import use_2 as mayor_use_2
from cython.cimports.bellringer.games.rattus.cards.mayor import use_3 as mayor_use_3
from cython.cimports.bellringer.games.rattus.cards.mayor import use_last as mayor_use_last
from cython.cimports.bellringer.games.rattus.cards.mayor import use_last_2 as mayor_use_last_2
from cython.cimports.bellringer.games.rattus.cards.mayor import use_last_3 as mayor_use_last_3
from cython.cimports.bellringer.games.rattus.cards.merchant import may_use as merchant_may_use
from cython.cimports.bellringer.games.rattus.cards.merchant import may_use_3 as merchant_may_use_3
from cython.cimports.bellringer.games.rattus.cards.merchant import use as merchant_use
from cython.cimports.bellringer.games.rattus.cards.merchant import use_2 as merchant_use_2
from cython.cimports.bellringer.games.rattus.cards.merchant import use_3 as merchant_use_3
from cython.cimports.bellringer.games.rattus.cards.monk import may_use as monk_may_use
from cython.cimports.bellringer.games.rattus.cards.monk import may_use_2 as monk_may_use_2
from cython.cimports.bellringer.games.rattus.cards.monk import use as monk_use
from cython.cimports.bellringer.games.rattus.cards.monk import use_2 as monk_use_2
from cython.cimports.bellringer.games.rattus.cards.monk import use_3 as monk_use_3
from cython.cimports.bellringer.games.rattus.cards.nun import may_use as nun_may_use
from cython.cimports.bellringer.games.rattus.cards.nun import raises_limits as nun_raises_limits
from cython.cimports.bellringer.games.rattus.cards.nun import raises_limits_2 as nun_raises_limits_2
from cython.cimports.bellringer.games.rattus.cards.nun import raises_limits_3 as nun_raises_limits_3
from cython.cimports.bellringer.games.rattus.cards.nun import use as nun_use
from cython.cimports.bellringer.games.rattus.cards.peasant import adds_anywhere_2 as peasant_adds_anywhere_2
from cython.cimports.bellringer.games.rattus.cards.peasant import adds_when_placing as peasant_adds_when_placing
from cython.cimports.bellringer.games.rattus.cards.peasant import may_use_last as peasant_may_use_last
from cython.cimports.bellringer.games.rattus.cards.peasant import more_when_placing as peasant_more_when_placing
from cython.cimports.bellringer.games.rattus.cards.peasant import more_when_placing_3 as peasant_more_when_placing_3
from cython.cimports.bellringer.games.rattus.cards.peasant import use_last as peasant_use_last
from cython.cimports.bellringer.games.rattus.cards.peasant import use_last_3 as peasant_use_last_3
from cython.cimports.bellringer.games.rattus.cards.philosopher import guards_cards as philosopher_guards_cards
from cython.cimports.bellringer.games.rattus.cards.philosopher import taken_2 as philosopher_taken_2
from cython.cimports.bellringer.games.rattus.cards.philosopher import taken_3 as philosopher_taken_3
from cython.cimports.bellringer.games.rattus.cards.pied_piper import may_use as pied_piper_may_use
from cython.cimports.bellringer.games.rattus.cards.pied_piper import use as pied_piper_use
from cython.cimports.bellringer.games.rattus.cards.pied_piper import use_2 as pied_piper_use_2
from cython.cimports.bellringer.games.rattus.cards.pied_piper import use_3 as pied_piper_use_3
from cython.cimports.bellringer.games.rattus.cards.professor import may_use as professor_may_use
from cython.cimports.bellringer.games.rattus.cards.professor import use as professor_use
from cython.cimports.bellringer.games.rattus.cards.professor import use_2 as professor_use_2
from cython.cimports.bellringer.games.rattus.cards.professor import use_3 as professor_use_3
from cython.cimports.bellringer.games.rattus.cards.professor import use_last as professor_use_last
from cython.cimports.bellringer.games.rattus.cards.professor import use_last_3 as professor_use_last_3
from cython.cimports.bellringer.games.rattus.cards.queen import adds_when_placing as queen_adds_when_placing
from cython.cimports.bellringer.games.rattus.cards.queen import adds_when_placing_2 as queen_adds_when_placing_2
from cython.cimports.bellringer.games.rattus.cards.queen import may_use_last as queen_may_use_last
from cython.cimports.bellringer.games.rattus.cards.queen import may_use_last_2 as queen_may_use_last_2
from cython.cimports.bellringer.games.rattus.cards.queen import more_when_placing as queen_more_when_placing
from cython.cimports.bellringer.games.rattus.cards.queen import more_when_placing_3 as queen_more_when_placing_3
from cython.cimports.bellringer.games.rattus.cards.queen import use_last as queen_use_last
from cython.cimports.bellringer.games.rattus.cards.royal_librarian import may_use as royal_librarian_may_use
from cython.cimports.bellringer.games.rattus.cards.royal_librarian import use as royal_librarian_use
from cython.cimports.bellringer.games.rattus.cards.royal_librarian import use_2 as royal_librarian_use_2
from cython.cimports.bellringer.games.rattus.cards.royal_librarian import use_3 as royal_librarian_use_3
from cython.cimports.bellringer.games.rattus.cards.serf import after_rat as serf_after_rat
from cython.cimports.bellringer.games.rattus.cards.serf import after_rat_2 as serf_after_rat_2
from cython.cimports.bellringer.games.rattus.cards.serf import after_rat_3 as serf_after_rat_3
from cython.cimports.bellringer.games.rattus.cards.serf import may_use_last as serf_may_use_last
from cython.cimports.bellringer.games.rattus.cards.serf import use_last as serf_use_last
from cython.cimports.bellringer.games.rattus.cards.soldier import may_use_last as soldier_may_use_last
from cython.cimports.bellringer.games.rattus.cards.soldier import more_rats as soldier_more_rats
from cython.cimports.bellringer.games.rattus.cards.soldier import more_rats_3 as soldier_more_rats_3
from cython.cimports.bellringer.games.rattus.cards.soldier import steps as soldier_steps
from cython.cimports.bellringer.games.rattus.cards.soldier import steps_2 as soldier_steps_2
from cython.cimports.bellringer.games.rattus.cards.soldier import use_last as soldier_use_last
from cython.cimports.bellringer.games.rattus.cards.soldier import use_last_3 as soldier_use_last_3
from cython.cimports.bellringer.games.rattus.cards.student import may_use as student_may_use
from cython.cimports.bellringer.games.rattus.cards.student import may_use_also_2 as student_may_use_also_2
from cython.cimports.bellringer.games.rattus.cards.student import may_use_also_3 as student_may_use_also_3
from cython.cimports.bellringer.games.rattus.cards.student import use as student_use
from cython.cimports.bellringer.games.rattus.cards.student import use_3 as student_use_3
from cython.cimports.bellringer.games.rattus.cards.student import use_also_2 as student_use_also_2
from cython.cimports.bellringer.games.rattus.cards.sultan import may_use as sultan_may_use
from cython.cimports.bellringer.games.rattus.cards.sultan import may_use_3 as sultan_may_use_3
from cython.cimports.bellringer.games.rattus.cards.sultan import may_use_also_3 as sultan_may_use_also_3
from cython.cimports.bellringer.games.rattus.cards.sultan import use as sultan_use
from cython.cimports.bellringer.games.rattus.cards.sultan import use_2 as sultan_use_2
from cython.cimports.bellringer.games.rattus.cards.sultan import use_also_3 as sultan_use_also_3
from cython.cimports.bellringer.games.rattus.cards.witch import may_use as witch_may_use
from cython.cimports.bellringer.games.rattus.cards.witch import use as witch_use
from cython.cimports.bellringer.games.rattus.cards.witch import use_2 as witch_use_2
from cython.cimports.bellringer.games.rattus.cards.witch import use_3 as witch_use_3
from cython.cimports.bellringer.games.rattus.cards.wizard import may_use as wizard_may_use
from cython.cimports.bellringer.games.rattus.cards.wizard import use as wizard_use
from cython.cimports.bellringer.games.rattus.cards.wizard import use_2 as wizard_use_2
from cython.cimports.bellringer.games.rattus.cards.wizard import use_3 as wizard_use_3
from cython.cimports.bellringer.games.rattus.rules.sources import OF_CARD
from cython.cimports.bellringer.games.rattus.rules.state import level


def may_use(s, p, card):
    """Whether the ability can be used now, in the action phase: there is something for it to do."""
    if card == MONK:
        if level(s, p, card) >= 2:
            return monk_may_use_2(s, p)
        else:
            return monk_may_use(s, p)
    elif card == MERCHANT:
        if level(s, p, card) >= 3:
            return merchant_may_use_3(s, p)
        else:
            return merchant_may_use(s, p)
    elif card == WITCH:
        return witch_may_use(s, p)
    elif card == KING:
        if level(s, p, card) >= 2:
            return king_may_use_2(s, p)
        else:
            return king_may_use(s, p)
    elif card == BAKER:
        return baker_may_use(s, p)
    elif card == NUN:
        return nun_may_use(s, p)
    elif card == BISHOP:
        return bishop_may_use(s, p)
    elif card == COURIER:
        return courier_may_use(s, p)
    elif card == MAYOR:
        if level(s, p, card) >= 2:
            return mayor_may_use_2(s, p)
        else:
            return mayor_may_use(s, p)
    elif card == WIZARD:
        return wizard_may_use(s, p)
    elif card == PIED_PIPER:
        return pied_piper_may_use(s, p)
    elif card == EMPEROR:
        return emperor_may_use(s, p)
    elif card == ASTRONOMER:
        return astronomer_may_use(s, p)
    elif card == EXPLORER:
        if level(s, p, card) >= 2:
            return explorer_may_use_2(s, p)
        else:
            return explorer_may_use(s, p)
    elif card == CARAVANNER:
        return caravanner_may_use(s, p)
    elif card == SULTAN:
        if level(s, p, card) >= 3:
            return sultan_may_use_3(s, p)
        else:
            return sultan_may_use(s, p)
    elif card == STUDENT:
        return student_may_use(s, p)
    elif card == PROFESSOR:
        return professor_may_use(s, p)
    elif card == ROYAL_LIBRARIAN:
        return royal_librarian_may_use(s, p)
    elif card == ALCHEMIST:
        return alchemist_may_use(s, p)
    elif card == GUILD_MASTER:
        return guild_master_may_use(s, p)
    elif card == INN_KEEPER:
        return inn_keeper_may_use(s, p)
    elif card == JUDGE:
        return judge_may_use(s, p)
    elif card == JESTER:
        return jester_may_use(s, p)
    return False


def use(s, p, card):
    """Begin the ability: it asks what it needs."""
    before = name_source(s, OF_CARD + card)
    if card == MONK:
        if level(s, p, card) >= 3:
            monk_use_3(s, p)
        elif level(s, p, card) >= 2:
            monk_use_2(s, p)
        else:
            monk_use(s, p)
    elif card == MERCHANT:
        if level(s, p, card) >= 3:
            merchant_use_3(s, p)
        elif level(s, p, card) >= 2:
            merchant_use_2(s, p)
        else:
            merchant_use(s, p)
    elif card == WITCH:
        if level(s, p, card) >= 3:
            witch_use_3(s, p)
        elif level(s, p, card) >= 2:
            witch_use_2(s, p)
        else:
            witch_use(s, p)
    elif card == KING:
        if level(s, p, card) >= 3:
            king_use_3(s, p)
        elif level(s, p, card) >= 2:
            king_use_2(s, p)
        else:
            king_use(s, p)
    elif card == BAKER:
        baker_use(s, p)
    elif card == NUN:
        nun_use(s, p)
    elif card == BISHOP:
        bishop_use(s, p)
    elif card == COURIER:
        if level(s, p, card) >= 3:
            courier_use_3(s, p)
        elif level(s, p, card) >= 2:
            courier_use_2(s, p)
        else:
            courier_use(s, p)
    elif card == MAYOR:
        if level(s, p, card) >= 3:
            mayor_use_3(s, p)
        elif level(s, p, card) >= 2:
            mayor_use_2(s, p)
        else:
            mayor_use(s, p)
    elif card == WIZARD:
        if level(s, p, card) >= 3:
            wizard_use_3(s, p)
        elif level(s, p, card) >= 2:
            wizard_use_2(s, p)
        else:
            wizard_use(s, p)
    elif card == PIED_PIPER:
        if level(s, p, card) >= 3:
            pied_piper_use_3(s, p)
        elif level(s, p, card) >= 2:
            pied_piper_use_2(s, p)
        else:
            pied_piper_use(s, p)
    elif card == EMPEROR:
        emperor_use(s, p)
    elif card == ASTRONOMER:
        if level(s, p, card) >= 3:
            astronomer_use_3(s, p)
        elif level(s, p, card) >= 2:
            astronomer_use_2(s, p)
        else:
            astronomer_use(s, p)
    elif card == EXPLORER:
        if level(s, p, card) >= 3:
            explorer_use_3(s, p)
        elif level(s, p, card) >= 2:
            explorer_use_2(s, p)
        else:
            explorer_use(s, p)
    elif card == CARAVANNER:
        if level(s, p, card) >= 3:
            caravanner_use_3(s, p)
        elif level(s, p, card) >= 2:
            caravanner_use_2(s, p)
        else:
            caravanner_use(s, p)
    elif card == SULTAN:
        if level(s, p, card) >= 2:
            sultan_use_2(s, p)
        else:
            sultan_use(s, p)
    elif card == STUDENT:
        if level(s, p, card) >= 3:
            student_use_3(s, p)
        else:
            student_use(s, p)
    elif card == PROFESSOR:
        if level(s, p, card) >= 3:
            professor_use_3(s, p)
        elif level(s, p, card) >= 2:
            professor_use_2(s, p)
        else:
            professor_use(s, p)
    elif card == ROYAL_LIBRARIAN:
        if level(s, p, card) >= 3:
            royal_librarian_use_3(s, p)
        elif level(s, p, card) >= 2:
            royal_librarian_use_2(s, p)
        else:
            royal_librarian_use(s, p)
    elif card == ALCHEMIST:
        alchemist_use(s, p)
    elif card == GUILD_MASTER:
        guild_master_use(s, p)
    elif card == INN_KEEPER:
        inn_keeper_use(s, p)
    elif card == JUDGE:
        judge_use(s, p)
    elif card == JESTER:
        jester_use(s, p)
    name_source(s, before)


def may_use_last(s, p, card):
    """Whether the ability can be used now, in the last round."""
    if card == PEASANT:
        return peasant_may_use_last(s, p)
    elif card == KNIGHT:
        return knight_may_use_last(s, p)
    elif card == SERF:
        return serf_may_use_last(s, p)
    elif card == MAYOR:
        if level(s, p, card) >= 2:
            return mayor_may_use_last_2(s, p)
        else:
            return mayor_may_use_last(s, p)
    elif card == QUEEN:
        if level(s, p, card) >= 2:
            return queen_may_use_last_2(s, p)
        else:
            return queen_may_use_last(s, p)
    elif card == SOLDIER:
        return soldier_may_use_last(s, p)
    elif card == CRUSADER:
        return crusader_may_use_last(s, p)
    elif card == INQUISITOR:
        return inquisitor_may_use_last(s, p)
    elif card == BOCCACCIO:
        return boccaccio_may_use_last(s, p)
    return may_use(s, p, card)


def use_last(s, p, card):
    """Begin the ability in the last round."""
    before = name_source(s, OF_CARD + card)
    if card == PEASANT:
        if level(s, p, card) >= 3:
            peasant_use_last_3(s, p)
        else:
            peasant_use_last(s, p)
    elif card == KNIGHT:
        knight_use_last(s, p)
    elif card == SERF:
        serf_use_last(s, p)
    elif card == MAYOR:
        if level(s, p, card) >= 3:
            mayor_use_last_3(s, p)
        elif level(s, p, card) >= 2:
            mayor_use_last_2(s, p)
        else:
            mayor_use_last(s, p)
    elif card == QUEEN:
        queen_use_last(s, p)
    elif card == SOLDIER:
        if level(s, p, card) >= 3:
            soldier_use_last_3(s, p)
        else:
            soldier_use_last(s, p)
    elif card == CRUSADER:
        crusader_use_last(s, p)
    elif card == PROFESSOR:
        if level(s, p, card) >= 3:
            professor_use_last_3(s, p)
        else:
            professor_use_last(s, p)
    elif card == INQUISITOR:
        inquisitor_use_last(s, p)
    elif card == BOCCACCIO:
        boccaccio_use_last(s, p)
    else:
        use(s, p, card)
    name_source(s, before)


def may_use_also(s, p, card):
    """Whether the card's second ability, which only upgrades have, can be used now, in the action phase."""
    if card == BAKER:
        if level(s, p, card) >= 3:
            return baker_may_use_also_3(s, p)
    elif card == BISHOP:
        if level(s, p, card) >= 2:
            return bishop_may_use_also_2(s, p)
    elif card == EMPEROR:
        if level(s, p, card) >= 2:
            return emperor_may_use_also_2(s, p)
    elif card == CRUSADER:
        if level(s, p, card) >= 3:
            return crusader_may_use_also_3(s, p)
    elif card == SULTAN:
        if level(s, p, card) >= 3:
            return sultan_may_use_also_3(s, p)
    elif card == STUDENT:
        if level(s, p, card) >= 3:
            return student_may_use_also_3(s, p)
        elif level(s, p, card) >= 2:
            return student_may_use_also_2(s, p)
    return False


def use_also(s, p, card):
    """Begin the second ability."""
    before = name_source(s, OF_CARD + card)
    if card == BAKER:
        if level(s, p, card) >= 3:
            baker_use_also_3(s, p)
    elif card == BISHOP:
        if level(s, p, card) >= 3:
            bishop_use_also_3(s, p)
        elif level(s, p, card) >= 2:
            bishop_use_also_2(s, p)
    elif card == EMPEROR:
        if level(s, p, card) >= 3:
            emperor_use_also_3(s, p)
        elif level(s, p, card) >= 2:
            emperor_use_also_2(s, p)
    elif card == CRUSADER:
        if level(s, p, card) >= 3:
            crusader_use_also_3(s, p)
    elif card == SULTAN:
        if level(s, p, card) >= 3:
            sultan_use_also_3(s, p)
    elif card == STUDENT:
        if level(s, p, card) >= 2:
            student_use_also_2(s, p)
    name_source(s, before)


def may_use_also_last(s, p, card):
    """Whether the second ability can be used now, in the last round."""
    if card == CRUSADER:
        if level(s, p, card) >= 3:
            return crusader_may_use_also_last_3(s, p)
    return may_use_also(s, p, card)


def taken(s, p, card, at):
    """What happens when the seat takes the card, before it changes hands."""
    before = name_source(s, OF_CARD + card)
    if card == BAKER:
        if at >= 2:
            baker_taken_2(s, p)
        else:
            baker_taken(s, p)
    elif card == PHILOSOPHER:
        if at >= 3:
            philosopher_taken_3(s, p)
        elif at >= 2:
            philosopher_taken_2(s, p)
    elif card == ALCHEMIST:
        alchemist_taken(s, p)
    name_source(s, before)


def guards_cards(s, p, card):
    """Whether others can take none of the seat's class cards but this one."""
    if card == PHILOSOPHER:
        return philosopher_guards_cards(s, p)
    return False


def borrows_tiles(s, p, card):
    """Whether the tile of another card can lie on this one, which then gives that ability."""
    if card == ALCHEMIST:
        return alchemist_borrows_tiles(s, p)
    return False


def adds_when_placing(s, p, card):
    """Whether the card adds citizens to those that the seat places now, also in a region without rats."""
    if card == PEASANT:
        return peasant_adds_when_placing(s, p)
    elif card == QUEEN:
        if level(s, p, card) >= 2:
            return queen_adds_when_placing_2(s, p)
        else:
            return queen_adds_when_placing(s, p)
    return False


def more_when_placing(s, p, card):
    """How many citizens the card adds to those that the seat places."""
    if card == PEASANT:
        if level(s, p, card) >= 3:
            return peasant_more_when_placing_3(s, p)
        else:
            return peasant_more_when_placing(s, p)
    elif card == QUEEN:
        if level(s, p, card) >= 3:
            return queen_more_when_placing_3(s, p)
        else:
            return queen_more_when_placing(s, p)
    return 0


def adds_anywhere(s, p, card):
    """Whether the added citizens may come to any region, rather than to the one where the seat places."""
    if card == PEASANT:
        if level(s, p, card) >= 2:
            return peasant_adds_anywhere_2(s, p)
    return False


def steps(s, p, card):
    """How far the plague piece may go in phase C."""
    if card == KNIGHT:
        if level(s, p, card) >= 2:
            return knight_steps_2(s, p)
        else:
            return knight_steps(s, p)
    elif card == SOLDIER:
        if level(s, p, card) >= 2:
            return soldier_steps_2(s, p)
        else:
            return soldier_steps(s, p)
    elif card == CRUSADER:
        if level(s, p, card) >= 2:
            return crusader_steps_2(s, p)
        else:
            return crusader_steps(s, p)
    elif card == INQUISITOR:
        if level(s, p, card) >= 2:
            return inquisitor_steps_2(s, p)
        else:
            return inquisitor_steps(s, p)
    return 1


def more_rats(s, p, card):
    """How many rats more may come when the plague spreads."""
    if card == SOLDIER:
        if level(s, p, card) >= 3:
            return soldier_more_rats_3(s, p)
        else:
            return soldier_more_rats(s, p)
    return 0


def piece_counts(s, p, card):
    """How many citizens the plague piece may count as, against the limits, if the holder wants."""
    if card == KNIGHT:
        return knight_piece_counts(s, p)
    return 0


def lifts_limits(s, p, card):
    """Whether the plague piece may lift all limits in its region instead of counting as citizens."""
    if card == KNIGHT:
        if level(s, p, card) >= 3:
            return knight_lifts_limits_3(s, p)
    return False


def reveals_all(s, p, card):
    """Whether all rats of the plague region may be revealed together."""
    if card == CRUSADER:
        return crusader_reveals_all(s, p)
    return False


def after_reveal(s, p, card):
    """What the seat may do after it has revealed all rats of the plague region."""
    before = name_source(s, OF_CARD + card)
    if card == CRUSADER:
        if level(s, p, card) >= 3:
            crusader_after_reveal_3(s, p)
    name_source(s, before)


def raises_limits(s, p, card, at):
    """By how much each piece that the card has brought to a region raises the limits there."""
    if card == NUN:
        if at >= 3:
            return nun_raises_limits_3(s, p)
        elif at >= 2:
            return nun_raises_limits_2(s, p)
        else:
            return nun_raises_limits(s, p)
    return 0


def after_rat(s, p, card):
    """What happens after a rat has acted in the seat's own plague."""
    before = name_source(s, OF_CARD + card)
    if card == SERF:
        if level(s, p, card) >= 3:
            serf_after_rat_3(s, p)
        elif level(s, p, card) >= 2:
            serf_after_rat_2(s, p)
        else:
            serf_after_rat(s, p)
    name_source(s, before)


def before_last_ravage(s, p, card, at):
    """What happens before the last ravage, whoever holds the card; the seat is that of the last turn."""
    before = name_source(s, OF_CARD + card)
    if card == BAKER:
        if at >= 2:
            baker_before_last_ravage_2(s, p)
        else:
            baker_before_last_ravage(s, p)
    elif card == ALCHEMIST:
        alchemist_before_last_ravage(s, p)
    name_source(s, before)


def after_plague(s, p, card):
    """What happens when the seat's own plague is over."""
    before = name_source(s, OF_CARD + card)
    if card == INQUISITOR:
        if level(s, p, card) >= 3:
            inquisitor_after_plague_3(s, p)
        else:
            inquisitor_after_plague(s, p)
    elif card == BOCCACCIO:
        boccaccio_after_plague(s, p)
    name_source(s, before)


def after_settling(s, p, card):
    """What happens after the first citizens are placed, before the first turn; the seat is the last one."""
    before = name_source(s, OF_CARD + card)
    if card == CARAVANNER:
        caravanner_after_settling(s, p)
    name_source(s, before)
