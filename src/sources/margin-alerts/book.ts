import { dayOf, type Row, rowKey } from "./row.ts";

/** The rows of the last publications, found by day and by what they are about. */
export class Book {
  readonly #rows = new Map<string, Row>();
  readonly #days = new Map<string, Map<string, Row>>();
  readonly #facts = new Map<string, Map<string, Row>>();

  constructor(rows: Iterable<Row>) {
    for (const row of rows) this.set(row);
  }

  get rows(): ReadonlyMap<string, Row> {
    return this.#rows;
  }

  get(key: string): Row | undefined {
    return this.#rows.get(key);
  }

  set(row: Row): void {
    const key = rowKey(row);
    this.#rows.set(key, row);
    into(this.#days, dayOf(row)).set(key, row);
    into(this.#facts, factOf(row)).set(key, row);
  }

  remove(row: Row): void {
    const key = rowKey(row);
    this.#rows.delete(key);
    this.#days.get(dayOf(row))?.delete(key);
    this.#facts.get(factOf(row))?.delete(key);
  }

  /** Rows published on a day. */
  on(day: string): Row[] {
    return [...(this.#days.get(day)?.values() ?? [])];
  }

  /** Days that have rows, oldest first. */
  days(): string[] {
    return [...this.#days.keys()].filter((day) => this.on(day).length > 0).sort();
  }

  /** The newest row about the same issue and application date that was published before `row`. */
  versionBefore(row: Row): Row | undefined {
    return this.#versions(row)
      .filter(({ item }) => item.publishedOn < row.item.publishedOn)
      .at(-1);
  }

  /** The newest row about the same issue and application date. */
  newestVersion(row: Row): Row {
    return this.#versions(row).at(-1) ?? row;
  }

  /** Lists the published versions of a row by its application date; a row without one is its only version. */
  #versions(row: Row): Row[] {
    if (row.item.appliedOn === undefined || row.standsOn !== undefined) return [row];
    const versions = [...(this.#facts.get(factOf(row))?.values() ?? [])];
    return versions.sort((a, b) => (a.item.publishedOn < b.item.publishedOn ? -1 : 1));
  }
}

function factOf({ item, standsOn }: Row): string {
  return `${item.code}/${standsOn === undefined ? (item.appliedOn ?? "") : `aside ${standsOn}`}`;
}

function into(index: Map<string, Map<string, Row>>, key: string): Map<string, Row> {
  const found = index.get(key) ?? new Map<string, Row>();
  index.set(key, found);
  return found;
}
