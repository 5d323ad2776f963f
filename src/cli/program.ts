/** Every command with its options and an example. A command's own file is loaded when it is called. */
import { Command, CommanderError } from "commander";
import { Refused, refusalLines } from "../app/refused.ts";
import { keepHeapSmall } from "../lib/small-heap.ts";

const defaultConfig = "config/monitor.yaml";

export function createProgram(): Command {
  const program = new Command("yagura")
    .description("A watchtower over Japanese listed stocks: tells people what changed.")
    .exitOverride()
    .showSuggestionAfterError();

  configured(program.command("run"), "npx yagura run")
    .description("run the monitor: poll, compare, judge, send")
    .action(async (options) => {
      keepHeapSmall();
      await (await import("./run.ts")).run(options);
    });

  configured(program.command("check"), "npx yagura check --json")
    .description("check the config file and the rules; every mistake with its place")
    .option(
      "--online",
      "then ask each source's service once what the key may do; exit status 1 where it may not",
    )
    .option("--json", "print {ok, problems}, with --online also {online}")
    .action(async (options) => (await import("./check.ts")).check(options));

  configured(program.command("tail"), "npx yagura tail --types 'alert.*' --since start")
    .description("follow the feed of a running monitor")
    .option("--url <url>", "address of the feed; default: what the config says")
    .option("--types <types>", "only these types, comma-separated, such as alert.*,short.report.*")
    .option("--subjects <subjects>", "only these subjects, comma-separated, such as 7203,6758")
    .option("--where <condition>", "only where this holds, such as \"now.severity == 'critical'\"")
    .option("--since <seq>", "begin after this seq, or `start` for all that is kept")
    .option("--token <token>", "access token; default: YAGURA_TOKEN in the environment")
    .option("--json", "print each event as one line of JSON")
    .action(async (options) => (await import("./tail.ts")).tail(options));

  example(program.command("simulate"), "npx yagura simulate --port 9000 --seed 7")
    .description("serve the three simulated services alone")
    .option("--port <port>", "port to listen on; 0 takes a free one", "9000")
    .option("--host <host>", "address to listen on", "127.0.0.1")
    .option("--seed <seed>", "the same seed gives the same world", "1")
    .option("--start <date>", "the world's first day (YYYY-MM-DD); default: today in Japan")
    .option("--day-seconds <seconds>", "how long a business day lasts", "60")
    .option("--token-seconds <seconds>", "how long a forum token holds", "7200")
    .action(async (options) => (await import("./simulate.ts")).simulate(options));

  configured(program.command("sources"), "npx yagura sources")
    .description("how each source is doing, from the monitor's database")
    .option("--json", "print an array of {source, state, ...}")
    .action(async (options) => (await import("./sources.ts")).sources(options));

  configured(program.command("send-test"), "npx yagura send-test --to trader@example.com")
    .description("send a test mail to the configured recipients and say what the mail server answered")
    .option("--to <address>", "send it to this address only")
    .option("--json", "print an array of {address, ok, message}")
    .action(async (options) => (await import("./send-test.ts")).sendTest(options));

  configured(program.command("healthcheck"), "npx yagura healthcheck")
    .description("ask the running monitor whether it is well; exit status 1 when it is not")
    .option("--json", "print its answer")
    .action(async (options) => (await import("./healthcheck.ts")).healthcheck(options));

  return program;
}

function configured(command: Command, line: string): Command {
  return example(command.option("--config <file>", "the config file", defaultConfig), line);
}

function example(command: Command, line: string): Command {
  return command.exitOverride().addHelpText("after", `\nExample:\n  ${line}`);
}

/** 0 done, 1 the answer is no or the program is at fault, 2 the call or a file was wrong. Prints why. */
export function exitStatus(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  if (error instanceof Refused) {
    for (const line of refusalLines(error)) process.stderr.write(`${line}\n`);
    return 2;
  }
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  return 1;
}
