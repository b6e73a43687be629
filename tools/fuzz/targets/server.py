"""What clients send to a server: socket messages, forms, headers, names."""

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any, cast

import msgspec
from litestar.exceptions import HTTPException, SerializationException
from litestar.serialization import decode_json

from kamchatka.editions import edition as find_edition
from kamchatka.kernel.problem import Problem
from kamchatka.server.club import forms
from kamchatka.server.faults import Fault
from kamchatka.server.http.access.identity import Connection, is_same_origin, language_of
from kamchatka.server.http.routes.words import choose_language
from kamchatka.server.http.sockets import _decode
from kamchatka.server.notices.endpoints import are_valid_keys, is_known_service
from kamchatka.server.protocol import credential_payloads, notice_payloads, payloads, people_payloads, quick_payloads
from kamchatka.server.protocol.messages import Act, Mute, Odds, Say, Sit, SpeakLanguage, Why
from kamchatka.server.protocol.payloads import Form
from kamchatka.server.settings import PUSH_SERVICES
from kamchatka.server.storage.accounts import clean_name
from kamchatka.server.study import study_payloads
from kamchatka.server.tables.attack_odds import chances
from kamchatka.tournament.settings.settings import EventSettings, with_choices
from tools.fuzz.target import Eater, Target, framed
from tools.fuzz.targets.shelf import moments, refusals

FORM_MODULES = (payloads, credential_payloads, notice_payloads, people_payloads, quick_payloads, study_payloads, forms)
FORMS = {
    kind.__name__: kind
    for module in FORM_MODULES
    for kind in vars(module).values()
    if isinstance(kind, type) and issubclass(kind, Form) and kind is not Form
}


# ------------------------------------------------------------------ the socket
def _messages() -> Sequence[bytes]:
    acts = [msgspec.convert(one.action, dict[str, Any]) for one in refusals()]
    said: list[dict[str, Any]] = [{"type": "act", "act": act, "after": 3, "nonce": "n1"} for act in acts]
    said += [{"type": "why", "act": act, "nonce": "n2"} for act in acts[::5]]
    said += [msgspec.to_builtins(one) for one in (
        Say("ciao"), Say(phrase="well_played"), Mute("Ada"), SpeakLanguage("it"), Sit(1),
        Odds("alaska", "kamchatka", "n3"), Odds("alaska", "kamchatka", "n3", ("land",), True),
    )]  # fmt: skip
    said += [{"type": kind} for kind in ("back", "resync", "ping")]
    return [msgspec.json.encode(one) for one in said]


def _prepare_messages() -> Eater:
    """Decode as the socket does, and compute odds."""
    matches = [moment.match() for moment in moments()[::9]]

    def eat(data: bytes) -> None:
        message = _decode(data.decode("utf-8", "replace"))
        if isinstance(message, Act | Why):
            msgspec.to_builtins(message)
        elif isinstance(message, Odds):
            chances(matches[len(data) % len(matches)], message)

    return eat


