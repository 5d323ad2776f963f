import { describe, expect, it } from "vitest";
import { stringify } from "yaml";
import { parseYaml } from "../../../src/lib/yaml/parse-yaml.ts";
import { fc } from "../../support/fast-check.ts";

const forms = `plain: some plain text with x marks
single: 'it''s x here'
double: "tab\\t and \\u3042 \\U0001F600 x here"
literal: |
  line one
    two x here

  three x
folded: >-
  folded one
  folded x two

  third x end
plainLines: plain over
  two lines x
doubleLines: "over
   lines x \\
   and x"
`;

describe("parseYaml", () => {
  it("finds every character of a string in the file, in every form of scalar", () => {
    const yaml = parseYaml(forms, "forms.yaml");
    const lines = forms.split("\n");
    const strings = yaml.value as Record<string, string>;
    for (const [key, value] of Object.entries(strings)) {
      for (let index = value.indexOf("x"); index >= 0; index = value.indexOf("x", index + 1)) {
        const { line, column } = yaml.atIndex([key], index);
        expect(`${key}: ${lines[line - 1]?.[column - 1]}`).toBe(`${key}: x`);
      }
    }
    expect(yaml.atIndex(["literal"], strings.literal?.lastIndexOf("x") ?? 0)).toEqual({ line: 8, column: 9 });
    expect(yaml.atIndex(["doubleLines"], strings.doubleLines?.lastIndexOf("x") ?? 0)).toEqual({
      line: 18,
      column: 8,
    });
  });

  it("finds any mark in any text as the yaml package writes it", () => {
    const words = fc.array(
      fc.constantFrom("a", "bc", " ", "\n", '"', "'", "\\", ": ", "#", "é", "😀", "  "),
      {
        maxLength: 30,
      },
    );
    const type = fc.constantFrom("PLAIN", "QUOTE_SINGLE", "QUOTE_DOUBLE", "BLOCK_LITERAL", "BLOCK_FOLDED");
    fc.assert(
      fc.property(words, words, type, (before, after, form) => {
        expectMarkFound(before.join(""), after.join(""), form);
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([
    [
      "an escaped blank after a folded line end",
      "a\n ",
      " bc😀  :   bc: a long enough text to be folded, and folded again",
    ],
    ["two line ends after an escape", '\\a😀\\"\n 😀  bc', '😀  :   bc\\\\: "a'],
    ["line ends in a row", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\n\n\n b", "\n\nc"],
  ])("finds a mark after %s", (_, before, after) => {
    for (const form of ["QUOTE_SINGLE", "QUOTE_DOUBLE", "BLOCK_LITERAL", "BLOCK_FOLDED"]) {
      expectMarkFound(before, after, form);
    }
  });

  it("gives the place of keys and values, and the parent's place for what is not there", () => {
    const yaml = parseYaml("# about\na:\n  - b: 1\n    c: {d: 2}\n", "a.yaml");
    expect(yaml.at(["a", 0, "c", "d"])).toEqual({ line: 4, column: 12 });
    expect(yaml.atKey(["a", 0, "c", "d"])).toEqual({ line: 4, column: 9 });
    expect(yaml.at(["a", 0, "missing"])).toEqual({ line: 3, column: 5 });
    expect(yaml.at([])).toEqual({ line: 2, column: 1 });
  });

  it("does not tell what only follows from a text that should stand in quotes", () => {
    const text =
      'rules:\n  - when: a > {"7203": 1, "6758": 2}[b]\n    title: x\n  - when: true\n    title: y\n';
    expect(parseYaml(text, "a.yaml").problems.map(({ line, column }) => [line, column])).toEqual([[2, 11]]);
  });

  it("counts columns without the byte order mark that editors do not show", () => {
    const yaml = parseYaml("\ufeffrulez: []\n", "marked.yaml");
    expect(yaml.value).toEqual({ rulez: [] });
    expect(yaml.atKey(["rulez"])).toEqual({ line: 1, column: 1 });
  });

  it.each([
    ["Shift_JIS", Buffer.from([0x61, 0x3a, 0x20, 0x31, 0x0a, 0x62, 0x3a, 0x20, 0x97, 0xe1]), 2, 4],
    ["EUC-JP", Buffer.from([0x61, 0x3a, 0x20, 0x31, 0x0a, 0x62, 0x3a, 0x20, 0xce, 0xe3]), 2, 4],
    ["UTF-16", Buffer.from("a: 1\n", "utf16le"), 1, 2],
  ])("refuses a file in %s, and says from where on it is no UTF-8", (_, bytes, line, column) => {
    const yaml = parseYaml(bytes.toString("utf8"), "other.yaml");
    expect(yaml.problems).toEqual([
      {
        ...{ file: "other.yaml", line, column },
        message: "the file is not UTF-8 from here on: save it as UTF-8",
      },
    ]);
  });

  it("tells all mistakes of a file at once", () => {
    const { problems } = parseYaml("a: 1\na: 2\nb: &x 3\nc: *x\nd: !t 4\n<<: {e: 5}\n", "a.yaml");
    expect(problems.map(({ line, column }) => [line, column])).toEqual([
      [2, 1],
      [3, 4],
      [4, 4],
      [5, 4],
      [6, 1],
    ]);
  });

  it.each([
    [
      "a bracket too many",
      "rules:\n  - { a: 1 } }\n  - { b: 2,\n      c: some\n      text }\n  - { d: 3 }\n",
      ["2:14"],
    ],
    ["a line without a key", "rules:\n  - name： x\n    on: y\n    title: z\n", ["2:5"]],
    ["two slips on two lines", "a: 1: 2: 3\nb: 2\nc: 3: 4: 5\n", ["1:4", "3:4"]],
  ])("tells one mistake of %s, and not what it makes of the rest", (_, text, places) => {
    const { problems } = parseYaml(text, "slip.yaml");
    expect(problems.map(({ line, column }) => `${line}:${column}`)).toEqual(places);
  });

  it("says what stands in the wrong place, in words for people", () => {
    const [problem] = parseYaml("rules:\n  - { a: 1 } }\n", "slip.yaml").problems;
    expect(problem?.message).toBe("not YAML: `}` does not belong here");
    const [wide] = parseYaml("rules:\n  - name： x\n    on: y\n", "slip.yaml").problems;
    expect(wide?.suggestion).toBe("write the colon in half width");
  });

  it.each([
    [
      "characters",
      1_000_000,
      (count: number) => `a: ${"b".repeat(count - 3)}`,
      "1:1 the file is longer than 1000000 characters",
    ],
    [
      "brackets inside each other",
      40,
      (count: number) => `a: ${"[".repeat(count)}${"]".repeat(count)}`,
      "1:44 too many brackets inside each other",
    ],
    [
      "columns of indentation",
      200,
      (count: number) => `a:\n${" ".repeat(count)}b: 1`,
      "2:1 too many levels inside each other",
    ],
    [
      "maps on one line",
      199,
      (count: number) => `${"a: ".repeat(count)}1`,
      "1:1 too many levels inside each other",
    ],
  ])("refuses more %s than %i, before it reads them", (_, most, made, message) => {
    const refusals = (count: number) =>
      parseYaml(made(count), "a.yaml")
        .problems.map((problem) => `${problem.line}:${problem.column} ${problem.message}`)
        .filter((told) => /too many|longer/.test(told));
    expect([refusals(most), refusals(most + 1)]).toEqual([[], [message]]);
  });

  it("counts no bracket that is closed or quoted, and no divider", () => {
    const text = `a: ${"[], ".repeat(50)}\nb: "${"[".repeat(50)}"\nc: '${"{".repeat(50)}'\nd: ]]]\n${"-".repeat(300)}\n`;
    const told = parseYaml(text, "a.yaml").problems.map(({ message }) => message);
    expect(told.filter((message) => /too many/.test(message))).toEqual([]);
  });

  it.each([
    ["title: {{ now.code }} rose", 'put it in quotes: "{{ now.code }} rose"'],
    ["title:   {{ now.code }} rose  ", 'put it in quotes: "{{ now.code }} rose"'],
    ["- title: {{ now.code }}", 'put it in quotes: "{{ now.code }}"'],
    ['title: {{ now.code }} "rose"', "put it in quotes: '{{ now.code }} \"rose\"'"],
    ['title: {{ now.code }} "ro\'se"', "put the whole text in quotes"],
    ["title: {{ now.code }} # rose", "put the whole text in quotes"],
    ["title: {{ now.code }} \\n", "put the whole text in quotes"],
    ["x: { title: {{ now.code }} }", "put the whole text in quotes"],
    [`title: {{ now.code }}${"x".repeat(186)}`, `put it in quotes: "{{ now.code }}${"x".repeat(186)}"`],
    [`title: {{ now.code }}${"x".repeat(187)}`, "put the whole text in quotes"],
  ])("says how to quote %s", (line, suggestion) => {
    for (const text of [line, `a: 1\n${line.startsWith("- ") ? "b:\n  " : ""}${line}\n`]) {
      const [problem] = parseYaml(text, "a.yaml").problems;
      expect([problem?.message, problem?.suggestion]).toEqual(["not YAML: {{ would begin a map", suggestion]);
    }
  });

  it("takes no key that would reach an object's prototype", () => {
    const yaml = parseYaml("__proto__: {polluted: true}\n", "a.yaml");
    expect(yaml.problems).toHaveLength(1);
    expect(yaml.value).toEqual({});
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  it.each([
    ["brackets", `a: ${"[".repeat(20_000)}`],
    ["closed brackets", `a: ${"[".repeat(10_000)}${"]".repeat(10_000)}`],
    ["dashes on one line", "- ".repeat(20_000)],
    ["braces", "{a: ".repeat(20_000)],
    [
      "levels of indentation",
      Array.from({ length: 1_000 }, (_, depth) => `${" ".repeat(depth)}a:`).join("\n"),
    ],
    ["characters", "a: b\n".repeat(500_000)],
  ])("refuses too many %s without parsing", (_, text) => {
    const { problems, value } = parseYaml(text, "hostile.yaml");
    expect(problems).toHaveLength(1);
    expect(problems[0]?.message).not.toContain("not YAML");
    expect(value).toBeNull();
  });

  it("does not count brackets in quotes", () => {
    const text = Array.from(
      { length: 200 },
      (_, at) => `k${at}: a.matches("\\\\[{") && 'it[' != "\\"[["`,
    ).join("\n");
    expect(parseYaml(text, "quotes.yaml").problems).toEqual([]);
  });

  it("refuses aliases of aliases without following one", () => {
    const text = `a: &a [x]\n${Array.from({ length: 30 }, (_, at) => `b${at}: &b${at} [*a, *a]`).join("\n")}`;
    const { problems, value } = parseYaml(text, "hostile.yaml");
    expect(problems).toHaveLength(31 + 60);
    expect((value as { b29: unknown }).b29).toEqual([undefined, undefined]);
  });

  it("never throws, whatever the text", () => {
    const noise = fc.array(
      fc.constantFrom(
        "a",
        ":",
        " ",
        "\n",
        "-",
        "[",
        "]",
        "{",
        "}",
        '"',
        "'",
        "|",
        ">",
        "&",
        "*",
        "!",
        "#",
        "?",
        ",",
        "%",
        "\t",
        "é",
      ),
    );
    fc.assert(
      fc.property(noise, (parts) => {
        const yaml = parseYaml(parts.join(""), "noise.yaml");
        expect(yaml.at(["a", 0])).toMatchObject({ line: expect.any(Number) });
      }),
      { numRuns: 3_000 },
    );
  });
});

/** Writes the text with one X in it, and expects the X where it stands in what was written. */
function expectMarkFound(before: string, after: string, form: string): void {
  const value = `${before}X${after}`;
  const text = stringify({ key: [value] }, { defaultStringType: form as "PLAIN", defaultKeyType: "PLAIN" });
  const yaml = parseYaml(text, "any.yaml");
  expect(yaml.value).toEqual({ key: [value] });
  const { line, column } = yaml.atIndex(["key", 0], value.indexOf("X"));
  expect(text.split("\n")[line - 1]?.[column - 1]).toBe("X");
}
