/** What each panel of a stock is made with. */
import type { Event, Fields } from "../../model/event.ts";
import type { EventTypes } from "../../model/event-types.ts";
import { markOf } from "../../model/fields.ts";
import type { FieldLabel, Origin } from "../../model/page/stock.ts";
import type { PastReading } from "../past/read-past.ts";
import type { ServiceTime } from "../past/service-time.ts";

/** An item as the history, the stored state or the log has it. */
export interface OriginRow {
  readonly row: Fields;
  readonly origin: Origin;
}

export interface Gathering {
  readonly code: string;
  readonly past: PastReading;
  /** Days of the axis. */
  readonly period: { readonly from: string; readonly to: string };
  /** The axis, ms since 1970. */
  readonly from: number;
  readonly to: number;
  readonly types: EventTypes;
  readonly time: ServiceTime;
  isSimulated(event: Event): boolean;
  /** Undefined where it is not kept any more. */
  entryAt(seq: number): Event | undefined;
}

/** Most entries of a type that are read about a stock; the newest ones. */
const mostEntries = 5_000;

/** Reads the items of a type of events: fetched ones first, the newest of the log last. */
export async function readRows(
  { past, period }: Gathering,
  asked: {
    readonly set: string;
    readonly types: readonly string[];
    readonly stored: readonly Fields[];
    readonly since?: string;
  },
): Promise<{
  readonly rows: readonly OriginRow[];
  readonly events: readonly Event[];
  readonly isCut: boolean;
}> {
  const fetched = await past.fetched(asked.set, { from: asked.since ?? period.from, to: period.to });
  const { events, isCut } = await past.logged(asked.types, mostEntries);
  const rows = [
    ...fetched.map(({ row }): OriginRow => ({ row, origin: "history" })),
    ...asked.stored.map((row): OriginRow => ({ row, origin: "live" })),
    ...events.flatMap(({ data: { was, now } }) => [
      ...(was === undefined ? [] : [{ row: was, origin: "live" } as const]),
      { row: now, origin: "live" } as const,
    ]),
  ];
  return { rows, events, isCut };
}

/** Labels of fields, as mails have them. */
export function labelsOf(
  types: EventTypes,
  type: string,
  fields: readonly string[],
): Record<string, FieldLabel> {
  const shape = types.known.get(type as `${string}.${string}`)?.item.shape ?? {};
  const labels: Record<string, FieldLabel> = {};
  for (const name of fields) {
    const words = shape[name] && markOf(shape[name])?.words;
    if (words)
      labels[name] = {
        label: words.label,
        ...(words.unit && { unit: words.unit }),
        ...(words.values && { values: words.values }),
      };
  }
  return labels;
}

export function text(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

export function amount(value: unknown): number | undefined {
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
}
