import { describe, expect, it } from "vitest";
import { createSessions, mostEndedSessions } from "../../src/server/sessions.ts";
import { refusedStatus, subscriber } from "../outputs/feed/support/subscriber.ts";
import { createHandClock } from "../support/hand-clock.ts";
import { MemoryLog } from "../support/memory-log.ts";
import { MemoryMeta } from "../support/memory-meta.ts";
import { until } from "../support/until.ts";

import { ask, json, openPage } from "./session-page.ts";

describe("A session", () => {
  it("has the right of its token, for the feed and for all calls", async () => {
    const { signIn, standing, statuses, url } = await openPage();
    expect(await standing()).toEqual({ right: null, hasTokens: true });
    const reader = await signIn("reader");
    expect(reader).toMatchObject({ status: 200, body: { right: "read" } });
    expect(await statuses(reader)).toEqual({ read: 200, act: 403 });
    expect(await standing(reader)).toMatchObject({ right: "read", hasTokens: true });
    const operator = await signIn("operator");
    expect(await statuses(operator)).toEqual({ read: 200, act: 200 });
    expect(await statuses({})).toEqual({ read: 401, act: 401 });
    const client = subscriber(url, { headers: { cookie: operator.cookie } });
    await client.frame("welcome");
  });

  it("is a cookie that no script reads and no other site sends, and Secure behind https", async () => {
    const { signIn, httpUrl, session, statuses } = await openPage({
      publicUrl: "https://desk.example.com/yagura",
    });
    const plain = await signIn("reader", { origin: httpUrl });
    const name = `yagura-${new URL(httpUrl).port}`;
    expect(plain.set).toMatch(
      new RegExp(`^${name}=[\\w.-]+; Path=/; Max-Age=43200; HttpOnly; SameSite=Strict$`),
    );
    const behind = { origin: "https://desk.example.com", host: "desk.example.com" };
    const secure = await signIn("reader", behind);
    // Of this very host: of its own path it says so in its name.
    expect(secure.set).toMatch(
      new RegExp(
        `^__Host-${name}-yagura=[\\w.-]+; Path=/; Max-Age=43200; HttpOnly; SameSite=Strict; Secure$`,
      ),
    );
    expect((await statuses(secure)).read).toBe(200);
    const out = await ask(session, { method: "DELETE", headers: { ...behind, cookie: secure.cookie } });
    expect(out.headers["set-cookie"]).toEqual([
      `${name}=; Path=/yagura/; Max-Age=0; HttpOnly; SameSite=Strict`,
      `__Host-${name}-yagura=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict; Secure`,
    ]);
    expect((await statuses(secure)).read).toBe(401);
  });

  it("acts with what its page alone holds, and without it reads: other servers of the host see the cookie", async () => {
    const { signIn, standing, statuses, act } = await openPage();
    const [mine, other] = [await signIn("operator"), await signIn("operator")];
    const { cookie } = mine;
    expect(await statuses({ cookie })).toEqual({ read: 200, act: 403 });
    expect(await standing({ cookie })).toMatchObject({ right: "read", until: mine.body.until });
    for (const csrfToken of ["", other.csrfToken, `${mine.csrfToken}x`, cookie])
      expect((await statuses({ cookie, csrfToken })).act).toBe(403);
    expect(await statuses(mine)).toEqual({ read: 200, act: 200 });
    expect(await standing(mine)).toMatchObject({ right: "act" });
    // A program shows its token itself, and needs nothing more.
    expect((await act({ authorization: "Bearer operator" })).status).toBe(200);
    expect((await act({ authorization: "Bearer reader", "x-csrf-token": mine.csrfToken })).status).toBe(403);
    expect((await act({ "x-csrf-token": mine.csrfToken })).status).toBe(401);
  });

  it("needs it where there are no operators as well", async () => {
    const { signIn, statuses } = await openPage({ operators: [] });
    const mine = await signIn("reader");
    expect(await statuses({ cookie: mine.cookie })).toEqual({ read: 200, act: 403 });
    expect(await statuses(mine)).toEqual({ read: 200, act: 200 });
  });

  it("that came over TLS goes before one that anybody of the host may have set", async () => {
    const { signIn, standing, httpUrl } = await openPage();
    const plain = await signIn("operator");
    const behind = { origin: "https://127.0.0.1:1", host: "127.0.0.1:1" };
    const secure = await signIn("reader", behind);
    expect(secure.cookie).toMatch(`__Host-yagura-${new URL(httpUrl).port}=`);
    const both = { cookie: `${plain.cookie}; ${secure.cookie}`, csrfToken: plain.csrfToken };
    expect(await standing(both)).toMatchObject({ right: "read", until: secure.body.until });
  });

  it("ends after twelve hours, and with a sign-out in the browser", async () => {
    const clock = createHandClock();
    const { signIn, statuses, session, standing } = await openPage({ clock });
    const { cookie } = await signIn("reader");
    clock.move(12 * 3_600_000 - 1);
    expect((await statuses({ cookie })).read).toBe(200);
    clock.move(1);
    expect((await statuses({ cookie })).read).toBe(401);
    expect(await standing({ cookie })).toEqual({ right: null, hasTokens: true });
    const out = await ask(session, { method: "DELETE" });
    expect(String(out.headers["set-cookie"])).toContain("=; Path=/; Max-Age=0;");
  });

  it("takes the connections that came with it along when it is signed out, and no others", async () => {
    const { signIn, session, url, feed } = await openPage();
    const [mine, other] = [await signIn("reader"), await signIn("reader")];
    const tabs = [1, 2].map(() => subscriber(url, { headers: { cookie: `theme=dark; ${mine.cookie}` } }));
    const others = [
      subscriber(url, { headers: { cookie: other.cookie } }),
      subscriber(url, { headers: { authorization: "Bearer reader" } }),
    ];
    for (const one of [...tabs, ...others]) await one.frame("welcome");
    await ask(session, { method: "DELETE", headers: { cookie: mine.cookie } });
    for (const tab of tabs) {
      expect(await tab.closeCode()).toBe(4401);
      expect(tab.frames.at(-1)).toEqual({ type: "bye", reason: "signed-out", retryAfterMs: 1_000 });
    }
    await until("the places", () => feed.connections() === 2);
    for (const one of others) expect(one.closed()).toBeUndefined();
    // A session that has no connections any more, and a request without one.
    for (const cookie of [mine.cookie, ""])
      expect((await ask(session, { method: "DELETE", headers: { cookie } })).status).toBe(200);
  });

  it("takes the connections that came with it along when its time is over, and no others", async () => {
    const clock = createHandClock();
    const { signIn, url, feed } = await openPage({ clock, heartbeatMs: 24 * 3_600_000 });
    const { cookie } = await signIn("reader");
    clock.move(3_600_000);
    const later = await signIn("reader");
    const tab = subscriber(url, { headers: { cookie } });
    const others = [
      subscriber(url, { headers: { cookie: later.cookie } }),
      subscriber(url, { headers: { authorization: "Bearer reader" } }),
    ];
    for (const one of [tab, ...others]) await one.frame("welcome");
    clock.move(11 * 3_600_000 - 1);
    expect(feed.connections()).toBe(3);
    clock.move(1);
    expect(await tab.closeCode()).toBe(4401);
    expect(tab.frames.at(-1)).toEqual({ type: "bye", reason: "signed-out", retryAfterMs: 1_000 });
    await until("its place", () => feed.connections() === 2);
    for (const one of others) expect(one.closed()).toBeUndefined();
  });

  it("acts no more once it is signed out, over a restart too, and no other ends with it", async () => {
    const clock = createHandClock();
    const meta = new MemoryMeta();
    const first = await openPage({ meta, clock });
    const [mine, other] = [await first.signIn("operator"), await first.signIn("operator")];
    const signOut = { method: "DELETE" as const, headers: { cookie: mine.cookie } };
    expect(await ask(first.session, signOut)).toMatchObject({ status: 200, body: { signedOut: true } });
    expect(await first.statuses(mine)).toEqual({ read: 401, act: 401 });
    expect(await first.standing(mine)).toEqual({ right: null, hasTokens: true });
    expect(await refusedStatus(first.url, { headers: { cookie: mine.cookie } })).toBe(401);
    const { port } = first.feed;
    await first.feed.stop(100);
    clock.move(12 * 3_600_000 - 1);
    const again = await openPage({ port, meta, clock });
    expect(await again.statuses(mine)).toEqual({ read: 401, act: 401 });
    expect(await again.statuses(other)).toEqual({ read: 200, act: 200 });
    // Remembered no longer than it would have lasted.
    clock.move(1);
    const last = await again.signIn("reader");
    await ask(again.session, { method: "DELETE", headers: { cookie: last.cookie } });
    expect([...meta.values.values()].join()).not.toContain(mine.cookie.split(/[=.]/)[2]);
  });

  it("that is signed out while the disk is full is saved as such later", async () => {
    const clock = createHandClock();
    const meta = new MemoryMeta();
    const failures: string[] = [];
    const failed = (what: string) => void failures.push(what);
    const { signIn, statuses, session, feed } = await openPage({ meta, clock, failed });
    const { cookie } = await signIn("reader");
    meta.isFull = true;
    await ask(session, { method: "DELETE", headers: { cookie } });
    expect((await statuses({ cookie })).read).toBe(401);
    const { port } = feed;
    meta.isFull = false;
    clock.move(5_000);
    await feed.stop(100);
    const again = await openPage({ port, meta, clock });
    expect((await again.statuses({ cookie })).read).toBe(401);
    expect(failures).toEqual(["sessions cannot be saved"]);
  });

  it("is not signed out by a page of another site", async () => {
    const { signIn, session, url } = await openPage();
    const { cookie } = await signIn("reader");
    const tab = subscriber(url, { headers: { cookie } });
    await tab.frame("welcome");
    const headers = { cookie, "sec-fetch-site": "cross-site" };
    expect((await ask(session, { method: "DELETE", headers })).status).toBe(403);
    tab.send({ type: "ping" });
    await tab.frame("pong");
    expect(tab.closed()).toBeUndefined();
  });

  it("outlives a restart, and ends where its token is no longer among the settings", async () => {
    const meta = new MemoryMeta();
    const first = await openPage({ meta });
    const [reader, operator] = [await first.signIn("reader"), await first.signIn("operator")];
    const { port } = first.feed;
    await first.feed.stop(100);
    const again = await openPage({ port, meta });
    expect((await again.statuses(reader)).read).toBe(200);
    await again.feed.stop(100);
    const changed = await openPage({ port, meta, tokens: ["another"] });
    expect((await changed.statuses(reader)).read).toBe(401);
    expect(await changed.statuses(operator)).toEqual({ read: 200, act: 200 });
  });

  it("ends with the database it was begun on: in a copy that is put back it is worth nothing", async () => {
    const meta = new MemoryMeta();
    const first = await openPage({ meta });
    const { cookie } = await first.signIn("operator");
    const { port } = first.feed;
    await first.feed.stop(100);
    const copy = await openPage({ port, meta }, new MemoryLog("epoch-2"));
    expect((await copy.statuses({ cookie })).read).toBe(401);
  });

  it("cannot be made by who guesses its token: another database signs with another key", async () => {
    const [mine, other] = [await openPage(), await openPage()];
    const { cookie } = await other.signIn("operator");
    const [, value] = cookie.split("=");
    const tried = `yagura-${new URL(mine.httpUrl).port}=${value}`;
    expect((await mine.statuses({ cookie: tried })).read).toBe(401);
  });

  it("goes on with the process alone where its key cannot be kept", async () => {
    const meta = Object.assign(new MemoryMeta(), { isFull: true });
    const { signIn, statuses } = await openPage({ meta });
    const { cookie } = await signIn("reader");
    expect((await statuses({ cookie })).read).toBe(200);
    expect(meta.values.size).toBe(0);
  });

  it("ends with all others where more were signed out than are remembered", () => {
    const meta = new MemoryMeta();
    const failed = () => {};
    const make = () => createSessions({ meta, epoch: "epoch-1", clock: createHandClock(), failed });
    const sessions = make();
    const left = sessions.issue("reader").value;
    for (let time = 0; time < mostEndedSessions; time += 1)
      sessions.end(sessions.issue("reader").value, ["reader"]);
    expect(sessions.read(left, ["reader"])).toMatchObject({ token: 0 });
    // What stands for no token fills nothing.
    sessions.end(make().issue("another").value, ["reader"]);
    expect(sessions.read(left, ["reader"])).toMatchObject({ token: 0 });
    sessions.end(sessions.issue("reader").value, ["reader"]);
    expect(sessions.read(left, ["reader"])).toBe("wrong");
    expect(make().read(left, ["reader"])).toBe("wrong");
  });

  it("that was made up is a wrong token, and a wrong token waits as everywhere", async () => {
    const wrong: string[] = [];
    const { signIn, statuses, url } = await openPage({ wrongToken: (address) => wrong.push(address) });
    const { cookie } = await signIn("reader");
    const forged = `${cookie.slice(0, -3)}${cookie.endsWith("AAA") ? "BBB" : "AAA"}`;
    expect((await statuses({ cookie: forged })).read).toBe(401);
    expect(await refusedStatus(url, { headers: { cookie: forged } })).toBe(401);
    expect((await signIn("guess")).status).toBe(401);
    expect(wrong.length).toBeGreaterThanOrEqual(4);
  });

  it("is not needed where there are no tokens, and only to act where operators alone have them", async () => {
    const open = await openPage({ tokens: [], operators: [] });
    expect(await open.standing()).toEqual({ right: "act", hasTokens: false });
    const half = await openPage({ tokens: [] });
    expect(await half.standing()).toEqual({ right: "read", hasTokens: true });
    const operator = await half.signIn("operator");
    expect(await half.standing(operator)).toMatchObject({ right: "act", hasTokens: true });
    expect(await half.statuses(operator)).toEqual({ read: 200, act: 200 });
  });

  it.each(["cross-site", "same-site"])("is of no use to a %s page, also to read", async (site) => {
    const { signIn, httpUrl, session } = await openPage();
    const { cookie } = await signIn("operator");
    const foreign = { cookie, "sec-fetch-site": site };
    expect((await ask(`${httpUrl}/api/thing`, { headers: foreign })).status).toBe(403);
    expect((await ask(session, { headers: foreign })).status).toBe(403);
    const named = { ...foreign, ...json, origin: "http://127.0.0.1:1" };
    expect((await ask(`${httpUrl}/api/thing`, { headers: named })).status).toBe(403);
    const act = { method: "POST" as const, headers: named, body: "{}" };
    expect((await ask(`${httpUrl}/control/thing`, act)).status).toBe(403);
    const own = { cookie, "sec-fetch-site": "same-origin" };
    expect((await ask(`${httpUrl}/api/thing`, { headers: own })).status).toBe(200);
  });

  it("takes a token as JSON alone", async () => {
    const { session } = await openPage();
    const sent = (headers: Record<string, string>, body: string) =>
      ask(session, { method: "POST", headers, body });
    expect((await sent({ "content-type": "text/plain" }, '{"token":"reader"}')).status).toBe(415);
    expect((await sent(json, "{")).status).toBe(400);
    expect((await sent(json, '{"token":1}')).status).toBe(400);
    expect((await ask(session, { method: "PUT" })).status).toBe(405);
  });
});
