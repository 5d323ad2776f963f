/** Answers to an alert that is open: somebody knows of it, or ends it. */
import { tameLine } from "../../lib/text/tame.ts";
import type { AlertMemory, Episode } from "../../model/alerts.ts";
import type { Acknowledgement, Rating } from "../../model/answer-items.ts";
import type { EventDraft, LogEntry, LogReader } from "../../model/event.ts";
import type { Alert } from "../../model/news-items.ts";
import type { Worth } from "../../model/worth.ts";
import { alertIn, episodeKey, resolvedDraft } from "../life/alert-facts.ts";

/** The kept life of alerts, as answers need it. */
export interface AnswerMemory extends Pick<AlertMemory, "state" | "states"> {
  /** Open episodes, the one that changed last first. */
  episodes(limit: number): readonly { readonly body: Episode }[];
}

/** The kept alerts and the log, from which an alert is found. */
export interface Kept {
  readonly memory: Pick<AlertMemory, "state">;
  readonly log: Pick<LogReader, "read" | "oldest" | "head">;
}

/** An alert that somebody names. */
export interface NamedAlert {
  readonly entry: LogEntry;
  readonly alert: Alert;
}

/** Finds an alert by its id, or by its number with or without a `#`. */
export function namedAlert(name: string, { log }: Pick<Kept, "log">): NamedAlert | AnswerRefusal {
  const seq = Number(/^(?:.*-)?#?(\d{1,15})$/.exec(name.trim())?.[1]);
  const entry = Number.isSafeInteger(seq) && seq > 0 ? logEntryAt(seq, log) : undefined;
  const isMeant = /^#?\d+$/.test(name.trim()) || entry?.event.id === name.trim();
  if (entry === undefined || !isMeant) {
    const kept =
      log.head() === 0 ? "which is empty" : `which is kept from #${log.oldest()} to #${log.head()}`;
    return refused("unknown", `there is no alert ${name.slice(0, 100)} on the log, ${kept}`);
  }
  const { type } = entry.event;
  if (type !== "alert.fired" && type !== "alert.resolved")
    return refused("wrong", `#${seq} is no alert, but ${type}`);
  return { entry, alert: alertIn(entry) };
}

/** The entry of a number; undefined where the log does not keep it. */
export function logEntryAt(seq: number, log: Pick<LogReader, "read">): LogEntry | undefined {
  const [stored] = log.read(seq - 1, 1);
  return stored?.seq === seq ? { seq, event: JSON.parse(stored.json) } : undefined;
}

/** An episode that is open, with its latest alert. */
interface OpenEpisode extends NamedAlert {
  readonly episode: Episode;
}

/** Finds the open episode that an alert belongs to. */
export function openEpisode(name: string, kept: Kept): OpenEpisode | AnswerRefusal {
  const named = namedAlert(name, kept);
  if ("kind" in named) return named;
  const { entry, alert } = named;
  const episode = kept.memory.state("episode", episodeKey(alert));
  // A later episode of the same rule and key is another one.
  if (episode === undefined || episode.seq > entry.seq)
    return refused("over", `alert #${entry.seq} is resolved already`);
  const latest = logEntryAt(episode.lastSeq, kept.log);
  return latest === undefined
    ? { entry, alert, episode }
    : { entry: latest, alert: alertIn(latest), episode };
}

export interface Signature {
  readonly by: string;
  readonly because?: string | undefined;
}

/** Notes that somebody knows of an alert; it is not repeated from then on. */
export function acknowledging(
  name: string,
  signature: Signature,
  kept: Kept,
): AnswerGiven<{ readonly alert: string; readonly by: string }> {
  const open = openEpisode(name, kept);
  if ("kind" in open) return open;
  const { alert, entry, episode } = open;
  if (episode.acknowledged !== undefined)
    return { kind: "already", facts: { alert: episode.id, by: episode.acknowledged.by } };
  const { by, because } = signed(signature.by, signature.because);
  const { rule, key, severity, title, labels } = alert;
  const now: Acknowledgement = { alert: episode.id, rule, key, severity, title, labels, by };
  if (because !== "") now.because = because;
  const { subject } = entry.event;
  const draft: EventDraft = { type: "alert.acknowledged", source: `/rules/${rule}`, subject, data: { now } };
  return { kind: "told", draft, facts: { alert: episode.id, by } };
}

/** Notes what an alert was worth to somebody, open or resolved; the last answer counts, and it changes nothing else. */
export function rating(
  name: string,
  worth: Worth,
  signature: Signature,
  kept: Kept,
): AnswerGiven<{ readonly alert: string; readonly by: string; readonly worth: Worth }> {
  const named = namedAlert(name, kept);
  if ("kind" in named) return named;
  const { alert, entry } = named;
  const { id, subject } = entry.event;
  const { by, because } = signed(signature.by, signature.because);
  const { rule, key, severity, title, labels } = alert;
  const known = kept.memory.state("worth", episodeKey(alert));
  if (worth === "taken-back" && known === undefined)
    return refused("unknown", `nobody has said what alert #${entry.seq} was worth`);
  const facts = { alert: id, by, worth };
  // Without its reason: who gives another one says something new.
  if (known?.alert === id && known.worth === worth && known.by === by && because === "")
    return { kind: "already", facts };
  const now: Rating = { alert: id, rule, key, severity, title, labels, worth, by };
  if (because !== "") now.because = because;
  const draft: EventDraft = { type: "alert.rated", source: `/rules/${rule}`, subject, data: { now } };
  return { kind: "told", draft, facts };
}

/** Ends an alert by hand. */
export function resolving(
  name: string,
  signature: Signature,
  kept: Kept,
): AnswerGiven<{ readonly alert: string; readonly by: string }> {
  const open = openEpisode(name, kept);
  if ("kind" in open) return open;
  const { episode } = open;
  const { by, because } = signed(signature.by, signature.because);
  const hand = { by, ...(because !== "" && { because }) };
  const draft = resolvedDraft(episode, "hand", (seq) => logEntryAt(seq, kept.log), hand);
  return { kind: "told", draft, facts: { alert: episode.id, by } };
}

/** An entry for the log, nothing that is not so already, or a refusal in words. */
export type AnswerGiven<Facts> =
  | { readonly kind: "told"; readonly draft: EventDraft; readonly facts: Facts }
  | { readonly kind: "already"; readonly facts: Facts }
  | AnswerRefusal;

export interface AnswerRefusal {
  readonly kind: "refused";
  /** `wrong`: it cannot be meant; `unknown`: there is no such thing; `over`: it has ended; `full`: there are too many. */
  readonly reason: "wrong" | "unknown" | "over" | "full";
  readonly message: string;
}

export function refused(reason: AnswerRefusal["reason"], message: string): AnswerRefusal {
  return { kind: "refused", reason, message };
}

/** Most characters of a name and of a reason that people give. */
const longestName = 100;
const longestReason = 500;

/** Who answers, and why, as they are kept: a line each, without signs that steer a terminal. */
export function signed(by: string, because = ""): { readonly by: string; readonly because: string } {
  return { by: tameLine(by, longestName) || "somebody", because: tameLine(because, longestReason) };
}
