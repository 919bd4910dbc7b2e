"""From an ask to its rules: each kind has its pair, `legal_...` and `answer_...`, from the file of its subject.

The kinds stand in state.pxd in the same order: those of the base game, then what cards of the Big Box and upgrades ask
about citizens, rats and pieces on the map. What belongs to a module, or to cards without one, is in a file of its own.
"""

from cython.cimports.bellringer.games.rattus.rules.board_asks import answer_of_boards, legal_of_boards
from cython.cimports.bellringer.games.rattus.rules.bonus_asks import answer_of_bonus, legal_of_bonus
from cython.cimports.bellringer.games.rattus.rules.citizen_asks import (
    answer_exchange_also,
    answer_exchange_for,
    answer_exchange_from,
    answer_exchange_to,
    answer_exchange_which,
    answer_exchange_whose,
    answer_exchange_with,
    answer_go_count,
    answer_go_far_from,
    answer_go_from,
    answer_go_to,
    answer_go_which,
    answer_haven_also,
    answer_haven_from,
    answer_haven_which,
    answer_keep_from,
    answer_keep_which,
    answer_lead_from,
    answer_lead_on,
    answer_lead_other,
    answer_lead_rat,
    answer_lead_to,
    answer_lead_which,
    answer_lead_whose,
    answer_move_in,
    answer_place_one,
    answer_potion_also,
    answer_potion_in,
    answer_potion_to,
    legal_citizen,
    legal_exchange_also,
    legal_exchange_from,
    legal_exchange_to,
    legal_exchange_which,
    legal_exchange_whose,
    legal_exchange_with,
    legal_far_from,
    legal_from_open,
    legal_from_own,
    legal_go_anywhere,
    legal_go_count,
    legal_go_to,
    legal_go_which,
    legal_haven_also,
    legal_haven_any,
    legal_haven_from,
    legal_haven_which,
    legal_lead_on,
    legal_lead_rat,
    legal_lead_whose,
    legal_move_in,
    legal_place_one,
    legal_potion_also,
    legal_potion_in,
    legal_that_may_go,
)
from cython.cimports.bellringer.games.rattus.rules.drop_asks import answer_of_drops, legal_of_drops
from cython.cimports.bellringer.games.rattus.rules.ending import (
    answer_last_act,
    answer_piece_to,
    answer_plague_to,
    answer_rat_beside,
    legal_last_act,
    legal_piece_to,
    legal_plague_to,
    legal_rat_beside,
)
from cython.cimports.bellringer.games.rattus.rules.islamic_asks import answer_of_islamic, legal_of_islamic
from cython.cimports.bellringer.games.rattus.rules.lending_asks import answer_of_lending, legal_of_lending
from cython.cimports.bellringer.games.rattus.rules.map_asks import (
    answer_bishop_from,
    answer_bishop_rat,
    answer_bishop_to,
    answer_cross_also,
    answer_cross_from,
    answer_cross_to,
    answer_cross_which,
    answer_cross_whose,
    answer_nun_to,
    answer_wall_from,
    answer_wall_to,
    legal_bishop_from,
    legal_bishop_rat,
    legal_bishop_to,
    legal_cross_also,
    legal_cross_from,
    legal_cross_to,
    legal_cross_whose,
    legal_wall_from,
    legal_wall_to,
)
from cython.cimports.bellringer.games.rattus.rules.placing import (
    answer_fill,
    answer_place_anywhere,
    answer_place_kept,
    answer_place_more,
    answer_place_within,
    answer_settle,
    legal_anywhere,
    legal_fill,
    legal_place_anywhere,
    legal_place_more,
    legal_place_within,
    legal_settle,
)
from cython.cimports.bellringer.games.rattus.rules.plague import (
    answer_count_piece,
    answer_draw_rat,
    answer_lift_limits,
    answer_lose_which,
    answer_more_rats,
    answer_next_rat,
    answer_replace_rat,
    answer_reveal_all,
    answer_spend_potion,
    answer_spread,
    legal_count_piece,
    legal_draw_rat,
    legal_lose_which,
    legal_more_rats,
    legal_next_rat,
    legal_replace_rat,
    legal_reveal_all,
    legal_spend_potion,
    legal_spread,
)
from cython.cimports.bellringer.games.rattus.rules.rat_asks import (
    answer_arrange,
    answer_look,
    answer_look_again,
    answer_look_on,
    answer_rat_also,
    answer_rat_far_from,
    answer_rat_far_to,
    answer_rat_from,
    answer_rat_to,
    answer_swap,
    legal_arrange,
    legal_look,
    legal_look_again,
    legal_look_on,
    legal_rat_also,
    legal_rat_far_from,
    legal_rat_far_to,
    legal_rat_from,
    legal_rat_to,
    legal_swap,
)
from cython.cimports.bellringer.games.rattus.rules.region_asks import (
    answer_of_region_cards,
    legal_of_region_cards,
)
from cython.cimports.bellringer.games.rattus.rules.state import (
    ACT,
    ARRANGE,
    BISHOP_FROM,
    BISHOP_RAT,
    BISHOP_TO,
    CHOOSE_EVENT,
    CITY_MORE,
    COUNT_PIECE,
    CROSS_ALSO,
    CROSS_FROM,
    CROSS_TO,
    CROSS_WHICH,
    CROSS_WHOSE,
    DRAW_RAT,
    EXCHANGE_ALSO,
    EXCHANGE_FOR,
    EXCHANGE_FROM,
    EXCHANGE_TO,
    EXCHANGE_WHICH,
    EXCHANGE_WHOSE,
    EXCHANGE_WITH,
    EXPLORE,
    FILL,
    FOLLOW,
    GO_ANYWHERE,
    GO_COUNT,
    GO_FAR_FROM,
    GO_FROM,
    GO_TO,
    GO_WHICH,
    HAVEN_ALSO,
    HAVEN_ANY,
    HAVEN_FROM,
    HAVEN_NEAR,
    HAVEN_WHICH,
    KEEP_FROM,
    KEEP_WHICH,
    LANDS_IN,
    LAST_ACT,
    LEAD_FROM,
    LEAD_ON,
    LEAD_OTHER,
    LEAD_RAT,
    LEAD_TO,
    LEAD_WHICH,
    LEAD_WHOSE,
    LIFT_LIMITS,
    LOOK,
    LOOK_AGAIN,
    LOOK_ON,
    LOSE_WHICH,
    MORE_RATS,
    MOVE_IN,
    NEXT_RAT,
    NUN_TO,
    PIECE_TO,
    PLACE_ANYWHERE,
    PLACE_KEPT,
    PLACE_MORE,
    PLACE_ONE,
    PLACE_WITHIN,
    PLAGUE_TO,
    POTION_ALSO,
    POTION_IN,
    POTION_TO,
    RAT_ALSO,
    RAT_BESIDE,
    RAT_FAR_FROM,
    RAT_FAR_TO,
    RAT_FROM,
    RAT_TO,
    REPLACE_RAT,
    REVEAL_ALL,
    SETTLE,
    SPEND_POTION,
    SPREAD,
    SWAP,
    WALL_FROM,
    WALL_TO,
)
from cython.cimports.bellringer.games.rattus.rules.turn import (
    answer_act,
    legal_act,
)
from cython.cimports.bellringer.games.rattus.rules.university_asks import (
    answer_of_universities,
    legal_of_universities,
)


