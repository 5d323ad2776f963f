/** People at the port: what their tokens give, and what calls and sessions are told of them. */
import { expect, test } from "vitest";
import type { JsonRoute } from "../../src/lib/http/port.ts";
import { ask, json, openPage } from "./session-page.ts";

const routes: JsonRoute[] = (["GET", "POST"] as const).map((method) => ({
  ...{ right: method === "GET" ? "read" : "act", method, path: "/api/thing" },
  answer: ({ person, mayAct }) => ({ status: 200, body: { person, mayAct } }),
}));
const aoi = { name: "青井", tokens: ["aoi-phone"], operators: ["aoi-desk"], language: "ja" as const };

async function scene(options: Parameters<typeof openPage>[0] = {}) {
  const page = await openPage({ routes, people: [aoi], ...options });
  const call = async (token: string, method: "GET" | "POST" = "GET") => {
    const headers = { ...json, ...(token !== "" && { authorization: `Bearer ${token}` }) };
    const sent = method === "POST" ? { method, body: "{}" } : {};
    const { status, body } = await ask(`${page.httpUrl}/api/thing`, { headers, ...sent });
    return status === 200 ? body : status;
  };
  return { ...page, call };
}

test("a call is told whose token it came with, and each token has its right", async () => {
  const { call } = await scene();
  expect(await call("aoi-phone")).toEqual({ person: "青井", mayAct: false });
  expect(await call("aoi-phone", "POST")).toBe(403);
  expect(await call("aoi-desk", "POST")).toEqual({ person: "青井", mayAct: true });
  expect(await call("operator", "POST")).toEqual({ mayAct: true });
  expect(await call("aoi")).toBe(401);
});

test("where people alone have tokens, nobody comes in without one", async () => {
  const { call, standing } = await scene({ tokens: [], operators: [] });
  expect([await call(""), await call("", "POST"), await call("reader")]).toEqual([401, 401, 401]);
  expect(await standing()).toEqual({ right: null, hasTokens: true });
  const alone = await scene({ tokens: [], operators: [], people: [{ ...aoi, tokens: [] }] });
  expect([await alone.call(""), await alone.call("aoi-desk")]).toEqual([
    401,
    { person: "青井", mayAct: true },
  ]);
});

test("who may read may act, where no token is an operator's", async () => {
  const people = [{ name: "Jun", tokens: ["jun"], operators: [] }];
  const { call } = await scene({ operators: [], people });
  expect(await call("jun", "POST")).toEqual({ person: "Jun", mayAct: true });
});

test("a session is the person's whose token began it", async () => {
  const { signIn, standing } = await scene();
  const signed = await signIn("aoi-desk");
  const person = { name: "青井", language: "ja" };
  expect(await standing(signed)).toMatchObject({ right: "act", person });
  expect((await standing(await signIn("reader"))).person).toBeUndefined();
});
