/** Pages that links lead to, on the feed's port: what reaches them, and what a browser is told to allow. */
import { request } from "undici";
import { describe, expect, it } from "vitest";
import type { PageCall, PageRoute } from "../../src/lib/http/port.ts";
import { startFeed } from "../outputs/feed/support/running-feed.ts";

/** A page that notes what it is asked. */
function noting(): { readonly calls: PageCall[]; readonly page: PageRoute } {
  const calls: PageCall[] = [];
  return {
    calls,
    page: {
      path: "/act/thing",
      answer(call) {
        calls.push(call);
        return { status: call.query.get("sig") === "right" ? 200 : 403, html: "<!DOCTYPE html><p>a page" };
      },
    },
  };
}

const form = { "content-type": "application/x-www-form-urlencoded" };

async function ask(url: string, options: Parameters<typeof request>[1] = {}) {
  const { statusCode: status, headers, body } = await request(url, options);
  return { status, headers, text: await body.text() };
}

describe("A page", () => {
  it("is looked at by GET and HEAD without a token, and gets no form", async () => {
    const { calls, page } = noting();
    const { httpUrl } = await startFeed({ pages: [page], tokens: ["secret-token"] });
    const url = `${httpUrl}/act/thing?sig=right`;
    expect(await ask(url)).toMatchObject({ status: 200, text: "<!DOCTYPE html><p>a page" });
    expect(await ask(url, { method: "HEAD" })).toMatchObject({ status: 200, text: "" });
    expect(calls.map(({ method, form: fields }) => [method, [...fields]])).toEqual([
      ["GET", []],
      ["GET", []],
    ]);
  });

  it("has the status that it gives itself", async () => {
    const { httpUrl } = await startFeed({ pages: [noting().page] });
    expect((await ask(`${httpUrl}/act/thing?sig=wrong`)).status).toBe(403);
  });

  it("may send a form to itself, run nothing and load nothing from elsewhere", async () => {
    const { httpUrl } = await startFeed({ pages: [noting().page] });
    const { headers } = await ask(`${httpUrl}/act/thing?sig=right`);
    const policy = String(headers["content-security-policy"]).split("; ");
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("form-action 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy.filter((part) => part.startsWith("script-src"))).toEqual([]);
    expect(headers["referrer-policy"]).toBe("no-referrer");
    expect(headers["cache-control"]).toBe("no-store");
  });

  it("gets the fields of a form in either way in which one is sent", async () => {
    const { calls, page } = noting();
    const { httpUrl } = await startFeed({ pages: [page] });
    const url = `${httpUrl}/act/thing?sig=right`;
    await ask(url, { method: "POST", headers: form, body: "span=3h&span=1d" });
    const parts = new FormData();
    parts.set("List-Unsubscribe", "One-Click");
    await fetch(url, { method: "POST", body: parts });
    expect(calls.map(({ method, form: fields }) => [method, [...fields]])).toEqual([
      [
        "POST",
        [
          ["span", "3h"],
          ["span", "1d"],
        ],
      ],
      ["POST", [["List-Unsubscribe", "One-Click"]]],
    ]);
  });

  it.each([
    ["another type", 415, { "content-type": "application/json" }, "{}"],
    ["parts that cannot be told apart", 400, { "content-type": "multipart/form-data" }, "x"],
    ["more than 64 KiB", 413, form, `a=${"b".repeat(65_536)}`],
  ])("refuses a form of %s with %i", async (_, status, headers, body) => {
    const { calls, page } = noting();
    const { httpUrl } = await startFeed({ pages: [page] });
    const answer = await ask(`${httpUrl}/act/thing?sig=right`, { method: "POST", headers, body });
    expect([answer.status, calls]).toEqual([status, []]);
  });

  it("is neither put nor deleted", async () => {
    const { calls, page } = noting();
    const { httpUrl } = await startFeed({ pages: [page] });
    for (const method of ["PUT", "DELETE"] as const) {
      const { status, headers } = await ask(`${httpUrl}/act/thing?sig=right`, { method });
      expect([status, headers.allow]).toEqual([405, "GET, HEAD, POST"]);
    }
    expect(calls).toEqual([]);
  });

  it("is reached under the public host, and under no other foreign one", async () => {
    const { httpUrl } = await startFeed({
      pages: [noting().page],
      publicUrl: "https://yagura.example.com/desk",
    });
    const under = async (host: string) =>
      (await ask(`${httpUrl}/act/thing?sig=right`, { headers: { host } })).status;
    expect(await under("yagura.example.com")).toBe(200);
    expect(await under("rebound.example.com")).toBe(403);
  });

  it("that throws is answered 500 without details, and reported", async () => {
    const broken: PageRoute = {
      path: "/act/thing",
      answer: () => {
        throw new Error("the inner secret");
      },
    };
    const { httpUrl, failures } = await startFeed({ pages: [broken] });
    const answer = await ask(`${httpUrl}/act/thing`);
    expect(answer.status).toBe(500);
    expect(answer.text).not.toContain("secret");
    expect(failures).toEqual(["/act/thing: Error: the inner secret"]);
  });
});
