/** A mail server on loopback, polite but for one fault, which strikes one connection or one recipient. */
import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";

/** Where a fault strikes. Up to `mail` it takes a connection that was armed, from `rcpt` on the bad recipient. */
type Stage = "connect" | "ehlo" | "starttls" | "auth" | "mail" | "rcpt" | "data" | "body" | "end";

export interface Session {
  readonly socket: Socket;
  say(text: string): void;
  /** Reads on and never answers again. */
  silence(): void;
  /** Writes a byte of the text every few milliseconds, for ever unless it ends. */
  drip(text: string, forever: boolean): void;
  /** Writes the text as fast as it is taken. */
  flood(text: string): void;
  /** Goes on as if the answer had been the polite one. */
  accept(): void;
  /** Does so after a while, and reads nothing until then. */
  acceptLate(ms: number): void;
  close(): void;
  reset(): void;
}

export interface Fault {
  readonly name: string;
  readonly at: Stage;
  /** In place of the polite answer. */
  act(session: Session): void;
  /** Whether the mail is tried again, given up, or sent all the same. */
  readonly outcome: "later" | "never" | "sent";
  /** Lines that EHLO announces on a connection that was armed. */
  readonly announces?: readonly string[];
  /** Whether the message is a large one. */
  readonly isLarge?: boolean;
  /** Whether the server has the mail although it did not say so. */
  readonly repeats?: boolean;
}

export interface BadServer {
  readonly port: number;
  /** What it accepted, or kept without a word. */
  readonly received: readonly { readonly to: string; readonly bytes: string }[];
  /** How often the fault struck. */
  struck(): number;
  open(): number;
  /** The next connections that are made are struck. */
  arm(connections: number): void;
  heal(): void;
  close(): Promise<void>;
}

export async function startBadServer(
  fault: Fault,
  isBad: (address: string) => boolean,
  random: () => number,
): Promise<BadServer> {
  const received: { to: string; bytes: string }[] = [];
  const sockets = new Set<Socket>();
  let struck = 0;
  let armed = 0;
  let isWell = false;
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => {});
    const isArmed = !isWell && armed > 0;
    if (isArmed) armed--;
    serve(socket, isArmed);
  });

  function serve(socket: Socket, isArmed: boolean): void {
    let to = "";
    let body: string[] | undefined;
    let tail = "";
    let isSilent = false;
    let isPaused = false;
    let text = "";
    const byConnection = ["connect", "ehlo", "starttls", "auth", "mail"].includes(fault.at);
    const isStruck = (stage: Stage) => stage === fault.at && !isWell && (byConnection ? isArmed : isBad(to));

    const say = (answer: string) => {
      if (!socket.writable) return;
      const bytes = Buffer.from(`${answer}\r\n`, "latin1");
      // Answers come in pieces, as they may.
      const cut = 1 + Math.floor(random() * bytes.length);
      socket.write(bytes.subarray(0, cut));
      if (cut < bytes.length) socket.write(bytes.subarray(cut));
    };
    const every = (ms: number, call: () => void) => {
      const timer = setInterval(() => (socket.writable ? call() : clearInterval(timer)), ms);
      socket.on("close", () => clearInterval(timer));
    };
    const turn = (stage: Stage, accept: () => void) => {
      if (!isStruck(stage)) return accept();
      struck++;
      fault.act({
        ...{ socket, say, accept },
        silence: () => {
          isSilent = true;
        },
        acceptLate(ms) {
          isPaused = true;
          const timer = setTimeout(() => {
            isPaused = false;
            accept();
            read();
          }, ms);
          socket.on("close", () => clearTimeout(timer));
        },
        drip(drops, forever) {
          let at = 0;
          const isOver = () => at >= drops.length && !forever;
          every(20, () => void (isOver() || socket.write(drops[at++] ?? "x")));
        },
        flood(wave) {
          const more = () => {
            while (socket.writable && socket.write(wave));
          };
          socket.on("drain", more);
          more();
        },
        close: () => void socket.destroy(),
        reset: () => void socket.resetAndDestroy(),
      });
    };
    const ehlo = () => {
      const extras = isArmed && !isWell ? (fault.announces ?? []) : [];
      say(["test", "AUTH PLAIN", ...extras].map((line) => `250-${line}`).join("\r\n"));
      say("250 PIPELINING");
    };
    const answers: [RegExp, Stage | undefined, () => void][] = [
      [/^EHLO/, "ehlo", ehlo],
      [/^HELO/, undefined, () => say("500 say EHLO")],
      [/^STARTTLS/, "starttls", () => say("454 not now")],
      [/^AUTH/, "auth", () => say("235 welcome")],
      [/^MAIL/, "mail", () => say("250 ok")],
      [/^RSET/, undefined, () => say("250 ok")],
      [/^QUIT/, undefined, () => socket.end("221 bye\r\n")],
    ];
    const onLine = (line: string) => {
      if (line.startsWith("RCPT")) {
        to = "";
        const address = /<(.+)>/.exec(line)?.[1] ?? "";
        const accept = () => {
          to = address;
          say("250 ok");
        };
        to = address;
        turn("rcpt", accept);
        // Refused by whatever the fault said.
        if (isStruck("rcpt") && !fault.repeats && fault.outcome !== "sent") to = "";
        return;
      }
      if (line === "DATA") {
        if (to === "") return say("503 no recipient");
        return turn("data", () => {
          body = [];
          tail = "";
          say("354 go on");
        });
      }
      const [, stage, answer] = answers.find(([pattern]) => pattern.test(line)) ?? [];
      if (answer === undefined) say("500 what");
      else if (stage) turn(stage, answer);
      else answer();
    };
    /** Takes all that came: a client says nothing after a message until it is answered. */
    const onBody = () => {
      if (body?.length === 0 && isStruck("body")) {
        text = "";
        turn("body", () => {});
        return;
      }
      body?.push(text);
      tail = (tail + text).slice(-5);
      text = "";
      if (tail !== "\r\n.\r\n") return;
      const whole = body?.join("") ?? "";
      const keep = () => void received.push({ to, bytes: whole });
      body = undefined;
      if (isStruck("end") && fault.repeats) keep();
      turn("end", () => {
        keep();
        say("250 kept");
      });
    };

    const read = () => {
      for (;;) {
        if (isSilent || isPaused) return;
        if (body !== undefined) {
          if (text === "") return;
          onBody();
          continue;
        }
        const at = text.indexOf("\r\n");
        if (at < 0) return;
        const line = text.slice(0, at);
        text = text.slice(at + 2);
        onLine(line);
      }
    };
    turn("connect", () => say("220 test ESMTP"));
    socket.setEncoding("latin1").on("data", (chunk: string) => {
      if (isSilent) return;
      text += chunk;
      read();
    });
  }

  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    received,
    struck: () => struck,
    open: () => sockets.size,
    arm: (connections) => {
      armed = connections;
    },
    heal: () => {
      isWell = true;
      // Who reads nothing does not see either that the other side has gone.
      for (const socket of sockets) socket.resume();
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
