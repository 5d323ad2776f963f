/** Table origins: where the records of each service come from, so that two worlds are not taken for one. */
import { StoreError } from "../../model/store-faults.ts";
import type { Database } from "../database.ts";
import { sealSql, whole } from "./seals.ts";

interface OriginsTable {
  /** By service. */
  all(): Map<string, string>;
  /** Throws a StoreError where the service has another one. */
  claim(service: string, origin: string, path: string): void;
}

export function createOrigins(db: Database): OriginsTable {
  const all = db.prepare<[], { service: string; origin: string }>(
    `SELECT service, origin FROM origins WHERE ${whole("origins")}`,
  );
  const put = db.prepare<[string, string]>("INSERT OR IGNORE INTO origins (service, origin) VALUES (?, ?)");
  const reseal = db.prepare<[string]>(`UPDATE origins SET seal = ${sealSql.origins} WHERE service = ?`);
  const of = db.prepare<[string], { origin: string }>("SELECT origin FROM origins WHERE service = ?");
  return {
    all: () => new Map(all.all().map(({ service, origin }) => [service, origin])),
    claim(service, origin, path) {
      if (put.run(service, origin).changes > 0) reseal.run(service);
      const { origin: known } = of.get(service) ?? {};
      if (known !== undefined && known !== origin)
        throw new StoreError(
          `${path}: its past of ${service} comes from ${known}, not from ${origin}; name another file as history.file, or delete this one and fetch it again`,
        );
    },
  };
}
