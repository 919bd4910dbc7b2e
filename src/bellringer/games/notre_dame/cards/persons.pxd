# Written by tools/notre_dame/cards.py from the decks: do not edit.
from bellringer.games.notre_dame.rules.state cimport Town

cdef void hostess(Town* s, int p) noexcept nogil
cdef void minstrel(Town* s, int p) noexcept nogil
cdef void monk(Town* s, int p) noexcept nogil
cdef void fool(Town* s, int p) noexcept nogil
cdef void money_lender(Town* s, int p) noexcept nogil
cdef void doctor(Town* s, int p) noexcept nogil
cdef void city_guard(Town* s, int p) noexcept nogil
cdef void night_watchman(Town* s, int p) noexcept nogil
cdef void bishop(Town* s, int p) noexcept nogil
cdef void guild_master(Town* s, int p) noexcept nogil
cdef void beggar_king(Town* s, int p) noexcept nogil
cdef void advocate(Town* s, int p) noexcept nogil
cdef void lady_of_the_court(Town* s, int p) noexcept nogil
cdef void mayor(Town* s, int p) noexcept nogil
cdef void carpenter(Town* s, int p) noexcept nogil
cdef int sectors_with(const Town* s, int p, int least) noexcept nogil
