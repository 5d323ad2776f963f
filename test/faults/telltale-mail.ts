/** A mail server and a token service that say back what they are told, as long as they let nobody in. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";
import { onTestFinished } from "vitest";
import { type Answer, json } from "../support/services/serve.ts";

export interface Mood {
  refuses: boolean;
}

/** Refuses each login, saying which, until it may pass. */
export async function openTelltaleSmtp(mood: Mood) {
  const mails: string[] = [];
  /** Passwords and tokens that it was shown. */
  const shown: string[] = [];
  const server = new SMTPServer({
    allowInsecureAuth: true,
    authMethods: ["PLAIN", "LOGIN", "XOAUTH2"],
    disabledCommands: ["STARTTLS"],
    logger: false,
    onAuth({ username = "", password, accessToken }, _, done) {
      const secret = password ?? accessToken ?? "";
      shown.push(secret);
      if (!mood.refuses) return done(null, { user: username });
      const form =
        password === undefined
          ? `user=${username}\x01auth=Bearer ${secret}\x01\x01`
          : `\0${username}\0${secret}`;
      const said = `no ${username} with ${secret} or ${Buffer.from(form).toString("base64")}`;
      done(Object.assign(new Error(said), { responseCode: 535 }));
    },
    onData(stream, _, done) {
      let text = "";
      stream.on("data", (piece: Buffer) => {
        text += piece.toString("latin1");
      });
      stream.on("end", () => {
        mails.push(text);
        done();
      });
    },
  });
  server.on("error", () => {});
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return { port: (server.server.address() as AddressInfo).port, mails, shown };
}

/** What a token service gives: the way in, and the right to ask for the next one. */
interface Given {
  readonly accessToken: string;
  readonly refreshToken: string;
}

const refusals: readonly ((said: string) => Answer)[] = [
  (said) => json({ error: "invalid_grant", error_description: said }, 400),
  (said) => json({ error: "invalid_client", error_description: said, said }, 401),
  (said) => json({ error: said }, 500),
  (said) => json({ [said]: said, access_token: [said] }),
  (said) => ({ status: 503, body: said }),
];

/** In how many ways the token service refuses, one after another. */
export const tokenRefusals = refusals.length;

/** Gives a token, then says back what it is asked with, and so on; once all may pass, it only gives. */
export async function openTelltaleTokens(mood: Mood, { accessToken, refreshToken }: Given) {
  const asked: string[] = [];
  const given = json({
    ...{ access_token: accessToken, refresh_token: refreshToken },
    ...{ expires_in: 3_600, token_type: "Bearer" },
  });
  const server = createServer(async (request, response) => {
    let form = "";
    for await (const piece of request) form += piece;
    const count = asked.push(form);
    const said = `${form} ${JSON.stringify(Object.fromEntries(new URLSearchParams(form)))}`;
    const isRefused = mood.refuses && count % 2 === 0;
    const { status = 200, body } = (isRefused && refusals[(count / 2) % refusals.length]?.(said)) || given;
    response.writeHead(status, { "content-type": "application/json" }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/token`, asked };
}
