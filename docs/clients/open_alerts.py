"""Keeps a file with the alerts that are open: python3 open_alerts.py, with feed_client.py beside it."""
import asyncio
import json
import os
import sys

from feed_client import follow

FEED = os.environ.get("YAGURA_FEED", "ws://127.0.0.1:8080/feed")
FILE = os.environ.get("OPEN_ALERTS", "open-alerts.json")


async def main():
    opened = {}
    async for kind, frame in follow(FEED, os.environ.get("YAGURA_TOKEN"), "snapshot", types=["alert.*"]):
        if kind == "gap":
            print(f"entries {frame['from']} to {frame['to']} are lost; asking again what is open", file=sys.stderr)
        elif kind == "snapshot":
            opened = {}
        elif kind in ("episode", "event") and "event" in frame:
            change(opened, frame)
        if kind in ("live", "event"):
            with open(FILE + ".new", "w", encoding="utf-8") as file:
                json.dump(list(opened.values()), file)
            os.replace(FILE + ".new", FILE)  # nobody reads half a file


def change(opened, frame):
    event, now = frame["event"], frame["event"]["data"]["now"]
    name = (now["rule"], now["key"])
    before = opened.get(name, {"seq": 0, "since": event["time"], "times": 0})
    if event["type"] == "alert.resolved":
        opened.pop(name, None)
    elif event["type"] == "alert.fired" and frame["seq"] > before["seq"]:  # a snapshot may have it already
        since, times = frame.get("since", before["since"]), frame.get("times", before["times"] + 1)
        alert = {"rule": now["rule"], "key": now["key"], "title": now["title"]}
        opened[name] = {**alert, "seq": frame["seq"], "since": since, "times": times}


asyncio.run(main())
