/** Messages of a fetch beside the rows: its progress, and once the parts of an answer beyond them. */

import type { Oddities } from "../../lib/misfit.ts";
import { tameLine } from "../../lib/text/tame.ts";
import type { FetchedPage } from "./call.ts";

export interface FetchListener {
  /** A line for the person: what is simulated, what was passed over. */
  aside(line: string): void;
  /** Tells the progress, once a page. */
  progress(line: string): void;
}

interface FetchTold {
  /** Before a page is printed. */
  before(): void;
  /** After it was. */
  after(page: FetchedPage): void;
  /** After the last one, also where the call failed. */
  end(): void;
}

const longestLine = 900;
const shownRecords = 10;
const shownFields = 10;

/** @param oddities what the call fills, page after page */
export function createFetchTold(call: string, oddities: Oddities, listener: FetchListener): FetchTold {
  const tell = (line: string) => listener.aside(tameLine(line, longestLine));
  let pages = 0;
  let rows = 0;
  let warned = 0;
  let strays = 0;
  let [first, last] = ["", ""];

  const noteStrays = (days: readonly string[] = []) => {
    strays += days.length;
    for (const day of days) {
      if (first === "" || day < first) first = day;
      if (day > last) last = day;
    }
  };

  const tellRecords = () => {
    for (const { name, places, sample } of oddities.badRecords.slice(warned, shownRecords)) {
      const why = places.map(({ path, expected, found }) => `${path}: expected ${expected}, found ${found}`);
      const record = name === undefined ? "a record" : `the record of ${name}`;
      const parts = [
        `warning: ${record} was left out: ${why.join("; ")}`,
        ...(sample === "" ? [] : [sample]),
      ];
      tell(parts.join("; "));
    }
    warned = Math.max(warned, Math.min(oddities.badRecords.length, shownRecords));
  };

  return {
    before: tellRecords,
    after({ rows: { length }, note, at, otherDays }) {
      pages += 1;
      rows += length;
      noteStrays(otherDays);
      if (note !== undefined) tell(`${call}: ${note}`);
      listener.progress(`${call}: ${at ?? `page ${pages}`}, ${rows} rows`);
    },
    end() {
      // What an answer lacks is known once all of it was read.
      tellRecords();
      const more = oddities.badRecords.length - warned;
      if (warned > 0 && more > 0) tell(`warning: ${more} more records were left out`);
      if (strays > 0) {
        const days = first === last ? first : `${first} to ${last}`;
        tell(`${call}: ${strays} of ${rows} rows are of other days than asked: ${days}`);
      }
      const fields = oddities.unknownFields.map(({ path, found }) => `${path} (${found})`);
      if (fields.length === 0) return;
      const shown = fields.slice(0, shownFields).join(", ");
      const rest = fields.length > shownFields ? ` and ${fields.length - shownFields} more` : "";
      tell(`${call}: passed over what no document names: ${shown}${rest}`);
    },
  };
}
