import type { CommandMember } from "../command.ts";

export const simulate: CommandMember = {
  name: "simulate",
  example: "npx yagura simulate --port 9000 --seed 7",
  manual: {
    about: [
      "Serves the three simulated services for programs of your own, at /market/v2, /forum and /statistics. The same seed and start give the same world. It writes nothing, and ends with SIGTERM or SIGINT.",
    ],
    examples: [
      [
        "npx yagura simulate --dialect observed --fault market:429:0.1",
        "as the services were seen to answer, with failures",
      ],
    ],
    seeAlso: ["yagura fetch", "docs/operating.md"],
  },
  isConfigured: false,
  declare: (command) =>
    command
      .description("serve the three simulated services alone")
      .option("--port <port>", "port to listen on; 0 takes a free one", "9000")
      .option("--host <host>", "address to listen on", "127.0.0.1")
      .option("--seed <seed>", "the same seed gives the same world", "1")
      .option("--start <date>", "the world's first day (YYYY-MM-DD); default: today in Japan")
      .option("--day-seconds <seconds>", "how long a business day lasts", "60")
      .option(
        "--real-time",
        "a business day lasts a day, and publications come out when they are due in Japan",
      )
      .option(
        "--late <what:day:until>",
        "delay a publication, such as margin-alert:2027-05-10:19:30; can be repeated",
        (late: string, before: string[]) => [...before, late],
        [],
      )
      .option(
        "--late-days <percent>",
        "so many of all publications come out late by chance, those of the past too",
        "0",
      )
      .option("--token-seconds <seconds>", "how long a forum token is valid", "7200")
      .option(
        "--dialect <dialect>",
        "documented, or observed: as the services were seen to answer",
        "documented",
      )
      .option("--catalogue <size>", "the statistics databases: small, or full for 326,466 series", "small")
      .option("--market <size>", "what the market service lists: small, or full for 4,443 issues", "small")
      .option("--busy-forums <number>", "so many forums have over a hundred comments a business day", "0")
      .option("--plan <plan>", "the market account's plan: none, free, light, standard or premium", "premium")
      .option("--api-key <key>", "the only key that the market service accepts; default: any")
      .option("--limits", "allow the plan's requests a minute, and answer 429 beyond")
      .option("--retry-after", "add to each 429 when to come back")
      .option(
        "--fault <service:kind:probability>",
        "fail on purpose, such as market:429:0.1; can be repeated",
        (fault: string, before: string[]) => [...before, fault],
        [],
      )
      .action(async (options) => (await import("./simulate.ts")).simulate(options)),
};
