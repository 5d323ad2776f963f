/** A database as whoever may only read sees it: its lost mails have no addresses. */
import { maskedEntry, maskedLog } from "../model/masked-addresses.ts";
import type { StoreReader } from "./reader.ts";

export function maskedReader(reader: StoreReader): StoreReader {
  const { log, search } = reader;
  return {
    ...reader,
    log: maskedLog(log),
    search: {
      ...search,
      oldest: (question) => search.oldest(question).map(maskedEntry),
      newest: (question) => search.newest(question).map(maskedEntry),
    },
  };
}
