/** What stands: the items of the sources, and the values that rules read of them, each worked out anew. */
import { midnightOf } from "./calendar.ts";
import {
  type Case,
  type Happening,
  type ItemField,
  type ReportKind,
  type Rule,
  reportKinds,
  type Source,
  type Standing,
  sources,
} from "./case.ts";

/** The item of an event, which has the event's fields. */
type Item = Happening;

const gone: readonly string[] = ["lifted", "closed"];

export class Stands {
  /** Sources that were seen, each with its items by what identifies them. */
  readonly #items = new Map<Source, Map<string, Item>>();
  /** Whether something came to pass that the reference of rules says nothing of. */
  isLeftOpen = false;

  constructor({ sight }: Case) {
    for (const { source, items } of sight?.seen ?? []) {
      this.#items.set(source, new Map(items.map((item) => [idOf(item), item])));
    }
  }

  /** What standing values gave just before an event, while it is looked at. */
  readonly #before = new Map<Standing, number | undefined>();

  /** Takes an event, and does some work that sees what stands after it, and who was first before it. */
  taking<T>(happening: Happening, values: readonly Standing[], work: () => T): T {
    for (const value of values) this.#before.set(value, this.valueFor(value, happening));
    this.#take(happening);
    const done = work();
    this.#before.clear();
    return done;
  }

  #take(happening: Happening): void {
    const items = this.#items.get(sourceOf(happening));
    if (items === undefined) return;
    // Does a correction of what does not stand bring it?
    if (happening.kind === "corrected" && !items.has(idOf(happening))) this.isLeftOpen = true;
    if (gone.includes(happening.kind)) items.delete(idOf(happening));
    else items.set(idOf(happening), happening);
  }

  /** The items of the sources that a rule's types are of, the oldest first. */
  itemsOf({ on, clock }: Rule): Item[] {
    const own = new Set(on.map((kind) => sourceOf({ kind })));
    const items = [...own].flatMap((source) => [...(this.#items.get(source)?.values() ?? [])]).map(withDays);
    const timeOn = ({ published, occurred }: Item) =>
      (clock === "published" ? published : clock === "occurred" ? occurred : undefined)?.ms ?? 0;
    return items.sort((a, b) => timeOn(a) - timeOn(b) || ageOf(a) - ageOf(b));
  }

  /** A standing value as an event sees it. */
  valueFor(standing: Standing, happening: Happening): number | undefined {
    const items = this.#items.get(standing.of);
    if (items === undefined) return undefined;
    const { by = ["code"], key = by, rank } = standing;
    const own = groupOf(key, happening);
    if (own === undefined) return undefined;
    const counting = [...items.values()].filter(
      (item) => countsAs(standing, item) && groupOf(by, item) !== undefined,
    );
    if (standing.reads !== undefined) {
      if (standing.reads.state === "was" && this.#before.has(standing)) return this.#before.get(standing);
      return placed(
        standing,
        counting.filter((item) => groupOf(by, item) === own),
      )?.[standing.reads.field];
    }
    const inGroup = (group: string) => counting.filter((item) => groupOf(by, item) === group);
    const value = measureOf(standing, inGroup(own));
    if (rank === undefined) return value;
    if (inGroup(own).length === 0 || value === undefined) return undefined;
    const others = new Set(counting.map((item) => groupOf(by, item) as string));
    const values = [...others].map((group) => measureOf(standing, inGroup(group)) as number);
    const ahead = values.filter((other) => (rank === "highest" ? other > value : other < value));
    return ahead.length + 1;
  }

  /** A number of the newest item of a source about an event's subject. */
  latestFor(source: Source, field: "value" | "ratio", { code }: Happening): number | undefined {
    const items = [...(this.#items.get(source)?.values() ?? [])].filter((item) => item.code === code);
    const [newest, next] = items.sort((a, b) => (ageOf(a) < ageOf(b) ? 1 : -1));
    // Of two items of one day and one publication, which name comes first is not said.
    if (newest && next && ageOf(newest) === ageOf(next)) this.isLeftOpen = true;
    return newest?.[field];
  }
}

/** An item of a publication of margin alerts has its day, and that of its figures. */
function withDays(item: Item): Item {
  if (item.seller !== undefined || item.published) return item;
  const today = { ms: midnightOf(item.seen), byDay: true };
  return { ...item, published: today, occurred: today };
}

export function sourceOf({ kind }: Pick<Happening, "kind">): Source {
  return reportKinds.includes(kind as ReportKind) ? sources.shorts : sources.alerts;
}

/** A stock of the newest publication, or a position of a seller. */
function idOf({ code, seller }: Item): string {
  return seller === undefined ? code : `${code}|${seller}`;
}

/** The newest by the day that it is about, then by its publication. */
function ageOf({ occurred, published }: Item): number {
  return (occurred?.ms ?? 0) + (published?.ms ?? 0) / 1e13;
}

/** Items with the same values are measured together; one without such a value plays no part. */
function groupOf(by: readonly ItemField[], item: Item): string | undefined {
  const values = by.map((field) => item[field]);
  return values.includes(undefined) ? undefined : values.join("|");
}

function countsAs({ when, value }: Standing, item: Item): boolean {
  if (value !== undefined && item[value] === undefined) return false;
  if (when === undefined) return true;
  const is = item[when.field];
  if (is === undefined) return false;
  return when.is === ">=" ? is >= when.than : is < when.than;
}

/** The item at a place; those with the same value come in the order of their names. */
function placed({ measure, value, nth = 1 }: Standing, items: readonly Item[]): Item | undefined {
  const sign = measure === "largest" ? -1 : 1;
  const of = (item: Item) => Number(value && item[value]);
  const inOrder = [...items].sort((a, b) => sign * (of(a) - of(b)) || (idOf(a) < idOf(b) ? -1 : 1));
  return inOrder[nth - 1];
}

/** Of nothing, what is counted or added up is 0, and all else is absent. */
function measureOf({ measure, value }: Standing, items: readonly Item[]): number | undefined {
  if (measure === "count" || value === undefined) return items.length;
  if (measure === "distinct") return new Set(items.map((item) => item[value])).size;
  const numbers = items.map((item) => Number(item[value]));
  const sum = Math.round(numbers.reduce((total, number) => total + number, 0) * 1e9) / 1e9;
  if (measure === "sum") return sum;
  if (numbers.length === 0) return undefined;
  if (measure === "average") return sum / numbers.length;
  return measure === "minimum" ? Math.min(...numbers) : Math.max(...numbers);
}
