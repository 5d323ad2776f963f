/** Reads a database without being its monitor: for commands, also beside a running monitor. */
import type { Devices } from "../model/devices.ts";
import type { EventDraft, LogReader } from "../model/event.ts";
import { maskedEntry, maskedLog } from "../model/masked-addresses.ts";
import type { StoredState } from "../model/standing.ts";
import { StoreError } from "../model/store-faults.ts";
import { alertsOf, type StoredAlerts } from "./alerts.ts";
import { openDatabaseReader } from "./database.ts";
import { guarded, openingError } from "./sqlite-error.ts";
import { createState, statusesOf } from "./state.ts";
import { logReader } from "./store.ts";
import type { ConsumersTable } from "./tables/consumers.ts";
import { createDeliveries, type Deliveries } from "./tables/deliveries.ts";
import type { WithheldTable } from "./tables/holds.ts";
import type { ItemsTable } from "./tables/items.ts";
import { createLogSearch, type LogSearch } from "./tables/log-search.ts";
import type { RunsTable } from "./tables/meta.ts";
import type { SightingsTable } from "./tables/sightings.ts";
import type { SilentChangesTable } from "./tables/silent-changes.ts";
import type { StoredStatus } from "./tables/sources.ts";
import type { SuppressionsTable } from "./tables/suppressions.ts";
import { createTables } from "./tables/tables.ts";

export interface StoreReader {
  /** Follows what the monitor commits. */
  readonly log: LogReader;
  readonly search: LogSearch;
  readonly deliveries: Deliveries;
  /** The life of alerts. */
  readonly alerts: StoredAlerts;
  readonly suppressions: Pick<SuppressionsTable, "between" | "ofAlert" | "ofCause">;
  /** Rewrites that a quarantine ended without telling, by subject. */
  readonly withheld: WithheldTable["about"];
  /** Changes of what stands without an event. */
  readonly silent: Pick<SilentChangesTable, "after">;
  readonly sightings: Pick<SightingsTable, "of" | "newest" | "mailed">;
  readonly consumers: Pick<ConsumersTable, "all">;
  readonly devices: Pick<Devices, "of" | "find">;
  /** Times in which monitors ran. */
  readonly runs: Pick<RunsTable, "upTo" | "after">;
  /** The stored state of a source. */
  state(source: string): StoredState;
  /** At most `limit` items of a source, in the order of their places, after this one. */
  walk: ItemsTable["walk"];
  /** Whether the state of a source has something of a subject. */
  hasItem(source: string, subject: string): boolean;
  /** Types of the events that a source's hold would tell of a subject. */
  heldTypes(source: string, subject: string): EventDraft["type"][];
  meta(key: string): string | undefined;
  /** Reads the sources by name. The times may be a minute behind. */
  sources(): StoredStatus[];
  close(): void;
}

/** Takes no lock and writes nothing. Throws a StoreError, also when there is no database. */
export function openStoreReader(path: string): StoreReader {
  const db = openDatabaseReader(path);
  try {
    return guarded(path, () => {
      const tables = createTables(db);
      const epoch = tables.meta.get("epoch");
      if (epoch === undefined) throw new StoreError(`${path}: not finished; start the monitor once`);
      return {
        log: logReader(tables, epoch),
        search: createLogSearch(db, tables.log.chainedFrom),
        deliveries: createDeliveries(db, tables.notices),
        alerts: alertsOf(path, tables),
        suppressions: tables.suppressions,
        withheld: tables.withheld.about,
        silent: tables.silent,
        sightings: tables.sightings,
        consumers: tables.consumers,
        devices: tables.devices,
        runs: tables.runs,
        state: (source) => createState(source, () => tables.sources.all().get(source), tables.items),
        walk: tables.items.walk,
        hasItem: tables.items.isAbout,
        heldTypes: tables.holds.typesAbout,
        meta: tables.meta.get,
        sources: () =>
          statusesOf({
            sources: tables.sources.all(),
            holds: tables.holds.all(),
            publications: tables.publications.all(),
          }),
        close: () => void db.close(),
      };
    });
  } catch (error) {
    db.close();
    throw openingError(path, error);
  }
}

/** The database as whoever may only read sees it: its lost mails have no addresses. */
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
