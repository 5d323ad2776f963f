/** Earlier forms of items, such as the past periods of a series: as they are stored, and as they were at an entry. */
import type { Event, LogEntry, StoredEntry } from "../../model/event.ts";
import {
  pastLimits,
  type StandingAnswers,
  type StandingItem,
  type StoredState,
} from "../../model/standing.ts";
import { DamagedState } from "../../model/store-faults.ts";

/** Those that are stored, the present one the last; none of what is damaged, which its next poll tells. */
export function storedForms(
  answers: StandingAnswers | undefined,
  key: string,
  state: StoredState,
): readonly StandingItem[] {
  if (answers?.past === undefined || state.cursor === undefined) return [];
  try {
    return answers.past.stored(key, state);
  } catch (error) {
    if (!(error instanceof DamagedState)) throw error;
    return [];
  }
}

/** Without the present one, which stands; the newest of too many. */
export function earlier(forms: readonly StandingItem[]): readonly StandingItem[] {
  return forms.slice(-pastLimits.forms - 1, -1);
}

/** The log and the stored state of a database that is not its monitor's. */
export interface FormsRecord {
  readonly search: {
    oldest(question: {
      readonly subject: string;
      readonly source: string;
      readonly after: number;
      readonly limit: number;
    }): readonly StoredEntry[];
    commitOf(seq: number, time: string): { readonly first: number };
  };
  state(source: string): StoredState;
}

/** Events about one item that are taken back; where more came since, nothing is known of its past. */
const mostEvents = 5_000;

/** The forms before the commit of an entry: those of now, without what the log tells since. */
export function formsBefore(
  { search, state }: FormsRecord,
  answers: StandingAnswers | undefined,
  { source, key, entry }: { readonly source: string; readonly key: string; readonly entry: LogEntry },
): readonly StandingItem[] {
  const forms = storedForms(answers, key, state(source));
  const subject = forms[0]?.subject;
  if (answers?.past === undefined || subject === undefined) return [];
  const { first } = search.commitOf(entry.seq, entry.event.time);
  const question = { subject, source: `/sources/${source}`, after: first - 1, limit: mostEvents };
  const since = search.oldest(question).map(({ json }) => JSON.parse(json) as Event);
  if (since.length === mostEvents) return [];
  const own = since.filter(({ data }) => answers.keyOf(data.now) === key);
  return own.reduceRight((known, { data }) => answers.past?.before(known, data.now) ?? known, forms);
}
