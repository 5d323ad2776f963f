/** A first declaration that is made of an answer: it passes the check as it stands, and reads the rows that it came from. */
import { expect, test } from "vitest";
import { parse } from "yaml";
import { callsSection } from "../../../src/config/calls-section.ts";
import { createHttp } from "../../../src/lib/http/http.ts";
import { callRegistry } from "../../../src/upstreams/market/calls.ts";
import { createMarketClient } from "../../../src/upstreams/market/client.ts";
import { declaredCalls } from "../../../src/upstreams/market/declared-calls.ts";
import { inferCall } from "../../../src/upstreams/market/infer-call.ts";
import { sendJson, serve } from "../../lib/http/loopback.ts";

const rows = [
  {
    Date: "2030-04-01",
    Code: "99990",
    FYE: "0331",
    EPS: 101.5,
    ROE: "0.1025",
    in: "1",
    Papers: ["g"],
    Hldrs: [{ Name: "架空銀行", Addr: "架空市", Shs: 1 }],
    Note: "",
  },
  {
    Date: "2030-04-01",
    Code: "99980",
    FYE: "1231",
    EPS: null,
    ROE: "0.05",
    in: "2",
    Papers: [],
    Hldrs: [],
    Note: null,
  },
];
const asked = { path: "sample/values", query: { date: "2030-04-01", knd: "1" }, plan: "light" } as const;

function declarationOf(answer: unknown): string {
  const text = inferCall({ ...asked, answer });
  if (text === undefined) throw new Error("there is no declaration");
  return text;
}

/** The section of the settings, once its form has been checked. */
function sectionOf(text: string) {
  const { calls } = parse(text).upstreams.market;
  return callsSection(calls).parse(calls) ?? {};
}

test("the declaration passes the check as it stands, and the call reads the rows", async () => {
  const declared = sectionOf(declarationOf({ data: rows }));
  const served = await serve((_, response) => sendJson(response, { data: rows }));
  const calls = callRegistry(declaredCalls(declared));
  const client = createMarketClient({
    url: served.url,
    apiKey: "k",
    http: createHttp({ retries: 0 }),
    calls,
  });
  const pages = [];
  for await (const page of client.pages("sample/values", { date: "2030-04-01", knd: "1" }))
    pages.push(...page);
  expect(pages).toEqual([
    {
      date: "2030-04-01",
      code: "9999",
      fye: "0331",
      eps: 101.5,
      roe: 10.25,
      inValue: 1,
      papers: ["g"],
      hldrs: [{ name: "架空銀行", shs: 1 }],
    },
    { date: "2030-04-01", code: "9998", fye: "1231", roe: 5, inValue: 2, papers: [], hldrs: [] },
  ]);
  expect(served.asked[0]?.path).toBe("/sample/values?date=2030-04-01&knd=1");
});

test("types, candidates for the key, days and doubts are told", () => {
  const text = declarationOf({ data: rows });
  expect(text).toContain("# tells the 2 rows of this answer apart: [code] or [fye]");
  expect(text).toContain("        day: [date]\n");
  expect(text).toContain('fye: { wire: "FYE", type: text,');
  expect(text).toContain('roe: { wire: "ROE", type: fraction,');
  expect(text).toContain("is 0.01 one percent (fraction), or 0.01 percent?");
  expect(text).toContain('papers: { wire: "Papers", type: texts,');
  expect(text).toContain('name: { wire: "Name", type: organisation,');
  expect(text).toContain('unread: ["Addr"]');
  expect(text).toContain("note: ");
  expect(text).toContain("# the answer has no value of it");
});

test("no value of the answer is shown, and no name that is none", () => {
  const text = declarationOf({ data: [{ Name: "架空工業", "a: b\n# c": 1, Date: "2030-04-01" }] });
  for (const shown of ["架空", "2030-04-01", "a: b"]) expect(text).not.toContain(shown);
});

test("rows may stand under another name", () => {
  const section = sectionOf(declarationOf({ total: 1, list: [{ Id: "a" }] }));
  expect(section["sample/values"]).toMatchObject({ rows: "list", key: ["id"] });
});

test.each([null, [], {}, { data: [] }, { data: 3 }, "text"])("there is none of %j", (answer) => {
  expect(inferCall({ ...asked, answer })).toBeUndefined();
});
