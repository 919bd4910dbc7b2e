"""From an ask's number to its pair: legal moves and answer. Written by tools/asks.py from asks.toml: do not edit."""

from cython.cimports.bellringer.games.rattus.rules import (
    board_asks,
    bonus_asks,
    citizen_asks,
    drop_asks,
    ending,
    islamic_asks,
    lending_asks,
    map_asks,
    placing,
    plague,
    rat_asks,
    region_asks,
    turn,
    university_asks,
)


def put(number, legal, answer):
    """Put a pair at its number."""
    PAIRS[number].legal = legal
    PAIRS[number].answer = answer


def fill_pairs():
    """Put every pair at its number."""
    put(1, legal_of_settle, answer_of_settle)
    put(2, legal_of_act, answer_of_act)
    put(3, legal_of_place_more, answer_of_place_more)
    put(4, legal_of_rat_from, answer_of_rat_from)
    put(5, legal_of_rat_to, answer_of_rat_to)
    put(6, legal_of_go_from, answer_of_go_from)
    put(7, legal_of_go_to, answer_of_go_to)
    put(8, legal_of_go_count, answer_of_go_count)
    put(9, legal_of_look, answer_of_look)
    put(10, legal_of_look_again, answer_of_look_again)
    put(11, legal_of_swap, answer_of_swap)
    put(12, legal_of_haven_from, answer_of_haven_from)
    put(13, legal_of_spread, answer_of_spread)
    put(14, legal_of_count_piece, answer_of_count_piece)
    put(15, legal_of_last_act, answer_of_last_act)
    put(16, legal_of_place_one, answer_of_place_one)
    put(17, legal_of_piece_to, answer_of_piece_to)
    put(18, legal_of_place_anywhere, answer_of_place_anywhere)
    put(19, legal_of_place_within, answer_of_place_within)
    put(20, legal_of_fill, answer_of_fill)
    put(21, legal_of_keep_from, answer_of_keep_from)
    put(22, legal_of_keep_which, answer_of_keep_which)
    put(23, legal_of_place_kept, answer_of_place_kept)
    put(24, legal_of_go_far_from, answer_of_go_far_from)
    put(25, legal_of_go_anywhere, answer_of_go_anywhere)
    put(26, legal_of_go_which, answer_of_go_which)
    put(27, legal_of_haven_any, answer_of_haven_any)
    put(28, legal_of_haven_which, answer_of_haven_which)
    put(29, legal_of_haven_also, answer_of_haven_also)
    put(30, legal_of_lose_which, answer_of_lose_which)
    put(31, legal_of_spend_potion, answer_of_spend_potion)
    put(32, legal_of_potion_in, answer_of_potion_in)
    put(33, legal_of_potion_to, answer_of_potion_to)
    put(34, legal_of_potion_also, answer_of_potion_also)
    put(35, legal_of_exchange_from, answer_of_exchange_from)
    put(36, legal_of_exchange_whose, answer_of_exchange_whose)
    put(37, legal_of_exchange_which, answer_of_exchange_which)
    put(38, legal_of_exchange_to, answer_of_exchange_to)
    put(39, legal_of_exchange_with, answer_of_exchange_with)
    put(40, legal_of_exchange_for, answer_of_exchange_for)
    put(41, legal_of_exchange_also, answer_of_exchange_also)
    put(42, legal_of_lead_from, answer_of_lead_from)
    put(43, legal_of_lead_to, answer_of_lead_to)
    put(44, legal_of_lead_which, answer_of_lead_which)
    put(45, legal_of_lead_whose, answer_of_lead_whose)
    put(46, legal_of_lead_other, answer_of_lead_other)
    put(47, legal_of_lead_rat, answer_of_lead_rat)
    put(48, legal_of_lead_on, answer_of_lead_on)
    put(49, legal_of_move_in, answer_of_move_in)
    put(50, legal_of_rat_far_from, answer_of_rat_far_from)
    put(51, legal_of_rat_far_to, answer_of_rat_far_to)
    put(52, legal_of_rat_also, answer_of_rat_also)
    put(53, legal_of_look_on, answer_of_look_on)
    put(54, legal_of_arrange, answer_of_arrange)
    put(55, legal_of_more_rats, answer_of_more_rats)
    put(56, legal_of_rat_beside, answer_of_rat_beside)
    put(57, legal_of_reveal_all, answer_of_reveal_all)
    put(58, legal_of_next_rat, answer_of_next_rat)
    put(59, legal_of_draw_rat, answer_of_draw_rat)
    put(60, legal_of_replace_rat, answer_of_replace_rat)
    put(61, legal_of_lift_limits, answer_of_lift_limits)
    put(62, legal_of_plague_to, answer_of_plague_to)
    put(63, legal_of_nun_to, answer_of_nun_to)
    put(64, legal_of_bishop_from, answer_of_bishop_from)
    put(65, legal_of_bishop_to, answer_of_bishop_to)
    put(66, legal_of_bishop_rat, answer_of_bishop_rat)
    put(67, legal_of_wall_from, answer_of_wall_from)
    put(68, legal_of_wall_to, answer_of_wall_to)
    put(69, legal_of_cross_from, answer_of_cross_from)
    put(70, legal_of_cross_to, answer_of_cross_to)
    put(71, legal_of_cross_whose, answer_of_cross_whose)
    put(72, legal_of_cross_which, answer_of_cross_which)
    put(73, legal_of_cross_also, answer_of_cross_also)
    put(74, legal_of_back_from, answer_of_back_from)
    put(75, legal_of_back_which, answer_of_back_which)
    put(76, legal_of_haven_near, answer_of_haven_near)
    put(77, legal_of_drop_at, answer_of_drop_at)
    put(78, legal_of_drop_from, answer_of_drop_from)
    put(79, legal_of_drop_to, answer_of_drop_to)
    put(80, legal_of_lands_in, answer_of_lands_in)
    put(81, legal_of_protect, answer_of_protect)
    put(82, legal_of_protect_which, answer_of_protect_which)
    put(83, legal_of_keep_card, answer_of_keep_card)
    put(84, legal_of_drop_card, answer_of_drop_card)
    put(85, legal_of_explore, answer_of_explore)
    put(86, legal_of_podium_in, answer_of_podium_in)
    put(87, legal_of_podium_to, answer_of_podium_to)
    put(88, legal_of_caravan_in, answer_of_caravan_in)
    put(89, legal_of_caravan_to, answer_of_caravan_to)
    put(90, legal_of_follow, answer_of_follow)
    put(91, legal_of_guild_to, answer_of_guild_to)
    put(92, legal_of_city_to, answer_of_city_to)
    put(93, legal_of_city_which, answer_of_city_which)
    put(94, legal_of_city_more, answer_of_city_more)
    put(95, legal_of_give_up_card, answer_of_give_up_card)
    put(96, legal_of_bonus_in, answer_of_bonus_in)
    put(97, legal_of_university_goes, answer_of_university_goes)
    put(98, legal_of_university_in, answer_of_university_in)
    put(99, legal_of_join_from, answer_of_join_from)
    put(100, legal_of_join_to, answer_of_join_to)
    put(101, legal_of_university_from, answer_of_university_from)
    put(102, legal_of_university_to, answer_of_university_to)
    put(103, legal_of_put_away, answer_of_put_away)
    put(104, legal_of_arrange_event, answer_of_arrange_event)
    put(105, legal_of_choose_event, answer_of_choose_event)
    put(106, legal_of_block_card, answer_of_block_card)
    put(107, legal_of_borrow_tile, answer_of_borrow_tile)
    put(108, legal_of_walk_to, answer_of_walk_to)
    put(109, legal_of_place_of, answer_of_place_of)
    put(110, legal_of_haven_new, answer_of_haven_new)
    put(111, legal_of_place_lodged, answer_of_place_lodged)


