"""The shared library, and its functions by ctypes.

$ZERMELO_LIBRARY names the library; otherwise it is the installed one or, in a
source tree, the one in build/.
"""
from __future__ import annotations

import ctypes
import json
import os
import pathlib
import threading
from ctypes import (CFUNCTYPE, POINTER, Structure, byref, c_bool, c_char_p,
                    c_double, c_int, c_size_t, c_uint8, c_uint32,
                    c_uint64, c_void_p)
from typing import Any, Callable, Optional, Sequence

SONAME = "libzermelo.so.1"


class Error(Exception):
    """What the library answers instead of an answer; `rule` names its kind."""

    def __init__(self, message: str, rule: str = "error") -> None:
        super().__init__(message)
        self.rule = rule


class Limits(Structure):
    """ZermeloLimits."""

    _fields_ = [("seconds", c_double), ("cancelled", POINTER(c_int)),
                ("megabytes", c_size_t)]


class SearchSettings(Structure):
    """ZermeloSearchSettings."""

    _fields_ = [("role", c_size_t), ("threads", c_size_t),
                ("megabytes", c_size_t), ("exploration", c_double),
                ("seed", c_uint64), ("zero_sum", c_bool),
                ("imperfect_information", c_bool)]


class MoveValueStruct(Structure):
    """ZermeloMoveValue."""

    _fields_ = [("move", c_uint32), ("visits", c_uint64),
                ("value", c_double), ("least", c_int), ("most", c_int)]


class _Explanation(Structure):
    _fields_ = [("rule", c_char_p), ("is_error", c_bool), ("what", c_char_p),
                ("why", c_char_p), ("wrong", c_char_p), ("right", c_char_p),
                ("about", c_char_p), ("is_pedantic", c_bool),
                ("is_textual", c_bool)]


REPORT = CFUNCTYPE(None, c_void_p, c_char_p)
NO_REPORT: Any = REPORT(0)

_P, _S, _Z, _U = c_void_p, c_char_p, c_size_t, POINTER(c_uint32)
_Y, _STRINGS, _L = POINTER(c_uint8), POINTER(c_char_p), POINTER(Limits)

# Result and parameters of each function that is used. A char * is a c_void_p
# here: it has to be freed.
_FUNCTIONS: dict[str, tuple[Any, ...]] = {
    "version": (_S,), "commit": (_S,),
    "read": (_P, _S, _S, _Z, c_int, _L),
    "read_file": (_P, _S, c_int, _L, POINTER(_S)),
    "read_stopped": (_S, _P), "free": (None, _P),
    "valid": (c_bool, _P), "usable": (c_bool, _P), "language": (_S, _P),
    "role_count": (_Z, _P), "role": (_S, _P, _Z), "print": (_P, _P, c_int),
    **{name + "_json": (_P, _P, _S, _L)
       for name in ("check", "info", "perft", "simulate", "prove", "verify",
                    "know", "solve", "asp")},
    "recheck_json": (_P, _S, _S, _L, REPORT, _P),
    "on_report": (None, _P, REPORT, _P),
    "play_new": (_P, _P, _L, POINTER(_S)), "play_free": (None, _P),
    "play_failure": (_S, _P),
    "play_feature_count": (_Z, _P), "play_feature": (_S, _P, _Z),
    "play_percept_count": (_Z, _P, _Z), "play_percept": (_S, _P, _Z, _Z),
    "play_moves": (c_bool, _P, _S, POINTER(_P)),
    "ground": (_P, _P, _L, POINTER(_S)), "net_free": (None, _P),
    "net_json": (_P, _P),
    "cursor_new": (_P, _P, _P, _L, POINTER(_S)), "cursor_free": (None, _P),
    "cursor_failure": (_S, _P), "cursor_size": (_Z, _P),
    "cursor_is_random": (c_bool, _P, _Z), "cursor_initial": (None, _P, _P),
    "cursor_set": (None, _P, _P), "cursor_goal": (c_int, _P, _Z),
    "cursor_least_goal": (c_int, _P, _Z), "cursor_most_goal": (c_int, _P, _Z),
    "cursor_step": (c_int, _P, _P, _P, _P, _P, _P, _Z),
    "cursor_move": (_P, _P, _Z, c_uint32, c_int),
    "cursor_find": (c_uint32, _P, _Z, _S),
    "search_new": (_P, _P, POINTER(SearchSettings)),
    "search_free": (None, _P),
    "search_set": (c_bool, _P, _P, _Z, _P, _Z),
    "search_run": (c_bool, _P, _L, c_uint64), "search_best": (c_uint32, _P),
    "search_values": (_Z, _P, POINTER(MoveValueStruct), _Z),
    "batch_new": (_P, _P, _Z), "batch_free": (None, _P),
    "batch_reset": (c_bool, _P, _P), "batch_legal": (c_bool, _P, _Z, _Z, _P),
    "batch_turns": (c_bool, _P, _Z, _P, _P),
    "batch_terminal": (c_bool, _P, _P), "batch_goals": (c_bool, _P, _P),
    "batch_features": (c_bool, _P, _P), "batch_step": (c_bool, _P, _P),
    "batch_step_turns": (c_bool, _P, _P),
    "board_new": (_P, _P, _L), "board_free": (None, _P),
    "board_json": (_P, _P), "board_picture": (_P, _P, _STRINGS, _Z),
    "board_step": (_P, _P, _STRINGS, _Z, _STRINGS, _Z, _Z, c_bool),
    "explanation_count": (_Z,), "explanation": (_Explanation, _Z),
}


