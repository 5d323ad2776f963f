/** The program's own log: one JSON line an entry on stderr. Stdout belongs to what a command answers. */
import { destination, type Logger, pino } from "pino";

export type Log = Pick<Logger, "debug" | "info" | "warn" | "error">;

export function createLog(level: string, base: Record<string, unknown> = {}): Log {
  const options = {
    level,
    base,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    // Should a header or a whole config ever be logged, its secrets are not.
    redact: {
      paths: [
        "apiKey",
        "*.apiKey",
        "headers",
        "*.headers",
        "token",
        "*.token",
        "tokens",
        "*.tokens",
        "smtp",
        "*.smtp",
        "oauth2",
        "*.oauth2",
      ],
    },
  };
  return pino(options, destination({ dest: 2, sync: true }));
}