def legal_of_settle(s, p, legal, ask):
    placing.legal_settle(s, legal)


def answer_of_settle(s, p, ask, move):
    placing.answer_settle(s, p, move)


def legal_of_act(s, p, legal, ask):
    turn.legal_act(s, p, legal)


def answer_of_act(s, p, ask, move):
    turn.answer_act(s, p, move)


def legal_of_place_more(s, p, legal, ask):
    placing.legal_place_more(s, p, legal)


def answer_of_place_more(s, p, ask, move):
    placing.answer_place_more(s, p, move, ask.about, ask.more)


def legal_of_rat_from(s, p, legal, ask):
    rat_asks.legal_rat_from(s, legal)


def answer_of_rat_from(s, p, ask, move):
    rat_asks.answer_rat_from(s, p, move)


def legal_of_rat_to(s, p, legal, ask):
    rat_asks.legal_rat_to(s, legal, ask.about)


def answer_of_rat_to(s, p, ask, move):
    rat_asks.answer_rat_to(s, p, move, ask.about)


def legal_of_go_from(s, p, legal, ask):
    citizen_asks.legal_go_from(s, p, legal)


def answer_of_go_from(s, p, ask, move):
    citizen_asks.answer_go_from(s, p, move, ask.about)


def legal_of_go_to(s, p, legal, ask):
    citizen_asks.legal_go_to(s, p, legal, ask.about)


