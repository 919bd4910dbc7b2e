"""Memory in huge pages: where it may be made of them, and how long it is tried."""

from __future__ import annotations

import sys

import pytest

from bellringer.server.base.huge_pages import HUGE, MAPS, HugePages, whole_pages

HEAP = """\
00400000-00800000 r-xp 00000000 fe:00 26723                      /usr/bin/python3
00a00000-00f00000 rw-p 00000000 00:00 0                          [heap]
10100000-107fffff rw-p 00000000 00:00 0
20000000-20400000 rw-p 00001000 fe:00 26723                      /usr/lib/libpython3.so
30000000-30400000 ---p 00000000 00:00 0
40000000-40400000 rw-p 00000000 00:00 0                          [stack]
"""
PLACES = [0xA00000, 0xC00000, 0x10200000, 0x10400000]


def test_what_fits_whole_into_the_process_s_own_memory_is_gathered() -> None:
    assert list(whole_pages(HEAP)) == PLACES


def test_pages_are_made_once_and_those_that_can_t_be_made_are_tried_again() -> None:
    tried, refused, rests = list[int](), {0xC00000}, list[None]()

    def collapse(address: int) -> bool:
        tried.append(address)
        return address not in refused

    pages = HugePages(collapse, lambda: rests.append(None))
    assert pages.look(HEAP) and tried == PLACES and len(rests) == len(PLACES)
    refused.clear()
    assert pages.look(HEAP) and tried == [*PLACES, 0xC00000]
    assert pages.look(HEAP) and len(tried) == 5


def test_memory_that_was_given_back_and_comes_again_is_gathered_again() -> None:
    tried = list[int]()
    pages = HugePages(lambda address: not tried.append(address), lambda: None)
    for maps in (HEAP, HEAP.replace("10100000-107fffff", "50000000-50000fff"), HEAP):
        assert pages.look(maps)
    assert tried == [*PLACES, *PLACES[2:]]


def test_where_no_page_can_be_made_it_is_not_tried_again() -> None:
    assert not HugePages(lambda address: False, lambda: None).look(HEAP)


@pytest.mark.skipif(sys.platform != "linux", reason="as Linux tells it")
def test_this_process_s_own_memory_is_found() -> None:
    room = bytearray(4 * HUGE)
    assert room and len(list(whole_pages(MAPS.read_text(encoding="ascii")))) >= 3
