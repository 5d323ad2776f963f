import { expect, test } from "vitest";
import { createHttp } from "../../../src/lib/http/http.ts";
import { errorOf, hurriedClock, sendJson, serve } from "./loopback.ts";

/** Answers with what came: method, type and body. */
async function echo() {
  return serve(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method, headers } = request;
    sendJson(response, { method, type: headers["content-type"], body: Buffer.concat(chunks).toString() });
  });
}

test("a form arrives as one, whatever its values hold", async () => {
  const { url } = await echo();
  const form = { grant: "a b&c=d", name: "架空電機\r\nx: 1" };
  const response = await createHttp({ clock: hurriedClock() }).post(url, form);
  const { method, type, body } = JSON.parse(response.body.toString());
  expect([response.status, method, type]).toEqual([200, "POST", "application/x-www-form-urlencoded"]);
  expect(Object.fromEntries(new URLSearchParams(body))).toEqual(form);
});

test("a form that meets a broken service is sent again, and a refusal of it is an answer", async () => {
  const { url, asked } = await serve((_, response, count) => {
    response.writeHead(count === 1 ? 503 : 400).end();
  });
  expect((await createHttp({ clock: hurriedClock() }).post(url, { a: "1" })).status).toBe(400);
  expect(asked).toHaveLength(2);
});

test.each([301, 302, 303, 307, 308])(
  "a form that is redirected with %d goes nowhere else",
  async (status) => {
    const { url, asked } = await serve((_, response) => {
      response.writeHead(status, { location: "/elsewhere" }).end();
    });
    const error = await errorOf(createHttp({ clock: hurriedClock() }).post(url, { secret: "hunter2" }));
    expect(error).toMatchObject({ reason: "redirected" });
    expect(String(error)).not.toContain("hunter2");
    expect(asked).toHaveLength(1);
  },
);

test("the answer to a form is never taken from memory", async () => {
  const { url, asked } = await serve((_, response, count) => {
    response.writeHead(200, { etag: '"same"' }).end(String(count));
  });
  const http = createHttp({ clock: hurriedClock() });
  const bodies = [await http.post(url, {}), await http.post(url, {})].map(({ body }) => body.toString());
  expect([bodies, asked.map(({ headers }) => headers["if-none-match"])]).toEqual([
    ["1", "2"],
    [undefined, undefined],
  ]);
});

test("a form that is stopped ends at once", async () => {
  const ending = new AbortController();
  const { url } = await serve(() => ending.abort());
  const error = await errorOf(createHttp({ clock: hurriedClock() }).post(url, {}, ending.signal));
  expect(error).toMatchObject({ reason: "unreachable" });
});
