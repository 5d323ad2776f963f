/** Answers to alerts inside a running monitor: each is committed as an event before it counts as given. */
import {
  type AnswerGiven,
  type AnswerMemory,
  type AnswerRefusal,
  acknowledging,
  type Kept,
  namedAlert,
  rating,
  resolving,
  type Signature,
} from "../../alerts/answers/episodes.ts";
import { type OpenAlert, openAlerts } from "../../alerts/answers/open-alerts.ts";
import {
  type AskedSilence,
  expiring,
  matchLike,
  setSilences,
  silencing,
} from "../../alerts/answers/silences.ts";
import type { Quieted } from "../../alerts/policy.ts";
import { nextTurn } from "../../lib/turns.ts";
import type { AlertFacts } from "../../model/alerts.ts";
import type { TradingCalendar } from "../../model/dates.ts";
import type { LogReader } from "../../model/event.ts";
import type { EventTypes } from "../../model/event-types.ts";
import type { Silence } from "../../model/silence.ts";
import { StoreError } from "../../model/store-faults.ts";
import type { Worth } from "../../model/worth.ts";
import type { Change } from "../../pipeline/change.ts";

/** `unwritten`: the database could not be written. */
export type Given<Facts> =
  | { readonly kind: "done" | "already"; readonly facts: Facts }
  | AnswerRefusal
  | { readonly kind: "unwritten"; readonly message: string };

interface GivenAlert {
  /** Id of the first alert of its episode. */
  readonly alert: string;
  readonly by: string;
}

export interface Answers {
  /** @param alert id or number of any alert of an open episode */
  acknowledge(alert: string, signature: Signature): Given<GivenAlert>;
  resolve(alert: string, signature: Signature): Given<GivenAlert>;
  /** @param alert id or number of an alert, open or resolved */
  rate(alert: string, worth: Worth, signature: Signature): Given<GivenAlert & { readonly worth: Worth }>;
  /** @param once one that is set already and says almost the same stands for it */
  silence(asked: AskedSilence, once?: "once"): Given<Silence>;
  /** Matcher of the alerts of the same rule about the same subject as a named one. */
  matchLike(alert: string): string | AnswerRefusal;
  expire(silence: string, author: string): Given<Silence>;
  /** Silences that are set, the one that ends first in front. */
  silences(): Silence[];
  /** Open alerts, the one that changed last first; in turns, since each is held against all silences. */
  open(most: number): Promise<OpenAlert[]>;
}

export interface AnswerParts {
  readonly memory: AnswerMemory;
  readonly log: LogReader;
  readonly types: EventTypes;
  calendar(): TradingCalendar;
  /** ms since 1970. */
  now(): number;
  /** The silence or window that quiets an alert at a moment. */
  quieted(facts: AlertFacts, at: number, silences: readonly Silence[]): Quieted | undefined;
  /** Commits the change; throws a StoreError where that could not be written. */
  tell(change: Change): void;
}

export function createAnswers(parts: AnswerParts): Answers {
  const { memory, log, now, tell } = parts;
  const kept: Kept = { memory, log };
  return {
    acknowledge: (alert, signature) => given(acknowledging(alert, signature, kept), tell),
    resolve: (alert, signature) => given(resolving(alert, signature, kept), tell),
    rate: (alert, worth, signature) => given(rating(alert, worth, signature, kept), tell),
    silence(asked, once) {
      // No silence had this number before: each one takes a place on the log, and until its commit nothing waits.
      const id = `s${log.head() + 1}`;
      const silencer = { memory, log, types: parts.types, calendar: parts.calendar(), at: now(), id };
      return given(silencing(asked, silencer, { isOnce: once === "once" }), tell);
    },
    matchLike(alert) {
      const named = namedAlert(alert, kept);
      return "kind" in named ? named : matchLike(named.alert, named.entry.event.subject);
    },
    expire: (silence, author) => given(expiring(silence, author, { memory, at: now() }), tell),
    silences: () => setSilences(memory, now()),
    async open(most) {
      const at = now();
      const silences = setSilences(memory, at);
      const quieted = (facts: AlertFacts) => parts.quieted(facts, at, silences);
      const episodes = memory.episodes(most);
      const open: OpenAlert[] = [];
      while (open.length < episodes.length) {
        open.push(...openAlerts(episodes.slice(open.length, open.length + aTurn), { log, memory, quieted }));
        await nextTurn();
      }
      return open;
    },
  };
}

/** Open alerts of one turn. */
const aTurn = 20;

function given<Facts>(answered: AnswerGiven<Facts>, tell: AnswerParts["tell"]): Given<Facts> {
  if (answered.kind !== "told") return answered;
  try {
    tell({ drafts: [answered.draft], batch: {} });
    return { kind: "done", facts: answered.facts };
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    return { kind: "unwritten", message: error.message };
  }
}