def answer_of_go_to(s, p, ask, move):
    citizen_asks.answer_go_to(s, p, move, ask.about, ask.more)


def legal_of_go_count(s, p, legal, ask):
    citizen_asks.legal_go_count(s, p, legal, ask.about, ask.more)


def answer_of_go_count(s, p, ask, move):
    citizen_asks.answer_go_count(s, p, move, ask.about, ask.more)


def legal_of_look(s, p, legal, ask):
    rat_asks.legal_look(s, legal)


def answer_of_look(s, p, ask, move):
    rat_asks.answer_look(s, p, move)


def legal_of_look_again(s, p, legal, ask):
    rat_asks.legal_look_again(s, legal, ask.about)


def answer_of_look_again(s, p, ask, move):
    rat_asks.answer_look_again(s, p, move, ask.about)


def legal_of_swap(s, p, legal, ask):
    rat_asks.legal_swap(legal)


def answer_of_swap(s, p, ask, move):
    rat_asks.answer_swap(s, p, move, ask.about, ask.more)


def legal_of_haven_from(s, p, legal, ask):
    citizen_asks.legal_haven_from(s, p, legal)


def answer_of_haven_from(s, p, ask, move):
    citizen_asks.answer_haven_from(s, p, move)


def legal_of_spread(s, p, legal, ask):
    plague.legal_spread(s, legal)


def answer_of_spread(s, p, ask, move):
    plague.answer_spread(s, p, move)


def legal_of_count_piece(s, p, legal, ask):
    plague.legal_count_piece(legal)


def answer_of_count_piece(s, p, ask, move):
    plague.answer_count_piece(s, p, move, ask.about)


def legal_of_last_act(s, p, legal, ask):
    ending.legal_last_act(s, p, legal)


def answer_of_last_act(s, p, ask, move):
    ending.answer_last_act(s, p, move)


def legal_of_place_one(s, p, legal, ask):
    citizen_asks.legal_place_one(s, legal)


def answer_of_place_one(s, p, ask, move):
    citizen_asks.answer_place_one(s, p, move)


def legal_of_piece_to(s, p, legal, ask):
    ending.legal_piece_to(s, legal, ask.about)


def answer_of_piece_to(s, p, ask, move):
    ending.answer_piece_to(s, p, move)


def legal_of_place_anywhere(s, p, legal, ask):
    placing.legal_place_anywhere(s, p, legal)


def answer_of_place_anywhere(s, p, ask, move):
    placing.answer_place_anywhere(s, p, move, ask.about)


def legal_of_place_within(s, p, legal, ask):
    placing.legal_place_within(s, p, legal)


def answer_of_place_within(s, p, ask, move):
    placing.answer_place_within(s, p, move, ask.about)


def legal_of_fill(s, p, legal, ask):
    placing.legal_fill(s, p, legal)


def answer_of_fill(s, p, ask, move):
    placing.answer_fill(s, p, move)


def legal_of_keep_from(s, p, legal, ask):
    citizen_asks.legal_from_own(s, p, legal)


def answer_of_keep_from(s, p, ask, move):
    citizen_asks.answer_keep_from(s, p, move, ask.about)


def legal_of_keep_which(s, p, legal, ask):
    citizen_asks.legal_citizen(s, p, legal, ask.about)


def answer_of_keep_which(s, p, ask, move):
    citizen_asks.answer_keep_which(s, p, move, ask.about, ask.more)


