/** Plays a case to a client: does the steps in order, and compares what the client tells with what it should have. */
import type { Case } from "./cases.ts";
import { Stage } from "./stage.ts";

/** A client under test: what is sent to it, and what it says, line by line. */
export interface Player {
  /** Sends a line of JSON. */
  send(line: object): void;
  /** Calls with each line that it says, and with undefined when it has ended. */
  listen(heard: (line: string | undefined) => void): void;
  /** Reads nothing of it for a while. */
  pause(): void;
  resume(): void;
  /** Kills it, where it is a program. */
  kill(): Promise<void>;
}

export type Verdict =
  | { readonly kind: "passed" | "unsupported" }
  | { readonly kind: "failed"; readonly why: string };

/** A feed gives up a reader after 10 s, and drops it 5 s later. */
const waitMs = 30_000;

/**
 * @param cast gives the client; called again after a kill
 * @param patienceMs longest wait for one step
 */
export async function playCase(one: Case, cast: () => Player, patienceMs = waitMs): Promise<Verdict> {
  const stage = new Stage(one);
  await stage.open();
  const script = new Script(one, stage, cast, patienceMs);
  try {
    return await script.play();
  } catch (error) {
    if (error instanceof Unsupported) return { kind: "unsupported" };
    return { kind: "failed", why: `${(error as Error).message}; it told: ${script.told.join(", ")}` };
  } finally {
    await script.leave();
    await stage.close();
  }
}

class Unsupported extends Error {}

class Script {
  /** What the client told, each as one word of the cases. */
  readonly told: string[] = [];
  readonly #case: Case;
  readonly #stage: Stage;
  readonly #cast: () => Player;
  readonly #patienceMs: number;
  #player: Player | undefined;
  /** How many of what it told were compared. */
  #compared = 0;
  #isStopped = false;
  #isUnsupported = false;
  #changed: () => void = () => {};

  constructor(one: Case, stage: Stage, cast: () => Player, patienceMs: number) {
    this.#case = one;
    this.#stage = stage;
    this.#cast = cast;
    this.#patienceMs = patienceMs;
  }

  async play(): Promise<Verdict> {
    if (this.#case.play[0] !== "withhold live") this.#start();
    for (const step of this.#case.play) await this.#do(step);
    await this.leave();
    const more = this.told.slice(this.#compared);
    if (more.length > 0) throw new Error(`told too much: ${more.join(", ")}`);
    return { kind: "passed" };
  }

  /** Ends the client's part. */
  async leave(): Promise<void> {
    if (this.#player === undefined) return;
    this.#player.send({ stop: true });
    await this.#until("the line that it stopped", () => this.#isStopped).catch(() => this.#player?.kill());
    this.#player = undefined;
  }

  async #do(step: Case["play"][number]): Promise<void> {
    if (typeof step !== "string") return this.#compare(step.tells);
    const [, seq = "0"] = /^acked (\d+)$/.exec(step) ?? [];
    if (step === "ready") await this.#until("a subscription", () => this.#stage.isReady);
    else if (step.startsWith("acked")) await this.#until(step, () => this.#stage.isAcked(Number(seq)));
    else if (step === "told live")
      await this.#until("a whole snapshot", () => this.told.some((word) => word.startsWith("live")));
    else if (step === "closed") await this.#until("the feed to let go", () => this.#stage.isClosed);
    else if (step === "pause") this.#player?.pause();
    else if (step === "resume") this.#player?.resume();
    else if (step === "kill") await this.#kill();
    else if (step === "start") this.#start();
    else await this.#stage.do(step);
    if (step === "withhold live") this.#start();
  }

  #start(): void {
    const player = this.#cast();
    this.#player = player;
    this.#isStopped = false;
    player.listen((line) => {
      if (this.#player === player) this.#hear(line);
    });
    player.send({ url: this.#stage.url, ...this.#case.order });
  }

  async #kill(): Promise<void> {
    const player = this.#player;
    this.#player = undefined;
    await player?.kill();
    await this.#stage.do("down");
    await this.#stage.do("up");
  }

  #hear(line: string | undefined): void {
    const word = line === undefined ? "stopped" : this.#wordOf(line);
    if (word === "stopped") this.#isStopped = true;
    else if (word === "unsupported") this.#isUnsupported = true;
    else if (word === "snapshot") this.#forgetHalf();
    if (word !== "stopped" && word !== "unsupported") this.told.push(word);
    this.#changed();
  }

  /** A snapshot that broke off begins again. */
  #forgetHalf(): void {
    const begun = this.told.lastIndexOf("snapshot");
    const isWhole = this.told.slice(begun).some((word) => word.startsWith("live"));
    if (begun >= this.#compared && !isWhole) this.told.length = begun;
  }

  #wordOf(line: string): string {
    let said: Record<string, unknown>;
    try {
      said = JSON.parse(line);
    } catch {
      return `no JSON: ${line.slice(0, 80)}`;
    }
    const { type, seq, from, to, key, epoch, event } = said;
    const isOld = epoch !== undefined && epoch !== this.#stage.epoch;
    const old = isOld ? ` of epoch ${epoch}` : "";
    if (type === "event") {
      const isSame = isOld || this.#stage.isSame(seq, event);
      return `${seq}${old}${isSame ? "" : " changed"}`;
    }
    if (type === "gap") return `gap ${from}-${to}${old}`;
    if (type === "live" || type === "episode") return `${type} ${seq}${old}`;
    if (type === "item") return `item ${key}`;
    return String(type);
  }

  /** Waits until the client has told what it should, and no other thing before. */
  async #compare(tells: string): Promise<void> {
    const words = /^[\d ]+$/.test(tells) ? tells.split(" ") : [tells];
    for (const word of words) {
      await this.#until(word, () => this.told.length > this.#compared);
      const found = this.told[this.#compared];
      if (found !== word) throw new Error(`told ${found} in place of ${word}`);
      this.#compared += 1;
    }
  }

  async #until(what: string, isDone: () => boolean): Promise<void> {
    const end = Date.now() + this.#patienceMs;
    while (!isDone()) {
      if (this.#isUnsupported) throw new Unsupported();
      if (Date.now() > end) throw new Error(`waited in vain for ${what}`);
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, 20);
        this.#changed = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  }
}
