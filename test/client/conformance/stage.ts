/** The stage of one case: a real feed on loopback, behind a way that can be cut, silenced or held. */
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { WebSocket } from "ws";
import { builtInTypes } from "../../../src/files/event-types.ts";
import type { EventDraft, StoredEntry } from "../../../src/model/event.ts";
import { createFilterCompiler } from "../../../src/rules/sets/filter.ts";
import { createServedFeed, feedOptions, type ServedFeed } from "../../outputs/feed/support/feed-options.ts";
import { heldItem, heldSource, openAlert } from "../../outputs/feed/support/standing.ts";
import { MemoryConsumers } from "../../support/memory-consumers.ts";
import { alertDraft, commentDraft, MemoryLog } from "../../support/memory-log.ts";
import { MemoryPresent } from "../../support/memory-present.ts";
import type { Case } from "./cases.ts";

/** A log of which some entries are damaged. */
class KitLog extends MemoryLog {
  readonly #damaged: ReadonlySet<number>;

  constructor(epoch: string, damaged: readonly number[] = []) {
    super(epoch);
    this.#damaged = new Set(damaged);
  }

  override read(after: number, limit: number): StoredEntry[] {
    const read = super.read(after, limit + this.#damaged.size);
    return read.filter(({ seq }) => !this.#damaged.has(seq)).slice(0, limit);
  }

  /** @param padding characters of each, besides its own */
  write(count: number, padding = 0): void {
    for (let made = 0; made < count; made += 1) this.append(draftOf(this.head() + 1, padding));
  }
}

function draftOf(seq: number, padding: number): EventDraft {
  if (seq % 3 === 2) {
    const draft = commentDraft("6758", seq);
    return { ...draft, data: { now: { ...draft.data.now, body: `櫓${"x".repeat(padding)}` } } };
  }
  const draft =
    seq % 3 === 1 ? alertDraft("7203", { severity: "critical", padding }) : alertDraft("6758", { padding });
  return { ...draft, data: { now: { ...draft.data.now, key: String(seq) } } };
}

const compileFilter = createFilterCompiler(builtInTypes);
const largePadding = 500_000;

/** Does what the steps of a case say, but for what its client tells. */
export class Stage {
  readonly #case: Case;
  readonly #places = new MemoryConsumers();
  readonly #present = new MemoryPresent();
  readonly #way = new Way();
  #log: KitLog;
  #feed: ServedFeed | undefined;
  #url = "";

  constructor(one: Case) {
    this.#case = one;
    const { entries, oldest = 1, damaged } = one.log;
    this.#log = new KitLog("one", damaged);
    this.#log.write(entries);
    this.#log.pruneBefore(oldest);
    const [first, , third] = this.#log.read(0, 3);
    const alert = (seq: number, subject: string, latest: StoredEntry | undefined) =>
      openAlert({ seq, subject, key: String(seq), alert: `e-${seq}`, ...(latest && { latest }) });
    this.#present.open = [alert(1, "7203", first), alert(3, "6758", third)];
    this.#present.held = [heldSource([heldItem("7203"), heldItem("6758")])];
  }

  /** Address at which clients reach the feed. */
  get url(): string {
    return this.#url;
  }

  get epoch(): string {
    return this.#log.epoch;
  }

  async open(): Promise<void> {
    this.#url = `ws://127.0.0.1:${await this.#way.open()}/feed`;
    await this.#begin();
  }

  async close(): Promise<void> {
    this.#way.close();
    await this.#feed?.stop(0);
  }

  /** Whether a subscription was answered since the way was cut last. */
  get isReady(): boolean {
    return this.#way.answers > 0;
  }

  /** Whether the feed let go of its client. */
  get isClosed(): boolean {
    return this.#feed?.connections() === 0;
  }

  /** Whether an entry is as the log has it. */
  isSame(seq: unknown, event: unknown): boolean {
    const [stored] = typeof seq === "number" ? this.#log.read(seq - 1, 1) : [];
    return stored !== undefined && isDeepStrictEqual(JSON.parse(stored.json), event);
  }

  isAcked(seq: number): boolean {
    return (this.#places.places.get("kit")?.seq ?? 0) >= seq;
  }

  /** @throws for a step that there is not */
  async do(step: string): Promise<void> {
    const [, name = "", number = "0"] = /^(.*?)(?: (\d+))?$/.exec(step) ?? [];
    const count = Number(number);
    const steps: Record<string, () => void | Promise<void>> = {
      write: () => this.#write(count),
      large: () => this.#write(count, largePadding),
      prune: () => this.#log.pruneBefore(count),
      restore: () => this.#restore(count),
      restart: () => this.#restart(),
      down: () => this.#way.down(),
      up: () => this.#way.up(),
      hang: () => this.#way.hang(),
      hold: () => this.#way.hold(),
      release: () => this.#way.release(),
      "withhold live": () => this.#way.withhold('"type":"live"'),
      "take over": () => this.#takeOver(),
      forget: () => this.#forget(),
    };
    const found = steps[name];
    if (found === undefined) throw new Error(`there is no step ${step}`);
    await found();
  }

  #write(count: number, padding = 0): void {
    this.#log.write(count, padding);
    this.#feed?.wake();
  }

  async #begin(): Promise<void> {
    const { play } = this.#case;
    this.#feed = createServedFeed(
      feedOptions(this.#log, {
        compileFilter,
        // Also where this is bundled.
        webFolder: join(process.cwd(), "test/outputs/feed/support/page"),
        places: this.#places,
        present: this.#present,
        tokens: [...(this.#case.tokens ?? [])],
        // A silence is seen soon, and one that is held is none.
        heartbeatMs: play.includes("hang") ? 200 : play.includes("hold") ? 15_000 : 1_000,
      }),
    );
    await this.#feed.start();
    this.#way.to = this.#feed.port;
  }

  async #restore(entries: number): Promise<void> {
    await this.#feed?.stop(0);
    this.#log = new KitLog("two");
    this.#log.write(entries);
    await this.#begin();
  }

