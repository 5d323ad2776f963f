import { parseDuration } from "../model/duration.ts";
import { defaultTime, type ExampleEvent } from "./example-schema.ts";

/** The events that one of an example stands for, in order; all of its times move on. */
export function repeatedEvents({ repeat, ...event }: ExampleEvent): ExampleEvent[] {
  const every = parseDuration(repeat?.every ?? "");
  if (repeat === undefined || every === undefined || !("ms" in every)) return [event];
  const { time = defaultTime, published, occurred } = event;
  return Array.from({ length: repeat.times }, (_, index) => {
    const later = index * every.ms;
    return {
      ...event,
      time: shifted(time, later),
      ...(published === undefined ? {} : { published: shifted(published, later) }),
      ...(occurred === undefined ? {} : { occurred: shifted(occurred, later) }),
    };
  });
}

/** A day stays a day. */
function shifted(written: string, ms: number): string {
  const moved = new Date(Date.parse(written) + ms).toISOString();
  return written.length === 10 ? moved.slice(0, 10) : moved;
}
