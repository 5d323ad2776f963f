/** Mail servers on loopback that behave as a test tells them. */
import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { onTestFinished } from "vitest";

export interface Received {
  readonly from: string;
  readonly to: string[];
  readonly bytes: Buffer;
}

export interface TestServer {
  readonly port: number;
  readonly url: string;
  readonly received: Received[];
  /** How many there were so far. */
  connections(): number;
}

/** A proper server; `options` replace its behaviour. `judge` may refuse after DATA. */
export async function smtpServer(
  options: SMTPServerOptions = {},
  judge: (mail: Received) => Error | undefined | Promise<Error | undefined> = () => undefined,
): Promise<TestServer> {
  const received: Received[] = [];
  let connections = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    logger: false,
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", async () => {
        const from = envelope.mailFrom ? envelope.mailFrom.address : "";
        const mail = {
          from,
          to: envelope.rcptTo.map(({ address }) => address),
          bytes: Buffer.concat(chunks),
        };
        const refused = await judge(mail);
        if (!refused) received.push(mail);
        done(refused);
      });
    },
    ...options,
  });
  server.on("error", () => {});
  server.server.on("connection", () => void connections++);
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const { port } = server.server.address() as AddressInfo;
  return { port, url: `smtp://127.0.0.1:${port}`, received, connections: () => connections };
}

/** The error that smtp-server turns into a reply. */
export function reply(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}

/**
 * An answer, or one byte of it after another for ever, or as much of it as is taken, or none, or none and nothing is
 * read any more.
 */
export type Turn =
  | string
  | { readonly drip: string; readonly everyMs: number }
  | { readonly flood: string }
  | "hang"
  | "deaf"
  | "close";

/**
 * A server made of answers: `turn` is asked with "" for the greeting, then with each line, and with "DATA..." for
 * the first bytes of a message's body.
 */
export async function oddServer(
  turn: (line: string) => Turn,
): Promise<{ url: string; connections: () => number }> {
  let connections = 0;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    connections++;
    sockets.add(socket);
    socket.on("error", () => {});
    socket.on("close", () => sockets.delete(socket));
    let data = false;
    const say = (line: string) => {
      const answer = turn(line);
      if (typeof answer === "object" && "flood" in answer) flood(socket, answer.flood.repeat(10_000));
      else if (typeof answer === "object") drip(socket, answer);
      else if (answer === "close") socket.destroy();
      else if (answer === "deaf") socket.pause();
      else if (answer !== "hang") socket.write(`${answer}\r\n`);
      if (typeof answer === "string" && answer.startsWith("354")) data = true;
    };
    say("");
    socket.setEncoding("utf8").on("data", (text: string) => {
      if (data) {
        data = false;
        say("DATA...");
        return;
      }
      for (const line of text.split("\r\n").filter((part) => part !== "")) say(line);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  );
  const { port } = server.address() as AddressInfo;
  return { url: `smtp://127.0.0.1:${port}`, connections: () => connections };
}

function flood(socket: Socket, wave: string): void {
  const more = () => {
    while (socket.writable && socket.write(wave));
  };
  socket.on("drain", more);
  more();
}

function drip(socket: Socket, { drip: text, everyMs }: { drip: string; everyMs: number }): void {
  let at = 0;
  const timer = setInterval(() => socket.write(text[at++] ?? "x"), everyMs);
  socket.on("close", () => clearInterval(timer));
}

/** Answers as a server does, but for what `odd` says. */
export function polite(odd: (line: string) => Turn | undefined): (line: string) => Turn {
  return (line) => {
    const other = odd(line);
    if (other !== undefined) return other;
    if (line === "") return "220 test ESMTP";
    if (line === "DATA") return "354 go on";
    return "250 fine";
  };
}
