"""The one decorator.  A rule is a small function on records, compiled from its annotations.

    @rule
    def place(me: Player, where: Place) -> None:
        me.workers -= 1
        me.placed[where] += 1

Annotations are required: they fix one compiled form per rule, made (or fetched from the cache) at import.
A rule on an open record (sim.record) gets one form for each size that the games give it, made when a game uses it.
With NUMBA_DISABLE_JIT=1 a rule is left as the plain function it is.
"""

import functools
import hashlib
import inspect
import os
import re
import warnings
from enum import IntEnum
from pathlib import Path

import numba
import numpy as np
import platformdirs
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, lower_cast, typeof_impl

from sim import games
from sim.record import PLAIN, Field, Record

SIM = Path(__file__).resolve().parent
CACHE = Path(os.environ.get("MEEPLECARLO_CACHE") or platformdirs.user_cache_dir("meeplecarlo"))
PLAIN_TYPES = {int: types.int64, float: types.float64, bool: types.boolean, None: types.void}
OPEN = "open"  #    in place of a type: known only when a game hands its own record in
RULES: list = []  # every compiled rule, for tests

warnings.filterwarnings("ignore", message="Record.*subtype", category=numba.NumbaExperimentalFeatureWarning)


def rule(function):
    """Compile `function` for exactly the types it is annotated with.

    Args: a function all of whose arguments and result are annotated with int, float, bool, None, u8,
    an IntEnum or a Record (rows of records, `Row[:]`, in the outermost loop).
    Raises: TypeError, naming the rule, when an annotation is missing or the body does not compile.
    """
    forms = forms_of(function)
    if PLAIN:
        return function
    signature = None if OPEN in forms else forms[0](*forms[1:])
    file, others = Path(inspect.getfile(function)), numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(CACHE / source_key(file.resolve().parent)) if file.exists() else others
    try:  # a rule typed into a notebook has no file, and is not cached
        compiled = numba.njit(signature, cache=file.exists(), nogil=True, boundscheck=True)(function)
    except KeyError as field:  # all that numba says of a misspelt field
        raise TypeError(f"@rule {name_of(function)}: no field {field} in that record") from None
    except numba.core.errors.NumbaError as error:
        raise TypeError(f"@rule {name_of(function)} does not compile:\n{error}") from None
    finally:
        numba.config.CACHE_DIR = others
    if signature is None:
        compile_form = compiled.compile
        compiled.compile = lambda given: compile_form(fitted(forms, given))
    RULES.append(compiled)
    return compiled


def name_of(function):
    return f"{function.__module__}.{function.__name__}"


def forms_of(function):
    """The numba types of the result and the arguments, with OPEN for open records."""
    hints = inspect.get_annotations(function, eval_str=True)
    return [type_of(function, name, hints) for name in ("return", *inspect.signature(function).parameters)]


def fitted(forms, given):
    """The one form for these open records: all else is as annotated, so that offer(desk, 0, ...) and
    offer(desk, n, ...) are not compiled apart."""
    result, *arguments = forms
    given = getattr(given, "args", given)
    return result(*(kind if form is OPEN else form for form, kind in zip(arguments, given, strict=True)))


def type_of(function, name, hints):
    hint = hints.get(name, "nothing")
    if isinstance(hint, type) and issubclass(hint, Record):
        return OPEN if hint.is_open else numba.from_dtype(hint.dtype)
    if isinstance(hint, type) and issubclass(hint, IntEnum):
        return types.int64
    if isinstance(hint, Field):  # u8, or rows of records in the outermost loop: Row[:]
        number = numba.from_dtype(hint.dtype)
        return types.Array(number, 1, "C") if hint.shape == (slice(None),) else number
    if hint in PLAIN_TYPES:
        return PLAIN_TYPES[hint]
    raise TypeError(
        f"@rule {name_of(function)}: {name!r} is annotated with {hint}; "
        "say int, float, bool, None, u8, an IntEnum or a Record"
    )


@functools.cache
def source_key(folder):
    """Names a cache folder after all source that code in `folder` may be compiled from.

    numba notices an edit only in the file of the cached function itself, never in the
    functions it calls: without this, an edited rule would go on being played the old way.
    """
    files = {file for file in SIM.glob("*.py") if holds_rules(file)}
    if folder != SIM:
        files |= set(folder.glob("*.py"))
    if SIM not in (folder, *folder.parents):
        files |= set((SIM.parent / "heuristics").glob("*.py"))
        files |= of_games(files | whole_game(folder))
        if folder not in games.folders().values():  # what a strategy reads at import is compiled in
            files |= {data for file in folder.glob("*.py") if (data := file.with_suffix(".csv")).exists()}
    settings = sorted(item for item in os.environ.items() if item[0].startswith("NUMBA_"))
    digest = hashlib.sha256(repr((numba.__version__, settings)).encode())
    for file in sorted(files):
        if not file.name.startswith(("test_", "conftest")):
            digest.update(file.name.encode() + file.read_bytes())
    return digest.hexdigest()[:16]


