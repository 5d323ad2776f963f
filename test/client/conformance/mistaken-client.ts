/** A small client of the feed in this process, right or with one mistake: the kit must find each. */
import { WebSocket } from "ws";
import type { Order } from "./cases.ts";
import type { Player } from "./play.ts";

/** The mistakes, each with a case that finds it. */
export const mistakes = {
  "asks again for the last entry": "from start, all, cut",
  "skips an entry": "from start, all, cut",
  "forgets its place": "from four, all, cut",
  "begins anew": "from zero, all, two cuts",
  "has no place before the first entry": "from new, all, cut",
  "does not connect again": "from start, all, cut",
  "does not see a silence": "from start, all, silence",
  "takes bye for the end": "from start, all, restart",
  "loses the types": "from start, types, cut",
  "loses the subjects": "from start, subjects, cut",
  "loses the condition": "from start, where, cut",
  "is silent about a gap": "lost at the start, pruned, all",
  "counts a gap from its place": "lost on the way, pruned, all",
  "is silent about a gap within": "damaged within, all",
  "forgets the epoch": "lost on the way, restored, longer, all",
  "takes entries of another epoch for repeats": "lost on the way, restored, shorter, all",
  "keeps the old epoch": "lost on the way, restored, longer, all",
  "takes no new snapshot behind a gap": "snapshot of all, pruned",
  "takes half a snapshot for a whole one": "snapshot of all, cut before live",
  "takes a snapshot at each connection": "snapshot of alerts, cut",
  "never acks": "consumer, killed, all",
  "sets the place of its consumer again": "consumer, from the start, all",
  "fights for its consumer": "consumer, taken over, all",
  "asks again what was refused": "refused, a condition that is none",
  "tries a wrong token again": "refused, a wrong token",
  "loses the token": "token, cut",
  "cannot take a large entry": "a large entry",
} as const;

export type Mistake = keyof typeof mistakes;

interface Place {
  readonly epoch: string;
  readonly seq: number;
}

/** @param mistake left out: it makes none */
export function createMistakenClient(mistake?: Mistake): Player {
  let heard: (line: string | undefined) => void = () => {};
  let running: Following | undefined;
  return {
    send(line) {
      if ("stop" in line) {
        running?.close();
        heard('{"type":"stopped"}');
      } else running = new Following(line as Asked, (told) => heard(JSON.stringify(told)), mistake);
    },
    listen(listener) {
      heard = listener;
    },
    pause: () => {},
    resume: () => {},
    kill: async () => running?.close(),
  };
}

type Asked = Order & { readonly url: string };

class Following {
  readonly #asked: Asked;
  readonly #tell: (line: object) => void;
  readonly #mistake: Mistake | undefined;
  #socket: WebSocket | undefined;
  #place: Place | undefined;
  #epoch = "";
  #connections = 0;
  #isClosed = false;
  #silence: NodeJS.Timeout | undefined;
  #silenceMs = 5_000;

  constructor(asked: Asked, tell: (line: object) => void, mistake: Mistake | undefined) {
    this.#asked = asked;
    this.#tell = tell;
    this.#mistake = mistake;
    this.#connect();
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#silence);
    this.#socket?.terminate();
  }

