import { keepHeapSmall } from "../../lib/small-heap.ts";
import type { CommandMember } from "../command.ts";

export const run: CommandMember = {
  name: "run",
  example: "npx yagura run",
  manual: {
    about: [
      "Polls the services on their schedules, compares each answer with what it knew, commits events and alerts, and sends what was committed: mails, messages and the feed. It runs until a signal ends it.",
      "On a terminal it shows its log in lines to read and a status below them; piped, it prints one line of JSON when it is ready, and logs a JSON object a line on stderr. SIGTERM and SIGINT stop it within ten seconds. SIGHUP reads settings, rules and watchlists again and logs what it took; on a terminal it stops it.",
      "Where a file is broken it starts with the last good settings and rules, and says so.",
    ],
    files: [
      ["rules/*.yaml", "the rules; edits count within a second"],
      [
        "the database (state)",
        "everything that it knows, with -wal, -shm, .lock, .told and .running beside it; its owner's alone",
      ],
    ],
    environment: [["TERM=dumb", "no status below the log"]],
    examples: [
      [
        "npx yagura run --config /etc/yagura/monitor.yaml 2>>yagura.log",
        "as a program sees it, the log in a file",
      ],
    ],
    seeAlso: ["yagura check", "yagura healthcheck", "docs/operating.md"],
  },
  isConfigured: true,
  declare: (command) =>
    command
      .description("run the monitor: poll, compare, evaluate rules, send alerts")
      .action(async (options) => {
        keepHeapSmall();
        await (await import("./run.ts")).run(options);
      }),
};
