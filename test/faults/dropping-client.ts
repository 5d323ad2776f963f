/** A client that loses its connection again and again, resumes as docs/feed.md says, and keeps account of every entry. */
import { WebSocket } from "ws";

interface Account {
  /** Entries that came, in order. */
  taken: number;
  /** Jumps over entries, and gaps that were announced. */
  lost: number;
  /** Entries that came again, or earlier than one before them. For a consumer only after they were acked. */
  wrong: number;
  /** Entries that came again to a consumer, which had not heard that its ack was kept. */
  again: number;
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
  /** Name under which the server keeps its place; left out: it keeps that itself, by epoch and seq. */
  readonly consumer?: string | undefined;
  /** The address that it comes from; left out: the system's choice. */
  readonly localAddress?: string | undefined;
}

/** The share of its entries that a consumer acknowledges. */
const ackedShare = 0.3;

export function droppingClient({ url, drops, longestMs, random, told, ...place }: Choices): DroppingClient {
  const { consumer, localAddress } = place;
  const account: Account = { taken: 0, lost: 0, wrong: 0, again: 0, drops: 0 };
  /** The last entry of which it heard that its ack was kept; undefined: it never began. */
  let acked: number | undefined;
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
    if (seq <= (acked ?? last)) account.wrong += 1;
    else if (seq <= last) account.again += 1;
    else if (seq > last + 1) account.lost += seq - last - 1;
    else account.taken += 1;
    last = Math.max(last, seq);
    if (consumer !== undefined && random() < ackedShare)
      socket.send(JSON.stringify({ type: "ack", id: "all", seq }));
  };
  const placeAsked = () => {
    if (consumer !== undefined) return { consumer, ...(acked === undefined && { since: "start" }) };
    return last === 0 ? { since: "start" } : { since: last, epoch };
  };
  const take = (text: string): void => {
    if (text.startsWith('{"type":"event"')) {
      takeEntry(text);
      return;
    }
    const frame = JSON.parse(text);
    if (frame.type === "welcome") {
      if (epoch !== "" && frame.epoch !== epoch) account.wrong += 1;
      epoch = frame.epoch;
      socket.send(JSON.stringify({ type: "subscribe", id: "all", ...placeAsked() }));
    }
    if (frame.type === "subscribed" && !frame.recovered) account.lost += 1;
    if (consumer === undefined) return;
    // It goes on from what was kept, and not from before.
    if (frame.type === "subscribed" && frame.since < (acked ?? 0)) account.wrong += 1;
    if (frame.type === "subscribed") acked ??= frame.since;
    if (frame.type === "acked") acked = Math.max(acked ?? 0, frame.seq);
    if (frame.type === "error" || frame.type === "ended") account.wrong += 1;
  };
  const connect = (): void => {
    if (ended) return;
    const own = new WebSocket(url, "yagura.v1", { localAddress });
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
