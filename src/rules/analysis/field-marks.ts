/** What is known of the values at a path of events of some types. */
import type * as z from "zod";
import type { EventType } from "../../model/event-types.ts";
import { type FieldMark, markOf as markOfField } from "../../model/field-marks.ts";
import type { EventTypes } from "../../model/known-types.ts";

const ofEnvelope: Readonly<Record<string, FieldMark>> = {
  "event.time": { form: "moment", zone: "Z" },
  "event.published": { form: "dated" },
  "event.occurred": { form: "dated" },
};

/** Marks of `now.ratio` and the like; undefined where nothing is known, or other things of other types. */
export function markOf(
  path: string,
  types: readonly EventType[],
  { known }: EventTypes,
): FieldMark | undefined {
  const [root, name = ""] = path.split(".");
  if (root === "event") return ofEnvelope[path];
  const items = new Set(types.flatMap((type) => known.get(type)?.item ?? []));
  const fields = [...items].flatMap(({ shape }) => (shape[name] as z.ZodType | undefined) ?? []);
  const [mark, ...others] = fields.map(ofField);
  return others.every((other) => JSON.stringify(other) === JSON.stringify(mark)) ? mark : undefined;
}

/** Mails may show the same field of two items in two ways. */
function ofField(field: z.ZodType | undefined): Omit<FieldMark, "words"> | undefined {
  if (field === undefined) return undefined;
  const { words: _, ...mark } = markOfField(field) ?? {};
  return mark;
}
