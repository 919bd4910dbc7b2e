from libc.stdint cimport uint64_t

from bellringer.core.compiled.dice cimport Dice
from bellringer.core.compiled.features cimport Features
from bellringer.core.compiled.head cimport Head
from bellringer.core.compiled.rules cimport LEGAL_WORDS, LEVELS, SEATS_ROOM, STATE_ROOM, Rules
from bellringer.core.compiled.sources cimport Block


cdef class RuleBook:
    cdef Rules rules
    cdef readonly str name
    cdef readonly Features features     # None: no value can be learned
    cdef readonly object net            # the Net that ships, which keeps what the rules point at; or None
    cdef check_room(self)
    cdef check_whole(self)


# What a game fills its table of functions with.
ctypedef void (*Fill)(Rules* rules) noexcept

cdef list read_flows(Block* block, int first)

cdef RuleBook book_by(str name, Fill fill, Features features=*)


cdef class State:
    cdef readonly RuleBook book
    cdef void* memory
    cdef Head* head(self) noexcept nogil
    cdef list run_on(self)
    cdef list read_events(self)
    cdef list read_watched(self)
