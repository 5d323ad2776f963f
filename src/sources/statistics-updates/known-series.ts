/** Facts about the stored series that decide what a poll asks for; without their data, which may be large. */
import { nextTurn } from "../../lib/next-turn.ts";
import type { SourceState } from "../source.ts";
import { storedItem } from "../stored.ts";
import type { SeriesBody } from "./state.ts";

export type KnownSeries = Pick<SeriesBody, "lastUpdate" | "listed">;

/** Reads the stored body of a series when it is needed. */
export type StoredOf = (code: string) => SeriesBody | undefined;

/** A few milliseconds to read. */
const perPage = 500;

/** Reads the facts by series code. */
export async function knownSeries(
  state: SourceState,
  scope: string,
): Promise<ReadonlyMap<string, KnownSeries>> {
  const known = new Map<string, KnownSeries>();
  for (let after = ""; ; ) {
    const page = state.page(scope, ["lastUpdate", "listed"], after, perPage);
    for (const [code, lastUpdate, listed] of page) {
      known.set(code, { ...text("lastUpdate", lastUpdate), ...text("listed", listed) });
      after = code;
    }
    if (page.length < perPage) return known;
    await nextTurn();
  }
}

function text(name: keyof KnownSeries, value: unknown): KnownSeries {
  return typeof value === "string" ? { [name]: value } : {};
}

/** @param known what is stored of the scope: the database need not be asked for what is not */
export function storedIn(
  state: SourceState,
  scope: string,
  known: ReadonlyMap<string, KnownSeries>,
): StoredOf {
  return (code) => (known.has(code) ? storedItem<SeriesBody>(state, scope, code) : undefined);
}
