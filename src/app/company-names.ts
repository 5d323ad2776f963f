/**
 * Names of the listed companies, as the market service's list of issues last had them. The sources read that list once a
 * day; it is kept in the database, so that mails and the page have its names from the start on.
 */
import type { Config } from "../config/config.ts";
import { isSimulated, originOf } from "../config/services.ts";
import type { Log } from "../lib/log.ts";
import { known } from "../model/fields.ts";
import type { CompanyName } from "../model/language.ts";
import { StoreError } from "../model/store-faults.ts";
import type { KeptNames } from "../sources/index.ts";

/** Key of the table meta under which they are kept. */
export const companyNamesKey = "company-names";

export interface CompanyNames extends KeptNames {
  /** What may be said of a stock to people; none where the list is made up and forums are not. */
  shown(): ReadonlyMap<string, CompanyName>;
  /** Reads again what the database keeps, where another machine wrote it. */
  readAgain(): void;
}

interface Parts {
  readonly config: Pick<Config, "upstreams">;
  readonly meta: { get(key: string): string | undefined; set(key: string, value: string): void };
  readonly log: Log;
}

export function openCompanyNames({ config, meta, log }: Parts): CompanyNames {
  const origin = originOf(config, "market");
  const isMixed = areMixed(config);
  let written = meta.get(companyNamesKey);
  let names = readNames(written, origin);
  return {
    known: () => names,
    keep(newest) {
      names = newest;
      const text = writeNames(newest, origin);
      if (text === written) return;
      try {
        meta.set(companyNamesKey, text);
        written = text;
      } catch (error) {
        if (!(error instanceof StoreError)) throw error;
        log.error({ error: error.message }, "the names of companies could not be kept");
      }
    },
    shown: () => (isMixed ? none : names),
    readAgain() {
      written = meta.get(companyNamesKey);
      names = readNames(written, origin);
    },
  };
}

const none: ReadonlyMap<string, CompanyName> = new Map();

/** Made-up names are not those of the stocks that real people write about. */
function areMixed(config: Parts["config"]): boolean {
  return isSimulated(config, "market") && !isSimulated(config, "forum");
}

/** What `shown` of a monitor with this database would say. */
export function keptNames(
  config: Parts["config"],
  meta: (key: string) => string | undefined,
): ReadonlyMap<string, CompanyName> {
  return areMixed(config) ? none : readNames(meta(companyNamesKey), originOf(config, "market"));
}

interface Kept {
  /** The service that told them: those of another one are not known. */
  readonly origin: string;
  readonly names: readonly (readonly [code: string, name: string, nameEnglish: string])[];
}

function writeNames(names: ReadonlyMap<string, CompanyName>, origin: string): string {
  const rows = [...names].map(
    ([code, { name = "", nameEnglish = "" }]) => [code, name, nameEnglish] as const,
  );
  const kept: Kept = { origin, names: rows };
  return JSON.stringify(kept);
}

function readNames(text: string | undefined, origin: string): ReadonlyMap<string, CompanyName> {
  if (text === undefined) return none;
  const kept = JSON.parse(text) as Kept;
  if (kept.origin !== origin) return none;
  return new Map(
    kept.names.map(([code, name, nameEnglish]) => [
      code,
      known({ name: name || undefined, nameEnglish: nameEnglish || undefined }),
    ]),
  );
}
