/** Logins by OAuth2: a real mail server that checks XOAUTH2, and a token service, both on loopback. */
import type { SMTPServerOptions } from "smtp-server";
import { expect, test } from "vitest";
import { createHttp } from "../../../src/lib/http/http.ts";
import { createAccessTokens, type OAuth2 } from "../../../src/outputs/email/access-tokens.ts";
import { sendTestMail } from "../../../src/outputs/email/send-test.ts";
import { createHandClock } from "../../support/hand-clock.ts";
import { until } from "../../support/until.ts";
import { fromNoon, memoryOutbox, noon, sender } from "./outbox.ts";
import { oddServer, polite, reply, smtpServer } from "./servers.ts";
import { refuse, type TokenService, tokenService } from "./token-service.ts";

/** Lets in who shows the newest token of the service. */
function checking(
  service: TokenService,
  more: { refused?: Set<string>; explains?: boolean } = {},
): SMTPServerOptions {
  return {
    authOptional: false,
    allowInsecureAuth: true,
    authMethods: ["XOAUTH2"],
    onAuth({ method, username, accessToken = "" }, _session, done) {
      const isGood =
        method === "XOAUTH2" &&
        username === service.oauth2.user &&
        service.given.includes(accessToken) &&
        !more.refused?.has(accessToken);
      if (isGood) return done(null, { user: username });
      if (more.explains) return done(null, { data: { status: "401", schemes: "bearer" } });
      done(reply(535, `5.7.3 unsuccessful ${accessToken}`));
    },
  };
}

const canaries = /canary-(client|refresh|access)/;

async function sentOnce(server: { url: string }, oauth2: OAuth2) {
  const outbox = memoryOutbox();
  outbox.add({});
  const { output, given, logged } = sender(server.url, outbox, fromNoon(), { oauth2 });
  await output.start();
  const mail = await until("an outcome", () => outbox.mails.find(({ attempts }) => attempts > 0));
  return { mail, given, logged, outbox, output };
}

test("a mail goes out by a token that was asked for with the refresh token", async () => {
  const service = await tokenService();
  const server = await smtpServer(checking(service));
  const { mail } = await sentOnce(server, { ...service.oauth2, scope: "send mail" });
  expect(mail.state).toBe("sent");
  const { clientId, clientSecret, refreshToken } = service.oauth2;
  expect(service.asked).toEqual([
    {
      grant_type: "refresh_token",
      client_id: clientId,
      client_secret: clientSecret,
      refresh_token: refreshToken,
      scope: "send mail",
    },
  ]);
});

test("mails to many addresses at once share one token", async () => {
  const service = await tokenService();
  const server = await smtpServer(checking(service));
  const outbox = memoryOutbox();
  for (let at = 0; at < 20; at++) outbox.add({ address: `desk${at}@example.com` });
  const { output } = sender(server.url, outbox, fromNoon(), { oauth2: service.oauth2 });
  await output.start();
  await until("all sent", () => outbox.mails.every(({ state }) => state === "sent"));
  expect(server.connections()).toBeGreaterThan(1);
  expect(service.asked).toHaveLength(1);
});

test("a token is kept until a minute before it ends", async () => {
  const service = await tokenService();
  const clock = createHandClock(noon);
  const tokens = createAccessTokens(service.oauth2, { http: createHttp({ retries: 0 }), clock });
  expect(await tokens.current()).toBe("canary-access-1");
  clock.move(3_539_000);
  expect(await tokens.current()).toBe("canary-access-1");
  clock.move(2_000);
  expect(await tokens.current()).toBe("canary-access-2");
});

test("a token of a shorter life than that minute serves for half of it", async () => {
  const service = await tokenService();
  service.lifeSeconds = 40;
  const clock = createHandClock(noon);
  const tokens = createAccessTokens(service.oauth2, { http: createHttp({ retries: 0 }), clock });
  await tokens.current();
  clock.move(19_000);
  expect(await tokens.current()).toBe("canary-access-1");
  clock.move(2_000);
  expect(await tokens.current()).toBe("canary-access-2");
});

