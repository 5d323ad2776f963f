/**
 * Answers to alerts that wait ten seconds before they are sent, so that they can be undone: until then the monitor knows
 * nothing of them, and nothing has to be taken back. What was answered is shown as if it were so already.
 */
import type { ManyAnswered } from "../../model/page/alerts.ts";

export type AnswerKind = "acknowledge" | "silence" | "resolve" | "useful" | "not-useful";

/** A body of `POST control/alerts/answer`. */
export interface AskedAnswer {
  readonly do: AnswerKind;
  readonly alerts: readonly string[];
  readonly by: string;
  readonly because?: string;
  /** Length of a silence, such as 3h. */
  readonly for?: string;
}

type AnswerPhase =
  | { readonly phase: "waiting"; readonly secondsLeft: number }
  | { readonly phase: "sending" }
  | { readonly phase: "sent"; readonly answer: ManyAnswered }
  | { readonly phase: "failed"; readonly error: unknown };

export type QueuedAnswer = AnswerPhase & { readonly id: number; readonly asked: AskedAnswer };

/** The state in which an answer shows an alert. */
export type AnsweredState = "acknowledged" | "silenced" | "over";

interface UndoQueueParts {
  /** Calls once after a time; the answer takes that back. */
  after(ms: number, call: () => void): () => void;
  /** The call must outlive the page, which may be left meanwhile. */
  send(asked: AskedAnswer): Promise<ManyAnswered>;
  changed(): void;
}

const waitSeconds = 10;
const secondMs = 1_000;

/** How long one is shown that went well. */
const doneMs = 4_000;

/** What an answer makes of an alert; what it was worth changes nothing that is shown. */
const states: Readonly<Partial<Record<AnswerKind, AnsweredState>>> = {
  ...{ acknowledge: "acknowledged", silence: "silenced", resolve: "over" },
};

export class UndoQueue {
  readonly #parts: UndoQueueParts;
  #entries: readonly QueuedAnswer[] = [];
  #shown: ReadonlyMap<string, AnsweredState> = new Map();
  #lastId = 0;
  #cancelTick = () => {};

  constructor(parts: UndoQueueParts) {
    this.#parts = parts;
  }

  /** Those that wait, are sent or failed, and for some seconds those that are done. */
  list(): readonly QueuedAnswer[] {
    return this.#entries;
  }

  /** How alerts are shown that were answered here, by id; the same object as long as nothing changed. */
  shown(): ReadonlyMap<string, AnsweredState> {
    return this.#shown;
  }

  /** One waits at a time: the one before is sent at once. */
  add(asked: AskedAnswer): void {
    this.flush();
    this.#lastId += 1;
    this.#show(asked.alerts, states[asked.do]);
    // What went well before makes room.
    const before = this.#entries.filter((one) => one.phase !== "sent" || one.answer.refused.length > 0);
    this.#entries = [...before, { id: this.#lastId, asked, phase: "waiting", secondsLeft: waitSeconds }];
    this.#tick(this.#lastId, waitSeconds);
    this.#parts.changed();
  }

  /** Takes back the one that waits. */
  undo(): void {
    const one = this.#waiting();
    if (one === undefined) return;
    this.#cancelTick();
    this.#show(one.asked.alerts, undefined);
    this.dismiss(one.id);
  }

  /** Sends the one that waits now. */
  flush(): void {
    this.#cancelTick();
    const one = this.#waiting();
    if (one !== undefined) this.#send(one);
  }

  /** Sends one that failed again, as far as it failed. */
  again(id: number): void {
    const one = this.#entries.find((entry) => entry.id === id);
    if (one?.phase !== "failed" && one?.phase !== "sent") return;
    const alerts = one.phase === "failed" ? one.asked.alerts : one.answer.refused.map(({ alert }) => alert);
    this.#show(alerts, states[one.asked.do]);
    this.#send({ ...one, asked: { ...one.asked, alerts } });
  }

  dismiss(id: number): void {
    this.#entries = this.#entries.filter((one) => one.id !== id);
    this.#parts.changed();
  }

  #waiting(): QueuedAnswer | undefined {
    return this.#entries.find(({ phase }) => phase === "waiting");
  }

  #tick(id: number, secondsLeft: number): void {
    this.#cancelTick = this.#parts.after(secondMs, () => {
      if (secondsLeft <= 1) return this.flush();
      this.#put(id, { phase: "waiting", secondsLeft: secondsLeft - 1 });
      this.#tick(id, secondsLeft - 1);
    });
  }

  #send({ id, asked }: QueuedAnswer): void {
    this.#entries = this.#entries.map((one) => (one.id === id ? { ...one, asked } : one));
    this.#put(id, { phase: "sending" });
    this.#parts.send(asked).then(
      (answer) => {
        const refused = answer.refused.map(({ alert }) => alert);
        this.#show(refused, undefined);
        this.#put(id, { phase: "sent", answer });
        if (refused.length === 0) this.#parts.after(doneMs, () => this.dismiss(id));
      },
      (error: unknown) => {
        this.#show(asked.alerts, undefined);
        this.#put(id, { phase: "failed", error });
      },
    );
  }

  #put(id: number, next: AnswerPhase): void {
    this.#entries = this.#entries.map((one) => (one.id === id ? { id, asked: one.asked, ...next } : one));
    this.#parts.changed();
  }

  #show(alerts: readonly string[], state: AnsweredState | undefined): void {
    const next = new Map(this.#shown);
    for (const alert of alerts) {
      if (state === undefined) next.delete(alert);
      else next.set(alert, state);
    }
    this.#shown = next;
  }
}
