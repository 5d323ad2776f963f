/** The section `people`: what is refused, at which place, and that no token is repeated. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { checkFiles } from "../../src/files/check-files.ts";
import { formatProblem, type Problem } from "../../src/lib/problem.ts";
import { tmpFolder } from "../support/tmp-folder.ts";

const [aoi, jun, shared] = ["aoi", "jun", "shared"].map((name) => `${name}-token-0123456789`);

/** Begins at line 5. */
async function checked(people: string, feed = "{}") {
  const folder = tmpFolder();
  mkdirSync(join(folder, "rules"));
  const file = join(folder, "monitor.yaml");
  const before = [
    `feed: ${feed}`,
    "watchlists: { core: [] }",
    "email: { recipients: { aoi: [a@desk.co.jp] } }",
  ];
  writeFileSync(file, [...before, "people:", people, "rules: rules", "sources: {}", ""].join("\n"));
  const { problems, warnings, config } = await checkFiles(file, { EMPTY: "" });
  const told = (all: readonly Problem[]) =>
    all.map((problem) => formatProblem({ ...problem, file: "" }).slice(1));
  return { problems: told(problems), warnings: told(warnings), config };
}

test("a person has tokens, receivers, watchlists and a language", async () => {
  const { problems, config } = await checked(
    `  青井: { operators: [${aoi}], receivers: [email:aoi], watchlists: [core], language: ja }`,
  );
  expect(problems).toEqual([]);
  expect(config?.people).toEqual([
    {
      name: "青井",
      tokens: [],
      operators: [aoi],
      calendarTokens: [],
      receivers: ["email:aoi"],
      watchlists: ["core"],
      language: "ja",
    },
  ]);
  expect((await checked("  {}")).config?.people).toEqual([]);
});

test("people alone let others reach the host, and without them it needs tokens", async () => {
  expect((await checked(`  aoi: { tokens: [${aoi}] }`, "{ host: 0.0.0.0 }")).problems).toEqual([]);
  expect((await checked("  {}", "{ host: 0.0.0.0 }")).problems).toEqual([
    expect.stringContaining("a host that others can reach needs `tokens`"),
  ]);
});

const both = `  aoi: { tokens: [${shared}] }`;

test.each([
  ["an empty token", `  aoi: { tokens: ["\${EMPTY}"] }`, "5:19: this token is empty"],
  ["a blank token", `  aoi: { operators: [" "] }`, "5:22: this token is empty"],
  ["no token", "  aoi: { watchlists: [core] }", "5:8: a person needs a token"],
  [
    "a calendar's token alone",
    "  aoi: { calendarTokens: [calendar-token-0123456789] }",
    "5:8: a person needs a token",
  ],
  [
    "a token of a calendar that can be guessed",
    `  aoi: { tokens: [${aoi}], calendarTokens: [hunter2] }`,
    "5:59: a token of the calendar has at least 24",
  ],
  [
    "a token of two people",
    `${both}\n  jun: { operators: [${shared}] }`,
    "6:22: this token is a token of `aoi` already",
  ],
  [
    "a token twice",
    `  aoi: { tokens: [${shared}], operators: [${shared}] }`,
    "5:57: this token is a token of `aoi`",
  ],
  ["a name twice", `${both}\n  aoi: { tokens: [${jun}] }`, "6:3: this key is in the same map twice"],
  [
    "a name that looks the same",
    `${both}\n  ＡＯＩ: { tokens: [${jun}] }`,
    "6:3: this name is read as `aoi`",
  ],
  ["a name of two lines", `  "a\\nb": { tokens: [${jun}] }`, "5:3: a person's name is one line"],
  [
    "no such receiver",
    `  aoi: { tokens: [${aoi}], receivers: [email:jun] }`,
    "5:54: the settings have no recipient `email:jun`",
  ],
  [
    "no such watchlist",
    `  aoi: { tokens: [${aoi}], watchlists: [cor] }`,
    "5:55: there is no watchlist `cor` (did you mean `core`?)",
  ],
])("%s is refused at its place", async (_, people, said) => {
  const { problems } = await checked(people);
  expect(problems).toEqual([expect.stringContaining(said)]);
  expect(problems.join()).not.toContain(shared);
});

test.each(["tokens", "operators", "calendarTokens"])("a token is not in feed.%s as well", async (list) => {
  const token = "shared_token_0123456789_x";
  const { problems } = await checked(`  aoi: { tokens: [${token}] }`, `{ ${list}: [${token}] }`);
  expect(problems).toEqual([expect.stringContaining(`5:19: this token is in \`feed.${list}\`, too`)]);
  expect(problems.join()).not.toContain(token);
});

test("who is told of nothing, and who of what all others are, is warned of at their place", async () => {
  const one = (name: string, more = "") => `  ${name}: { tokens: [${name}-token-0123456789]${more} }`;
  const told = async (...people: string[]) => (await checked(people.join("\n"))).warnings;
  const rest = await told(one("aoi"), one("jun"));
  expect(
    await told(one("aoi", ", receivers: [email:aoi]"), one("jun"), one("mio", ", receivers: []")),
  ).toEqual([
    expect.stringMatching(/^6:8: warning: the messages of all others are this person's as well/),
    expect.stringMatching(/^7:53: warning: no message is this person's/),
    ...rest,
  ]);
  expect(rest.join()).not.toContain("person");
});

test("a short token is warned of, and not shown", async () => {
  const { warnings } = await checked("  aoi: { tokens: [hunter2] }");
  expect(warnings).toContainEqual(
    expect.stringContaining("5:19: warning: a token of fewer than 16 characters"),
  );
  expect(warnings.join()).not.toContain("hunter2");
});