def legal_of_place_kept(s, p, legal, ask):
    placing.legal_anywhere(s, legal)


def answer_of_place_kept(s, p, ask, move):
    placing.answer_place_kept(s, move, ask.about)


def legal_of_go_far_from(s, p, legal, ask):
    citizen_asks.legal_go_far_from(s, p, legal)


def answer_of_go_far_from(s, p, ask, move):
    citizen_asks.answer_go_far_from(s, p, move, ask.about)


def legal_of_go_anywhere(s, p, legal, ask):
    citizen_asks.legal_go_anywhere(s, p, legal, ask.about)


def answer_of_go_anywhere(s, p, ask, move):
    citizen_asks.answer_go_to(s, p, move, ask.about, ask.more)


def legal_of_go_which(s, p, legal, ask):
    citizen_asks.legal_go_which(s, p, legal, ask.about, ask.more)


def answer_of_go_which(s, p, ask, move):
    citizen_asks.answer_go_which(s, p, move, ask.about, ask.more)


def legal_of_haven_any(s, p, legal, ask):
    citizen_asks.legal_haven_any(s, p, legal)


def answer_of_haven_any(s, p, ask, move):
    citizen_asks.answer_haven_any(s, p, move, ask.about)


def legal_of_haven_which(s, p, legal, ask):
    citizen_asks.legal_haven_which(s, p, legal, ask.about)


def answer_of_haven_which(s, p, ask, move):
    citizen_asks.answer_haven_which(s, p, move, ask.about, ask.more)


def legal_of_haven_also(s, p, legal, ask):
    citizen_asks.legal_haven_also(s, p, legal, ask.about)


def answer_of_haven_also(s, p, ask, move):
    citizen_asks.answer_haven_also(s, p, move, ask.about)


def legal_of_lose_which(s, p, legal, ask):
    plague.legal_lose_which(s, p, legal, ask.about)


def answer_of_lose_which(s, p, ask, move):
    plague.answer_lose_which(s, p, move, ask.about)


def legal_of_spend_potion(s, p, legal, ask):
    plague.legal_spend_potion(legal)


def answer_of_spend_potion(s, p, ask, move):
    plague.answer_spend_potion(s, p, move, ask.about, ask.more)


def legal_of_potion_in(s, p, legal, ask):
    citizen_asks.legal_potion_in(s, p, legal, ask.more)


def answer_of_potion_in(s, p, ask, move):
    citizen_asks.answer_potion_in(s, p, move, ask.about, ask.more)


def legal_of_potion_to(s, p, legal, ask):
    citizen_asks.legal_citizen(s, p, legal, ask.about)


def answer_of_potion_to(s, p, ask, move):
    citizen_asks.answer_potion_to(s, p, move, ask.about, ask.more)


def legal_of_potion_also(s, p, legal, ask):
    citizen_asks.legal_potion_also(s, p, legal, ask.about)


def answer_of_potion_also(s, p, ask, move):
    citizen_asks.answer_potion_also(s, p, move, ask.about)


def legal_of_exchange_from(s, p, legal, ask):
    citizen_asks.legal_exchange_from(s, legal)


def answer_of_exchange_from(s, p, ask, move):
    citizen_asks.answer_exchange_from(s, p, move)


def legal_of_exchange_whose(s, p, legal, ask):
    citizen_asks.legal_exchange_whose(s, legal, ask.about)


def answer_of_exchange_whose(s, p, ask, move):
    citizen_asks.answer_exchange_whose(s, p, move, ask.about)


def legal_of_exchange_which(s, p, legal, ask):
    citizen_asks.legal_exchange_which(s, legal, ask.about, ask.more)


def answer_of_exchange_which(s, p, ask, move):
    citizen_asks.answer_exchange_which(s, p, move, ask.about, ask.more)


def legal_of_exchange_to(s, p, legal, ask):
    citizen_asks.legal_exchange_to(s, legal, ask.about)


def answer_of_exchange_to(s, p, ask, move):
    citizen_asks.answer_exchange_to(s, p, move)


def legal_of_exchange_with(s, p, legal, ask):
    citizen_asks.legal_exchange_with(s, legal, ask.about)


def answer_of_exchange_with(s, p, ask, move):
    citizen_asks.answer_exchange_with(s, p, move, ask.about)


