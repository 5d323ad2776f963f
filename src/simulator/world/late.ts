/** Publications that are delayed on purpose. */
import { type PublicationName, publicationNames } from "./publication-times.ts";

export interface Late {
  readonly what: PublicationName;
  /** The business day (YYYY-MM-DD) whose publication it is. */
  readonly day: string;
  /** Time at which it comes out, YYYY-MM-DDTHH:MM in Japan: on that day or the next business day. */
  readonly until: string;
}

const form = /^([a-z-]+):(\d{4}-\d{2}-\d{2}):(?:(\d{4}-\d{2}-\d{2})T)?(\d{2}:\d{2})$/;

/** Reads WHAT:DAY:UNTIL, such as margin-alert:2027-05-10:19:30. Throws a RangeError. */
export function parseLate(text: string): Late {
  const [, name, day, nextDay, time] = form.exec(text) ?? [];
  const what = publicationNames.find((one) => one === name);
  if (what === undefined || day === undefined || time === undefined)
    throw new RangeError(
      `"${text}" is none of WHAT:YYYY-MM-DD:HH:MM and WHAT:YYYY-MM-DD:YYYY-MM-DDTHH:MM with WHAT one of ${publicationNames.join(", ")}`,
    );
  return { what, day, until: `${nextDay ?? day}T${time}` };
}
