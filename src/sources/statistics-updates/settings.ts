/** Settings of the watched statistics. */
import * as z from "zod";

export const watch = z
  .strictObject({
    db: z
      .string()
      .regex(/^[A-Z]{2,3}[0-9]{0,2}$/, { error: "this is no database; one is named like FM08" })
      .describe("database")
      .meta({ examples: ["FM08"] }),
    codes: z.array(z.string().min(1)).min(1).optional().describe("series codes without the database"),
    layer: z
      .array(z.union([z.string().regex(/^([0-9]+|\*)$/), z.int()], { error: 'a layer is a number or "*"' }))
      .min(1)
      .max(5)
      .transform((layer) => layer.map(String))
      .optional()
      .describe('layer path, such as ["1", "*"]'),
    frequency: z
      .enum(["CY", "FY", "CH", "FH", "Q", "M", "W", "D"])
      .optional()
      .describe("frequency of the layer"),
  })
  .refine(({ codes, layer }) => codes === undefined || layer === undefined, {
    error: "a watch takes either `codes` or `layer`",
  })
  .refine(({ layer, frequency }) => (layer === undefined) === (frequency === undefined), {
    error: "`layer` and `frequency` go together",
  })
  .meta({
    not: { required: ["codes", "layer"] },
    dependencies: { layer: ["frequency"], frequency: ["layer"] },
    examples: [
      { db: "FM08", codes: ["FXERD01"] },
      { db: "FM01" },
      { db: "BP01", layer: ["1", "*"], frequency: "M" },
    ],
  });

export type Watch = z.output<typeof watch>;