def legal_of_exchange_for(s, p, legal, ask):
    citizen_asks.legal_exchange_for(s, legal, ask.about, ask.more)


def answer_of_exchange_for(s, p, ask, move):
    citizen_asks.answer_exchange_for(s, p, move, ask.about, ask.more)


def legal_of_exchange_also(s, p, legal, ask):
    citizen_asks.legal_exchange_also(s, legal, ask.about, ask.more)


def answer_of_exchange_also(s, p, ask, move):
    citizen_asks.answer_exchange_also(s, p, move, ask.about)


def legal_of_lead_from(s, p, legal, ask):
    citizen_asks.legal_go_from(s, p, legal)


def answer_of_lead_from(s, p, ask, move):
    citizen_asks.answer_lead_from(s, p, move)


def legal_of_lead_to(s, p, legal, ask):
    citizen_asks.legal_go_to(s, p, legal, ask.about)


def answer_of_lead_to(s, p, ask, move):
    citizen_asks.answer_lead_to(s, p, move, ask.about)


def legal_of_lead_which(s, p, legal, ask):
    citizen_asks.legal_lead_which(s, p, legal, ask.about, ask.more)


def answer_of_lead_which(s, p, ask, move):
    citizen_asks.answer_lead_which(s, p, move, ask.about, ask.more)


def legal_of_lead_whose(s, p, legal, ask):
    citizen_asks.legal_lead_whose(s, p, legal, ask.about, ask.more)


def answer_of_lead_whose(s, p, ask, move):
    citizen_asks.answer_lead_whose(s, p, move, ask.about)


def legal_of_lead_other(s, p, legal, ask):
    citizen_asks.legal_lead_other(s, legal, ask.about, ask.more)


def answer_of_lead_other(s, p, ask, move):
    citizen_asks.answer_lead_other(s, p, move, ask.about, ask.more)


def legal_of_lead_rat(s, p, legal, ask):
    citizen_asks.legal_lead_rat(s, legal, ask.about, ask.more)


def answer_of_lead_rat(s, p, ask, move):
    citizen_asks.answer_lead_rat(s, p, move, ask.about, ask.more)


def legal_of_lead_on(s, p, legal, ask):
    citizen_asks.legal_lead_on(s, p, legal, ask.about, ask.more)


def answer_of_lead_on(s, p, ask, move):
    citizen_asks.answer_lead_on(s, p, move, ask.about)


def legal_of_move_in(s, p, legal, ask):
    citizen_asks.legal_move_in(s, p, legal, ask.about)


def answer_of_move_in(s, p, ask, move):
    citizen_asks.answer_move_in(s, p, move, ask.more)


def legal_of_rat_far_from(s, p, legal, ask):
    rat_asks.legal_rat_far_from(s, legal)


def answer_of_rat_far_from(s, p, ask, move):
    rat_asks.answer_rat_far_from(s, p, move, ask.about)


def legal_of_rat_far_to(s, p, legal, ask):
    rat_asks.legal_rat_far_to(s, legal, ask.about)


def answer_of_rat_far_to(s, p, ask, move):
    rat_asks.answer_rat_far_to(s, p, move, ask.about, ask.more)


def legal_of_rat_also(s, p, legal, ask):
    rat_asks.legal_rat_also(s, legal, ask.about, ask.more)


def answer_of_rat_also(s, p, ask, move):
    rat_asks.answer_rat_also(s, p, move, ask.more)


def legal_of_look_on(s, p, legal, ask):
    rat_asks.legal_look_on(s, legal)


def answer_of_look_on(s, p, ask, move):
    rat_asks.answer_look_on(s, p, move, ask.about)


def legal_of_arrange(s, p, legal, ask):
    rat_asks.legal_arrange(s, legal, ask.about)


def answer_of_arrange(s, p, ask, move):
    rat_asks.answer_arrange(s, p, move, ask.about)


def legal_of_more_rats(s, p, legal, ask):
    plague.legal_more_rats(s, legal)


def answer_of_more_rats(s, p, ask, move):
    plague.answer_more_rats(s, p, move, ask.about, ask.more)


def legal_of_rat_beside(s, p, legal, ask):
    ending.legal_rat_beside(s, legal)


