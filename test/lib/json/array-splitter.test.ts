import { expect, test } from "vitest";
import { ArraySplitter } from "../../../src/lib/json/array-reader.ts";
import { fc } from "../../support/fast-check.ts";

/** Results of reading a document that comes in pieces of these sizes, and then in one. */
function read(bytes: Uint8Array, sizes: readonly number[] = []): unknown {
  const splitter = new ArraySplitter("rows");
  const elements: unknown[] = [];
  let at = 0;
  for (const size of [...sizes, bytes.length]) {
    // A copy that is wiped after use: nothing may count on a piece's memory.
    const piece = Uint8Array.from(bytes.subarray(at, at + size));
    elements.push(...splitter.push(piece));
    piece.fill(0);
    at += size;
  }
  const rest = splitter.end();
  const isSplit = typeof rest === "object" && rest !== null && !Array.isArray(rest) && "rows" in rest;
  return isSplit && Array.isArray(rest.rows) ? { ...rest, rows: elements } : { rest, elements };
}

const utf8 = (text: string) => new TextEncoder().encode(text);
const sizes = fc.array(fc.integer({ min: 0, max: 7 }), { maxLength: 400 });
const json = fc.jsonValue({ maxDepth: 4, noUnicodeString: false } as fc.JsonSharedConstraints);

test("a document is read as JSON.parse reads it, in whatever pieces it comes", () => {
  const before = fc.dictionary(fc.string({ unit: "binary" }), json);
  fc.assert(
    fc.property(before, fc.array(json), before, sizes, fc.boolean(), (head, rows, tail, cuts, spaced) => {
      const { rows: _rows, ...others } = tail;
      const text = JSON.stringify({ ...head, rows, ...others }, null, spaced ? 2 : 0);
      const parsed = JSON.parse(text);
      expect(read(utf8(text), cuts)).toEqual(parsed);
    }),
  );
});

test("a document without the array is left whole", () => {
  fc.assert(
    fc.property(json, sizes, (value, cuts) => {
      fc.pre(typeof value !== "object" || value === null || !("rows" in value));
      const text = JSON.stringify(value);
      expect(read(utf8(text), cuts)).toEqual({ rest: JSON.parse(text), elements: [] });
    }),
  );
});

test("a cut or garbled document is refused wherever JSON.parse refuses it", () => {
  const document = fc.record({ a: json, rows: fc.array(json, { maxLength: 4 }), b: json });
  const garble = fc.record({
    at: fc.nat(),
    drop: fc.integer({ min: 0, max: 3 }),
    put: fc.constantFrom("", ",", "]", "[", "}", "{", '"', ":", "\\", "1", ' "rows":[] ', "\ufeff"),
  });
  fc.assert(
    fc.property(document, garble, sizes, (value, { at, drop, put }, cuts) => {
      const text = JSON.stringify(value);
      const place = at % (text.length + 1);
      const garbled = text.slice(0, place) + put + text.slice(place + drop);
      const whole = outcome(() => JSON.parse(garbled));
      const split = outcome(() => read(utf8(garbled), cuts));
      // A name that is there twice is the one thing that JSON.parse takes and we do not; a mark at the very start
      // the one that it does not.
      const isOurs = /"rows".*"rows"/s.test(garbled) || garbled.startsWith("\ufeff");
      if (!isOurs) expect(split === "refused").toBe(whole === "refused");
    }),
    { numRuns: 2_000 },
  );
});

test("what is space in a text and none in JSON is no empty array", () => {
  for (const odd of ["\ufeff", "\u00a0", "\u2028", "\v"])
    expect(outcome(() => read(utf8(`{"rows":[${odd}]}`)))).toBe("refused");
  expect(read(utf8('{"rows":[ \t\r\n]}'))).toEqual({ rows: [] });
});

function outcome(parse: () => unknown): unknown {
  try {
    return { value: parse() };
  } catch (error) {
    if (error instanceof SyntaxError) return "refused";
    throw error;
  }
}

test("elements come out with the piece in which they end", () => {
  const splitter = new ArraySplitter("rows");
  expect(splitter.push(utf8('{"rows": [ {"a":"[,]"} , 2'))).toEqual([{ a: "[,]" }]);
  expect(splitter.push(utf8("5,[3"))).toEqual([25]);
  expect(splitter.push(utf8(',4]], "next": null}'))).toEqual([[3, 4]]);
  expect(splitter.end()).toEqual({ rows: [], next: null });
});

test("the name counts on the outermost level only, also where it is written with escapes", () => {
  expect(read(utf8('{"a":{"rows":[1]},"b":["rows",[2]],"\\u0072ows":[3]}'))).toEqual({
    a: { rows: [1] },
    b: ["rows", [2]],
    rows: [3],
  });
});

test.each([
  '{"rows":[1,]}',
  '{"rows":[,1]}',
  '{"rows":[1,,2]}',
  '{"rows":[1',
  '{"rows":[1]',
  '{"rows":[1}]',
  '{"rows":[1]}}',
  '{"rows":[1],"rows":[2]}',
  '["rows":[1]]',
  "",
])("%s is refused", (text) => {
  expect(() => read(utf8(text))).toThrow(SyntaxError);
});

test("a byte order mark is passed over", () => {
  expect(read(utf8('\ufeff{"rows":[1]}'))).toEqual({ rows: [1] });
});

test.each(['{"rows":[{"a":1,"a":2}]}', '{"b":1,"rows":[{"a":1}],"b":2}', '{"b":{"c":1,"c":1},"rows":[]}'])(
  "a name that is there twice is refused: %s",
  (text) => {
    expect(() => read(utf8(text))).toThrow("a name is there twice");
  },
);
