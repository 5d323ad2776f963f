import { describe, expect, test } from "vitest";
import { createHttp } from "../../../src/lib/http/http.ts";
import { createForumClient } from "../../../src/upstreams/forum/client.ts";
import { errorOf, hurriedClock, sendJson, serve } from "../../lib/http/loopback.ts";
import { forumClientOf, pagesAsked, serveForum, startedAt, tokenOf } from "./forum-site.ts";

const query = { code: "9901", size: 20 };

describe("the token", () => {
  test.each([
    ["plain JSON", (token: string) => `<script>{"jwtToken":"${token}"}</script>`],
    ["spaced JSON", (token: string) => `<script>{ "jwtToken" : "${token}" }</script>`],
    [
      "an escaped string",
      (token: string) => `<script>f("{\\"jwtToken\\":\\"${token}\\",\\"a\\":1}")</script>`,
    ],
    [
      "a twice escaped string",
      (token: string) => `<script>f("{\\\\\\"jwtToken\\\\\\":\\\\\\"${token}\\\\\\"}")</script>`,
    ],
  ])("is found in %s and sent with cookies, referer and a browser's name", async (_, embed) => {
    const site = await serveForum();
    site.embed = embed;
    expect(await forumClientOf(site.served).comments(query)).toEqual({ total: 0, comments: [] });
  });

  test("is fetched once for many codes that ask at once, and kept", async () => {
    const site = await serveForum();
    const client = forumClientOf(site.served);
    const codes = Array.from({ length: 30 }, (_, number) => String(9901 + number));
    await Promise.all(codes.map((code) => client.comments({ code, size: 20 })));
    await client.comments(query);
    expect(pagesAsked(site.served)).toBe(1);
  });

  test("is kept until a minute before it ends", async () => {
    const site = await serveForum();
    let now = startedAt;
    const client = forumClientOf(site.served, () => now);
    await client.comments(query);
    now = startedAt + site.lifetimeMs - 60_001;
    await client.comments(query);
    expect(pagesAsked(site.served)).toBe(1);
    now += 1;
    await client.comments(query);
    expect(pagesAsked(site.served)).toBe(2);
  });

  test("is fetched again, once, when the service refuses it before its time", async () => {
    const site = await serveForum();
    const client = forumClientOf(site.served);
    await client.comments(query);
    site.tokens.push("the service forgot");
    expect(await client.comments(query)).toEqual({ total: 0, comments: [] });
    expect(pagesAsked(site.served)).toBe(2);
    // A page remembered by its ETag would bring the old token back.
    expect(site.served.asked.filter(({ headers }) => "if-none-match" in headers)).toEqual([]);
  });

  test("is fetched once when many codes learn at once that it is refused", async () => {
    const site = await serveForum();
    const client = forumClientOf(site.served);
    await client.comments(query);
    site.tokens.push("the service forgot");
    await Promise.all(["9901", "9902", "9903", "9904"].map((code) => client.comments({ code, size: 20 })));
    expect(pagesAsked(site.served)).toBe(2);
  });

  test.each([401, 403])(
    "is fetched again, once, when the service says %d to it before its time",
    async (status) => {
      const site = await serveForum();
      site.refusal = status;
      const client = forumClientOf(site.served);
      await client.comments(query);
      site.tokens.push("the service forgot");
      expect(await client.comments(query)).toEqual({ total: 0, comments: [] });
      expect(pagesAsked(site.served)).toBe(2);
      await client.comments(query);
      expect(pagesAsked(site.served)).toBe(2);
    },
  );

  test.each([401, 403])("that is fresh and gets a %d is an outage, not drift", async (status) => {
    const site = await serveForum();
    site.answer = (_, response) => sendJson(response, { message: "access denied" }, status);
    const client = forumClientOf(site.served);
    const error = await errorOf(client.comments(query));
    expect(error).toMatchObject({ reason: "refused", status });
    expect(String(error)).toContain(`answered ${status} to a fresh token: access denied`);
    expect(pagesAsked(site.served)).toBe(1);
  });

  test("that is fresh and refused means that the interface drifted", async () => {
    const site = await serveForum();
    site.answer = (_, response) => sendJson(response, { message: "signature verification failed" }, 400);
    const client = forumClientOf(site.served);
    const error = await errorOf(client.comments(query));
    expect(error).toMatchObject({ reason: "drifted", status: 400 });
    expect(String(error)).toContain("signature verification failed");
    expect(String(error)).not.toContain(site.tokens[0]);
    expect(pagesAsked(site.served)).toBe(1);
    await errorOf(client.comments(query));
    expect(site.served.asked).toHaveLength(4);
  });

  test.each([400, 403, 500, 200])("and cookies are no word of a %d that repeats them", async (status) => {
    const site = await serveForum();
    site.answer = (request, response) => {
      const said = JSON.stringify(request.headers);
      sendJson(response, { isSuccess: false, message: said }, status);
    };
    const url = site.served.url.replace("//", "//user:password-of-the-address@");
    const client = createForumClient({
      url,
      http: createHttp({ retries: 0 }),
      clock: hurriedClock(startedAt),
    });
    const error = String(await errorOf(client.comments({ code: "9901", size: 20 })));
    expect(error).toContain("x-jwt-token");
    for (const secret of [...site.tokens, "first", "password-of-the-address"])
      expect(error).not.toContain(secret);
  });

  test("missing from the page is malformed", async () => {
    const site = await serveForum();
    site.embed = () => "<p>jwtToken</p>";
    const error = await errorOf(forumClientOf(site.served).comments(query));
    expect(error).toMatchObject({ reason: "malformed" });
    expect(String(error)).toContain("jwtToken");
  });

  test("without an end of its own is used until it is refused", async () => {
    const site = await serveForum();
    site.embed = (token) => `{"jwtToken":"${token}"}`;
    site.lifetimeMs = Number.NaN;
    const client = forumClientOf(site.served, () => startedAt + 1e12);
    await client.comments(query);
    await client.comments(query);
    expect(pagesAsked(site.served)).toBe(1);
  });
});