def answer_of_rat_beside(s, p, ask, move):
    ending.answer_rat_beside(s, p, move, ask.about)


def legal_of_reveal_all(s, p, legal, ask):
    plague.legal_reveal_all(legal)


def answer_of_reveal_all(s, p, ask, move):
    plague.answer_reveal_all(s, p, move, ask.about)


def legal_of_next_rat(s, p, legal, ask):
    plague.legal_next_rat(s, legal, ask.about)


def answer_of_next_rat(s, p, ask, move):
    plague.answer_next_rat(s, move, ask.about)


def legal_of_draw_rat(s, p, legal, ask):
    plague.legal_draw_rat(s, legal)


def answer_of_draw_rat(s, p, ask, move):
    plague.answer_draw_rat(s, p, move)


def legal_of_replace_rat(s, p, legal, ask):
    plague.legal_replace_rat(s, legal, ask.about)


def answer_of_replace_rat(s, p, ask, move):
    plague.answer_replace_rat(s, p, move, ask.about)


def legal_of_lift_limits(s, p, legal, ask):
    plague.legal_count_piece(legal)


def answer_of_lift_limits(s, p, ask, move):
    plague.answer_lift_limits(s, p, move)


def legal_of_plague_to(s, p, legal, ask):
    ending.legal_plague_to(s, legal, ask.about, ask.more)


def answer_of_plague_to(s, p, ask, move):
    ending.answer_plague_to(s, p, move)


def legal_of_nun_to(s, p, legal, ask):
    placing.legal_anywhere(s, legal)


def answer_of_nun_to(s, p, ask, move):
    map_asks.answer_nun_to(s, p, move, ask.about)


def legal_of_bishop_from(s, p, legal, ask):
    map_asks.legal_bishop_from(s, legal)


def answer_of_bishop_from(s, p, ask, move):
    map_asks.answer_bishop_from(s, p, move)


def legal_of_bishop_to(s, p, legal, ask):
    map_asks.legal_bishop_to(s, legal)


def answer_of_bishop_to(s, p, ask, move):
    map_asks.answer_bishop_to(s, p, move, ask.about)


def legal_of_bishop_rat(s, p, legal, ask):
    map_asks.legal_bishop_rat(s, legal, ask.more)


def answer_of_bishop_rat(s, p, ask, move):
    map_asks.answer_bishop_rat(s, p, move, ask.about)


def legal_of_wall_from(s, p, legal, ask):
    map_asks.legal_wall_from(s, legal)


def answer_of_wall_from(s, p, ask, move):
    map_asks.answer_wall_from(s, p, move, ask.about)


def legal_of_wall_to(s, p, legal, ask):
    map_asks.legal_wall_to(s, legal, ask.about)


def answer_of_wall_to(s, p, ask, move):
    map_asks.answer_wall_to(s, p, move, ask.about, ask.more)


def legal_of_cross_from(s, p, legal, ask):
    map_asks.legal_cross_from(s, legal)


def answer_of_cross_from(s, p, ask, move):
    map_asks.answer_cross_from(s, p, move)


def legal_of_cross_to(s, p, legal, ask):
    map_asks.legal_cross_to(s, legal, ask.about)


def answer_of_cross_to(s, p, ask, move):
    map_asks.answer_cross_to(s, p, move, ask.about)


def legal_of_cross_whose(s, p, legal, ask):
    map_asks.legal_cross_whose(s, legal, ask.about, ask.more)


def answer_of_cross_whose(s, p, ask, move):
    map_asks.answer_cross_whose(s, p, move, ask.about, ask.more)


def legal_of_cross_which(s, p, legal, ask):
    map_asks.legal_cross_which(s, legal, ask.about, ask.more)


def answer_of_cross_which(s, p, ask, move):
    map_asks.answer_cross_which(s, p, move, ask.about, ask.more)


def legal_of_cross_also(s, p, legal, ask):
    map_asks.legal_cross_also(s, legal, ask.about, ask.more)


def answer_of_cross_also(s, p, ask, move):
    map_asks.answer_cross_also(s, p, move, ask.about, ask.more)


def legal_of_back_from(s, p, legal, ask):
    citizen_asks.legal_from_own(s, p, legal)


def answer_of_back_from(s, p, ask, move):
    bonus_asks.answer_back_from(s, p, move)


