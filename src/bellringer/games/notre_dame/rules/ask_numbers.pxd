# Written by tools/asks.py from asks.toml: do not edit.
cdef enum:
    KEEP_OWN = 1            # keep one of three drawn cards
    KEEP_PASSED             # keep one of two received cards
    PLAY_CARD               # play a card of the hand
    WHOSE_CARD              # the same action from two owners: which of the two (about: action)
    PAY_MARKER              # the own supply is empty: which marker moves (about: to)
    FRIEND_TO               # to which sector goes the friend
    DONATE                  # how many coins to the church. must: nothing may be withheld (about: must)
    CARRIAGE_TO             # to which market (about: steps)
    TAKE_MESSAGE            # take the message here, or leave it
    RAT_STEP                # the rat's step of a message, or not. steps: how many are on offer (about: steps)
    HOTEL_USE               # coin, marker or rat. uses: how many are left (about: uses)
    HIRE                    # whom. further: hirings still to come after this one; except: the person left out (about: further; more: except)
    MOVE_FROM               # one piece from where, to use its new sector. cathedral: it counts, too (about: cathedral)
    MOVE_TO                 # and to where (about: from)
    CARRY_FROM              # several pieces from where. all: not only some of them (about: all)
    CARRY_TO                # and to where. all: not only some of them (about: from; more: all)
    CARRY_PIECES            # how many of them (about: from; more: to)
    PLACE_IN_EMPTY          # which empty sector gets a marker. markers: how many are to be placed; use: and it acts (about: markers; more: use)
    USE_SECTOR              # which sector acts as it stands
    PAY_FOR_RAT             # one more coin for a step of the rat
    RETURN_MARKER           # one more marker back to the general supply. returned: how many went already (about: returned)
    REPEAT_MESSAGES         # the bonus of which kind of one's messages again
    LOSE_MARKER             # the plague: from which of the fullest sectors

    ASK_KINDS = 23