def allow_answers(s, p, legal, ask):
    """Allow the legal answers to an ask."""
    if ask.kind <= PIECE_TO:
        legal_usual(s, p, legal, ask)
    elif ask.kind <= MOVE_IN:
        legal_of_citizens(s, p, legal, ask)
    elif ask.kind <= PLAGUE_TO:
        legal_of_rats(s, p, legal, ask)
    elif ask.kind <= CROSS_ALSO:
        legal_of_pieces(s, p, legal, ask)
    elif ask.kind <= HAVEN_NEAR:
        legal_of_bonus(s, p, legal, ask)
    elif ask.kind <= LANDS_IN:
        legal_of_drops(s, legal, ask)
    elif ask.kind <= EXPLORE:
        legal_of_region_cards(s, p, legal, ask)
    elif ask.kind <= FOLLOW:
        legal_of_islamic(s, p, legal, ask)
    elif ask.kind <= CITY_MORE:
        legal_of_boards(s, p, legal, ask)
    elif ask.kind <= CHOOSE_EVENT:
        legal_of_universities(s, p, legal, ask)
    else:
        legal_of_lending(s, p, legal, ask)


def legal_usual(s, p, legal, ask):
    """The legal moves for an ask of the base game."""
    if ask.kind == ACT:
        legal_act(s, p, legal)
    elif ask.kind == SETTLE:
        legal_settle(s, legal)
    elif ask.kind == PLACE_MORE:
        legal_place_more(s, p, legal)
    elif ask.kind == RAT_FROM:
        legal_rat_from(s, legal)
    elif ask.kind == RAT_TO:
        legal_rat_to(s, legal, ask.about)
    elif ask.kind == GO_FROM:
        legal_from_open(s, p, legal)
    elif ask.kind == GO_TO:
        legal_go_to(s, p, legal, ask.about)
    elif ask.kind == GO_COUNT:
        legal_go_count(s, p, legal, ask.about, ask.more)
    elif ask.kind == LOOK:
        legal_look(s, legal)
    elif ask.kind == LOOK_AGAIN:
        legal_look_again(s, legal, ask.about)
    elif ask.kind == SWAP:
        legal_swap(legal)
    elif ask.kind == HAVEN_FROM:
        legal_haven_from(s, p, legal)
    elif ask.kind == SPREAD:
        legal_spread(s, legal)
    elif ask.kind == COUNT_PIECE:
        legal_count_piece(legal)
    elif ask.kind == LAST_ACT:
        legal_last_act(s, p, legal)
    elif ask.kind == PLACE_ONE:
        legal_place_one(s, legal)
    elif ask.kind == PIECE_TO:
        legal_piece_to(s, legal, ask.about)