def legal_of_back_which(s, p, legal, ask):
    citizen_asks.legal_citizen(s, p, legal, ask.about)


def answer_of_back_which(s, p, ask, move):
    bonus_asks.answer_back_which(s, p, move, ask.about)


def legal_of_haven_near(s, p, legal, ask):
    bonus_asks.legal_haven_near(s, p, legal)


def answer_of_haven_near(s, p, ask, move):
    bonus_asks.answer_haven_near(s, p, move, ask.about)


def legal_of_drop_at(s, p, legal, ask):
    drop_asks.legal_drop_at(s, legal)


def answer_of_drop_at(s, p, ask, move):
    drop_asks.answer_drop_at(s, p, move)


def legal_of_drop_from(s, p, legal, ask):
    drop_asks.legal_drop_from(s, legal)


def answer_of_drop_from(s, p, ask, move):
    drop_asks.answer_drop_from(s, p, move)


def legal_of_drop_to(s, p, legal, ask):
    drop_asks.legal_drop_to(s, legal, ask.about)


def answer_of_drop_to(s, p, ask, move):
    drop_asks.answer_drop_to(s, p, move, ask.about)


def legal_of_lands_in(s, p, legal, ask):
    drop_asks.legal_lands_in(legal, ask.about, ask.more)


def answer_of_lands_in(s, p, ask, move):
    drop_asks.answer_lands_in(s, p, move)


def legal_of_protect(s, p, legal, ask):
    region_asks.legal_protect(s, p, legal)


def answer_of_protect(s, p, ask, move):
    region_asks.answer_protect(s, p, move, ask.about)


def legal_of_protect_which(s, p, legal, ask):
    region_asks.legal_protect_which(s, p, legal, ask.about)


def answer_of_protect_which(s, p, ask, move):
    region_asks.answer_protect_which(s, p, move, ask.about, ask.more)


def legal_of_keep_card(s, p, legal, ask):
    region_asks.legal_drawn(s, legal)


def answer_of_keep_card(s, p, ask, move):
    region_asks.answer_keep_card(s, p, move)


def legal_of_drop_card(s, p, legal, ask):
    region_asks.legal_drawn(s, legal)


def answer_of_drop_card(s, p, ask, move):
    region_asks.answer_drop_card(s, p, move)


def legal_of_explore(s, p, legal, ask):
    region_asks.legal_drawn(s, legal)


def answer_of_explore(s, p, ask, move):
    region_asks.answer_explore(s, p, move, ask.about)


def legal_of_podium_in(s, p, legal, ask):
    islamic_asks.legal_podium_in(s, p, legal, ask.more)


def answer_of_podium_in(s, p, ask, move):
    islamic_asks.answer_podium_in(s, p, move, ask.about)


def legal_of_podium_to(s, p, legal, ask):
    citizen_asks.legal_citizen(s, p, legal, ask.about)


def answer_of_podium_to(s, p, ask, move):
    islamic_asks.answer_podium_to(s, p, move, ask.about)


def legal_of_caravan_in(s, p, legal, ask):
    placing.legal_anywhere(s, legal)


def answer_of_caravan_in(s, p, ask, move):
    islamic_asks.answer_caravan_in(s, p, move)


def legal_of_caravan_to(s, p, legal, ask):
    islamic_asks.legal_caravan_to(s, legal, ask.about, ask.more)


def answer_of_caravan_to(s, p, ask, move):
    islamic_asks.answer_caravan_to(s, p, move, ask.about, ask.more)


def legal_of_follow(s, p, legal, ask):
    islamic_asks.legal_follow(s, p, legal, ask.about)


def answer_of_follow(s, p, ask, move):
    islamic_asks.answer_follow(s, p, move, ask.about, ask.more)


def legal_of_guild_to(s, p, legal, ask):
    board_asks.legal_guild_to(s, p, legal)


def answer_of_guild_to(s, p, ask, move):
    board_asks.answer_guild_to(s, p, move)


def legal_of_city_to(s, p, legal, ask):
    board_asks.legal_city_to(s, p, legal)


def answer_of_city_to(s, p, ask, move):
    board_asks.answer_city_to(s, p, move)


def legal_of_city_which(s, p, legal, ask):
    citizen_asks.legal_citizen(s, p, legal, ask.about)


