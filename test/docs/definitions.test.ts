/** Definitions of files as editors see them, held against what they check. */
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { configSchema } from "../../src/config/config.ts";
import { builtInTypes } from "../../src/files/event-types.ts";
import { testFileSchema } from "../../src/files/test-file-schema.ts";
import { editorSchema } from "../../src/lib/editor-schema.ts";
import {
  durationForm,
  lastingForm,
  lastingTimeForm,
  lasts,
  parseDuration,
  timeForm,
} from "../../src/model/duration.ts";
import { notifySchemes } from "../../src/outputs/index.ts";
import { eventPatterns, expandPattern } from "../../src/rules/about/heard-rules.ts";
import { rulesSchemas } from "../../src/rules/schema/rule-schema.ts";
import { anyRecordSource } from "../../src/sources/records/settings.ts";
import { recordSetsOf } from "../../src/upstreams/record-sets.ts";
import { fc } from "../support/fast-check.ts";

interface Example {
  readonly examples?: readonly unknown[];
  readonly $ref?: string;
}

interface Definition {
  readonly path: string;
  readonly schema: z.core.$ZodType;
  readonly written: z.core.JSONSchema.BaseSchema;
}

/** Every definition inside one, by where it stands. */
function definitionsIn(whole: z.ZodType): Definition[] {
  const found: Definition[] = [];
  z.toJSONSchema(whole, {
    io: "input",
    target: "draft-7",
    override: ({ zodSchema, jsonSchema, path }) =>
      void found.push({ path: path.join("."), schema: zodSchema, written: jsonSchema }),
  });
  return found;
}

const files: [string, z.ZodType][] = [
  ["rule files", rulesSchemas(builtInTypes, notifySchemes()).file],
  ["settings", configSchema(undefined)],
  ["test files", testFileSchema(builtInTypes)],
  ...[...recordSetsOf()].map(([from, set]): [string, z.ZodType] => [from, anyRecordSource(set)]),
];

describe.each(files)("the definition of %s", (_, whole) => {
  it("describes every key", () => {
    const keys = definitionsIn(whole).flatMap(({ path, written }) =>
      Object.entries(written.properties ?? {}).map(([key, value]) => [`${path}.${key}`, value] as const),
    );
    expect(keys.length).toBeGreaterThan(5);
    const bare = keys.filter(([, value]) => typeof value === "object" && !isDescribed(value));
    expect(bare.map(([key]) => key)).toEqual([]);
  });

  it("takes each of its own examples and defaults", () => {
    for (const { path, schema, written } of definitionsIn(whole)) {
      const examples = (z.globalRegistry.get(schema)?.examples ?? []) as unknown[];
      const fallback = written.default === undefined ? [] : [written.default];
      for (const example of [...examples, ...fallback])
        expect(
          z.safeParse(schema, example).error?.issues,
          `${path}: ${JSON.stringify(example)}`,
        ).toBeUndefined();
    }
  });
});

/** A definition with an id stands elsewhere, with its own words. */
function isDescribed({ description, $ref, allOf }: z.core.JSONSchema.BaseSchema): boolean {
  return description !== undefined || $ref !== undefined || allOf !== undefined;
}

describe("the rule files' definitions", () => {
  it("have an example of every key of a rule and of its conditions", () => {
    const keys = definitionsIn(rulesSchemas(builtInTypes, notifySchemes()).rule).flatMap(
      ({ path, schema }) => {
        const { properties = {} } = editorSchema(schema as z.ZodType) as {
          properties?: Record<string, Example>;
        };
        return Object.entries(properties).map(([key, value]) => [`${path}.${key}`, value] as const);
      },
    );
    expect(keys.length).toBeGreaterThan(60);
    const without = keys.filter(([, { examples = [], $ref }]) => examples.length === 0 && $ref === undefined);
    expect(without.map(([name]) => name)).toEqual([]);
  });

  it("name the types of events that mean something, and no others", () => {
    const named = eventPatterns(builtInTypes);
    for (const pattern of named)
      expect([pattern, expandPattern(pattern, builtInTypes).ok]).toEqual([pattern, true]);
    for (const type of builtInTypes.known.keys()) {
      const isMeant = expandPattern(type, builtInTypes).ok;
      expect([type, named.includes(type)]).toEqual([type, isMeant]);
    }
  });
});

describe("the forms of durations", () => {
  const digits = fc.stringMatching(/^[0-9]{0,7}$/);
  const written = fc
    .tuple(digits, fc.constantFrom("s", "m", "h", "d", "bd", "b", "w", ""))
    .map((parts) => parts.join(""));
  it("are those that are read", () => {
    fc.assert(
      fc.property(
        fc.oneof(written, fc.constantFrom("10000bd", "10001bd", "010000bd", "000bd", "0s")),
        (text) => {
          const read = parseDuration(text);
          const isTime = read !== undefined && "ms" in read;
          const isLasting = read !== undefined && lasts(read);
          expect(durationForm.test(text)).toBe(read !== undefined);
          expect(timeForm.test(text)).toBe(isTime);
          expect(lastingForm.test(text)).toBe(isLasting);
          expect(lastingTimeForm.test(text)).toBe(isTime && isLasting);
        },
      ),
      { numRuns: 2_000 },
    );
  });
});