def legal_of_citizens(s, p, legal, ask):
    """The legal moves for an ask about citizens, by a card of the Big Box or an upgrade."""
    if ask.kind == PLACE_ANYWHERE:
        legal_place_anywhere(s, p, legal)
    elif ask.kind == PLACE_WITHIN:
        legal_place_within(s, p, legal)
    elif ask.kind == FILL:
        legal_fill(s, p, legal)
    elif ask.kind == KEEP_FROM:
        legal_from_own(s, p, legal)
    elif ask.kind == KEEP_WHICH:
        legal_citizen(s, p, legal, ask.about)
    elif ask.kind == PLACE_KEPT:
        legal_anywhere(s, legal)
    elif ask.kind == GO_FAR_FROM:
        legal_far_from(s, p, legal)
    elif ask.kind == GO_ANYWHERE:
        legal_go_anywhere(s, p, legal, ask.about)
    elif ask.kind == GO_WHICH:
        legal_go_which(s, p, legal, ask.about, ask.more)
    elif ask.kind == HAVEN_ANY:
        legal_haven_any(s, p, legal)
    elif ask.kind == HAVEN_WHICH:
        legal_haven_which(s, p, legal, ask.about)
    elif ask.kind == HAVEN_ALSO:
        legal_haven_also(s, p, legal, ask.about)
    elif ask.kind == LOSE_WHICH:
        legal_lose_which(s, p, legal, ask.about)
    elif ask.kind == SPEND_POTION:
        legal_spend_potion(legal)
    elif ask.kind == POTION_IN:
        legal_potion_in(s, p, legal, ask.more)
    elif ask.kind == POTION_TO:
        legal_citizen(s, p, legal, ask.about)
    elif ask.kind == POTION_ALSO:
        legal_potion_also(s, p, legal, ask.about)
    elif ask.kind == EXCHANGE_FROM:
        legal_exchange_from(s, legal)
    elif ask.kind == EXCHANGE_WHOSE:
        legal_exchange_whose(s, legal, ask.about)
    elif ask.kind == EXCHANGE_WHICH:
        legal_exchange_which(s, legal, ask.about, ask.more)
    elif ask.kind == EXCHANGE_TO:
        legal_exchange_to(s, legal, ask.about)
    elif ask.kind == EXCHANGE_WITH:
        legal_exchange_with(s, legal, ask.about)
    elif ask.kind == EXCHANGE_FOR:
        legal_that_may_go(s, ask.more, legal, ask.about, s.errand.source)
    elif ask.kind == EXCHANGE_ALSO:
        legal_exchange_also(s, legal, ask.about, ask.more)
    elif ask.kind == LEAD_FROM:
        legal_from_open(s, p, legal)
    elif ask.kind == LEAD_TO:
        legal_go_to(s, p, legal, ask.about)
    elif ask.kind == LEAD_WHICH:
        legal_that_may_go(s, p, legal, ask.about, ask.more)
    elif ask.kind == LEAD_WHOSE:
        legal_lead_whose(s, p, legal, ask.about, ask.more)
    elif ask.kind == LEAD_OTHER:
        legal_that_may_go(s, ask.more, legal, ask.about, s.errand.target)
    elif ask.kind == LEAD_RAT:
        legal_lead_rat(s, legal, ask.about, ask.more)
    elif ask.kind == LEAD_ON:
        legal_lead_on(s, p, legal, ask.about, ask.more)
    elif ask.kind == MOVE_IN:
        legal_move_in(s, p, legal, ask.about)