  async #restart(): Promise<void> {
    this.#way.answers = 0;
    await this.#feed?.stop(200);
    await this.#begin();
  }

  async #takeOver(): Promise<void> {
    const socket = new WebSocket(`ws://127.0.0.1:${this.#feed?.port}/feed?consumer=kit`);
    await once(socket, "message");
  }

  async #forget(): Promise<void> {
    const answer = await fetch(`http://127.0.0.1:${this.#feed?.port}/control/consumers/forget`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: '{"name":"kit"}',
    });
    if (!answer.ok) throw new Error(`forget: ${answer.status}`);
  }
}

interface Pair {
  readonly client: Socket;
  readonly feed: Socket;
}

/** The way between client and feed. */
class Way {
  /** Port of the feed. */
  to = 0;
  /** Subscriptions that were answered over it. */
  answers = 0;
  readonly #server = createServer((client) => this.#take(client));
  readonly #pairs = new Set<Pair>();
  #isDown = false;
  #isHeld = false;
  #withheld: string | undefined;

  async open(): Promise<number> {
    this.#server.listen(0, "127.0.0.1");
    await once(this.#server, "listening");
    return (this.#server.address() as AddressInfo).port;
  }

  close(): void {
    this.#server.close();
    this.#cut();
  }

  /** Cuts what is there, and lets nobody through. */
  down(): void {
    this.#isDown = true;
    this.#cut();
  }

  up(): void {
    this.#isDown = false;
  }

  /** Nothing comes through any more where there is a connection; a new one works. */
  hang(): void {
    for (const { client, feed } of this.#pairs) {
      feed.removeAllListeners("data");
      feed.resume();
      client.removeAllListeners("data");
      client.resume();
    }
  }

  /** Nothing is taken from the feed. */
  hold(): void {
    this.#isHeld = true;
    for (const { feed } of this.#pairs) feed.pause();
  }

  release(): void {
    this.#isHeld = false;
    for (const { feed } of this.#pairs) feed.resume();
  }

  /** Cuts the connection where this text would come. */
  withhold(text: string): void {
    this.#withheld = text;
  }

  #cut(): void {
    this.answers = 0;
    for (const { client, feed } of this.#pairs) {
      client.destroy();
      feed.destroy();
    }
    this.#pairs.clear();
  }

  #take(client: Socket): void {
    client.on("error", () => {});
    if (this.#isDown) {
      client.destroy();
      return;
    }
    const feed = connect(this.to, "127.0.0.1");
    const pair = { client, feed };
    this.#pairs.add(pair);
    feed.on("error", () => client.destroy());
    client.on("data", (bytes) => feed.write(bytes));
    feed.on("data", (bytes) => this.#pass(bytes, client, feed));
    feed.on("close", () => client.destroy());
    client.on("close", () => {
      feed.destroy();
      this.#pairs.delete(pair);
    });
    client.on("drain", () => this.#isHeld || feed.resume());
  }

  #pass(bytes: Buffer, client: Socket, feed: Socket): void {
    const at = this.#withheld === undefined ? -1 : bytes.indexOf(this.#withheld);
    if (at >= 0) {
      this.#withheld = undefined;
      client.write(bytes.subarray(0, at));
      client.destroySoon();
      feed.destroy();
      return;
    }
    if (bytes.includes('"type":"subscribed"')) this.answers += 1;
    if (!client.write(bytes)) feed.pause();
  }
}
