/** A real SMTP server on loopback that keeps what it accepts. */
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";
import { onTestFinished } from "vitest";

export interface Received {
  readonly to: string;
  readonly bytes: Buffer;
}

/** `taken`: the message is kept, `answered`: and its sender was told so. */
export type MailStep = "connected" | "sender" | "recipient" | "data" | "taken" | "answered";

export interface MailServer {
  readonly url: string;
  readonly received: Received[];
  /** Addresses that are answered 550. */
  readonly unknown: Set<string>;
  /** Addresses that are answered 451. */
  readonly busy: Set<string>;
  /** Addresses whose messages are taken and never answered. */
  readonly hanging: Set<string>;
  /** Hears of each step of a delivery. */
  onStep: (step: MailStep) => void;
  /** Nobody listens there any more. */
  close(): Promise<void>;
}

/** @param login without it no mail is taken; left out: nobody is asked for one */
export async function startMailServer({
  login,
  host = "127.0.0.1",
}: {
  login?: { user: string; password: string };
  host?: string;
} = {}): Promise<MailServer> {
  const received: Received[] = [];
  const unknown = new Set<string>();
  const busy = new Set<string>();
  const hanging = new Set<string>();
  const server = new SMTPServer({
    authOptional: login === undefined,
    allowInsecureAuth: true,
    onAuth({ username, password }, _session, done) {
      const isRight = username === login?.user && password === login?.password;
      done(isRight ? undefined : refusal(535, "who are you?"), isRight ? { user: username } : undefined);
    },
    disabledCommands: ["STARTTLS"],
    logger: false,
    onConnect(_session, done) {
      mails.onStep("connected");
      done();
    },
    onMailFrom(_address, _session, done) {
      mails.onStep("sender");
      done();
    },
    onRcptTo({ address }, _session, done) {
      mails.onStep("recipient");
      if (unknown.has(address)) return done(refusal(550, "no such mailbox"));
      done(busy.has(address) ? refusal(451, "try again later") : undefined);
    },
    onData(stream, session, done) {
      mails.onStep("data");
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        if (session.envelope.rcptTo.some(({ address }) => hanging.has(address))) return;
        for (const { address } of session.envelope.rcptTo)
          received.push({ to: address, bytes: Buffer.concat(chunks) });
        mails.onStep("taken");
        done();
        mails.onStep("answered");
      });
    },
  });
  // A client that is killed leaves a broken connection; that is its own affair.
  server.on("error", () => {});
  server.listen(0, host);
  await once(server.server, "listening");
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()));
  onTestFinished(close);
  const { port } = server.server.address() as AddressInfo;
  const url = `smtp://${host}:${port}`;
  const mails: MailServer = { url, received, unknown, busy, hanging, close, onStep: () => {} };
  return mails;
}

function refusal(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}

export function opened({ bytes }: Received): Promise<Email> {
  return PostalMime.parse(bytes);
}