# ------------------------------------------------------------------ forms
FILLED: dict[str, dict[str, Any]] = {
    "GuestForm": {"name": "Ada"},
    "AccountForm": {"name": "Ada", "password": "correct horse"},
    "TokenForm": {"label": "bot", "scopes": ["play"], "days": 30},
    "RulesForm": {"options": {"ending": "time_attack_clock", "army_cap": 100}},
    "TableForm": {
        "edition": "modern",
        "seats": [{"kind": "me"}, {"kind": "bot", "bot": "captain"}, {"kind": "screen", "name": "Zoë"}],
        "name": "Serata",
        "options": {"ending": "time_attack_cards"},
        "private": True,
        "clock": {"per": "turn", "seconds": 60},
        "absent_after": 90,
        "delay": 30,
        "pace": "calm",
    },
    "JoinForm": {"seat": 1},
    "VoteForm": {"stop": True},
    "EventForm": {
        "name": "Raduno",
        "preset": "ranking",
        "date": "2026-11-15",
        "choices": {"minutes": "90", "prizes": "50,25"},
    },
    "SettingsForm": {"choices": {"rounds": "3", "percent": "5:125,3:75"}, "after": 4},
    "EntrantForm": {"name": "Ada", "club": "Milano", "region": "Lombardia"},
    "AmendForm": {"after": 3, "name": "Ada B.", "club": "Roma"},
    "WithdrawForm": {"back": True},
    "DrawForm": {"seed": 7, "method": "greedy", "again": False},
    "PublishForm": {"seed": 7, "tables": [[1, 2, 3, 4], [5, 6, 7, 8]]},
    "AbsentForm": {"number": 3, "substitute": 0},
    "ResultForm": {
        "lines": [{"entrant": 1, "points": 54, "outside": 12}, {"entrant": 2, "card": 7, "held": ["alaska"]}],
        "after": 9,
    },
    "PenaltyForm": {"entrant": 1, "after": 2, "points": 10, "reason": "late"},
    "SettleForm": {"question": 12, "note": "ok"},
    "UndoForm": {"entries": [4, 5]},
    "RunForm": {"running": True, "table": 1},
    "CapForm": {"armies": {"1": 131}},
    "PasswordForm": {"old": "correct horse", "new": "battery staple"},
    "NoticeForm": {"push_off": ["turn"], "mail_off": ["friend"], "digest": True},
    "PushForm": {"endpoint": "https://fcm.googleapis.com/fcm/send/abc:def", "p256dh": "B" * 87, "auth": "A" * 22},
    "EmailForm": {"email": "ada@example.org"},
    "CodeForm": {"code": "AB12-CD34"},
    "ReportForm": {"name": "Bruno", "reason": "talk", "table": "abc", "text": "look"},
    "SanctionForm": {"name": "Bruno", "kind": "mute", "reason": "talk", "hours": 24},
    "QuickForm": {"preset": "quick", "edition": "modern", "pace": "live", "bots_after": 60, "rated": True},
    "AnswerForm": {"edition": "modern", "id": "p1", "choice": 2},
    "TrainingForm": {"rating": 1500, "tried": 3, "solved": 2},
}


def _form_bodies() -> Sequence[bytes]:
    return [msgspec.json.encode(name) + b"\n" + msgspec.json.encode(body) for name, body in FILLED.items()]


def _eat_form(data: bytes) -> None:
    """Decode a body as the framework does, then do what the handlers do before they call the game."""
    name, _, body = data.partition(b"\n")
    form = decode_json(body, target_type=FORMS.get(framed(name, str), payloads.TableForm))
    if isinstance(form, payloads.GuestForm | payloads.AccountForm):
        clean_name(form.name)
    elif isinstance(form, payloads.TableForm):
        find_edition(form.edition).table_rules(form.options)
    elif isinstance(form, notice_payloads.PushForm):
        is_known_service(form.endpoint, PUSH_SERVICES.split(","))
        are_valid_keys(form.p256dh, form.auth)
    elif isinstance(form, forms.EventForm | forms.SettingsForm):
        with_choices(EventSettings(), [f"{key}={value}" for key, value in form.choices.items()])


# ------------------------------------------------------------------ headers
PLAIN_HTTP = SimpleNamespace(settings=SimpleNamespace(secure_cookies=False))  # the part of a server that reads headers


def _eat_headers(data: bytes) -> None:
    """Read Origin and Accept-Language, decoded from bytes like any header."""
    origin, _, language = data.decode("latin-1").partition("\n")
    asked = SimpleNamespace(
        headers={"origin": origin, "host": "games.example", "accept-language": language},
        query_params={},
        scope={"scheme": "http"},
        app=SimpleNamespace(state=SimpleNamespace(server=PLAIN_HTTP)),
    )
    connection = cast(Connection, asked)
    is_same_origin(connection)
    language_of(connection)
    choose_language(language)


HEADERS = (
    b"http://games.example\nit-IT,it;q=0.9,en;q=0.8",
    b"https://[::1]:8210\n*",
    b"null\nde",
    b"http://a@b:99\nen_GB.UTF-8",
)
REFUSES = (Problem, Fault, msgspec.DecodeError, UnicodeError, HTTPException, SerializationException)
TARGETS = (
    Target(
        "socket", "messages of a table's socket", "json", _messages, _prepare_messages, REFUSES, share=250, largest=5000
    ),
    Target("form", "forms over HTTP", "lines", _form_bodies, lambda: _eat_form, REFUSES, share=150),
    Target(
        "headers",
        "Origin and Accept-Language",
        "bytes",
        lambda: HEADERS,
        lambda: _eat_headers,
        (),
        share=100,
        largest=500,
    ),
)
