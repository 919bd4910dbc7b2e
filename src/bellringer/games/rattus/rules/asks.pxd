# Written by tools/asks.py from asks.toml: do not edit.
from libc.stdint cimport uint64_t

from bellringer.core.compiled.asks cimport Ask
from bellringer.games.rattus.rules.ask_numbers cimport ASK_KINDS, PROTECT
from bellringer.games.rattus.rules.state cimport Europe

ctypedef void (*Legal)(const Europe* s, int p, uint64_t* legal, Ask ask) noexcept nogil
ctypedef void (*Answer)(Europe* s, int p, Ask ask, int move) noexcept nogil

ctypedef struct Pair:
    Legal legal
    Answer answer

cdef Pair PAIRS[ASK_KINDS + 1]

cdef void put(int number, Legal legal, Answer answer) noexcept
cdef void fill_pairs() noexcept
cdef void legal_of_settle(const Europe* s, int p, uint64_t* legal, Ask ask) noexcept nogil
cdef void answer_of_settle(Europe* s, int p, Ask ask, int move) noexcept nogil
cdef void legal_of_act(const Europe* s, int p, uint64_t* legal, Ask ask) noexcept nogil
cdef void answer_of_act(Europe* s, int p, Ask ask, int move) noexcept nogil
cdef void legal_of_place_more(const Europe* s, int p, uint64_t* legal, Ask ask) noexcept nogil
cdef void answer_of_place_more(Europe* s, int p, Ask ask, int move) noexcept nogil
cdef void legal_of_rat_from(const Europe* s, int p, uint64_t* legal, Ask ask) noexcept nogil
cdef void answer_of_rat_from(Europe* s, int p, Ask ask, int move) noexcept nogil
cdef void legal_of_rat_to(const Europe* s, int p, uint64_t* legal, Ask ask) noexcept nogil
cdef void answer_of_rat_to(Europe* s, int p, Ask ask, int move) noexcept nogil
cdef void legal_of_go_from(const Europe* s, int p, uint64_t* legal, Ask ask) noexcept nogil
cdef void answer_of_go_from(Europe* s, int p, Ask ask, int move) noexcept nogil
cdef void legal_of_go_to(const Europe* s, int p, uint64_t* legal, Ask ask) noexcept nogil
cdef void answer_of_go_to(Europe* s, int p, Ask ask, int move) noexcept nogil
cdef void legal_of_go_count(const Europe* s, int p, uint64_t* legal, Ask ask) noexcept nogil
cdef void answer_of_go_count(Europe* s, int p, Ask ask, int move) noexcept nogil
cdef void legal_of_look(const Europe* s, int p, uint64_t* legal, Ask ask) noexcept nogil
cdef void answer_of_look(Europe* s, int p, Ask ask, int move) noexcept nogil
cdef void legal_of_look_again(const Europe* s, int p, uint64_t* legal, Ask ask) noexcept nogil
cdef void answer_of_look_again(Europe* s, int p, Ask ask, int move) noexcept nogil
cdef void legal_of_swap(const Europe* s, int p, uint64_t* legal, Ask ask) noexcept nogil
cdef void answer_of_swap(Europe* s, int p, Ask ask, int move) noexcept nogil
cdef void legal_of_haven_from(const Europe* s, int p, uint64_t* legal, Ask ask) noexcept nogil
cdef void answer_of_haven_from(Europe* s, int p, Ask ask, int move) noexcept nogil
cdef void legal_of_spread(const Europe* s, int p, uint64_t* legal, Ask ask) noexcept nogil
cdef void answer_of_spread(Europe* s, int p, Ask ask, int move) noexcept nogil
cdef void legal_of_count_piece(const Europe* s, int p, uint64_t* legal, Ask ask) noexcept nogil
cdef void answer_of_count_piece(Europe* s, int p, Ask ask, int move) noexcept nogil
cdef void legal_of_last_act(const Europe* s, int p, uint64_t* legal, Ask ask) noexcept nogil
cdef void answer_of_last_act(Europe* s, int p, Ask ask, int move) noexcept nogil
cdef void legal_of_place_one(const Europe* s, int p, uint64_t* legal, Ask ask) noexcept nogil
cdef void answer_of_place_one(Europe* s, int p, Ask ask, int move) noexcept nogil
cdef void legal_of_piece_to(const Europe* s, int p, uint64_t* legal, Ask ask) noexcept nogil
cdef void answer_of_piece_to(Europe* s, int p, Ask ask, int move) noexcept nogil
cdef void legal_of_place_anywhere(const Europe* s, int p, uint64_t* legal, Ask ask) noexcept nogil
cdef void answer_of_place_anywhere(Europe* s, int p, Ask ask, int move) noexcept nogil
cdef void legal_of_place_within(const Europe* s, int p, uint64_t* legal, Ask ask) noexcept nogil
cdef void answer_of_place_within(Europe* s, int p, Ask ask, int move) noexcept nogil
cdef void legal_of_fill(const Europe* s, int p, uint64_t* legal, Ask ask) noexcept nogil
cdef void answer_of_fill(Europe* s, int p, Ask ask, int move) noexcept nogil
cdef void legal_of_keep_from(const Europe* s, int p, uint64_t* legal, Ask ask) noexcept nogil
cdef void answer_of_keep_from(Europe* s, int p, Ask ask, int move) noexcept nogil
cdef void legal_of_keep_which(const Europe* s, int p, uint64_t* legal, Ask ask) noexcept nogil
cdef void answer_of_keep_which(Europe* s, int p, Ask ask, int move) noexcept nogil
cdef void legal_of_place_kept(const Europe* s, int p, uint64_t* legal, Ask ask) noexcept nogil
cdef void answer_of_place_kept(Europe* s, int p, Ask ask, int move) noexcept nogil
cdef void legal_of_go_far_from(const Europe* s, int p, uint64_t* legal, Ask ask) noexcept nogil
cdef void answer_of_go_far_from(Europe* s, int p, Ask ask, int move) noexcept nogil
cdef void legal_of_go_anywhere(const Europe* s, int p, uint64_t* legal, Ask ask) noexcept nogil
cdef void answer_of_go_anywhere(Europe* s, int p, Ask ask, int move) noexcept nogil
cdef void legal_of_go_which(const Europe* s, int p, uint64_t* legal, Ask ask) noexcept nogil
cdef void answer_of_go_which(Europe* s, int p, Ask ask, int move) noexcept nogil
cdef void legal_of_haven_any(const Europe* s, int p, uint64_t* legal, Ask ask) noexcept nogil
cdef void answer_of_haven_any(Europe* s, int p, Ask ask, int move) noexcept nogil
cdef void legal_of_haven_which(const Europe* s, int p, uint64_t* legal, Ask ask) noexcept nogil
cdef void answer_of_haven_which(Europe* s, int p, Ask ask, int move) noexcept nogil
cdef void legal_of_haven_also(const Europe* s, int p, uint64_t* legal, Ask ask) noexcept nogil
cdef void answer_of_haven_also(Europe* s, int p, Ask ask, int move) noexcept nogil
cdef void legal_of_lose_which(const Europe* s, int p, uint64_t* legal, Ask ask) noexcept nogil
cdef void answer_of_lose_which(Europe* s, int p, Ask ask, int move) noexcept nogil
cdef void legal_of_spend_potion(const Europe* s, int p, uint64_t* legal, Ask ask) noexcept nogil
cdef void answer_of_spend_potion(Europe* s, int p, Ask ask, int move) noexcept nogil
cdef void legal_of_potion_in(const Europe* s, int p, uint64_t* legal, Ask ask) noexcept nogil
cdef void answer_of_potion_in(Europe* s, int p, Ask ask, int move) noexcept nogil
cdef void legal_of_potion_to(const Europe* s, int p, uint64_t* legal, Ask ask) noexcept nogil
cdef void answer_of_potion_to(Europe* s, int p, Ask ask, int move) noexcept nogil
cdef void legal_of_potion_also(const Europe* s, int p, uint64_t* legal, Ask ask) noexcept nogil
cdef void answer_of_potion_also(Europe* s, int p, Ask ask, int move) noexcept nogil
cdef void legal_of_exchange_from(const Europe* s, int p, uint64_t* legal, Ask ask) noexcept nogil
cdef void answer_of_exchange_from(Europe* s, int p, Ask ask, int move) noexcept nogil
cdef void legal_of_exchange_whose(const Europe* s, int p, uint64_t* legal, Ask ask) noexcept nogil
cdef void answer_of_exchange_whose(Europe* s, int p, Ask ask, int move) noexcept nogil
cdef void legal_of_exchange_which(const Europe* s, int p, uint64_t* legal, Ask ask) noexcept nogil
cdef void answer_of_exchange_which(Europe* s, int p, Ask ask, int move) noexcept nogil
cdef void legal_of_exchange_to(const Europe* s, int p, uint64_t* legal, Ask ask) noexcept nogil
cdef void answer_of_exchange_to(Europe* s, int p, Ask ask, int move) noexcept nogil
cdef void legal_of_exchange_with(const Europe* s, int p, uint64_t* legal, Ask ask) noexcept nogil
cdef void answer_of_exchange_with(Europe* s, int p, Ask ask, int move) noexcept nogil
cdef void legal_of_exchange_for(const Europe* s, int p, uint64_t* legal, Ask ask) noexcept nogil
cdef void answer_of_exchange_for(Europe* s, int p, Ask ask, int move) noexcept nogil
cdef void legal_of_exchange_also(const Europe* s, int p, uint64_t* legal, Ask ask) noexcept nogil
cdef void answer_of_exchange_also(Europe* s, int p, Ask ask, int move) noexcept nogil
cdef void legal_of_lead_from(const Europe* s, int p, uint64_t* legal, Ask ask) noexcept nogil
cdef void answer_of_lead_from(Europe* s, int p, Ask ask, int move) noexcept nogil
cdef void legal_of_lead_to(const Europe* s, int p, uint64_t* legal, Ask ask) noexcept nogil
cdef void answer_of_lead_to(Europe* s, int p, Ask ask, int move) noexcept nogil
cdef void legal_of_lead_which(const Europe* s, int p, uint64_t* legal, Ask ask) noexcept nogil
cdef void answer_of_lead_which(Europe* s, int p, Ask ask, int move) noexcept nogil
cdef void legal_of_lead_whose(const Europe* s, int p, uint64_t* legal, Ask ask) noexcept nogil
cdef void answer_of_lead_whose(Europe* s, int p, Ask ask, int move) noexcept nogil
cdef void legal_of_lead_other(const Europe* s, int p, uint64_t* legal, Ask ask) noexcept nogil
cdef void answer_of_lead_other(Europe* s, int p, Ask ask, int move) noexcept nogil
cdef void legal_of_lead_rat(const Europe* s, int p, uint64_t* legal, Ask ask) noexcept nogil
cdef void answer_of_lead_rat(Europe* s, int p, Ask ask, int move) noexcept nogil
cdef void legal_of_lead_on(const Europe* s, int p, uint64_t* legal, Ask ask) noexcept nogil
cdef void answer_of_lead_on(Europe* s, int p, Ask ask, int move) noexcept nogil
cdef void legal_of_move_in(const Europe* s, int p, uint64_t* legal, Ask ask) noexcept nogil
cdef void answer_of_move_in(Europe* s, int p, Ask ask, int move) noexcept nogil
cdef void legal_of_rat_far_from(const Europe* s, int p, uint64_t* legal, Ask ask) noexcept nogil
cdef void answer_of_rat_far_from(Europe* s, int p, Ask ask, int move) noexcept nogil
cdef void legal_of_rat_far_to(const Europe* s, int p, uint64_t* legal, Ask ask) noexcept nogil
cdef void answer_of_rat_far_to(Europe* s, int p, Ask ask, int move) noexcept nogil
cdef void legal_of_rat_also(const Europe* s, int p, uint64_t* legal, Ask ask) noexcept nogil
cdef void answer_of_rat_also(Europe* s, int p, Ask ask, int move) noexcept nogil
cdef void legal_of_look_on(const Europe* s, int p, uint64_t* legal, Ask ask) noexcept nogil
cdef void answer_of_look_on(Europe* s, int p, Ask ask, int move) noexcept nogil
cdef void legal_of_arrange(const Europe* s, int p, uint64_t* legal, Ask ask) noexcept nogil
cdef void answer_of_arrange(Europe* s, int p, Ask ask, int move) noexcept nogil
cdef void legal_of_more_rats(const Europe* s, int p, uint64_t* legal, Ask ask) noexcept nogil
cdef void answer_of_more_rats(Europe* s, int p, Ask ask, int move) noexcept nogil
cdef void legal_of_rat_beside(const Europe* s, int p, uint64_t* legal, Ask ask) noexcept nogil
cdef void answer_of_rat_beside(Europe* s, int p, Ask ask, int move) noexcept nogil
cdef void legal_of_reveal_all(const Europe* s, int p, uint64_t* legal, Ask ask) noexcept nogil
cdef void answer_of_reveal_all(Europe* s, int p, Ask ask, int move) noexcept nogil
cdef void legal_of_next_rat(const Europe* s, int p, uint64_t* legal, Ask ask) noexcept nogil
cdef void answer_of_next_rat(Europe* s, int p, Ask ask, int move) noexcept nogil
cdef void legal_of_draw_rat(const Europe* s, int p, uint64_t* legal, Ask ask) noexcept nogil
cdef void answer_of_draw_rat(Europe* s, int p, Ask ask, int move) noexcept nogil
cdef void legal_of_replace_rat(const Europe* s, int p, uint64_t* legal, Ask ask) noexcept nogil
cdef void answer_of_replace_rat(Europe* s, int p, Ask ask, int move) noexcept nogil
cdef void legal_of_lift_limits(const Europe* s, int p, uint64_t* legal, Ask ask) noexcept nogil
cdef void answer_of_lift_limits(Europe* s, int p, Ask ask, int move) noexcept nogil
cdef void legal_of_plague_to(const Europe* s, int p, uint64_t* legal, Ask ask) noexcept nogil
cdef void answer_of_plague_to(Europe* s, int p, Ask ask, int move) noexcept nogil
cdef void legal_of_nun_to(const Europe* s, int p, uint64_t* legal, Ask ask) noexcept nogil
cdef void answer_of_nun_to(Europe* s, int p, Ask ask, int move) noexcept nogil
cdef void legal_of_bishop_from(const Europe* s, int p, uint64_t* legal, Ask ask) noexcept nogil
cdef void answer_of_bishop_from(Europe* s, int p, Ask ask, int move) noexcept nogil
cdef void legal_of_bishop_to(const Europe* s, int p, uint64_t* legal, Ask ask) noexcept nogil
cdef void answer_of_bishop_to(Europe* s, int p, Ask ask, int move) noexcept nogil
cdef void legal_of_bishop_rat(const Europe* s, int p, uint64_t* legal, Ask ask) noexcept nogil
cdef void answer_of_bishop_rat(Europe* s, int p, Ask ask, int move) noexcept nogil
cdef void legal_of_wall_from(const Europe* s, int p, uint64_t* legal, Ask ask) noexcept nogil
cdef void answer_of_wall_from(Europe* s, int p, Ask ask, int move) noexcept nogil
cdef void legal_of_wall_to(const Europe* s, int p, uint64_t* legal, Ask ask) noexcept nogil
cdef void answer_of_wall_to(Europe* s, int p, Ask ask, int move) noexcept nogil
cdef void legal_of_cross_from(const Europe* s, int p, uint64_t* legal, Ask ask) noexcept nogil
cdef void answer_of_cross_from(Europe* s, int p, Ask ask, int move) noexcept nogil
cdef void legal_of_cross_to(const Europe* s, int p, uint64_t* legal, Ask ask) noexcept nogil
cdef void answer_of_cross_to(Europe* s, int p, Ask ask, int move) noexcept nogil
cdef void legal_of_cross_whose(const Europe* s, int p, uint64_t* legal, Ask ask) noexcept nogil
cdef void answer_of_cross_whose(Europe* s, int p, Ask ask, int move) noexcept nogil
cdef void legal_of_cross_which(const Europe* s, int p, uint64_t* legal, Ask ask) noexcept nogil
cdef void answer_of_cross_which(Europe* s, int p, Ask ask, int move) noexcept nogil
cdef void legal_of_cross_also(const Europe* s, int p, uint64_t* legal, Ask ask) noexcept nogil
cdef void answer_of_cross_also(Europe* s, int p, Ask ask, int move) noexcept nogil
cdef void legal_of_back_from(const Europe* s, int p, uint64_t* legal, Ask ask) noexcept nogil
cdef void answer_of_back_from(Europe* s, int p, Ask ask, int move) noexcept nogil
cdef void legal_of_back_which(const Europe* s, int p, uint64_t* legal, Ask ask) noexcept nogil
cdef void answer_of_back_which(Europe* s, int p, Ask ask, int move) noexcept nogil
cdef void legal_of_haven_near(const Europe* s, int p, uint64_t* legal, Ask ask) noexcept nogil
cdef void answer_of_haven_near(Europe* s, int p, Ask ask, int move) noexcept nogil
cdef void legal_of_drop_at(const Europe* s, int p, uint64_t* legal, Ask ask) noexcept nogil
cdef void answer_of_drop_at(Europe* s, int p, Ask ask, int move) noexcept nogil
cdef void legal_of_drop_from(const Europe* s, int p, uint64_t* legal, Ask ask) noexcept nogil
cdef void answer_of_drop_from(Europe* s, int p, Ask ask, int move) noexcept nogil
cdef void legal_of_drop_to(const Europe* s, int p, uint64_t* legal, Ask ask) noexcept nogil
cdef void answer_of_drop_to(Europe* s, int p, Ask ask, int move) noexcept nogil
cdef void legal_of_lands_in(const Europe* s, int p, uint64_t* legal, Ask ask) noexcept nogil
cdef void answer_of_lands_in(Europe* s, int p, Ask ask, int move) noexcept nogil
cdef void legal_of_protect(const Europe* s, int p, uint64_t* legal, Ask ask) noexcept nogil
cdef void answer_of_protect(Europe* s, int p, Ask ask, int move) noexcept nogil
cdef void legal_of_protect_which(const Europe* s, int p, uint64_t* legal, Ask ask) noexcept nogil
cdef void answer_of_protect_which(Europe* s, int p, Ask ask, int move) noexcept nogil
cdef void legal_of_keep_card(const Europe* s, int p, uint64_t* legal, Ask ask) noexcept nogil
cdef void answer_of_keep_card(Europe* s, int p, Ask ask, int move) noexcept nogil
cdef void legal_of_drop_card(const Europe* s, int p, uint64_t* legal, Ask ask) noexcept nogil
cdef void answer_of_drop_card(Europe* s, int p, Ask ask, int move) noexcept nogil
cdef void legal_of_explore(const Europe* s, int p, uint64_t* legal, Ask ask) noexcept nogil
cdef void answer_of_explore(Europe* s, int p, Ask ask, int move) noexcept nogil
cdef void legal_of_podium_in(const Europe* s, int p, uint64_t* legal, Ask ask) noexcept nogil
cdef void answer_of_podium_in(Europe* s, int p, Ask ask, int move) noexcept nogil
cdef void legal_of_podium_to(const Europe* s, int p, uint64_t* legal, Ask ask) noexcept nogil
cdef void answer_of_podium_to(Europe* s, int p, Ask ask, int move) noexcept nogil
cdef void legal_of_caravan_in(const Europe* s, int p, uint64_t* legal, Ask ask) noexcept nogil
cdef void answer_of_caravan_in(Europe* s, int p, Ask ask, int move) noexcept nogil
cdef void legal_of_caravan_to(const Europe* s, int p, uint64_t* legal, Ask ask) noexcept nogil
cdef void answer_of_caravan_to(Europe* s, int p, Ask ask, int move) noexcept nogil
cdef void legal_of_follow(const Europe* s, int p, uint64_t* legal, Ask ask) noexcept nogil
cdef void answer_of_follow(Europe* s, int p, Ask ask, int move) noexcept nogil
cdef void legal_of_guild_to(const Europe* s, int p, uint64_t* legal, Ask ask) noexcept nogil
cdef void answer_of_guild_to(Europe* s, int p, Ask ask, int move) noexcept nogil
cdef void legal_of_city_to(const Europe* s, int p, uint64_t* legal, Ask ask) noexcept nogil
cdef void answer_of_city_to(Europe* s, int p, Ask ask, int move) noexcept nogil
cdef void legal_of_city_which(const Europe* s, int p, uint64_t* legal, Ask ask) noexcept nogil
cdef void answer_of_city_which(Europe* s, int p, Ask ask, int move) noexcept nogil
cdef void legal_of_city_more(const Europe* s, int p, uint64_t* legal, Ask ask) noexcept nogil
cdef void answer_of_city_more(Europe* s, int p, Ask ask, int move) noexcept nogil
cdef void legal_of_give_up_card(const Europe* s, int p, uint64_t* legal, Ask ask) noexcept nogil
cdef void answer_of_give_up_card(Europe* s, int p, Ask ask, int move) noexcept nogil
cdef void legal_of_bonus_in(const Europe* s, int p, uint64_t* legal, Ask ask) noexcept nogil
cdef void answer_of_bonus_in(Europe* s, int p, Ask ask, int move) noexcept nogil
cdef void legal_of_university_goes(const Europe* s, int p, uint64_t* legal, Ask ask) noexcept nogil
cdef void answer_of_university_goes(Europe* s, int p, Ask ask, int move) noexcept nogil
cdef void legal_of_university_in(const Europe* s, int p, uint64_t* legal, Ask ask) noexcept nogil
cdef void answer_of_university_in(Europe* s, int p, Ask ask, int move) noexcept nogil
cdef void legal_of_join_from(const Europe* s, int p, uint64_t* legal, Ask ask) noexcept nogil
cdef void answer_of_join_from(Europe* s, int p, Ask ask, int move) noexcept nogil
cdef void legal_of_join_to(const Europe* s, int p, uint64_t* legal, Ask ask) noexcept nogil
cdef void answer_of_join_to(Europe* s, int p, Ask ask, int move) noexcept nogil
cdef void legal_of_university_from(const Europe* s, int p, uint64_t* legal, Ask ask) noexcept nogil
cdef void answer_of_university_from(Europe* s, int p, Ask ask, int move) noexcept nogil
cdef void legal_of_university_to(const Europe* s, int p, uint64_t* legal, Ask ask) noexcept nogil
cdef void answer_of_university_to(Europe* s, int p, Ask ask, int move) noexcept nogil
cdef void legal_of_put_away(const Europe* s, int p, uint64_t* legal, Ask ask) noexcept nogil
cdef void answer_of_put_away(Europe* s, int p, Ask ask, int move) noexcept nogil
cdef void legal_of_arrange_event(const Europe* s, int p, uint64_t* legal, Ask ask) noexcept nogil
cdef void answer_of_arrange_event(Europe* s, int p, Ask ask, int move) noexcept nogil
cdef void legal_of_choose_event(const Europe* s, int p, uint64_t* legal, Ask ask) noexcept nogil
cdef void answer_of_choose_event(Europe* s, int p, Ask ask, int move) noexcept nogil
cdef void legal_of_block_card(const Europe* s, int p, uint64_t* legal, Ask ask) noexcept nogil
cdef void answer_of_block_card(Europe* s, int p, Ask ask, int move) noexcept nogil
cdef void legal_of_borrow_tile(const Europe* s, int p, uint64_t* legal, Ask ask) noexcept nogil
cdef void answer_of_borrow_tile(Europe* s, int p, Ask ask, int move) noexcept nogil
cdef void legal_of_walk_to(const Europe* s, int p, uint64_t* legal, Ask ask) noexcept nogil
cdef void answer_of_walk_to(Europe* s, int p, Ask ask, int move) noexcept nogil
cdef void legal_of_place_of(const Europe* s, int p, uint64_t* legal, Ask ask) noexcept nogil
cdef void answer_of_place_of(Europe* s, int p, Ask ask, int move) noexcept nogil
cdef void legal_of_haven_new(const Europe* s, int p, uint64_t* legal, Ask ask) noexcept nogil
cdef void answer_of_haven_new(Europe* s, int p, Ask ask, int move) noexcept nogil
cdef void legal_of_place_lodged(const Europe* s, int p, uint64_t* legal, Ask ask) noexcept nogil
cdef void answer_of_place_lodged(Europe* s, int p, Ask ask, int move) noexcept nogil

# Allow the legal answers to an ask.
cdef inline void allow_answers(const Europe* s, int p, uint64_t* legal, Ask ask) noexcept nogil:
    PAIRS[ask.kind].legal(s, p, legal, ask)

# Answer an ask.
cdef inline void answer(Europe* s, int p, Ask ask, int move) noexcept nogil:
    PAIRS[ask.kind].answer(s, p, ask, move)

# Whether it stands with one answer, too: that there is one is the seat's secret.
cdef inline bint stands_with_one_answer(int kind) noexcept nogil:
    return kind == PROTECT