def _open() -> ctypes.CDLL:
    built = pathlib.Path(__file__).resolve().parents[2] / "build" / SONAME
    path = os.environ.get("ZERMELO_LIBRARY") or (
        str(built) if built.exists() else SONAME)
    try:
        return ctypes.CDLL(path)
    except OSError as reason:
        raise ImportError(
            f"zermelo needs {SONAME} (Debian package libzermelo1), or its "
            f"path in ZERMELO_LIBRARY: {reason}") from None


class Library:
    """The functions of zermelo.h, without their prefix."""

    def __init__(self) -> None:
        self._library = _open()
        self._free = ctypes.CDLL(None).free
        self._free.argtypes, self._free.restype = [c_void_p], None
        for name, (result, *parameters) in _FUNCTIONS.items():
            function = getattr(self._library, "zermelo_" + name)
            function.restype, function.argtypes = result, parameters

    def __getattr__(self, name: str) -> Any:
        function = getattr(self._library, "zermelo_" + name)
        setattr(self, name, function)
        return function

    def text(self, address: Optional[int]) -> Optional[str]:
        """The string at ADDRESS, which is freed."""
        if not address:
            return None
        text = ctypes.string_at(address).decode("utf-8", "replace")
        self._free(address)
        return text


library = Library()
version: str = library.version().decode()


def limits_of(time: Optional[float] = None,
              memory: Optional[int] = None) -> Limits:
    limits = Limits(seconds=time or 0, megabytes=memory or 0)
    limits.cancelled = ctypes.pointer(c_int(0))
    return limits


def interruptible(call: Callable[[Limits], Any], limits: Limits) -> Any:
    """CALL(LIMITS), in which Ctrl-C sets the flag of LIMITS: signals reach
    Python only between calls, so the main thread waits for another one."""
    if threading.current_thread() is not threading.main_thread():
        return call(limits)
    results: list[Any] = []
    faults: list[BaseException] = []

    def run() -> None:
        try:
            results.append(call(limits))
        except BaseException as fault:
            faults.append(fault)

    thread = threading.Thread(target=run)
    thread.start()
    try:
        thread.join()
    except BaseException:
        limits.cancelled.contents.value = 1
        thread.join()
        raise
    if faults:
        raise faults[0]
    return results[0]


def answer_of(text: Optional[str]) -> Any:
    """TEXT as JSON; an error in it is raised."""
    if text is None:
        raise Error("out of memory", "memory")
    answer = json.loads(text)
    error = answer.get("error") if isinstance(answer, dict) else None
    if isinstance(error, dict):
        raise Error(error["message"], error["rule"])
    return answer


def strings(texts: Sequence[str]) -> Any:
    return (c_char_p * len(texts))(*(text.encode() for text in texts))


def reason(function: Callable[[Any], Any]) -> Any:
    """FUNCTION(&why); if it returns NULL, *why is raised."""
    why = c_char_p()
    result = function(byref(why))
    if not result:
        raise Error((why.value or b"it cannot be said why").decode())
    return result