test.each([
  ["at once", false],
  ["after it explained itself", true],
])(
  "a token that the mail server refuses once, %s, is replaced and the mail goes out",
  async (_, explains) => {
    const service = await tokenService();
    const server = await smtpServer(checking(service, { refused: new Set(["canary-access-1"]), explains }));
    const { mail } = await sentOnce(server, service.oauth2);
    expect(mail).toMatchObject({ state: "sent", attempts: 1 });
    expect(service.given).toEqual(["canary-access-1", "canary-access-2"]);
  },
);

test.each([
  ["at once", false],
  ["after it explained itself", true],
])(
  "a user whom the mail server refuses %s is told in words, after two tokens and no more",
  async (_, explains) => {
    const service = await tokenService();
    const server = await smtpServer(checking(service, { explains }));
    const { mail, given, logged } = await sentOnce(server, { ...service.oauth2, user: "other@example.com" });
    expect(mail.state).toBe("waiting");
    expect(mail.error).toMatch(/^the mail server refuses the login \(Invalid login: 535 /);
    expect(given).toEqual([]);
    expect(service.given).toHaveLength(2);
    expect(JSON.stringify([mail.error, logged])).not.toMatch(canaries);
  },
);

test("a server that is busy at the login says nothing about the token", async () => {
  const service = await tokenService();
  const server = await smtpServer({
    ...checking(service),
    onAuth: (_auth, _session, done) => done(reply(454, "4.7.0 temporary failure")),
  });
  const { mail } = await sentOnce(server, service.oauth2);
  expect(mail).toMatchObject({ state: "waiting", error: expect.stringContaining("454") });
  expect(service.given).toHaveLength(1);
});

test.each<[string, (service: TokenService) => void, Partial<OAuth2>, RegExp]>([
  [
    "a wrong refresh token",
    () => {},
    { refreshToken: "canary-refresh-old" },
    /^the token service 127\.0\.0\.1:\d+ takes `refreshToken` no more, .* \(invalid_grant: Token has been expired or revoked\.\)$/,
  ],
  [
    "a wrong secret",
    () => {},
    { clientSecret: "canary-client-old" },
    /^the token service 127\.0\.0\.1:\d+ does not know `clientId`, or `clientSecret` is not .* \(invalid_client\)$/,
  ],
  [
    "a service that repeats what it was told",
    (service) => {
      service.odd = (response) => {
        refuse(response, 400, "odd", `no ${JSON.stringify(service.asked[0])}`);
        return true;
      };
    },
    {},
    /^the token service 127\.0\.0\.1:\d+ answered 400: odd: no /,
  ],
  [
    "a service that is broken",
    (service) => {
      service.odd = (response) => {
        response.writeHead(503).end("<html>");
        return true;
      };
    },
    {},
    /^the token service 127\.0\.0\.1:\d+ answered 503$/,
  ],
  [
    "an answer without a token",
    (service) => {
      service.odd = (response) => {
        response.writeHead(200).end("{}");
        return true;
      };
    },
    {},
    /^the token service 127\.0\.0\.1:\d+ answers without an access token$/,
  ],
  [
    "a service that sends the form elsewhere",
    (service) => {
      service.odd = (response) => {
        response.writeHead(307, { location: "/elsewhere" }).end();
        return true;
      };
    },
    {},
    /^the token service of the mail account gives no answer: .* redirects a form$/,
  ],
])("%s is told in words without a secret, and mails wait", async (_, prepare, more, words) => {
  const service = await tokenService();
  prepare(service);
  const server = await smtpServer(checking(service));
  const { mail, given, logged } = await sentOnce(server, { ...service.oauth2, ...more });
  expect(mail).toMatchObject({ state: "waiting", attempts: 1, error: expect.stringMatching(words) });
  expect(given).toEqual([]);
  expect(JSON.stringify([mail.error, logged])).not.toMatch(canaries);
});

test("a token service that is away makes mails wait, and they go out once it is back", async () => {
  const service = await tokenService();
  const server = await smtpServer(checking(service));
  const clock = createHandClock(noon);
  const outbox = memoryOutbox();
  for (const name of ["ann", "bob", "chie"]) outbox.add({ address: `${name}@example.com` });
  service.odd = (response) => {
    response.destroy();
    return true;
  };
  const { output } = sender(server.url, outbox, clock, { oauth2: service.oauth2 });
  await output.start();
  await until("all postponed", () => outbox.mails.every(({ attempts }) => attempts === 1));
  expect(outbox.mails[0]?.error).toMatch(/^the token service of the mail account gives no answer/);
  // One question, and its second try, for all three.
  expect(service.asked).toHaveLength(2);
  service.odd = () => false;
  clock.move(61_000);
  output.wake();
  await until("all sent", () => outbox.mails.every(({ state }) => state === "sent"));
  expect(server.received).toHaveLength(3);
});

test("a token service that failed is left alone for half a minute, whoever wants a token", async () => {
  const service = await tokenService();
  service.odd = (response) => {
    response.writeHead(500).end();
    return true;
  };
  const clock = createHandClock(noon);
  const tokens = createAccessTokens(service.oauth2, { http: createHttp({ retries: 0 }), clock });
  const words = /answered 500$/;
  await expect(tokens.current()).rejects.toThrow(words);
  clock.move(29_000);
  await expect(tokens.current()).rejects.toThrow(words);
  expect(service.asked).toHaveLength(1);
  service.odd = () => false;
  clock.move(2_000);
  expect(await tokens.current()).toBe("canary-access-1");
});

test("a slow token service holds up only what waits for it", async () => {
  const service = await tokenService();
  const server = await smtpServer(checking(service));
  const held: (() => void)[] = [];
  service.odd = (response) => {
    const body = JSON.stringify({ access_token: "canary-access-late", expires_in: 3_600 });
    service.given.push("canary-access-late");
    held.push(() => response.writeHead(200).end(body));
    return true;
  };
  const outbox = memoryOutbox();
  outbox.add({});
  outbox.add({ address: "ann@example.com" });
  const { output } = sender(server.url, outbox, fromNoon(), {
    oauth2: service.oauth2,
    timeouts: { connectMs: 20_000, greetingMs: 20_000, answerMs: 20_000, acceptMs: 20_000 },
  });
  await output.start();
  await until("the question", () => held.length > 0);
  expect(server.received).toEqual([]);
  held[0]?.();
  await until("all sent", () => outbox.mails.every(({ state }) => state === "sent"));
  expect(service.asked).toHaveLength(1);
});

test("a stop does not wait for a token service that never answers", async () => {
  const service = await tokenService();
  const server = await smtpServer(checking(service));
  let isLeft = false;
  service.odd = (response) => {
    response.on("close", () => {
      isLeft = true;
    });
    return true;
  };
  const outbox = memoryOutbox();
  outbox.add({});
  const { output } = sender(server.url, outbox, fromNoon(), { oauth2: service.oauth2 });
  await output.start();
  await until("the question", () => service.asked.length > 0);
  const began = performance.now();
  await output.stop(100);
  expect(performance.now() - began).toBeLessThan(2_000);
  expect(outbox.mails[0]).toMatchObject({ state: "waiting", attempts: 0 });
  // Sooner than it would be given up.
  await until("the question to be taken back", () => isLeft);
});

test("a server that knows no such login is told as one", async () => {
  const service = await tokenService();
  const server = await oddServer(
    polite((line) => {
      if (line.startsWith("EHLO")) return "250-test\r\n250 AUTH PLAIN LOGIN";
      return line.startsWith("AUTH XOAUTH2") ? "504 5.5.4 unrecognized authentication type" : undefined;
    }),
  );
  const { mail } = await sentOnce(server, service.oauth2);
  expect(mail.error).toMatch(/^the mail server does not know this kind of login \(Invalid login: 504 /);
});

test("a server that asks for no login gets no token, and the test mail says so", async () => {
  const service = await tokenService();
  const server = await smtpServer({ disabledCommands: ["STARTTLS", "AUTH"] });
  const told = {
    from: "y@example.com",
    address: "desk@example.com",
    simulated: false,
    now: noon,
    smtp: server.url,
  };
  expect(await sendTestMail({ ...told, oauth2: service.oauth2 })).toMatchObject({
    ok: true,
    note: "the settings name a login, and the mail server never asked for one: it was not tried",
  });
  expect(service.asked).toEqual([]);
  const asking = await smtpServer(checking(service));
  const sent = await sendTestMail({ ...told, smtp: asking.url, oauth2: service.oauth2 });
  expect(sent).toMatchObject({
    ok: true,
    way: expect.stringContaining("logged in as desk@example.com by OAuth2"),
  });
  expect(sent).not.toHaveProperty("note");
  expect(JSON.stringify(sent)).not.toMatch(canaries);
});
