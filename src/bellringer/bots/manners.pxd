# What a bot prefers where several moves are nearly as good; bots/__init__.py has the names.
from bellringer.core.compiled.rules cimport Rules

cdef enum:
    PLAIN       # nothing: the bot plays what it thinks best
    CAUTIOUS    # little danger for itself
    GREEDY      # much at once, as if nothing of it could be lost
    MEDDLING    # that the best of the others stands badly

cdef double liking(const Rules* rules, void* state, int seat, int manner) noexcept nogil
cdef double best_other(const Rules* rules, void* state, int seat) noexcept nogil
