from bellringer.games.notre_dame.rules.state cimport Town

ctypedef struct Board:  # what several persons count on the board of a seat
    int filled          # sectors with a piece
    int twos            # with at least two
    int threes          # with at least three
    int fullest         # pieces in the fullest sector
    int pieces          # in all, the cathedral included

cdef void count_board(const Town* s, int p, Board* board) noexcept nogil
cdef int prestige_from(const Town* s, int p, int person, const Board* board) noexcept nogil
cdef int best_messages(const Town* s, int p) noexcept nogil