def legal_of_rats(s, p, legal, ask):
    """The legal moves for an ask about rats, by such a card."""
    if ask.kind == RAT_FAR_FROM:
        legal_rat_far_from(s, legal)
    elif ask.kind == RAT_FAR_TO:
        legal_rat_far_to(s, legal, ask.about)
    elif ask.kind == RAT_ALSO:
        legal_rat_also(s, legal, ask.about, ask.more)
    elif ask.kind == LOOK_ON:
        legal_look_on(s, legal)
    elif ask.kind == ARRANGE:
        legal_arrange(s, legal, ask.about)
    elif ask.kind == MORE_RATS:
        legal_more_rats(s, legal)
    elif ask.kind == RAT_BESIDE:
        legal_rat_beside(s, legal)
    elif ask.kind == REVEAL_ALL:
        legal_reveal_all(legal)
    elif ask.kind == NEXT_RAT:
        legal_next_rat(s, legal, ask.about)
    elif ask.kind == DRAW_RAT:
        legal_draw_rat(s, legal)
    elif ask.kind == REPLACE_RAT:
        legal_replace_rat(s, legal, ask.about)
    elif ask.kind == LIFT_LIMITS:
        legal_count_piece(legal)
    elif ask.kind == PLAGUE_TO:
        legal_plague_to(s, legal, ask.about, ask.more)


def legal_of_pieces(s, p, legal, ask):
    """The legal moves for an ask about pieces on the map, by such a card."""
    if ask.kind == NUN_TO:
        legal_anywhere(s, legal)
    elif ask.kind == BISHOP_FROM:
        legal_bishop_from(s, legal)
    elif ask.kind == BISHOP_TO:
        legal_bishop_to(s, legal)
    elif ask.kind == BISHOP_RAT:
        legal_bishop_rat(s, legal, ask.more)
    elif ask.kind == WALL_FROM:
        legal_wall_from(s, legal)
    elif ask.kind == WALL_TO:
        legal_wall_to(s, legal, ask.about)
    elif ask.kind == CROSS_FROM:
        legal_cross_from(s, legal)
    elif ask.kind == CROSS_TO:
        legal_cross_to(s, legal, ask.about)
    elif ask.kind == CROSS_WHOSE:
        legal_cross_whose(s, legal, ask.about, ask.more)
    elif ask.kind == CROSS_WHICH:
        legal_that_may_go(s, ask.more, legal, ask.about, s.errand.target)
    elif ask.kind == CROSS_ALSO:
        legal_cross_also(s, legal, ask.about, ask.more)


