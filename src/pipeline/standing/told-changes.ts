/** What events say of the items that stand. */
import type { Event, EventDraft, Fields } from "../../model/event.ts";
import type { StandingAnswers, StandingChange, StandingDates } from "../../model/standing.ts";

type AnswersOf = (source: string) => StandingAnswers | undefined;

const sourcePath = "/sources/";

export function sourceOf({ source }: Pick<Event, "source">): string | undefined {
  return source.startsWith(sourcePath) ? source.slice(sourcePath.length) : undefined;
}

/** The source whose first sight an event tells. */
export function knownBy({ type, subject }: Pick<Event, "type" | "subject">): string | undefined {
  return type === "source.baselined" ? subject : undefined;
}

/** What an event about an item makes of what stands. */
export function changeOf(
  source: string,
  { type, subject, published, data }: Pick<EventDraft, "type" | "subject" | "published" | "data">,
  answers: StandingAnswers,
): ToldChange {
  const key = answers.keyOf(data.now);
  const effect = answers.effect(type, data.now);
  const dates = answers.datesOf(data.now);
  if (effect === "gone") return { change: { source, key, item: undefined }, effect, dates, answers };
  const now = withoutPassing(data.now, answers);
  const item = { subject, now, occurred: dates.occurred, published: dates.published ?? published };
  return { change: { source, key, item }, effect, dates, answers };
}

export function withoutPassing(now: Fields, { passing }: StandingAnswers): Fields {
  if (passing.length === 0) return now;
  return Object.fromEntries(Object.entries(now).filter(([field]) => !passing.includes(field)));
}

export interface ToldChange {
  readonly change: StandingChange;
  readonly effect: ReturnType<StandingAnswers["effect"]>;
  /** Those that the item says itself. */
  readonly dates: StandingDates;
  readonly answers: StandingAnswers;
}

/** What an event says of an item; undefined: it is about none that could stand. */
export function toldBy(event: Event, answersOf: AnswersOf): ToldChange | undefined {
  const source = sourceOf(event);
  return source === undefined ? undefined : toldOf(event, source, answersOf(source));
}

export function toldOf(
  event: Event,
  source: string,
  answers: StandingAnswers | undefined,
): ToldChange | undefined {
  if (answers === undefined || event.type.startsWith("source.")) return undefined;
  return changeOf(source, event, answers);
}

/** Whether an event tells of something older than what stood before it, or amends what did not stand. */
export function isLate({ effect, dates, answers }: ToldChange, before: StandingDates | undefined): boolean {
  return before === undefined ? effect === "amended" : !answers.replaces(dates, before);
}

/** Says what an event that leaves the log made of what stood before it; undefined: nothing. */
export function foldStanding(answers: AnswersOf) {
  return (
    event: Event,
    stood: (source: string, key: string) => StandingDates | undefined,
  ): StandingChange | undefined => {
    const told = toldBy(event, answers);
    if (told === undefined || isLate(told, stood(told.change.source, told.change.key))) return undefined;
    return told.change;
  };
}
