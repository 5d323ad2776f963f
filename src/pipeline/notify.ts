/**
 * The stage notify: takes what a commit tells into the life of alerts, which says who is told of what, and when. What
 * becomes of it is written with the entries.
 */
import { takeStep } from "../alerts/life/take-step.ts";
import { entryReader } from "../model/event.ts";
import type { Ending } from "../model/rule.ts";
import type { House } from "./house.ts";
import type { Judged } from "./judge.ts";

/** Without a life of alerts, as in the play of a past, nobody is told. */
export function notify(judged: Judged, house: House): Judged {
  const { alerts, store } = house;
  if (alerts === undefined) return judged;
  const { batch, at } = judged;
  const { writes, mails } = takeStep(
    { entries: batch.entries, at },
    {
      ...alerts,
      calendar: house.calendar(),
      endings: house.rules().endings ?? noEndings,
      entry: entryReader(batch.entries, store.log),
    },
  );
  return { ...judged, batch: { ...batch, alerts: writes, mails } };
}

export const noEndings: ReadonlyMap<string, Ending> = new Map();