def answer(s, p, ask, move):
    """Answer an ask."""
    if ask.kind <= PIECE_TO:
        answer_usual(s, p, ask, move)
    elif ask.kind <= MOVE_IN:
        answer_of_citizens(s, p, ask, move)
    elif ask.kind <= PLAGUE_TO:
        answer_of_rats(s, p, ask, move)
    elif ask.kind <= CROSS_ALSO:
        answer_of_pieces(s, p, ask, move)
    elif ask.kind <= HAVEN_NEAR:
        answer_of_bonus(s, p, ask, move)
    elif ask.kind <= LANDS_IN:
        answer_of_drops(s, p, ask, move)
    elif ask.kind <= EXPLORE:
        answer_of_region_cards(s, p, ask, move)
    elif ask.kind <= FOLLOW:
        answer_of_islamic(s, p, ask, move)
    elif ask.kind <= CITY_MORE:
        answer_of_boards(s, p, ask, move)
    elif ask.kind <= CHOOSE_EVENT:
        answer_of_universities(s, p, ask, move)
    else:
        answer_of_lending(s, p, ask, move)


def answer_usual(s, p, ask, move):
    """Answer an ask of the base game."""
    if ask.kind == ACT:
        answer_act(s, p, move)
    elif ask.kind == SETTLE:
        answer_settle(s, p, move)
    elif ask.kind == PLACE_MORE:
        answer_place_more(s, p, move, ask.about, ask.more)
    elif ask.kind == RAT_FROM:
        answer_rat_from(s, p, move)
    elif ask.kind == RAT_TO:
        answer_rat_to(s, p, move, ask.about)
    elif ask.kind == GO_FROM:
        answer_go_from(s, p, move, ask.about)
    elif ask.kind == GO_TO:
        answer_go_to(s, p, move, ask.about, ask.more)
    elif ask.kind == GO_COUNT:
        answer_go_count(s, p, move, ask.about, ask.more)
    elif ask.kind == LOOK:
        answer_look(s, p, move)
    elif ask.kind == LOOK_AGAIN:
        answer_look_again(s, p, move, ask.about)
    elif ask.kind == SWAP:
        answer_swap(s, p, move, ask.about, ask.more)
    elif ask.kind == HAVEN_FROM:
        answer_haven_from(s, p, move, 0)
    elif ask.kind == SPREAD:
        answer_spread(s, p, move)
    elif ask.kind == COUNT_PIECE:
        answer_count_piece(s, p, move, ask.about)
    elif ask.kind == LAST_ACT:
        answer_last_act(s, p, move)
    elif ask.kind == PLACE_ONE:
        answer_place_one(s, p, move)
    elif ask.kind == PIECE_TO:
        answer_piece_to(s, p, move)


def answer_of_citizens(s, p, ask, move):
    """Answer an ask about citizens."""
    if ask.kind == PLACE_ANYWHERE:
        answer_place_anywhere(s, p, move, ask.about)
    elif ask.kind == PLACE_WITHIN:
        answer_place_within(s, p, move, ask.about)
    elif ask.kind == FILL:
        answer_fill(s, p, move)
    elif ask.kind == KEEP_FROM:
        answer_keep_from(s, p, move, ask.about)
    elif ask.kind == KEEP_WHICH:
        answer_keep_which(s, p, move, ask.about, ask.more)
    elif ask.kind == PLACE_KEPT:
        answer_place_kept(s, move, ask.about)
    elif ask.kind == GO_FAR_FROM:
        answer_go_far_from(s, p, move, ask.about)
    elif ask.kind == GO_ANYWHERE:
        answer_go_to(s, p, move, ask.about, ask.more)
    elif ask.kind == GO_WHICH:
        answer_go_which(s, p, move, ask.about, ask.more)
    elif ask.kind == HAVEN_ANY:
        answer_haven_from(s, p, move, ask.about > 1)
    elif ask.kind == HAVEN_WHICH:
        answer_haven_which(s, p, move, ask.about, ask.more)
    elif ask.kind == HAVEN_ALSO:
        answer_haven_also(s, p, move, ask.about)
    elif ask.kind == LOSE_WHICH:
        answer_lose_which(s, p, move, ask.about)
    elif ask.kind == SPEND_POTION:
        answer_spend_potion(s, p, move, ask.about, ask.more)
    elif ask.kind == POTION_IN:
        answer_potion_in(s, p, move, ask.about, ask.more)
    elif ask.kind == POTION_TO:
        answer_potion_to(s, p, move, ask.about, ask.more)
    elif ask.kind == POTION_ALSO:
        answer_potion_also(s, p, move, ask.about)
    elif ask.kind == EXCHANGE_FROM:
        answer_exchange_from(s, p, move)
    elif ask.kind == EXCHANGE_WHOSE:
        answer_exchange_whose(s, p, move, ask.about)
    elif ask.kind == EXCHANGE_WHICH:
        answer_exchange_which(s, p, move, ask.about, ask.more)
    elif ask.kind == EXCHANGE_TO:
        answer_exchange_to(s, p, move)
    elif ask.kind == EXCHANGE_WITH:
        answer_exchange_with(s, p, move, ask.about)
    elif ask.kind == EXCHANGE_FOR:
        answer_exchange_for(s, p, move, ask.about, ask.more)
    elif ask.kind == EXCHANGE_ALSO:
        answer_exchange_also(s, p, move, ask.about)
    elif ask.kind == LEAD_FROM:
        answer_lead_from(s, p, move)
    elif ask.kind == LEAD_TO:
        answer_lead_to(s, p, move, ask.about)
    elif ask.kind == LEAD_WHICH:
        answer_lead_which(s, p, move, ask.about, ask.more)
    elif ask.kind == LEAD_WHOSE:
        answer_lead_whose(s, p, move, ask.about)
    elif ask.kind == LEAD_OTHER:
        answer_lead_other(s, p, move, ask.about, ask.more)
    elif ask.kind == LEAD_RAT:
        answer_lead_rat(s, p, move, ask.about, ask.more)
    elif ask.kind == LEAD_ON:
        answer_lead_on(s, p, move, ask.about)
    elif ask.kind == MOVE_IN:
        answer_move_in(s, p, move, ask.more)


