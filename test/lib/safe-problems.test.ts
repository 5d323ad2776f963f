/** Problems of a file as they may be shown: so many, so long, and without its secrets. */
import { expect, test } from "vitest";
import type { Problem } from "../../src/lib/problem.ts";
import { safeProblems } from "../../src/lib/safe-problems.ts";

const at = (line: number, message: string, more: Partial<Problem> = {}): Problem => ({
  file: "a.yaml",
  line,
  column: 1,
  message,
  ...more,
});
const isSecretKey = (name: string) => name === "password";
const safe = (problems: readonly Problem[], text: string) => safeProblems(problems, text, { isSecretKey });

test("a hundred problems of a file are told, and of more how many there are", () => {
  const wrong = (count: number) =>
    Array.from({ length: count }, (_, index) => at(index + 1, `wrong ${index + 1}`));
  expect(safe(wrong(100), "")).toHaveLength(100);
  const told = safe(wrong(103), "");
  expect(told).toHaveLength(101);
  expect(told.slice(-2).map(({ line, message }) => [line, message])).toEqual([
    [100, "wrong 100"],
    [100, "3 more in this file are not shown"],
  ]);
  expect(safe([], "")).toEqual([]);
});

test("what is said of the last problem does not stand beside how many more there are", () => {
  const problems = Array.from({ length: 101 }, () => at(1, "wrong", { suggestion: "write it right" }));
  expect(safe(problems, "").at(-1)).toEqual({ ...at(1, "1 more in this file are not shown"), source: "" });
});

test("a message and a suggestion have 500 characters at most, and a line that is shown 20,000", () => {
  const long = (length: number) => "x".repeat(length);
  const [whole] = safe([at(1, long(500), { suggestion: long(500) })], long(20_000));
  expect(whole).toEqual({ ...at(1, long(500), { suggestion: long(500) }), source: long(20_000) });
  const [cut] = safe([at(1, long(501), { suggestion: long(501) })], long(20_001));
  expect(cut).toEqual(at(1, `${long(500)}…`, { suggestion: `${long(500)}…` }));
});

test("a secret of four characters or more is hidden wherever the message or suggestion repeats it", () => {
  const told = (secret: string) => {
    const [problem] = safe(
      [at(1, `this is no word: ${secret}.`, { suggestion: `write ${secret}` })],
      `password: ${secret}\n`,
    );
    return [problem?.message, problem?.suggestion, problem?.source];
  };
  expect(told("hush")).toEqual(["this is no word: *****", "write ****", "password: ****"]);
  expect(told("hunter2")).toEqual(["this is no word: ********", "write *******", "password: *******"]);
  expect(told("shh")).toEqual(["this is no word: shh.", "write shh", "password: ***"]);
});

/** What a message says between backquotes is the file's. */
const repeatedIn = (message: string) =>
  [...message.matchAll(/`[^`]*`/g)].map(({ index, 0: quoted }): [number, number] => [
    index,
    index + quoted.length,
  ]);

test.each(["abc", "file", "must", "password", "hunter2-canary"])(
  "the secret %s is hidden where a message repeats the file, and is a word of ours elsewhere",
  (secret) => {
    const problems = [
      at(1, `this must be a file, abc or a password: \`${secret}\``),
      at(2, `\`${secret}\` is none`),
    ];
    const text = `password: ${secret}\nport: ${secret}\n`;
    const [own, other] = safeProblems(problems, text, { isSecretKey, repeatedIn });
    const stars = "*".repeat(secret.length);
    expect(own).toMatchObject({
      message: `this must be a file, abc or a password: \`${stars}\``,
      source: `password: ${stars}`,
    });
    // Of another setting only a long word is one by chance nobody believes in.
    expect(other?.message).toBe(`\`${secret.length < 8 ? secret : stars}\` is none`);
  },
);

test("a value that came from elsewhere is hidden as if the file said it", () => {
  const told = (key: string, value: string, line = 1) =>
    safeProblems([at(1, `this is \`${value}\``)], "a: X\nb: 1\nc: 2\n", {
      ...{ isSecretKey, repeatedIn },
      filled: [{ line, key, text: value }],
    })[0]?.message;
  expect(told("password", "abc")).toBe("this is `***`");
  expect(told("password", "abc", 3)).toBe("this is `abc`");
  expect(told("password", "hunter2-canary", 3)).toBe("this is `**************`");
  expect(told("name", "trader@example.com")).toBe("this is `trader@example.com`");
  expect(told("url", "https://me:hunter2-canary@example.com/v2")).toBe(
    "this is `https://**:**************@example.com/v2`",
  );
  expect(told("url", "https://example.com/v2?sig=hunter2-canary")).not.toContain("hunter2");
});

test("what an unknown key holds is hidden, unless the key is near one that holds no secret", () => {
  const source = (message: string, suggestion?: string, column = 1) =>
    safe([at(1, message, { column, ...(suggestion && { suggestion }) })], "zugang: open sesame\n")[0]?.source;
  expect(source("unknown key `zugang`")).toBe("zugang: **** ******");
  expect(source("unknown key `zugang`", "did you mean `password`?")).toBe("zugang: **** ******");
  expect(source("unknown key `zugang`", "did you mean `zugänge`?")).toBe("zugang: open sesame");
  expect(source("this must be text")).toBe("zugang: open sesame");
});

test.each([
  [
    "https://chat.example/services/T0/Zq8tRw2v",
    "/srv/services/rules is no folder",
    "/srv/services/rules is no folder",
  ],
  ["https://chat.example/services/T0/Zq8tRw2v", "Zq8tRw2v/services", "********/services"],
  // The last step may be the secret, and so may what has digits, is long, or is no step of an address.
  ["https://push.example/topic/harbourlights", "harbourlights", "*************"],
  ["https://chat.example/room2024/T0/Zq8tRw2v", "room2024", "********"],
  ["https://chat.example/thisisalongwordofletters/Zq8tRw2v", "thisisalongwordofletters", "*".repeat(24)],
  ["over/services/Zq8tRw2v", "services", "********"],
  ["https://aoi:over/services/Zq8tRw2v@chat.example/", "services", "********"],
])("of the address %s, `%s` is told as `%s`", (value, message, told) => {
  const filled = [{ line: 1, key: "password", text: value }];
  const [problem] = safeProblems([at(2, message)], "a: 0\nb: 1\n", { isSecretKey, filled });
  expect(problem?.message).toBe(told);
  const [written] = safe([at(2, message)], `password: "${value}"\nb: 1\n`);
  expect(written?.message).toBe(told);
});
