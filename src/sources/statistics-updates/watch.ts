/** The watches on series: by codes, by layer, or a whole database. */
import type { Frequency } from "../../upstreams/statistics/records.ts";

/** A watch on a database: some series, a layer, or all of it. */
export interface WatchOption {
  readonly db: string;
  /** These series; without them a layer, or all. */
  readonly codes?: readonly string[] | undefined;
  /** Path such as ["1", "*"]; goes with `frequency`. */
  readonly layer?: readonly string[] | undefined;
  readonly frequency?: Frequency | undefined;
}

export interface CodeWatch {
  readonly kind: "codes";
  readonly db: string;
  readonly codes: readonly string[];
}

export interface LayerWatch {
  readonly kind: "layer";
  readonly db: string;
  readonly scope: string;
  readonly layer: readonly string[];
  readonly frequency: Frequency;
}

export interface DatabaseWatch {
  readonly kind: "database";
  readonly db: string;
  readonly scope: string;
}

export type Watch = CodeWatch | LayerWatch | DatabaseWatch;

/** The scope of a series that is watched by its code; also what events name it by. */
export function seriesName(db: string, code: string): string {
  return `${db}/${code}`;
}

/**
 * The watches, each series code and scope once, the narrow ones first: a series that several of them cover is
 * told by the first. The service does not mind case; upper case it is.
 */
export function toWatches(options: readonly WatchOption[]): Watch[] {
  const codes = new Map<string, Set<string>>();
  const layers = new Map<string, LayerWatch>();
  const databases = new Map<string, DatabaseWatch>();
  for (const option of options) {
    const db = option.db.toUpperCase();
    if (option.codes !== undefined) {
      const some = codes.get(db) ?? new Set<string>();
      for (const code of option.codes) some.add(code.toUpperCase());
      codes.set(db, some);
    } else if (option.layer !== undefined && option.frequency !== undefined) {
      const scope = `${db}:${option.layer.join(",")}:${option.frequency}`;
      layers.set(scope, { kind: "layer", db, scope, layer: option.layer, frequency: option.frequency });
    } else {
      databases.set(db, { kind: "database", db, scope: db });
    }
  }
  const byCode = [...codes].map(([db, some]) => ({ kind: "codes" as const, db, codes: [...some] }));
  return [...byCode, ...layers.values(), ...databases.values()];
}

/** The scopes that a watch fills. */
export function scopesOf(watch: Watch): string[] {
  return watch.kind === "codes" ? watch.codes.map((code) => seriesName(watch.db, code)) : [watch.scope];
}
