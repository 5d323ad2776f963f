import { expect, test } from "vitest";
import { parseJson } from "../../../src/lib/json/strict-json.ts";
import { fc } from "../../support/fast-check.ts";

test("what JSON.parse takes is taken, and comes out the same", () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 8 }), fc.boolean(), (text, isLong) => {
      const whole = isLong ? `${" ".repeat(12_000)}${text}` : text;
      expect(parseJson(Buffer.from(whole))).toEqual(JSON.parse(text));
    }),
    { numRuns: 300 },
  );
});

test.each(["[", '{"a":'])("a million %s inside one another are refused at once", (opens) => {
  expect(() => parseJson(Buffer.from(opens.repeat(1_000_000)))).toThrow("nested too deep");
});

test("brackets in texts nest nothing", () => {
  const value = { text: `${"[{".repeat(20_000)}\\"`, other: ["\\", '"', "]"] };
  expect(parseJson(Buffer.from(JSON.stringify(value)))).toEqual(value);
});

test("a byte order mark is passed over", () => {
  expect(parseJson(Buffer.from('\ufeff{"a":1}'))).toEqual({ a: 1 });
});

test("letters of another charset are refused and not taken for others", () => {
  // 株 in Shift_JIS.
  const body = Buffer.concat([Buffer.from('{"name":"'), Buffer.from([0x8a, 0x94]), Buffer.from('"}')]);
  expect(() => parseJson(body)).toThrow(TypeError);
});

test.each([
  ['{"a":1,"a":2}'],
  ['{"a":1,"\\u0061":1}'],
  ['{"list":[{"a":{"b":1,"c":"\\"","b":[]}}]}'],
  ['{"__proto__":1,"__proto__":2}'],
])("a name that is there twice is refused, since readers take it in two ways: %s", (text) => {
  expect(() => parseJson(Buffer.from(text))).toThrow("a name is there twice");
});

test("colons and names in texts are none of the document", () => {
  const value = { a: '{"a":1,"a":2}', "b:": ":", __proto__x: [{ a: 1 }, { a: 1 }] };
  expect(parseJson(Buffer.from(JSON.stringify(value)))).toEqual(value);
});
