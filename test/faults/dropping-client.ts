/** A client that loses its connection again and again, resumes as docs/feed.md says, and keeps account of every entry. */
import { WebSocket } from "ws";

interface Account {
  /** Entries that came, in order. */
  taken: number;
  /** Jumps over entries, and gaps that were announced. */
  lost: number;
  /** Entries that came again, or earlier than one before them. */
  wrong: number;
  drops: number;
}

export interface DroppingClient {
  readonly account: Account;
  /** From here on the connection is left alone. */
  settle(): void;
  end(): void;
}

interface Choices {
  readonly url: string;
  readonly drops: number;
  /** How long connections live at most, ms. */
  readonly longestMs: number;
  random(): number;
  /** The text of each entry by seq, whoever got it first. */
  readonly told: Map<number, string>;
}

export function droppingClient({ url, drops, longestMs, random, told }: Choices): DroppingClient {
  const account: Account = { taken: 0, lost: 0, wrong: 0, drops: 0 };
  let epoch = "";
  let last = 0;
  let settled = false;
  let ended = false;
  let socket: WebSocket;

  const takeEntry = (text: string): void => {
    const seq = Number(/"seq":(\d+)/.exec(text)?.[1]);
    const known = told.get(seq);
    if (known === undefined) told.set(seq, text);
    // An id that names two entries, for two clients or before and after a kill.
    else if (known !== text) account.wrong += 1;
    if (seq <= last) account.wrong += 1;
    else if (seq > last + 1) account.lost += seq - last - 1;
    else account.taken += 1;
    last = Math.max(last, seq);
  };
  const take = (text: string): void => {
    if (text.startsWith('{"type":"event"')) {
      takeEntry(text);
      return;
    }
    const frame = JSON.parse(text);
    if (frame.type === "welcome") {
      const place = last === 0 ? { since: "start" } : { since: last, epoch };
      if (epoch !== "" && frame.epoch !== epoch) account.wrong += 1;
      epoch = frame.epoch;
      socket.send(JSON.stringify({ type: "subscribe", id: "all", ...place }));
    }
    if (frame.type === "subscribed" && !frame.recovered) account.lost += 1;
  };
  const connect = (): void => {
    if (ended) return;
    const own = new WebSocket(url, "yagura.v1");
    socket = own;
    let dropped = false;
    const drop = () => {
      // Only a connection that stood is one that was dropped.
      if (settled || ended || own.readyState !== WebSocket.OPEN) return;
      dropped = true;
      account.drops += 1;
      own.terminate();
    };
    own.on("open", () => {
      if (account.drops < drops) setTimeout(drop, random() * longestMs);
    });
    own.on("message", (data) => {
      if (!dropped) take(String(data));
    });
    own.on("error", () => {});
    own.on("close", () => setTimeout(connect, dropped ? 0 : 50));
  };
  connect();
  return {
    account,
    settle() {
      settled = true;
    },
    end() {
      ended = true;
      socket.terminate();
    },
  };
}