describe("codes that share a token", () => {
  test("one stock without a page does not keep the others from theirs", async () => {
    const token = tokenOf(startedAt + 7_200_000, 1);
    const served = await serve((request, response) => {
      if (request.url === "/quote/0000.T/forum") response.writeHead(404).end();
      else if (request.url?.endsWith("/forum")) response.end(`{"jwtToken":"${token}"}`);
      else sendJson(response, { isSuccess: true, response: { isError: false, items: [] } });
    });
    const client = forumClientOf(served);
    const answers = await Promise.allSettled(
      ["0000", "9901", "9902"].map((code) => client.comments({ code, size: 20 })),
    );
    expect(answers.map(({ status }) => status)).toEqual(["rejected", "fulfilled", "fulfilled"]);
    expect(pagesAsked(served)).toBe(2);
  });

  test("a service that is down is asked for one page, not one a code", async () => {
    const served = await serve((_, response) => response.writeHead(503).end());
    const client = forumClientOf(served);
    const codes = ["9901", "9902", "9903"];
    const errors = await Promise.all(codes.map((code) => errorOf(client.comments({ code, size: 20 }))));
    expect(errors).toEqual(codes.map(() => expect.objectContaining({ reason: "server-error" })));
    expect(served.asked).toHaveLength(1);
  });

  test("who stops while another fetches stops at once, and who goes on is not stopped with the other", async () => {
    const first = new AbortController();
    const second = new AbortController();
    const token = tokenOf(startedAt + 7_200_000, 1);
    const served = await serve((request, response, count) => {
      if (count === 1) second.abort();
      else if (request.url?.endsWith("/forum")) response.end(`{"jwtToken":"${token}"}`);
      else sendJson(response, { isSuccess: true, response: { isError: false, items: [] } });
    });
    const client = forumClientOf(served);
    const leading = errorOf(client.comments(query, first.signal));
    const stopping = errorOf(client.comments({ ...query, code: "9902" }, second.signal));
    const staying = client.comments({ ...query, code: "9903" });
    expect(await stopping).toMatchObject({ name: "Failure" });
    first.abort();
    expect(await leading).toMatchObject({ name: "Failure" });
    expect(await staying).toEqual({ comments: [] });
  });
});
