"""What the pages ask for: past rounds, meters, exports, commands, and a bench's lines.

A command is passed on to the table, which obeys the badge that is in there and nothing else; a bench's line exists
only where the table is a bench. Both go through `guard`.
"""

from collections.abc import AsyncIterator, Awaitable, Callable
from functools import wraps
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from controller.console.feed import LONGEST_REQUEST, Feed, Offline, TooLong, TooMuch
from controller.console.guard import Refusal, said
from controller.console.records import WHOLE, NoRecords, Records

NOT_ANSWERING: Final = "The table is not answering"
TYPES: Final = {"csv": "text/csv", "jsonl": "application/jsonl"}
ERROR: Final = b'{"error":'
NUMBERS: Final = ("before", "limit", "round", "seat")

Handler = Callable[[Request], Awaitable[Response]]


def api(feed: Feed, records: Records) -> list[Route]:
    async def do(request: Request) -> Response:
        body = await said(request)
        return _answer(await feed.ask(do=body.get("words"), reason=body.get("reason", "")))

    async def bench(request: Request) -> Response:
        if not feed.facts.get("bench"):
            raise Refusal(404, "Not Found")
        return _answer(await feed.ask(bench=(await said(request)).get("line")))

    async def rounds(request: Request) -> Response:
        return _json(await records.ask(ask="rounds", **_query(request)), 400)

    async def one_round(request: Request) -> Response:
        return _json(await records.ask(ask="round", round=_whole("round", request.path_params["number"])), 404)

    async def meters(_: Request) -> Response:
        return _json(await records.ask(ask="meters"), 400)

    async def export(request: Request) -> Response:
        form, number = request.path_params["form"], _number(request, "round")
        if form not in TYPES:
            raise Refusal(404, "Not Found")
        stream = records.stream(ask="export", format=form, round=number)
        first = await anext(stream, b"")
        if first.startswith(ERROR):
            return _json(first, 404)
        name = f"rounds.{form}" if number is None else f"round-{number}.{form}"
        return StreamingResponse(
            _after(first, stream), media_type=TYPES[form],
            headers={"content-disposition": f'attachment; filename="{name}"'},
        )  # fmt: skip

    return [
        Route("/api/do", _guarded(do), methods=["POST"]),
        Route("/api/bench", _guarded(bench), methods=["POST"]),
        Route("/api/rounds", _guarded(rounds)),
        Route("/api/rounds/{number}", _guarded(one_round)),
        Route("/api/meters", _guarded(meters)),
        Route("/api/export.{form}", _guarded(export)),
    ]


def _guarded(handler: Handler) -> Handler:
    @wraps(handler)
    async def answer(request: Request) -> Response:
        try:
            return await handler(request)
        except Refusal as refusal:
            return JSONResponse({"error": refusal.error}, refusal.status)
        except Offline:
            return JSONResponse({"error": NOT_ANSWERING}, 503)
        except NoRecords:
            return JSONResponse({"error": "The table's records are not answering"}, 503)
        except TooMuch:
            return JSONResponse({"error": "Too much at once: wait a second"}, 429, {"retry-after": "1"})
        except TooLong:
            return JSONResponse({"error": f"A request has at most {LONGEST_REQUEST} bytes"}, 413)

    return answer


def _answer(found: dict[str, Any]) -> Response:
    error = found.get("error")
    if error is None:
        return JSONResponse(found)
    return JSONResponse({"error": error}, 409 if str(error).startswith("REFUSED") else 400)


def _json(line: bytes, status: int) -> Response:
    failed = line.startswith(ERROR)
    return Response(line, status if failed else 200, media_type="application/json")


async def _after(first: bytes, rest: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    """The first part was waited for, to know that there is an answer at all. One that was cut off must not look
    whole: a download that ends in an exception fails in the browser too."""
    last = first
    async for part in rest:
        yield last
        last = part
    if not last.endswith(WHOLE):
        raise NoRecords
    yield last.removesuffix(WHOLE)


def _query(request: Request) -> dict[str, Any]:
    asked: dict[str, Any] = {name: _number(request, name) for name in NUMBERS}
    asked["alert"] = request.query_params.get("alert") or None
    return {name: value for name, value in asked.items() if value is not None}


def _number(request: Request, name: str) -> int | None:
    text = request.query_params.get(name, "")
    return _whole(name, text) if text else None


def _whole(name: str, text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) < 16):
        raise Refusal(400, f"{name} is a number, not {text[:20]!r}")
    return int(text)
