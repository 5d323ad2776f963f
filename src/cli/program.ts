/** Every command with its options and an example. A command's own file is loaded when it is called. */

import { Argument, Command, CommanderError } from "commander";
import manifest from "../../package.json" with { type: "json" };
import { Refused, refusalLines } from "../app/refused.ts";
import { keepHeapSmall } from "../lib/small-heap.ts";

const defaultConfig = "config/monitor.yaml";

export function createProgram(): Command {
  const program = new Command("yagura")
    .description("A watchtower over Japanese listed stocks: tells people what changed.")
    .version(manifest.version, "--version")
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

  configured(program.command("test"), "npx yagura test rules/tests/shorts.yaml --coverage")
    .description("run the examples of all rules, and the tests of files (docs/rules.md, Tests)")
    .argument("[files...]", "test files, or folders of them; default: the folder `tests` beside the rules")
    .option("--coverage", "show what of each rule no test and no example has seen")
    .option("--junit <file>", "write the results as JUnit's XML")
    .option("--json", "print {ok, tests, coverage}, or {ok, problems} where a test file is wrong")
    .action(async (files, options) => (await import("./test.ts")).test(files, options));

  example(program.command("schema"), "npx yagura schema > docs/schema/rules.json")
    .description("print the JSON Schema of rule files, their test files or the config file, for editors")
    .addArgument(
      new Argument("[of]", "of which files").choices(["rules", "config", "tests"]).default("rules"),
    )
    .option("--config <file>", "rules about the sources of this config file alone; default: about any")
    .option("--json", "the same; it is JSON anyway")
    .action(async (of, options) => (await import("./schema.ts")).schema(of, options));
  configured(program.command("backtest"), "npx yagura backtest --since 90d --rules rules-new --against rules")
    .description(
      "judge the stored log once more: alerts and mails a day, the loudest rules, what other rules would change; sends nothing. Events before --since that are kept are judged as well, so that windows are full, and not counted",
    )
    .option("--since <time>", "count from here on: 90d, 3bd (trading days), 2026-08-01", "90d")
    .option("--until <time>", "up to here, a day with its end; default: now")
    .option("--rules <folder>", "the rules; default: those of the config")
    .option("--against <folder>", "rules to compare them with: which alerts come, and which go")
    .option("--json", "print the report as JSON")
    .action(async (options) => (await import("./backtest.ts")).backtest(options));

  configured(program.command("tail"), "npx yagura tail --types 'alert.*' --since start")
    .description("follow the feed of a running monitor")
    .option("--url <url>", "address of the feed; default: what the config says")
    .option("--types <types>", "only these types, comma-separated, such as alert.*,short.report.*")
    .option("--subjects <subjects>", "only these subjects, comma-separated, such as 7203,6758")
    .option("--where <condition>", "only where this holds, such as \"now.severity == 'critical'\"")
    .option("--since <seq>", "begin after this seq, or `start` for all that is kept")
    .option(
      "--token <token>",
      "access token; default: YAGURA_TOKEN, then, without --url, the config's first one",
    )
    .option("--json", "print each event as one line of JSON")
    .action(async (options) => (await import("./tail.ts")).tail(options));

  configured(
    program.command("fetch"),
    "npx yagura fetch market markets/margin-alert --date 2026-01-05 --format csv",
  )
    .description(
      "ask a service for one documented call, following its pages: fetch SERVICE CALL --option value",
    )
    .argument("[words...]", "market, forum or statistics; the call; its options (see --list)")
    .allowUnknownOption()
    .option("--list", "show every call with its options and the plan it needs")
    .option("--format <format>", "table, ndjson or csv; default: a table on a terminal, else ndjson")
    .option("--since <date>", "from this day (YYYY-MM-DD) on")
    .option("--json", "with --list print [{service, call, parameters, plan}]; else ndjson")
    .action(async (words, options) => {
      keepHeapSmall();
      await (await import("./fetch.ts")).fetch(words, options);
    });

  example(program.command("simulate"), "npx yagura simulate --port 9000 --seed 7")
    .description("serve the three simulated services alone")
    .option("--port <port>", "port to listen on; 0 takes a free one", "9000")
    .option("--host <host>", "address to listen on", "127.0.0.1")
    .option("--seed <seed>", "the same seed gives the same world", "1")
    .option("--start <date>", "the world's first day (YYYY-MM-DD); default: today in Japan")
    .option("--day-seconds <seconds>", "how long a business day lasts", "60")
    .option("--real-time", "a business day lasts a day, and publications come out when they are due in Japan")
    .option(
      "--late <what:day:until>",
      "hold a publication back, such as margin-alert:2027-05-10:19:30; can be given again",
      (late: string, before: string[]) => [...before, late],
      [],
    )
    .option("--token-seconds <seconds>", "how long a forum token holds", "7200")
    .option(
      "--dialect <dialect>",
      "documented, or observed: as the services were seen to answer",
      "documented",
    )
    .option("--catalogue <size>", "the statistics databases: small, or full for 159,953 series", "small")
    .option("--market <size>", "what the market service lists: small, or full for 4,443 issues", "small")
    .option("--plan <plan>", "the market account's plan: none, free, light, standard or premium", "premium")
    .option("--api-key <key>", "the only key that the market service takes; default: any")
    .option("--limits", "keep to the plan's requests a minute, and answer 429 beyond")
    .option("--retry-after", "say in a 429 when to come back")
    .option(
      "--fault <service:kind:probability>",
      "fail on purpose, such as market:429:0.1; can be given again",
      (fault: string, before: string[]) => [...before, fault],
      [],
    )
    .action(async (options) => (await import("./simulate.ts")).simulate(options));

  addSources(program);

  configured(
    program.command("why"),
    "npx yagura why --rule large-new-short --subject 7203 --at 2026-11-20T18:00",
  )
    .description("what brought an alert about and where its mails went, or why a rule said nothing")
    .argument("[alert]", "id or number (seq) of an alert, or of any other event")
    .option("--rule <rule>", "why this rule said what it said, or nothing, about a subject")
    .option("--subject <subject>", "whom events are about, such as 7203, or the key of the rule's alerts")
    .option("--at <time>", "up to this time or day, in Japan's time unless it says another; default: now")
    .option("--json", "print the answer as JSON (docs/rules.md)")
    .action(async (alert, options) => (await import("./why.ts")).why(alert, options));

  configured(program.command("verify"), "npx yagura verify")
    .description(
      "check whether a database is whole, beside a running monitor or at rest; exit status 1 when something is damaged, 2 when it cannot be opened",
    )
    .argument("[file]", "the database; default: that of the config")
    .option("--json", "print {ok, file, entries, damaged}")
    .action(async (file, options) => (await import("./verify.ts")).verify(file, options));

  configured(program.command("send-test"), "npx yagura send-test --to trader@example.com")
    .description("send a test mail to the configured recipients and say what the mail server answered")
    .option("--to <address>", "send it to this address only")
    .option("--json", "print an array of {address, ok, message, note}")
    .action(async (options) => (await import("./send-test.ts")).sendTest(options));

  configured(program.command("healthcheck"), "npx yagura healthcheck")
    .description("ask the running monitor whether it is well; exit status 1 when it is not")
    .option("--json", "print its answer as an object, with {verdict, reasons}")
    .action(async (options) => (await import("./healthcheck.ts")).healthcheck(options));

  return program;
}

function addSources(program: Command): void {
  const sources = configured(program.command("sources"), "npx yagura sources")
    .description("how each source is doing, from the monitor's database; decide about what one holds back")
    .option("--json", "print an array of {source, state, ...}")
    .action(async (options) => (await import("./sources.ts")).sources(options));
  const decisions = {
    release: "write the events of a rewrite that is held back, alerts and mails with them",
    discard: "take the new values of a rewrite that is held back without telling them",
  };
  for (const decision of ["release", "discard"] as const) {
    example(sources.command(`${decision} <name>`), `npx yagura sources ${decision} margin-alerts`)
      .configureHelp({ showGlobalOptions: true })
      .description(`${decisions[decision]}; exit status 1 when nothing is held`)
      .option("--token <token>", "access token; default: YAGURA_TOKEN, then the config's first one")
      // --config and --json are those of `sources`, wherever they stand.
      .action(async (name, _options, command) =>
        (await import("./hold.ts")).hold(decision, name, command.optsWithGlobals()),
      );
  }
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
