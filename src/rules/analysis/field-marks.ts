/** What is known of the values at a path of events of some types. */
import type * as z from "zod";
import type { EventType } from "../../model/event-types.ts";
import { type FieldMark, fieldMarks } from "../../model/field-marks.ts";
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

function ofField(field: z.ZodType): FieldMark | undefined {
  const { innerType } = field.def as { innerType?: z.ZodType };
  return fieldMarks.get(innerType ?? field);
}