def answer_of_rats(s, p, ask, move):
    """Answer an ask about rats."""
    if ask.kind == RAT_FAR_FROM:
        answer_rat_far_from(s, p, move, ask.about)
    elif ask.kind == RAT_FAR_TO:
        answer_rat_far_to(s, p, move, ask.about, ask.more)
    elif ask.kind == RAT_ALSO:
        answer_rat_also(s, p, move, ask.more)
    elif ask.kind == LOOK_ON:
        answer_look_on(s, p, move, ask.about)
    elif ask.kind == ARRANGE:
        answer_arrange(s, p, move, ask.about)
    elif ask.kind == MORE_RATS:
        answer_more_rats(s, p, move, ask.about, ask.more)
    elif ask.kind == RAT_BESIDE:
        answer_rat_beside(s, p, move, ask.about)
    elif ask.kind == REVEAL_ALL:
        answer_reveal_all(s, p, move, ask.about)
    elif ask.kind == NEXT_RAT:
        answer_next_rat(s, move, ask.about)
    elif ask.kind == DRAW_RAT:
        answer_draw_rat(s, p, move)
    elif ask.kind == REPLACE_RAT:
        answer_replace_rat(s, p, move, ask.about)
    elif ask.kind == LIFT_LIMITS:
        answer_lift_limits(s, p, move)
    elif ask.kind == PLAGUE_TO:
        answer_plague_to(s, p, move)


def answer_of_pieces(s, p, ask, move):
    """Answer an ask about pieces on the map."""
    if ask.kind == NUN_TO:
        answer_nun_to(s, p, move, ask.about)
    elif ask.kind == BISHOP_FROM:
        answer_bishop_from(s, p, move)
    elif ask.kind == BISHOP_TO:
        answer_bishop_to(s, p, move, ask.about)
    elif ask.kind == BISHOP_RAT:
        answer_bishop_rat(s, p, move, ask.about)
    elif ask.kind == WALL_FROM:
        answer_wall_from(s, p, move, ask.about)
    elif ask.kind == WALL_TO:
        answer_wall_to(s, p, move, ask.about, ask.more)
    elif ask.kind == CROSS_FROM:
        answer_cross_from(s, p, move)
    elif ask.kind == CROSS_TO:
        answer_cross_to(s, p, move, ask.about)
    elif ask.kind == CROSS_WHOSE:
        answer_cross_whose(s, p, move, ask.about, ask.more)
    elif ask.kind == CROSS_WHICH:
        answer_cross_which(s, p, move, ask.about, ask.more)
    elif ask.kind == CROSS_ALSO:
        answer_cross_also(s, p, move, ask.about, ask.more)
