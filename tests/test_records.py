"""Records and rules: what may be declared, what is refused, and how often a rule is compiled."""

from enum import IntEnum

import numpy as np
import pytest
from found import compiled_only

from sim.record import ALL, OTHERS, PLAIN, Record, f8, i4, new, of, private, raw, secret, twin, u8
from sim.rule import RULES, address, call, clear, copy, rule


class Side(IntEnum):
    LEFT = 0
    RIGHT = 1


class Shelf(Record):
    full: i4
    jars: i4[...]


class Small(Shelf):
    jars: of(i4[2], "jars") = "jars on the shelf"


class Large(Shelf):
    jars: i4[5]


class Person(Record):
    age: i4 = "years"
    purse: private(i4[Side])
    marks: u8
    height: f8


class Room(Record):
    seats: i4
    people: Person[3]
    shelf: secret(Small)


@rule
def stock(shelf: Shelf, jar: int, place: Side) -> int:
    shelf.jars[place] = jar
    shelf.full += 1
    return shelf.full


@rule
def stock_both(small: Small, large: Large) -> int:
    n = stock(small, 1, Side.LEFT)
    n = stock(small, n, 1)
    return n + stock(large, 7, 4)


@rule
def birthday(room: Room, person: int) -> int:
    me = room.people[person]
    me.age += 1
    me.purse[Side.RIGHT] = me.age
    me.marks |= np.uint64(1) << np.uint64(63)
    return me.age


@rule
def swap(room: Room, other: Room) -> None:
    copy(room, other)
    clear(other)


def test_records_hold_records_and_arrays_named_by_an_enum():
    room = new(Room)
    assert [birthday(room, 1) for _ in range(3)] == [1, 2, 3]
    assert room.people[1].purse[Side.RIGHT] == 3 and room.people[0].age == 0
    assert int(room.people[1].marks) == 2**63
    assert Person.fields["purse"].index is Side and Person.fields["purse"].shape == (2,)


def test_a_record_says_what_its_numbers_are_and_who_may_see_them():
    assert Person.sentences == {"age": "years"}
    assert Small.fields["jars"].names == "jars" and Small.sentences == {"jars": "jars on the shelf"}
    assert Person.fields["purse"].hidden == OTHERS and Room.fields["shelf"].hidden == ALL


def test_an_open_record_has_no_size_until_a_game_gives_it_one():
    assert Shelf.is_open and Shelf.dtype is None
    assert not Small.is_open and Small.dtype["jars"].shape == (2,)
    assert list(Small.fields) == ["full", "jars"]


def test_a_rule_on_an_open_record_serves_every_size_once():
    small, large = new(Small), new(Large)
    assert stock_both(small, large) == 2 + 1
    assert list(small.jars) == [1, 1] and list(large.jars) == [0, 0, 0, 0, 7]
    stock(small, 5, Side.RIGHT)
    stock(large, 5, 3)
    if not PLAIN:  # literals and members of an enum do not make another form
        assert len(stock.signatures) == 2


@compiled_only
def test_every_rule_is_compiled_once_for_each_size():
    """Three open records at most meet in a rule, and this file brings two shelves of its own."""
    for compiled in RULES:
        sizes = {tuple(str(kind) for kind in form if "[" in str(kind)) for form in compiled.signatures}
        assert len(compiled.signatures) == len(sizes), compiled


def test_records_are_copied_and_cleared_whole():
    room, other = new(Room), new(Room)
    birthday(other, 2)
    before = twin(Room, other)
    swap(room, other)
    assert raw(room).tobytes() == raw(before).tobytes()
    assert not any(raw(other).tobytes())


def test_a_twin_is_independent():
    room = new(Room)
    other = twin(Room, room)
    birthday(other, 0)
    assert (room.people[0].age, other.people[0].age) == (0, 1)


def test_a_place_outside_an_array_is_an_error_in_both_worlds():
    with pytest.raises(IndexError):
        stock(new(Small), 1, 2)


def test_a_rule_without_annotations_is_refused():
    with pytest.raises(TypeError, match="test_records.pay: 'price' is annotated with nothing"):

        @rule
        def pay(me: Person, price) -> None:
            me.age -= price


@compiled_only
def test_a_misspelt_field_is_named():
    with pytest.raises(TypeError, match="test_records.grow: no field 'hieght' in that record"):

        @rule
        def grow(me: Person) -> float:
            return me.hieght


@pytest.mark.skipif(not PLAIN, reason="compiled, it is named at import")
def test_a_misspelt_field_is_named_in_plain_python():
    with pytest.raises(AttributeError, match="no field hieght in Person"):
        print(new(Person).hieght)


@compiled_only
def test_what_does_not_compile_is_named():
    with pytest.raises(TypeError, match="test_records.name does not compile"):

        @rule
        def name(me: Person) -> int:
            return me.age + "years"


def test_a_field_of_another_type_may_not_take_the_place_of_one_that_is_there():
    """A State would no longer begin like an AnyState."""
    with pytest.raises(ValueError, match="Worse.age stands already in a record it begins with, as another type"):

        class Worse(Person):
            age: u8

    class Better(Person):
        age: of(i4, "years")

    assert Better.dtype == Person.dtype


def test_a_field_may_not_hide_what_every_record_has():
    for word in ("round", "fields", "repeat", "row"):
        with pytest.raises(ValueError, match=f"Bad.{word} would hide"):
            type("Bad", (Record,), {"__annotations__": {word: i4}})


@pytest.mark.skipif(not PLAIN, reason="compiled code wraps silently; plain Python must not")
def test_plain_python_refuses_a_number_that_does_not_fit():
    with pytest.raises(OverflowError):
        new(Person).age = 2**31


@rule
def ring(door: u8, room: Room, shelf: Small) -> int:
    return call(door, room, room, shelf, room, 1)


@rule
def knock(room: Room, tables: Room, shelf: Shelf, plan: Room, n: int) -> int:
    if n > shelf.jars[0]:
        raise ValueError("nobody in")
    return shelf.jars[0] + room.seats


def test_a_rule_is_reached_by_its_address_and_its_exceptions_come_through():
    room, shelf = new(Room), new(Small)
    door = np.uint64(address(knock, (Room, Room, Small, Room, int)))
    assert door == address(knock, (Room, Room, Small, Room, int))
    stock(shelf, 5, Side.LEFT)
    room.seats = 2
    assert ring(door, room, shelf) == 7
    stock(shelf, 0, Side.LEFT)
    with pytest.raises(ValueError, match="nobody in"):
        ring(door, room, shelf)
