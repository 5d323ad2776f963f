/** Every frame of a feed that wants a token, as the text that came. */
import { onTestFinished } from "vitest";
import { WebSocket } from "ws";

export interface FeedReader {
  readonly texts: string[];
}

export function followFeed(url: string, token: string): FeedReader {
  const texts: string[] = [];
  const socket = new WebSocket(url, "yagura.v1", { headers: { authorization: `Bearer ${token}` } });
  socket.on("message", (data) => {
    const text = String(data);
    texts.push(text);
    if (text.includes('"type":"welcome"'))
      socket.send(JSON.stringify({ type: "subscribe", id: "all", since: "start" }));
  });
  onTestFinished(() => socket.terminate());
  return { texts };
}
