import { Option } from "commander";
import type { CommandMember } from "../command.ts";

export const init: CommandMember = {
  name: "init",
  example: "npx yagura init my-yagura",
  manual: {
    about: [
      "Asks for services, stocks, mail, chat and hours, one question after another, and tries each answer as it comes: the key at the service, a test message at the mail server. Nothing is written before the last answer, and Ctrl-C leaves everything as it was. At its end it lists the files, the polls of a day and the mails to expect, and starts the monitor if you want that.",
      "Called again, it shows the answers that are there and changes only what is answered otherwise. If the settings have mistakes it leaves them as they are and writes monitor.new.yaml beside them.",
    ],
    no: "it was cancelled: nothing was written",
    files: [
      ["FOLDER/config/monitor.yaml", "the settings, with comments"],
      ["FOLDER/config/watchlist.csv", "the stocks"],
      ["FOLDER/config/secrets/", "keys and passwords, for their owner alone"],
      ["FOLDER/rules/*.yaml", "the rules"],
    ],
    environment: [
      ["YAGURA_LANGUAGE, LANG", "the language that it begins with, en or ja"],
      ["YAGURA_MARKET_API_KEY", "the market service's key, where --market-key gives none"],
      ["YAGURA_SMTP_PASSWORD", "the mail server's password, where --smtp-password gives none"],
    ],
    examples: [
      [
        "npx yagura init my-yagura --yes --stocks 7203,6758 --no-start",
        "without a question: everything else as it is, or by default",
      ],
    ],
    seeAlso: ["yagura check", "yagura run", "docs/start.md"],
  },
  isConfigured: false,
  declare: (command) =>
    command
      .description(
        "set a monitor up: ask for services, stocks, mail, hours and language, try each answer, write the files and start. Called again it shows what is there and changes what is answered otherwise. Each answer may be an option instead; without a terminal it must be, or be in the files already",
      )
      .argument("[folder]", "where the files go: FOLDER/config, FOLDER/rules and FOLDER/data", ".")
      .addOption(
        new Option("--language <language>", "of the questions and of the mails; default: by LANG").choices([
          "en",
          "ja",
        ]),
      )
      .option(
        "--market <address>",
        "the market service, its path ending in the version segment; simulated; none",
      )
      .option(
        "--market-key <key>",
        "the account's key; better in YAGURA_MARKET_API_KEY, which others cannot see",
      )
      .addOption(
        new Option("--plan <plan>", "the account's plan; default: what the service allows").choices([
          "free",
          "light",
          "standard",
          "premium",
        ]),
      )
      .option("--forum <address>", "the forum's site; simulated; none")
      .option("--statistics <address>", "the statistics service's site; simulated; none")
      .option("--stocks <list>", "codes or names, with commas between")
      .option("--mail <addresses>", "who gets the mails, with commas between; none")
      .option(
        "--smtp <server>",
        "host, host:port, smtp://user:password@host:port, smtps://... or file:FOLDER",
      )
      .option("--smtp-user <user>", "login at the mail server; none")
      .option("--smtp-password <password>", "its password; better in YAGURA_SMTP_PASSWORD")
      .option("--from <sender>", "sender of the mails; default: the login or the first address")
      .option("--chat <format>", "a chat that gets the alerts: slack, discord, line, telegram, ntfy; none")
      .option(
        "--chat-setting <key=value>",
        "a setting of the chat, such as url=https://... or token=...; can be repeated",
        (pair: string, before: string[]) => [...before, pair],
        [],
      )
      .option("--hours <hours>", "when messages may come in Japan: always, or such as 07:30-22:00")
      .option("--trading-days", "messages on trading days alone")
      .option("--no-trading-days", "messages on all days")
      .option("--port <port>", "port of the page and the feed")
      .option("--yes", "take what is there, or the default, for whatever no option says; ask nothing")
      .option("--no-try", "write the answers without trying them")
      .option("--no-expect", "do not read the services' past for the number of mails to expect")
      .option("--start", "start the monitor then")
      .option("--no-start", "do not start the monitor")
      .option("--json", "print what was done as JSON; ask nothing")
      .action(async (folder, options, own) => {
        const { init: run } = await import("./init.ts");
        const file = await run(folder, options);
        if (file !== undefined) await own.parent?.parseAsync(["run", "--config", file], { from: "user" });
      }),
};