def whole_game(folder):
    """All source of the game from elsewhere in which `folder` is, and of the package around it; else nothing."""
    for place in games.folders().values():
        if place.parent != games.FOLDER and place in (folder, *folder.parents):
            while (place.parent / "__init__.py").exists():
                place = place.parent
            return set(place.rglob("*.py"))
    return set()


def of_games(files):
    """These files, and all source of the games that they name, and that those name: rules may be called from there."""
    found, left = set(files), games.folders()
    while True:
        text = b" ".join(file.read_bytes() for file in found)
        said = [name for name in left if re.search(rb"\b%s\b" % name.encode(), text)]
        if not said:
            return found
        for name in said:
            place = left.pop(name)
            found |= whole_game(place) or set(place.glob("*.py"))


@functools.cache
def record_type(dtype):
    return numba.from_dtype(dtype)


@typeof_impl.register(np.record)
def type_of_record(record, context):
    """Left alone, numba works out a record's type anew when a rule is called from Python: a millisecond each time."""
    return record_type(record.dtype)


def holds_rules(file):
    """Results, replays and the like compile nothing: an edit there leaves the cache as it is."""
    return file.stem in ("record", "rule") or re.search(rb"^(@rule|class \w+\(Record\))", file.read_bytes(), re.M)


@lower_cast(types.Record, types.Record)
def as_base(context, builder, record, base, pointer):
    """A State is also an AnyState: it begins with the same fields, so the same pointer serves."""
    return builder.bitcast(pointer, context.get_value_type(base))


# A strategy is reached through its address, so that a game's loop is compiled once for all strategies.

ADDRESSES: list = []  # in plain Python the address is a place in this list; compiled, it keeps the code alive


@functools.cache
def address(function, arguments):
    """Where the compiled form of a rule for these argument records is found."""
    if PLAIN:
        ADDRESSES.append(function)
        return len(ADDRESSES) - 1
    forms = forms_of(function.py_func)
    given = [types.int64 if kind is int else numba.from_dtype(kind.dtype) for kind in arguments]
    signature = fitted(forms, given)
    if OPEN in forms:
        function.compile(signature)
    code = function.overloads[signature.args]
    ADDRESSES.append(code)
    return code.library.get_pointer_to_function(code.fndesc.llvm_func_name)


def jump(context, builder, signature, args):
    """Go to an address with the arguments that follow it; exceptions come through."""
    convention, given = context.call_conv, signature.args[1:]
    kind = convention.get_function_type(signature.return_type, given)
    status, result = convention.call_function(
        builder, builder.inttoptr(args[0], kind.as_pointer()), signature.return_type, given, args[1:]
    )
    with cgutils.if_unlikely(builder, status.is_error):
        convention.return_status_propagate(builder, status)
    return result


@intrinsic
def call(typing, address, state, tables, scratch, plan, n):
    """Call the choose() at an address."""
    return types.int64(address, state, tables, scratch, plan, types.int64), jump


@intrinsic
def call_gains(typing, address, state, tables, action, scratch, slot):
    """Call a game's gains() at an address."""
    return types.void(address, state, tables, types.int64, scratch, types.int64), jump


@intrinsic
def call_features(typing, address, state, tables, seat, scratch):
    """Call a game's features() at an address."""
    return types.void(address, state, tables, types.int64, scratch), jump


@intrinsic
def call_legal(typing, address, state, tables, desk):
    """Call a game's legal() at an address."""
    return types.int64(address, state, tables, desk), jump


@intrinsic
def call_setup(typing, address, state, tables):
    """Call a game's setup() at an address."""
    return types.void(address, state, tables), jump


@intrinsic
def call_apply(typing, address, state, tables, action):
    """Call a game's apply() at an address."""
    return types.void(address, state, tables, types.int64), jump


@intrinsic
def copy(typing, into, source):
    """Overwrite one record with another of the same kind."""
    if not isinstance(into, types.Record) or into != source:
        return None

    def generate(context, builder, signature, args):
        cgutils.raw_memcpy(builder, args[0], args[1], context.get_constant(types.intp, into.size), 1)
        return context.get_dummy_value()

    return types.void(into, source), generate


@intrinsic
def clear(typing, record):
    """Set every number in a record to 0."""
    if not isinstance(record, types.Record):
        return None

    def generate(context, builder, signature, args):
        cgutils.memset(builder, args[0], context.get_constant(types.intp, record.size), 0)
        return context.get_dummy_value()

    return types.void(record), generate


@intrinsic
def clear_whole(typing, record, size):
    """Set so many bytes to 0: all of a record of which only the beginning is known here."""
    if not isinstance(record, types.Record):
        return None

    def generate(context, builder, signature, args):
        cgutils.memset(builder, args[0], args[1], 0)
        return context.get_dummy_value()

    return types.void(record, types.int64), generate


if PLAIN:

    def call(address, *arguments):
        return ADDRESSES[int(address)](*arguments)

    call_features = call_gains = call_legal = call_setup = call_apply = call

    def copy(into, source):
        into.row[:] = source.row

    def clear(record):
        record.row[:] = 0

    def clear_whole(record, size):
        record.row[:] = 0
