import * as z from "zod";

const distance = z
  .number()
  .min(0)
  .describe("two values no further apart than this are the same")
  .meta({ id: "tolerance" });

/** Schema of a tolerance: how far apart numbers of these fields may be and still be the same. */
export function toleranceOf(fields: readonly string[]) {
  const shape = Object.fromEntries(fields.map((field) => [field, distance.optional()]));
  return z
    .strictObject(shape)
    .transform((given) => {
      const set = Object.entries(given).flatMap(([field, value]) =>
        value === undefined ? [] : [[field, value]],
      );
      return Object.fromEntries(set) as Readonly<Record<string, number>>;
    })
    .prefault({})
    .describe("by field: how far two numbers may be apart and still be the same");
}
