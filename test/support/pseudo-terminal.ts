/** The compiled program on a pseudo-terminal, as a person starts it. Python has one at hand; Node has none. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { shownLines } from "./terminal-screen.ts";

const program = join(import.meta.dirname, "../../dist/main.js");

/** Starts what its arguments say on a terminal of so many columns, copies what it prints, and passes signals on. */
const hosting = `
import fcntl, os, pty, signal, struct, sys, termios
columns, command = int(sys.argv[1]), sys.argv[2:]
child, terminal = pty.fork()
if child == 0:
    fcntl.ioctl(1, termios.TIOCSWINSZ, struct.pack("HHHH", 50, columns, 0, 0))
    os.execvp(command[0], command)
for each in (signal.SIGTERM, signal.SIGHUP):
    signal.signal(each, lambda number, _: os.kill(child, number))
while True:
    try:
        read = os.read(terminal, 65536)
    except OSError:
        break
    if not read:
        break
    os.write(1, read)
sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
`;

export interface OnTerminal {
  /** Everything that it wrote, with what moves the cursor. */
  output(): string;
  /** The lines that the terminal shows, those that went up among them. */
  shown(): string[];
  /** The exit status, or the number of the signal that ended it as a negative one. */
  stop(signal: "SIGTERM" | "SIGHUP"): Promise<number | null>;
}

export function startOnTerminal(args: string[], env: Record<string, string> = {}, columns = 100): OnTerminal {
  const host = spawn(
    "/usr/bin/python3",
    ["-c", hosting, String(columns), process.execPath, program, ...args],
    { env: { PATH: process.env.PATH, TERM: "xterm", ...env }, stdio: ["ignore", "pipe", "inherit"] },
  );
  onTestFinished(() => void host.kill("SIGKILL"));
  let output = "";
  host.stdout.setEncoding("utf8").on("data", (text: string) => {
    output += text;
  });
  return {
    output: () => output,
    shown: () => shownLines(output, columns),
    async stop(signal) {
      const closed = once(host, "close");
      host.kill(signal);
      await closed;
      return host.exitCode;
    },
  };
}
