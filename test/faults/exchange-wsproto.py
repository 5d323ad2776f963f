"""Exchanges frames with the feed through the library wsproto: python3 exchange-wsproto.py URL FRAMES"""

import json
import socket
import sys
from urllib.parse import urlsplit

from wsproto import ConnectionType, WSConnection
from wsproto.events import AcceptConnection, CloseConnection, Ping, Pong, Request, TextMessage


class Client:
    def __init__(self, url):
        parts = urlsplit(url)
        self.wire = socket.create_connection((parts.hostname, parts.port), timeout=30)
        self.wire.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.protocol = WSConnection(ConnectionType.CLIENT)
        self.texts = []
        self.pongs = []
        self.accepted = None
        self.closed = None
        self.partial = ""
        self.send(Request(host=parts.netloc, target=parts.path, subprotocols=["yagura.v1"]))

    def send(self, event):
        self.wire.sendall(self.protocol.send(event))

    def read(self):
        data = self.wire.recv(65536)
        self.protocol.receive_data(data or None)
        for event in self.protocol.events():
            if isinstance(event, AcceptConnection):
                self.accepted = event
            elif isinstance(event, TextMessage):
                self.partial += event.data
                if event.message_finished:
                    self.texts.append(json.loads(self.partial))
                    self.partial = ""
            elif isinstance(event, Ping):
                self.send(event.response())
            elif isinstance(event, Pong):
                self.pongs.append(bytes(event.payload))
            elif isinstance(event, CloseConnection):
                self.closed = event.code

    def text(self):
        while True:
            while not self.texts:
                self.read()
            frame = self.texts.pop(0)
            if frame["type"] != "heartbeat":
                return frame


def main(url, count):
    client = Client(url)
    assert client.text()["type"] == "welcome"
    assert client.accepted.subprotocol == "yagura.v1" and not client.accepted.extensions
    wrong = 0
    for number in range(count // 2):
        asked = ("%d 櫓" % number).ljust(60 if number % 2 else 4, "x")
        frame = json.dumps({"type": "unsubscribe", "id": asked}, ensure_ascii=False)
        # In two fragments, cut anywhere.
        cut = number % len(frame)
        client.send(TextMessage(data=frame[:cut], message_finished=False))
        client.send(TextMessage(data=frame[cut:]))
        answer = client.text()
        wrong += answer.get("code") != "unknown-id" or answer.get("id") != asked
        client.send(Ping(payload=str(number).encode()))
        while not client.pongs:
            client.read()
        wrong += client.pongs.pop(0) != str(number).encode()
    client.send(CloseConnection(code=1000, reason="done"))
    while client.closed is None:
        client.read()
    print(json.dumps({"exchanged": count // 2 * 2, "wrong": wrong, "closed": client.closed}))


main(sys.argv[1], int(sys.argv[2]))
