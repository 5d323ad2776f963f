/** A log that several readers go through together: each page is read once. */
import type { LogReader, StoredEntry } from "../../model/event.ts";

/** Entries of a page, and pages that are kept: as many as the largest commits have, so that no reader is left behind. */
const pageSize = 2_000;
const pagesKept = 4;
/** Whoever asks for fewer looks at one place. */
const fewest = 100;

/** Reads as the log does; a page may end sooner than it was asked for. */
export function sharedPages(log: LogReader): LogReader {
  const pages: { readonly after: number; readonly entries: readonly StoredEntry[] }[] = [];
  return {
    ...log,
    read(after, limit) {
      if (limit < fewest) return log.read(after, limit);
      for (const page of pages) {
        const at = after < page.after ? -1 : page.entries.findIndex(({ seq }) => seq > after);
        if (at !== -1) return page.entries.slice(at, at + limit);
      }
      const entries = log.read(after, pageSize);
      pages.push({ after, entries });
      if (pages.length > pagesKept) pages.shift();
      return entries.slice(0, limit);
    },
  };
}
