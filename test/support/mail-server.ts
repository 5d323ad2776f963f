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

export interface MailServer {
  readonly url: string;
  readonly received: Received[];
  /** Addresses that are answered 550. */
  readonly unknown: Set<string>;
  /** Addresses that are answered 451. */
  readonly busy: Set<string>;
  /** Addresses whose messages are taken and never answered. */
  readonly hanging: Set<string>;
  /** Nobody listens there any more. */
  close(): Promise<void>;
}

export async function startMailServer(): Promise<MailServer> {
  const received: Received[] = [];
  const unknown = new Set<string>();
  const busy = new Set<string>();
  const hanging = new Set<string>();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    logger: false,
    onRcptTo({ address }, _session, done) {
      if (unknown.has(address)) return done(refusal(550, "no such mailbox"));
      done(busy.has(address) ? refusal(451, "try again later") : undefined);
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        if (session.envelope.rcptTo.some(({ address }) => hanging.has(address))) return;
        for (const { address } of session.envelope.rcptTo)
          received.push({ to: address, bytes: Buffer.concat(chunks) });
        done();
      });
    },
  });
  // A client that is killed leaves a broken connection; that is its own affair.
  server.on("error", () => {});
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()));
  onTestFinished(close);
  const { port } = server.server.address() as AddressInfo;
  return { url: `smtp://127.0.0.1:${port}`, received, unknown, busy, hanging, close };
}

function refusal(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}

export function opened({ bytes }: Received): Promise<Email> {
  return PostalMime.parse(bytes);
}