  #has(mistake: Mistake): boolean {
    return this.#mistake === mistake;
  }

  #connect(): void {
    if (this.#isClosed) return;
    const isLater = this.#connections > 0;
    this.#connections += 1;
    const { url, token } = this.#asked;
    const shown = token !== undefined && !(isLater && this.#has("loses the token"));
    const socket = new WebSocket(url, ["yagura.v1", ...(shown ? [`bearer.${token}`] : [])], {
      ...(this.#has("cannot take a large entry") && { maxPayload: 100_000 }),
    });
    this.#socket = socket;
    socket.on("unexpected-response", (_, { statusCode }) => {
      if (statusCode === 401 && !this.#has("tries a wrong token again")) this.#refuse();
      socket.terminate();
    });
    socket.on("error", () => {});
    socket.on("message", (text) => this.#hear(JSON.parse(String(text))));
    socket.on("close", () => {
      clearTimeout(this.#silence);
      if (!this.#has("does not connect again")) setTimeout(() => this.#connect(), 30);
    });
  }

  // biome-ignore lint/suspicious/noExplicitAny: frames are looked into freely
  #hear(frame: any): void {
    if (this.#isClosed) return;
    clearTimeout(this.#silence);
    if (frame.type === "welcome") this.#welcome(frame);
    if (!this.#has("does not see a silence"))
      this.#silence = setTimeout(() => this.#socket?.terminate(), this.#silenceMs);
    if (frame.type === "subscribed") this.#subscribed(frame);
    if (frame.type === "episode" || frame.type === "item") this.#tell(frame);
    if (frame.type === "episode" && this.#has("takes half a snapshot for a whole one"))
      this.#moved(frame.seq);
    if (frame.type === "event" || frame.type === "live") this.#entry(frame);
    if (frame.type === "bye" && this.#has("takes bye for the end")) this.#refuse();
    if (frame.type === "error" && !this.#has("asks again what was refused")) this.#refuse();
    if (frame.type === "error") this.#socket?.close();
    if (frame.type === "ended" && this.#has("fights for its consumer")) this.#socket?.close();
    else if (frame.type === "ended") this.#refuse();
  }

  #welcome({ epoch, heartbeatMs }: { epoch: string; heartbeatMs: number }): void {
    if (this.#epoch === "" || !this.#has("keeps the old epoch")) this.#epoch = epoch;
    this.#silenceMs = heartbeatMs * 2.5;
    const isLater = this.#connections > 1;
    const { types, subjects, watchlist, where, consumer } = this.#asked;
    const filters = {
      ...(!(isLater && this.#has("loses the types")) && { types }),
      ...(!(isLater && this.#has("loses the subjects")) && { subjects }),
      ...(!(isLater && this.#has("loses the condition")) && { where }),
    };
    const frame = { type: "subscribe", id: "kit", ...filters, watchlist, consumer, ...this.#start() };
    this.#socket?.send(JSON.stringify(frame));
  }

  #start(): object {
    const { since, epoch, consumer } = this.#asked;
    const isAnew = this.#has("begins anew") || this.#has("takes a snapshot at each connection");
    if (this.#place === undefined || isAnew) return { since, epoch };
    if (this.#has("forgets its place")) return {};
    if (consumer !== undefined) return this.#has("sets the place of its consumer again") ? { since } : {};
    const shift = this.#has("asks again for the last entry") ? -1 : this.#has("skips an entry") ? 1 : 0;
    const place = { since: this.#place.seq + shift, epoch: this.#place.epoch };
    return this.#has("forgets the epoch") ? { since: place.since } : place;
  }

  #subscribed({ since, recovered, gap }: { since: number; recovered: boolean; gap?: Gap }): void {
    const isSnapshot = this.#asked.since === "snapshot" && this.#place === undefined;
    if (recovered && (isSnapshot || this.#has("takes a snapshot at each connection"))) {
      if (this.#asked.since === "snapshot") this.#tell({ type: "snapshot" });
      return;
    }
    const isWithin = this.#place !== undefined && this.#connections === 1;
    const isSilent =
      this.#has("is silent about a gap") || (isWithin && this.#has("is silent about a gap within"));
    if (gap !== undefined && !isSilent) {
      const from = gap.from - (this.#has("counts a gap from its place") ? 1 : 0);
      this.#tell({ type: "gap", from, to: gap.to, epoch: this.#epoch });
    }
    if (!recovered || !this.#has("has no place before the first entry")) this.#moved(since);
    if (recovered || this.#asked.since !== "snapshot" || this.#has("takes no new snapshot behind a gap"))
      return;
    this.#place = undefined;
    this.#socket?.terminate();
  }

  #entry({ type, seq, event }: { type: string; seq: number; event?: object }): void {
    const isOf =
      this.#place?.epoch === this.#epoch || this.#has("takes entries of another epoch for repeats");
    const isRepeat = type === "event" && isOf && this.#place !== undefined && seq <= this.#place.seq;
    const repeats = this.#has("asks again for the last entry") || this.#has("begins anew");
    if (isRepeat && !repeats) return;
    this.#tell({ type, epoch: this.#epoch, seq, event });
    this.#moved(seq);
  }

  #moved(seq: number): void {
    if (this.#has("takes entries of another epoch for repeats") && (this.#place?.seq ?? 0) > seq) return;
    this.#place = { epoch: this.#epoch, seq };
    if (this.#asked.consumer !== undefined && !this.#has("never acks"))
      this.#socket?.send(JSON.stringify({ type: "ack", id: "kit", seq }));
  }

  #refuse(): void {
    this.#tell({ type: "refused" });
    this.close();
  }
}

interface Gap {
  readonly from: number;
  readonly to: number;
}
