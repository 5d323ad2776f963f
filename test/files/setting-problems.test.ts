import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { checkFiles, outputFileMistakes } from "../../src/files/check-files.ts";
import { tmpFolder } from "../support/tmp-folder.ts";

const real = "smtps://user:s3cret@mail.desk.co.jp";
const services = {
  YAGURA_MARKET_URL: "https://market.desk.co.jp/v2",
  YAGURA_FORUM_URL: "https://forum.desk.co.jp",
  YAGURA_STATISTICS_URL: "https://statistics.desk.co.jp",
};
const upstreams = `
upstreams:
  market: { url: "\${YAGURA_MARKET_URL:-simulated}", apiKey: key }
  forum: { url: "\${YAGURA_FORUM_URL:-simulated}" }
  statistics: { url: "\${YAGURA_STATISTICS_URL:-simulated}" }
`;

function checked(text: string, environment: Record<string, string>) {
  const folder = tmpFolder();
  mkdirSync(join(folder, "rules"));
  writeFileSync(join(folder, "rules/none.yaml"), "rules: []\n");
  writeFileSync(join(folder, "monitor.yaml"), text);
  return checkFiles(join(folder, "monitor.yaml"), environment);
}

/** The warnings of a config file, as `line:column: message`. */
async function warningsOf(text: string, environment: Record<string, string> = {}): Promise<string[]> {
  const { problems, warnings } = await checked(text, environment);
  expect(problems).toEqual([]);
  expect(JSON.stringify(warnings)).not.toContain("s3cret");
  expect(warnings.every(({ severity, source }) => severity === "warning" && source !== undefined)).toBe(true);
  return warnings.map(({ line, column, message }) => `${line}:${column}: ${message}`);
}

test("an address of a mail server that no mail could go to is a mistake with its place", async () => {
  const folder = tmpFolder();
  mkdirSync(join(folder, "rules"));
  const file = join(folder, "monitor.yaml");
  writeFileSync(file, 'email:\n  smtp: "smtp://user:s3cret@mail.desk.co.jp?tls=no"\n');
  const { problems } = await checkFiles(file, {});
  expect(problems).toMatchObject([
    { line: 2, column: 9, message: expect.stringContaining('unknown option "tls" of the mail server') },
  ]);
  expect(JSON.stringify(problems)).not.toContain("s3cret");
});

test("authors that would be kept for longer than the log are told", async () => {
  const warned = async (retention: string) =>
    (await warningsOf(`${upstreams}retention: ${retention}\n`)).filter((one) => one.includes("no effect"));
  expect(await warned("{ log: 30d, authors: 31d }")).toEqual([
    "6:33: this has no effect: entries of the log are kept for 30d",
  ]);
  for (const fine of ["30d", "{ log: 30d, authors: 30d }", "{ authors: 250bd }"])
    expect(await warned(fine)).toEqual([]);
});

test("a mistake in a template of mails is told with its place, and keeps nobody from starting", async () => {
  const folder = tmpFolder();
  for (const name of ["rules", "mails"]) mkdirSync(join(folder, name));
  writeFileSync(join(folder, "rules/none.yaml"), "rules: []\n");
  writeFileSync(join(folder, "monitor.yaml"), "email: { templates: mails }\n");
  writeFileSync(join(folder, "mails/alert.html"), "<p>\n  {{ titel }}</p>");
  const { problems, config } = await checkFiles(join(folder, "monitor.yaml"), {});
  expect(problems).toEqual([]);
  if (config === undefined) throw new Error("the settings do not load");
  const [mistake, ...others] = await outputFileMistakes(config);
  expect(others).toEqual([]);
  expect(mistake).toMatchObject({ line: 2, column: 6, suggestion: "did you mean `title`?" });
  expect(resolve(mistake?.file ?? "")).toBe(join(folder, "mails/alert.html"));
});

