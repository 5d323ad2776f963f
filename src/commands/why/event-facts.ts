/** Facts about an event itself: its clocks, its poll, its changes. */

import { isSimulatedEvent } from "../../app/simulated.ts";
import { changedFields, type Event, type LogEntry } from "../../model/event.ts";
import type { CauseFacts, EventFacts, FieldChange, PollFacts } from "./answer.ts";
import { entryAt, type Inquiry } from "./inquiry.ts";

export function eventFacts({ seq, event }: LogEntry, { config }: Pick<Inquiry, "config">): EventFacts {
  const { id, type, subject, source, time, published, occurred } = event;
  return {
    ...{ seq, id, type, subject, source, time },
    ...(published === undefined ? {} : { published }),
    ...(occurred === undefined ? {} : { occurred }),
    simulated: isSimulatedEvent(config, event),
  };
}

export function causeFacts(entry: LogEntry, inquiry: Inquiry): CauseFacts {
  const poll = pollFacts(entry, inquiry);
  return { ...eventFacts(entry, inquiry), poll, change: changeOf(entry.event) };
}

/** Facts about the poll. Entries of one commit have one time. */
function pollFacts({ seq, event }: LogEntry, inquiry: Inquiry): PollFacts {
  const counts = inquiry.reader.search.committedWith(seq, event.time);
  const events: Record<string, number> = {};
  for (const { type, count } of counts) events[type] = (events[type] ?? 0) + count;
  const source = /^\/sources\/(.+)$/.exec(event.source)?.[1];
  const release = counts.find((each) => each.type === "source.released" && each.source === event.source);
  const released = release && event.type !== "source.released" ? entryAt(release.last, inquiry) : undefined;
  const { reason, since } = released?.event.data.now ?? {};
  const heldSince = reason === "released" && typeof since === "string" ? since : undefined;
  return {
    ...(source === undefined ? {} : { source }),
    time: event.time,
    events,
    ...(heldSince === undefined ? {} : { heldSince }),
  };
}

function changeOf({ data: { now, was, changed } }: Event): FieldChange[] {
  if (was === undefined) return [];
  return (changed ?? changedFields(was, now)).map((field) => ({
    field,
    ...(was[field] === undefined ? {} : { was: was[field] }),
    ...(now[field] === undefined ? {} : { now: now[field] }),
  }));
}
