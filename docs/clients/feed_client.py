"""A client of the feed for Python 3.9 or newer and the package websockets (Debian: python3-websockets).

    async for kind, frame in follow("ws://127.0.0.1:8080/feed", types=["alert.*"], since="snapshot"): ...

follow() stays connected, goes on where it was, and drops repeats. It yields

    "snapshot", {}                        what stands now follows: forget what was known
    "episode", {seq, alert, state, since, times, event}; without event where the log does not keep it any more
    "item", {source, key, subject, now}
    "live", {epoch, seq}                  the snapshot is over
    "event", {epoch, seq, event}
    "gap", {epoch, from, to}              these entries are lost; with since="snapshot" a new snapshot follows

What it yielded is handled when the next is asked for; with `consumer` the feed is told so, and keeps the place.
Entries that the program has not asked for wait in the monitor: nothing is read ahead but a few frames.
"""
import asyncio
import json
import random

import websockets


class Refused(Exception):
    """The feed will not accept this question, token or consumer; asking again would get the same answer."""


async def follow(url, token=None, since=None, epoch=None, consumer=None, **filters):
    """`since` is a seq (with its `epoch`), "start", "snapshot", or None for what is new."""
    place = None if epoch is None else {"epoch": epoch, "seq": since}
    protocols = ["yagura.v1"] + ([f"bearer.{token}"] if token else [])
    failures = 0
    while True:
        link = Link(since, consumer, filters, place)
        try:
            async with websockets.connect(url, subprotocols=protocols, max_size=None) as link.socket:
                async for kind, frame in link.read():
                    yield kind, frame
                    failures = 0
        except (OSError, asyncio.TimeoutError, websockets.WebSocketException) as error:
            status = getattr(getattr(error, "response", error), "status_code", None)
            closed = getattr(getattr(error, "rcvd", None), "code", None)
            if status in (401, 403) or closed == 4400:
                raise Refused(f"the feed refused with {status or closed}") from error
        place = link.place
        await asyncio.sleep(link.retry_after + random.random() * min(30, 0.5 * 2**failures))
        failures = min(failures + 1, 10)


class Link:
    """One connection, from `place` on: what was handled, or None before a first answer or a whole snapshot."""

    def __init__(self, since, consumer, filters, place):
        self.since, self.consumer, self.filters, self.place = since, consumer, filters, place
        self.epoch, self.acked, self.acking, self.retry_after = None, None, False, 0
        self.socket = None

    async def read(self):
        silence = 10
        while True:
            frame = json.loads(await asyncio.wait_for(self.socket.recv(), silence))
            kind = frame.pop("type")
            if kind == "welcome":
                self.epoch, silence = frame["epoch"], frame["heartbeatMs"] / 400
                question = {"type": "subscribe", "id": "feed", "consumer": self.consumer}
                await self.send(**question, **self.filters, **self.start())
            elif kind == "subscribed":
                self.acked, self.acking = frame.get("gap", {"from": frame["since"] + 1})["from"] - 1, False
                if self.since == "snapshot" and self.place is None and frame["recovered"]:
                    yield "snapshot", {}
                elif not self.had(frame["since"]):
                    if not frame["recovered"]:
                        yield "gap", {"epoch": self.epoch, **frame["gap"]}
                    await self.handled(frame["since"])
                    if not frame["recovered"] and self.since == "snapshot":
                        self.place = None
                        return
            elif kind in ("episode", "item"):
                yield kind, frame
            elif kind == "live" or (kind == "event" and not self.had(frame["seq"])):
                yield kind, {**frame, "epoch": self.epoch}
                await self.handled(frame["seq"])
            elif kind == "heartbeat" and self.acked is not None and self.place and not self.had(frame["seq"]):
                await self.handled(frame["seq"])
            elif kind == "acked":
                self.acking = False
                await self.ack()
            elif kind == "bye":
                self.retry_after = frame["retryAfterMs"] / 1000
            elif kind in ("error", "ended"):
                raise Refused(frame.get("message") or frame["reason"])

    def start(self):
        if self.place is None:
            return {"since": self.since}
        return {} if self.consumer else {"since": self.place["seq"], "epoch": self.place["epoch"]}

    def had(self, seq):
        return self.place is not None and self.place["epoch"] == self.epoch and seq <= self.place["seq"]

    async def handled(self, seq):
        self.place = {"epoch": self.epoch, "seq": seq}
        await self.ack()

    async def ack(self):
        """One at a time; the next says all that was handled meanwhile."""
        if self.consumer and self.place and not self.acking and self.place["seq"] > self.acked:
            self.acked, self.acking = self.place["seq"], True
            await self.send(type="ack", id="feed", seq=self.acked)

    async def send(self, **frame):
        await self.socket.send(json.dumps({key: value for key, value in frame.items() if value is not None}))