describe("recipients whom no mail reaches", () => {
  const reserved = ["a@example.com", "b@mail.EXAMPLE.org", "c@example.net", "d@desk.test", "e@example"];
  const recipients = [
    ...reserved,
    "f@here.invalid",
    "g@localhost",
    "h@desk.co.jp",
    "i@example.jp",
    "j@test.com",
  ];
  const text = (smtp: string) =>
    `${upstreams}email:\n  smtp: ${smtp}\n  recipients:\n${recipients.map((each) => `    ${each[0]}: [${each}]\n`).join("")}`;

  test("are refused where a real mail server would get their mails, each at its place", async () => {
    const { problems, config } = await checked(text(real), services);
    expect(config).toBeUndefined();
    expect(problems.map(({ line, column }) => [line, column])).toEqual(
      [9, 10, 11, 12, 13, 14, 15].map((line) => [line, 9]),
    );
    expect(problems[0]).toMatchObject({
      message: "no mail reaches a@example.com: example.com is a name for examples",
      suggestion: expect.stringContaining("YAGURA_MAIL_TO"),
    });
    expect(problems[6]?.message).toContain("g@localhost");
  });

  test.each(["file:outbox", "smtp://localhost:2525", "smtp://127.0.0.1:2525", '"smtp://[::1]:2525"'])(
    "are nobody's concern with %s",
    async (smtp) => {
      expect(await warningsOf(text(smtp), services)).toEqual([]);
    },
  );
});

describe("simulated services", () => {
  const page = "publicUrl: https://yagura.desk.co.jp\nfeed: { tokens: [a-long-random-text] }\n";
  const email = (more = "") =>
    `email:\n  smtp: ${real}\n  recipients: { desk: [desk@desk.co.jp] }\n${more}${page}`;

  test("are told beside real ones, as far as a source asks them", async () => {
    const { YAGURA_MARKET_URL } = services;
    expect(await warningsOf(upstreams, { YAGURA_MARKET_URL })).toEqual([
      "4:17: forum is simulated beside real services: its data is simulated",
      "5:22: statistics is simulated beside real services: its data is simulated",
    ]);
    const one = `${upstreams}sources: { margin-alerts: { schedule: "0 0 * * * *" } }\n`;
    expect(await warningsOf(one, { YAGURA_MARKET_URL })).toEqual([]);
  });

  test("are told beside a real mail server: what they tell is not mailed", async () => {
    expect(await warningsOf(upstreams + email())).toEqual([
      "7:9: alerts of simulated services (market, forum, statistics) are not mailed to a real mail server",
    ]);
    expect(await warningsOf(upstreams + email("  sendSimulated: true\n"))).toEqual([
      "9:18: alerts of simulated services (market, forum, statistics) are mailed, too",
    ]);
    expect(await warningsOf(upstreams + email(), services)).toEqual([]);
  });

  test("are no matter for links, which others could not follow: these are told", async () => {
    const links = async (lines: string) =>
      (await warningsOf(`${lines}\n`)).filter((line) => line.includes("links"));
    const mails = `email: { smtp: "${real}", recipients: { desk: [desk@desk.co.jp] } }`;
    const chat = "webhook: { targets: { chat: { format: ntfy, topic: yagura-4f9c2a71 } } }";
    const none =
      "messages have no links to acknowledge or to silence: nobody says where people reach the page";
    const dead = "links in messages lead to this machine alone: on a telephone they open nothing";
    expect(await links(mails)).toEqual([`1:1: ${none}`]);
    expect(await links(chat)).toEqual([`1:1: ${none}`]);
    expect(await links(`${mails}\npublicUrl: http://127.0.0.1:8080`)).toEqual([`2:12: ${dead}`]);
    expect(await links(`${mails}\n${page}`)).toEqual([]);
    expect(
      await links(`webhook: { targets: { lan: { format: slack, url: "http://192.168.1.2/x" } } }`),
    ).toEqual([]);
    expect(await links("email: { smtp: 'smtp://localhost:2525' }")).toEqual([]);
  });

  test("alone, with mails in a folder or a server on this machine, are no matter for a warning", async () => {
    expect(await warningsOf("")).toEqual([]);
    expect(
      await warningsOf("email: { smtp: 'smtp://localhost:2525', recipients: { desk: [a@example.com] } }"),
    ).toEqual([]);
  });
});

test("a past that rules are to begin with is told where there is none, with what to call", async () => {
  const told = await warningsOf(`${upstreams}history: { seed: 20bd }\n`, services);
  expect(told).toEqual([
    expect.stringMatching(/^6:18: the rules begin without the services' past.*history\.db$/),
  ]);
  expect(await warningsOf(`${upstreams}history: { file: monitor.yaml, seed: 20bd }\n`, services)).toEqual([]);
  expect(await warningsOf(upstreams, services)).toEqual([]);
});
