"""Exchanges frames with the feed through the library websockets: python3 exchange-websockets.py URL FRAMES"""

import asyncio
import json
import sys

import websockets


async def main(url, count):
    async with websockets.connect(url, subprotocols=["yagura.v1"]) as socket:
        assert socket.subprotocol == "yagura.v1"
        assert socket.extensions == []
        welcome = json.loads(await socket.recv())
        assert welcome["type"] == "welcome", welcome
        wrong = 0
        for number in range(count // 2):
            # An error repeats the id, so each answer shows which frame it answers.
            asked = ("%d 櫓" % number).ljust(60 if number % 2 else 4, "x")
            await socket.send(json.dumps({"type": "unsubscribe", "id": asked}, ensure_ascii=False))
            answer = json.loads(await socket.recv())
            while answer["type"] == "heartbeat":
                answer = json.loads(await socket.recv())
            wrong += answer.get("code") != "unknown-id" or answer.get("id") != asked
            await asyncio.wait_for(await socket.ping(str(number)), 30)
        await socket.close(1000, "done")
        print(json.dumps({"exchanged": count // 2 * 2, "wrong": wrong, "closed": socket.close_code}))


asyncio.run(main(sys.argv[1], int(sys.argv[2])))
