"""feed_client.py under the conformance kit: python3 conformance.py, with feed_client.py beside it."""
import asyncio
import json
import sys

from feed_client import Refused, follow


def say(**line):
    print(json.dumps(line), flush=True)


async def play(url, **order):
    try:
        async for kind, frame in follow(url, **order):
            say(type=kind, **frame)
    except Refused as refused:
        say(type="refused", message=str(refused))


async def main():
    playing = None
    while line := await asyncio.to_thread(sys.stdin.readline):
        order = json.loads(line)
        if "stop" not in order:
            playing = asyncio.create_task(play(**order))
        elif playing:
            playing.cancel()
            await asyncio.gather(playing, return_exceptions=True)
            say(type="stopped")


asyncio.run(main())