def answer_of_city_which(s, p, ask, move):
    board_asks.answer_city_which(s, p, move, ask.about)


def legal_of_city_more(s, p, legal, ask):
    board_asks.legal_city_more(s, p, legal, ask.about)


def answer_of_city_more(s, p, ask, move):
    board_asks.answer_city_more(s, p, move, ask.about)


def legal_of_give_up_card(s, p, legal, ask):
    university_asks.legal_give_up_card(s, p, legal)


def answer_of_give_up_card(s, p, ask, move):
    university_asks.answer_give_up_card(s, p, move)


def legal_of_bonus_in(s, p, legal, ask):
    university_asks.legal_bonus_in(s, p, legal)


def answer_of_bonus_in(s, p, ask, move):
    university_asks.answer_bonus_in(s, p, move)


def legal_of_university_goes(s, p, legal, ask):
    university_asks.legal_university_goes(s, legal)


def answer_of_university_goes(s, p, ask, move):
    university_asks.answer_university_goes(s, p, move, ask.about)


def legal_of_university_in(s, p, legal, ask):
    university_asks.legal_university_in(s, legal)


def answer_of_university_in(s, p, ask, move):
    university_asks.answer_university_in(s, p, move, ask.about)


def legal_of_join_from(s, p, legal, ask):
    university_asks.legal_join_from(s, p, legal)


def answer_of_join_from(s, p, ask, move):
    university_asks.answer_join_from(s, p, move)


def legal_of_join_to(s, p, legal, ask):
    university_asks.legal_join_to(s, p, legal, ask.about)


def answer_of_join_to(s, p, ask, move):
    university_asks.answer_join_to(s, p, move, ask.about)


def legal_of_university_from(s, p, legal, ask):
    university_asks.legal_university_from(s, legal)


def answer_of_university_from(s, p, ask, move):
    university_asks.answer_university_from(s, p, move)


def legal_of_university_to(s, p, legal, ask):
    university_asks.legal_university_to(s, legal, ask.more)


def answer_of_university_to(s, p, ask, move):
    university_asks.answer_university_to(s, p, move, ask.about)


def legal_of_put_away(s, p, legal, ask):
    university_asks.legal_put_away(s, legal, ask.about)


def answer_of_put_away(s, p, ask, move):
    university_asks.answer_put_away(s, p, move, ask.about)


def legal_of_arrange_event(s, p, legal, ask):
    university_asks.legal_arrange_event(s, legal, ask.about, ask.more)


def answer_of_arrange_event(s, p, ask, move):
    university_asks.answer_arrange_event(s, p, move, ask.about, ask.more)


def legal_of_choose_event(s, p, legal, ask):
    university_asks.legal_choose_event(s, legal)


def answer_of_choose_event(s, p, ask, move):
    university_asks.answer_choose_event(s, p, move)


def legal_of_block_card(s, p, legal, ask):
    lending_asks.legal_block_card(s, legal, ask.about)


def answer_of_block_card(s, p, ask, move):
    lending_asks.answer_block_card(s, p, move)


def legal_of_borrow_tile(s, p, legal, ask):
    lending_asks.legal_borrow_tile(s, legal)


def answer_of_borrow_tile(s, p, ask, move):
    lending_asks.answer_borrow_tile(s, p, move, ask.about)


def legal_of_walk_to(s, p, legal, ask):
    ending.legal_piece_to(s, legal, ask.about)


def answer_of_walk_to(s, p, ask, move):
    lending_asks.answer_walk_to(s, p, move)


def legal_of_place_of(s, p, legal, ask):
    lending_asks.legal_place_of(s, legal, ask.about)


def answer_of_place_of(s, p, ask, move):
    lending_asks.answer_place_of(s, move, ask.about)


def legal_of_haven_new(s, p, legal, ask):
    lending_asks.legal_haven_new(s, p, legal)


def answer_of_haven_new(s, p, ask, move):
    lending_asks.answer_haven_new(s, p, move)


def legal_of_place_lodged(s, p, legal, ask):
    lending_asks.legal_place_lodged(s, legal, ask.about)


def answer_of_place_lodged(s, p, ask, move):
    lending_asks.answer_place_lodged(s, move, ask.about)


fill_pairs()
